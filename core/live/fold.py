"""The run as a pure fold: from state and event to state; an event out of order raises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from core.errors import TransitionError
from core.live.events import ACTIONS, LiveEvent
from core.live.spec import RunSpec
from core.live.state import (
    REFUSALS,
    Asked,
    Exchange,
    Held,
    OpenCall,
    Outcome,
    RunState,
    TokenAccount,
    Turn,
    Verdict,
)
from core.report import BoundaryReport
from core.report_load import report_from_dict
from core.trace.events import make_event
from core.trace.model import Event
from core.trace.native import event_from_dict

Handler = Callable[[RunState, LiveEvent, Mapping[str, Any]], RunState]


def fold(events: Iterable[LiveEvent], state: RunState | None = None) -> RunState:
    """Return where a run stands after its events.

    Args:
        events: All events, oldest first; or those after ``state``.
        state: Where to go on from; None means the beginning.

    Raises:
        TransitionError: An event can't follow those before it.
    """
    state = state or RunState()
    for event in events:
        state = apply(state, event)
    return state


def apply(state: RunState, event: LiveEvent) -> RunState:
    """Return the state after one more event.

    Raises:
        TransitionError: The event can't follow.
    """
    _need(event.seq == state.seq + 1, f"event {event.seq} can't follow event {state.seq}")
    _need((event.kind == "started") == (state.status == "new"), "a run is started once, and first")
    _need(not state.is_over, f"the run is {state.status}")
    if event.kind not in _HANDLERS:
        raise TransitionError(f"A run knows no event '{event.kind}'.")
    return replace(_HANDLERS[event.kind](state, event, event.data), seq=event.seq)


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise TransitionError(f"This can't happen now: {otherwise}.")


def _started(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    spec = RunSpec.from_dict(data["spec"])
    return replace(state, spec=spec, status="running", queue=spec.team.agent_names[:1])


# -- calls --------------------------------------------------------------------------------------


def _call_begun(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    _need(state.status == "running", f"no call begins while the run is {state.status}")
    _need(state.call is None, "another call is under way")
    agent, purpose = data["agent"], data["purpose"]
    call = OpenCall(call=data["call"], agent=agent, purpose=purpose)
    state = replace(state, call=call, calls=state.calls + 1)
    if purpose != "turn":
        asked = state.open_question
        _need(asked is not None and asked.addressee == agent, f"nobody asked {agent} anything")
        return state
    _need(state.held is None, "a boundary is held")
    if state.turn is not None:
        _need(state.turn.agent == agent, f"it is the turn of {state.turn.agent}")
        return state
    _need(state.queue[:1] == (agent,), f"it is not the turn of {agent}")
    number = state.turns.get(agent, 0) + 1
    return replace(
        state,
        queue=state.queue[1:],
        turns={**state.turns, agent: number},
        turn=Turn(agent=agent, number=number),
    )


def _reply(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    call = state.call
    _need(call is not None and call.call == data["call"], "no such call is under way")
    assert call is not None  # noqa: S101  (tells mypy)
    state = replace(
        state,
        call=None,
        account=_charged(state.account, call.purpose, data),
        seconds=state.seconds + float(data.get("seconds", 0.0)),
    )
    asked = state.open_question
    if call.purpose != "turn":
        assert asked is not None  # noqa: S101  (call_begun has looked)
        usage = data.get("usage", {})
        tokens = int(usage.get("prompt", 0)) + int(usage.get("completion", 0))
        asked = replace(asked, reply=data["text"], tokens=tokens)
        return replace(state, asked={**state.asked, asked.key: asked})
    assert state.turn is not None  # noqa: S101  (call_begun has made it)
    exchange = Exchange(text=data["text"], tool_calls=tuple(data.get("tool_calls", ())))
    return replace(state, turn=replace(state.turn, exchanges=(*state.turn.exchanges, exchange)))


def _charged(account: TokenAccount, purpose: str, data: Mapping[str, Any]) -> TokenAccount:
    usage = data.get("usage", {})
    total = int(usage.get("prompt", 0)) + int(usage.get("completion", 0))
    estimated = account.estimated or bool(usage.get("estimated"))
    if purpose == "rewrite":
        return replace(account, controller=account.controller + total, estimated=estimated)
    if purpose != "turn":
        return replace(account, repair=account.repair + total, estimated=estimated)
    overhead = min(total, int(data.get("overhead", 0)))
    return replace(
        account,
        native=account.native + total - overhead,
        prompt_overhead=account.prompt_overhead + overhead,
        estimated=estimated,
    )


def _tools_off(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    _need(state.call is not None and state.call.agent == data["agent"], "no call is under way")
    return replace(
        state,
        call=None,
        no_tools={**state.no_tools, data["agent"]: data["reason"]},
        account=_charged(state.account, "turn", data),
        seconds=state.seconds + float(data.get("seconds", 0.0)),
    )


def _tool_result(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    agent, tool, at = data["agent"], data["tool"], event.at
    first = state.next_seq
    said = make_event(
        first, "tool_call", agent, data["arguments"], "", tool=tool, call_id=data["call_id"], at=at
    )
    found = make_event(
        first + 1, "tool_result", tool, data["text"], "",
        recipients=(agent,), tool=tool, call_id=data["call_id"], at=at,
        metadata={"in_prompt": True} if data.get("in_prompt") else None,
    )  # fmt: skip
    if data.get("in_prompt"):
        _need(not state.uses_tools(agent), f"{agent} can call tools")
        return replace(state, events=(*state.events, found))
    turn = state.turn
    last = turn.exchanges[-1] if turn and turn.exchanges else None
    wanted = last.open_tool if last else None
    _need(wanted is not None and wanted["id"] == data["call_id"], "no such tool was called")
    assert turn is not None and last is not None  # noqa: S101  (tells mypy)
    result = {"id": data["call_id"], "text": data["text"]}
    exchanges = (*turn.exchanges[:-1], replace(last, results=(*last.results, result)))
    return replace(
        state, events=(*state.events, said, found), turn=replace(turn, exchanges=exchanges)
    )


# -- boundaries ---------------------------------------------------------------------------------


def _boundary(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    _need(state.held is None, "another boundary is held")
    _need(state.turn is not None and state.turn.agent == data["agent"], "nobody has written")
    _need(state.call is None and state.open_question is None, "a call is under way")
    held = Held(
        seq=data["seq"],
        agent=data["agent"],
        turn=data["turn"],
        recipients=tuple(data["recipients"]),
        kind=data["kind"],
        text=data["text"],
        route=data.get("route", "flow"),
        finish=bool(data.get("finish")),
        report=report_from_dict(data["report"]),
        digest=data["digest"],
    )
    return replace(
        state,
        turn=None,
        held=held,
        held_live_seq=event.seq,
    )


def _held(state: RunState) -> Held:
    if state.held is None:
        raise TransitionError("This can't happen now: no boundary is held.")
    return state.held


def _question(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """The controller asks while it judges what an agent has just written, or carries an order out."""
    written = state.turn is not None and bool(state.turn.exchanges)
    _need(written or state.held is not None, "nobody has written anything")
    _need(state.call is None and state.open_question is None, "a question is open")
    _need(data["key"] not in state.asked, "this was asked already")
    asked = Asked(
        key=data["key"], purpose=data["purpose"], addressee=data["addressee"], text=data["text"]
    )
    return replace(state, asked={**state.asked, asked.key: asked})


def _answer(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    asked = state.open_question
    _need(asked is not None and asked.key == data["key"], "this was not asked")
    assert asked is not None  # noqa: S101  (tells mypy)
    if error := data.get("error"):
        asked = replace(asked, is_answered=True, error=error)
        return replace(state, call=None, asked={**state.asked, asked.key: asked})
    _need(asked.reply == data["text"], "this is not what was said")
    return replace(state, asked={**state.asked, asked.key: replace(asked, is_answered=True)})


def _parked(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    held = _held(state)
    _need(held.parked_at is None, "the boundary waits already")
    _need(held.digest == data["digest"], "another text is held")
    at = event.at
    _need(at is not None, "nobody knows when")
    held = replace(held, parked_at=at, reasons=tuple(data.get("reasons", ())))
    return replace(state, held=held, status="waiting")


def _decided(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    held = _held(state)
    _need(held.seq == data["seq"], f"boundary {data['seq']} is not held")
    _need(held.digest == data["digest"], "what was decided about is not what is held")
    _need(held.is_parked, "the boundary does not wait for a decision")
    _need(data["action"] in ACTIONS, f"nobody can '{data['action']}'")
    _need(bool(str(data["author"]).strip()), "a decision carries a name")
    verdict = Verdict(
        action=data["action"],
        author=data["author"],
        digest=data["digest"],
        reason=data.get("reason", ""),
        text=data.get("text"),
        repair=data.get("repair", ""),
        then=data.get("then", ""),
        at=event.at,
    )
    status = state.status if state.status == "paused" else "running"
    return replace(state, held=replace(held, verdict=verdict), status=status)


def _undone(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    held = _held(state)
    _need(held.verdict is not None and held.digest == data["digest"], "there is nothing to undo")
    _need(state.call is None and state.open_question is None, "the decision is being applied")
    status = state.status if state.status == "paused" else "waiting"
    held = replace(held, verdict=None, parked_at=event.at)
    return replace(state, held=held, status=status)


def _expired(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    held = _held(state)
    _need(held.is_parked and held.digest == data["digest"], "the boundary does not wait")
    return replace(state, held=replace(held, expired=True), status="running")


def _returned(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    held = _held(state)
    _need(held.verdict is not None and held.verdict.then == "again", "nobody refused it")
    state = _closed(state, event, report=held.report, released=held.text, by="returned")
    return replace(
        state,
        queue=(held.agent, *(name for name in state.queue if name != held.agent)),
        returned={**state.returned, held.agent: data["reason"]},
        returned_text={**state.returned_text, held.agent: held.text},
    )


def _delivered(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    held = _held(state)
    _need(held.seq == data["seq"], f"boundary {data['seq']} is not held")
    _need(not held.is_parked, "the boundary waits for a person")
    _need(state.open_question is None, "a question is open")
    spec, text = state.run, data["text"]
    report = report_from_dict(data["report"])
    sent = tuple(replace(public, at=event.at) for public in _public(data, "events"))
    _need(bool(sent) and report.seq >= state.next_seq, "what goes out has no number of its own")
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
    held = _held(state)
    outcome = Outcome(
        seq=held.seq,
        live_seq=event.seq,
        boundary_live_seq=state.held_live_seq,
        report=report,
        released=released,
        by=by,
        verdict=held.verdict,
        expired=held.expired,
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


def _public(data: Mapping[str, Any], key: str) -> tuple[Event, ...]:
    """Return events of the trace that an event of the run brings along."""
    read = (event_from_dict(value, path=key, next_seq=1)[0] for value in data.get(key, ()))
    return tuple(event for event in read if event is not None)


# -- the run as a whole ---------------------------------------------------------------------------


def _paused(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    _need(state.status in ("running", "waiting"), f"the run is {state.status}")
    return replace(state, status="paused", reason=data.get("reason", ""))


def _resumed(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    _need(state.status in ("paused", "failed"), f"the run is {state.status}")
    waits = state.held is not None and state.held.is_parked
    if waits and state.held is not None:
        # The time of the pause doesn't count against the person who decides.
        state = replace(state, held=replace(state.held, parked_at=event.at))
    return replace(state, status="waiting" if waits else "running", reason="", how="")


def _stopped(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    return replace(
        state, status="stopped", call=None, how=data.get("how", "person"), reason=data["reason"]
    )


def _failed(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    return replace(
        state, status="failed", call=None, how=data.get("code", ""), reason=data["reason"]
    )


def _finished(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    _need(state.held is None and state.call is None, "a boundary is held or a call is under way")
    return replace(state, status="finished", how=data["how"], reason=data.get("reason", ""))


def _branched(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """The last copied event held a boundary; here a person decides about it anew."""
    held = _held(state)
    held = replace(held, parked_at=event.at, reasons=("branched from another run",))
    return replace(
        state, held=held, status="waiting", parent=data["parent"], parent_seq=data["parent_seq"]
    )


_HANDLERS: Final[Mapping[str, Handler]] = {
    "started": _started,
    "call_begun": _call_begun,
    "reply": _reply,
    "tools_off": _tools_off,
    "tool_result": _tool_result,
    "boundary": _boundary,
    "question": _question,
    "answer": _answer,
    "parked": _parked,
    "decided": _decided,
    "undone": _undone,
    "expired": _expired,
    "returned": _returned,
    "delivered": _delivered,
    "paused": _paused,
    "resumed": _resumed,
    "stopped": _stopped,
    "failed": _failed,
    "finished": _finished,
    "branched": _branched,
}
