"""Days that a text gives only by another day that it names.

'The painters leave on the last day of September, and the very next morning I hand over the keys': the
keys are handed over on 1 October. Each such day is worked out from a day of the same text, never from
today's; where two days could be meant, none is.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from core.contract.checks.anycase import AnyCase
from core.contract.checks.calendar_words import WEEKDAY, group_number
from core.contract.checks.periods import last_day
from core.contract.checks.relative_words import (
    AFTER_NEXT,
    AFTER_THAT,
    AGO,
    ALONE,
    BEFORE_THAT,
    COUNTED,
    DAY_OF,
    FEW,
    FILLER,
    FOLLOWING,
    FROM_TODAY,
    IN_WEEKS,
    LAST_OF,
    NEXT_DAY,
    OF_AFTER,
    OF_BEFORE,
    SAME_WEEK,
    count_of,
    unit_of,
)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A day of the text from which others may be counted."""

    start: int
    end: int
    day: dt.date
    known: bool
    """The text gives its year."""
    week: bool
    """Its weekday is certain."""
    raw: str
    open_end: bool = False
    """The second end of a range."""
    nights: bool = False
    """The morning after the last of counted nights: the 'next morning' is that one."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A day that was worked out: its place, the day, whether its year is known, and how."""

    start: int
    end: int
    day: dt.date
    known: bool
    reason: str
    week: bool
    """Its weekday is certain."""
    nights: bool = False


SENTENCE = re.compile(r"[.!?…]\s+(?=[^\W\d_a-zа-яё])|\n")
_OPEN = ("after", "before", "накануне", " de", " du", " del")
"""Ends of expressions that a day or an event may follow."""
_LEAP = 2024
_REACH = 400
"""Letters behind a day within which 'the day after' may still mean it."""


def derived_days(
    text: str, anchors: list[Anchor], today: Anchor | None, year: int | None = None
) -> list[Derived]:
    """Return the days that are told by another day of the text, in the order of the text.

    Args:
        text: Any text.
        anchors: The days that the text names, in order.
        today: The day on which the text says that it was written.
        year: The only year that the text names.
    """
    if not FEW.search(text):
        return []
    return _Deriver(text, anchors, today, year).run()


_Work: TypeAlias = Callable[[re.Match[str]], Derived | None]


