"""The events of a story in the making, and its tools: which call a result answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from core.trace.importers import smolagents
from core.trace.importers.dialects import Call, Result
from core.trace.importers.fields import read_nested
from core.trace.importers.spans import Span, at_nanos, tool_text
from core.trace.model import Event, EventKind, Origin

CALLED: Final = "a tool's result goes to the agent in whose span it lies"
MAX_OPEN: Final = 500
"""Calls of one agent that wait for their result; older ones are taken as never answered."""


class Draft:
    """An event in the making.

    It has the layout of an `Event` and becomes one in the end; see `core.trace.events`.
    """

    __slots__ = Event.__slots__

    seq: int
    kind: EventKind
    sender: str
    text: str
    where: str
    at: datetime | None
    recipients: tuple[str, ...]
    recipients_from: Origin
    kind_from: Origin
    rule: str
    broadcast: bool
    tool: str | None
    call_id: str | None
    tokens: int | None
    metadata: dict[str, Any]

    def __init__(
        self,
        kind: EventKind,
        sender: str,
        text: str,
        where: str,
        at: datetime | None,
        recipients: tuple[str, ...] = (),
        recipients_from: Origin = "recorded",
        kind_from: Origin = "recorded",
        rule: str = "",
        tool: str | None = None,
        call_id: str | None = None,
        tokens: int | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        self.kind = kind
        self.sender = sender
        self.text = text
        self.where = where
        self.at = at
        self.recipients = recipients
        self.recipients_from = recipients_from
        self.kind_from = kind_from
        self.rule = rule
        self.broadcast = False
        self.tool = tool
        self.call_id = call_id
        self.tokens = tokens
        self.metadata = {} if metadata is None else metadata


def as_events(drafts: list[Draft]) -> tuple[Event, ...]:
    """Return drafts as the events of a trace; the drafts themselves become them."""
    events: list[Any] = list(drafts)
    for seq, event in enumerate(events, 1):
        event.seq = seq
        event.__class__ = Event
    return tuple(events)


class ToolStory:
    """Keeps the calls that wait for a result."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.open_calls: defaultdict[str, list[Draft]] = defaultdict(list)
        self.uncalled: defaultdict[str, list[Draft]] = defaultdict(list)
        """Calls that only the tool's own span records so far."""
        self.answered: defaultdict[str, set[str]] = defaultdict(set)
        self.running: dict[str, Draft] = {}
        """Calls whose tool is at work, by the id of its span."""
        self.at_work: set[int] = set()
        self.in_order = False
        """Whether what happens is told in the order of its times."""

    def _agent_of(self, span: Span) -> str:
        raise NotImplementedError

    def _add(
        self,
        kind: EventKind,
        sender: str,
        text: str,
        span: Span,
        at: datetime | None = None,
        **values: Any,
    ) -> Draft:
        draft = Draft(kind, sender, text, span.where, at, **values)
        self.drafts.append(draft)
        return draft

    def _remembered(self, agent: str, text: str, span: Span) -> bool:
        """Write the results and calls that a user message holds for the model to remember."""
        if "Observation:" in text and smolagents.is_observation(text):
            waiting = self.open_calls[agent]
            named = smolagents.observed_call(text)
            call_id = named or (waiting[0].call_id if waiting else None)
            tool = waiting[0].tool if waiting else None
            self._result(agent, Result(tool, text, call_id), span, rule=smolagents.OBSERVED)
            return True
        calls = smolagents.repeated_calls(text)
        for call in calls:
            if self._find_call(agent, call.tool, call.call_id) is None:
                self._repeated(agent, call, span)
        return bool(calls)

    def _repeated(self, agent: str, call: Call, span: Span) -> None:
        """Write a call that only the model's memory records."""
        draft = self._add(
            "tool_call", agent, call.text, span,
            at=at_nanos(span.start), tool=call.tool, call_id=call.call_id,
            kind_from="inferred", rule=smolagents.CALLED,
        )  # fmt: skip
        self.open_calls[agent].append(draft)
        del self.open_calls[agent][:-MAX_OPEN]

    def _already_ran(self, agent: str, call: Call, since: datetime | None) -> Draft | None:
        """Return the call that a tool's span told before the model call that asked for it ended."""
        if since is None or not self.uncalled[agent]:
            return None
        for draft in self._since(agent, since):
            if draft.tool == call.tool and (
                draft.text == call.text or _arguments(draft.text) == _arguments(call.text)
            ):
                self.uncalled[agent].remove(draft)
                return draft
        return None

    def _since(self, agent: str, since: datetime) -> Iterator[Draft]:
        """Yield the calls that tools' spans told from a time on, the first one first."""
        told = self.uncalled[agent]
        start = 0
        if self.in_order:  # only the last ones can be of that time
            start = len(told)
            while start and (at := told[start - 1].at) is not None and at >= since:
                start -= 1
        for draft in told[start:]:
            if draft.at is not None and draft.at >= since:
                yield draft

    def _find_call(self, agent: str, tool: str | None, call_id: str | None) -> Draft | None:
        """Return the open call that a tool span or a result belongs to."""
        for draft in self.open_calls[agent]:
            if call_id is not None and draft.call_id is not None:
                if draft.call_id == call_id:
                    return draft
            elif draft.tool == tool:
                return draft
        return None

    def _tool_called(self, span: Span) -> None:
        agent = self._agent_of(span)
        tool, call_id = span.tool, span.call_id
        call = self._find_call(agent, tool, call_id)
        if call is None or id(call) in self.at_work:
            call = Draft(
                "tool_call", agent, tool_text(span, answer=False), span.where,
                at_nanos(span.start), tool=tool, call_id=call_id,
            )  # fmt: skip
            self.drafts.append(call)
            self.open_calls[agent].append(call)
            uncalled = self.uncalled[agent]
            uncalled.append(call)
            del uncalled[:-MAX_OPEN]
        self.running[span.span_id] = call
        self.at_work.add(id(call))

    def _tool_answers(self, span: Span) -> None:
        agent = self._agent_of(span)
        call = self.running.pop(span.span_id, None)
        waiting = self.open_calls[agent]
        if call is not None and call not in waiting:
            call = None  # answered elsewhere, or forgotten
        text = tool_text(span, answer=True)
        call_id = span.call_id or (call.call_id if call is not None else None)
        if call is not None:
            self.at_work.discard(id(call))
            waiting.remove(call)
        if call_id is not None and call_id in self.answered[agent]:
            return
        self._answer(agent, Result(span.tool, text, call_id), span, at_nanos(span.end), CALLED)

    def _result(self, agent: str, result: Result, span: Span, rule: str = "") -> None:
        """Take a result out of a model call's input, unless its tool's span told it."""
        known = self.answered[agent]
        key = result.text.strip()
        if (result.call_id in known) if result.call_id is not None else (key in known):
            return
        call = self._find_call(agent, result.tool, result.call_id)
        if call is not None:
            self.open_calls[agent].remove(call)
            result = Result(result.tool or call.tool, result.text, result.call_id or call.call_id)
        self._answer(agent, result, span, at_nanos(span.start), rule)

    def _answer(
        self, agent: str, result: Result, span: Span, at: datetime | None, rule: str
    ) -> None:
        answered = self.answered[agent]
        if result.call_id:
            answered.add(result.call_id)
        if words := result.text.strip():
            answered.add(words)
        tool = result.tool or "tool"
        draft = Draft(
            "tool_result", tool, result.text, span.where, at, (agent,),
            "inferred" if rule else "recorded", "recorded", rule, tool, result.call_id,
        )  # fmt: skip
        self.drafts.append(draft)


def _arguments(text: str) -> Any:
    found = read_nested(text)
    if isinstance(found, dict) and len(found) == 1 and isinstance(found.get("input"), dict):
        return found["input"]
    return found
