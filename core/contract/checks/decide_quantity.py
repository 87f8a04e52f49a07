"""Decide facts whose heart is a number: values and limits."""

from __future__ import annotations

from dataclasses import dataclass

from core.contract.checks import cues
from core.contract.checks.evidence import Finding, coverage, match
from core.contract.checks.quantities import Quantity, dimension_concept
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView, mode

_UPPER = ("le", "lt")
_LOWER = ("ge", "gt")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A number of the text seen as a statement of the fact's quantity."""

    quantity: Quantity
    about: float
    same: bool
    rounded: bool
    mode: str
    bound: bool
    """It is given as a limit."""


def comparable(fact: Quantity, text: Quantity) -> bool:
    """Whether two numbers measure the same kind of thing."""
    if fact.dim == text.dim:
        return not (fact.per and text.per and not (fact.per & text.per))
    if fact.dim and not text.dim:
        return not text.counted or not fact.dim.startswith("money")
    if text.dim and not fact.dim:
        return False
    if fact.dim.startswith("money") and text.dim.startswith("money"):
        return True
    return False


def same_value(fact: Quantity, text: Quantity) -> bool:
    """Whether the text's number is the fact's, exactly or by conversion to the last shown digit."""
    if fact.dim.startswith("money") and text.dim.startswith("money") and fact.dim != text.dim:
        return False
    if fact.comparator == "range" or text.comparator == "range":
        return (
            text.comparator == fact.comparator
            and _close(fact.low, text.low, text, fact)
            and _close(fact.high, text.high, text, fact)
        )
    values = [*text.readings]
    if fact.dim == "percent" and not text.dim and 0 < text.low < 1:
        values.append(text.low * 100)
    return any(_close(a, b, text, fact) for a in fact.readings for b in values)


def _close(a: float, b: float, text: Quantity, fact: Quantity) -> bool:
    if abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1e-12):
        return True
    if text.unit and fact.unit and text.unit != fact.unit and "money" not in text.dim:
        shown = (
            text.step
            if "." in text.raw or "," in text.raw
            else min(text.step, max(1e-12, abs(b) * 0.02))
        )
        return abs(a - b) <= 0.5 * shown and abs(a - b) <= 0.02 * max(abs(a), 1e-12)
    return False


def candidates(spec: FactSpec, fact: Quantity, view: TextView) -> list[Candidate]:
    """Return the numbers of the text that could be the fact's, with how well they fit."""
    found = []
    concept = dimension_concept(fact.dim)
    for q in view.quantities:
        if not comparable(fact, q):
            continue
        about = dict(view.about(q.start))
        for sense in q.counted:
            about[sense] = 1.0
        implied = dimension_concept(q.dim)
        if implied:
            about.setdefault(implied, 0.55)
        if q.comparator != "eq":
            about.setdefault("#cap", 0.9)
        cover = coverage(spec.subject, about)
        if spec.subject:
            head = max(spec.subject, key=lambda t: t.weight)
            cover = 0.5 * cover + 0.5 * match(head, about)
        if not q.dim and fact.dim and concept and concept not in about:
            cover *= 0.9
        same = same_value(fact, q) and not (q.approx and not fact.approx and q.step > 1)
        rounded = (
            not same
            and abs(q.low - fact.low) <= 0.05 * abs(fact.low)
            and (q.approx or q.step > fact.step)
        )
        found.append(
            Candidate(
                q,
                cover,
                same,
                rounded,
                mode(view, q.start, q.end),
                q.comparator in _UPPER + _LOWER or "#cap" in view.about(q.start),
            )
        )
    return found


