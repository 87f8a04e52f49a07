"""Shape of a language's word lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["base", "past", "ing", "s"]
"""How a verb stands there: bare (also imperative), past or participle, -ing, third person."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb form that the lists know: what kind of doing it names, and in which form."""

    concept: str
    lemma: str
    form: Form


@dataclass(frozen=True, kw_only=True)
class Cue:
    """A fixed turn of phrase that speaks for an act or for a predicate."""

    name: str
    pattern: re.Pattern[str]
    weight: float


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """Word lists of one language. General knowledge of the language, nothing about any team."""

    language: str
    verbs: Mapping[str, tuple[Verb, ...]]
    words: Mapping[str, str]
    """Function words: word -> class (first, second, third, modal_should, negation, ...)."""
    cues: tuple[Cue, ...] = field(default=(), repr=False)
