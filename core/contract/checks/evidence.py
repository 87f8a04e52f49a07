"""What a decider found in one text, before it becomes a verdict with calibrated probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.contract.checks.cues import NEGATION
from core.contract.checks.model import Label, Verdict
from core.contract.checks.spec import Term
from core.contract.checks.view import TextView

SURE = 0.8
"""A verdict is given as sure from this probability on; below it is 'unsure'."""


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


def coverage(terms: Sequence[Term], about: dict[str, float]) -> float:
    """Return how well the surroundings of a place cover the terms, in [0, 1].

    Weighted mean over terms of the best weight of any of the term's senses, or of a related
    concept.
    """
    total = sum(term.weight for term in terms)
    if not total:
        return 0.5
    return sum(term.weight * match(term, about) for term in terms) / total


def match(term: Term, about: dict[str, float]) -> float:
    """Return how well one term is covered, in [0, 1]."""
    best = 0.0
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


def to_verdict(finding: Finding, scores: dict[Label, float]) -> Verdict:
    """Join a finding and its probabilities to the verdict that is shown."""
    best = max(scores, key=lambda label: (scores[label], label == finding.lean))
    confidence = scores[best]
    lean: Label = best
    return Verdict(
        label=lean if confidence >= SURE else "unsure",
        lean=lean,
        confidence=round(confidence, 4),
        span=finding.span,
        reason=finding.reason,
        other_value=finding.other_value if lean == "contradicted" else "",
        missing=finding.missing,
        found=finding.found,
        scores={label: round(p, 4) for label, p in scores.items()},
    )


def probabilities(finding: Finding) -> dict[Label, float]:
    """Turn strength in [0, 1] into probabilities of the three labels (placeholder scale)."""
    p = 0.45 + 0.5 * max(0.0, min(1.0, finding.strength))
    rival = finding.rival or ("not_conveyed" if finding.lean != "not_conveyed" else "conveyed")
    rest = 1.0 - p
    scores: dict[Label, float] = {
        "conveyed": rest * 0.25,
        "contradicted": rest * 0.25,
        "not_conveyed": rest * 0.25,
    }
    scores[rival] += 0.0
    others = [label for label in scores if label != finding.lean]
    scores = {label: 0.0 for label in scores}
    scores[finding.lean] = p
    for label in others:
        scores[label] = rest * (0.7 if label == rival else 0.3)
    return scores
