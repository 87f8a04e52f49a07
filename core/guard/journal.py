"""What a guarded run leaves behind event by event, so that a process that dies loses nothing.

The record is append-only; what waits for a person, and how the run stands, is a fold over it. The
guard writes what it saw and did; people write what they decided, from any process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, TypeAlias

from core.errors import ConflictError, InputError, NotFoundError
from core.held import Ruling
from core.report import Act, BoundaryReport
from core.report_load import report_from_dict
from core.trace.model import Event
from core.trace.native import event_from_dict
from core.trace.redact import has_placeholder

GuardKind: TypeAlias = Literal[
    "opened",
    "event",
    "parked",
    "decided",
    "refused",
    "settled",
    "given_up",
    "resumed",
    "closed",
    "filed",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardRecord:
    """One thing that happened in a guarded run.

    What each kind holds in ``data``:

    ========  ==================================================================================
    opened    ``name``, ``task``, ``approval``, ``contract``, ``roles``, ``priors``, ``models``,
              ``people``, ``binding``, ``settings``: all that the run is checked with
    event     ``event``: a tool call or result; ``event_id``: the program's own name of it
    parked    ``digest``, ``event``, ``report``, ``reasons``; ``instead_of``: digest before it;
              ``event_id``; ``content_digest``: names what would be sent
    decided   ``digest``, ``act``, ``by``, ``reason``, ``text``, ``repair``: by a person
    refused   ``digest``, ``reason``: why a decision could not be carried out
    settled   ``events``, ``report``; ``digest`` of what was parked; ``event_id``; ``tokens``,
              ``estimated``
    resumed   another program has taken the run up
    given_up  ``digest``, ``reason``: an error let the text out unlooked at
    closed    ``analysis``: where the run was kept; empty if it was not
    filed     ``analysis``: somebody kept what a dead process had left
    ========  ==================================================================================
    """

    seq: int
    kind: GuardKind
    data: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardHeld:
    """A message of a guarded run that waits for a person."""

    digest: str
    event: Event
    report: BoundaryReport
    reasons: tuple[str, ...]
    since: datetime
    decided_by: str = ""
    """Who has decided; the guard carries it out when it looks next."""
    refusal: str = ""
    """Why the latest decision could not be carried out."""
    is_again: bool = False
    """Whether it stands here anew, because the run went on meanwhile."""
    event_id: str = ""
    """The program's own name of the event."""
    content: str = ""
    """Digest of what would be sent."""
    decision: Mapping[str, Any] = field(default_factory=dict)
    """The ``decided`` record, while its guard hasn't carried it out."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a program said under a name of its own."""

    kind: str
    sender: str
    recipients: tuple[str, ...]
    text: str

    @classmethod
    def of(cls, event: Event) -> Named:
        """Return what names an event."""
        return cls(event.kind, event.sender, event.recipients, event.text)


@dataclass(frozen=True, kw_only=True)
class GuardState:
    """A guarded run after all that was recorded."""

    seq: int = 0
    opened: Mapping[str, Any] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    """What went out and what was read, as a trace holds it."""
    reports: tuple[BoundaryReport, ...] = ()
    held: Mapping[str, GuardHeld] = field(default_factory=dict)
    """What waits, by digest, oldest first."""
    answered: Mapping[str, str] = field(default_factory=dict)
    """What became of what has waited, in words, by digest."""
    tokens: int = 0
    """Of the questions that the controller put, and of work done again."""
    estimated: bool = False
    """Whether nobody counted them somewhere."""
    said: Mapping[str, int] = field(default_factory=dict)
    """Place in ``reports`` of what became of an event, by the program's own name; -1: an error let
    it out."""
    names: Mapping[str, Named] = field(default_factory=dict)
    """What was said, by the program's own name of it."""
    noted: frozenset[str] = frozenset()
    """Names of calls and results that were taken in."""
    parks: int = 0
    """How often something was parked."""
    resumed: int = 0
    """How often another program has taken the run up."""
    is_closed: bool = False
    analysis_id: str = ""

    @property
    def waiting(self) -> tuple[GuardHeld, ...]:
        """What waits for a decision, oldest first."""
        if self.is_closed:
            return ()
        return tuple(held for held in self.held.values() if not held.decided_by)


def fold_guard(records: Iterable[GuardRecord], state: GuardState | None = None) -> GuardState:
    """Return how a guarded run stands.

    Args:
        records: All, in order; or those after ``state``.
        state: Where to go on from.
    """
    state = state or GuardState()
    for record in records:
        state = replace(_after(state, record), seq=record.seq)
    return state


