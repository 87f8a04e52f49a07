"""Ranges of characters, asked many times whether any of them touches another."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from itertools import accumulate


class Places:
    """Ranges that stay as they are; they may overlap.

    >>> taken = Places([(4, 9), (0, 2)])
    >>> taken.touched(2, 4), taken.touched(8, 12)
    (False, True)
    """

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._reach = list(accumulate((end for _, end in ordered), max))

    def touched(self, start: int, end: int) -> bool:
        """Whether a range has a character in common with one of them."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._reach[before - 1] > start


class Apart:
    """Ranges that never overlap: one that would is not taken in."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def add(self, start: int, end: int) -> bool:
        """Take a range in, and say whether it was free."""
        at = bisect_left(self._spans, (end, end))
        if at and self._spans[at - 1][1] > start:
            return False
        insort(self._spans, (start, end))
        return True
