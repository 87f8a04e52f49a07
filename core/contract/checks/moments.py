"""Dates and times in a text, in five languages.

Own expressions find the candidates and read nearly all of them. Relative dates ('tomorrow', 'the
fifteenth of next month') are resolved only against a date on which the text itself was written.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from itertools import pairwise

from core.contract.checks.anycase import AnyCase
from core.contract.checks.calendar_words import (
    BARE_DAY,
    BARE_MONTH,
    COMPACT,
    DAY_MONTH,
    DIGITS_APART,
    DOTTED,
    ISO,
    MONTH_DAY,
    MONTH_NAMED,
    SLASHED,
    WEEKDAY,
    group_number,
    word_day,
)
from core.contract.checks.clock import HINT, clocks
from core.contract.checks.counted_moments import date_of, told_by_others, written_on
from core.contract.checks.moment import Moment
from core.contract.checks.periods import (
    distances,
    edge,
    last_day,
    periods,
    span_name,
    weekday_date,
)
from core.contract.checks.places import Apart
from core.contract.checks.relative_days import month_weekdays

_RELATIVE = AnyCase(
    r"\b(?P<after>(?:the )?day after tomorrow|послезавтра|übermorgen|après-demain|pasado mañana)\b|\b(?P<tomorrow>tomorrow|завтра|morgen(?! früh\w)|demain|mañana)\b|\b(?P<today>today|сегодня|heute|aujourd'hui|hoy)\b|\b(?P<yesterday>yesterday|вчера|gestern|hier soir|ayer)\b",
    re.I,
)
_DOCUMENT = AnyCase(
    r"\b(?:version of|dated|revision of|draft of|status of|as of|minutes of|printed|letter of|mail of|email of|report of|note of|версия от|письмо от|запись от|протокол от|"
    r"stand|fassung vom|schreiben vom|version du|courrier du|versión del|carta del)\W*$",
    re.I,
)
_PREPARED = AnyCase(
    r"(?:\b(?:on|by|due|until|before|from|am|vom|bis|zum|le|au|el|al|до|к|с|от|на)\s)$", re.I
)


_DAY_NAMED = AnyCase(
    r"\b(?:[^\W\d_]+(?:day|tag)|mon|tue|wed|thu|fri|sat|sun|(?:mo|di|mi|do|fr|sa|so)[.,]|[пвсч][нтрбс])[.,]?\s(?:den )?$",
    re.I,
)
"""A weekday before a number with a dot or a slash makes a date of it."""
_YEAR_LAST = re.compile(r"[ ,]+\d\d?:\d\d(?::\d\d)?(?: [A-Z]{1,4})? (?P<y>20\d\d)\b")
"""'Feb 9 23:59:59 2027': machines write the year behind the time."""


def _year(raw: str | None) -> int | None:
    if not raw:
        return None
    return int(raw) + (2000 if len(raw) == 2 else 0)


def _valid(day: int | None, month: int | None) -> bool:
    if day is None or month is None or not 1 <= month <= 12:
        return False
    return 1 <= day <= last_day(2024, month)


_MOST = 400
"""Moments of one text that are kept: a text with more is a table of times."""


class _Finder:
    """Collects moments so that no two of them overlap; the first found wins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Moment] = []
        self.places = Apart()

    def add(self, moment: Moment) -> None:
        if len(self.found) >= _MOST:
            return
        if self.places.add(moment.start, moment.end):
            self.found.append(replace(moment, raw=self.text[moment.start : moment.end]))

    def dates(self, months: bool) -> None:
        """Find the days of a month; ``months`` says whether the text names a month."""
        joined = DIGITS_APART.search(self.text) is not None
        for pattern in (ISO, COMPACT) if joined else (COMPACT,):
            for match in pattern.finditer(self.text):
                year, month, day = int(match["y"]), int(match["m"]), int(match["d"])
                if _valid(day, month):
                    self.add(Moment(match.start(), match.end(), year, month, day))
        for named in (DAY_MONTH, MONTH_DAY) if months else ():
            for match in named.finditer(self.text):
                self._named(match)
        for match in DOTTED.finditer(self.text) if joined else ():
            if _valid(int(match["d"]), int(match["m"])) and (
                match["y"] or len(match["m"]) == 2 or self._prepared(match.start())
            ):
                self.add(
                    Moment(
                        match.start(),
                        match.end(),
                        _year(match["y"]),
                        int(match["m"]),
                        int(match["d"]),
                    )
                )
        for match in SLASHED.finditer(self.text) if joined else ():
            self._slashed(match)

    def _named(self, match: re.Match[str]) -> None:
        groups = match.groupdict()
        day = int(groups["d"]) if groups["d"] else word_day(groups["w"] or "")
        month = group_number(match, "m", 12, 1)
        if not _valid(day, month):
            return
        year = _year(groups.get("y") or groups.get("yy"))
        if year is None and (late := _YEAR_LAST.match(self.text, match.end())) is not None:
            year = int(late["y"])
        first, second = groups.get("d0"), groups.get("d1")
        if first:
            middle = match.start("d") if groups["d"] else match.start("w")
            self.add(Moment(match.start(), middle, year, month, int(first)))
            self.add(Moment(middle, match.end(), year, month, day, last_day=True))
        elif second:
            self.add(Moment(match.start(), match.start("d1"), year, month, day))
            self.add(
                Moment(match.start("d1"), match.end(), year, month, int(second), last_day=True)
            )
        else:
            self.add(Moment(match.start(), match.end(), year, month, day))

    def _prepared(self, start: int) -> bool:
        """Whether what stands before two joined numbers says that they are a date."""
        before = self.text[max(0, start - 14) : start]
        return _PREPARED.search(before) is not None or _DAY_NAMED.search(before) is not None

    def _slashed(self, match: re.Match[str]) -> None:
        a, b = int(match["a"]), int(match["b"])
        prepared = self._prepared(match.start())
        if (
            not match["y"]
            and ("-" in match.group() or b < 1 or len(match["b"]) == 1)
            and not prepared
        ):
            return
        if _valid(a, b):
            swapped = (a, b) if _valid(b, a) and a != b else None
            self.add(Moment(match.start(), match.end(), _year(match["y"]), b, a, swapped=swapped))
        elif _valid(b, a):
            self.add(Moment(match.start(), match.end(), _year(match["y"]), a, b))

    def times(self) -> None:
        for start, end, minute, zone, loose in clocks(self.text):
            self.add(Moment(start, end, minute=minute, zone=zone, loose=loose))

    def loose(self, months: bool) -> None:
        """Find weekdays, bare days, relative days and bare months."""
        for match in WEEKDAY.finditer(self.text):
            name = match.group()
            if (
                len(name) <= 3
                and name.islower()
                and name not in ("пн", "вт", "ср", "чт", "пт", "сб", "вс")
            ):
                continue
            self.add(Moment(match.start(), match.end(), weekday=group_number(match, "k", 7, 0)))
        for match in BARE_DAY.finditer(self.text):
            day = int(match["d"]) if match["d"] else word_day(match["w"] or "")
            if day is not None and 1 <= day <= 31:
                self.add(Moment(match.start(), match.end(), day=day, relative=bool(match["next"])))
        for match in _RELATIVE.finditer(self.text):
            self.add(Moment(match.start(), match.end(), relative=True))
        for match in BARE_MONTH.finditer(self.text) if months else ():
            word = match.group().strip()
            if (
                not (
                    word.lower() in {"may", "mar", "march", "mars", "sun", "dec", "mai"}
                    and not word[0].isupper()
                )
                and word.lower() != "may"
            ):
                self.add(
                    Moment(
                        match.start(),
                        match.end(),
                        _year(match["y"]),
                        group_number(match, "m", 12, 1),
                        edge=edge(self.text[max(0, match.start() - 24) : match.start()], word),
                    )
                )

    def named_parts(self) -> None:
        for start, end, name, year in periods(self.text):
            self.add(Moment(start, end, year, period=name))


