"""Spans of a tracing tool: what they are, which agent they belong to, what they hold.

Reads the conventions for generative AI of OpenTelemetry (``gen_ai.*``, the present and the older
names) and OpenInference (``openinference.span.kind``, ``llm.*``, ``input.value``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from core.trace.importers import smolagents
from core.trace.importers.dialects import Message
from core.trace.importers.fields import (
    NotTextError,
    content_text,
    json_text,
    read_count,
    read_nested,
    text_or_none,
)
from core.trace.importers.span_dialects import known_attributes, monocle_words
from core.trace.importers.span_messages import (
    event_message,
    indexed_messages,
    joined,
    messages_in,
)
from core.trace.importers.span_shape import Group, shape_of

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
_SPAN_NAME: Final = re.compile(
    r"(?:invoke_agent|agent_run|agent run|create_agent|agent)[\s:]+\[?(?P<after>[^\]]+)\]?"
    r"|(?P<before>.+?)(?:\.| )run",
    re.IGNORECASE,
)


@dataclass(slots=True)
class SpanEvent:
    """Something that happened inside a span."""

    name: str
    attributes: Mapping[str, Any]


@dataclass(eq=False)
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
            value = attributes.get(key)
            if value:
                text = text_or_none(value)
                if text is not None:
                    return text
        return None

    def __post_init__(self) -> None:
        self.attributes = known_attributes(self.attributes)
        self.shape = shape_of(self.attributes)
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
        shape = self.shape
        found = self.first(shape.agent)
        if found is None and self.kind == "agent":
            found = self.first(shape.ending) or self.first(shape.node)
            found = found or self.first(("gen_ai.agent.id",))
            found = found or smolagents.name_in_input(self.attributes.get("input.value"))
            found = found or self._name_in_title()
        return found or self.first(shape.node) or self._node_in_metadata()

    def _name_in_title(self) -> str:
        found = _SPAN_NAME.fullmatch(self.name.strip())
        return ((found["after"] or found["before"]) if found else self.name).strip() or "agent"

    def _node_in_metadata(self) -> str | None:
        if "metadata" not in self.attributes:
            return None
        metadata = self.attributes["metadata"]
        if isinstance(metadata, str) and "langgraph_node" not in metadata and "\\u" not in metadata:
            return None
        metadata = read_nested(metadata)
        return text_or_none(metadata.get("langgraph_node")) if isinstance(metadata, dict) else None

    @property
    def model(self) -> str | None:
        """The language model that answered."""
        return self.first(self.shape.model)

    @property
    def tokens(self) -> int | None:
        """Tokens that the model wrote."""
        for key in self.shape.tokens:
            count = read_count(self.attributes[key])
            if count is not None:
                return count
        for event in self.events:
            if event.name == "metadata":  # as Monocle counts
                return read_count(event.attributes.get("completion_tokens"))
        return None

    @property
    def tool(self) -> str:
        """Name of the tool or retriever that ran."""
        found = self.first(self.shape.tool)
        return found or self.name.removeprefix("execute_tool ").strip() or "tool"

    @property
    def call_id(self) -> str | None:
        """Id of the tool call."""
        return self.first(self.shape.call_id)

    # --- what went in and out ------------------------------------------------------------

    def value(self, *keys: str) -> Any:
        """Return the first of these attributes that there is, in the span or in its events."""
        attributes = self.attributes
        for key in keys:
            value = attributes.get(key)
            if value is not None and value != "":
                return value
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
        found = self._indexed(self.shape.asked)
        if found:
            return found
        found = messages_in(self.value("gen_ai.input.messages", "gen_ai.prompt"), "user")
        if not found and self.events:
            found = list(self._event_messages())
        if found:
            return found
        value = self.value("input.value", "traceloop.entity.input") or self.told("data.input")
        return messages_in(value, "user")

    def outputs(self) -> list[Message]:
        """Return the messages that a model call or an agent gave back.

        Raises:
            NotTextError: If a message can't be read.
        """
        found = joined(self._indexed(self.shape.answered))
        if found:
            return found
        value = self.value("gen_ai.output.messages", "gen_ai.completion")
        found = joined(messages_in(value, "assistant"))
        if not found and self.events:
            found = list(self._choices())
        if not found:
            value = self.value("gen_ai.output", "gen_ai.response.content", "output.value")
            found = joined(messages_in(value, "assistant"))
        value = self.value("traceloop.entity.output") or self.told("data.output")
        return found or messages_in(value, "assistant")

    def told(self, name: str) -> Any:
        """Return what an event of Monocle holds: what went in, or what came out."""
        for event in self.events:
            if event.name == name:
                return monocle_words(event.attributes)
        return None

    def _indexed(self, groups: tuple[Group, ...]) -> list[Message]:
        """Return the messages under the first prefix that has any."""
        return list(indexed_messages(self.attributes, groups[0])) if groups else []

    def system_text(self) -> str:
        """Return the system instructions, where they stand apart from the messages.

        Raises:
            NotTextError: If they can't be read.
        """
        value = self.value("gen_ai.system_instructions", "gen_ai.agent.instructions")
        return "" if value is None else content_text(read_nested(value)).strip()

    def events_text(self, name: str) -> str:
        """Return the words of the events of a name: a tool's arguments, or its result.

        Raises:
            NotTextError: If they can't be read.
        """
        texts = []
        for event in self.events:
            if event.name == name:
                value = event.attributes.get("content") or event.attributes.get("message")
                inner = read_nested(value)
                is_parts = isinstance(inner, list) and all(isinstance(p, dict) for p in inner)
                texts.append(content_text(inner) if is_parts else json_text(value or ""))
        return "\n".join(texts)

    def _event_messages(self) -> Iterator[Message]:
        for event in self.events:
            found = re.fullmatch(r"gen_ai\.(system|user|assistant|tool)\.message", event.name)
            if found:
                yield event_message(event.attributes, found[1])

    def _choices(self) -> Iterator[Message]:
        for event in self.events:
            if event.name == "gen_ai.choice":
                inner = read_nested(event.attributes.get("message"))
                if not isinstance(inner, dict):
                    inner = {"content": inner, **event.attributes}
                yield event_message(inner, "assistant")


def tool_texts(span: Span) -> tuple[str, str]:
    """Return arguments and result of a tool or retriever span, as text.

    Raises:
        NotTextError: If the result is no text.
    """
    asked = span.value(
        "gen_ai.tool.call.arguments", "tool_arguments", "gen_ai.tool.args", "tool.parameters",
        "input.value", "traceloop.entity.input",
    )  # fmt: skip
    documents = [span.attributes[key] for key in span.shape.documents]
    if documents:
        answer: Any = "\n\n".join(map(json_text, documents))
    else:
        answer = span.value(
            "gen_ai.tool.call.result", "tool_response", "gen_ai.output", "output.value",
            "traceloop.entity.output",
        )  # fmt: skip
    if asked is None and answer is None:  # older conventions write both as events
        asked, answer = span.events_text("gen_ai.tool.message"), span.events_text("gen_ai.choice")
        asked, answer = asked or span.told("data.input"), answer or span.told("data.output")
    return "" if asked is None else json_text(asked), "" if answer is None else json_text(answer)


__all__ = ["NotTextError", "Span", "SpanEvent", "SpanKind", "tool_texts"]
