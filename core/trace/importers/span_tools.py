"""The events of a story in the making, and its tools: which call a result answers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from core.trace.importers import smolagents
from core.trace.importers.dialects import Call, Result
from core.trace.importers.fields import read_nested
from core.trace.importers.spans import Span, tool_texts
from core.trace.model import EventKind, Origin

CALLED: Final = "a tool's result goes to the agent in whose span it lies"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST: Final = 946_684_800 * 10**9
_LATEST: Final = 7_258_118_400 * 10**9
"""Nothing before 2000 or after 2199 is believed; see `fields.read_time`."""
MAX_OPEN: Final = 500
"""Calls of one agent that wait for their result; older ones are taken as never answered."""


@dataclass(eq=False, slots=True)
class Draft:
    """An event in the making."""

    kind: EventKind
    sender: str
    text: str
    where: str
    at: datetime | None
    recipients: tuple[str, ...] = ()
    recipients_from: Origin = "recorded"
    kind_from: Origin = "recorded"
    rule: str = ""
    tool: str | None = None
    call_id: str | None = None
    tokens: int | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


class ToolStory:
    """Keeps the calls that wait for a result."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.open_calls: defaultdict[str, list[Draft]] = defaultdict(list)
        self.uncalled: defaultdict[str, list[Draft]] = defaultdict(list)
        """Calls that only the tool's own span records so far."""
        self.answered: defaultdict[str, set[str]] = defaultdict(set)

    def _agent_of(self, span: Span) -> str:
        raise NotImplementedError

    def _add(self, kind: EventKind, sender: str, text: str, span: Span, **values: Any) -> Draft:
        draft = Draft(kind, sender, text, span.where, values.pop("at", None), **values)
        self.drafts.append(draft)
        return draft

    def _remembered(self, agent: str, text: str, span: Span) -> bool:
        """Write the results and calls that a user message holds for the model to remember."""
        if smolagents.is_observation(text):
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
        for draft in self.uncalled[agent] if since is not None else ():
            inside = draft.at is not None and since is not None and draft.at >= since
            same = draft.tool == call.tool
            if inside and same and _arguments(draft.text) == _arguments(call.text):
                self.uncalled[agent].remove(draft)
                return draft
        return None

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
        call = self._find_call(agent, span.tool, span.call_id)
        if call is None or call.metadata.get("running"):
            text, _ = tool_texts(span)
            call = self._add(
                "tool_call", agent, text, span,
                at=at_nanos(span.start), tool=span.tool, call_id=span.call_id,
            )  # fmt: skip
            self.open_calls[agent].append(call)
            self.uncalled[agent].append(call)
            del self.uncalled[agent][:-MAX_OPEN]
        call.metadata["running"] = span.span_id

    def _tool_answers(self, span: Span) -> None:
        agent = self._agent_of(span)
        call = next(
            (
                draft
                for draft in self.open_calls[agent]
                if draft.metadata.get("running") == span.span_id
            ),
            None,
        )
        _, text = tool_texts(span)
        call_id = span.call_id or (call.call_id if call is not None else None)
        if call is not None:
            call.metadata.pop("running", None)
            self.open_calls[agent].remove(call)
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
        self.answered[agent].update(filter(None, (result.call_id, result.text.strip())))
        tool = result.tool or "tool"
        self._add(
            "tool_result", tool, result.text, span,
            at=at, recipients=(agent,), tool=tool, call_id=result.call_id, rule=rule,
            recipients_from="inferred" if rule else "recorded",
        )  # fmt: skip


def _arguments(text: str) -> Any:
    found = read_nested(text)
    if isinstance(found, dict) and len(found) == 1 and isinstance(found.get("input"), dict):
        return found["input"]
    return found


def at_nanos(nanos: int | None) -> datetime | None:
    """Return a time of a span."""
    if nanos is None or not _EARLIEST <= nanos < _LATEST:
        return None
    return _EPOCH + timedelta(microseconds=nanos // 1000)
