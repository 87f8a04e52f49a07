"""Spans of a tracing tool: what they are, which agent they belong to, what they hold.

Reads the conventions for generative AI of OpenTelemetry (``gen_ai.*``, the present and the older
names) and OpenInference (``openinference.span.kind``, ``llm.*``, ``input.value``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
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
from core.trace.importers.span_failure import of_exception
from core.trace.importers.span_messages import (
    event_message,
    indexed_messages,
    joined,
    messages_in,
)
from core.trace.importers.span_shape import (
    ARGUMENT_KEYS,
    ENTERED_KEYS,
    GIVEN_KEYS,
    LEFT_KEYS,
    REPLIED_KEYS,
    RESULT_KEYS,
    SYSTEM_KEYS,
    shape_of,
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
_SPAN_NAME: Final = re.compile(
    r"(?:invoke_agent|agent_run|agent run|create_agent|agent)[\s:]+\[?(?P<after>[^\]]+)\]?"
    r"|(?P<before>.+?)(?:\.| )run",
    re.IGNORECASE,
)
_OUTPUT: Final = ("traceloop.entity.output",)
_EVENT_ROLE: Final = re.compile(r"gen_ai\.(system|user|assistant|tool)\.message")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST: Final = 946_684_800 * 10**9
_LATEST: Final = 7_258_118_400 * 10**9
"""Nothing before 2000 or after 2199 is believed; see `fields.read_time`."""
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(slots=True)
class SpanEvent:
    """Something that happened inside a span."""

    name: str
    attributes: Mapping[str, Any]


class Span:
    """One span, whichever file form it came from, and what stands above it in its tree.

    Attributes:
        start: Nanoseconds since 1970, None if the file has none.
        kind: What the span did.
        agent_name: The agent that the span itself names.
        error: What the file says went wrong, '' if nothing did.
        depth: Spans above it, -1 until `span_tree.Tree` has placed it.
        agent_above: The nearest agent span above.
        busy_above: The nearest span above that is an agent, a model call or a tool.
        caller: The nearest agent span above that is of another agent.
        named_above: The agent that the nearest span above names.
    """

    __slots__ = (
        "agent_above", "agent_name", "attributes", "busy_above", "caller", "depth", "end", "error", "events",
        "kind", "name", "named_above", "parent_id", "resource", "shape", "span_id", "start",
        "trace_id", "where",
    )  # fmt: skip

    def __init__(
        self,
        trace_id: str,
        span_id: str,
        parent_id: str | None,
        name: str,
        start: int | None,
        end: int | None,
        attributes: Mapping[str, Any],
        where: str,
        resource: Mapping[str, Any] = _NOTHING,
        events: Sequence[SpanEvent] = (),
        error: str = "",
    ) -> None:
        self.trace_id = trace_id
        self.span_id = span_id
        self.parent_id = parent_id
        self.name = name
        self.start = start
        self.end = end
        self.attributes = known_attributes(attributes)
        self.where = where
        self.resource = resource
        self.events = events
        self.error = error
        self.shape = shape_of(self.attributes)
        self.kind: SpanKind = self._find_kind() if self.shape.kind else "other"
        self.agent_name = self._find_agent_name()
        self.depth = -1
        self.agent_above: Span | None = None
        self.busy_above: Span | None = None
        self.caller: Span | None = None
        self.named_above: str | None = None

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

    def _find_kind(self) -> SpanKind:
        attributes = self.attributes
        found: SpanKind | None = None
        if "openinference.span.kind" in attributes:
            word = str(attributes["openinference.span.kind"])
            found = _BY_OPENINFERENCE.get(word) or _BY_OPENINFERENCE.get(word.upper())
            if found:
                return found
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
        found = self.first(shape.agent) if shape.agent else None
        if found is None and self.kind == "agent":
            found = self.first(shape.ending) or self.first(shape.node)
            found = found or self.first(("gen_ai.agent.id",))
            found = found or smolagents.name_in_input(self.attributes.get("input.value"))
            found = found or _name_in_title(self.name)
        if found is None and shape.node:
            found = self.first(shape.node)
        return found or (self._node_in_metadata() if shape.has_metadata else None)

    def _node_in_metadata(self) -> str | None:
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

    def value(self, present: tuple[str, ...], keys: tuple[str, ...]) -> Any:
        """Return the first of these attributes that holds something, in the span or in its events.

        Args:
            present: Those of the keys that the span has, as its shape says.
            keys: All of them, for the events.
        """
        for key in present:
            value = self.attributes[key]
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
        shape = self.shape
        if shape.asked and (found := indexed_messages(self.attributes, shape.asked[0])):
            return found
        events = self.events
        if shape.given or events:
            found = messages_in(self.value(shape.given, GIVEN_KEYS), "user")
            if not found and events:
                found = list(self._event_messages())
            if found:
                return found
        value = self.value(shape.entered, ENTERED_KEYS)
        return messages_in(value or self.told("data.input"), "user")

    def outputs(self) -> list[Message]:
        """Return the messages that a model call or an agent gave back.

        Raises:
            NotTextError: If a message can't be read.
        """
        shape = self.shape
        if shape.answered and (found := indexed_messages(self.attributes, shape.answered[0])):
            return joined(found)
        events = self.events
        found = []
        if shape.replied or events:
            found = joined(messages_in(self.value(shape.replied, REPLIED_KEYS), "assistant"))
            if not found and events:
                found = list(self._choices())
        if not found and (shape.left or events):
            found = joined(messages_in(self.value(shape.left, LEFT_KEYS), "assistant"))
        if found:
            return found
        own = self.attributes.get("traceloop.entity.output")
        value = self.value(("traceloop.entity.output",) if own is not None else (), _OUTPUT)
        return messages_in(value or self.told("data.output") or self.failure(), "assistant")

    def failure(self) -> str:
        """Return what went wrong, from the span's status or an exception in it, '' if nothing did."""
        if self.error:
            return self.error
        told = (of_exception(one.attributes) for one in self.events if one.name == "exception")
        return next(filter(None, told), "")

    def told(self, name: str) -> Any:
        """Return what an event of Monocle holds: what went in, or what came out."""
        for event in self.events:
            if event.name == name:
                return monocle_words(event.attributes)
        return None

    def system_text(self) -> str:
        """Return the system instructions, where they stand apart from the messages.

        Raises:
            NotTextError: If they can't be read.
        """
        if not (self.shape.system or self.events):
            return ""
        value = self.value(self.shape.system, SYSTEM_KEYS)
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
            found = _EVENT_ROLE.fullmatch(event.name)
            if found:
                yield event_message(event.attributes, found[1])

    def _choices(self) -> Iterator[Message]:
        for event in self.events:
            if event.name == "gen_ai.choice":
                inner = read_nested(event.attributes.get("message"))
                if not isinstance(inner, dict):
                    inner = {"content": inner, **event.attributes}
                yield event_message(inner, "assistant")


