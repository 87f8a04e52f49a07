"""Two priors sets side by side: what flipped, and whether the counts differ by more than chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

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
    left_used: PriorsRowView | None = None
    """The row by which the gate decides with the left set: its own, else the repair's aggregate."""
    right_used: PriorsRowView | None = None

    @property
    def changed(self) -> bool:
        """Whether the counts or the cost differ."""
        rows = [view.row if view else None for view in (self.left, self.right)]
        return _figures(rows[0]) != _figures(rows[1])

    @property
    def flipped(self) -> bool:
        """Whether the gate says something else; without a row and an aggregate it admits nothing."""
        sides = [bool(used and used.admitted) for used in (self.left_used, self.right_used)]
        return sides[0] != sides[1]

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
    return tuple(_segment(key, sides[0], sides[1]) for key in {**sides[0], **sides[1]})


_Key: TypeAlias = tuple[RepairName, FrontierName | None]


def _segment(
    key: _Key, left: Mapping[_Key, PriorsRowView], right: Mapping[_Key, PriorsRowView]
) -> SegmentDiff:
    help_p = harm_p = None
    if key in left and key in right:
        a, b = left[key].row, right[key].row
        help_p = fisher_exact(a.helped, a.episodes, b.helped, b.episodes)
        harm_p = fisher_exact(a.harmed, a.episodes, b.harmed, b.episodes)
    aggregate: _Key = (key[0], None)
    return SegmentDiff(
        repair=key[0], frontier=key[1], left=left.get(key), right=right.get(key),
        help_p=help_p, harm_p=harm_p,
        left_used=left.get(key, left.get(aggregate)),
        right_used=right.get(key, right.get(aggregate)),
    )  # fmt: skip


def _figures(row: PriorRow | None) -> tuple[float, ...] | None:
    return (row.episodes, row.helped, row.harmed, row.mean_cost) if row else None
