"""What the word lists of a language are made of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.drift.lexicon.expand import DIGIT, Need, alternatives, needs

Form: TypeAlias = Literal["base", "past", "ing", "s"]
"""How a verb stands there: bare (also imperative), past or participle, -ing, third person."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A reading of a word form as a verb: what kind of doing it names, and in which form."""

    concept: str
    lemma: str
    form: Form


class ClausePattern:
    """A pattern that is searched in every clause of a turn. Compared by identity."""

    __slots__ = ("late", "phrases")

    def __init__(self, source: str, late: bool) -> None:
        self.late = late
        self.phrases = tuple(Phrase(self, part) for part in alternatives(source))
        _WAITING.extend(self.phrases)


class Phrase:
    """One alternative of a pattern."""

    def __init__(self, pattern: ClausePattern, source: str) -> None:
        self.pattern = pattern
        self.source = source

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The phrase, compiled when it is first worth a search."""
        return re.compile(self.source)


_Waiting: TypeAlias = dict[str, list[tuple[Phrase, Need]]]

_WAITING: list[Phrase] = []
_BY_WORD: _Waiting = {}
_BY_START: _Waiting = {}
_BY_PIECE: dict[str, list[Phrase]] = {}
_LATIN_PIECES: dict[str, list[Phrase]] = {}
"""Those of them that a text in plain Latin letters can hold."""
_EVERYWHERE: list[Phrase] = []
_HEAD = 4
"""Letters of a beginning by which it is looked up; shorter ones by as many as they have."""

Places: TypeAlias = dict[ClausePattern, set[int]]
Later: TypeAlias = dict[ClausePattern, list[tuple[int, Phrase]]]


def clause_pattern(source: str, *, late: bool = False) -> ClausePattern:
    """Compile a pattern for :meth:`core.drift.reading.Reading.matching`.

    Args:
        source: Written for a single clause in lower case; '^' and '$' are its ends.
        late: Few turns ask for it; it is searched for when one does.
    """
    return ClausePattern(source, late)


def find_all(clauses: Sequence[str]) -> tuple[Places, Later]:
    """Return for every pattern made so far the clauses in which it is found.

    Args:
        clauses: In lower case, without quotations. Patterns found nowhere are left out.

    Returns:
        What was found, and for late patterns what is still worth a search, and in which clause.
    """
    if _WAITING:
        _enter()
    places: Places = {}
    later: Later = {}
    whole = "\n".join(clauses)
    possible = _LATIN_PIECES if whole.isascii() else _BY_PIECE
    pieces = [(piece, phrases) for piece, phrases in possible.items() if piece in whole]
    for index, clause in enumerate(clauses):
        _find(clause, index, pieces, places, later)
    return places, later


_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")


def _find(
    clause: str,
    index: int,
    pieces: Sequence[tuple[str, list[Phrase]]],
    places: Places,
    later: Later,
) -> None:
    words = set(_WORD.findall(clause))
    if _DIGIT.search(clause):
        words.add(DIGIT)
    hits = [*_EVERYWHERE]
    for piece, phrases in pieces:
        if piece in clause:
            hits += phrases
    for word in words - _SILENT:
        waiting = _WAKENED.get(word) or _waiting_for(word)
        for pattern in waiting.exact:
            places.setdefault(pattern, set()).add(index)
        hits += waiting.alone
        if not waiting.partners.isdisjoint(words):  # most words stand beside no partner
            hits += waiting.beside(words)
    for phrase in dict.fromkeys(hits):
        found = places.get(phrase.pattern)
        if found is not None and index in found:
            continue
        if phrase.pattern.late:
            later.setdefault(phrase.pattern, []).append((index, phrase))
        elif phrase.compiled.search(clause):
            places.setdefault(phrase.pattern, set()).add(index)


@dataclass(frozen=True, slots=True)
class _Wakened:
    """What becomes possible where a word occurs."""

    exact: tuple[ClausePattern, ...] = ()
    """Patterns for which the word is the match."""
    alone: tuple[Phrase, ...] = ()
    """Phrases that are worth a search."""
    joined: Mapping[str, tuple[tuple[Phrase, frozenset[str]], ...]] = field(default_factory=dict)
    """Another word -> phrases that are worth one if it occurs too, and the words beside it that must."""
    partners: frozenset[str] = frozenset()
    """The words of ``joined``."""

    def beside(self, words: AbstractSet[str]) -> list[Phrase]:
        """Return the phrases that become worth a search by the other words of a clause."""
        return [
            phrase
            for partner in self.partners & words
            for phrase, others in self.joined[partner]
            if not others or others <= words
        ]


_NOTHING = _Wakened()
_WAKENED: dict[str, _Wakened] = {}
_SILENT: set[str] = set()
"""Words that are known to make nothing possible: most of them."""
_MOST_WORDS = 16_384


def _waiting_for(word: str) -> _Wakened:
    """Return the phrases that become possible where a word occurs."""
    hits = [*_BY_WORD.get(word, ())]
    for length in {2, 3, _HEAD}:
        if len(word) >= length:
            hits += _BY_START.get(word[:length], ())
    alone: list[Phrase] = []
    joined: dict[str, list[tuple[Phrase, frozenset[str]]]] = {}
    for phrase, need in hits:
        if not need.exact:
            others = need.words - {word}
            if others:
                partner = max(sorted(others), key=_rarity)
                joined.setdefault(partner, []).append((phrase, others - {partner}))
            else:
                alone.append(phrase)
    exact = tuple(dict.fromkeys(phrase.pattern for phrase, need in hits if need.exact))
    if len(_WAKENED) + len(_SILENT) >= _MOST_WORDS:
        _WAKENED.clear()
        _SILENT.clear()
    if not hits:
        _SILENT.add(word)
        return _NOTHING
    by_partner = {partner: tuple(phrases) for partner, phrases in joined.items()}
    found = _Wakened(exact, tuple(dict.fromkeys(alone)), by_partner, frozenset(by_partner))
    _WAKENED[word] = found
    return found


def _enter() -> None:
    """Enter the phrases that wait under the word or beginning that says most about them."""
    for phrase in _WAITING:
        wanted = needs(phrase.source)
        if wanted is None:
            _EVERYWHERE.append(phrase)
            continue
        for need in wanted:
            _place(phrase, need)
    _LATIN_PIECES.update({piece: them for piece, them in _BY_PIECE.items() if piece.isascii()})
    _WAITING.clear()
    _WAKENED.clear()
    _SILENT.clear()


_COMMON = frozenset(
    "the a an and or so but not no is are was were be been it its this that these those they them "
    "there here i me my we our you your he she his her to of for in on by at as with from into if "
    "can will would could should may must have has had do does did what which who when where how "
    "all any one more than then now just also only very out up".split()
)
"""Words that nearly every turn holds; knowing that one of them is needed says little."""


def _rarity(word: str) -> int:
    return len(word) - 20 * (word in _COMMON)


def _place(phrase: Phrase, need: Need) -> None:
    word = max(sorted(need.words), key=_rarity, default="")
    start = max(need.starts, key=len, default="")
    piece = max(need.pieces, key=len, default="")
    entry = (phrase, need)
    if len(start) >= _HEAD and len(start) > _rarity(word):
        _BY_START.setdefault(start[:_HEAD], []).append(entry)
    elif word and (_rarity(word) > 0 or len(start) < 3):
        _BY_WORD.setdefault(word, []).append(entry)
    elif len(start) >= 2:
        _BY_START.setdefault(start[:_HEAD], []).append(entry)
    elif piece:
        known = _BY_PIECE.setdefault(piece, [])
        if phrase not in known:
            known.append(phrase)
    elif phrase not in _EVERYWHERE:
        _EVERYWHERE.append(phrase)
