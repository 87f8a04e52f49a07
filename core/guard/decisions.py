"""What the guard answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.report import BoundaryReport


@dataclass(frozen=True, slots=True, kw_only=True)
class Forward:
    """Send the agent's own text."""

    text: str
    reason: str
    report: BoundaryReport | None = None
    """What the controller found; None where an error kept it from looking."""
    error: str = ""
    """What went wrong inside the guard, if anything did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """Send this text instead: a verified repair or rewrite, or what a person wrote."""

    text: str
    reason: str
    report: BoundaryReport
    original: str
    """The agent's own text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parked:
    """Send nothing yet: a person has to decide. See ``Guard.decide`` and ``Guard.wait``."""

    digest: str
    """Name of exactly what the decision is about."""
    reasons: tuple[str, ...]
    """Why a person is asked."""
    report: BoundaryReport
    """What was found and what would be done."""
    text: str
    """The agent's own text; it is what goes out if nobody decides in time."""

    @property
    def reason(self) -> str:
        """The reasons as one sentence."""
        return "; ".join(self.reasons)


Decision: TypeAlias = Forward | Repaired | Parked