class _Deriver:
    """Goes through the relative expressions of a text; a day worked out serves for the next one."""

    def __init__(
        self, text: str, anchors: list[Anchor], today: Anchor | None, year: int | None
    ) -> None:
        self.text = text
        self.anchors = list(anchors)
        self.today = today
        self.year = year
        self.found: list[Derived] = []

    def run(self) -> list[Derived]:
        places: list[tuple[int, int, re.Match[str], _Work]] = [
            (m.start(), m.end(), m, self._last_of) for m in LAST_OF.finditer(self.text)
        ]
        if self.anchors or places:
            works: tuple[tuple[AnyCase, _Work], ...] = (
                (COUNTED, self._counted),
                (NEXT_DAY, self._next_day),
                (SAME_WEEK, self._same_week),
                (FOLLOWING, self._following),
                (AFTER_NEXT, self._after_next),
                (IN_WEEKS, self._in_weeks),
            )
            for pattern, work in works:
                places += [(m.start(), m.end(), m, work) for m in pattern.finditer(self.text)]
        until = -1
        for start, end, match, derive in sorted(places, key=lambda p: (p[0], -p[1])):
            if start < until:
                continue
            made = derive(match)
            if made is None:
                until = end  # 'the 3rd working day after' is not 'the day after'
                continue
            until = made.end
            self.found.append(made)
            raw = self.text[made.start : made.end]
            self.anchors.append(
                Anchor(
                    made.start, made.end, made.day, made.known, made.week, raw, nights=made.nights
                )
            )
            self.anchors.sort(key=lambda a: a.start)
        return self.found

    def _before(self, place: int) -> Anchor | None:
        """Return the day that 'that day' means at a place: the last one named, if it is one alone."""
        near = [a for a in self.anchors if a.end <= place and place - a.end <= _REACH]
        if not near:
            return None
        last = near[-1]
        cuts = [
            m.end() for m in SENTENCE.finditer(self.text, max(0, last.start - _REACH), place + 1)
        ]
        if cuts and cuts[-1] > last.end:
            begin = max((c for c in cuts if c <= last.start), default=0)
            others = {a.day for a in near if a.start >= begin and not last.open_end} - {last.day}
            if others and not last.nights:
                return None
        return last

    def _at(self, end: int) -> Anchor | None:
        """Return the day that stands right behind a preposition."""
        after = next((a for a in self.anchors if 0 <= a.start - end <= 36), None)
        if after is None or not FILLER.fullmatch(self.text[end : after.start]):
            return None
        return after

    def _event(self, end: int) -> Anchor | None:
        """Return the only day of the sentences that name the event behind a preposition."""
        match = DAY_OF.match(self.text, end)
        if match is None:
            return None
        stem = match["event"].lower()
        stem = stem[: max(5, len(stem) - 2)]
        low = self.text.lower()
        days: dict[dt.date, Anchor] = {}
        place = low.find(stem)
        while place >= 0:
            if place != match.start("event"):
                begin, stop = self._sentence(place)
                here = [a for a in self.anchors if begin <= a.start < stop]
                if len({a.day for a in here}) > 1:
                    return None
                days.update({a.day: a for a in here})
            place = low.find(stem, place + 1)
        return next(iter(days.values())) if len(days) == 1 else None

    def _sentence(self, place: int) -> tuple[int, int]:
        begin, stop = 0, len(self.text)
        for cut in SENTENCE.finditer(self.text, max(0, place - 500), place + 500):
            if cut.end() <= place:
                begin = cut.end()
            else:
                stop = cut.start()
                break
        return begin, stop

    def _make(
        self, start: int, end: int, base: Anchor, day: dt.date | None, nights: bool = False
    ) -> Derived | None:
        if day is None:
            return None
        words = " ".join(self.text[start:end].split())
        return Derived(
            start,
            end,
            day,
            base.known,
            f"worked out from {' '.join(base.raw.split()).strip('.,;')} and '{words}'",
            base.week,
            nights,
        )

    def _counted(self, match: re.Match[str]) -> Derived | None:
        """'Three weeks after the 4th', 'a week earlier', 'через три дня', 'ten nights'."""
        text, end = self.text, match.end()
        number = count_of(match["n"]) if match["n"] else 1
        unit = unit_of(match["unit"] or match["one"])
        lead = (match["lead"] or match.group().split()[0]).lower()
        if number is None:
            return None
        for pattern, sign in ((FROM_TODAY, 1), (AGO, -1)):
            if (tail := pattern.match(text, end)) is not None:
                base = self.today
                return self._shifted(match.start(), tail.end(), base, sign * number, unit)
        for pattern, sign in ((AFTER_THAT, 1), (BEFORE_THAT, -1)):
            if (tail := pattern.match(text, end)) is not None:
                base = self._before(match.start())
                return self._shifted(match.start(), tail.end(), base, sign * number, unit)
        for pattern, sign in ((OF_AFTER, 1), (OF_BEFORE, -1)):
            if (tail := pattern.match(text, end)) is not None:
                base = self._at(tail.end())
                stop = base.end if base else tail.end()
                base = base or self._event(tail.end())
                return self._shifted(match.start(), stop, base, sign * number, unit)
        if lead in ("через", "спустя", "nach", "au bout de", "al cabo de"):
            base = self._before(match.start())
            return self._shifted(match.start(), end, base, number, unit)
        if unit == "night" and number > 1:
            base = self._before(match.start())
            return self._shifted(match.start(), end, base, number, unit)
        return None

    def _shifted(
        self, start: int, end: int, base: Anchor | None, number: int, unit: str
    ) -> Derived | None:
        if base is None:
            return None
        day = _moved(base, number, unit)
        return self._make(start, end, base, day, nights=unit == "night")

    def _next_day(self, match: re.Match[str]) -> Derived | None:
        """'The very next morning', 'the day after', 'la veille du 4 mai', 'накануне'."""
        number = -2 if match["before2"] else -1 if match["before"] else 1
        end, base = match.end(), self._at(match.end())
        if match.group().lower().endswith(_OPEN):
            if base is not None:
                end = base.end
            elif ALONE.match(self.text, end) is not None:
                base = self._before(match.start())
            else:
                base = self._event(end)
        elif base is not None:
            return None  # 'The next day, 5 May' says it itself.
        else:
            base = self._before(match.start())
        if base is None:
            return None
        if base.nights and number == 1:
            number = 0
        return self._make(match.start(), end, base, _moved(base, number, "day"))

    def _same_week(self, match: re.Match[str]) -> Derived | None:
        """'Friday of the same week'."""
        base = self._before(match.start())
        weekday = _weekday(match["day"] or match["day2"])
        if base is None or weekday is None or not base.week:
            return None
        monday = base.day - dt.timedelta(days=base.day.weekday())
        return self._make(match.start(), match.end(), base, monday + dt.timedelta(days=weekday))

    def _following(self, match: re.Match[str]) -> Derived | None:
        """'The Monday after the 4th', 'the following Friday', 'le vendredi suivant'."""
        weekday = _weekday(match["day"] or match["day2"] or match["day3"])
        if weekday is None:
            return None
        base, end = None, match.end()
        if match["way"]:
            base = self._at(match.end())
            end = base.end if base else end
        elif match["day3"] or match["day2"]:
            base = self._before(match.start())
        if base is None or not base.week:
            return None
        if (match["way"] or "").lower() in ("before", "vor", "avant", "antes", "перед", "до"):
            gap = -((base.day.weekday() - weekday) % 7 or 7)
        else:
            gap = (weekday - base.day.weekday()) % 7 or 7
        return self._make(match.start(), end, base, base.day + dt.timedelta(days=gap))

    def _after_next(self, match: re.Match[str]) -> Derived | None:
        """'The Monday after next': the second one from today."""
        weekday = _weekday(match["day"] or match["day2"])
        if weekday is None or self.today is None or not self.today.week:
            return None
        gap = (weekday - self.today.day.weekday()) % 7 or 7
        return self._make(
            match.start(), match.end(), self.today, self.today.day + dt.timedelta(days=gap + 7)
        )

    def _in_weeks(self, match: re.Match[str]) -> Derived | None:
        """'Tuesday in two weeks': only if today is a Tuesday too, for else two days could be meant."""
        weekday, number = _weekday(match["day"]), count_of(match["n"])
        base = self.today
        if base is None or not base.week or number is None or base.day.weekday() != weekday:
            return None
        return self._make(
            match.start(), match.end(), base, base.day + dt.timedelta(days=7 * number)
        )

    def _last_of(self, match: re.Match[str]) -> Derived | None:
        """'The last day of September', 'the first day of June'."""
        month = group_number(match, "m", 12, 1)
        if month is None:
            return None
        year = int(match["y"]) if match["y"] else self.year
        first = match["first"] is not None
        if month == 2 and year is None and not first:
            return None
        number = 1 if first else last_day(year, month)
        return Derived(
            match.start(),
            match.end(),
            dt.date(year or _LEAP, month, number),
            match["y"] is not None,
            f"worked out from '{' '.join(match.group().split())}'",
            year is not None,
        )


