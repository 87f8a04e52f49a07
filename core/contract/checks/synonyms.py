"""English synonyms and next broader words, from the WordNet database.

``data/synonyms.txt.gz`` holds, for each of some 65,000 words, the numbers of its commonest synonym
sets and of the sets one step broader. It was made from the database files of WordNet 3.1
(Princeton University; licence beside it).
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

import simplemma

_ENDINGS = (
    ("ies", "y"), ("ves", "f"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("es", "e"), ("s", ""),
    ("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""), ("er", ""), ("er", "e"), ("est", ""),
)  # fmt: skip


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    path = Path(__file__).with_name("data") / "synonyms.txt.gz"
    with gzip.open(path, "rt", encoding="ascii") as lines:
        return dict(line.rstrip("\n").split(" ", 1) for line in lines)


@lru_cache(maxsize=32768)
def synonym_senses(low: str) -> frozenset[str]:
    """Return the synonym sets of a word as '@set', and the broader sets as '^set'.

    Args:
        low: The word in lower case, possibly inflected.

    Returns:
        Empty for a word that is not known, and for words that are not ASCII.
    """
    if len(low) < 3 or not low.isascii():
        return frozenset()
    table = _table()
    found: set[str] = set()
    for base in _bases(low, table):
        own, _, broader = table[base].partition(" ")
        found.update("@" + number for number in own.split(",") if number)
        found.update("^" + number for number in broader.split(",") if number)
    return frozenset(found)


def _bases(low: str, table: dict[str, str]) -> list[str]:
    found = [low] if low in table else []
    for ending, instead in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            base = low[: -len(ending)] + instead
            if base not in table and len(base) > 3 and base[-1] == base[-2]:
                base = base[:-1]
            if base in table and base not in found:
                found.append(base)
                break
    if not found:
        lemma = simplemma.lemmatize(low, lang="en").lower()
        if lemma in table:
            found.append(lemma)
    return found


@lru_cache(maxsize=1)
def _opposites() -> dict[str, str]:
    path = Path(__file__).with_name("data") / "antonyms.txt.gz"
    with gzip.open(path, "rt", encoding="ascii") as lines:
        return dict(line.rstrip("\n").split(" ", 1) for line in lines)


@lru_cache(maxsize=4096)
def antonyms(low: str) -> tuple[str, ...]:
    """Return the opposites that the dictionary gives for an English word ('fell' -> 'rise', ...)."""
    if len(low) < 3 or not low.isascii():
        return ()
    table = _opposites()
    for base in (low, *_bases(low, _table()), simplemma.lemmatize(low, lang="en").lower()):
        if base in table:
            return tuple(table[base].split(","))
    return ()
