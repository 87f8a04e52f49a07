"""Attributes of spans that some frameworks name in their own way, in the names of ``gen_ai.*``.

Read here: Vercel's AI SDK (``ai.operationId``), Haystack (``haystack.component.type``), AgentOps
(``agentops.span.kind``), Monocle and Claude Code (``span.type``), spans with plain names such as
``agent_name`` and ``tool_name``, and what Pydantic AI keeps as lists of events. A name of the convention that is there already stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from core.trace.importers.fields import json_text, read_nested, text_or_none

_VERCEL: Final = "ai.operationId"
_HAYSTACK: Final = "haystack.component.type"
_AGENTOPS: Final = "agentops.span.kind"
_MONOCLE: Final = "span.type"
_MONOCLE_KINDS: Final = {
    "agentic.invocation": "AGENT", "agentic.tool.invocation": "TOOL", "inference": "LLM",
    "inference.framework": "LLM", "retrieval": "RETRIEVER",
}  # fmt: skip
_CLAUDE_KINDS: Final = {"interaction": "AGENT", "llm_request": "LLM", "tool": "TOOL"}
_CLAUDE_CODE: Final = "Claude Code"
_HIDDEN: Final = "<REDACTED>"
_TOOLS: Final = ("tool_name", "toolName", "function_name")
_PLAIN_TOKENS: Final = ("output_tokens", "output_token_count", "usage.output", "completion_tokens")
_CONVENTIONS: Final = ("gen_ai.", "openinference.", "traceloop.", "llm.")
_PLAIN: Final = frozenset((*_TOOLS, *_PLAIN_TOKENS, "agent_name", "finish_reasons", "stopReason"))
_MARKS: Final = frozenset(
    (
        _VERCEL,
        _HAYSTACK,
        _AGENTOPS,
        _MONOCLE,
        *_PLAIN,
        "events",
        "pydantic_ai.all_messages",
        "all_messages_events",
    )
)
_OUTER: Final = ("ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject")


def known_attributes(attributes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a span's attributes with those of the conventions added, where others say the same.

    Args:
        attributes: As the file has them.
    """
    if _MARKS.isdisjoint(attributes):
        return attributes
    read: Callable[[Mapping[str, Any]], dict[str, Any]] = _pydantic
    if isinstance(attributes.get(_VERCEL), str):
        read = _vercel
    elif isinstance(attributes.get(_HAYSTACK), str):
        read = _haystack
    elif isinstance(attributes.get(_AGENTOPS), str):
        read = _agentops
    elif str(attributes.get(_MONOCLE)) in _MONOCLE_KINDS:
        read = _monocle
    elif str(attributes.get(_MONOCLE)) in _CLAUDE_KINDS:
        read = _claude_code
    elif not _PLAIN.isdisjoint(attributes) and not any(
        key.startswith(_CONVENTIONS) for key in attributes
    ):
        read = _plain
    found = {key: value for key, value in read(attributes).items() if value not in (None, "")}
    return {**found, **attributes}


