"""The day on which a text was written, and the moments that it tells by other moments."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from core.contract.checks.anycase import AnyCase
from core.contract.checks.derived_moments import SENTENCE, Anchor, derived_days
from core.contract.checks.moment import Moment
from core.contract.checks.periods import last_day

_WRITTEN = AnyCase(
    r"(?:\b(?:dated|date|written|sent|posted|as of|status|report of|note of|minutes of|stand|entry of|запись от|от|дата|vom|datum|du|fecha|le|today(?: is)?|heute(?: ist)?|сегодня|aujourd['’]hui|hoy(?: es)?)\b[:,\s]*(?:(?:der |le |el )?[^\W\d_]+(?:day|tag),?\s|[^\W\d_]+,\s)?(?:der |den |le |el )?|^\W*)$",
    re.I,
)
_HEADER = AnyCase(
    r"\W*(?:[^\W\d_]+[ \t]){0,3}(?:log|notes?|memo|minutes|diary|journal|report|summary|protocol|журнал|сводка|протокол|заметк\w+|отчёт|protokoll|notiz|bericht|journal|compte rendu|rapport|note|acta|parte|informe|nota)"
    r"(?:,? [^\W\d_]{2,10}\.?)?[\s,:/|—–-]*",
    re.I,
)
"""A heading that names the kind of text: the date behind it is when it was written."""
_TODAY = AnyCase(
    r"\b(?:today|heute|aujourd['’]hui|hoy|сегодня)(?:['’]s date)?(?:\s(?:is|it is|ist|haben wir|es|est|nous sommes|sommes|у нас))?\W{0,3}(?:[^\W\d_]{2,12}[.,]?\s)?(?:(?:the|der|den|dem|le|el)\s)?$|"
    r"(?:^|\n)\W*(?:date|sent|datum|gesendet|дата|отправлено|fecha|enviado|envoyé)\W{1,4}(?:[^\W\d_]{2,12}[.,]*\s)?(?:(?:the|der|den|le|el)\s)?$",
    re.I,
)
"""What stands before the day of writing, wherever in a text it is."""
_LAST_DAY = AnyCase(
    r"\b(?:last day|letzte[nrm]? tag|dernier jour|último día|последн\w+ д(?:ень|ня))\b", re.I
)


def date_of(m: Moment) -> dt.date:
    """Return the day of a moment; without a year it is 2024."""
    month = m.month or 1
    return dt.date(m.year or 2024, month, min(m.day or 1, last_day(m.year or 2024, month)))


def written_on(text: str, full: list[Moment]) -> Moment | None:
    """Return the day on which a text says that it was written.

    Args:
        text: Any text.
        full: Its days with a month, in order.
    """
    for m in full:
        left = text[max(0, m.start - 40) : m.start]
        if m.start < 120 and (_WRITTEN.search(left[-24:]) or _HEADER.fullmatch(text[: m.start])):
            return m
    said = [m for m in full if _TODAY.search(text[max(0, m.start - 40) : m.start])]
    return said[0] if len({(m.month, m.day) for m in said}) == 1 else None


def told_by_others(text: str, found: list[Moment], written: Moment | None) -> list[Moment]:
    """Return the moments together with those that are told by another of them.

    Args:
        text: Any text.
        found: Its moments, in order.
        written: The day on which it was written.
    """
    named = [m for m in found if m.year]
    years = {m.year for m in named}
    year = years.pop() if len(years) == 1 else None
    made = [
        Moment(
            d.start,
            d.end,
            d.day.year if d.known else None,
            d.day.month,
            d.day.day,
            weekday=d.day.weekday() if d.week else None,
            vague=True,
            derived=d.reason,
            raw=text[d.start : d.end],
        )
        for d in derived_days(
            text,
            _anchors(text, found, year),
            _anchor(found, written, year) if written is not None else None,
            year,
        )
    ]
    made += _ends_of_periods(text, found)
    kept = [
        m
        for m in found
        if m.minute is not None
        or not any(d.start <= m.start and m.end <= d.end and _less(m, text, d) for d in made)
    ]
    return sorted([*kept, *made], key=lambda m: m.start)


def _less(m: Moment, text: str, derived: Moment) -> bool:
    """Whether a moment inside a derived one says less than that: not the day it is counted from."""
    if m.day is None:
        return True
    return m.start == derived.start or m.relative


def _anchors(text: str, found: list[Moment], year: int | None) -> list[Anchor]:
    """Return the days of a text from which others may be counted."""
    out: list[Anchor] = []
    for m in found:
        if m.day is not None and m.month is not None and not m.swapped:
            out.append(_anchor(found, m, year))
        elif m.weekday is not None and m.day is None and out and out[-1].week:
            last = out[-1]
            beside = any(
                n.day is not None and (0 <= n.start - m.end <= 8 or 0 <= m.start - n.end <= 3)
                for n in found
            )
            if not beside and not SENTENCE.search(text, last.end, m.start + 1):
                gap = (m.weekday - last.day.weekday()) % 7 or 7
                day = last.day + dt.timedelta(days=gap)
                out.append(Anchor(m.start, m.end, day, last.known, True, m.raw))
    return out


def _anchor(found: list[Moment], m: Moment, year: int | None) -> Anchor:
    """Return a day with the year that the text or the weekday beside it gives."""
    if m.year is None and year is not None:
        m = replace(m, year=year)
        return Anchor(m.start, m.end, date_of(m), False, True, m.raw, open_end=m.last_day)
    weekday = next(
        (
            n.weekday
            for n in found
            if n.weekday is not None and (0 <= m.start - n.end <= 6 or 0 <= n.start - m.end <= 3)
        ),
        m.weekday,
    )
    day, week = date_of(m), m.year is not None
    if m.year is None and weekday is not None:
        fits = [y for y in range(2024, 2035) if date_of(replace(m, year=y)).weekday() == weekday]
        if fits:
            day, week = date_of(replace(m, year=fits[0])), True
    return Anchor(m.start, m.end, day, m.year is not None, week, m.raw, open_end=m.last_day)


def _ends_of_periods(text: str, found: list[Moment]) -> list[Moment]:
    """Return the last days of quarters and halves: 'by the end of Q1, on its last day'."""
    out: list[Moment] = []
    for m in found:
        if m.period[:1] not in ("Q", "H") or m.vague:
            continue
        before = _LAST_DAY.search(text, max(0, m.start - 30), m.start)
        after = _LAST_DAY.search(text, m.end, m.end + 32)
        near = before or after
        if near is None or SENTENCE.search(text, m.end, max(m.end, near.start())):
            continue
        month = int(m.period[1:]) * (3 if m.period[0] == "Q" else 6)
        start, end = min(m.start, near.start()), max(m.end, near.end())
        out.append(
            Moment(
                start,
                end,
                m.year,
                month,
                last_day(m.year, month),
                vague=True,
                derived=f"worked out as the last day of {m.period}",
                raw=text[start:end],
            )
        )
    return out
