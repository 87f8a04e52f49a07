"""Compare quantities: same kind, same value, rounded, part of a range."""

from __future__ import annotations

import re

from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec

_SECONDS = {
    "second": 1.0,
    "minute": 60.0,
    "hour": 3600.0,
    "day": 86400.0,
    "night": 86400.0,
    "week": 604800.0,
    "month": 2629746.0,
    "year": 31556952.0,
}


_PER_SIZE = {
    "m²": ("area", 1.0), "ha": ("area", 1e4), "km²": ("area", 1e6), "ft²": ("area", 0.09290304),
    "cm": ("length", 0.01), "m": ("length", 1.0), "km": ("length", 1000.0),
    "kg": ("mass", 1.0), "t": ("mass", 1000.0), "ml": ("volume", 0.001), "l": ("volume", 1.0),
} | {name: ("time", seconds) for name, seconds in _SECONDS.items()}  # fmt: skip
"""What a rate counts by ('per hectare'): its kind, and how much of it one is."""


def comparable(fact: Quantity, text: Quantity) -> bool:
    """Whether two numbers may measure the same kind of thing."""
    if fact.dim == text.dim:
        return (
            not (fact.per and text.per)
            or bool(fact.per & text.per)
            or rate_ratio(fact, text) is not None
        )
    if fact.dim and not text.dim:
        return not text.counted or not fact.dim.startswith("money")
    return fact.dim.startswith("money") and text.dim.startswith("money")


def rate_ratio(fact: Quantity, text: Quantity) -> float | None:
    """Return by what to multiply a rate of the text for what the fact's counts by, or None.

    '3 kg per square metre' is 30,000 kg per hectare.
    """
    if len(fact.per) == 1 and len(text.per) == 1:
        mine, theirs = _PER_SIZE.get(next(iter(fact.per))), _PER_SIZE.get(next(iter(text.per)))
        if mine and theirs and mine[0] == theirs[0]:
            return mine[1] / theirs[1]
    return None


def same_value(fact: Quantity, text: Quantity) -> bool:
    """Whether the text's number is the fact's: exactly, or by conversion to the last shown digit."""
    if fact.dim.startswith("money") and text.dim.startswith("money") and fact.dim != text.dim:
        return "ct" in (fact.unit, text.unit) and _close(fact.low, text.low, text, fact)
    if fact.comparator == "range" or text.comparator == "range":
        if text.comparator != fact.comparator:
            return False
        return _close(fact.low, text.low, text, fact) and _close(fact.high, text.high, text, fact)
    values = list(text.readings)
    ratio = rate_ratio(fact, text)
    if ratio is not None and ratio != 1.0:
        values = [value * ratio for value in values]
    if fact.dim == "percent" and not text.dim and 0 < text.low < 1:
        values.append(text.low * 100)
    return any(_close(a, b, text, fact) for a in fact.readings for b in values)


def _close(a: float, b: float, text: Quantity, fact: Quantity) -> bool:
    if abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1e-12):
        return True
    if text.unit and fact.unit and text.unit != fact.unit and not text.dim.startswith("money"):
        exact = "." in text.raw or "," in text.raw
        shown = text.step if exact else min(text.step, max(1e-12, abs(b) * 0.02))
        return abs(a - b) <= 0.5 * shown and abs(a - b) <= 0.02 * max(abs(a), 1e-12)
    return False


def rounded(fact: Quantity, text: Quantity) -> bool:
    """Whether the text's number is the fact's with digits lost."""
    if fact.comparator == "range" or text.comparator == "range" or not fact.low:
        return False
    gap = abs(text.low - fact.low)
    if gap <= 1e-9 * abs(fact.low):
        return text.approx and not fact.approx
    if text.approx and text.step > fact.step and gap <= min(text.step / 2, 0.15 * abs(fact.low)):
        return True
    return gap <= 0.05 * abs(fact.low) and (
        text.approx or (text.step > fact.step and gap <= text.step / 2)
    )


def partly(fact: Quantity, text: Quantity) -> bool:
    """Whether the text gives one end of the fact's range."""
    if fact.comparator != "range" or text.comparator == "range":
        return False
    return any(abs(text.low - end) <= 1e-6 * max(abs(end), 1e-12) for end in (fact.low, fact.high))


def specificity(spec: FactSpec) -> float:
    """Return how unlikely the fact's value is to occur by chance, as a bonus in [0, 0.45].

    '1,204 participants' rarely stands for anything else, '3' nearly always could.
    """
    fact = spec.quantities[0]
    shown = re.sub(r"[^\d]", "", fact.raw) or f"{abs(fact.low):.6g}".replace(".", "")
    digits = shown.strip("0")
    bonus = 0.08 * (len(digits) - 1)
    if fact.dim and fact.dim not in ("time", "percent"):
        bonus += 0.1
    if fact.comparator == "range" or fact.plus_minus:
        bonus += 0.15
    if fact.low and not fact.dim and len(str(int(abs(fact.low)))) >= 4:
        bonus += 0.1
    return min(0.45, bonus + 0.08 * (len(spec.quantities) - 1))


def breaks(spec: FactSpec, fact: Quantity, q: Quantity) -> bool:
    """Whether a value lies outside the fact's limit."""
    if fact.comparator == "range":
        return q.high > fact.high * (1 + 1e-9) or q.low < fact.low * (1 - 1e-9)
    if spec.comparator in ("ge", "gt"):
        return q.low < fact.low - 1e-9 * abs(fact.low)
    return q.high > fact.high + 1e-9 * abs(fact.high)
