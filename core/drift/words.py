"""The pieces of a turn: words, clauses, and verbs in their surroundings."""

from __future__ import annotations

from typing import NamedTuple

from core.drift.lexicon.model import Form, Verb


class Token(NamedTuple):
    """One word or mark."""

    text: str
    lower: str
    kind: str
    """Class of a function word, 'mark', 'quote', or ''."""
    verbs: tuple[Verb, ...] = ()

    @property
    def capital(self) -> bool:
        """Whether it starts with a capital letter."""
        return self.text[:1].isupper()


class Frame(NamedTuple):
    """One verb in its surroundings."""

    concepts: frozenset[str]
    lemma: str
    word: str
    form: Form
    subject: str
    """first, second, third, agent, other, none, report (subjectless 'Mail sent'), or relative
    ('the mail that I sent')."""
    clause: int
    token: int
    modal: str = ""
    """should, must, would, will, can, to, or ''."""
    negated: bool = False
    passive: bool = False
    imperative: bool = False
    addressed: bool = False
    """A name or 'please' stands before it."""
    perfect: bool = False
    """'has been sent', 'is now booked': the result is what counts."""
    present: bool = False
    """'is booked' rather than 'was booked'."""
    hands_on: bool = False
    """An object follows at once: 'sends the offer'."""
    elided: bool = False
    """The subject 'I' is not written: 'Booked the early train'."""


class Clause(NamedTuple):
    """A stretch of the text that can carry an act of its own."""

    start: int
    end: int
    text: str
    """As written."""
    masked: str
    """Lower case, same length, quoted stretches blanked by '¤'."""
    sentence: int
    question: bool
    russian: bool
    tokens: tuple[Token, ...]
    vocative: str = ""
    """The name that is spoken to, if any."""
    please: bool = False
    has_quote: bool = False
    has_key: bool = False
    """Holds a key path such as ``team/launch``."""


def russian_imperative(token: Token) -> bool:
    """Whether a Russian word is an imperative addressed to somebody."""
    return token.lower.endswith(("йте", "ите", "ьте", "йтесь", "итесь"))
