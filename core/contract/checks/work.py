"""What counts as using a fact in a work product, where a message would have to state it.

A work product seldom repeats what a number belongs to: '46 seats' works with 'there are 46 people'.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import Finding, coverage
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView, mode

_DIGITS = re.compile(r"\D")
_ORDINAL = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|-?го|-?е|er|º)\b|\b\d{1,2}\.(?!\d)\s+[a-z]|\d:\d\d")
"""A day or a time in a form that isn't read as one by itself."""
_LOOSE = ("number-occurs-but", "gives-no-value", "given-as-maximum", "given-as-minimum")
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
    if finding.lean == "conveyed":
        return finding
    if finding.code in _LOOSE and spec.quantities:
        place = _number(spec, view, spec.quantities[0])
        if place is not None:
            return Finding("conveyed", 0.4, "The work uses the number.", place, code="number-used")
    if finding.code in _TIMED:
        for moment in view.moments:
            if any(agrees(wanted, moment) for wanted in spec.moments):
                span = (moment.start, moment.end)
                return Finding("conveyed", 0.4, "The work uses the date.", span, code="date-used")
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
