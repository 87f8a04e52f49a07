"""Days that are told as a weekday of a month: 'the last Sunday of April'."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator

from core.contract.checks.anycase import AnyCase
from core.contract.checks.calendar_words import MONTH, WEEKDAY, group_number

_WHICH = (
    "first erst\\w+ перв\\w+ premi\\w+ primer\\w*|second zweit\\w+ втор\\w+ deuxième segund\\w+|third dritt\\w+ трет\\w+ troisième tercer\\w*|"
    "fourth viert\\w+ четв[её]рт\\w+ quatrième cuart\\w+|last letzt\\w+ последн\\w+ dernier últim\\w+"
)
_ORDER = "|".join(
    f"(?P<o{n}>{'|'.join(words.split())})" for n, words in enumerate(_WHICH.split("|"), 1)
)
_NTH = AnyCase(
    rf"\b(?:{_ORDER})\s+(?P<weekday>[^\W\d_]{{4,}})(?:\s+(?:of|in|im|des|de|du|d['’]))?\s+(?P<month>{MONTH})(?:\s+(?:de\s+)?(?P<y>20\d\d))?",
    re.IGNORECASE,
)
Place = tuple[int, int, dt.date, bool]
"""Start, end, day, and whether the text gives its year."""


def month_weekdays(text: str, year: int | None) -> Iterator[Place]:
    """Yield the days that are told as a weekday of a month ('the last Sunday of April').

    Args:
        text: Any text.
        year: The year of the text, where it gives one elsewhere.
    """
    for match in _NTH.finditer(text):
        day = WEEKDAY.fullmatch(match["weekday"]) or WEEKDAY.match(match["weekday"])
        weekday = group_number(day, "k", 7, 0) if day else None
        month = group_number(match, "m", 12, 1)
        if weekday is None or month is None:
            continue
        which = group_number(match, "o", 5, 1) or 1
        in_year = int(match["y"]) if match["y"] else year
        if in_year is None:
            continue
        weeks = [week[weekday] for week in calendar.monthcalendar(in_year, month) if week[weekday]]
        number = weeks[-1] if which == 5 else weeks[min(which, len(weeks)) - 1]
        yield match.start(), match.end(), dt.date(in_year, month, number), True
