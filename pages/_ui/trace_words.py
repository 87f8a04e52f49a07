"""Says in sentences what an analysis found. Plain text: the caller escapes it."""

from __future__ import annotations

from collections.abc import Iterable

from core.decision import NO_GAP
from core.provenance.model import Evidence, ObligationState
from core.provenance.reasons import DOUBT
from core.report import BoundaryReport
from core.trace.model import Event
from pages._ui.text import count
from pages._ui.trace_analysis import Opened
from pages._ui.trace_marks import is_seen, lean_words, sureness

KIND_WORDS = {
    "message": "message",
    "output": "work product",
    "tool_call": "tool call",
    "tool_result": "tool result",
    "verifier": "test verdict",
}
ROLE_WORDS = {
    "states": "states the fact",
    "delivers": "delivers the fact",
    "reflects": "reflects the fact",
    "contradicts": "gives another value",
    "ignores": "should reflect the fact, and doesn't",
    "retrievable": "holds the fact, though nobody sent it",
    "unsure": "may state the fact; the check can't tell",
    "stale": "delivers another value",
}
"""What a piece of evidence does, as the end of a sentence."""
ROLE_STATUS = {
    "states": "ok",
    "delivers": "ok",
    "reflects": "ok",
    "contradicts": "contradicted",
    "ignores": "unconsumed",
    "retrievable": "source",
    "unsure": "unsure",
    "stale": "contradicted",
}
"""State whose look the highlight of the evidence takes."""


def route(event: Event) -> str:
    """Return who wrote to whom, such as 'Collector → Copywriter, Reviewer'."""
    if event.kind == "tool_call":
        return f"{event.sender} calls {event.tool or 'a tool'}"
    return f"{event.sender} → {', '.join(event.recipients) or 'nobody'}"


def boundary_words(shown: Opened, report: BoundaryReport) -> str:
    """Return why a boundary was decided as it was; where the check is unsure there, that too.

    The controller works on gaps. That it found none doesn't say that all is well.
    """
    if report.frontiers:
        return report.reason
    doubts = [
        f"{state.fact} for {state.recipient}"
        for state in shown.states_at(report.seq)
        if state.unsure and not state.is_gap and _is_about(state, report)
    ]
    if not doubts:
        return report.reason
    said = f"No sure gap at this boundary, but the check is unsure about {', '.join(doubts)}."
    return report.reason.replace(NO_GAP, said)


def _is_about(state: ObligationState, report: BoundaryReport) -> bool:
    changed = any((c.fact, c.recipient) == (state.fact, state.recipient) for c in report.changes)
    return changed or report.seq in (state.due_seq, *(item.seq for item in state.evidence))


def event_words(shown: Opened, seq: int | None) -> str:
    """Return 'event 5 (Collector → Copywriter)'."""
    event = shown.events.get(seq or 0)
    return f"event {seq} ({route(event)})" if event else f"event {seq}"


def gap_sentence(shown: Opened, state: ObligationState) -> str:
    """Return what went wrong with one obligation, for somebody who hasn't seen the run."""
    fact, who = state.fact, state.recipient
    if said := shown.override_of(state):
        why = f": {said.reason}" if said.reason else "."
        return f"“{fact}” for {who} is {said.label}, says {said.author}, not {said.was}{why}"
    if state.contradicted and state.unsure:
        value = f", {state.other_value.rstrip(' .')}" if state.other_value else ""
        return (
            f"“{fact}” for {who}: another value stands there{value}. "
            "Whether the right one arrived too, the check can't tell."
        )
    if state.unsure and (item := next((e for e in state.evidence if e.role == "unsure"), None)):
        return _open(shown, state, item)
    due = event_words(shown, state.due_seq)
    came = event_words(shown, state.delivered_seq)
    sent = next((e.seq for e in state.evidence if e.role == "states"), None)
    match state.status:
        case "absent" | "misrouted" if shown.held is not None and shown.held == state.due_seq:
            text = f"“{fact}” isn't in this message to {who}"
            text += (
                f"; only {event_words(shown, sent)} states it."
                if sent
                else (", and nobody has sent it before.")
            )
            if state.retrievable:
                text += " It can be looked up."
        case "absent":
            text = f"“{fact}” never reached {who}: it was due in {due}, and nobody had sent it."
            if state.retrievable:
                text += " It could have been looked up."
        case "misrouted":
            text = f"“{fact}” never reached {who}: it was due in {due}"
            text += (
                f", but only {event_words(shown, sent)} states it."
                if sent
                else ", but went to others."
            )
        case "unconsumed":
            verb = "says something else" if state.contradicted else "doesn't reflect it"
            text = f"“{fact}” reached {who} in {came}, but its work in {due} {verb}."
        case "late":
            text = f"“{fact}” reached {who} only in {came}, after its last work product."
        case _:
            text = f"“{fact}” for {who}: {state.reason}"
    if state.contradicted and state.other_value:
        text += f" The value found is {state.other_value.rstrip(' .')}."
    return doubtful(text) if state.unsure else text


def _open(shown: Opened, state: ObligationState, item: Evidence) -> str:
    """Return a doubt in the words of the evidence that it rests on, so that both say the same."""
    leans = lean_words(shown, state, item)
    text = f"“{state.fact}” for {state.recipient} is open: {leans} {event_words(shown, item.seq)}."
    if state.retrievable and state.status == "absent":
        text += " It could be looked up."
    return f"{text} {DOUBT}"


def doubtful(text: str) -> str:
    """Return a sentence about a gap as a guess, unless it says so itself: once is enough."""
    return text if text.endswith(DOUBT) else f"Perhaps: {text}"


def first_trouble(states: Iterable[ObligationState]) -> ObligationState | None:
    """Return what a headline is about: the earliest sure gap, else the earliest doubt.

    A doubt never goes before something sure, whenever it fell due. Ties go by contract order.
    """
    troubles = [state for state in states if state.is_gap or state.unsure]
    return min(troubles, key=_rank, default=None)


def _rank(state: ObligationState) -> tuple[bool, float]:
    due = state.due_seq or state.delivered_seq
    return not state.is_gap, float(due) if due is not None else float("inf")


def trouble_label(state: ObligationState) -> str:
    """Return what stands before the headline: 'Earliest gap', or 'First doubt'."""
    return "Earliest gap" if state.is_gap else "First doubt"


def verdict_sentence(shown: Opened) -> str:
    """Return the one sentence that stands first on the page of an analysis."""
    final = shown.final
    state = first_trouble(final)
    if state is not None:
        return gap_sentence(shown, state)
    if not final:
        return "The contract asks nothing of the agents in this run."
    waiting = sum(s.status == "pending" for s in final)
    if waiting == len(final):
        return "Nothing fell due in this run."
    rest = f" {count(waiting, 'obligation')} never fell due." if waiting else ""
    return f"Every fact that fell due reached the agents that need it, and was used.{rest}"


def evidence_words(shown: Opened, item: Evidence) -> str:
    """Return 'Event 5, Collector → Copywriter, delivers the fact'."""
    event = shown.events.get(item.seq)
    who = f"{route(event)}, " if event else ""
    return f"#{item.seq} {who}{ROLE_WORDS.get(item.role, item.role)}"


def certainty(item: Evidence) -> str:
    """Return how sure the check is, in words."""
    return f"{sureness(item.confidence, seen=is_seen(item))} sure"
