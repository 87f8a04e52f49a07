"""Parts of messages as other vendors and frameworks write them, in the common form.

The common parts are ``text``, ``thinking``, ``tool_use`` (``id``, ``name``, ``input``),
``tool_result`` (``call_id``, ``name``, ``content``) and ``image``. Read here: Bedrock and Strands
(``toolUse``), Haystack (``tool_call``), Semantic Kernel and Microsoft's agents (``$type``,
``content_type``), Vercel's AI SDK (``tool-weather``), LlamaIndex (``block_type``), and the tools that
a vendor runs itself (``server_tool_use``, ``web_search_tool_result``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from core.trace.importers.fields import json_text, read_nested, text_or_none

Part: TypeAlias = dict[str, Any]

_BARE: Final = frozenset(
    ("toolUse", "toolResult", "reasoningContent", "cachePoint", "guardContent", "tool_call",
     "tool_call_result", "reasoning", "citationsContent")
)  # fmt: skip
"""Keys that say by themselves what a part without a type is."""
_TYPE_KEYS: Final = ("type", "content_type", "$type", "block_type", "kind")
_SILENT: Final = frozenset(
    ("step-start", "step_start", "source-url", "source-document", "source", "annotations",
     "streaming_annotation", "usage", "usagecontent", "cache")
)  # fmt: skip
"""Kinds of parts that say nothing to anybody."""


def _get(part: Mapping[str, Any], *keys: str) -> Any:
    """Return the first of these values that there is, whichever way its name is written."""
    for key in keys:
        if key in part:
            value = part[key]
            if value is not None:
                return value
    return None


def _bare(part: Mapping[str, Any]) -> list[Part] | None:
    used, back = part.get("toolUse"), part.get("toolResult")
    if isinstance(used, dict):
        return [_use(used, "toolUseId")]
    if isinstance(back, dict):
        return [_back(back, _get(back, "toolUseId"), _texts(back.get("content")))]
    thought = _get(part, "reasoningContent", "reasoning")
    if isinstance(thought, dict):
        inner = _get(thought, "reasoningText", "reasoning_text")
        text = inner.get("text") if isinstance(inner, dict) else inner
        return [{"type": "thinking", "thinking": text}] if isinstance(text, str) else []
    called, back = part.get("tool_call"), part.get("tool_call_result")
    if isinstance(called, dict):
        return [_use(called)]
    if isinstance(back, dict):
        origin = back.get("origin")
        origin = origin if isinstance(origin, dict) else {}
        return [_back(origin, origin.get("id"), back.get("result"))]
    if "cachePoint" in part:
        return []
    return None


def _use(part: Mapping[str, Any], *ids: str) -> Part:
    name = _get(part, "name", "tool_name", "toolName", "FunctionName", "function_name")
    given = _get(part, "input", "arguments", "args", "Arguments", "tool_kwargs", "rawInput")
    key = _get(part, *ids, "id", "call_id", "callId", "toolCallId", "Id", "tool_call_id", "tool_id")
    return {"type": "tool_use", "id": key, "name": name, "input": {} if given is None else given}


def _back(part: Mapping[str, Any], key: Any, content: Any) -> Part:
    name = _get(part, "name", "tool_name", "toolName", "FunctionName", "function_name")
    return {"type": "tool_result", "call_id": key, "name": name, "content": _said(content)}


def _said(content: Any) -> Any:
    """Return what a tool gave back; Vercel's SDK wraps it with its kind."""
    if isinstance(content, dict) and set(content) == {"type", "value"}:
        content = content["value"]
    return "" if content is None else content


def _texts(content: Any) -> Any:
    """Return the texts of a result's parts; data among them as JSON."""
    if not isinstance(content, list):
        return content
    return [
        {"type": "text", "text": json_text(part["json"])}
        if isinstance(part, dict) and "json" in part
        else part
        for part in content
    ]


def _result(part: Mapping[str, Any]) -> list[Part]:
    key = _get(part, "call_id", "callId", "CallId", "toolCallId", "tool_use_id", "id", "Id")
    return [_back(part, key, _get(part, "result", "Result", "output", "content", "response"))]


def _text(part: Mapping[str, Any]) -> list[Part]:
    return [{"type": "text", "text": _get(part, "text", "Text", "value") or ""}]


def _thinking(part: Mapping[str, Any]) -> list[Part]:
    text = _get(part, "text", "Text", "thinking", "content", "reasoning")
    if text is None and isinstance(part.get("details"), list):
        details = (item.get("text") for item in part["details"] if isinstance(item, dict))
        text = "\n".join(filter(None, map(text_or_none, details)))
    return [{"type": "thinking", "thinking": text}] if isinstance(text, str) else []


