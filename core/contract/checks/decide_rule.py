"""Decide requirements, prohibitions and free statements by the coverage of their content words."""

from __future__ import annotations

from core.contract.checks import cues
from core.contract.checks.evidence import Finding, match
from core.contract.checks.spec import FactSpec, Term
from core.contract.checks.view import TextView


def best_window(terms: tuple[Term, ...], view: TextView) -> tuple[float, int]:
    """Return the best coverage of the terms in one zone with its surroundings, and that zone."""
    best, where = 0.0, 0
    total = sum(t.weight for t in terms) or 1.0
    for index, zone in enumerate(view.zones):
        about: dict[str, float] = {}
        for offset, weight in ((-1, 0.7), (1, 0.6), (0, 1.0)):
            other = index + offset
            if 0 <= other < len(view.zones) and (
                offset == 0 or view.zones[other].block == zone.block
            ):
                for sense in view.zone_senses(other):
                    about[sense] = max(about.get(sense, 0.0), weight)
        for sense in zone.context | zone.label:
            about[sense] = max(about.get(sense, 0.0), 0.8)
        score = sum(t.weight * match(t, about) for t in terms) / total
        if score > best:
            best, where = score, index
    return best, where


def decide(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide by coverage and polarity."""
    if not spec.subject or not view.zones:
        return Finding(
            "conveyed" if work else "not_conveyed", 0.1, "Nothing to compare.", rival="not_conveyed"
        )
    score, index = best_window(spec.subject, view)
    zone = view.zones[index]
    span = (zone.start, zone.end)
    text = view.text[zone.start : zone.end]
    negative = bool(cues.NEGATION.search(text)) or bool(
        {"#forbid", "#avoid", "#exclude"} & view.zone_senses(index)
    )
    prohibition = spec.fact.kind == "prohibition"
    if prohibition:
        if score >= 0.45:
            if negative:
                return Finding(
                    "conveyed",
                    0.2 + 0.6 * score,
                    "The text passes the prohibition on.",
                    span,
                    rival="contradicted",
                )
            if score >= 0.6:
                return Finding(
                    "contradicted",
                    0.4 * score,
                    "The text does what is forbidden.",
                    span,
                    rival="conveyed",
                )
        if work:
            return Finding("conveyed", 0.6, "Nothing in the text breaks the prohibition.")
        return Finding(
            "not_conveyed", 0.6 - 0.5 * score, "The prohibition is not passed on.", rival="conveyed"
        )
    if score >= 0.55:
        opposite = bool(cues.ABSENT_RULE.search(text)) and not spec.negative
        if opposite:
            return Finding(
                "contradicted", 0.2, "The text says the opposite.", span, rival="conveyed"
            )
        return Finding("conveyed", 0.8 * score - 0.1, "The text states it in similar words.", span)
    return Finding(
        "not_conveyed", 0.7 - 0.9 * score, "The text does not state it.", rival="conveyed"
    )
