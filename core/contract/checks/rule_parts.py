"""What a rule must have as it is: its numbers, dates and names, and what it includes."""

from __future__ import annotations

from core.contract.checks import cues
from core.contract.checks.candidates import inclusion_state
from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import Finding, match
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView


def part_of(spec: FactSpec, view: TextView, span: tuple[int, int]) -> Finding | None:
    """Decide 'prices include tax': the text says included, or extra, or leaves it open."""
    for inclusion in spec.inclusions:
        if not inclusion.senses & view.senses:
            return Finding(
                "not_conveyed",
                0.95,
                f"The text doesn't mention {inclusion.word}.",
                rival="conveyed",
                code="part-not-mentioned",
            )
        place = next(
            (
                (zone.start, zone.end)
                for index, zone in enumerate(view.zones)
                if inclusion.senses & (view.zone_senses(index) | zone.label)
            ),
            span,
        )
        text = view.text[place[0] : place[1]]
        if cues.QUESTION.search(text) or cues.ASKING.search(text):
            return Finding(
                "not_conveyed", 0.5, "It is only asked.", place, rival="conveyed", code="asked"
            )
        state = inclusion_state(view, inclusion.senses, span)
        if state is None:
            zone = view.zone_at(place[0])
            about = dict.fromkeys(view.zone_senses(zone) | view.zones[zone].context, 1.0)
            rest = [t for t in spec.subject if not t.senses & inclusion.senses]
            return Finding(
                "not_conveyed",
                0.4 if any(match(t, about) >= 0.7 for t in rest) else 0.95,
                f"Whether {inclusion.word} is included is not said.",
                place,
                rival="conveyed",
                code="whether-included-not",
            )
        if state != inclusion.included:
            return Finding(
                "contradicted",
                0.75,
                f"{inclusion.word}: the text says the opposite.",
                place,
                text.strip()[:60],
                code="says-opposite-part",
            )
        return Finding(
            "conveyed", 0.75, f"The text says so of {inclusion.word}.", place, code="part-stated"
        )
    return None


def missing_part(spec: FactSpec, view: TextView) -> str:
    """Return a number, date or name of the statement that the text lacks, or ''."""
    for q in spec.quantities:
        if q.low == 1 and not q.dim:
            continue
        there = [c for c in view.quantities if comparable(q, c)]
        # 'Claims above 10,000 need ...': a claim of 14,300 falls under the rule.
        trigger = q.comparator in ("gt", "ge") and any(c.low >= q.low for c in there)
        if not trigger and not any(same_value(q, c) for c in there):
            return q.shown
    for m in spec.moments:
        if not any(agrees(m, c) for c in view.moments):
            return m.raw.strip()
    for term in spec.subject:
        if term.proper and match(term, dict.fromkeys(view.senses, 1.0)) < 0.7:
            return term.word
    return ""


def other_number(spec: FactSpec, view: TextView, index: int) -> Quantity | None:
    """Return another value for the statement's number in a sentence, if there is just that."""
    zone = view.zones[index]
    here = [q for q in view.quantities if zone.start <= q.start < zone.end]
    for q in spec.quantities:
        if any(comparable(q, c) and same_value(q, c) for c in view.quantities):
            continue
        rivals = [c for c in here if c.dim == q.dim and (q.dim or (q.counted & c.counted))]
        if len(rivals) == 1:
            return rivals[0]
    return None


def negated_object(spec: FactSpec, view: TextView) -> Finding | None:
    """Decide 'must work without a lamp' by its object: 'there will be no lamps', 'use your lamp'.

    Only for a fact that is itself negative; its object is what follows the negation.
    """
    if not spec.negative:
        return None
    statement = spec.view.text
    negation = cues.NEGATION.search(cues.without_limits(statement))
    if negation is None:
        return None
    after = [t for t in spec.subject if negation.end() <= t.start <= negation.end() + 30][:2]
    heavy = [t for t in after if t.weight >= 0.6 and not t.proper]
    if not heavy:
        return None
    for clause in view.clauses:
        own = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        if not all(match(t, own) >= 0.95 for t in heavy):
            continue
        text = view.text[clause.start : clause.end]
        place = (clause.start, clause.end)
        if cues.QUESTION.search(view.zone_text(clause.zone)):
            return None
        if cues.NEGATION.search(text):
            return Finding(
                "conveyed",
                0.3,
                "The text rules the same thing out.",
                place,
                rival="not_conveyed",
                code="rules-out",
            )
        if cues.PERMITTED.search(text):
            return Finding(
                "contradicted",
                0.3,
                "The text allows what the fact rules out.",
                place,
                rival="not_conveyed",
                code="allows",
            )
    return None
