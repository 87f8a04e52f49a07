"""Two numbers that are one quantity: '12 - 15 EUR', '6 ± 2 °C', '20 kg ± 5 %'."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from core.contract.checks.digits import parse_number
from core.contract.checks.number_cues import SIZES

if TYPE_CHECKING:
    from core.contract.checks.quantities import Quantity


def around(text: str, middle: Quantity, end: int, off: Quantity) -> Quantity | None:
    """Return '6 ± 2 °C' as the range from 4 to 8 °C, or None if a number isn't that."""
    if not off.plus_minus or len(text[end : off.start].strip(" ±+-/\u00a0")) > 0 or not off.low:
        return None
    if middle.dim and off.dim == "percent" != middle.dim:
        off = replace(middle, low=middle.low * off.low / 100, end=off.end, raw=off.raw)
    elif middle.dim and not off.dim:
        ratio = (middle.low - _offset(middle)) / (_digits(middle.raw) or 1.0)
        off = replace(off, low=off.low * ratio + _offset(middle), dim=middle.dim, unit=middle.unit)
    if middle.dim and middle.dim != off.dim:
        return None
    half = abs(off.low - _offset(off))
    scale = 1.0 if middle.dim else half / (_digits(off.raw) or 1.0)
    centre = middle.low * scale + (0.0 if middle.dim else _offset(off))
    return replace(
        off,
        start=middle.start,
        low=centre - half,
        high=centre + half,
        comparator="range",
        plus_minus=False,
        others=(),
        raw=text[middle.start : off.end],
    )


def _offset(q: Quantity) -> float:
    """Return what a temperature in Fahrenheit has at zero; 0 for everything else."""
    return -32.0 * 0.5555555556 if q.unit == "°F" else 0.0


def same_scale(first: Quantity, second: Quantity) -> bool:
    """Whether two numbers measure the same, or one of them doesn't say what."""
    return not first.dim or not second.dim or first.dim == second.dim


def join(first: Quantity, second: Quantity, text: str) -> Quantity | None:
    """Join '62-71k GBP' to one range; a unit or scale of the second holds for both."""
    low = first.low
    if not first.dim:
        ratio = abs(second.low) / max(1e-12, abs(_digits(second.raw)))
        if not any(c.isdigit() for c in second.raw):
            ratio = next(
                (
                    size
                    for size, words in SIZES
                    if any(w in second.raw.lower().split() for w in words)
                ),
                ratio,
            )
        low = first.low * ratio if low * ratio <= second.low else first.low
    elif not second.dim and 0 < low < second.low / 500:
        low = low * 1000  # '£62-71k'
    if low >= second.low:
        return None
    base = second if second.dim else replace(second, dim=first.dim, unit=first.unit)
    return replace(
        base,
        start=first.start,
        low=low,
        high=second.low,
        comparator="range",
        others=(),
        approx=first.approx,
        raw=text[first.start : second.end],
    )


def with_unit_of(first: Quantity, second: Quantity) -> Quantity:
    """Give the first number of 'from 29 to 32 USD' the unit of the second."""
    ratio = second.low / (_digits(second.raw) or 1.0)
    if first.dim or not second.dim or not ratio:
        return first
    return replace(
        first,
        low=first.low * ratio,
        high=first.high * ratio,
        step=first.step * ratio,
        dim=second.dim,
        unit=second.unit,
        per=second.per,
    )


def _digits(raw: str) -> float:
    match = re.search(r"\d[\d.,]*(?:[ \u00a0\u202f]\d{3}(?!\d))*", raw)
    if match is None:
        return 1.0
    return parse_number(re.sub(r"\s", "", match.group()).rstrip(".,"), "en")[0] or 1.0
