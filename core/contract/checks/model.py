"""What a fact check answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Label: TypeAlias = Literal["conveyed", "contradicted", "not_conveyed"]
VerdictLabel: TypeAlias = Literal["conveyed", "contradicted", "not_conveyed", "unsure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a text conveys a fact, and how we know."""

    label: VerdictLabel
    lean: Label
    """Best guess even when ``label`` is unsure."""
    confidence: float
    """Probability, calibrated, that ``lean`` is right; in [0, 1]."""
    span: tuple[int, int] | None = None
    """Start and end (exclusive, in characters of the text) of what decided."""
    reason: str = ""
    """One sentence for a person."""
    other_value: str = ""
    """For a contradiction: the value that the text gives instead."""
    missing: tuple[str, ...] = ()
    """For a list: the items that the text lacks, in the fact's words."""
    found: tuple[str, ...] = ()
    """For a list: the items that the text has."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Probability for each of the three labels; sums to 1."""

    @property
    def conveyed(self) -> bool:
        """Whether the text surely conveys the fact."""
        return self.label == "conveyed"

    @property
    def partial(self) -> bool:
        """Whether some but not all items of a list are there."""
        return bool(self.found and self.missing)
