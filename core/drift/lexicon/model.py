"""What the word lists of a language are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.drift.lexicon.triggers import triggers

Form: TypeAlias = Literal["base", "past", "ing", "s"]
"""How a verb stands there: bare (also imperative), past or participle, -ing, third person."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A reading of a word form as a verb: what kind of doing it names, and in which form."""

    concept: str
    lemma: str
    form: Form


class ClausePattern:
    """A pattern that is searched in a whole turn, one clause a line."""

    __slots__ = ("pattern", "triggers")

    def __init__(self, source: str) -> None:
        source = re.sub(r"\[\^(?!\\n)", r"[^\\n", source)
        self.pattern = re.compile(source, re.MULTILINE)
        self.triggers = triggers(source)

    def may_match(self, triples: frozenset[str]) -> bool:
        """Whether a text with these letter triples can match at all."""
        return self.triggers is None or not self.triggers.isdisjoint(triples)


def clause_pattern(source: str) -> ClausePattern:
    """Compile a pattern for :meth:`core.drift.reading.Reading.matching`.

    Args:
        source: Written as if for a single clause in lower case: '^' and '$' are its ends, and
            negated classes such as ``[^.]`` do not reach into the next one.
    """
    return ClausePattern(source)
