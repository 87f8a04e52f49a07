"""What the word lists of a language are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["base", "past", "ing", "s"]
"""How a verb stands there: bare (also imperative), past or participle, -ing, third person."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A reading of a word form as a verb: what kind of doing it names, and in which form."""

    concept: str
    lemma: str
    form: Form


def clause_pattern(source: str) -> re.Pattern[str]:
    """Compile a pattern that is searched in a whole turn, one clause a line.

    Args:
        source: Written as if for a single clause: '^' and '$' are its ends, and negated classes
            such as ``[^.]`` do not reach into the next one.
    """
    return re.compile(re.sub(r"\[\^(?!\\n)", r"[^\\n", source), re.MULTILINE)


def russian_only(source: str) -> bool:
    """Whether a pattern can only match a text with Cyrillic letters."""
    plain = re.sub(r"\\.|\(\?[:!=<]*", "", source)
    return bool(re.search("[а-яё]", plain)) and not re.search("[a-z]", plain)
