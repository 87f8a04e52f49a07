"""Decide requirements, prohibitions and free statements.

What must be there as it is (numbers, names, codes) is checked hard; the other content words by
coverage in the best passage of the text; then polarity decides between passing on and breaking.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.contract.checks import cues
from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import Finding, match
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec, Term
from core.contract.checks.view import TextView

_NEGATIVE = frozenset("#forbid #avoid #exclude #disclose #contraindicate #allergy #anonymous".split())


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


def best_passage(terms: tuple[Term, ...], view: TextView) -> Passage:
    """Return the passage of the text that covers the terms best."""
    best = Passage(0, 0.0, 0.0, 0.0)
    total = sum(term.weight for term in terms) or 1.0
    heavy = [term for term in terms if term.weight >= 1.0] or list(terms)
    for index in range(len(view.zones)):
        own = surroundings(view, index, alone=True)
        wide = surroundings(view, index)
        score = sum(term.weight * match(term, wide) for term in terms) / total
        core = sum(term.weight * match(term, own) for term in terms) / total
        if score + 0.3 * core > best.score + 0.3 * best.core:
            key = sum(match(term, wide) for term in heavy) / len(heavy)
            best = Passage(index, score, core, key)
    return best


def surroundings(view: TextView, index: int, *, alone: bool = False) -> dict[str, float]:
    """Return the senses of a zone and, weaker, of its neighbours, headings and keys."""
    zone = view.zones[index]
    about: dict[str, float] = {}
    offsets = ((0, 1.0),) if alone else ((-2, 0.3), (2, 0.3), (-1, 0.7), (1, 0.7), (0, 1.0))
    for offset, weight in offsets:
        other = index + offset
        if 0 <= other < len(view.zones) and (abs(offset) < 2 or view.zones[other].block == zone.block):
            for sense in view.zone_senses(other):
                if about.get(sense, 0.0) < weight:
                    about[sense] = weight
    for sense in zone.context | zone.label:
        if about.get(sense, 0.0) < 0.9:
            about[sense] = 0.9
    return about


def decide(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide a requirement, a prohibition or a free statement.

    Args:
        spec: The parsed fact.
        view: The text.
        work: The text is a work product: silence obeys a prohibition.
    """
    if not spec.subject or not view.zones:
        return Finding("conveyed" if work and spec.fact.kind == "prohibition" else "not_conveyed", 0.3, "The text says nothing on it.")
    if spec.fact.kind == "prohibition":
        return _prohibition(spec, view, work)
    return _requirement(spec, view, work)


def negative(view: TextView, index: int) -> bool:
    """Whether a zone or the line that opens it negates, excludes or forbids."""
    zone = view.zones[index]
    if cues.NEGATION.search(view.text[zone.start : zone.end]):
        return True
    return bool(_NEGATIVE & (view.zone_senses(index) | zone.context | zone.label))


def _object_places(spec: FactSpec, view: TextView) -> list[int]:
    """Zones that mention the object of a rule: its names, else its heaviest words."""
    keys = [term for term in spec.subject if term.proper] or [term for term in spec.subject if term.weight >= 1.0]
    found = []
    for index in range(len(view.zones)):
        own = dict.fromkeys(view.zone_senses(index) | view.zones[index].label, 1.0)
        hits = [match(term, own) for term in keys]
        if hits and (max(hits) >= 0.75 if spec.has_proper else sum(hits) / len(hits) >= 0.5):
            found.append(index)
    return found


