"""The events of a story in the making, and its tools: which call a result answers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from core.trace.importers.dialects import Result
from core.trace.importers.spans import Span, tool_texts
from core.trace.model import EventKind, Origin

CALLED: Final = "a tool's result goes to the agent in whose span it lies"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST: Final = 946_684_800 * 10**9
_LATEST: Final = 7_258_118_400 * 10**9
"""Nothing before 2000 or after 2199 is believed; see `fields.read_time`."""
MAX_OPEN: Final = 500
"""Calls of one agent that wait for their result; older ones are taken as never answered."""


@dataclass
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
        self.answered: defaultdict[str, set[str]] = defaultdict(set)

    def _agent_of(self, span: Span) -> str:
        raise NotImplementedError

    def _add(self, kind: EventKind, sender: str, text: str, span: Span, **values: Any) -> Draft:
        draft = Draft(kind, sender, text, span.where, values.pop("at", None), **values)
        self.drafts.append(draft)
        return draft

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


def at_nanos(nanos: int | None) -> datetime | None:
    """Return a time of a span."""
    if nanos is None or not _EARLIEST <= nanos < _LATEST:
        return None
    return _EPOCH + timedelta(microseconds=nanos // 1000)
