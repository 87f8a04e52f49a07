"""Quarters, halves and weeks of a year, the ends of months, and dates told by their distance from another."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator

from core.contract.checks.anycase import AnyCase

_ORD = (
    ("first", "1st", "перв", "erste", "premier", "primer", "1er", "1.", "i"),
    ("second", "2nd", "втор", "zweite", "deuxième", "segundo", "2.", "ii", "2e"),
    ("third", "3rd", "трет", "dritte", "troisième", "tercer", "3.", "iii", "3e"),
    ("fourth", "last", "final", "4th", "четв", "последн", "vierte", "letzte", "quatrième", "dernier", "cuarto", "último", "4.", "iv", "4e"),
)  # fmt: skip
_WHICH = "|".join(re.escape(word) for words in _ORD for word in words if len(word) > 1)
_YEAR = r"(?:[\s,/-]*(?:of |in |de |del |des jahres |года? )?(?:'|fy\s?)?(?P<y>(?:19|20)\d\d|\d\d)(?!\d))?"
_QUARTER = AnyCase(
    rf"(?<![\w.])(?:(?:q|kw?artal\s|t|trim\.?\s?)(?P<n>[1-4])(?!\d)|(?P<n2>[1-4])\s?(?:q|кв\.?|квартал\w*|trimestre|\.\s?quartal)(?!\w)|(?P<n3>[1-4])q(?=\d\d)|(?P<w>{_WHICH})\w*\s(?:quarter|квартал\w*|quartal\w*|trimestre)){_YEAR}",
    re.IGNORECASE,
)
_HALF = AnyCase(
    rf"(?<![\w.])(?:h(?P<n>[12])(?!\d)|(?P<w>{_WHICH})\w*\s(?:half(?: of the year| year)?|полугоди\w+|halbjahr\w*|semestre)|(?P<n2>[12])\.?\s?(?:halbjahr|полугоди\w+)){_YEAR}",
    re.IGNORECASE,
)
_WEEK = AnyCase(
    r"\b(?:calendar week|week(?: no\.?| number)?|cw|kw|kalenderwoche|wk|недел\w+|semaine|semana)\s?(?P<n>[1-5]?\d)(?!\d|[.,:]\d|\s?(?:%|days|times))(?:[\s/]*(?:of |in )?(?P<y>20\d\d))?|(?<!\w)(?P<y2>20\d\d)-?W(?P<n2>[0-5]\d)(?!\d)|\b(?P<n3>[1-5]?\d)-?(?:я|й|ю)\s(?:календарн\w+\s)?недел\w+",
    re.IGNORECASE,
)
HINT = AnyCase(
    r"q[1-4]|[1-4]q|quart|кварт|trim|half|halb|полугод|semestre|\bh[12]\b|week|wk|\bcw|\bkw|недел|woche|semaine|semana|t[1-4]\b",
    re.I,
)


def periods(text: str) -> Iterator[tuple[int, int, str, int | None]]:
    """Yield the named parts of a year: start, end, name ('Q4', 'H1', 'W23') and year if it is said.

    Args:
        text: Any text.
    """
    if not HINT.search(text):
        return
    for pattern, letter in ((_QUARTER, "Q"), (_HALF, "H"), (_WEEK, "W")):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            digits = groups.get("n") or groups.get("n2") or groups.get("n3")
            number = int(digits) if digits else _which(groups.get("w") or "", letter)
            if number is None or (letter == "W" and not 1 <= number <= 53):
                continue
            year = groups.get("y") or groups.get("y2")
            full = int(year) + (2000 if len(year) == 2 else 0) if year else None
            yield match.start(), match.end(), f"{letter}{number}", full


def _which(word: str, letter: str) -> int | None:
    low = word.casefold()
    for number, words in enumerate(_ORD, 1):
        if any(low.startswith(w) for w in words if len(w) > 1):
            if letter == "H":
                return 2 if number == 4 else number if number <= 2 else None
            return number
    return None


def span_name(first: tuple[int, int | None], last: tuple[int, int | None]) -> str:
    """Return the name of the part of a year that goes from one day to another, or ''.

    Args:
        first: Month and day of the first day; the day may be left out.
        last: The same of the last day.
    """
    if first[1] not in (None, 1) or (last[1] is not None and last[1] < 28):
        return ""
    if last[1] is not None and last[1] != calendar.monthrange(2023, last[0])[1] and last != (2, 29):
        return ""
    length = last[0] - first[0] + 1
    if length == 3 and first[0] % 3 == 1:
        return f"Q{(first[0] + 2) // 3}"
    if length == 6 and first[0] in (1, 7):
        return "H1" if first[0] == 1 else "H2"
    return ""


def last_day(year: int | None, month: int) -> int:
    """Return the last day of a month; without a year February has 28 days."""
    return calendar.monthrange(year or 2023, month)[1]


_EDGE = AnyCase(
    r"\b(?:end|last day|close)(?: of(?: the month of)?)?\s*$|\b(?:ende|fin(?: de)?|finales de|конец|конце|конца|концу|до конца)\s*$",
    re.I,
)
_FIRST_WEEK = AnyCase(
    r"\b(?:first week|erste[rn]? woche|première semaine|primera semana|перв\w+ недел\w+)(?: (?:of|in|im|de|en|d['’]))?\s*$",
    re.I,
)


def edge(before: str, match: str) -> str:
    """Return 'end' for the end of a month, 'week' for its first week, or ''.

    Args:
        before: The text before the month.
        match: The month as it is written, perhaps with 'end of' before it.
    """
    low = match.casefold()
    if low.startswith(("end of", "ende ", "конце ", "last day of", "последн")) or _EDGE.search(
        before
    ):
        return "end"
    return "week" if _FIRST_WEEK.search(before) else ""


_DISTANCE = AnyCase(
    r"\b(?:in|через|dans|dentro de|en|after|within)\s+(?P<n>\d{1,3}|a|an|one|two|three|four|five|six|ten|два|две|три|eine[rm]?|zwei|drei|une?|deux|trois|dos|tres|una?)?\s?"
    r"(?P<unit>days?|weeks?|fortnight|дн\w+|недел\w+|tage?n?|wochen?|jours?|semaines?|días?|semanas?)\b(?:\s(?:from (?:now|today)|time))?",
    re.I,
)
_AHEAD = AnyCase(
    r"\b(?:exactly |just )?(?P<n>\d{1,3}|a|an|one|two|three|four|five|six|ten)\s(?P<unit>days?|weeks?|fortnights?)\s(?:from (?:now|today)|hence)\b",
    re.I,
)
_SMALL = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "два": 2, "две": 2, "три": 3, "eine": 1, "einer": 1,
    "einem": 1, "zwei": 2, "drei": 3, "un": 1, "une": 1, "deux": 2, "trois": 3, "dos": 2, "tres": 3, "una": 1,
}  # fmt: skip


def distances(text: str, written: dt.date) -> Iterator[tuple[int, int, dt.date]]:
    """Yield the places that name a day by its distance from the day the text was written on.

    Args:
        text: Any text.
        written: That day.
    """
    for match in (*_DISTANCE.finditer(text), *_AHEAD.finditer(text)):
        raw = (match["n"] or "").casefold()
        number = int(raw) if raw.isdecimal() else _SMALL.get(raw, 1)
        unit = match["unit"].casefold()
        days = (
            14
            if unit.startswith("fortnight")
            else 7
            if unit.startswith(("week", "недел", "woche", "semai", "seman"))
            else 1
        )
        try:
            yield match.start(), match.end(), written + dt.timedelta(days=days * number)
        except OverflowError:
            continue


_THIS = AnyCase(
    r"\b(?:this|coming|on|by|until|diese[nmr]?|am|bis|kommenden|ce|este|el|в эту?|к|до)\s*$", re.I
)
_THIS_AFTER = AnyCase(
    r"\s(?:this week|of this week|diese woche|dieser woche|этой недел\w+|cette semaine|esta semana)",
    re.I,
)
_NEXT_AFTER = AnyCase(
    r"\s(?:next week|of next week|nächste[rn]? woche|следующ\w+ недел\w+|la semaine prochaine|(?:de )?la semana que viene|la próxima semana)",
    re.I,
)


def weekday_date(text: str, start: int, end: int, weekday: int, written: dt.date) -> dt.date | None:
    """Return the day that a weekday means in a text written on a known day, if that is clear.

    Args:
        text: The text.
        start: Place of the weekday's name.
        end: Where it ends.
        weekday: 0 for Monday.
        written: The day the text was written on.
    """
    monday = written - dt.timedelta(days=written.weekday())
    if _NEXT_AFTER.match(text[end : end + 40]):
        return monday + dt.timedelta(days=7 + weekday)
    if _THIS_AFTER.match(text[end : end + 30]):
        return monday + dt.timedelta(days=weekday)
    if _THIS.search(text[max(0, start - 14) : start]):
        return written + dt.timedelta(days=(weekday - written.weekday()) % 7)
    return None
