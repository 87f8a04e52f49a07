"""Items of OpenAI's responses for tools that the interface runs itself: searches, code, shells, MCP.

Each kind has fields of its own; here they become a call and, where it is there, its result.
"""

from __future__ import annotations

from typing import Any, Final

from core.trace.importers.fields import id_text, json_text, text_or_none

_READ: Final = frozenset(("function_call", "function_call_output", "custom_tool_call", "reasoning"))
"""Kinds that are read as they are."""
_CALLS: Final = ("_call", "mcp_approval_request", "program")
_BACK: Final = ("_call_output", "program_output")
_GIVEN: Final = ("arguments", "input", "action", "operation", "code", "queries", "query", "request")
_RETURNED: Final = ("output", "outputs", "results", "result", "error")
_SAY_NOTHING: Final = frozenset(("mcp_list_tools", "compaction"))
"""Kinds that offer tools or keep what was said short: nobody acts in them."""


def as_messages(item: Any) -> list[Any]:
    """Return an item of a response as messages: a call, what came back, or the item itself.

    Args:
        item: Any item of a request or an answer.

    Example:
        >>> as_messages({"type": "web_search_call", "id": "w", "query": "trees"})[0]["tool_calls"]
        [{'id': 'w', 'name': 'web_search', 'arguments': 'trees'}]
    """
    kind = item.get("type") if isinstance(item, dict) else None
    if not isinstance(kind, str) or kind in _READ or "role" in item:
        return [item]
    if kind in _SAY_NOTHING or (kind == "reasoning" and _is_empty(item)):
        return []
    key = id_text(item.get("call_id")) or id_text(item.get("id"))
    back = next((item[name] for name in _RETURNED if item.get(name)), None)
    if kind.endswith(_BACK):
        return [{"role": "tool", "tool_call_id": key, "content": json_text(back or "")}]
    if not kind.endswith(_CALLS):
        return [item]
    tool = text_or_none(item.get("name")) or kind.removesuffix("_call")
    given: Any = next((item[name] for name in _GIVEN if item.get(name)), {})
    call = {"id": key, "name": tool, "arguments": given}
    found: list[Any] = [{"role": "assistant", "content": None, "tool_calls": [call]}]
    if back is not None:
        found.append(
            {"role": "tool", "tool_call_id": key, "name": tool, "content": json_text(back)}
        )
    return found


def is_empty_thought(item: Any) -> bool:
    """Whether an item says that a model thought, without what."""
    return isinstance(item, dict) and item.get("type") == "reasoning" and _is_empty(item)


def _is_empty(item: dict[str, Any]) -> bool:
    return not item.get("summary") and not item.get("content")
