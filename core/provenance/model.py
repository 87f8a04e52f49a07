"""Obligations, their states, and frontiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["ok", "pending", "unconsumed", "misrouted", "absent", "late"]
Display: TypeAlias = Literal[
    "ok", "pending", "unsure", "unconsumed", "misrouted", "absent", "late", "contradicted"
]
FRONTIERS: tuple[Status, ...] = ("unconsumed", "misrouted", "absent")
GAPS: tuple[Status, ...] = ("unconsumed", "misrouted", "absent", "late")
"""``late`` is a gap of its own; the other three are frontiers that a repair can work on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A place in the trace that bears on an obligation."""

    seq: int
    """Event that holds it."""
    role: Literal[
        "states", "delivers", "reflects", "contradicts", "ignores", "retrievable", "unsure", "stale"
    ]
    span: tuple[int, int] | None
    """Characters of that event's text, or None where the whole text is meant."""
    reason: str
    confidence: float
    inferred: bool = False
    """Whether it rests on a recipient or output that was inferred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObligationState:
    """One fact for one recipient, as it stands after an event."""

    fact: str
    recipient: str
    """Party name."""
    seq: int
    """Event after which this state holds."""
    status: Status
    unsure: bool = False
    """The check could not tell; ``status`` is then its best guess."""
    contradicted: bool = False
    other_value: str = ""
    """The value that contradicts the fact, where one was found."""
    retrievable: bool = False
    """On ``absent``: it lies in a tool result, a public document or the owner's own context."""
    partial: bool = False
    """Some but not all items of a list arrived."""
    due_seq: int | None = None
    """Event at which the obligation fell due; for ``unconsumed`` the output that had to reflect it."""
    delivered_seq: int | None = None
    reflected_seq: int | None = None
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""
    """One sentence for a person."""

    @property
    def display(self) -> Display:
        """The word a screen shows: contradicted, then unsure, then the plain status.

        A contradiction is only flagged where the check is sure of it, so doubt about anything
        else does not hide it.
        """
        if self.contradicted:
            return "contradicted"
        return "unsure" if self.unsure else self.status

    @property
    def is_gap(self) -> bool:
        """Whether something surely went wrong."""
        return self.contradicted or (not self.unsure and self.status in GAPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frontier:
    """An unresolved obligation that is due, found at a boundary."""

    fact: str
    recipient: str
    status: Literal["unconsumed", "misrouted", "absent"]
    boundary_seq: int
    due_seq: int
    side: Literal["sender", "recipient"]
    """Whose obligation it is at this boundary."""
    critical: bool
    unsure: bool = False
    contradicted: bool = False
    retrievable: bool = False
    partial: bool = False
    other_value: str = ""
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
