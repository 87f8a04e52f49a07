"""Fractions in words: 'three quarters of a litre', 'two and a quarter million', 'two thirds of the votes'."""

from __future__ import annotations

import re
from collections.abc import Callable

from core.contract.checks.anycase import AnyCase

_COUNT = {
    word: float(value)
    for value, words in enumerate(
        "a an one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve".split("|"), 1
    )
    for word in words.split()
}
_PART = {
    "half": 2.0, "halves": 2.0, "third": 3.0, "quarter": 4.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0,
    "seventh": 7.0, "eighth": 8.0, "ninth": 9.0, "tenth": 10.0, "twelfth": 12.0, "twentieth": 20.0,
    "hundredth": 100.0, "thousandth": 1000.0,
}  # fmt: skip
_N = "|".join(_COUNT)
_D = "|".join(_PART)
_SMALL = AnyCase(
    rf"\b(?:(?P<whole>{_N}|\d{{1,3}}) and )?(?P<n>{_N}|\d{{1,3}})[ -](?P<d>{_D})s?(?P<of> of an?\b)?(?=[ -](?P<next>[^\W\d_]+))",
    re.IGNORECASE,
)
_SHARE = AnyCase(
    rf"\b(?P<n>{_N}|\d{{1,3}})[ -](?P<d>{_D})s?(?= of (?!an?\b))|"
    rf"\b(?P<few>{_N}|\d{{1,3}}) (?:in|out of)(?: every)? (?P<many>{_N}|\d{{1,3}})(?= [^\W\d_]{{3}})(?! (?:second|minute|hour|day|week|month|year)s?\b)|"
    r"(?<![\d/])(?P<a>\d{1,2})/(?P<b>\d{1,3})(?= of )",
    re.IGNORECASE,
)
_HINT = AnyCase(
    r"hal(?:f|ves)|third|quarter|fourth|fifth|sixth|eighth|tenth|twelfth|hundredth|thousandth|\bout of\b| in ",
    re.I,
)
_SCALES = ("thousand", "million", "billion", "hundred", "dozen")


def mixed_numbers(text: str, is_unit: Callable[[str], object]) -> list[tuple[int, int, float]]:
    """Return numbers with a fraction in words that a unit or a scale follows, with their places.

    Args:
        text: The text.
        is_unit: Tells whether a word is the spelling of a unit.
    """
    found = []
    for match in _SMALL.finditer(text) if _HINT.search(text) else ():
        after = match["next"].lower()
        if not (after in _SCALES or is_unit(match["next"])):
            continue
        if match["of"] is None and match["whole"] is None and after not in _SCALES:
            continue  # 'one second hour', 'a third party'
        value = _number(match["n"]) / _PART[match["d"].lower()]
        whole = _number(match["whole"]) if match["whole"] else 0.0
        found.append((match.start(), match.end(), whole + value))
    return found


def shares(text: str) -> list[tuple[int, int, float]]:
    """Return shares in words, as percentages, with their places."""
    found = []
    for match in _SHARE.finditer(text) if _HINT.search(text) or "/" in text else ():
        if match["d"]:
            part = _number(match["n"]) / _PART[match["d"].lower()]
        elif match["few"]:
            part = _number(match["few"]) / (_number(match["many"]) or 1.0)
        else:
            part = float(match["a"]) / (float(match["b"]) or 1.0)
        if 0.0 < part <= 1.0:
            found.append((match.start(), match.end(), 100.0 * part))
    return found


def _number(word: str) -> float:
    return _COUNT.get(word.lower()) or float(word if word.isdecimal() else 0)
