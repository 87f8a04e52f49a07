"""What the word lists of a language are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.drift.lexicon.triggers import runs_of, triggers

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

    __slots__ = ("pattern",)

    def __init__(self, source: str) -> None:
        source = re.sub(r"\[\^(?!\\n)", r"[^\\n", source)
        self.pattern = re.compile(source, re.MULTILINE)
        runs = triggers(source)
        if runs is None:
            _ALWAYS.append(self)
        else:
            for run in runs:
                _BY_RUN.setdefault(run, []).append(self)


_ALWAYS: list[ClausePattern] = []
_BY_RUN: dict[str, list[ClausePattern]] = {}


def candidates(text: str) -> set[ClausePattern]:
    """Return the patterns that a text's letters do not rule out."""
    found = set(_ALWAYS)
    for run in _BY_RUN.keys() & runs_of(text):
        found.update(_BY_RUN[run])
    return found


def clause_pattern(source: str) -> ClausePattern:
    """Compile a pattern for :meth:`core.drift.reading.Reading.matching`.

    Args:
        source: Written as if for a single clause in lower case: '^' and '$' are its ends, and
            negated classes such as ``[^.]`` do not reach into the next one.
    """
    return ClausePattern(source)
