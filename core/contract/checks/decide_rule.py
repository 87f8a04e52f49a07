"""Decide requirements, prohibitions and free statements.

What must be there as it is (numbers, names, codes) is checked hard; the other content words by
coverage in the best passage of the text; then polarity decides between passing on and breaking.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.contract.checks import cues
from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import Finding, match
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.opposites import opposite_word
from core.contract.checks.quantities import Quantity
from core.contract.checks.rule_parts import missing_part, negated_object, other_number, part_of
from core.contract.checks.semantic import soften
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView
from core.contract.checks.words import senses_of

_NEGATIVE = frozenset(
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
    """Return the senses of a zone and, weaker, of its neighbours, headings and keys."""
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


def decide(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide a requirement, a prohibition or a free statement.

    Args:
        spec: The parsed fact.
        view: The text.
        work: The text is a work product: silence obeys a prohibition.
    """
    if not spec.subject or not view.zones:
        return Finding(
            "conveyed" if work and spec.fact.kind == "prohibition" else "not_conveyed",
            0.3,
            "The text says nothing on it.",
            code="says-nothing-on",
        )
    spec = replace(spec, subject=soften(spec.subject, view))
    if spec.fact.kind == "prohibition":
        return _prohibition(spec, view, work)
    return _requirement(spec, view, work)


def negative(view: TextView, index: int) -> bool:
    """Whether a zone, its key or the line that opens it negates, excludes or forbids."""
    zone = view.zones[index]
    if cues.NEGATION.search(view.text[zone.start : zone.end].replace("_", " ")):
        return True
    return bool(_NEGATIVE & (view.zone_senses(index) | zone.context | zone.label))


def _clause_negative(view: TextView, index: int, keys: list[Term]) -> bool:
    """Whether the clause of a zone that holds the object is negated, or the zone as a whole.

    A clause that gives the object an amount of its own ('ibuprofen 400 mg, not more than ...') must
    be negated itself.
    """
    zone = view.zones[index]
    if zone.kind == "pair" or _NEGATIVE & (zone.context | zone.label):
        return negative(view, index)
    clauses = [c for c in view.clauses if c.zone == index]
    for clause in clauses:
        own = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        if not any(match(term, own) >= 0.75 for term in keys):
            continue
        text = view.text[clause.start : clause.end]
        if cues.NEGATION.search(text) or any(s in own for s in _NEGATIVE):
            return True
        if any(clause.start <= q.start < clause.end and q.dim for q in view.quantities):
            return False
        if cues.CONTRAST.search(text):
            return False
    return negative(view, index)


def _keys(spec: FactSpec) -> list[Term]:
    return (
        [t for t in spec.subject if t.proper]
        or [t for t in spec.subject if t.weight >= 1.0]
        or list(spec.subject)
    )


def _object_places(spec: FactSpec, view: TextView) -> list[int]:
    """Zones that mention the object of a rule: its names, else its heaviest words."""
    keys = _keys(spec)
    found = []
    for index in range(len(view.zones)):
        own = dict.fromkeys(view.zone_senses(index) | view.zones[index].label, 1.0)
        hits = [match(term, own) for term in keys]
        if hits and (max(hits) >= 0.75 if spec.has_proper else sum(hits) / len(hits) >= 0.5):
            found.append(index)
    return found


def _prohibition(spec: FactSpec, view: TextView, work: bool) -> Finding:
    passage = best_passage(spec, view)
    zone = view.zones[passage.zone]
    span = (zone.start, zone.end)
    places = _object_places(spec, view)
    if places:
        forbidding = [
            i
            for i in places
            if _clause_negative(view, i, _keys(spec))
            or (spec.timed and cues.WAITING.search(view.zone_text(i)))
        ]
        open_places = [i for i in places if i not in forbidding and not _near_negative(view, i)]
        chosen = forbidding[0] if forbidding else places[0]
        span = (view.zones[chosen].start, view.zones[chosen].end)
        if forbidding and len(forbidding) >= len(open_places):
            strength = 0.75 if spec.has_proper else 0.2 + 0.6 * passage.score
            return Finding(
                "conveyed",
                strength,
                "The text passes the prohibition on.",
                span,
                rival="contradicted",
                code="passes-prohibition-on",
            )
        if spec.has_proper and (spec.naming or _does(spec, view, chosen)):
            return Finding(
                "contradicted",
                0.2 if forbidding else 0.9 if spec.naming else 0.5,
                "The text does what is forbidden.",
                span,
                rival="conveyed",
                code="names-forbidden" if spec.naming else "does-forbidden",
            )
        if not spec.has_proper and (passage.score >= 0.5 or passage.key >= 0.7):
            asks = cues.QUESTION.search(view.zone_text(chosen)) is not None
            return Finding(
                "contradicted",
                0.5 if asks else 0.25,
                "The text seems to do what is forbidden.",
                span,
                rival="conveyed",
                code="seems-do-forbidden",
            )
    elif passage.score >= 0.5 and negative(view, passage.zone):
        return Finding(
            "conveyed",
            0.5 * passage.score,
            "The text passes the prohibition on in other words.",
            span,
            rival="not_conveyed",
            code="passes-prohibition-on",
        )
    if work:
        return Finding(
            "conveyed",
            0.8 - 0.5 * passage.score,
            "Nothing in the text breaks the prohibition.",
            code="nothing-breaks-prohibition",
        )
    return Finding(
        "not_conveyed",
        0.85 - 0.8 * passage.score,
        "The prohibition is not passed on.",
        rival="conveyed",
        code="prohibition-not-passed",
    )