def decide(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide a value or a limit.

    Args:
        spec: The parsed fact, with at least one quantity.
        view: The text.
        work: The text is a work product: staying inside a limit conveys it.
    """
    fact = spec.quantities[0]
    found = candidates(spec, fact, view)
    hits = [c for c in found if c.same and c.mode not in ("asked", "rejected", "supposed")]
    limit = spec.fact.kind == "limit" or spec.comparator in _UPPER + _LOWER
    others = [c for c in found if not c.same and not c.rounded and c.mode in ("asserted",)]
    hit = max(hits, key=lambda c: (c.about, c.quantity.start), default=None)
    other = max(others, key=lambda c: (c.about, c.quantity.start), default=None)
    if hit is not None:
        later = _replaced(view, hit, others)
        if later is not None:
            return _contradiction(later, 0.8, "the value is replaced in the same text")
        return _conveyed(spec, view, hit, limit)
    for c in found:
        if c.same and c.about >= 0.5:
            reason = {
                "asked": "it is only asked",
                "rejected": "it is quoted to be rejected",
                "supposed": "it is only supposed",
            }[c.mode]
            return Finding(
                "not_conveyed",
                0.5,
                f"The value occurs, but {reason}.",
                (c.quantity.start, c.quantity.end),
                rival="conveyed",
            )
    if limit:
        return _limit_without_value(spec, view, fact, others, work)
    if other is not None and other.about >= 0.6 and not _other_role(fact, other.quantity):
        return _contradiction(other, min(1.0, other.about), "another value is given")
    near = next((c for c in found if c.rounded), None)
    if near is not None:
        return Finding(
            "not_conveyed",
            0.8,
            "Only a rounded value is given.",
            (near.quantity.start, near.quantity.end),
        )
    strength = 0.95 if not found else 0.85 - 0.5 * max(c.about for c in found)
    return Finding(
        "not_conveyed", strength, "The text gives no value for it.", rival="contradicted"
    )


def _other_role(fact: Quantity, text: Quantity) -> bool:
    return text.comparator != "eq" and fact.comparator == "eq"


def _replaced(view: TextView, hit: Candidate, others: list[Candidate]) -> Candidate | None:
    """Return a later value for the same quantity that takes the place of the hit."""
    for c in others:
        if c.about < 0.45 or c.about < hit.about - 0.35:
            continue
        if c.quantity.start > hit.quantity.start:
            between = view.text[hit.quantity.end : c.quantity.end + 40]
            if cues.UPDATE.search(between) and (
                hit.mode == "old"
                or cues.UPDATE.search(view.text[hit.quantity.end : c.quantity.end])
            ):
                return c
        elif hit.mode == "old":
            return c
    return None


def _conveyed(spec: FactSpec, view: TextView, hit: Candidate, limit: bool) -> Finding:
    q = hit.quantity
    span = (q.start, q.end)
    if (
        (limit
        and q.comparator in _LOWER
        and spec.comparator in _UPPER)
        or (spec.comparator in _LOWER
        and q.comparator in _UPPER)
    ):
        return Finding("contradicted", 0.7, "The bound points the other way.", span, q.shown)
    for second in spec.quantities[1:]:
        if not any(same_value(second, c) and comparable(second, c) for c in view.quantities):
            return Finding(
                "not_conveyed", 0.6, f"The second value ({second.shown}) is missing.", span
            )
    for inclusion in spec.inclusions:
        state = _inclusion_state(view, inclusion.senses)
        if state is None:
            return Finding(
                "not_conveyed", 0.6, f"Whether {inclusion.word} is included is not said.", span
            )
        if state != inclusion.included:
            return Finding(
                "contradicted",
                0.75,
                f"{inclusion.word}: the text says the opposite.",
                span,
                q.shown,
            )
    if spec.conditions:
        best = max(
            (coverage(spec.conditions, view.about(c.start)) for c in view.clauses), default=0.0
        )
        if best < 0.45:
            return Finding(
                "not_conveyed", 0.6, "The condition that belongs to it is missing.", span
            )
    if limit and not hit.bound and q.comparator == "eq" and spec.comparator != "eq":
        if hit.about >= 0.75:
            return Finding("conveyed", 0.5, "The value is given, though not as a limit.", span)
        return Finding(
            "not_conveyed", 0.4, "The number occurs, but not as the limit.", span, rival="conveyed"
        )
    if hit.about >= 0.4:
        return Finding(
            "conveyed",
            min(1.0, 0.4 + 0.6 * hit.about),
            "The value is stated for the same quantity.",
            span,
        )
    lonely = 0.5 if q.counted and not q.dim else 0.2
    return Finding(
        "not_conveyed", lonely, "The number occurs, but for something else.", span, rival="conveyed"
    )


def _inclusion_state(view: TextView, senses: frozenset[str]) -> bool | None:
    """Whether the text says the thing is included (True), extra (False) or nothing (None)."""
    import re

    for clause in view.clauses:
        if any(token.senses & senses for token in view.words(clause.start, clause.end)):
            zone = view.zones[clause.zone]
            text = view.text[zone.start : zone.end].lower()
            if re.search(
                r"\b(?:exclu\w+|excl|without|net of|plus|extra|on top|separately|not included|без|сверху|отдельно|не включ\w+|ohne|zzgl|exkl|netto|sans|hors|ht|sin|más|aparte)\b",
                text,
            ):
                return False
            if re.search(
                r"\b(?:inclu\w+|incl|with|covers?|in the price|gross|с|включ\w+|в том числе|inkl\w*|einschließlich|mit|brutto|avec|compris\w*|ttc|con)\b",
                text,
            ):
                return True
    low = view.text
    if re.search(r"\b(?:HT|netto)\b", low) and "#tax" in senses:
        return False
    if re.search(r"\b(?:TTC|brutto|gross)\b", low) and "#tax" in senses:
        return True
    return None


def _limit_without_value(
    spec: FactSpec, view: TextView, fact: Quantity, others: list[Candidate], work: bool
) -> Finding:
    """The limit itself is not there: another limit, a value that breaks it, or one inside it."""
    upper = spec.comparator in _UPPER or spec.comparator == "eq"
    bounds = [c for c in others if c.bound and c.about >= 0.5]
    if bounds:
        best = max(bounds, key=lambda c: (c.about, c.quantity.start))
        return _contradiction(best, 0.5 + 0.5 * best.about, "another limit is given")
    values = [c for c in others if c.about >= 0.6 and c.quantity.dim == fact.dim]
    top = fact.high if fact.comparator == "range" else fact.low
    for c in values:
        q = c.quantity
        breaks = q.high > top * (1 + 1e-9) if upper else q.low < fact.low
        if fact.comparator == "range":
            breaks = q.high > fact.high or q.low < fact.low
        if breaks:
            return _contradiction(c, 0.5 + 0.4 * c.about, "a value breaks the limit")
    if work and values:
        c = max(values, key=lambda c: c.about)
        return Finding(
            "conveyed",
            0.5 + 0.4 * c.about,
            "The value stays inside the limit.",
            (c.quantity.start, c.quantity.end),
        )
    return Finding("not_conveyed", 0.85 if not values else 0.7, "The limit is not stated.")


def _contradiction(c: Candidate, strength: float, why: str) -> Finding:
    q = c.quantity
    return Finding(
        "contradicted",
        strength,
        f"{q.shown}: {why}.",
        (q.start, q.end),
        q.shown,
        rival="not_conveyed",
    )
