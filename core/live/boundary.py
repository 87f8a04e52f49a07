"""From a finished turn to a held boundary, and from a held boundary to what goes out."""

from __future__ import annotations

from dataclasses import asdict, replace
from hashlib import sha256
from typing import Any, cast

from core.held import Held as Proposed
from core.held import Ruling, Settled
from core.live.route import Route, route
from core.live.state import Held, RunState
from core.trace.events import make_event
from core.trace.model import Event
from core.trace.native import event_to_dict

CUT_OFF = {"cut_off": True}
"""What the trace says of a text that ended at its author's limit of tokens."""
_NO_TEXT = "(no text)"


def proposed_event(state: RunState) -> tuple[Event, Route]:
    """Return the text of the turn under way as the event that it would become."""
    turn, team = state.turn, state.run.team
    assert turn is not None and turn.exchanges  # noqa: S101  (next_step has looked)
    said = "\n\n".join(x.text for x in turn.exchanges if x.text.strip() and not x.tool_calls)
    said = said or "\n\n".join(x.text for x in turn.exchanges if x.text.strip())
    way = route(team, turn.agent, said.strip() or _NO_TEXT)
    event = make_event(
        state.next_seq,
        team.agent(turn.agent).produces,
        turn.agent,
        way.text,
        "",
        recipients=way.recipients,
        metadata=CUT_OFF if any(x.is_cut and x.text.strip() for x in turn.exchanges) else None,
    )
    return event, way


def boundary_data(state: RunState, event: Event, way: Route, held: Proposed) -> dict[str, Any]:
    """Return what a ``boundary`` event holds."""
    turn = state.turn
    assert turn is not None  # noqa: S101  (a turn has led here)
    return {
        "seq": event.seq,
        "agent": event.sender,
        "turn": turn.number,
        "recipients": list(event.recipients),
        "kind": event.kind,
        "text": event.text,
        "route": way.how,
        "finish": way.finish,
        "is_cut": bool(event.metadata),
        "report": asdict(held.report),
        "digest": turn_digest(held.digest, turn.agent, turn.number),
        "judged": held.digest,
    }


def turn_digest(content: str, agent: str, turn: int) -> str:
    """Return the name by which people decide about a held text.

    An author that gets a text back may write the same again. So the name tells not only what would
    be sent but also in which turn it was written: a decision about the first is none about the second.

    Args:
        content: The controller's name of what would be sent (:func:`core.review.boundary_digest`).
        agent: The author.
        turn: Its turn, from 1.
    """
    return sha256(f"{turn}:{agent}:{content}".encode("utf-8", "surrogatepass")).hexdigest()


def held_event(held: Held) -> Event:
    """Return the held text as the event that was judged."""
    return make_event(
        held.seq,
        held.kind,
        held.agent,
        held.text,
        "",
        recipients=held.recipients,
        metadata=CUT_OFF if held.is_cut else None,
    )


def is_returned(held: Held) -> bool:
    """Whether the text goes back to its author instead of out."""
    return held.verdict is not None and held.verdict.then == "again"


def ruling_about(held: Held) -> Ruling:
    """Return what shall be done with a held text: as the person said, else as proposed."""
    verdict = held.verdict
    if held.expired:
        return Ruling(act="original", reason="Nobody decided in time.", digest=held.judged)
    if verdict is None:
        return Ruling()
    acts = {"approve": "proposed", "edit": "edit", "order": "order", "reject": "original"}
    return Ruling(
        act=cast("Any", acts[verdict.action]),
        by=verdict.author,
        reason=verdict.reason,
        text=verdict.text or "",
        repair=cast("Any", verdict.repair or None),
        digest=held.judged,
    )


def delivered_data(held: Held, settled: Settled) -> dict[str, Any]:
    """Return what a ``delivered`` event holds."""
    report = settled.report
    repaired = report.released != held.text
    by = "repair" if repaired else "agent"
    if held.expired:
        by = "expiry"
    elif held.verdict is not None and held.verdict.action == "edit":
        by = "person"
    return {
        "seq": held.seq,
        "text": report.released,
        "recipients": list(held.recipients),
        "by": by,
        "report": asdict(report),
        "events": [event_to_dict(_whole(event, by)) for event in settled.events],
    }


def _whole(event: Event, by: str) -> Event:
    """Return the event without the mark of a cut text, if a person wrote another text."""
    if by != "person" or not event.metadata.get("cut_off"):
        return event
    return replace(event, metadata={})
