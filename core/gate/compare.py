"""Two priors sets side by side: what flipped, and whether the counts differ by more than chance."""

from __future__ import annotations

from dataclasses import dataclass

from core.gate.model import FrontierName, PriorRow, PriorsSet, RepairName
from core.gate.priors import PriorsRowView, priors_table
from core.gate.statistics import fisher_exact
from core.gate.utility import PUBLISHED_RULE, GateRule

ALPHA = 0.05
"""Below this p a difference of counts is called significant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentDiff:
    """One segment in two sets; at least one of them has it."""

    repair: RepairName
    frontier: FrontierName | None
    left: PriorsRowView | None
    right: PriorsRowView | None
    help_p: float | None
    """Fisher's exact two-sided p of the shares that helped; None where a set lacks the segment."""
    harm_p: float | None

    @property
    def changed(self) -> bool:
        """Whether the counts or the cost differ."""
        rows = [view.row if view else None for view in (self.left, self.right)]
        return _figures(rows[0]) != _figures(rows[1])

    @property
    def flipped(self) -> bool:
        """Whether the gate says something else; a segment that is missing admits nothing."""
        return bool(self.left and self.left.admitted) != bool(self.right and self.right.admitted)

    @property
    def significant(self) -> bool:
        """Whether help or harm differ by more than chance, two tests together (Bonferroni)."""
        return any(p is not None and p < ALPHA / 2 for p in (self.help_p, self.harm_p))


def compare_priors(
    left: PriorsSet, right: PriorsSet, rule: GateRule = PUBLISHED_RULE
) -> tuple[SegmentDiff, ...]:
    """Return every segment of either set, in the order of the left one, then the right one.

    Args:
        left: One set.
        right: The other; it may belong to another model.
        rule: By which the gate admits.
    """
    sides = [
        {(v.row.repair, v.row.frontier): v for v in priors_table(priors, rule)}
        for priors in (left, right)
    ]
    return tuple(
        _segment(key, sides[0].get(key), sides[1].get(key)) for key in {**sides[0], **sides[1]}
    )


def _segment(
    key: tuple[RepairName, FrontierName | None],
    left: PriorsRowView | None,
    right: PriorsRowView | None,
) -> SegmentDiff:
    help_p = harm_p = None
    if left is not None and right is not None:
        a, b = left.row, right.row
        help_p = fisher_exact(a.helped, a.episodes, b.helped, b.episodes)
        harm_p = fisher_exact(a.harmed, a.episodes, b.harmed, b.episodes)
    return SegmentDiff(
        repair=key[0], frontier=key[1], left=left, right=right, help_p=help_p, harm_p=harm_p
    )


def _figures(row: PriorRow | None) -> tuple[float, ...] | None:
    return (row.episodes, row.helped, row.harmed, row.mean_cost) if row else None
