"""Decide facts whose heart is a number: values and limits."""

from __future__ import annotations

from dataclasses import replace

from core.contract.checks import cues
from core.contract.checks.candidates import (
    Candidate,
    akin,
    alike,
    candidates,
    complete_zones,
    elsewhere,
    inclusion_state,
)
from core.contract.checks.derived_quantities import derived_value
from core.contract.checks.evidence import Finding, coverage
from core.contract.checks.measure import breaks, comparable, partly, same_value, specificity
from core.contract.checks.opposites import opposite_word
from core.contract.checks.qualifiers import name_number
from core.contract.checks.quantities import Quantity
from core.contract.checks.rival_values import contradiction, limit_without_value, other_value
from core.contract.checks.semantic import soften
from core.contract.checks.signals import signals
from core.contract.checks.spec import FactSpec
from core.contract.checks.standing import changed, overtaken
from core.contract.checks.terms import literal
from core.contract.checks.view import TextView

_UPPER, _LOWER = ("le", "lt"), ("ge", "gt")
_PAIRED, _FAR = 60, 4000
"""Values of a text that are compared in pairs, and the characters that may lie between them."""


def decide(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide a value or a limit.

    Args:
        spec: The parsed fact, with at least one quantity.
        view: The text.
        work: The text is a work product: staying inside a limit reflects it.
    """
    fact = spec.quantities[0]
    plain = candidates(spec, fact, view)
    strict = candidates(replace(spec, subject=literal(spec.subject)), fact, view)
    if any(c.same and c.about < 0.8 for c in plain):
        spec = replace(spec, subject=soften(spec.subject, view))
        plain = candidates(spec, fact, view)
    # Words that are only near in meaning may help to find the value, not to contradict it.
    found = [replace(c, near=s.near) for c, s in zip(plain, strict, strict=True)]
    if fact.comparator == "range":
        found += _both_ends(view, fact, found)
    limit = spec.fact.kind == "limit" or spec.comparator != "eq"
    extra = specificity(spec)
    hits = [
        c
        for c in found
        if c.same
        and not c.alien
        and c.mode in ("asserted", "old")
        and not (fact.dim and not c.quantity.dim and name_number(c.quantity.label))
    ]
    others = [
        c
        for c in found
        if not c.same
        and not c.rounded
        and not partly(fact, c.quantity)
        and c.mode == "asserted"
        and not c.quantity.weak
        and not c.alien
        and not (not c.quantity.dim and name_number(c.quantity.label))
        and not elsewhere(view, c.quantity.start)
    ]
    if limit and spec.comparator != "eq":
        # A limit of just this value and unit is hardly a limit on something else.
        hits = [
            replace(c, about=min(1.0, c.about + 0.15 + alike(spec, view, c)))
            if c.quantity.comparator != "eq"
            else c
            for c in hits
        ]
    if len(spec.quantities) > 1:
        complete = complete_zones(spec, view, hits)
        more = [0.25 * (view.zone_at(c.quantity.start) in complete) for c in hits]
        hits = [replace(c, about=min(1.0, c.about + m)) for c, m in zip(hits, more, strict=True)]
    hits = _of_its_things(spec, hits, others)
    hit = max(hits, key=lambda c: (c.about - 0.5 * c.conflict, c.quantity.start), default=None)
    if hit is not None:
        changed_to = _changed_to(view, hit, hits, others, work)
        if changed_to is not None:
            return changed_to
        if hit.about + 0.6 * extra - 0.6 * hit.conflict >= (0.12 if work else 0.38):
            return _stated(spec, view, hit, limit, extra)
    finding = _not_asserted(view, found, others)
    if finding is not None:
        return finding
    finding = _stale(spec, view) or derived_value(spec, view, fact)
    if finding is not None:
        return finding
    if limit:
        finding = limit_without_value(spec, view, fact, others, work)
    else:
        finding = other_value(spec, view, fact, others, 0.75 if work else 0.5)
    if finding is not None:
        return finding
    return _nothing(spec, fact, found, hit, extra, _instead(spec, fact, others, limit=limit))


def _of_its_things(
    spec: FactSpec, hits: list[Candidate], others: list[Candidate]
) -> list[Candidate]:
    """Return the hits that count what a value counts, if another number does: '3 forklifts and 5 docks'."""
    fact = spec.quantities[0]
    limit = spec.fact.kind == "limit" or spec.comparator != "eq"
    if limit or not any(akin(fact.counted, c.quantity.counted) for c in others):
        return hits
    return [c for c in hits if not c.quantity.counted or akin(fact.counted, c.quantity.counted)]


def _both_ends(view: TextView, fact: Quantity, found: list[Candidate]) -> list[Candidate]:
    """Return the range whose ends stand apart in one sentence: 'not below 2 and not above 8 degrees'."""
    ends = [c for c in found if partly(fact, c.quantity) and (c.quantity.dim or not fact.dim)]
    for low in ends:
        for high in ends:
            q, r = low.quantity, high.quantity
            if (
                q.low < r.low
                and view.zone_at(q.start) == view.zone_at(r.start)
                and q.start < r.start
            ):
                both = replace(
                    q, end=r.end, high=r.low, comparator="range", raw=view.text[q.start : r.end]
                )
                return [
                    replace(
                        low, quantity=both, same=True, about=max(low.about, high.about), bound=True
                    )
                ]
    return []


def _stated(spec: FactSpec, view: TextView, hit: Candidate, limit: bool, extra: float) -> Finding:
    """The value is there, about the right thing: is it the whole fact?"""
    q = hit.quantity
    if limit and spec.comparator in _UPPER and q.comparator == "ge":
        return Finding(
            "contradicted",
            0.7,
            f"{q.shown} is given as a minimum.",
            hit.span,
            q.shown,
            code="given-as-minimum",
        )
    if spec.comparator == "eq" and not limit and q.comparator in ("gt", "lt"):
        more = "more" if q.comparator == "gt" else "less"
        return Finding(
            "contradicted",
            0.5,
            f"It is given as {more} than {q.shown}.",
            hit.span,
            q.shown,
            rival="conveyed",
            code="given-as-beyond",
        )
    if spec.comparator in _LOWER and q.comparator in _UPPER:
        return Finding(
            "contradicted",
            0.7,
            f"{q.shown} is given as a maximum.",
            hit.span,
            q.shown,
            code="given-as-maximum",
        )
    for second in spec.quantities[1:]:
        if not any(comparable(second, c) and same_value(second, c) for c in view.quantities):
            return Finding(
                "not_conveyed",
                0.6,
                f"The second value ({second.shown}) is missing.",
                hit.span,
                code="second-value-missing",
            )
    contrary = opposite_word(spec.subject, view, q.start)
    if contrary is not None:
        return Finding(
            "contradicted",
            0.5,
            f"{contrary.text}: the text says the contrary.",
            (contrary.start, contrary.end),
            contrary.text,
            code="says-contrary",
            rival="conveyed",
        )
    for inclusion in spec.inclusions:
        state = inclusion_state(view, inclusion.senses, hit.span)
        if state is None:
            return Finding(
                "not_conveyed",
                0.6,
                f"Whether {inclusion.word} is included is not said.",
                hit.span,
                rival="conveyed",
                code="whether-included-not",
            )
        if state != inclusion.included:
            return Finding(
                "contradicted",
                0.75,
                f"{inclusion.word}: the text says the opposite.",
                hit.span,
                q.shown,
                code="says-opposite",
            )
    if spec.conditions and _best_clause(spec, view) < 0.45:
        return Finding(
            "not_conveyed",
            0.6,
            "The condition that belongs to it is missing.",
            hit.span,
            rival="conveyed",
            code="condition-belongs-missing",
        )
    score = hit.about + 0.6 * extra - 0.6 * hit.conflict
    if limit and not hit.bound and spec.comparator not in ("eq", "range"):
        return Finding(
            "not_conveyed",
            0.5,
            "The number occurs, but not as the limit.",
            hit.span,
            rival="conveyed",
            code="number-not-as-limit",
        )
    return Finding(
        "conveyed",
        _squash(score - 0.3),
        "The value is stated for the same quantity.",
        hit.span,
        code="value-stated-same",
    )


def _squash(x: float) -> float:
    return max(0.0, min(1.0, x))


def _best_clause(spec: FactSpec, view: TextView) -> float:
    return max((coverage(spec.conditions, view.about(c.start)) for c in view.clauses), default=0.0)


def _replacement(view: TextView, hit: Candidate, others: list[Candidate]) -> Candidate | None:
    """Return a value for the same quantity that takes the place of the hit in this text."""
    for c in others[:_PAIRED]:
        bare = not c.quantity.dim and not c.quantity.counted
        if c.conflict or not (c.quantity.dim == hit.quantity.dim or bare or not hit.quantity.dim):
            continue
        far = abs(c.quantity.start - hit.quantity.start) > _FAR
        if far or c.about < max(0.2, hit.about - 0.55):
            continue
        if changed(view, hit.span, c.span, hit.mode):
            return c
        first, second = sorted((hit, c), key=lambda x: x.quantity.start)
        between = view.text[first.quantity.end : second.quantity.end + 30]
        if (
            second is c
            and c.about >= 0.4
            and cues.UPDATE.search(view.text[max(0, hit.quantity.start - 40) : c.quantity.start])
            and cues.UPDATE.search(between)
        ):
            return c
    return None


def _changed_to(
    view: TextView, hit: Candidate, hits: list[Candidate], others: list[Candidate], work: bool
) -> Finding | None:
    """Decide by a value that takes the place of the fact's, if the text gives one."""
    replaced = (_replacement(view, h, others) for h in hits[:_PAIRED])
    later = next((c for c in replaced if c is not None), None)
    if later is not None:
        return contradiction(later, 0.8, "it takes the place of the fact's value")
    after = None if work else _overtaken(view, hit, others)
    if after is not None:
        return replace(contradiction(after, 0.4, "the text changes it"), rival="conveyed")
    return None


def _overtaken(view: TextView, hit: Candidate, others: list[Candidate]) -> Candidate | None:
    """Return a later value for the same quantity in a text that corrects or changes something."""
    later = [
        c
        for c in others
        if not c.conflict
        and c.quantity.dim == hit.quantity.dim
        and c.about >= (0.25 if _directly_behind(view, hit, c) else max(0.4, hit.about - 0.35))
        and (c.quantity.dim or c.quantity.counted & hit.quantity.counted)
        and overtaken(view, hit.span, c.span)
    ]
    return max(later, key=lambda c: (c.about, c.quantity.start), default=None)


def _directly_behind(view: TextView, hit: Candidate, c: Candidate) -> bool:
    """Whether a value stands in the sentence behind the fact's, which is itself a correction."""
    here = view.zone_at(hit.quantity.start)
    return here in signals(view).corrected and view.zone_at(c.quantity.start) == here + 1


def _not_asserted(
    view: TextView, found: list[Candidate], others: list[Candidate]
) -> Finding | None:
    """The value is there, but only asked, supposed or rejected."""
    for c in found:
        if not c.same or c.about < 0.35 or c.mode in ("asserted", "old", "elapsed"):
            continue
        if c.mode == "rejected":
            new = [
                o
                for o in others
                if (
                    (o.about >= c.about - 0.3 and o.about >= 0.35)
                    or (o.about >= 0.2 and 0 < o.quantity.start - c.quantity.end <= 120)
                )
                and not o.conflict
                and o.quantity.dim == c.quantity.dim
            ]
            if new:
                return contradiction(
                    max(new, key=lambda o: (o.about, o.quantity.start)),
                    0.8,
                    "it replaces the fact's value",
                )
            return Finding(
                "not_conveyed",
                0.4,
                "The value is quoted in order to be rejected.",
                c.span,
                rival="contradicted",
                code="value-quoted-order",
            )
        reason = "asked about" if c.mode == "asked" else "supposed"
        return Finding(
            "not_conveyed",
            0.4,
            f"The value is only {reason}.",
            c.span,
            rival="conveyed",
            code="value",
        )
    return None


def _stale(spec: FactSpec, view: TextView) -> Finding | None:
    """The text gives the value that the fact calls outdated."""
    for old in spec.former_quantities:
        for c in candidates(spec, old, view):
            if c.same and c.about >= 0.4 and c.mode == "asserted":
                return contradiction(c, 0.6, "this is the outdated value")
    return None


def _instead(
    spec: FactSpec, fact: Quantity, others: list[Candidate], *, limit: bool
) -> tuple[int, int] | None:
    """Return the place of the value that could stand instead of the fact's, if there is one."""
    fit = [
        c
        for c in others
        if not c.conflict
        and c.quantity.dim == fact.dim
        and (fact.dim or akin(fact.counted, c.quantity.counted))
        and (not limit or c.bound or breaks(spec, fact, c.quantity))
    ]
    best = max(fit, key=lambda c: (c.near, c.about, c.quantity.start), default=None)
    return best.span if best is not None else None


def _nothing(
    spec: FactSpec,
    fact: Quantity,
    found: list[Candidate],
    hit: Candidate | None,
    extra: float,
    instead: tuple[int, int] | None,
) -> Finding:
    if hit is not None:
        score = hit.about + 0.6 * extra - 0.6 * hit.conflict
        return Finding(
            "not_conveyed",
            _squash(0.9 - 1.6 * score),
            "The number occurs, but for something else.",
            hit.span,
            rival="conveyed",
            code="number-counts-else" if hit.conflict else "number-occurs-but",
        )
    near = next((c for c in found if c.rounded), None)
    if near is not None:
        return Finding(
            "not_conveyed",
            0.75,
            "Only a rounded value is given.",
            near.span,
            rival="conveyed",
            code="rounded-value-given",
        )
    part = next((c for c in found if partly(fact, c.quantity)), None)
    if part is not None:
        return Finding(
            "not_conveyed",
            0.7,
            "Only one end of the range is given.",
            part.span,
            rival="contradicted",
            code="one-end-range",
        )
    closest = max((c.about for c in found if not c.conflict), default=0.0)
    return Finding(
        "not_conveyed",
        0.95 - 0.5 * closest,
        "The text gives no value for it.",
        rival="contradicted",
        hint=instead,
        code="gives-no-value",
    )
