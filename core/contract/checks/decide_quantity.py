"""Decide facts whose heart is a number: values and limits."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.contract.checks import cues
from core.contract.checks.evidence import Finding, coverage, match
from core.contract.checks.measure import comparable, partly, rounded, same_value, specificity
from core.contract.checks.quantities import Quantity, dimension_concept
from core.contract.checks.semantic import soften
from core.contract.checks.spec import FactSpec, Term
from core.contract.checks.view import TextView, mode

_UPPER = ("le", "lt")
_LOWER = ("ge", "gt")
_EXTRA = re.compile(
    r"\b(?:exclu\w+|excl|without|net of|plus|extra|on top|separate\w*|not included|not include\w*|not in the price|без|сверху|сверх|отдельно|не включ\w+|"
    r"ohne|zzgl|zuzüglich|exkl\w*|netto|sans|hors|en sus|ht|sin|más|aparte|no incluid\w+)\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:inclu\w+|incl|with|covers?|in the (?:price|rate)|gross|included|с|включ\w+|в том числе|уже|inkl\w*|einschließlich|mit|brutto|"
    r"avec|compris\w*|ttc|con|incluid\w+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A number of the text, seen as a possible statement of the fact's quantity."""

    quantity: Quantity
    about: float
    """How well the place is about the fact's subject, in [0, 1]."""
    near: float
    """The same within the clause, label and column only."""
    same: bool
    rounded: bool
    mode: str
    bound: bool
    """It is given as a limit."""
    conflict: bool
    """The text counts or names something else with it."""

    @property
    def span(self) -> tuple[int, int]:
        """Its place in the text."""
        return self.quantity.start, self.quantity.end


def candidates(spec: FactSpec, fact: Quantity, view: TextView) -> list[Candidate]:
    """Return the numbers of the text that could be the fact's, with how well they fit."""
    return [_candidate(spec, fact, q, view) for q in view.quantities if comparable(fact, q)]


def _candidate(spec: FactSpec, fact: Quantity, q: Quantity, view: TextView) -> Candidate:
    about = dict(view.about(q.start))
    clause = view.clauses[view.clause_at(q.start)]
    zone = view.zones[clause.zone]
    near = dict.fromkeys(clause.context | zone.label, 1.0)
    for token in view.words(clause.start, clause.end):
        near.update(dict.fromkeys(token.senses, 1.0))
    implied = dimension_concept(q.dim)
    for weights in (about, near):
        weights.update(dict.fromkeys(q.counted | q.label, 1.0))
        if implied:
            weights.setdefault(
                implied, 0.4 if q.dim == "time" or q.dim.startswith("money") else 0.7
            )
        if q.comparator != "eq":
            weights.setdefault("#cap", 0.9)
    sentence = view.text[zone.start : zone.end]
    bound = q.comparator != "eq" or bool({"#cap", "#budget", "#least"} & near.keys())
    counted = fact.counted
    fit, near_fit = _fit(spec, about), _fit(spec, near)
    if counted and _akin(counted, q.counted):
        # 'It has 48 ports': what is counted is the same, whoever 'it' is.
        fit, near_fit = max(fit, 0.55), max(near_fit, 0.6)
    conflict = bool(
        not q.dim
        and not (q.label and _akin(_senses(spec), q.label))
        and (
            (
                q.counted
                and counted
                and near_fit < 0.4
                and not _akin(counted, q.counted)
                and not _akin(_senses(spec), q.counted)
            )
            or (
                q.counted
                and fact.dim
                and near_fit < 0.4
                and not _akin(_senses(spec), q.counted)
                and not {"#cap"} & q.counted
            )
            or (
                q.label
                and not q.counted
                and not _akin(_senses(spec) | counted, q.label)
                and counted
            )
        )
    )
    return Candidate(
        quantity=q,
        about=fit,
        near=near_fit,
        same=same_value(fact, q) and not (q.approx and not fact.approx and _round_looking(q)),
        rounded=rounded(fact, q),
        mode="elapsed" if q.dim == "time" and _elapsed(view, q) else mode(view, q.start, q.end),
        bound=bound or bool(cues.LIMIT_RULE.search(sentence) and not cues.READING.search(sentence)),
        conflict=conflict,
    )


def _round_looking(q: Quantity) -> bool:
    return q.step > 1 or q.dim == ""


def _elapsed(view: TextView, q: Quantity) -> bool:
    """Whether a span of time is one that has passed ('two hours ago')."""
    before = view.text[max(0, q.start - 20) : q.start]
    return bool(cues.AGO.match(view.text[q.end : q.end + 20]) or cues.AGO_BEFORE.search(before))


