"""What a text says instead of a fact's number: another limit, a value that breaks it, another value."""

from __future__ import annotations

import re
from dataclasses import replace

from core.contract.checks.anycase import AnyCase
from core.contract.checks.candidates import Candidate, akin
from core.contract.checks.evidence import Finding, coverage
from core.contract.checks.measure import breaks, comparable, same_value
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView

_UPPER = ("le", "lt")


_LOWER = ("ge", "gt")


def limit_without_value(
    spec: FactSpec, view: TextView, fact: Quantity, others: list[Candidate], work: bool
) -> Finding | None:
    """Find what stands for a limit that the text lacks: another limit, a value that breaks it, or one inside.

    Args:
        spec: The parsed fact.
        view: The text.
        fact: The limit.
        others: Numbers of the text that could be about the same thing.
        work: The text is a work product: staying inside the limit reflects it.
    """
    same_kind = [
        c
        for c in others
        if not c.conflict and (c.quantity.dim == fact.dim or (c.bound and c.near >= 0.7))
    ]
    bounds = [
        c
        for c in same_kind
        if (c.quantity.comparator != "eq" or "#cap" in view.about(c.quantity.start))
        and c.near >= 0.5
        and c.about >= 0.55
    ]
    if bounds and not work:
        best = max(bounds, key=lambda c: (c.about, c.quantity.start))
        return contradiction(best, 0.3 + 0.6 * best.about, "another limit is given")
    values = [c for c in same_kind if c.about >= (0.35 if work else 0.6)]
    breaking = [
        c
        for c in values
        if breaks(spec, fact, c.quantity)
        and c.near >= 0.5
        and c.about >= 0.6
        and not _summed(fact, view, c.quantity)
    ]
    if breaking:
        best = max(breaking, key=lambda c: (c.about, c.quantity.start))
        total = "#total" in view.about(best.quantity.start)  # A total is what a budget is for.
        found = contradiction(best, 0.2 + 0.5 * best.about + 0.2 * total, "this breaks the limit")
        # A text may report a value that falls under no limit; a work product is bound by it.
        return replace(found, code="work-breaks-the-limit") if work else found
    free = None if work else _unlimited(spec, view)
    if free is not None:
        return free
    inside = [c for c in values if not breaks(spec, fact, c.quantity)]
    if not work and inside and any(c.near >= 0.5 for c in inside) and not bounds:
        best = max(inside, key=lambda c: (c.near, c.about))
        return Finding(
            "not_conveyed",
            0.3 + 0.5 * best.near,
            f"{best.quantity.shown} stays inside the limit, which isn't said.",
            best.span,
            rival="contradicted",
            code="inside-limit-unsaid",
        )
    if work:
        if inside:
            best = max(inside, key=lambda c: c.about)
            return Finding(
                "conveyed",
                0.3 + 0.6 * best.about,
                f"{best.quantity.shown} stays inside the limit.",
                best.span,
                code="stays-inside-limit",
            )
        return Finding(
            "conveyed",
            0.2,
            "Nothing in the text breaks the limit.",
            rival="not_conveyed",
            code="nothing-breaks-limit",
        )
    return None


_UNLIMITED = AnyCase(
    r"\b(?:as (?:many|much|long|often|late|far|high) \w*\s?(?:as (?:you|they|he|she|we|one|anyone) (?:like|want|wish|need|please)\w*)|as (?:many|much|long|often|late) (?:\w+ )?as (?:you|they|we) \w+|"
    r"(?:no|without(?: any| a)?) (?:upper |fixed |hard )?(?:limit|cap|ceiling|maximum|restriction)s?|unlimited|limitless|uncapped|any (?:number|amount) of|"
    r"сколько угодно|без ограничений|неограничен\w*|beliebig (?:viele?|lange|oft)|unbegrenzt\w*|ohne (?:obergrenze|limit|begrenzung)|sans (?:limite|plafond)|illimité\w*|autant (?:de \w+ )?que|sin (?:límite|tope)|ilimitad\w*)\b",
    re.IGNORECASE,
)
"""What the fact limits is free."""


def _unlimited(spec: FactSpec, view: TextView) -> Finding | None:
    """Return that the text sets no limit to what the fact limits."""
    for found in _UNLIMITED.finditer(view.text):
        if coverage(spec.subject, view.about(found.start())) >= 0.6:
            return Finding(
                "contradicted",
                0.5,
                "The text says that there is no limit.",
                found.span(),
                found.group(),
                rival="not_conveyed",
                code="no-limit",
            )
    return None


_SUM = AnyCase(
    r"\b(?:in total|total\w*|altogether|in all|all told|combined|summed|sum of|together|over (?:\w+ ){1,2}(?:people|persons|days|weeks|months|nights)|"
    r"всего|итого|в сумме|суммарно|insgesamt|zusammen|gesamt\w*|summe|au total|en tout|ensemble|en total|en conjunto|suma)\b",
    re.IGNORECASE,
)


def _summed(fact: Quantity, view: TextView, q: Quantity) -> bool:
    """Whether a number is the sum over what the fact's limit is counted by ('96 hours in total')."""
    if not fact.per or fact.per & q.per:
        return False
    return bool(_SUM.search(view.zone_text(view.zone_at(q.start))))


def other_value(
    spec: FactSpec, view: TextView, fact: Quantity, others: list[Candidate], least: float
) -> Finding | None:
    """Find another value for the very same quantity, which contradicts the fact.

    Args:
        spec: The parsed fact.
        view: The text.
        fact: The value.
        others: Numbers of the text that could be about the same thing.
        least: How well the clause must fit the subject, in [0, 1].
    """
    context = spec.quantities[1:]
    total = not fact.dim and any("#total" in term.senses for term in spec.subject)
    fit = []
    for c in others:
        q = c.quantity
        bounded = q.comparator in _LOWER + _UPPER and not spec.view.senses & {"#cap", "#least"}
        if c.conflict or bounded or c.near < least or c.about < 0.6:
            continue
        if not q.dim and (fact.dim or not (akin(fact.counted, q.counted) or c.near >= 0.75)):
            continue
        if not q.dim and _counts_else(view, fact, q):
            continue
        if total and "#total" not in view.about(q.start):
            continue  # A part says nothing against a total.
        if not q.dim and fact.low and not 0.02 <= abs(q.low / fact.low) <= 50:
            continue
        zone = view.zones[view.zone_at(q.start)]
        row = [x for x in view.quantities if zone.start <= x.start < zone.end]
        if all(any(comparable(k, x) and same_value(k, x) for x in row) for k in context):
            fit.append(c)
    if not fit:
        return None
    best = max(fit, key=lambda c: (c.near, c.about, c.quantity.start))
    return contradiction(
        best, 0.25 + 0.35 * best.about + 0.35 * best.near, "another value is given"
    )


def _counts_else(view: TextView, fact: Quantity, q: Quantity) -> bool:
    """Whether a number counts other things than the fact, whose own things stand in the same clause."""
    if not fact.counted or not q.counted or akin(fact.counted, q.counted):
        return False
    clause = view.clauses[view.clause_at(q.start)]
    return any(akin(fact.counted, t.senses) for t in view.words(clause.start, q.start))


def contradiction(c: Candidate, strength: float, why: str) -> Finding:
    """Return the finding that a text gives a candidate instead of the fact's value, and why."""
    q = c.quantity
    return Finding(
        "contradicted",
        strength,
        f"{q.shown}: {why}.",
        c.span,
        q.shown,
        rival="not_conveyed",
        code="-".join(why.split()),
    )