def _goose(part: Mapping[str, Any]) -> list[Part]:
    """Read Goose's parts: a call or a result inside the word on whether it went well."""
    held = part.get("toolCall") or part.get("toolResult")
    held = held if isinstance(held, dict) else {}
    value = held.get("value", held.get("error"))
    if "toolCall" in part:
        return [_use({**(value if isinstance(value, dict) else {}), "id": part.get("id")})]
    if isinstance(value, dict) and isinstance(value.get("content"), list):
        value = value["content"]
    return [_back({}, part.get("id"), value)]


def _running(part: Mapping[str, Any]) -> list[Part]:
    """Read a tool's part of a chat page: the call, and what came back if it is there."""
    inner = part.get("toolInvocation")
    if isinstance(inner, dict):
        part = inner
    kind = str(part.get("type", ""))
    name = text_or_none(part.get("toolName")) or kind.removeprefix("tool-")
    found = [_use({**part, "name": name})]
    back = _get(part, "output", "result", "errorText")
    if back is not None:
        found.append(_back({"name": name}, part.get("toolCallId"), back))
    return found


_READERS: Final[dict[str, Callable[[Mapping[str, Any]], list[Part]]]] = {
    "text": _text,
    "textcontent": _text,
    "reasoning": _thinking,
    "textreasoning": _thinking,
    "text_reasoning": _thinking,
    "reasoningcontent": _thinking,
    "textreasoningcontent": _thinking,
    "thinking": _thinking,
    "function_call": lambda part: [_use(part, "call_id", "callId")],
    "functioncall": lambda part: [_use(part, "callId")],
    "toolcall": lambda part: [_use(part, "toolCallId")],
    "functioncallcontent": lambda part: [_use(part, "CallId", "callId")],
    "tool-call": lambda part: [_use(part, "toolCallId")],
    "tool_call": lambda part: [_use(part, "tool_call_id")],
    "server_tool_use": lambda part: [_use(part)],
    "mcp_tool_use": lambda part: [_use(part)],
    "function_result": _result,
    "functionresult": _result,
    "toolresult": _result,
    "functionresultcontent": _result,
    "tool-result": _result,
    "toolrequest": _goose,
    "toolresponse": _goose,
    "tool-invocation": _running,
    "dynamic-tool": _running,
}
_COMMON: Final = frozenset(
    ("text", "input_text", "output_text", "thinking", "tool_use", "tool_result", "reasoning",
     "function_call", "tool_call", "tool_call_response", "function_response", "image_url")
)  # fmt: skip
"""Types of parts that need no other reading, if they stand under ``type``."""


def plain_parts(part: Any) -> list[Any]:
    """Return a part of a message as common parts; one that is common already as it is.

    Args:
        part: The part, as the file writes it.

    Returns:
        One part, two if it holds a call and its result, none if it says nothing.
    """
    if not isinstance(part, dict):
        return [part]
    kind = part.get("type")
    if isinstance(kind, str) and kind in _COMMON and not isinstance(part.get("reasoning"), dict):
        return [part]
    if not isinstance(kind, str):
        if not _BARE.isdisjoint(part):
            found = _bare(part)
            if found is not None:
                return found
        kind = next((part[key] for key in _TYPE_KEYS if isinstance(part.get(key), str)), None)
        if kind is None:
            return [part]
    word = kind.casefold()
    if word in _SILENT or word.startswith("data-"):
        return []
    reader = _READERS.get(word)
    if reader is not None:
        return list(reader(part))
    if word.startswith("tool-") or ("toolCallId" in part and "state" in part):
        return _running(part)
    if word.endswith("_tool_result"):
        return [_back(part, _get(part, "tool_use_id", "id"), json_text(part.get("content")))]
    if "image" in word:
        return [{"type": "image"}]
    return [part]


def invocations(calls: Any) -> list[Part]:
    """Return the calls that stand beside a message's text, each with what came back.

    Args:
        calls: The list under ``toolInvocations`` or ``toolCalls``.
    """
    found: list[Part] = []
    for call in calls if isinstance(calls, list) else ():
        if not isinstance(call, dict):
            continue
        found.append(_use(call, "toolCallId"))
        back = _get(call, "result", "output", "resultDisplay")
        if isinstance(back, list):
            back = "\n".join(map(_function_text, back))
        if back is not None:
            found.append(_back(call, _get(call, "toolCallId", "id"), back))
    return found


def _function_text(part: Any) -> str:
    """Return the words of a result in Gemini's form."""
    inner = part.get("functionResponse") if isinstance(part, dict) else None
    answer = inner.get("response") if isinstance(inner, dict) else part
    if isinstance(answer, dict) and len(answer) == 1:
        answer = next(iter(answer.values()))
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        return str(part["text"])
    return json_text(read_nested(answer))
