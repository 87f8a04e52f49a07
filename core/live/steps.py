"""What a run does next: decided by its state and the time alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from core.live.approval import asks_a_person
from core.live.cost import cost_of, money
from core.live.documents import MAX_ROUNDS
from core.live.spec import LONGEST_WAIT
from core.live.state import Held, RunState

StepKind: TypeAlias = Literal[
    "call", "tool", "judge", "park", "expire", "apply", "deliver", "finish", "wait", "idle"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The next effect of a run."""

    kind: StepKind
    agent: str = ""
    how: str = ""
    reason: str = ""
    until: datetime | None = None
    """``wait``: when something happens by itself; None if only a person can go on."""


def next_step(state: RunState, now: datetime) -> Step:
    """Return what happens next.

    Args:
        state: Where the run stands.
        now: The time, UTC; only waiting depends on it.
    """
    if state.status in ("new", "paused", "failed") or state.is_over:
        return Step(kind="idle")
    if state.held is not None:
        return _held(state, state.held, now)
    if state.open_question is not None:
        return Step(kind="judge")
    if over := _over(state):
        return over
    if state.turn is not None:
        return _turn(state)
    if state.ending:
        return Step(kind="finish", how=state.ending, reason=_ENDINGS.get(state.ending, ""))
    if not state.queue:
        return Step(kind="finish", how="quiet", reason="Nobody has anything left to do.")
    return Step(kind="call", agent=state.queue[0])


_ENDINGS = {
    "done": "An agent ended the work.",
    "phrase": "The stop phrase was said.",
    "refusals": "Three messages in a row were refused.",
}


def _held(state: RunState, held: Held, now: datetime) -> Step:
    if held.expired:
        return Step(kind="deliver")
    if held.verdict is not None:
        since = held.verdict.at or now
        until = _after(since, state.run.grace_seconds)
        return Step(kind="apply") if now >= until else Step(kind="wait", until=until)
    if held.parked_at is not None:
        until = _after(held.parked_at, state.run.wait_seconds)
        return Step(kind="expire") if now >= until else Step(kind="wait", until=until)
    reasons = asks_a_person(state.run, held.report, is_cut=held.is_cut)
    return Step(kind="park") if reasons else Step(kind="deliver")


def _after(since: datetime, seconds: float) -> datetime:
    """Return the time so many seconds later; a record may hold any number."""
    usable = seconds if 0 <= seconds <= LONGEST_WAIT else LONGEST_WAIT if seconds > 0 else 0.0
    return since + timedelta(seconds=usable)


def _turn(state: RunState) -> Step:
    turn = state.turn
    assert turn is not None  # noqa: S101  (the caller has just looked)
    last = turn.exchanges[-1] if turn.exchanges else None
    if last is None:
        return Step(kind="call", agent=turn.agent)
    if last.open_tool is not None and len(turn.exchanges) <= MAX_ROUNDS:
        return Step(kind="tool", agent=turn.agent)
    if last.tool_calls and len(turn.exchanges) <= MAX_ROUNDS:
        return Step(kind="call", agent=turn.agent)
    return Step(kind="judge", agent=turn.agent)


def _over(state: RunState) -> Step | None:
    """Return the end by budget. A text that is written already is still judged and sent."""
    if state.call is not None or (state.turn is not None and state.turn.exchanges):
        return None
    budgets = state.run.team.budgets
    used = (
        (state.turn is None and state.turn_count >= budgets.turns, f"{budgets.turns} turns"),
        (state.account.total >= budgets.tokens, f"{budgets.tokens} tokens"),
        (state.seconds >= budgets.seconds, f"{budgets.seconds:g} seconds"),
        (
            budgets.cost is not None and cost_of(state).known >= budgets.cost,
            money(budgets.cost or 0),
        ),
    )
    for reached, what in used:
        if reached and not state.ending and state.queue:
            return Step(kind="finish", how="budget", reason=f"The budget of {what} is used up.")
    return None
