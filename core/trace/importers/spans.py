"""Spans of a tracing tool: what they are, which agent they belong to, what they hold.

Reads the conventions for generative AI of OpenTelemetry (``gen_ai.*``, the present and the older
names) and OpenInference (``openinference.span.kind``, ``llm.*``, ``input.value``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from core.trace.importers import smolagents
from core.trace.importers.dialects import Message, read_message
from core.trace.importers.fields import (
    NotTextError,
    content_text,
    json_text,
    read_count,
    read_nested,
    text_or_none,
)

SpanKind: TypeAlias = Literal["agent", "llm", "tool", "retriever", "handoff", "other"]

_BY_OPENINFERENCE: Final[dict[str, SpanKind]] = {
    "AGENT": "agent",
    "LLM": "llm",
    "TOOL": "tool",
    "RETRIEVER": "retriever",
    "HANDOFF": "handoff",
}
_BY_OPERATION: Final[dict[str, SpanKind]] = {
    "invoke_agent": "agent",
    "chat": "llm",
    "call_llm": "llm",
    "text_completion": "llm",
    "completion": "llm",
    "generate_content": "llm",
    "responses": "llm",
    "execute_tool": "tool",
    "retrieval": "retriever",
}
_BY_TRACELOOP: Final[dict[str, SpanKind]] = {"agent": "agent", "tool": "tool"}
_AGENT_KEYS: Final = ("gen_ai.agent.name", "agent.name", "agent_name", "llm.agent.name")
_NODE_KEYS: Final = ("graph.node.id", "langgraph_node", "metadata.langgraph_node")
_MODEL_KEYS: Final = ("gen_ai.response.model", "gen_ai.request.model", "llm.model_name", "model")
_TOKEN_KEYS: Final = (
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "llm.usage.completion_tokens",
)
_TOOL_KEYS: Final = ("gen_ai.tool.name", "tool.name", "tool_name", "traceloop.entity.name")
_CALL_ID_KEYS: Final = ("gen_ai.tool.call.id", "tool_call.id", "tool_call_id", "tool.id")
_SPAN_NAME: Final = re.compile(
    r"(?:invoke_agent|agent_run|agent run|create_agent|agent)[\s:]+\[?(?P<after>[^\]]+)\]?"
    r"|(?P<before>.+?)(?:\.| )run",
    re.IGNORECASE,
)
_PIECES: Final = 5
_PIECE: Final = 30
"""So many answers, of so few characters each, are pieces of one that was streamed."""
_CALL_FIELD: Final = re.compile(r"tool_calls\.(\d{1,6})\.(?:tool_call\.)?(?:function\.)?(\w+)")
_PART_FIELD: Final = re.compile(r"contents\.(\d{1,6})\.message_content\.(.+)")


@dataclass(slots=True)
class SpanEvent:
    """Something that happened inside a span."""

    name: str
    attributes: Mapping[str, Any]


@dataclass
class Span:
    """One span, whichever file form it came from.

    Attributes:
        start: Nanoseconds since 1970, None if the file has none.
    """

    trace_id: str
    span_id: str
    parent_id: str | None
    name: str
    start: int | None
    end: int | None
    attributes: Mapping[str, Any]
    where: str
    resource: Mapping[str, Any] = field(default_factory=dict)
    events: Sequence[SpanEvent] = ()

    def first(self, keys: Iterable[str]) -> str | None:
        """Return the first of these attributes that is a text with words in it."""
        attributes = self.attributes
        for key in keys:
            if attributes.get(key):
                text = text_or_none(attributes[key])
                if text is not None:
                    return text
        return None

    def __post_init__(self) -> None:
        self.kind = self._find_kind()
        """What the span did."""
        self.agent_name = self._find_agent_name()
        """The agent that the span itself names."""

    def _find_kind(self) -> SpanKind:
        attributes = self.attributes
        found: SpanKind | None = None
        if "openinference.span.kind" in attributes:
            word = str(attributes["openinference.span.kind"])
            found = _BY_OPENINFERENCE.get(word) or _BY_OPENINFERENCE.get(word.upper())
        operation = attributes.get("gen_ai.operation.name") or ""
        if found is None and operation:
            word = str(operation)
            found = _BY_OPERATION.get(word) or _BY_OPERATION.get(word.casefold())
        if found is None and "traceloop.span.kind" in attributes:
            found = _BY_TRACELOOP.get(str(attributes["traceloop.span.kind"]).casefold())
        if found:
            return found
        if "gen_ai.request.model" in attributes and not operation:
            return "llm"
        return "other"

    def _find_agent_name(self) -> str | None:
        found = self.first(_AGENT_KEYS)
        if found is None and self.kind == "agent":
            ending = (key for key in self.attributes if key.endswith("agent.name"))
            found = self.first(ending) or self.first(_NODE_KEYS) or self.first(("gen_ai.agent.id",))
            found = found or smolagents.name_in_input(self.attributes.get("input.value"))
            found = found or self._name_in_title()
        return found or self.first(_NODE_KEYS) or self._node_in_metadata()

    def _name_in_title(self) -> str:
        found = _SPAN_NAME.fullmatch(self.name.strip())
        return ((found["after"] or found["before"]) if found else self.name).strip() or "agent"

    def _node_in_metadata(self) -> str | None:
        if "metadata" not in self.attributes:
            return None
        metadata = read_nested(self.attributes["metadata"])
        return text_or_none(metadata.get("langgraph_node")) if isinstance(metadata, dict) else None

    @property
    def model(self) -> str | None:
        """The language model that answered."""
        return self.first(_MODEL_KEYS)

    @property
    def tokens(self) -> int | None:
        """Tokens that the model wrote."""
        for key in _TOKEN_KEYS:
            if key in self.attributes:
                count = read_count(self.attributes[key])
                if count is not None:
                    return count
        return None

    @property
    def tool(self) -> str:
        """Name of the tool or retriever that ran."""
        found = self.first(_TOOL_KEYS)
        return found or self.name.removeprefix("execute_tool ").strip() or "tool"

    @property
    def call_id(self) -> str | None:
        """Id of the tool call."""
        return self.first(_CALL_ID_KEYS)

    # --- what went in and out ------------------------------------------------------------

    def value(self, *keys: str) -> Any:
        """Return the first of these attributes that there is, in the span or in its events."""
        for key in keys:
            if self.attributes.get(key) not in (None, ""):
                return self.attributes[key]
        for event in self.events:
            for key in keys:
                if event.attributes.get(key) not in (None, ""):
                    return event.attributes[key]
        return None

    def inputs(self) -> list[Message]:
        """Return the messages that a model call or an agent was given.

        Raises:
            NotTextError: If a message can't be read.
        """
        found = self._indexed(("llm.input_messages.", "gen_ai.prompt."))
        if found:
            return found
        found = _messages(self.value("gen_ai.input.messages", "gen_ai.prompt"), "user")
        found = found or list(self._event_messages())
        return found or _messages(self.value("input.value", "traceloop.entity.input"), "user")

    def outputs(self) -> list[Message]:
        """Return the messages that a model call or an agent gave back.

        Raises:
            NotTextError: If a message can't be read.
        """
        found = _joined(self._indexed(("llm.output_messages.", "gen_ai.completion.")))
        if found:
            return found
        value = self.value("gen_ai.output.messages", "gen_ai.completion")
        found = _joined(_messages(value, "assistant")) or list(self._choices())
        if not found:
            value = self.value("gen_ai.output", "gen_ai.response.content", "output.value")
            found = _joined(_messages(value, "assistant"))
        return found or _messages(self.value("traceloop.entity.output"), "assistant")

    def _indexed(self, prefixes: tuple[str, ...]) -> list[Message]:
        """Return the messages under the first of these prefixes that has any."""
        if not any(key.startswith(prefixes) for key in self.attributes):
            return []
        for prefix in prefixes:
            found = list(_indexed_messages(self.attributes, prefix))
            if found:
                return found
        return []

    def system_text(self) -> str:
        """Return the system instructions, where they stand apart from the messages.

        Raises:
            NotTextError: If they can't be read.
        """
        value = read_nested(self.value("gen_ai.system_instructions", "gen_ai.agent.instructions"))
        return "" if value is None else content_text(value).strip()

    def _event_messages(self) -> Iterator[Message]:
        for event in self.events:
            found = re.fullmatch(r"gen_ai\.(system|user|assistant|tool)\.message", event.name)
            if found:
                yield _event_message(event.attributes, found[1])

    def _choices(self) -> Iterator[Message]:
        for event in self.events:
            if event.name == "gen_ai.choice":
                inner = read_nested(event.attributes.get("message"))
                yield _event_message(
                    inner if isinstance(inner, dict) else event.attributes, "assistant"
                )


def _event_message(attributes: Mapping[str, Any], role: str) -> Message:
    raw: dict[str, Any] = {"role": role}
    for key in ("content", "gen_ai.event.content", "gen_ai.prompt", "gen_ai.completion"):
        if attributes.get(key) is not None:
            raw["content"] = read_nested(attributes[key])
            break
    raw["tool_calls"] = read_nested(attributes.get("tool_calls"))
    raw["tool_call_id"] = attributes.get("id")
    if isinstance(raw.get("content"), dict) and "content" in raw["content"]:
        raw.update(raw["content"])
    return read_message(raw)


def _indexed_messages(attributes: Mapping[str, Any], prefix: str) -> Iterator[Message]:
    """Yield messages written as ``prefix.0.message.content`` and the like."""
    fields: dict[int, dict[str, Any]] = {}
    start = len(prefix)
    for key, value in attributes.items():
        if not key.startswith(prefix):
            continue
        number, dot, name = key[start:].partition(".")
        if dot and name and number.isdecimal() and len(number) < 7:
            fields.setdefault(int(number), {})[name.removeprefix("message.")] = value
    for index in sorted(fields):
        yield read_message(_unflatten(fields[index]))


def _unflatten(fields: dict[str, Any]) -> dict[str, Any]:
    if not any("." in key for key in fields):
        return fields
    raw: dict[str, Any] = {}
    calls: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    parts: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    for key, value in fields.items():
        if found := _CALL_FIELD.fullmatch(key):
            calls[int(found[1])][found[2]] = value
        elif found := _PART_FIELD.fullmatch(key):
            parts[int(found[1])][found[2]] = value
        else:
            raw[key] = value
    if parts and raw.get("content") in (None, ""):
        raw["content"] = [parts[index] for index in sorted(parts)]
    raw["tool_calls"] = [calls[index] for index in sorted(calls)]
    return raw


def _messages(value: Any, role: str) -> list[Message]:
    """Return the messages in an attribute: JSON in a text, a list, an object, or plain words."""
    value = read_nested(value)
    if value is None or value == "":
        return []
    if isinstance(value, dict):
        value = _in_object(value)
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        value = [item for inner in value for item in inner]  # a batch of one
    if isinstance(value, list) and any(map(_is_raw_message, value)):
        return [read_message(_constructed(item)) for item in value if isinstance(item, dict)]
    if isinstance(value, list) and (calls := _bare_calls(value)):
        return [read_message({"role": role, "content": None, "tool_calls": calls})]
    return [read_message({"role": role, "content": json_text(value)})]


def _joined(messages: list[Message]) -> list[Message]:
    """Return the pieces of a streamed answer as the one message that they are."""
    if len(messages) < _PIECES or any(
        message.calls or message.results or message.role != "assistant" for message in messages
    ):
        return messages
    text = "".join(message.text for message in messages)
    if len(text) > _PIECE * len(messages):
        return messages
    return [read_message({"role": "assistant", "content": text})]


def _in_object(value: dict[str, Any]) -> Any:
    """Return the messages inside a request or an answer, else the object."""
    for key in ("messages", "input_messages", "output_messages"):
        if isinstance(value.get(key), list):
            return value[key]
    choices = value.get("choices")
    if isinstance(choices, list):
        found = [item.get("message") for item in choices if isinstance(item, dict)]
        return [message for message in found if isinstance(message, dict)] or value
    if _is_raw_message(value):
        return [value]
    for key in ("task", "input", "query", "question", "prompt", "output", "answer", "result"):
        if isinstance(value.get(key), str):
            return value[key]
    return value


def _is_raw_message(value: Any) -> bool:
    return isinstance(value, dict) and (
        ("role" in value and ("content" in value or "parts" in value or "tool_calls" in value))
        or value.get("type") in ("human", "ai", "system", "tool")
        or value.get("lc") == 1
    )


def _constructed(value: dict[str, Any]) -> dict[str, Any]:
    """Return LangChain's constructor form as a plain message."""
    kwargs, names = value.get("kwargs"), value.get("id")
    if value.get("lc") != 1 or not isinstance(kwargs, dict) or not isinstance(names, list):
        return value
    name = str(names[-1]) if names else ""
    kind = name.removesuffix("Chunk").removesuffix("Message").casefold()
    return {"role": kind, **kwargs}


