"""What counts as using a fact in a work product, where a message would have to state it.

A work product seldom repeats what a number belongs to: '46 seats' works with 'there are 46 people'.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.contract.checks.anycase import AnyCase
from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import Finding, coverage, match
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView, mode
from core.contract.checks.words import fold

_DIGITS = re.compile(r"\D")
_ORDINAL = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|-?го|-?е|er|º)\b|\b\d{1,2}\.(?!\d)\s+[a-z]|\d:\d\d")
"""A day or a time in a form that isn't read as one by itself."""
_LOOSE = (
    "number-occurs-but",
    "number-not-as-limit",
    "number-counts-else",
    "gives-no-value",
    "given-as-maximum",
    "given-as-minimum",
)
_TIMED = ("another-time-given", "part-date-or", "date-occurs-but")


def lenient(spec: FactSpec, view: TextView, finding: Finding) -> Finding:
    """Return the finding as it stands for a work product.

    Args:
        spec: The parsed fact.
        view: The work product.
        finding: What the decider found by the standard of a message.

    Returns:
        The same finding, or that the work uses the fact.
    """
    silent = finding.code in ("nothing-breaks-requirement", "does-not-state")
    if silent and _content_missing(spec, view):
        return Finding(
            "not_conveyed",
            0.7,
            "What had to be in it is not in it.",
            rival="conveyed",
            code="content-missing",
        )
    if finding.lean == "conveyed":
        return finding
    if finding.code in _LOOSE and spec.quantities:
        place = _number(spec, view, spec.quantities[0])
        if place is not None:
            return Finding("conveyed", 0.4, "The work uses the number.", place, code="number-used")
    if finding.code == "name-not-there":
        return _other_entity(spec, view) or replace(finding, rival="conveyed")
    timed = _by_its_times(spec, view) if finding.code in _TIMED else None
    if timed is not None:
        return timed
    slip = _inside_window(spec, view, finding) or _slip(spec, view, finding)
    if slip is not None:
        return slip
    if finding.code == "date-not-stated" and not view.moments and not _ORDINAL.search(view.text):
        return replace(finding, rival="conveyed", code="date-silent")
    if finding.code == "says-without-negation":
        # 'We ship without seals' needn't be said by who ships; only a message would have to say it.
        return Finding(
            "conveyed",
            0.1,
            "Nothing in the text breaks it.",
            rival="not_conveyed",
            code="nothing-breaks-requirement",
        )
    return replace(finding, rival="conveyed")


def _by_its_times(spec: FactSpec, view: TextView) -> Finding | None:
    """Decide a date of which only a part stands in the work: its day may have another hour."""
    retimed = _other_hour(spec, view)
    if retimed is not None:
        return retimed
    for moment in view.moments:
        if any(agrees(wanted, moment) for wanted in spec.moments):
            span = (moment.start, moment.end)
            return Finding("conveyed", 0.4, "The work uses the date.", span, code="date-used")
    return None


def _number(spec: FactSpec, view: TextView, fact: Quantity) -> tuple[int, int] | None:
    """Return where the fact's number stands, maybe with its scale or unit left out."""
    digits = _DIGITS.sub("", fact.raw).strip("0")
    for q in view.quantities:
        if mode(view, q.start, q.end) in ("asked", "rejected", "supposed"):
            continue
        if comparable(fact, q) and same_value(fact, q) and not (q.counted and fact.dim):
            return q.start, q.end
        bare = len(digits) >= 2 and not q.dim and _DIGITS.sub("", q.raw).strip("0") == digits
        if bare and coverage(spec.subject, view.about(q.start)) >= 0.5:
            return q.start, q.end
    return None


_NAME = re.compile(
    r"(?<![\w'’-])(?:[A-ZА-ЯЁÄÖÜÉ][\w'’-]{1,60}(?:[ -](?:[A-ZА-ЯЁÄÖÜÉ][\w'’-]{0,60}|\d{1,4})){1,8}|[A-ZА-ЯЁ][\w'’-]{0,60}?\d\w{0,60})"
)
"""Words that begin with capitals, or with a number in them; bounded, as a sequence of 20,000 letters is no name."""


def _other_entity(spec: FactSpec, view: TextView) -> Finding | None:
    """Return the name that the work has where the fact's would stand.

    It has the fact's shape: its first word, or a number at its end and a word of the fact's subject
    beside it.
    """
    own = spec.names[0] if spec.names else ()
    first = fold(own[0]) if len(own) > 1 else ""
    numbered = len(own) > 1 and own[-1].isdigit()
    for found in _NAME.finditer(view.text):
        parts = re.split(r"[ -]", found.group())
        if {fold(p) for p in parts} >= {fold(w) for w in own}:
            return None
        shaped = (numbered and parts[-1].isdigit() and len(parts) > 1) or (
            first and fold(parts[0]) == first and len(own) > 1 and len(parts) > 1
        )
        if not shaped:
            continue
        clause = view.clauses[view.clause_at(found.start())]
        near = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        if numbered and not any(match(t, near) >= 0.95 for t in spec.subject):
            continue
        return _instead(found.group(), found.start(), found.end(), 0.5, "other-name-in-place")
    return None


