"""The check in words, for the author of a contract."""

from __future__ import annotations

from core.contract.checks.moment import Moment
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec

_COMPARATORS = {
    "eq": "",
    "le": "at most ",
    "lt": "below ",
    "ge": "at least ",
    "gt": "above ",
    "range": "",
}
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def describe(spec: FactSpec) -> str:
    """Return one line that says what the check looks for ('budget: at most 45 000 USD')."""
    kind = spec.fact.kind
    subject = (
        " ".join(
            term.word.lower() if not term.word.isupper() else term.word for term in spec.subject
        )
        or kind
    )
    if kind == "date" and spec.moments:
        return f"{subject}: {', '.join(_moment(m) for m in spec.moments)}"
    if kind in ("identifier", "value") and spec.identifiers:
        return f"{subject}: exactly {' and '.join(spec.identifiers)}"
    if kind == "list" and spec.items:
        return f"all {len(spec.items)} of: {', '.join(spec.items)}"
    if kind == "entity" and spec.names:
        return f"{subject}: named " + " or ".join(" ".join(name) for name in spec.names)
    if kind in ("value", "limit", "date") and spec.quantities:
        parts = [_quantity(q, spec) for q in spec.quantities]
        extra = [
            f"{i.word} {'included' if i.included else 'not included'}" for i in spec.inclusions
        ]
        if spec.conditions:
            extra.append("with its condition: " + " ".join(t.word for t in spec.conditions))
        return f"{subject}: " + ", ".join(parts + extra)
    # Words picked from a sentence are no sentence: shown as what is looked for, not as what is said.
    words = subject if len(spec.subject) < 3 else subject.replace(" ", ", ")
    if kind == "prohibition":
        return f"forbidden: {words}"
    if kind == "requirement":
        return f"a rule about: {words}"
    return f"by its meaning, told by: {words}"


def number(value: float) -> str:
    """Return a number with thin groups ('45 000', '0.02')."""
    nearest = round(value)
    if abs(value - nearest) <= 1e-9 * max(1.0, abs(value)) and abs(value) < 1e15:
        return f"{nearest:,}".replace(",", " ")
    return f"{value:.6g}"


def _quantity(q: Quantity, spec: FactSpec) -> str:
    comparator = spec.comparator if q is spec.quantities[0] else q.comparator
    if q.dim.startswith("money"):
        unit = f" {q.unit}"
        value = number(q.low) if q.comparator != "range" else f"{number(q.low)} to {number(q.high)}"
    elif q.dim and q.dim not in ("times",):
        sign = "± " if q.plus_minus else "-" if q.low < 0 else ""
        return f"{_COMPARATORS[comparator]}{sign}{q.shown}"
    else:
        unit = " times" if q.dim == "times" else ""
        value = number(q.low) if q.comparator != "range" else f"{number(q.low)} to {number(q.high)}"
    per = "".join(f" per {name}" for name in sorted(q.per))
    return f"{_COMPARATORS[comparator]}{'± ' if q.plus_minus else ''}{value}{unit}{per}"


def _moment(m: Moment) -> str:
    parts = []
    if m.weekday is not None:
        parts.append(_DAYS[m.weekday])
    if m.day is not None:
        parts.append(str(m.day))
    if m.month is not None:
        parts.append(_MONTHS[m.month - 1])
    if m.year is not None:
        parts.append(str(m.year))
    if m.minute is not None:
        parts.append(f"{m.minute // 60:02d}:{m.minute % 60:02d}")
        if m.zone is not None:
            parts.append(f"UTC{m.zone / 60:+g}")
    return " ".join(parts) or m.raw
