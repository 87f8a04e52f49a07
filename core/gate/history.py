"""History adjustment (ours): what a repair did at run time discounts its utility.

The papers name such an adjustment without a formula. Here every use of a repair on a frontier that
was rolled back, or after which the run failed its final verifier, is a bad one. With b bad uses of n

    discount = w * b / (n + k)        w 0.5   k 10

so that a few bad uses say little and many count up to w. The frozen counts stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.gate.model import FrontierName, PastUses, RepairName

Segment: TypeAlias = tuple[RepairName, FrontierName]
WEIGHT = 0.5
PRIOR_USES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Uses:
    """How a repair fared on a frontier at run time."""

    uses: int = 0
    bad: int = 0

    @property
    def discount(self) -> float:
        """What is taken off u, in [0, 0.5).

        Example:
            >>> Uses(uses=10, bad=10).discount
            0.25
        """
        return WEIGHT * self.bad / (self.uses + PRIOR_USES)


@dataclass(frozen=True, slots=True)
class History:
    """Run-time outcomes by segment; never mixed with frozen counts."""

    segments: Mapping[Segment, Uses] = field(default_factory=dict)

    def of(self, repair: RepairName, frontier: FrontierName) -> Uses:
        """Return how a repair fared on a frontier; nothing is known at first."""
        return self.segments.get((repair, frontier), Uses())

    def note(self, repair: RepairName, frontier: FrontierName) -> PastUses:
        """Return what is kept with a decision."""
        known = self.of(repair, frontier)
        return PastUses(uses=known.uses, bad=known.bad, discount=round(known.discount, 6))

    def to_list(self) -> list[dict[str, Any]]:
        """Return JSON values from which ``from_list`` makes an equal history."""
        return [
            {"repair": repair, "frontier": frontier, "uses": used.uses, "bad": used.bad}
            for (repair, frontier), used in sorted(self.segments.items())
        ]

    @classmethod
    def from_list(cls, rows: Iterable[Mapping[str, Any]]) -> History:
        """Return the history that ``to_list`` described."""
        return cls(
            {
                (row["repair"], row["frontier"]): Uses(uses=row["uses"], bad=row["bad"])
                for row in rows
            }
        )

    def after(
        self,
        repair: RepairName,
        frontier: FrontierName,
        *,
        rolled_back: bool,
        passed: bool | None = None,
    ) -> History:
        """Return the history after one more use.

        Args:
            repair: What was used.
            frontier: On what.
            rolled_back: Whether its postconditions failed.
            passed: What the run's final verifier said; None if there is none.
        """
        known = self.of(repair, frontier)
        bad = rolled_back or passed is False
        more = Uses(uses=known.uses + 1, bad=known.bad + bad)
        return History({**self.segments, (repair, frontier): more})
