"""Says in one sentence why an obligation stands as it does."""

from __future__ import annotations

from core.contract.model import Fact
from core.provenance.model import ObligationState

DOUBT = "The check can't tell for sure; a person should look."


def state_reason(fact: Fact, state: ObligationState) -> str:
    """Return the sentence that a screen shows beside the status."""
    sentence = _plain(fact, state)
    if state.contradicted:
        other = f" ({state.other_value})" if state.other_value else ""
        by = "Its own work" if state.status == "unconsumed" else "A text"
        sentence += f" {by} contradicts the fact{other}."
    if state.unsure:
        sentence += f" {DOUBT}"
    return sentence


def _plain(fact: Fact, state: ObligationState) -> str:
    who = state.recipient
    match state.status:
        case "pending":
            return "Not due yet."
        case "ok" if state.reflected_seq is not None:
            return f"Delivered in event {state.delivered_seq}, reflected in event {state.reflected_seq}."
        case "ok" | "unconsumed" if state.unsure and (state.due_seq or 0) > (
            state.delivered_seq or 0
        ):
            return f"Delivered in event {state.delivered_seq}, but it is open whether {who}'s work uses it."
        case "ok":
            return f"Delivered in event {state.delivered_seq}; {who} has produced nothing since."
        case "late":
            return f"Delivered in event {state.delivered_seq}, after {who}'s last output."
        case "unconsumed":
            return (
                f"Delivered in event {state.delivered_seq}, but {who}'s output in event "
                f"{state.due_seq} does not reflect it."
            )
        case "misrouted":
            return f"Sent to somebody, but not to {who}, who needed it by event {state.due_seq}."
        case "absent" if state.retrievable:
            return (
                f"Sent to nobody by event {state.due_seq}, though it can be retrieved "
                f"from what {fact.owner or 'the team'} had."
            )
        case _:
            return f"Sent to nobody by event {state.due_seq}."
