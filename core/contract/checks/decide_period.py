"""Decide periods: 'thirty days after delivery'."""

from __future__ import annotations

import re

from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import Finding, coverage, match
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView, mode

_ANCHOR = AnyCase(
    r"\b(?:after|from|of|following|since|before|prior to|upon|nach|ab|vor|seit|après|avant|à compter|suivant|después de|antes de|desde|после|со дня|с момента|до|от|с)\b",
    re.IGNORECASE,
)


def decide_period(spec: FactSpec, view: TextView) -> Finding | None:
    """Decide 'N days after X': the number and the point it counts from.

    Returns:
        None if the statement has no such period or the text no such number.
    """
    fact = next((q for q in spec.quantities if q.dim == "time"), None)
    if fact is None:
        return None
    statement = spec.view.text
    anchor = _ANCHOR.search(statement, fact.end)
    wanted = [t for t in spec.subject if anchor is not None and t.start >= anchor.end()]
    rest = tuple(t for t in spec.subject if t not in wanted)
    replaced = _replaced(view, fact, rest)
    if replaced is not None:
        return replaced
    best: Finding | None = None
    for q in view.quantities:
        if not comparable(fact, q) or (
            same_value(fact, q) and mode(view, q.start, q.end) in ("old", "rejected")
        ):
            continue
        weights = view.about(q.start) | dict.fromkeys(q.label, 1.0)
        about = coverage(rest, weights)
        finding = _period(view, fact, q, about, wanted)
        if finding is not None and (best is None or finding.strength > best.strength):
            best = finding
    return best


def _replaced(view: TextView, fact: Quantity, rest: tuple[Term, ...]) -> Finding | None:
    """Decide by a period that holds now, where the text calls the fact's former or wrong."""
    spans = [q for q in view.quantities if comparable(fact, q)]
    former = [
        q
        for q in spans
        if same_value(fact, q) and mode(view, q.start, q.end) in ("old", "rejected")
    ]
    if not former or len(former) < sum(same_value(fact, q) for q in spans):
        return None
    for q in spans:
        if same_value(fact, q) or mode(view, q.start, q.end) != "asserted":
            continue
        if coverage(rest, view.about(q.start) | dict.fromkeys(q.label, 1.0)) >= 0.3:
            reason = f"{q.shown}: it takes the place of the fact's value."
            return Finding(
                "contradicted",
                0.8,
                reason,
                (q.start, q.end),
                q.shown,
                code="it-takes-the-place-of-the-fact's-value",
            )
    return None


def _period(
    view: TextView, fact: Quantity, q: Quantity, about: float, wanted: list[Term]
) -> Finding | None:
    zone = view.zones[view.zone_at(q.start)]
    tail = view.text[q.end : zone.end]
    point = _ANCHOR.search(tail[:30])
    senses = dict.fromkeys(
        (s for t in view.words(q.end, min(zone.end, q.end + 60)) for s in t.senses), 1.0
    )
    anchored = not wanted or max(match(t, senses) for t in wanted) >= 0.5
    span = (q.start, q.end)
    if same_value(fact, q) and about >= 0.3:
        if anchored:
            return Finding(
                "conveyed",
                0.3 + 0.5 * about,
                "The period and its starting point are stated.",
                span,
                code="period-and-its",
            )
        if point is not None:
            return Finding(
                "contradicted",
                0.4,
                "The period counts from another point.",
                span,
                tail[:40].strip(),
                rival="not_conveyed",
                code="period-counts-from",
            )
        return Finding(
            "not_conveyed",
            0.5,
            "The point from which the period counts is missing.",
            span,
            rival="conveyed",
            code="point-from-which",
        )
    if not same_value(fact, q) and about >= 0.6 and anchored:
        return Finding(
            "contradicted",
            0.4 * about,
            f"{q.shown}: another period is given.",
            span,
            q.shown,
            rival="not_conveyed",
            code="another-period-given",
        )
    return None