def _shift(day: dt.date, match: str) -> dt.date:
    low = match.casefold()
    if "after" in low or low in ("послезавтра", "übermorgen", "après-demain", "pasado mañana"):
        return day + dt.timedelta(days=2)
    if low in ("tomorrow", "завтра", "morgen", "demain", "mañana"):
        return day + dt.timedelta(days=1)
    if low in ("yesterday", "вчера", "gestern", "ayer"):
        return day - dt.timedelta(days=1)
    return day


def moments(text: str) -> tuple[Moment, ...]:
    """Return all dates, weekdays and times of a text, in order, without overlaps."""
    finder = _Finder(text)
    months = MONTH_NAMED.search(text) is not None
    finder.dates(months)
    finder.named_parts()
    if HINT.search(text):
        finder.times()
    finder.loose(months)
    found = _with_spans(text, sorted(finder.found, key=lambda m: m.start))
    full = [m for m in found if m.day is not None and m.month is not None]
    written = written_on(text, full)
    found = [
        replace(m, document=True) if _DOCUMENT.search(text[max(0, m.start - 24) : m.start]) else m
        for m in found
    ]
    found = _resolve(text, found, full, written)
    if written is not None:
        found += _distant(text, found, written)
    found = told_by_others(text, found, written)
    found += _weekdays_of_months(text, found, full) if months else []
    return tuple(sorted(found, key=lambda m: m.start))