def _prohibition(spec: FactSpec, view: TextView, work: bool) -> Finding:
    passage = best_passage(spec.subject, view)
    zone = view.zones[passage.zone]
    span = (zone.start, zone.end)
    places = _object_places(spec, view)
    if places:
        forbidding = [i for i in places if negative(view, i) or (spec.timed and cues.WAITING.search(view.zone_text(i)))]
        open_places = [i for i in places if i not in forbidding and not _near_negative(view, i)]
        chosen = forbidding[0] if forbidding else places[0]
        span = (view.zones[chosen].start, view.zones[chosen].end)
        if forbidding and len(forbidding) >= len(open_places):
            strength = 0.75 if spec.has_proper else 0.2 + 0.6 * passage.score
            return Finding("conveyed", strength, "The text passes the prohibition on.", span, rival="contradicted")
        if spec.has_proper:
            return Finding("contradicted", 0.6 if not forbidding else 0.2, "The text does what is forbidden.", span, rival="conveyed")
        if passage.score >= 0.5:
            asks = cues.QUESTION.search(view.zone_text(chosen)) is not None
            return Finding("contradicted", 0.5 if asks else 0.25, "The text seems to do what is forbidden.", span, rival="conveyed")
    elif passage.score >= 0.5 and negative(view, passage.zone):
        return Finding("conveyed", 0.5 * passage.score, "The text passes the prohibition on in other words.", span, rival="not_conveyed")
    if work:
        return Finding("conveyed", 0.8 - 0.5 * passage.score, "Nothing in the text breaks the prohibition.")
    return Finding("not_conveyed", 0.85 - 0.8 * passage.score, "The prohibition is not passed on.", rival="conveyed")


def _near_negative(view: TextView, index: int) -> bool:
    return any(0 <= i < len(view.zones) and view.zones[i].block == view.zones[index].block and negative(view, i) for i in (index - 1, index + 1))


def _requirement(spec: FactSpec, view: TextView, work: bool) -> Finding:
    passage = best_passage(spec.subject, view)
    zone = view.zones[passage.zone]
    span = (zone.start, zone.end)
    text = view.text[zone.start : zone.end]
    other = _other_number(spec, view, passage)
    if other is not None:
        return Finding("contradicted", 0.5 * passage.score, f"{other.shown}: another value is given.", (other.start, other.end), other.shown, rival="not_conveyed")
    missing = _missing(spec, view)
    if missing:
        return Finding("not_conveyed", 0.6 - 0.2 * passage.score, f"{missing} is missing.", span if passage.score > 0.4 else None, rival="conveyed")
    score = 0.65 * passage.score + 0.35 * passage.key
    if score >= 0.35:
        refused = cues.ABSENT_RULE.search(text)
        denied = cues.NEGATION.search(text)
        if not spec.negative and refused:
            return Finding("contradicted", 0.3, "The text says the opposite.", span, rival="conveyed")
        if spec.negative and not denied and not _near_negative(view, passage.zone) and passage.core >= 0.35:
            return Finding("contradicted", 0.25, "The text says it without the negation.", span, rival="conveyed")
        if cues.QUESTION.search(text):
            return Finding("not_conveyed", 0.3, "It is only asked.", span, rival="conveyed")
    if score >= 0.52:
        return Finding("conveyed", 1.4 * (score - 0.45), "The text states it in similar words.", span, rival="not_conveyed")
    return Finding("not_conveyed", 0.9 - 1.4 * score, "The text does not state it.", span if score > 0.35 else None, rival="conveyed")


def _missing(spec: FactSpec, view: TextView) -> str:
    """Return a number, date or name of the statement that the text lacks, or ''."""
    for q in spec.quantities:
        if not any(comparable(q, c) and same_value(q, c) for c in view.quantities) and not (q.low == 1 and not q.dim):
            return q.shown
    for m in spec.moments:
        if not any(agrees(m, c) for c in view.moments):
            return m.raw.strip()
    for term in spec.subject:
        if term.proper and match(term, dict.fromkeys(view.senses, 1.0)) < 0.7:
            return term.word
    return ""


def _other_number(spec: FactSpec, view: TextView, passage: Passage) -> Quantity | None:
    """Return another value for the statement's number in the best passage, if there is just that."""
    if passage.score < 0.5:
        return None
    zone = view.zones[passage.zone]
    here = [q for q in view.quantities if zone.start <= q.start < zone.end]
    for q in spec.quantities:
        if any(comparable(q, c) and same_value(q, c) for c in view.quantities):
            continue
        rivals = [c for c in here if c.dim == q.dim and (q.dim or (q.counted & c.counted))]
        if len(rivals) == 1:
            return rivals[0]
    return None
