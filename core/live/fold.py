"""The run as a pure fold: from state and event to state; an event out of order raises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from core.errors import TransitionError
from core.live import fold_boundary
from core.live.events import LiveEvent
from core.live.fold_boundary import held_of, need
from core.live.spec import RunSpec
from core.live.state import (
    Asked,
    Exchange,
    OpenCall,
    RunState,
    RunStatus,
    TokenAccount,
    Turn,
)
from core.trace.events import make_event

CUT = "length"
"""How a server says that an answer ended at its limit of tokens."""
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
    need(event.seq == state.seq + 1, f"event {event.seq} can't follow event {state.seq}")
    need((event.kind == "started") == (state.status == "new"), "a run is started once, and first")
    need(not state.is_over, f"the run is {state.status}")
    if event.kind not in _HANDLERS:
        raise TransitionError(f"A run knows no event '{event.kind}'.")
    return replace(_HANDLERS[event.kind](state, event, event.data), seq=event.seq)


def _started(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    spec = RunSpec.from_dict(data["spec"])
    return replace(state, spec=spec, status="running", queue=spec.team.agent_names[:1])


def _recalled(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """What happened elsewhere, between two turns of agents of the team."""
    idle = state.turn is None and state.held is None and state.call is None
    need(idle, "a turn is under way")
    more = fold_boundary.brought(data, "events")
    need(all(e.seq >= state.next_seq for e in more[:1]), "it comes before what went out")
    names = state.run.team.agent_names
    need(all(name in names for name in data["queue"]), "it names nobody of the team")
    return replace(state, events=(*state.events, *more), queue=tuple(data["queue"]))


# -- calls --------------------------------------------------------------------------------------


def _call_begun(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    need(state.status == "running", f"no call begins while the run is {state.status}")
    need(state.call is None, "another call is under way")
    agent, purpose = data["agent"], data["purpose"]
    call = OpenCall(call=data["call"], agent=agent, purpose=purpose)
    state = replace(state, call=call, calls=state.calls + 1)
    if purpose != "turn":
        asked = state.open_question
        need(asked is not None and asked.addressee == agent, f"nobody asked {agent} anything")
        return state
    need(state.held is None, "a boundary is held")
    if state.turn is not None:
        need(state.turn.agent == agent, f"it is the turn of {state.turn.agent}")
        return state
    need(state.queue[:1] == (agent,), f"it is not the turn of {agent}")
    number = state.turns.get(agent, 0) + 1
    return replace(
        state,
        queue=state.queue[1:],
        turns={**state.turns, agent: number},
        turn=Turn(agent=agent, number=number),
    )


def _reply(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    call = state.call
    need(call is not None and call.call == data["call"], "no such call is under way")
    assert call is not None  # noqa: S101  (tells mypy)
    state = replace(
        state,
        call=None,
        account=_charged(state.account, call.purpose, data),
        usage=_used(state, data),
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
    exchange = Exchange(
        text=data["text"],
        tool_calls=tuple(data.get("tool_calls", ())),
        is_cut=data.get("finish") == CUT,
    )
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


def _used(state: RunState, data: Mapping[str, Any]) -> Mapping[str, tuple[int, int]]:
    """Return tokens in and out by model, with those of one more call."""
    usage, model = data.get("usage", {}), state.run.team.model_of(data["agent"])
    into, out = state.usage.get(model, (0, 0))
    added = (into + int(usage.get("prompt", 0)), out + int(usage.get("completion", 0)))
    return {**state.usage, model: added}


def _tools_off(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    need(state.call is not None and state.call.agent == data["agent"], "no call is under way")
    return replace(
        state,
        call=None,
        no_tools={**state.no_tools, data["agent"]: data["reason"]},
        account=_charged(state.account, "turn", data),
        usage=_used(state, data),
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
        need(not state.uses_tools(agent), f"{agent} can call tools")
        return replace(state, events=(*state.events, found))
    turn = state.turn
    last = turn.exchanges[-1] if turn and turn.exchanges else None
    wanted = last.open_tool if last else None
    need(wanted is not None and wanted["id"] == data["call_id"], "no such tool was called")
    assert turn is not None and last is not None  # noqa: S101  (tells mypy)
    result = {"id": data["call_id"], "text": data["text"]}
    exchanges = (*turn.exchanges[:-1], replace(last, results=(*last.results, result)))
    return replace(
        state, events=(*state.events, said, found), turn=replace(turn, exchanges=exchanges)
    )


def _question(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """The controller asks while it judges what an agent has just written, or carries an order out."""
    written = state.turn is not None and bool(state.turn.exchanges)
    need(written or state.held is not None, "nobody has written anything")
    need(state.call is None and state.open_question is None, "a question is open")
    need(data["key"] not in state.asked, "this was asked already")
    asked = Asked(
        key=data["key"], purpose=data["purpose"], addressee=data["addressee"], text=data["text"]
    )
    return replace(state, asked={**state.asked, asked.key: asked})


def _answer(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    asked = state.open_question
    need(asked is not None and asked.key == data["key"], "this was not asked")
    assert asked is not None  # noqa: S101  (tells mypy)
    if error := data.get("error"):
        asked = replace(asked, is_answered=True, error=error)
        return replace(state, call=None, asked={**state.asked, asked.key: asked})
    need(asked.reply == data["text"], "this is not what was said")
    return replace(state, asked={**state.asked, asked.key: replace(asked, is_answered=True)})


# -- the run as a whole ---------------------------------------------------------------------------


def _paused(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    need(state.status in ("running", "waiting"), f"the run is {state.status}")
    return replace(state, status="paused", reason=data.get("reason", ""))


def _resumed(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    need(state.status in ("paused", "failed"), f"the run is {state.status}")
    waits = state.held is not None and state.held.is_parked
    if waits and state.held is not None:
        # The time of the pause doesn't count against the person who decides.
        state = replace(state, held=replace(state.held, parked_at=event.at))
    state = _moved(state, data)
    status: RunStatus = "waiting" if waits else "running"
    return replace(state, status=status, reason="", how="", let_go_on=event.seq)


def _moved(state: RunState, data: Mapping[str, Any]) -> RunState:
    """Note where the models are, if whoever let the run go on has them elsewhere."""
    there = data.get("endpoint")
    return replace(state, moved_to=str(there)) if there else state


def _stopped(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    return replace(
        state, status="stopped", call=None, how=data.get("how", "person"), reason=data["reason"]
    )


def _failed(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    return replace(
        state, status="failed", call=None, how=data.get("code", ""), reason=data["reason"]
    )


def _finished(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    need(state.held is None and state.call is None, "a boundary is held or a call is under way")
    return replace(state, status="finished", how=data["how"], reason=data.get("reason", ""))


def _branched(state: RunState, event: LiveEvent, data: Mapping[str, Any]) -> RunState:
    """The last copied event held a boundary; here a person decides about it anew."""
    held = held_of(state)
    held = replace(held, parked_at=event.at, reasons=("branched from another run",))
    state = _moved(state, data)
    return replace(
        state,
        held=held,
        status="waiting",
        parent=data["parent"],
        parent_seq=data["parent_seq"],
        let_go_on=event.seq,
    )


_HANDLERS: Final[Mapping[str, Handler]] = {
    "started": _started,
    "recalled": _recalled,
    "call_begun": _call_begun,
    "reply": _reply,
    "tools_off": _tools_off,
    "tool_result": _tool_result,
    "boundary": fold_boundary.boundary,
    "question": _question,
    "answer": _answer,
    "parked": fold_boundary.parked,
    "decided": fold_boundary.decided,
    "undone": fold_boundary.undone,
    "expired": fold_boundary.expired,
    "returned": fold_boundary.returned,
    "delivered": fold_boundary.delivered,
    "paused": _paused,
    "resumed": _resumed,
    "stopped": _stopped,
    "failed": _failed,
    "finished": _finished,
    "branched": _branched,
}