def _other_hour(spec: FactSpec, view: TextView) -> Finding | None:
    """Return that the fact's day has another hour for the fact's event."""
    wanted = [m for m in spec.moments if m.minute is not None]
    if not wanted or any(agrees(w, m) for w in wanted for m in view.moments):
        return None
    for m in view.moments:
        if m.minute is None:
            continue
        clause = view.clauses[view.clause_at(m.start)]
        near = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        if spec.subject and coverage(spec.subject, near) >= 0.6:
            shown = view.text[m.start : m.end].strip()
            return _instead(shown, m.start, m.end, 0.5, "other-hour")
    return None


_OTHER_TIME = (
    "date-another-date-is-given", "another-time-given", "date-not-stated", "part-date-or"
)  # fmt: skip


def _inside_window(spec: FactSpec, view: TextView, finding: Finding) -> Finding | None:
    """Decide that all times of the work lie in the fact's window ('22:00 to 2:00')."""
    ends = [m.minute for m in spec.moments if m.minute is not None]
    times = [m.minute for m in view.moments if m.minute is not None]
    if finding.code not in _OTHER_TIME or len(ends) != 2 or not times:
        return None
    days = {(m.month, m.day) for m in spec.moments if m.day is not None}
    there = {(m.month, m.day) for m in view.moments if m.day is not None and m.month is not None}
    first, last = ends
    if (days and there - days) or not all(
        first <= t <= last if first <= last else t >= first or t <= last for t in times
    ):
        return None
    place = next(m for m in view.moments if m.minute is not None)
    return Finding(
        "conveyed",
        0.3,
        "The work keeps to the window.",
        (place.start, place.end),
        code="inside-window",
    )


_COMMON = ("time", "percent", "times", "")
"""Kinds of number of which a text has many that belong to other things."""


def _slip(spec: FactSpec, view: TextView, finding: Finding) -> Finding | None:
    """Decide a value by what stands in its place: digits swapped, another number of the same rare unit.

    A work product names what a number belongs to less often than a message does, so the unit or the
    likeness of the digits has to tell.
    """
    if finding.lean != "not_conveyed" or spec.fact.kind not in ("value", "date"):
        return None
    if spec.fact.kind == "date":
        return _other_day(spec, view)
    for fact in spec.quantities:
        rivals = [
            q
            for q in view.quantities
            if comparable(fact, q)
            and q.dim == fact.dim
            and mode(view, q.start, q.end) not in ("asked", "rejected", "supposed")
        ]
        if any(same_value(fact, q) for q in rivals):
            continue
        swapped = next((q for q in rivals if _swapped(fact, q)), None)
        if swapped is not None:
            return _instead(swapped.shown, swapped.start, swapped.end, 0.7, "digits-swapped")
        rare = fact.dim not in _COMMON and not fact.dim.startswith("money")
        paced = bool(fact.per) and all(fact.per & q.per for q in rivals)
        if rivals and (rare or paced) and len({q.low for q in rivals}) == 1:
            q = rivals[0]
            return _instead(q.shown, q.start, q.end, 0.4, "other-value-of-unit")
    return None


def _swapped(fact: Quantity, other: Quantity) -> bool:
    """Whether a number has the digits of the fact's in another order (1,204 and 1,240)."""
    one, two = (_DIGITS.sub("", q.raw) for q in (fact, other))
    return len(one) >= 3 and len(set(one)) > 1 and one != two and sorted(one) == sorted(two)


def _other_day(spec: FactSpec, view: TextView) -> Finding | None:
    """Return that the work has the times of the fact on another day."""
    times = {m.minute for m in spec.moments if m.minute is not None}
    days = {(m.month, m.day) for m in spec.moments if m.day is not None}
    if not times or not days or not times <= {m.minute for m in view.moments}:
        return None
    there = [m for m in view.moments if m.day is not None and m.month is not None]
    if not there or any((m.month, m.day) in days for m in there):
        return None
    place = there[0]
    shown = view.text[place.start : place.end].strip()
    return _instead(shown, place.start, place.end, 0.5, "times-on-another-day")


def _instead(shown: str, start: int, end: int, strength: float, code: str) -> Finding:
    reason = f"{shown}: the work has another value in its place."
    return Finding(
        "contradicted", strength, reason, (start, end), shown, rival="not_conveyed", code=code
    )


_CONTENT = AnyCase(
    r"\b(?:(?:must|should|has to|have to|needs to|shall) (?:be (?:included|mentioned|named|stated|listed|shown|quoted|cited)|"
    r"(?:include|contain|mention|name|state|list|show|carry|quote|cite|give))|"
    r"(?:долж\w+|нужно|надо|обязательно) (?:быть указан\w*|содержать|включать|упомянуть|указать|назвать)|"
    r"(?:muss|müssen|soll|sollen) .{0,60}(?:enthalten|erwähn\w+|nennen|genannt|angegeben|aufgeführt|stehen)|"
    r"(?:doit|doivent) (?:inclure|contenir|mentionner|indiquer|citer|comporter|figurer)|"
    r"deben? (?:incluir|contener|mencionar|indicar|citar|figurar))\b",
    re.I,
)


def _content_missing(spec: FactSpec, view: TextView) -> bool:
    """Whether a rule says what the work must have in it, and the work has none of that."""
    if spec.fact.kind != "requirement" or not _CONTENT.search(spec.view.text):
        return False
    heavy = [t for t in spec.subject if t.weight >= 1.0]
    about = dict.fromkeys(view.senses, 1.0)
    return len(view.tokens) >= 12 and sum(match(t, about) for t in heavy) <= 0.5 * len(heavy)
