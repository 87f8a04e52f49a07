"""Days that are told by counting from another day of the text, or as a weekday of a month.

'The tenders close on Monday, 9 November; they are opened three days later'; 'the last Sunday of April'.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator

from core.contract.checks.anycase import AnyCase
from core.contract.checks.calendar_words import MONTH, WEEKDAY, group_number

_NUMBERS = (
    "a an one un une ein eine einen один одну uno una|two deux zwei два две dos|three trois drei три tres|four quatre vier четыре cuatro|"
    "five cinq fünf пять cinco|six six sechs шесть seis|seven sept sieben семь siete|eight huit acht восемь ocho|nine neuf neun девять nueve|ten dix zehn десять diez"
)
_COUNT = {w: n for n, words in enumerate(_NUMBERS.split("|"), 1) for w in words.split()}
_N = r"(?P<n>\d{1,3}|" + "|".join(_COUNT) + ")"
_UNIT = r"(?P<unit>days?|weeks?|fortnights?|tage?n?|wochen?|jours?|semaines?|días?|semanas?|дн\w+|день|недел\w+)"
_LATER = AnyCase(
    rf"\b{_N} (?:(?:full|whole|clear|calendar) )?{_UNIT} (?:later|(?:from|of|after) (?:that|this|the same) (?:day|date)|from then\b|ab (?:diesem (?:tag|datum)|da an|dann)|à (?:compter|partir) de (?:ce jour|cette date)|a (?:partir|contar) de (?:ese día|esa fecha)|с этого (?:дня|числа)|after(?: that| this| the| it)?\b|thereafter|afterwards|später|danach|plus tard|après|más tarde|después|спустя|позже|после)|"
    rf"\b(?:через|nach|après|al cabo de) (?:{'|'.join(_COUNT)}|\d{{1,3}}) (?:tage?n?|wochen?|jours?|semaines?|días?|semanas?|дн\w+|день|недел\w+)|"
    r"\b(?P<next>(?:the )?(?:next|following|very next) day|(?:the )?(?:day|morning) after(?! (?:tomorrow|next))|на следующий день|следующим днём|am nächsten tag|am (?:tag darauf|folgetag)|"
    r"le lendemain|al día siguiente)\b|\b(?P<before>(?:the )?(?:day|evening) before|накануне|am vortag|am tag davor|la veille|la víspera)\b",
    re.IGNORECASE,
)
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
_FEW = AnyCase(
    r"later|after|before|(?:from|of) (?:that|this|the same|then)|\bab d|compter|partir|contar|с этого|next day|following|спустя|через|после|позже|следующ|накануне|später|danach|nach|folgetag|darauf|vortag|"
    r"plus tard|après|lendemain|veille|después|siguiente|víspera|más tarde",
    re.IGNORECASE,
)

Place = tuple[int, int, dt.date, bool]
"""Start, end, day, and whether the text gives its year."""


def counted_days(text: str, days: list[tuple[int, dt.date, bool]]) -> Iterator[Place]:
    """Yield the days that are counted from the nearest day named before them.

    Args:
        text: Any text.
        days: Where each full date of the text ends, the date, and whether it has a year.
    """
    if not days or not _FEW.search(text):
        return
    for match in _LATER.finditer(text):
        base = next((d for d in reversed(days) if d[0] <= match.start()), None)
        if base is None:
            continue
        number = 1 if match["next"] else -1 if match["before"] else 0
        if not number:
            raw = next(word for word in re.split(r"\s", match.group()) if _is_number(word))
            number = int(raw) if raw.isdecimal() else _COUNT[raw.casefold()]
            number *= _days_of(match.group())
        yield match.start(), match.end(), base[1] + dt.timedelta(days=number), base[2]


def _is_number(word: str) -> bool:
    return word.isdecimal() or word.casefold() in _COUNT


def _days_of(words: str) -> int:
    if re.search(r"week|woche|semai|seman|недел", words, re.I):
        return 7
    return 14 if re.search("fortnight", words, re.I) else 1


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
