"""The life of one held text in the fold of a run: held, parked, decided, sent or returned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.errors import TransitionError
from core.live.events import ACTIONS, LiveEvent
from core.live.spec import RunSpec
from core.live.state import REFUSALS, Held, Outcome, RunState, Verdict
from core.repair.means import Certificate
from core.report import BoundaryReport
from core.report_load import report_from_dict
from core.trace.model import Event
from core.trace.native import event_from_dict


def need(holds: bool, otherwise: str) -> None:
    """Raise TransitionError unless the condition holds."""
    if not holds:
        raise TransitionError(f"This can't happen now: {otherwise}.")


def boundary(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """A text was judged and is held."""
    need(state.held is None, "another boundary is held")
    need(state.turn is not None and state.turn.agent == data["agent"], "nobody has written")
    need(state.call is None and state.open_question is None, "a call is under way")
    held = Held(
        seq=data["seq"],
        agent=data["agent"],
        turn=data["turn"],
        recipients=tuple(data["recipients"]),
        kind=data["kind"],
        text=data["text"],
        route=data.get("route", "flow"),
        finish=bool(data.get("finish")),
        is_cut=bool(data.get("is_cut")),
        is_again=data["agent"] in state.returned,
        report=report_from_dict(data["report"]),
        digest=data["digest"],
        judged=data.get("judged", data["digest"]),  # older runs know but one name
    )
    return replace(
        state,
        turn=None,
        held=held,
        held_live_seq=event.seq,
    )


def held_of(state: RunState) -> Held:
    """Return what is held. Raises TransitionError if nothing is."""
    if state.held is None:
        raise TransitionError("This can't happen now: no boundary is held.")
    return state.held


def parked(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """It waits for a person."""
    held = held_of(state)
    need(held.parked_at is None, "the boundary waits already")
    need(held.digest == data["digest"], "another text is held")
    at = event.at
    need(at is not None, "nobody knows when")
    held = replace(held, parked_at=at, reasons=tuple(data.get("reasons", ())))
    return replace(state, held=held, status="waiting")


def decided(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """A person has decided; the decision is applied later."""
    held = held_of(state)
    need(held.seq == data["seq"], f"boundary {data['seq']} is not held")
    need(held.digest == data["digest"], "what was decided about is not what is held")
    need(held.is_parked, "the boundary does not wait for a decision")
    need(data["action"] in ACTIONS, f"nobody can '{data['action']}'")
    need(bool(str(data["author"]).strip()), "a decision carries a name")
    verdict = Verdict(
        action=data["action"],
        author=data["author"],
        digest=data["digest"],
        reason=data.get("reason", ""),
        text=data.get("text"),
        repair=data.get("repair", ""),
        then=data.get("then", ""),
        live_seq=event.seq,
        certificate=_certificate(data),
        at=event.at,
    )
    status = state.status if state.status == "paused" else "running"
    return replace(state, held=replace(held, verdict=verdict), status=status)


def _certificate(data: Mapping[str, Any]) -> Certificate | None:
    given = data.get("certificate")
    if not given:
        return None
    return Certificate(
        label=given["label"],
        by=data["author"],
        reason=data.get("reason", ""),
        other_value=given.get("other_value", ""),
    )


def undone(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """A person took her decision back in time."""
    held = held_of(state)
    need(held.verdict is not None and held.digest == data["digest"], "there is nothing to undo")
    need(state.call is None and state.open_question is None, "the decision is being applied")
    status = state.status if state.status == "paused" else "waiting"
    held = replace(held, verdict=None, parked_at=event.at)
    return replace(state, held=held, status=status)


def expired(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """Nobody decided in time."""
    held = held_of(state)
    need(held.is_parked and held.digest == data["digest"], "the boundary does not wait")
    return replace(state, held=replace(held, expired=True), status="running")


def returned(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """It goes back to its author, who writes it again."""
    held = held_of(state)
    need(held.verdict is not None and held.verdict.then == "again", "nobody refused it")
    state = _closed(state, event, report=held.report, released=held.text, by="returned")
    return replace(
        state,
        queue=(held.agent, *(name for name in state.queue if name != held.agent)),
        returned={**state.returned, held.agent: data["reason"]},
        returned_text={**state.returned_text, held.agent: held.text},
    )


def delivered(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """It went out, as the report says."""
    held = held_of(state)
    need(held.seq == data["seq"], f"boundary {data['seq']} is not held")
    need(not held.is_parked, "the boundary waits for a person")
    need(state.open_question is None, "a question is open")
    spec, text = state.run, data["text"]
    report = report_from_dict(data["report"])
    sent = tuple(replace(public, at=event.at) for public in brought(data, "events"))
    need(bool(sent) and report.seq >= state.next_seq, "what goes out has no number of its own")
    state = _closed(state, event, report=report, released=text, by=data["by"])
    recipients = [name for name in data["recipients"] if name not in state.queue]
    return replace(
        state,
        events=(*state.events, *sent),
        queue=(*state.queue, *recipients),
        returned={k: v for k, v in state.returned.items() if k != held.agent},
        returned_text={k: v for k, v in state.returned_text.items() if k != held.agent},
        ending=state.ending or ("done" if held.finish else _phrase(spec, held.agent, text)),
    )


def _phrase(spec: RunSpec, agent: str, text: str) -> str:
    stop = spec.team.stop
    says = stop.says and stop.says.casefold() in text.casefold()
    return "phrase" if says and stop.agent in ("", agent) else ""


def _closed(
    state: RunState, event: LiveEvent, *, report: BoundaryReport, released: str, by: str
) -> RunState:
    held = held_of(state)
    outcome = Outcome(
        seq=held.seq,
        live_seq=event.seq,
        boundary_live_seq=state.held_live_seq,
        report=report,
        released=released,
        by=by,
        verdict=held.verdict,
        expired=held.expired,
        digest=held.digest,
        is_cut=held.is_cut,
    )
    refusals = state.refusals
    if held.verdict is not None:
        refusals = refusals + 1 if held.verdict.action == "reject" else 0
    ending = "refusals" if refusals >= REFUSALS else state.ending
    return replace(
        state,
        held=None,
        outcomes=(*state.outcomes, outcome),
        refusals=refusals,
        ending=ending,
    )


def brought(data: Mapping[str, Any], key: str) -> tuple[Event, ...]:
    """Return events of the trace that an event of the run brings along."""
    read = (event_from_dict(value, path=key, next_seq=1)[0] for value in data.get(key, ()))
    return tuple(event for event in read if event is not None)
