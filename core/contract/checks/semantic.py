"""A weak signal of meaning: how near two words stand in the static embedding of ``wordllama``.

Only used to let a content word of a fact be met, at reduced weight, by a word of the text that has
neither its stem nor a concept or synonym in common. The weights lie in the package itself; nothing
is downloaded.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from core.contract.checks.terms import CALENDAR, Term
from core.contract.checks.view import TextView
from core.contract.checks.words import fold

LEAST = 0.3
"""Cosine from which two words count as related at all."""
MOST = 0.7
"""Highest weight of such a match."""


@lru_cache(maxsize=1)
def _model() -> Any:
    import wordllama

    return wordllama.WordLlama.load(
        cache_dir=Path(wordllama.__file__).parent, disable_download=True
    )


_VECTORS: dict[str, np.ndarray[Any, Any]] = {}


def vectors(words: list[str]) -> np.ndarray[Any, Any]:
    """Return the unit vectors of words, one row each."""
    if len(_VECTORS) > 50_000:
        _VECTORS.clear()
    unknown = [word for word in words if word not in _VECTORS]
    if unknown:
        for word, vector in zip(unknown, _model().embed(unknown, norm=True), strict=True):
            _VECTORS[word] = vector
    return np.stack([_VECTORS[word] for word in words]) if words else np.zeros((0, 1))


def soften(terms: tuple[Term, ...], view: TextView) -> tuple[Term, ...]:
    """Return the terms with the words of a text that are near in meaning as further keys.

    Args:
        terms: Content words of a fact.
        view: The text.

    Returns:
        The same terms; a word of the text at cosine c counts with weight up to 0.7.
    """
    # Thursday is near to Saturday, and never it.
    open_terms = [
        term
        for term in terms
        if _latin(term.word) and not term.proper and fold(term.word) not in CALENDAR
    ]
    vocabulary = view.vocabulary
    if not open_terms or not vocabulary:
        return terms
    if view.matrix is None:
        view.matrix = vectors([word for word, _ in vocabulary])
    near = view.matrix @ vectors([term.word.lower() for term in open_terms]).T
    softened = {}
    found: dict[int, list[int]] = {}
    for row, column in np.argwhere(near >= LEAST).tolist():
        found.setdefault(column, []).append(row)
    for column, rows in found.items():
        term = open_terms[column]
        keys = dict(term.keys)
        for row in rows:
            weight = min(MOST, float(near[row, column] - LEAST) * 1.2 + 0.3)
            for sense in vocabulary[row][1]:
                if keys.get(sense, 0.0) < weight:
                    keys[sense] = weight
        ordered = tuple(sorted(keys.items(), key=lambda item: (-item[1], item[0])))
        softened[term.start] = replace(term, keys=ordered)
    return tuple(softened.get(term.start, term) for term in terms)


def _latin(word: str) -> bool:
    return len(word) >= 3 and word.isascii() and word.isalpha()
