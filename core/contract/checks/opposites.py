"""Words of a text that are the opposite of a fact's words: 'gross' for 'net', 'late' for 'early'."""

from __future__ import annotations

import simplemma

from core.contract.checks.synonyms import antonyms
from core.contract.checks.terms import LIGHT, Term
from core.contract.checks.view import TextView
from core.contract.checks.words import Token, stem


def opposite_word(
    terms: tuple[Term, ...], view: TextView, position: int, *, whole: bool = False
) -> Token | None:
    """Return a word of the clause at a place that is the opposite of a word the clause lacks.

    Args:
        terms: Content words of the fact.
        view: The text; only English has opposites so far.
        position: A character of the clause.
        whole: Look at the whole sentence instead of the clause.
    """
    clause = view.clauses[view.clause_at(position)]
    zone = view.zones[clause.zone]
    start, end = (zone.start, zone.end) if whole else (clause.start, clause.end)
    words = view.words(start, end)
    own = {sense for token in words for sense in token.senses}
    for term in terms:
        if term.proper or any(s in own for s in term.senses if s[0] not in "@^"):
            continue
        contrary = {stem(word) for word in antonyms(term.word.lower())}
        for token in words if contrary else ():
            if token.low in LIGHT:
                continue
            if contrary & {stem(token.text), stem(simplemma.lemmatize(token.low, lang="en"))}:
                return token
    return None
