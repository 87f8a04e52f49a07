"""The passage of a text that comes closest to a statement, and how it stands to it."""

from __future__ import annotations

from dataclasses import dataclass

from core.contract.checks import cues
from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import match
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView

NEGATIVE = frozenset(
    "#forbid #avoid #exclude #disclose #contraindicate #allergy #anonymous".split()
)


@dataclass(frozen=True, slots=True)
class Passage:
    """The zones of a text that come closest to a statement."""

    zone: int
    score: float
    """Weighted coverage of the content words, in [0, 1]."""
    core: float
    """The same in the zone alone."""
    key: float
    """Coverage of the words that weigh most."""


def best_passage(spec: FactSpec, view: TextView) -> Passage:
    """Return the passage of the text that covers content words, numbers and dates best."""
    terms = spec.subject
    values = [_zones_with(q, view) for q in spec.quantities] + [
        {view.zone_at(m.start) for m in view.moments if agrees(wanted, m)}
        for wanted in spec.moments
    ]
    best = Passage(0, 0.0, 0.0, 0.0)
    total = (sum(term.weight for term in terms) or 1.0) + 0.8 * len(values)
    heavy = [term for term in terms if term.weight >= 1.0] or list(terms)
    for index in range(len(view.zones)):
        own = surroundings(view, index, alone=True)
        wide = surroundings(view, index)
        score = sum(term.weight * match(term, wide) for term in terms)
        core = sum(term.weight * match(term, own) for term in terms)
        for zones in values:
            score += 0.8 * (
                1.0 if index in zones else 0.7 if zones & {index - 1, index + 1} else 0.0
            )
            core += 0.8 * (index in zones)
        score, core = score / total, core / total
        if score + 0.3 * core > best.score + 0.3 * best.core:
            key = sum(match(term, wide) for term in heavy) / len(heavy)
            best = Passage(index, score, core, key)
    return best


def _zones_with(wanted: Quantity, view: TextView) -> set[int]:
    return {
        view.zone_at(q.start)
        for q in view.quantities
        if comparable(wanted, q) and same_value(wanted, q)
    }


def surroundings(view: TextView, index: int, *, alone: bool = False) -> dict[str, float]:
    """Return the senses of a zone and, weaker, of its neighbours, headings and keys.

    Found once for each zone: the answer is shared and not to be changed.
    """
    known = view.memo.get(("surroundings", index, int(alone)))
    if known is None:
        known = view.memo["surroundings", index, int(alone)] = _surroundings(view, index, alone)
    found: dict[str, float] = known
    return found


def _surroundings(view: TextView, index: int, alone: bool) -> dict[str, float]:
    zone = view.zones[index]
    about: dict[str, float] = {}
    offsets = ((0, 1.0),) if alone else ((-2, 0.3), (2, 0.3), (-1, 0.7), (1, 0.7), (0, 1.0))
    for offset, weight in offsets:
        other = index + offset
        if 0 <= other < len(view.zones) and (
            abs(offset) < 2 or view.zones[other].block == zone.block
        ):
            for sense in view.zone_senses(other):
                if about.get(sense, 0.0) < weight:
                    about[sense] = weight
    for sense in zone.context | zone.label:
        if about.get(sense, 0.0) < 0.9:
            about[sense] = 0.9
    return about


def negative(view: TextView, index: int) -> bool:
    """Whether a zone, its key or the line that opens it negates, excludes or forbids."""
    known = view.memo.get(("negative", index, 0))
    if known is None:
        known = view.memo["negative", index, 0] = _negative(view, index)
    return bool(known)


def _negative(view: TextView, index: int) -> bool:
    zone = view.zones[index]
    if cues.NEGATION.search(view.text[zone.start : zone.end].replace("_", " ")):
        return True
    return bool(NEGATIVE & (view.zone_senses(index) | zone.context | zone.label))


def near_negative(view: TextView, index: int) -> bool:
    """Whether the sentence before or after a zone is negative."""
    return any(
        0 <= i < len(view.zones)
        and view.zones[i].block == view.zones[index].block
        and negative(view, i)
        for i in (index - 1, index + 1)
    )