def _bare_calls(value: list[Any]) -> list[dict[str, Any]]:
    """Return calls written as ``{"tool.name": ..., "tool.args": ...}``."""
    return [
        {"name": item["tool.name"], "arguments": item.get("tool.args")}
        for item in value
        if isinstance(item, dict) and isinstance(item.get("tool.name"), str)
    ]


def tool_texts(span: Span) -> tuple[str, str]:
    """Return arguments and result of a tool or retriever span, as text.

    Raises:
        NotTextError: If the result is no text.
    """
    asked = span.value(
        "gen_ai.tool.call.arguments", "tool_arguments", "gen_ai.tool.args", "tool.parameters",
        "input.value", "traceloop.entity.input",
    )  # fmt: skip
    documents = [
        text
        for key, text in span.attributes.items()
        if key.startswith("retrieval.documents.") and key.endswith(".document.content")
    ]
    if documents:
        answer: Any = "\n\n".join(map(json_text, documents))
    else:
        answer = span.value(
            "gen_ai.tool.call.result", "tool_response", "gen_ai.output", "output.value",
            "traceloop.entity.output",
        )  # fmt: skip
    return "" if asked is None else json_text(asked), "" if answer is None else json_text(answer)


__all__ = ["NotTextError", "Span", "SpanEvent", "SpanKind", "tool_texts"]
