"""A person says that a verdict of the check is wrong: an overlay on an analysis, folded when read.

The stored analysis is never edited. What a person says is a review event of the kind
``wrong_verdict``; it overrides exactly one state of one obligation, the one that she saw. What the
check says after a later event is a verdict of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias, cast, get_args

from core.errors import InputError
from core.provenance.model import Display, ObligationState
from core.review import ReviewEvent

Key: TypeAlias = tuple[str, str, int]
"""Fact, recipient, and the event after which the overridden state holds."""

LABELS: tuple[Display, ...] = tuple(label for label in get_args(Display) if label != "unsure")
"""What a person can say; being unsure overrides nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """What a person says about one obligation, against the check."""

    fact: str
    recipient: str
    seq: int
    """Event after which the overridden state holds."""
    label: Display
    was: Display
    """What the check says."""
    author: str
    reason: str
    boundary: int
    """Boundary at which the event is kept."""
    id: str = ""
    """The review event."""
    at: datetime | None = None

    @property
    def key(self) -> Key:
        """Which state it overrides."""
        return (self.fact, self.recipient, self.seq)


def key_of(state: ObligationState) -> Key:
    """Return by what an override names a state."""
    return (state.fact, state.recipient, state.seq)


def override_payload(state: ObligationState, label: str) -> dict[str, Any]:
    """Return the payload of a ``wrong_verdict`` event.

    Args:
        state: The state as the check gave it.
        label: What is true, one of :data:`LABELS`.

    Raises:
        InputError: The label is unknown, or it is what the check says.
    """
    if label not in LABELS:
        raise InputError(f"{label!r} is no state of an obligation; use {', '.join(LABELS)}.")
    if label == state.display:
        raise InputError(f"The check says {label} too; there is nothing to override.")
    return {
        "fact": state.fact,
        "recipient": state.recipient,
        "after": state.seq,
        "status": label,
        "was": state.display,
    }


def withdrawn_payload(override: Override) -> dict[str, Any]:
    """Return the payload of the event that takes an override back."""
    return {
        "fact": override.fact,
        "recipient": override.recipient,
        "after": override.seq,
        "status": "",
        "was": override.label,
        "of": override.id,
    }


def fold_overrides(events: Iterable[ReviewEvent]) -> dict[Key, Override]:
    """Return what stands against the check after all events of an analysis, oldest first.

    Events of other kinds, and payloads that name no obligation, say nothing about a verdict.
    """
    standing: dict[Key, Override] = {}
    for event in events:
        if event.kind != "wrong_verdict":
            continue
        found = _read(event)
        if found is None:
            continue
        key, label = found
        if not label:
            standing.pop(key, None)
            continue
        standing[key] = Override(
            fact=key[0],
            recipient=key[1],
            seq=key[2],
            label=cast("Display", label),
            was=cast("Display", str(event.payload.get("was", ""))),
            author=event.author,
            reason=event.reason,
            boundary=event.seq,
            id=event.id,
            at=event.at,
        )
    return standing


def _read(event: ReviewEvent) -> tuple[Key, str] | None:
    fact, recipient = event.payload.get("fact"), event.payload.get("recipient")
    after, label = event.payload.get("after"), event.payload.get("status")
    if not isinstance(fact, str) or not isinstance(recipient, str) or not isinstance(after, int):
        return None
    return ((fact, recipient, after), str(label)) if label in (*LABELS, "") else None


def overlay(state: ObligationState, override: Override | None) -> ObligationState:
    """Return a state as the person says it is; without an override, the state itself.

    Evidence and events stay those of the check, so that a reader sees what it rested on.
    """
    if override is None:
        return state
    said = f"{override.author}: {override.reason}" if override.reason else f"Says {override.author}"
    if override.label == "contradicted":
        return replace(state, contradicted=True, unsure=False, reason=said)
    return replace(
        state,
        status=override.label,  # type: ignore[arg-type]  # all other labels are statuses
        unsure=False,
        contradicted=False,
        other_value="",
        partial=state.partial and override.label == "absent",
        retrievable=state.retrievable and override.label == "absent",
        reason=said,
    )


def overlaid(
    states: Iterable[ObligationState], overrides: Mapping[Key, Override]
) -> tuple[ObligationState, ...]:
    """Return states as they stand with what people said about them."""
    return tuple(overlay(state, overrides.get(key_of(state))) for state in states)
