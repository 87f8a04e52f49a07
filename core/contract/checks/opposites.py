"""Words of a text that are the opposite of a fact's words: 'gross' for 'net', 'late' for 'early'."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import simplemma

from core.contract.checks.synonyms import antonyms
from core.contract.checks.terms import LIGHT, Term
from core.contract.checks.view import TextView
from core.contract.checks.words import Token, fold, stem

Side = tuple[str, ...]


@lru_cache(maxsize=1)
def _pairs() -> list[tuple[Side, Side]]:
    """Read the pairs of ``data/opposites.txt``, folded."""
    path = Path(__file__).with_name("data") / "opposites.txt"
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        left, _, right = line.partition(" = ")
        if right and not line.startswith("//"):
            one, other = (tuple(fold(w.strip()) for w in s.split(",")) for s in (left, right))
            found += [(one, other), (other, one)]
    return found


def _is(low: str, side: Side) -> bool:
    return any(low.startswith(w[:-1]) if w.endswith("*") else low == w for w in side)


@lru_cache(maxsize=4096)
def _contrary_sides(low: str) -> tuple[Side, ...]:
    return tuple(other for one, other in _pairs() if _is(low, one))


def opposite_word(
    terms: tuple[Term, ...], view: TextView, position: int, *, whole: bool = False
) -> Token | None:
    """Return a word of the clause at a place that is the opposite of a word the clause lacks.

    Args:
        terms: Content words of the fact.
        view: The text. English has the opposites of the dictionary, all languages some pairs.
        position: A character of the clause.
        whole: Look at the whole sentence instead of the clause.
    """
    clause = view.clauses[view.clause_at(position)]
    zone = view.zones[clause.zone]
    start, end = (zone.start, zone.end) if whole else (clause.start, clause.end)
    words = view.words(start, end)
    own = {sense for token in words for sense in token.senses}
    stems = {stem(token.text) for token in words}
    for term in terms:
        low = fold(term.word)
        sides = _contrary_sides(low)
        if term.proper:
            continue
        if sides and stem(term.word) not in stems:
            # Buyer and seller may share a broader concept: the very word is what counts.
            hit = next((t for t in words if any(_is(t.low, side) for side in sides)), None)
            if hit is not None:
                return hit
        if any(s in own for s in term.senses if s[0] not in "@^"):
            continue
        contrary = {stem(word) for word in antonyms(term.word.lower())}
        for token in words if contrary else ():
            if token.low in LIGHT:
                continue
            if contrary & {stem(token.text), stem(simplemma.lemmatize(token.low, lang="en"))}:
                return token
    return None
