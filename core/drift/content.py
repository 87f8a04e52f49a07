"""What a message says that must neither be lost nor made up: numbers, dates, names.

A rewrite is compared with its original by these. Facts of the contract are checked by their own
checks; this is the net below them, for all that no contract names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from core.contract.checks import read_text

Moment: TypeAlias = tuple[tuple[str, int], ...]

_SPELLED_FROM = 3
"""Smaller numbers in words ('one of them', 'both') are no figures."""
_CALENDAR = ("year", "month", "day", "weekday", "minute")
_PLAIN = re.compile(
    r"https?://\S+[^\s.,;:!?)]|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|"
    r"(?:(?<![\w-])[\w-]+)?(?:/[\w.-]+){2,}|"
    r"\b(?=[\w.-]{0,200}[^\W\d_])(?=[\w.-]{0,200}[\d_])[\w.-]*\w"
)
"""Addresses, paths, identifiers: letters mixed with digits or underscores."""
_CAPITAL = re.compile(r"(?<![\w’'-])[^\W\d_a-zа-яёà-öø-ÿ][\w’'-]*")
_BEGINS = re.compile(r"(?:(?:^|\n)[\s>#*\-–•\d.)|]*|[.!?:…]['\"”»)*_]*\s+|[\"“«(*_|]\s*)$")
_BEFORE = 200
"""Signs before a word in which it is seen whether a sentence begins there."""
_SELF = re.compile(r".$|I['’]")
_WORD = re.compile(r"[\w’'-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Numbers, dates and names of a text, each once."""

    numbers: frozenset[float] = frozenset()
    moments: frozenset[Moment] = frozenset()
    names: frozenset[str] = frozenset()
    """In lower case."""
    words: frozenset[str] = frozenset()
    """Every word in lower case, to see whether a name was there in another place or case."""
    shown: tuple[tuple[object, str], ...] = ()
    """Each number, date and name with the words that gave it."""

    @property
    def size(self) -> int:
        """How many things there are."""
        return len(self.numbers) + len(self.moments) + len(self.names)

    def missing_from(self, other: Content) -> tuple[str, ...]:
        """Return what another text lacks, in this text's words.

        A date counts as kept if the other text gives one that says at least as much.
        """
        known_words = other.words | other.names
        lost: list[object] = [n for n in self.numbers if n not in other.numbers]
        lost += [m for m in self.moments if not any(set(m) <= set(o) for o in other.moments)]
        lost += [
            name
            for name in self.names
            if name not in known_words and not set(_WORD.findall(name)) <= known_words
        ]
        gone = set(lost)
        return tuple(dict.fromkeys(words for key, words in self.shown if key in gone))

    def kept_in(self, other: Content) -> float:
        """Return the share of this content that another text still holds; 1 if there is none."""
        return 1.0 - len(self.missing_from(other)) / self.size if self.size else 1.0


@lru_cache(maxsize=512)
def content_of(text: str) -> Content:
    """Return numbers, dates and names of a text.

    Args:
        text: A message; its first 60,000 characters count.

    Returns:
        Numbers by value (units converted), dates and times by the fields that they state,
        identifiers and addresses, and words with a capital inside a sentence. A name that opens a
        sentence is not told from any other first word.

    Examples:
        >>> sorted(content_of("Ask Dana about ticket OPS-71: 3 seats by June 15.").names)
        ['dana', 'june', 'ops-71']
    """
    view = read_text(text)
    numbers = {
        quantity.low: quantity.raw.strip()
        for quantity in view.quantities
        if not quantity.weak
        and (any(c.isdigit() for c in quantity.raw) or abs(quantity.low) >= _SPELLED_FROM)
    }
    moments = {
        fields: text[moment.start : moment.end].strip()
        for moment in view.moments
        if not moment.relative and (fields := _fields(moment))
    }
    figures = {quantity.start for quantity in view.quantities}
    names = {
        match.group().strip("._-").lower(): match.group()
        for match in _PLAIN.finditer(text)
        if match.start() not in figures
    }
    for match in _CAPITAL.finditer(text):
        if not _SELF.match(match.group()) and not _BEGINS.search(
            text, max(0, match.start() - _BEFORE), match.start()
        ):
            names.setdefault(match.group().lower(), match.group())
    names.pop("", None)
    shown: Iterable[tuple[object, str]] = (*numbers.items(), *moments.items(), *names.items())
    return Content(
        numbers=frozenset(numbers),
        moments=frozenset(moments),
        names=frozenset(names),
        words=frozenset(word.lower() for word in _WORD.findall(text)),
        shown=tuple(shown),
    )


def _fields(moment: object) -> Moment:
    return tuple(
        (name, value) for name in _CALENDAR if (value := getattr(moment, name, None)) is not None
    )