def _claude_code(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Read a span of Claude Code: a prompt with all that it led to, a request, a tool."""
    kind = _CLAUDE_KINDS[str(attributes[_MONOCLE])]
    asked = attributes.get("user_prompt")
    return {
        "openinference.span.kind": kind,
        "gen_ai.agent.name": _CLAUDE_CODE if kind == "AGENT" else None,
        "input.value": asked if kind == "AGENT" and asked != _HIDDEN else None,
        "gen_ai.tool.name": attributes.get("tool_name") if kind == "TOOL" else None,
        "gen_ai.usage.output_tokens": attributes.get("output_tokens") if kind == "LLM" else None,
    }


def _plain(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Read a span whose attributes have names of no convention: a tool's, an agent's, a model's."""

    def first(*names: str) -> Any:
        return next((attributes[name] for name in names if attributes.get(name) is not None), None)

    tool = text_or_none(first(*_TOOLS))
    if tool is not None:
        return {
            "openinference.span.kind": "TOOL",
            "gen_ai.tool.name": tool,
            "gen_ai.tool.call.id": first("toolCallId", "tool_call_id", "tool_use_id", "call_id"),
            "input.value": first("arguments", "args", "tool_input", "input"),
            "output.value": first("result", "tool_output", "output"),
        }
    if text_or_none(attributes.get("model")) is not None:
        return {
            "openinference.span.kind": "LLM",
            "gen_ai.request.model": attributes["model"],
            "gen_ai.usage.output_tokens": first(*_PLAIN_TOKENS),
            "input.value": first("prompt", "input"),
            "output.value": first("response", "completion", "output"),
        }
    agent = text_or_none(attributes.get("agent_name"))
    if agent is None:
        return {}
    return {
        "openinference.span.kind": "AGENT",
        "gen_ai.agent.name": agent,
        "input.value": first("input", "task"),
        "output.value": first("output", "result"),
    }


def _monocle(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Read a span of Monocle: what takes part in it is listed as entities with their types."""
    kind = _MONOCLE_KINDS[str(attributes[_MONOCLE])]
    named: dict[str, Any] = {}
    for number in range(1, 9):
        what = str(attributes.get(f"entity.{number}.type", "")).split(".", 1)[0]
        named.setdefault(what, attributes.get(f"entity.{number}.name"))
    return {
        "openinference.span.kind": kind,
        "gen_ai.agent.name": named.get("agent"),
        "gen_ai.tool.name": named.get("tool") if kind == "TOOL" else None,
        "gen_ai.request.model": named.get("model") if kind == "LLM" else None,
    }


def monocle_words(attributes: Mapping[str, Any]) -> Any:
    """Return the words in an event of Monocle, as messages where it names their roles.

    Args:
        attributes: The event's.
    """
    value = read_nested(attributes.get("input") or attributes.get("response"))
    if isinstance(value, str) and value.startswith("[{'"):
        return None  # printed by Python; the agent's span has the words
    tools = value.get("tools") if isinstance(value, dict) else None
    if isinstance(tools, list):
        calls = [
            {"name": tool.get("tool_name"), "arguments": tool.get("tool_arguments")}
            for tool in tools
            if isinstance(tool, dict)
        ]
        return [{"role": "assistant", "content": None, "tool_calls": calls}]
    if isinstance(value, dict) and set(value) <= {"assistant", "user", "system"}:
        return [{"role": role, "content": words} for role, words in value.items()]
    return value


def _agentops(attributes: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(attributes[_AGENTOPS]).casefold()
    name = text_or_none(attributes.get("agent.role")) or text_or_none(attributes.get("agent.name"))
    return {
        "openinference.span.kind": {"agent": "AGENT", "llm": "LLM", "tool": "TOOL"}.get(kind),
        "gen_ai.agent.name": name,
        "gen_ai.tool.name": attributes.get("tool.name") if kind == "tool" else None,
        "input.value": attributes.get("agentops.entity.input"),
        "output.value": attributes.get("agentops.entity.output"),
    }


def _vercel(attributes: Mapping[str, Any]) -> dict[str, Any]:
    operation = str(attributes[_VERCEL])
    agent = text_or_none(attributes.get("ai.telemetry.functionId"))
    found: dict[str, Any] = {"gen_ai.agent.name": agent}
    if operation == "ai.toolCall":
        return found | {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": attributes.get("ai.toolCall.name"),
            "gen_ai.tool.call.id": attributes.get("ai.toolCall.id"),
            "gen_ai.tool.call.arguments": attributes.get("ai.toolCall.args"),
            "gen_ai.tool.call.result": attributes.get("ai.toolCall.result"),
        }
    if operation in _OUTER:
        if agent is None:
            return {}
        asked = read_nested(attributes.get("ai.prompt"))
        said = attributes.get("ai.response.text") or attributes.get("ai.response.object")
        return found | {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.input.messages": _prompt(asked),
            "gen_ai.system_instructions": asked.get("system") if isinstance(asked, dict) else None,
            "gen_ai.output.messages": _answer(said, None, None),
        }
    if not operation.startswith(_OUTER):
        return {}
    said = attributes.get("ai.response.text") or attributes.get("ai.response.object")
    usage = attributes.get("ai.usage.outputTokens") or attributes.get("ai.usage.completionTokens")
    return found | {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": attributes.get("ai.prompt.messages"),
        "gen_ai.output.messages": _answer(
            said,
            read_nested(attributes.get("ai.response.toolCalls")),
            attributes.get("ai.response.reasoning"),
        ),
        "gen_ai.request.model": attributes.get("ai.model.id"),
        "gen_ai.usage.output_tokens": usage,
    }


def _prompt(asked: Any) -> str | None:
    """Return what a whole turn was asked: its prompt, or the last message of its user."""
    if not isinstance(asked, dict):
        return None
    messages = asked.get("messages")
    if not isinstance(messages, list):
        prompt = asked.get("prompt")
        if isinstance(prompt, list):
            messages = prompt
        else:
            messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else []
    return json.dumps(messages) if messages else None


def _answer(text: Any, calls: Any, thought: Any) -> str | None:
    """Return what a model gave back, as a message with parts."""
    parts: list[dict[str, Any]] = []
    if isinstance(thought, str) and thought.strip():
        parts.append({"type": "thinking", "thinking": thought})
    if isinstance(text, str) and text.strip():
        parts.append({"type": "text", "text": text})
    parts += [
        {"type": "tool-call", **{key: value for key, value in call.items() if key != "type"}}
        for call in (calls if isinstance(calls, list) else ())
        if isinstance(call, dict)
    ]
    return json.dumps([{"role": "assistant", "content": parts}]) if parts else None


def _haystack(attributes: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(attributes[_HAYSTACK])
    name = text_or_none(attributes.get("haystack.component.name"))
    given = read_nested(attributes.get("haystack.component.input"))
    back = read_nested(attributes.get("haystack.component.output"))
    given = given if isinstance(given, dict) else {}
    back = back if isinstance(back, dict) else {}
    if kind == "Agent":
        last = back.get("last_message") or back.get("messages")
        return {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": name,
            "gen_ai.input.messages": _messages(given.get("messages"), "user"),
            "gen_ai.output.messages": _messages(last, "assistant"),
        }
    if kind.endswith("Generator"):
        asked = given.get("messages") or given.get("prompt")
        return {
            "gen_ai.operation.name": "chat",
            "gen_ai.input.messages": _messages(asked, "user"),
            "gen_ai.output.messages": _messages(back.get("replies"), "assistant"),
            "gen_ai.usage.output_tokens": _haystack_tokens(back),
        }
    if kind.endswith(("Retriever", "WebSearch")):
        documents = back.get("documents")
        texts = [
            str(one["content"])
            for one in (documents if isinstance(documents, list) else ())
            if isinstance(one, dict) and one.get("content")
        ]
        return {
            "gen_ai.operation.name": "retrieval",
            "gen_ai.tool.name": name or kind,
            "gen_ai.tool.call.arguments": json_text(given) if given else None,
            "gen_ai.tool.call.result": "\n\n".join(texts),
        }
    return {}


def _messages(value: Any, role: str) -> str | None:
    items = value if isinstance(value, list) else [value]
    found = [
        item if isinstance(item, dict) else {"role": role, "content": item}
        for item in items
        if item not in (None, "")
    ]
    return json.dumps(found) if found else None


def _haystack_tokens(back: Mapping[str, Any]) -> Any:
    replies = back.get("replies")
    metas = [one.get("meta") for one in replies or () if isinstance(one, dict)]
    metas += back["meta"] if isinstance(back.get("meta"), list) else []
    for meta in metas:
        usage = meta.get("usage") if isinstance(meta, dict) else None
        if isinstance(usage, dict):
            return usage.get("completion_tokens")
    return None


def _pydantic(attributes: Mapping[str, Any]) -> dict[str, Any]:
    whole = read_nested(attributes.get("pydantic_ai.all_messages"))
    events = read_nested(attributes.get("events") or attributes.get("all_messages_events"))
    if isinstance(whole, list):
        return {
            "gen_ai.input.messages": json.dumps(whole),
            "gen_ai.output": attributes.get("final_result"),
        }
    if not isinstance(events, list):
        return {}
    given: list[Any] = []
    back: list[Any] = []
    for event in events:
        name = event.get("event.name") if isinstance(event, dict) else None
        if name == "gen_ai.choice" and isinstance(event.get("message"), dict):
            back.append(event["message"])
        elif isinstance(name, str) and name.startswith("gen_ai."):
            message = {"role": name.split(".")[1], **event}
            message["tool_call_id"] = message.pop("id", None)
            given.append(message)
    return {
        "gen_ai.input.messages": json.dumps(given) if given else None,
        "gen_ai.output.messages": json.dumps(back) if back else None,
        "gen_ai.output": attributes.get("final_result"),
    }