def _weekday(name: str | None) -> int | None:
    match = WEEKDAY.match(name) if name else None
    return group_number(match, "k", 7, 0) if match else None


def _moved(base: Anchor, number: int, unit: str) -> dt.date | None:
    """Return the day that lies some days, weeks, months or working days from another."""
    if unit == "work" and not base.week:
        return None
    try:
        day = _step(base.day, number, unit)
        if base.known:
            return day
        other = _step(base.day.replace(year=base.day.year + 1), number, unit)
        third = _step(base.day.replace(year=base.day.year + 2), number, unit)
    except (ValueError, OverflowError):
        return None
    # Without the year, the end of February is open.
    same = unit == "work" or all((d.month, d.day) == (day.month, day.day) for d in (other, third))
    return day if same else None


def _step(day: dt.date, number: int, unit: str) -> dt.date:
    if unit in ("month", "year"):
        months = number * (12 if unit == "year" else 1) + day.year * 12 + day.month - 1
        year, month = divmod(months, 12)
        return dt.date(year, month + 1, min(day.day, last_day(year, month + 1)))
    if unit == "work":
        step = dt.timedelta(days=1 if number > 0 else -1)
        left = min(abs(number), 400)
        while left:
            day += step
            left -= day.weekday() < 5
        return day
    return day + dt.timedelta(days=number * {"week": 7, "fortnight": 14}.get(unit, 1))