@lru_cache(4096)
def _name_in_title(name: str) -> str:
    """Return the agent that the name of its span means."""
    found = _SPAN_NAME.fullmatch(name.strip())
    return ((found["after"] or found["before"]) if found else name).strip() or "agent"


def at_nanos(nanos: int | None) -> datetime | None:
    """Return a time of a span."""
    if nanos is None or not _EARLIEST <= nanos < _LATEST:
        return None
    return _EPOCH + timedelta(0, 0, nanos // 1000)


def tool_text(span: Span, *, answer: bool) -> str:
    """Return the arguments or the result of a tool or retriever span, as text.

    Args:
        span: The span.
        answer: Whether the result is meant.

    Raises:
        NotTextError: If the result is no text.
    """
    shape = span.shape
    asked = span.value(shape.arguments, ARGUMENT_KEYS)
    if shape.documents:
        found: Any = "\n\n".join([json_text(span.attributes[key]) for key in shape.documents])
    else:
        found = span.value(shape.results, RESULT_KEYS)
    if asked is None and found is None:  # older conventions write both as events
        asked, found = span.events_text("gen_ai.tool.message"), span.events_text("gen_ai.choice")
        asked, found = asked or span.told("data.input"), found or span.told("data.output")
    meant = found if answer else asked
    if answer and meant in (None, ""):
        meant = span.failure()
    return "" if meant is None else json_text(meant)


__all__ = ["NotTextError", "Span", "SpanEvent", "SpanKind", "at_nanos", "tool_text"]
