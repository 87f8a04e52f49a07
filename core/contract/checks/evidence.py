"""What a decider found in one text, before it becomes a verdict with calibrated probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from core.contract.checks.cues import NEGATION
from core.contract.checks.model import Label
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView
from core.contract.checks.words import Lang


@dataclass(frozen=True, slots=True)
class Finding:
    """A decider's answer: leaning, strength class, and what to show.

    ``strength`` names the class of evidence; calibration turns kind, leaning and class into
    probabilities.
    """

    lean: Label
    strength: float
    """How strong the evidence is, in [0, 1]; calibrated later."""
    reason: str
    span: tuple[int, int] | None = None
    other_value: str = ""
    missing: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    rival: Label | None = None
    """The label that would be right if ``lean`` were wrong."""
    hint: tuple[int, int] | None = None
    """Another value of the same kind, where the fact's is missing."""
    code: str = ""
    """Name of the class of evidence; how often the class was right is what calibrates it."""


SAME = 0.65
"""How well a word must match one of a fact to stand for it."""


def stands_for(term: Term, senses: AbstractSet[str], *, broader: bool = True) -> bool:
    """Whether a word of a fact is met by a word, or by a text, of some senses.

    Args:
        term: The fact's word.
        senses: What the word or the text means.
        broader: A broader word will do; things of one kind share one, and are not each other.
    """
    return any(
        factor >= SAME and key in senses and (broader or key[0] != "^") for key, factor in term.keys
    )


def coverage(terms: Sequence[Term], about: dict[str, float]) -> float:
    """Return how well the surroundings of a place cover the terms, in [0, 1].

    Weighted mean over terms of the best weight of any of the term's senses, or of a related
    concept.
    """
    total = sum(term.weight for term in terms)
    if not total:
        return 0.5
    return sum(term.weight * match(term, about) for term in terms) / total


def bridged(terms: tuple[Term, ...], lang: Lang, view: TextView) -> tuple[Term, ...]:
    """Return the terms with less weight on those that can't be met in a text of another language.

    A word without a concept that several languages share says nothing by its absence there.

    Args:
        terms: Content words of the fact.
        lang: Language of the fact.
        view: The text.
    """
    if lang == view.lang:
        return terms
    return tuple(
        t
        if any(s[0] == "#" or s in view.senses for s in t.senses)
        else replace(t, weight=0.25 * t.weight)
        for t in terms
    )


def match(term: Term, about: dict[str, float]) -> float:
    """Return how well one term is covered, in [0, 1]."""
    best = 0.0
    if about.keys().isdisjoint(term.names):
        return best
    for sense, factor in term.keys:
        if factor <= best:
            break
        weight = about.get(sense, 0.0) * factor
        if weight > best:
            best = weight
    return best


def negated(view: TextView, start: int) -> bool:
    """Whether a negation stands in the same clause before (or right after) a place."""
    clause = view.clauses[view.clause_at(start)]
    return bool(NEGATION.search(view.text[clause.start : clause.end]))
