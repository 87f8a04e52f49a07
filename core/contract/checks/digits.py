"""Numbers in digits: separators, decimals, and what is ambiguous about them."""

from __future__ import annotations

import re

from core.contract.checks.number_cues import GAP
from core.contract.checks.words import Lang


def parse_number(raw: str, lang: Lang) -> tuple[float, tuple[float, ...], float]:
    """Read a number in digits.

    Args:
        raw: Digits with separators, e.g. '45.000,50'.
        lang: Language of the text, which decides what a lone '.' or ',' before three digits is.

    Returns:
        The likeliest value, other possible values, and the size of its last digit.
    """
    if "e" in raw or "E" in raw:
        value = float(raw.replace(",", "."))
        return value, (), value
    plain = raw
    for gap in GAP:
        plain = plain.replace(gap, "")
    marks = [c for c in plain if c in ".,"]
    others: tuple[float, ...] = ()
    if not marks:
        return float(plain), (), last_digit(plain)
    last = plain.rfind(marks[-1])
    if len(set(marks)) == 2:
        whole, part = re.sub(r"[.,]", "", plain[:last]), plain[last + 1 :]
        return float(f"{whole}.{part}"), (), 10.0 ** -len(part)
    if len(marks) > 1:
        return float(re.sub(r"[.,]", "", plain)), (), 1.0
    whole, part = plain[:last], plain[last + 1 :]
    decimal = float(f"{whole}.{part}")
    if len(part) != 3 or len(whole) > 3 or whole in ("", "0") or any(c in raw for c in GAP):
        return decimal, (), 10.0 ** -len(part)
    grouped = float(whole + part)
    groups = marks[0] == ("," if lang == "en" else ".")
    if lang in ("ru", "fr") and marks[0] == ".":
        groups = True
    if groups:
        others = (decimal,) if marks[0] == "." else ()
        return grouped, others, 1.0
    return decimal, (grouped,) if marks[0] == "." or lang == "ru" else (), 0.001


def last_digit(plain: str) -> float:
    """Return the size of one in the last digit that isn't a trailing zero."""
    zeros = len(plain) - len(plain.rstrip("0"))
    return 10.0 ** min(zeros, max(0, len(plain) - 1))
