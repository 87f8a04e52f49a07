"""Measures told in two steps: '1 h 30 min', '6 ft 2 inches', 'six metres forty', 'two euros fifty'."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from core.contract.checks.anycase import AnyCase
from core.contract.checks.bounds import comparator

if TYPE_CHECKING:
    from core.contract.checks.quantities import Quantity

_COMPOUND = AnyCase(r"\s?(?:and |und |et |y |и |,? )?$", re.IGNORECASE)
_SMALLER = {"d": ("h",), "h": ("min",), "min": ("s",), "ft": ("in",), "kg": ("g",), "USD": ("ct",), "EUR": ("ct",), "GBP": ("ct",), "lb": ("oz",), "wk": ("d",), "y": ("mo",)}  # fmt: skip
"""Units that follow each other in one measure ('1 h 30 min', '6 ft 2 inches')."""


def compound(text: str, found: list[Quantity]) -> list[Quantity]:
    """Add up measures given in two units, one after the other.

    Args:
        text: The text.
        found: Its quantities, in order.

    Returns:
        The quantities, with 'two hours and ten minutes' and 'six metres forty' as one each.
    """
    out: list[Quantity] = []
    for q in found:
        last = out[-1] if out else None
        if (
            last is not None
            and q.unit in _SMALLER.get(last.unit, ())
            and last.low == last.high
            and q.low == q.high
            and (q.dim != "money:cent" or q.low < 1)
            and q.start - last.end <= 5
            and _COMPOUND.fullmatch(text[last.end : q.start])
        ):
            total = last.low + q.low
            out[-1] = replace(
                last,
                end=q.end,
                low=total,
                high=total,
                others=(),
                step=q.step,
                per=q.per,
                comparator=comparator(
                    text[max(0, last.start - 60) : last.start], text[q.end : q.end + 100]
                ),
                raw=text[last.start : q.end],
            )
        elif last is not None and _hundredths(text, last, q):
            value = last.low + q.low / 100
            out[-1] = replace(
                last,
                end=q.end,
                low=value,
                high=value,
                others=(),
                step=0.01,
                raw=text[last.start : q.end],
            )
        elif last is not None and _minutes(text, last, q):
            value = last.low + 60 * q.low
            out[-1] = replace(
                last, end=q.end, low=value, high=value, step=60.0, raw=text[last.start : q.end]
            )
        else:
            out.append(q)
    return out


def _minutes(text: str, hours: Quantity, part: Quantity) -> bool:
    """Whether a bare number behind hours gives the minutes: '2 hours 35'."""
    return (
        hours.unit == "h"
        and not part.dim
        and not part.counted
        and part.low in range(5, 60)
        and hours.low == hours.high
        and text[hours.end : part.start] in (" ", "\u00a0")
    )


def _hundredths(text: str, whole: Quantity, part: Quantity) -> bool:
    """Whether a number behind a unit gives its hundredths ('six metres forty', 'two euros fifty')."""
    return (
        (whole.unit == "m" or whole.dim.startswith("money"))
        and text[whole.end - 1].isalpha()
        and not part.dim
        and part.low in range(5, 100)
        and whole.low == whole.high
        and whole.low == int(whole.low)
        and text[whole.end : part.start] in (" ", "\u00a0")
        and not part.raw.strip()[:1].isdigit()
    )
