"""Says in sentences what an analysis found. Plain text: the caller escapes it."""

from __future__ import annotations

from core.provenance.model import Evidence, ObligationState
from core.trace.model import Event
from pages._ui.text import count
from pages._ui.trace_analysis import Opened

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
    "retrievable": "misrouted",
    "unsure": "unsure",
    "stale": "contradicted",
}
"""State whose look the highlight of the evidence takes."""


def route(event: Event) -> str:
    """Return who wrote to whom, such as 'Collector → Copywriter, Reviewer'."""
    if event.kind == "tool_call":
        return f"{event.sender} calls {event.tool or 'a tool'}"
    return f"{event.sender} → {', '.join(event.recipients) or 'nobody'}"


def event_words(shown: Opened, seq: int | None) -> str:
    """Return 'event 5 (Collector → Copywriter)'."""
    event = shown.events.get(seq or 0)
    return f"event {seq} ({route(event)})" if event else f"event {seq}"


def gap_sentence(shown: Opened, state: ObligationState) -> str:
    """Return what went wrong with one obligation, for somebody who hasn't seen the run."""
    fact, who = state.fact, state.recipient
    due = event_words(shown, state.due_seq)
    came = event_words(shown, state.delivered_seq)
    match state.status:
        case "absent":
            text = f"“{fact}” never reached {who}: it was due in {due}, and nobody had sent it."
            if state.retrievable:
                text += " It could have been looked up."
        case "misrouted":
            sent = next((e.seq for e in state.evidence if e.role == "states"), None)
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
        text += f" The value found is {state.other_value}."
    if state.unsure:
        text += " The check isn't sure."
    return text


def verdict_sentence(shown: Opened) -> str:
    """Return the one sentence that stands first on the page of an analysis."""
    pair = shown.analysis.earliest_gap
    if pair and (state := shown.state(pair)):
        return gap_sentence(shown, state)
    final = shown.analysis.final
    contradicted = next((s for s in final if s.contradicted), None)
    if contradicted:
        return gap_sentence(shown, contradicted)
    if not final:
        return "The contract asks nothing of the agents in this run."
    unsure = sum(s.unsure for s in final)
    if unsure:
        return f"No sure gap, but the checks can't tell about {count(unsure, 'obligation')}."
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
    return f"{item.confidence:.0%} sure"
