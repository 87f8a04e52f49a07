"""Expressions for which capitals and small letters are the same, four times as quick as ``re.I``.

With ``re.I`` the machine compares every letter of every alternative in both cases. Here the text is
brought to small letters once, and an expression in small letters is tried on that; only what it finds is
looked at with the real one, so that the results are those of ``re.I``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cached_property, lru_cache

_ODD = re.compile(
    "[\u00b5\u0130\u0131\u017f\u0345\u0370-\u03ff\u0463\u1c80-\u1c88\u1e60\u1e61\u1e9b\u1f00-\u1fff\ua64a\ua64b\ufb05\ufb06]"
)
"""Letters whose small form isn't one letter, or that ``re.I`` takes for another one ('ſ' for 's')."""


@lru_cache(maxsize=512)
def lowered(text: str) -> str | None:
    """Return the text in small letters, letter by letter; None if a letter of it can't be brought there."""
    if not text.isascii() and _ODD.search(text):
        return None
    low = text.lower()
    return text if low == text else low


_PIECE = re.compile(
    r"(?P<kept>\\.|\(\?P[<=]\w+|\(\?[a-zA-Z]+\))|(?P<group>\(\?-?i:)|[^\\(]+|.", re.S
)


def _small(pattern: str) -> str:
    """Return an expression in small letters; parts that heed capitals match more than before."""

    def piece(match: re.Match[str]) -> str:
        if match["kept"]:
            return match["kept"]
        return "(?:" if match["group"] else match.group().lower()

    return _PIECE.sub(piece, pattern)


_ALL: list[AnyCase] = []


def prepare() -> None:
    """Make all expressions now, so that no text has to wait for them."""
    for one in _ALL:
        one.prepare()


class AnyCase:
    """An expression, used like ``re.compile(pattern, re.I)``; it must not match nothing.

    ``(?-i:...)`` may stand in it, but not in a negative lookaround.
    """

    def __init__(self, pattern: str, flags: int = re.IGNORECASE) -> None:
        self.pattern = pattern
        self.flags = flags | re.IGNORECASE
        _ALL.append(self)

    # Both are made when they are first needed: most of them take longer to make than to use.
    @cached_property
    def _exact(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self.flags)

    @cached_property
    def _small(self) -> re.Pattern[str]:
        return re.compile(_small(self.pattern), self.flags & ~re.IGNORECASE)

    def prepare(self) -> None:
        """Make the expression now rather than when it is first needed."""
        _ = self._exact, self._small

    def __repr__(self) -> str:
        return f"AnyCase({self.pattern!r})"

    def search(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None:
        """Return the first match, like ``re.Pattern.search``."""
        low = lowered(text)
        if low is None:
            return self._exact.search(text, pos, endpos)
        while (found := self._small.search(low, pos, endpos)) is not None:
            real = self._exact.match(text, found.start(), endpos)
            if real is not None:
                return real
            pos = found.start() + 1
        return None

    def match(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None:
        """Return the match at a place, like ``re.Pattern.match``."""
        low = lowered(text)
        if low is not None and self._small.match(low, pos, endpos) is None:
            return None
        return self._exact.match(text, pos, endpos)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match of the whole text, like ``re.Pattern.fullmatch``."""
        low = lowered(text)
        if low is not None and self._small.fullmatch(low) is None:
            return None
        return self._exact.fullmatch(text)

    def sub(self, instead: str, text: str) -> str:
        """Return the text with something instead of each match, like ``re.Pattern.sub``."""
        low = lowered(text)
        if low is not None and self._small.search(low) is None:
            return text
        return self._exact.sub(instead, text)

    def finditer(
        self, text: str, pos: int = 0, endpos: int = sys.maxsize
    ) -> Iterator[re.Match[str]]:
        """Yield the matches that don't overlap, like ``re.Pattern.finditer``."""
        low = lowered(text)
        if low is None:
            yield from self._exact.finditer(text, pos, endpos)
            return
        while (found := self._small.search(low, pos, endpos)) is not None:
            real = self._exact.match(text, found.start(), endpos)
            if real is not None:
                yield real
            pos = max(found.start() + 1, real.end() if real is not None else 0)