def _after(state: GuardState, record: GuardRecord) -> GuardState:
    data, held = record.data, dict(state.held)
    digest = str(data.get("digest", ""))
    if record.kind == "opened":
        return replace(state, opened=data)
    if record.kind == "event":
        name = str(data.get("event_id", ""))
        noted = state.noted | {name} if name else state.noted
        events = _events([data["event"]])
        names = _names(state, name, *(Named.of(event) for event in events))
        return replace(state, events=(*state.events, *events), noted=noted, names=names)
    if record.kind == "resumed":
        return replace(state, resumed=state.resumed + 1)
    if record.kind == "parked":
        held.pop(str(data.get("instead_of", "")), None)
        held[digest] = GuardHeld(
            digest=digest,
            event=_events([data["event"]])[0],
            report=report_from_dict(data["report"]),
            reasons=tuple(data["reasons"]),
            since=record.at,
            is_again=bool(data.get("instead_of")),
            event_id=str(data.get("event_id", "")),
            content=str(data.get("content_digest", "")),
        )
        names = _names(state, held[digest].event_id, Named.of(held[digest].event))
        return replace(state, held=held, parks=state.parks + 1, names=names)
    if record.kind in ("decided", "refused") and digest in held:
        by = str(data["by"]) if record.kind == "decided" else ""
        why = str(data["reason"]) if record.kind == "refused" else ""
        decision = data if record.kind == "decided" else {}
        held[digest] = replace(held[digest], decided_by=by, refusal=why, decision=decision)
        return replace(state, held=held)
    if record.kind in ("settled", "given_up"):
        return _settled(state, record, digest, held)
    if record.kind in ("closed", "filed"):
        found = str(data.get("analysis") or state.analysis_id)
        return replace(state, is_closed=True, analysis_id=found)
    return state


def _settled(
    state: GuardState, record: GuardRecord, digest: str, held: dict[str, GuardHeld]
) -> GuardState:
    data, was = record.data, held.pop(digest, None)
    answered = dict(state.answered)
    reports = state.reports
    if record.kind == "settled":
        reports = (*reports, report_from_dict(data["report"]))
    if was is not None or digest:
        answered[digest] = _ended_words(data, reports)
    name = str(data.get("event_id") or (was.event_id if was is not None else ""))
    at = len(reports) - 1 if record.kind == "settled" else -1
    names = state.names
    if at >= 0:
        last = reports[at]
        names = _names(state, name, Named(last.kind, last.sender, last.recipients, last.original))
    return replace(
        state,
        events=(*state.events, *_events(data.get("events", ()))),
        reports=reports,
        held=held,
        answered=answered,
        said={**state.said, name: at} if name else state.said,
        names=names,
        tokens=state.tokens + int(data.get("tokens", 0)),
        estimated=state.estimated or bool(data.get("estimated")),
    )


def _names(state: GuardState, name: str, *said: Named) -> Mapping[str, Named]:
    return {**state.names, name: said[0]} if name and said else state.names


def _ended_words(data: Mapping[str, Any], reports: tuple[BoundaryReport, ...]) -> str:
    outcome = reports[-1].outcome if "report" in data and reports else None
    if outcome is None or not outcome.by:
        return "Nobody decided in time; the agent's own text went out."
    return f"{outcome.by} has decided; what went out can't be unsent."


def _events(values: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
    read = (event_from_dict(value, path="record", next_seq=1)[0] for value in values)
    return tuple(event for event in read if event is not None)


def refuse_placeholder(text: str) -> None:
    """Refuse a text that was made from a record, where secrets are hidden.

    Raises:
        InputError: A mark stands where the agent's text had a secret; it would go out in its place.
    """
    if has_placeholder(text):
        raise InputError(
            "This text holds a mark such as [redacted: key] where the agent wrote a secret, and the "
            "mark would go out instead: send the agent's own text, or leave that place out."
        )


def ruling_of(data: Mapping[str, Any]) -> Ruling:
    """Return what a ``decided`` record says shall be done."""
    return Ruling(
        act=data["act"],
        by=data["by"],
        reason=data["reason"],
        text=data["text"],
        repair=data["repair"] or None,
    )


def decision_data(
    state: GuardState,
    digest: str,
    act: Act,
    *,
    by: str,
    reason: str = "",
    text: str = "",
    repair: str = "",
) -> dict[str, Any]:
    """Return what a ``decided`` record holds, if the decision is about something that waits.

    Args:
        state: How the run stands.
        digest: Of exactly what the person saw.
        act: ``proposed``, ``original``, ``edit`` or ``order``, as in ``Guard.decide``.
        by: Name of the person.
        reason: Why.
        text: For ``edit``.
        repair: For ``order``.

    Raises:
        InputError: No name, no text, one in which a secret is hidden, or no such repair.
        ConflictError: It is decided already, the run is closed, or the run has gone on.
        NotFoundError: Nothing was parked under that digest.
    """
    if not by.strip():
        raise InputError("A decision carries a name.", hint="Set your name in Settings.")
    if act == "edit" and not text.strip():
        raise InputError("There is no text to send.", hint="Write one, or send the agent's own.")
    if act == "edit":
        refuse_placeholder(text)
    if digest in state.answered:
        raise ConflictError(f"This message is decided already. {state.answered[digest]}")
    held = state.held.get(digest)
    if held is None:
        if any(one.is_again for one in state.held.values()):
            raise ConflictError(
                "The run has gone on, and something else would be sent now. Look at it again."
            )
        raise NotFoundError("Nothing waits under this digest.")
    if state.is_closed:
        raise ConflictError("The run is over; nobody sends this any more.")
    if held.decided_by:
        raise ConflictError(f"{held.decided_by} has decided already.")
    if act == "order":
        known = {c.repair: c for c in held.report.candidates if c.proposal is not None}
        if repair not in known:
            raise InputError(f"{repair or 'That'} can't be ordered here.")
    return {
        "digest": digest,
        "act": act,
        "by": by.strip(),
        "reason": reason,
        "text": text if act == "edit" else "",
        "repair": repair if act == "order" else "",
    }
