"""Certificates: sure verdicts by a person or a verifier, as events of a run.

A certificate is an event of kind ``verifier`` whose metadata names its scope: one fact for one
recipient at one boundary. Outside that scope it says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from core.trace.model import Event

CertificateLabel: TypeAlias = Literal["conveyed", "not_conveyed", "contradicted"]

_KEY = "certificate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certified:
    """What a certificate says, and about what."""

    seq: int
    """Event that holds the certificate."""
    fact: str
    recipient: str
    boundary_seq: int
    label: CertificateLabel
    by: str
    other_value: str = ""


def certificate_event(
    boundary: Event,
    *,
    fact: str,
    recipient: str,
    label: CertificateLabel,
    by: str,
    reason: str = "",
    other_value: str = "",
) -> Event:
    """Return the event that stands right behind the boundary it is about.

    Args:
        boundary: The held message or output.
        fact: Id of the fact.
        recipient: Party that needs it.
        label: Whether the fact was conveyed to it (in its own output: reflected).
        by: Name of the person or verifier.
        reason: One sentence.
        other_value: For ``contradicted``: what stands instead.
    """
    words = f"{by} certifies: {fact} for {recipient} is {label.replace('_', ' ')}."
    return Event(
        seq=boundary.seq + 1,
        kind="verifier",
        sender=by,
        text=f"{words} {reason}".strip(),
        metadata={
            _KEY: {
                "fact": fact,
                "recipient": recipient,
                "boundary": boundary.seq,
                "label": label,
                "other_value": other_value,
            }
        },
    )


def certificate_of(event: Event) -> Certified | None:
    """Return what the event certifies, or None if it is no certificate."""
    data = event.metadata.get(_KEY) if event.kind == "verifier" else None
    if not isinstance(data, Mapping) or data.get("label") not in get_args(CertificateLabel):
        return None
    fact, recipient, boundary = data.get("fact"), data.get("recipient"), data.get("boundary")
    if not (isinstance(fact, str) and isinstance(recipient, str) and isinstance(boundary, int)):
        return None
    return Certified(
        seq=event.seq,
        fact=fact,
        recipient=recipient,
        boundary_seq=boundary,
        label=data["label"],
        by=event.sender,
        other_value=str(data.get("other_value") or ""),
    )