def elsewhere(view: TextView, position: int) -> bool:
    """Whether a sentence speaks of other cases or other times than the fact."""
    return bool(cues.ELSEWHERE.search(view.zone_text(view.zone_at(position))))


def _senses(spec: FactSpec) -> frozenset[str]:
    return (
        frozenset().union(*(term.senses for term in spec.subject)) if spec.subject else frozenset()
    )


def _akin(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two groups of words share a stem, a concept or a set of synonyms."""
    return any(sense in other for sense in one if sense[0] != "^")


def _fit(spec: FactSpec, about: dict[str, float]) -> float:
    cover = coverage(spec.subject, about)
    if not spec.subject:
        return cover
    head = max(spec.subject, key=lambda term: term.weight)
    return 0.5 * cover + 0.5 * match(head, about)


def _in_one_zone(spec: FactSpec, view: TextView, c: Candidate) -> bool:
    """Whether the fact's other values stand in the same sentence or row as a candidate."""
    zone = view.zones[view.zone_at(c.quantity.start)]
    row = [q for q in view.quantities if zone.start <= q.start < zone.end]
    return all(any(comparable(k, q) and same_value(k, q) for q in row) for k in spec.quantities[1:])


def literal(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the terms without their dictionary synonyms: stems and concepts only."""
    return tuple(replace(t, keys=tuple(k for k in t.keys if k[0][0] not in "@^")) for t in terms)


def decide(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide a value or a limit.

    Args:
        spec: The parsed fact, with at least one quantity.
        view: The text.
        work: The text is a work product: staying inside a limit reflects it.
    """
    fact = spec.quantities[0]
    strict = {
        c.span: c for c in candidates(replace(spec, subject=literal(spec.subject)), fact, view)
    }
    spec = replace(spec, subject=soften(spec.subject, view))
    # Words that are only near in meaning may help to find the value, not to contradict it.
    found = [replace(c, near=strict[c.span].near) for c in candidates(spec, fact, view)]
    limit = spec.fact.kind == "limit" or spec.comparator != "eq"
    extra = specificity(spec)
    hits = [c for c in found if c.same and c.mode in ("asserted", "old")]
    others = [
        c
        for c in found
        if not c.same
        and not c.rounded
        and not partly(fact, c.quantity)
        and c.mode == "asserted"
        and not c.quantity.weak
        and not elsewhere(view, c.quantity.start)
    ]
    if limit and spec.comparator != "eq":
        # A limit of just this value and unit is hardly a limit on something else.
        hits = [
            replace(c, about=min(1.0, c.about + 0.15)) if c.quantity.comparator != "eq" else c
            for c in hits
        ]
    if len(spec.quantities) > 1:
        hits = [
            replace(c, about=min(1.0, c.about + 0.25)) if _in_one_zone(spec, view, c) else c
            for c in hits
        ]
    hit = max(hits, key=lambda c: (c.about - 0.5 * c.conflict, c.quantity.start), default=None)
    if hit is not None:
        later = _replacement(view, hit, others)
        if later is not None:
            return _contradiction(later, 0.8, "it takes the place of the fact's value")
        if hit.about + 0.6 * extra - 0.6 * hit.conflict >= (0.12 if work else 0.38):
            return _stated(spec, view, hit, limit, extra)
    finding = _not_asserted(view, found, others)
    if finding is not None:
        return finding
    stale = _stale(spec, view)
    if stale is not None:
        return stale
    if limit:
        finding = _limit_without_value(spec, view, fact, others, work)
    else:
        finding = _other_value(spec, view, fact, others, 0.75 if work else 0.5)
    if finding is not None:
        return finding
    return _nothing(spec, fact, found, hit, extra)


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
    if limit and not hit.bound and spec.comparator != "eq":
        reading = cues.READING.search(view.zone_text(view.zone_at(q.start)))
        if reading or hit.about < 0.6:
            return Finding(
                "not_conveyed",
                0.5,
                "The number occurs, but not as the limit.",
                hit.span,
                rival="conveyed",
                code="number-occurs-but",
            )
        score -= 0.3
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
    for c in others:
        if (
            c.about < 0.4
            or c.about < hit.about - 0.3
            or c.conflict
            or c.quantity.dim != hit.quantity.dim
        ):
            continue
        first, second = sorted((hit, c), key=lambda x: x.quantity.start)
        between = view.text[first.quantity.end : second.quantity.end + 30]
        if (
            second is c
            and cues.UPDATE.search(view.text[max(0, hit.quantity.start - 40) : c.quantity.start])
            and cues.UPDATE.search(between)
        ):
            return c
        if hit.mode == "old" and cues.UPDATE.search(between):
            return c
    return None


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
                if o.about >= c.about - 0.3
                and o.about >= 0.35
                and not o.conflict
                and o.quantity.dim == c.quantity.dim
            ]
            if new:
                return _contradiction(
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
                return _contradiction(c, 0.6, "this is the outdated value")
    return None


def inclusion_state(view: TextView, senses: frozenset[str], span: tuple[int, int]) -> bool | None:
    """Whether the text says that a thing is included in a value, extra to it, or nothing."""
    best: tuple[int, bool] | None = None
    for clause in view.clauses:
        if not any(token.senses & senses for token in view.words(clause.start, clause.end)):
            continue
        text = view.text[clause.start : clause.end]
        if not (_EXTRA.search(text) or _PART.search(text)):
            zone = view.zones[clause.zone]
            text = view.text[zone.start : zone.end]
        state = False if _EXTRA.search(text) else True if _PART.search(text) else None
        distance = abs(clause.start - span[0])
        if state is not None and (best is None or distance < best[0]):
            best = (distance, state)
    if best is not None:
        return best[1]
    if "#tax" in senses:
        after = view.text[span[1] : span[1] + 14]
        if re.match(r"\W*(?:HT|netto|net)\b", after):
            return False
        if re.match(r"\W*(?:TTC|brutto|gross)\b", after):
            return True
    return None


def _limit_without_value(
    spec: FactSpec, view: TextView, fact: Quantity, others: list[Candidate], work: bool
) -> Finding | None:
    """The limit is not there: another limit, a value that breaks it, or one that stays inside."""
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
        return _contradiction(best, 0.3 + 0.6 * best.about, "another limit is given")
    values = [c for c in same_kind if c.about >= (0.35 if work else 0.6)]
    breaking = [
        c for c in values if breaks(spec, fact, c.quantity) and c.near >= 0.5 and c.about >= 0.6
    ]
    if breaking:
        best = max(breaking, key=lambda c: (c.about, c.quantity.start))
        return _contradiction(best, 0.2 + 0.5 * best.about, "this breaks the limit")
    if work:
        inside = [c for c in values if not breaks(spec, fact, c.quantity)]
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


def breaks(spec: FactSpec, fact: Quantity, q: Quantity) -> bool:
    """Whether a value lies outside the fact's limit."""
    if fact.comparator == "range":
        return q.high > fact.high * (1 + 1e-9) or q.low < fact.low * (1 - 1e-9)
    if spec.comparator in _LOWER:
        return q.low < fact.low - 1e-9 * abs(fact.low)
    return q.high > fact.high + 1e-9 * abs(fact.high)


def _other_value(
    spec: FactSpec, view: TextView, fact: Quantity, others: list[Candidate], least: float
) -> Finding | None:
    """Another value for the very same quantity contradicts the fact."""
    context = spec.quantities[1:]
    fit = []
    for c in others:
        q = c.quantity
        if c.conflict or q.comparator in _LOWER + _UPPER or c.near < least or c.about < 0.6:
            continue
        if not q.dim and (fact.dim or not (_akin(fact.counted, q.counted) or c.near >= 0.75)):
            continue
        if not q.dim and fact.low and not 0.02 <= abs(q.low / fact.low) <= 50:
            continue
        zone = view.zones[view.zone_at(q.start)]
        row = [x for x in view.quantities if zone.start <= x.start < zone.end]
        if all(any(comparable(k, x) and same_value(k, x) for x in row) for k in context):
            fit.append(c)
    if not fit:
        return None
    best = max(fit, key=lambda c: (c.near, c.about, c.quantity.start))
    return _contradiction(
        best, 0.25 + 0.35 * best.about + 0.35 * best.near, "another value is given"
    )


def _nothing(
    spec: FactSpec, fact: Quantity, found: list[Candidate], hit: Candidate | None, extra: float
) -> Finding:
    if hit is not None:
        score = hit.about + 0.6 * extra - 0.6 * hit.conflict
        return Finding(
            "not_conveyed",
            _squash(0.9 - 1.6 * score),
            "The number occurs, but for something else.",
            hit.span,
            rival="conveyed",
            code="number-occurs-but",
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
        code="gives-no-value",
    )


def _contradiction(c: Candidate, strength: float, why: str) -> Finding:
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