_TO = AnyCase(r"\s*(?:-|–|—|to|until|till|through|bis|au|à|al|a|по|до|and|и|und|et|y)\s*$", re.I)


def _with_spans(text: str, found: list[Moment]) -> list[Moment]:
    """Add the quarter that 'October to December' is."""
    out = list(found)
    for first, last in pairwise(found):
        if first.month is None or last.month is None or not _TO.match(text[first.end : last.start]):
            continue
        name = span_name((first.month, first.day), (last.month, last.day))
        year = last.year or first.year
        if name and (first.year is None or first.year == year):
            out.append(
                Moment(
                    first.start,
                    last.end,
                    year,
                    period=name,
                    vague=True,
                    raw=text[first.start : last.end],
                )
            )
    return sorted(out, key=lambda m: m.start)


def _distant(text: str, found: list[Moment], written: Moment) -> list[Moment]:
    """Return the days that are told by their distance from the day of writing."""
    return [
        Moment(
            start,
            end,
            day.year if written.year else None,
            day.month,
            day.day,
            vague=True,
            raw=text[start:end],
        )
        for start, end, day in distances(text, date_of(written))
        if not any(m.start < end and start < m.end and not m.relative for m in found)
    ]


def _weekdays_of_months(text: str, found: list[Moment], full: list[Moment]) -> list[Moment]:
    """Return the days that are told as a weekday of a month."""
    years = {m.year for m in full if m.year}
    return [
        Moment(start, end, day.year, day.month, day.day, vague=True, raw=text[start:end])
        for start, end, day, _ in month_weekdays(text, years.pop() if len(years) == 1 else None)
        if not any(m.derived and m.start < end and start < m.end for m in found)
    ]


def _resolve(
    text: str, found: list[Moment], full: list[Moment], written: Moment | None
) -> list[Moment]:
    """Give relative dates and bare days their month where the text settles it."""
    out: list[Moment] = []
    for m in found:
        if m.relative and written is not None and m is not written:
            base = date_of(written)
            if m.day is not None:
                month = base.month % 12 + 1
                year = written.year + (base.month == 12) if written.year else None
                m = replace(m, month=month, year=year)
            else:
                target = _shift(base, m.raw)
                m = replace(
                    m,
                    month=target.month,
                    day=target.day,
                    year=target.year if written.year else None,
                )
        elif m.weekday is not None and written is not None and m.start > written.end:
            day = weekday_date(text, m.start, m.end, m.weekday, date_of(written))
            if day is not None:
                year = day.year if written.year else None
                m = replace(m, year=year, month=day.month, day=day.day, vague=True)
        elif m.day is not None and m.month is None and not m.relative:
            # 'the ninth' takes the month of the nearest full date, if the text has only one month.
            months = {d.month for d in full}
            if len(months) == 1:
                m = replace(m, month=months.pop())
        out.append(m)
    return out