def _does(spec: FactSpec, view: TextView, index: int) -> bool:
    """Whether a sentence has, besides the name, what must not be done with it."""
    own = surroundings(view, index, alone=True)
    act = [t for t in spec.subject if not t.proper and t.weight >= 0.6]
    return not act or sum(match(t, own) for t in act) / len(act) >= 0.5


def _near_negative(view: TextView, index: int) -> bool:
    return any(
        0 <= i < len(view.zones)
        and view.zones[i].block == view.zones[index].block
        and negative(view, i)
        for i in (index - 1, index + 1)
    )


def _requirement(spec: FactSpec, view: TextView, work: bool) -> Finding:
    passage = best_passage(spec, view)
    zone = view.zones[passage.zone]
    span = (zone.start, zone.end)
    other = other_number(spec, view, passage.zone) if passage.score >= 0.5 else None
    if other is not None:
        return Finding(
            "contradicted",
            0.5 * passage.score,
            f"{other.shown}: another value is given.",
            (other.start, other.end),
            other.shown,
            rival="not_conveyed",
            code="another-value-given",
        )
    part = part_of(spec, view, span)
    if part is not None and not (work and part.code == "part-not-mentioned"):
        return part
    missing = missing_part(spec, view)
    if missing and not work:
        return Finding(
            "not_conveyed",
            0.95 - 0.8 * passage.score,
            f"{missing} is missing.",
            span if passage.score > 0.4 else None,
            rival="conveyed",
            code="part-missing",
        )
    score = 0.65 * passage.score + 0.35 * passage.key
    if score >= 0.35:
        turned = _turned(spec, view, passage)
        if turned is not None:
            return turned
    negated = negated_object(spec, view) if score < 0.52 and not work else None
    if negated is not None:
        return negated
    if score >= 0.52:
        return Finding(
            "conveyed",
            1.4 * (score - 0.45),
            "The text states it in similar words.",
            span,
            rival="not_conveyed",
            code="states-similar-words",
        )
    if work and spec.fact.kind == "requirement":
        return Finding(
            "conveyed",
            0.15,
            "Nothing in the text breaks the requirement.",
            rival="not_conveyed",
            code="nothing-breaks-requirement",
        )
    return Finding(
        "not_conveyed",
        0.9 - 1.4 * score,
        "The text does not state it.",
        span if score > 0.35 else None,
        rival="conveyed",
        code="does-not-state",
    )


def _turned(spec: FactSpec, view: TextView, passage: Passage) -> Finding | None:
    """Whether the passage refuses, denies, asks or turns round what the fact says."""
    zone = view.zones[passage.zone]
    span = (zone.start, zone.end)
    text = view.text[zone.start : zone.end]
    clause, cover = _best_clause(spec, view, passage.zone)
    refused = cues.ABSENT_RULE.search(clause)
    denied = cues.NEGATION.search(text)
    if not spec.negative and refused:
        return Finding(
            "contradicted",
            0.3,
            "The text says the opposite.",
            span,
            rival="conveyed",
            code="says-opposite",
        )
    if (
        spec.negative
        and not denied
        and not _near_negative(view, passage.zone)
        and passage.core >= 0.35
    ):
        return Finding(
            "contradicted",
            0.25,
            "The text says it without the negation.",
            span,
            rival="conveyed",
            code="says-without-negation",
        )
    if not spec.negative and cover >= 0.5 and cues.DENIAL.search(clause):
        return Finding(
            "contradicted", 0.3, "The text denies it.", span, rival="conveyed", code="denies"
        )
    opposite = opposite_word(spec.subject, view, zone.start, whole=True)
    if opposite is not None:
        return Finding(
            "contradicted",
            0.3,
            f"{opposite.text}: the text says the contrary.",
            (opposite.start, opposite.end),
            opposite.text,
            rival="conveyed",
            code="says-contrary",
        )
    if cues.QUESTION.search(text):
        return Finding(
            "not_conveyed", 0.3, "It is only asked.", span, rival="conveyed", code="asked"
        )
    return None


def _best_clause(spec: FactSpec, view: TextView, index: int) -> tuple[str, float]:
    """Return the text of the clause of a zone that covers the statement best, and the coverage."""
    total = sum(term.weight for term in spec.subject) or 1.0
    best, text = 0.0, ""
    for clause in view.clauses:
        if clause.zone != index:
            continue
        own = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        score = sum(term.weight * match(term, own) for term in spec.subject) / total
        if score > best:
            best, text = score, view.text[clause.start : clause.end]
    head, colon, tail = text.partition(": ")
    if colon and len(head) > 12:
        # What follows a colon explains; the statement itself stands on the side with more of it.
        left, right = (
            sum(match(t, dict.fromkeys(senses_of(part, view.lang), 1.0)) for t in spec.subject)
            for part in (head, tail)
        )
        text = head if left >= right else tail
    return text, best
