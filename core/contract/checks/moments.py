"""Dates and times in a text, in five languages.

Own expressions find the candidates and read nearly all of them. Relative dates ('tomorrow', 'the
fifteenth of next month') are resolved only against a date on which the text itself was written.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from core.contract.checks.words import fold

Part: TypeAlias = Literal["day", "time", "weekday", "month"]

_MONTHS = [
    r"jan(?:uary|\.)?|январ\w+|янв\.?|januar|jänner|janv(?:ier|\.)|enero",
    r"feb(?:ruary|ruar|\.)?|феврал\w+|фев\.?|févr(?:ier|\.)|febrero",
    r"mar(?:ch|\.)?|март\w*|мар\.?|märz|mars|marzo",
    r"apr(?:il|\.)?|апрел\w+|апр\.?|avr(?:il|\.)|abril",
    r"may|ма[йяе]|маем|mai|mayo",
    r"june?|июн\w+|juni|juin|junio",
    r"july?|июл\w+|juli|juill?(?:et|\.)|julio",
    r"aug(?:ust|\.)?|август\w*|авг\.?|août|agosto",
    r"sept?(?:ember|\.)?|сентябр\w+|сент?\.?|septembre|septiembre",
    r"oct(?:ober|\.)?|октябр\w+|окт\.?|okt(?:ober|\.)|octobre|octubre",
    r"nov(?:ember|\.)?|ноябр\w+|нояб?\.?|novembre|noviembre",
    r"dec(?:ember|\.)?|декабр\w+|дек\.?|dez(?:ember|\.)|déc(?:embre|\.)|diciembre",
]
_MONTH = (
    "(?:" + "|".join(f"(?P<m{i}>{names})" for i, names in enumerate(_MONTHS, 1)) + r")(?![^\W\d_])"
)
_ORDINALS_EN = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twenty-first",
    "twenty-second",
    "twenty-third",
    "twenty-fourth",
    "twenty-fifth",
    "twenty-sixth",
    "twenty-seventh",
    "twenty-eighth",
    "twenty-ninth",
    "thirtieth",
    "thirty-first",
]
_ORDINALS_RU = [
    "перв",
    "втор",
    "трет",
    "четверт",
    "пят",
    "шест",
    "седьм",
    "восьм",
    "девят",
    "десят",
    "одиннадцат",
    "двенадцат",
    "тринадцат",
    "четырнадцат",
    "пятнадцат",
    "шестнадцат",
    "семнадцат",
    "восемнадцат",
    "девятнадцат",
    "двадцат",
    "двадцать_перв",
    "двадцать_втор",
    "двадцать_трет",
    "двадцать_четверт",
    "двадцать_пят",
    "двадцать_шест",
    "двадцать_седьм",
    "двадцать_восьм",
    "двадцать_девят",
    "тридцат",
    "тридцать_перв",
]
_WORD_DAY = (
    "(?:" + "|".join(word.replace("-", "[- ]") for word in reversed(_ORDINALS_EN)) + "|"
    + "|".join(word.replace("_", " ") + r"(?:ое|ого|ому|ый|ье|ьего|ьему|ом|ем)" for word in reversed(_ORDINALS_RU)) + ")"
)  # fmt: skip
_DAY = rf"(?:(?P<d>[0-3]?\d)(?:st|nd|rd|th|er|º|\.|-го|-е|-ого|-му)?|(?P<w>{_WORD_DAY}))"
_YEAR = r"(?:,?\s*(?:de\s+|del\s+)?(?P<y>(?:19|20)\d\d)(?!\d)(?:\s*г(?:ода|\.)?)?)?"
_DAY_MONTH = re.compile(
    rf"(?<![\w.])(?:(?:from |с |vom |du |del )?(?P<d0>[0-3]?\d)(?:st|nd|rd|th|\.)?\s*(?:-|–|to|bis|по|au|al|до|and|and|и|y|und|et)\s*)?"
    rf"{_DAY}\s*(?:of\s+|de\s+)?{_MONTH}{_YEAR}",
    re.I,
)
_MONTH_DAY = re.compile(
    rf"(?<![\w.]){_MONTH}\s+(?:the\s+)?{_DAY}(?![\d.,:]\d|\s?(?:%|€|\$))(?:\s*(?:-|–|to)\s*(?P<d1>[0-3]?\d)(?:st|nd|rd|th)?(?!\d))?{_YEAR}",
    re.I,
)
_ISO = re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)[-/.](?P<m>[01]?\d)[-/.](?P<d>[0-3]?\d)(?!\d)")
_DOTTED = re.compile(
    r"(?<![\d.,/-])(?P<d>[0-3]?\d)\.(?P<m>[01]?\d)(?:\.(?P<y>(?:19|20)?\d\d)(?!\d)|\.(?!\d))?(?![\d/%]|[.,]\d)"
)
_SLASHED = re.compile(
    r"(?<![\d./-])(?P<a>[0-3]?\d)[/-](?P<b>[0-3]?\d)(?:[/-](?P<y>(?:19|20)?\d\d))?(?![\d/%]|\s?(?:mm|kg))"
)
_BARE_MONTH = re.compile(
    rf"(?<![\w.])(?:early |mid-?\s?|late |end of |in |в |im |en |начале |середине |конце |anfang |mitte |ende )?{_MONTH}{_YEAR}",
    re.I,
)
_BARE_DAY = re.compile(
    rf"(?:\b(?:the|on the|am|le|el|du|del)\s+(?P<d>[0-3]?\d)(?:st|nd|rd|th|\.|er)(?!\d)|\bthe\s+(?P<w>{_WORD_DAY})\b(?!\s+(?:of\s+)?[a-z]*(?:quarter|time|step|part|item|option|call|paragraph)))"
    rf"(?P<next>\s+of\s+(?:the\s+)?(?:next|following|this|the same)\s+month|\s+(?:of\s+)?next\s+month)?",
    re.I,
)
_WEEKDAYS = [
    r"mon(?:day)?s?|понедельник\w*|пн|montag\w*|lundi|lunes",
    r"tue(?:s(?:day)?)?s?|вторник\w*|вт|dienstag\w*|mardi|martes",
    r"wed(?:nesday)?s?|сред[ауыеой]+|ср|mittwoch\w*|mercredi|miércoles",
    r"thu(?:r|rs|rsday)?s?|четверг\w*|чт|donnerstag\w*|jeudi|jueves",
    r"fri(?:day)?s?|пятниц\w+|пт|freitag\w*|vendredi|viernes",
    r"sat(?:urday)?s?|суббот\w+|сб|samstag\w*|sonnabend\w*|samedi|sábado",
    r"sun(?:day)?s?|воскресень\w*|вс|sonntag\w*|dimanche|domingo",
]
_WEEKDAY = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(f"(?P<k{i}>{names})" for i, names in enumerate(_WEEKDAYS))
    + r")(?!\w)",
    re.I,
)
_ZONES = {"utc": 0, "gmt": 0, "z": 0, "cet": 60, "cest": 120, "mez": 60, "mesz": 120, "bst": 60, "eet": 120, "eest": 180,
          "msk": 180, "мск": 180, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "pst": -480, "pdt": -420, "jst": 540}  # fmt: skip
_ZONE = re.compile(
    r"\s*\(?(?P<name>utc|gmt|cest|cet|mesz|mez|bst|eest|eet|msk|мск|est|edt|cst|cdt|mst|pst|pdt|jst|z)\b(?:\s?(?P<off>[+-]\d{1,2})(?::?(?P<mm>\d\d))?)?",
    re.I,
)
_CLOCK = re.compile(
    r"(?<![\d:.,-])(?P<h>[0-2]?\d)[:](?P<min>[0-5]\d)(?::[0-5]\d)?(?!\d|:)\s*(?P<ap>[ap]\.?m\.?(?!\w))?",
    re.I,
)
_CLOCK_H = re.compile(
    r"(?<![\d:.,])(?P<h>[0-2]?\d)\s?(?:h\s?(?P<min>[0-5]\d)?(?!\w)|uhr(?:\s(?P<m2>[0-5]\d)(?!\d))?)",
    re.I,
)
_CLOCK_AP = re.compile(
    r"(?<![\d:.,])(?P<h>[01]?\d)(?:[.:](?P<min>[0-5]\d))?\s?(?P<ap>[ap]\.?m\.?)(?!\w)", re.I
)
_CLOCK_AT = re.compile(
    r"\b(?:at|by|until|till|before|um|в|до|к|à|a las)\s+(?P<h>[0-2]?\d)(?:\.(?P<min>[0-5]\d))?(?=\s*(?:o'clock|утра|часов|часа|утра|вечера|in the (?:morning|evening|afternoon)|sharp))",
    re.I,
)
_HOURS_EN = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_HOURS_DE = [
    "eins",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
]
_SPOKEN = re.compile(
    r"\b(?:at|by|until|till|before|from|to)\s+(?P<h>"
    + "|".join(_HOURS_EN)
    + r")(?=\s+(?:o'clock|in the (?:morning|evening|afternoon)|sharp|a\.?m|p\.?m))",
    re.I,
)
_HALF = re.compile(
    r"\b(?:(?P<rel>half past|quarter past|quarter to)\s+(?P<e>"
    + "|".join(_HOURS_EN)
    + r"|1[0-2]|[1-9])|halb\s+(?P<g>"
    + "|".join(_HOURS_DE)
    + r"|1[0-2]|[1-9]))\b",
    re.I,
)
_NOON = re.compile(
    r"(?<!after)\b(?:(?P<noon>noon|midday|полдень|полудня|mittags?|midi|mediodía)|(?P<mid>midnight|полночь|полуночи|mitternacht|minuit|medianoche))\b",
    re.I,
)
_EVENING = re.compile(
    r"^\s*(?:o'clock\s*)?(?:in the (?:evening|afternoon)|at night|pm\b|вечера|дня|abends|nachmittags|du soir|de la tarde|de la noche)",
    re.I,
)
_RELATIVE = re.compile(
    r"\b(?P<tomorrow>tomorrow|завтра|morgen(?! früh\w)|demain|mañana)\b|\b(?P<today>today|сегодня|heute|aujourd'hui|hoy)\b|\b(?P<yesterday>yesterday|вчера|gestern|hier soir|ayer)\b",
    re.I,
)
_WRITTEN = re.compile(
    r"(?:\b(?:dated|date|written|as of|status|report of|note of|minutes of|stand|entry of|запись от|от|дата|vom|datum|du|fecha|le)\b[:\s]*|^\W*)$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, weekday or time of day of the text; what is not said is None."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    minute: int | None = None
    """Minutes after midnight."""
    zone: int | None = None
    """Minutes east of UTC."""
    last_day: bool = False
    """Second end of a range of days."""
    relative: bool = False
    swapped: tuple[int, int] | None = None
    """Month and day if day and month stand the other way round ('06/07')."""
    raw: str = ""

    @property
    def part(self) -> Part:
        """What the moment chiefly says."""
        if self.day is not None:
            return "day"
        if self.minute is not None:
            return "time"
        return "weekday" if self.weekday is not None else "month"


def _group_number(match: re.Match[str], prefix: str, count: int, base: int) -> int | None:
    return next(
        (i for i in range(base, base + count) if match.group(f"{prefix}{i}") is not None), None
    )


def _word_day(word: str) -> int | None:
    low = fold(word).replace(" ", "-")
    if low in _ORDINALS_EN:
        return _ORDINALS_EN.index(low) + 1
    low = fold(word).replace(" ", "_")
    best = max((s for s in _ORDINALS_RU if low.startswith(s)), key=len, default=None)
    return _ORDINALS_RU.index(best) + 1 if best else None


def _year(raw: str | None) -> int | None:
    if not raw:
        return None
    return int(raw) + (2000 if len(raw) == 2 else 0)


def _valid(day: int | None, month: int | None) -> bool:
    return day is not None and month is not None and 1 <= day <= 31 and 1 <= month <= 12


class _Finder:
    """Collects moments so that no two of them overlap; the first found wins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Moment] = []

    def add(self, moment: Moment) -> None:
        if not any(m.start < moment.end and moment.start < m.end for m in self.found):
            self.found.append(replace(moment, raw=self.text[moment.start : moment.end]))

    def dates(self) -> None:
        for match in _ISO.finditer(self.text):
            year, month, day = int(match["y"]), int(match["m"]), int(match["d"])
            if _valid(day, month):
                self.add(Moment(match.start(), match.end(), year, month, day))
        for pattern in (_MONTH_DAY, _DAY_MONTH):
            for match in pattern.finditer(self.text):
                self._named(match)
        for match in _DOTTED.finditer(self.text):
            if _valid(int(match["d"]), int(match["m"])) and (match["y"] or len(match["m"]) == 2):
                self.add(
                    Moment(
                        match.start(),
                        match.end(),
                        _year(match["y"]),
                        int(match["m"]),
                        int(match["d"]),
                    )
                )
        for match in _SLASHED.finditer(self.text):
            self._slashed(match)

    def _named(self, match: re.Match[str]) -> None:
        groups = match.groupdict()
        day = int(groups["d"]) if groups["d"] else _word_day(groups["w"] or "")
        month = _group_number(match, "m", 12, 1)
        if not _valid(day, month):
            return
        year = _year(groups.get("y"))
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

    def _slashed(self, match: re.Match[str]) -> None:
        a, b = int(match["a"]), int(match["b"])
        if not match["y"] and ("-" in match.group() or b < 1 or len(match["b"]) == 1):
            return
        if _valid(a, b):
            swapped = (a, b) if _valid(b, a) and a != b else None
            self.add(Moment(match.start(), match.end(), _year(match["y"]), b, a, swapped=swapped))
        elif _valid(b, a):
            self.add(Moment(match.start(), match.end(), _year(match["y"]), a, b))

    def times(self) -> None:
        for pattern in (_CLOCK_AP, _CLOCK, _CLOCK_H, _CLOCK_AT):
            for match in pattern.finditer(self.text):
                groups = match.groupdict()
                hour, minute = int(match["h"]), int(groups.get("min") or groups.get("m2") or 0)
                half = (groups.get("ap") or "").lower()
                if (
                    pattern is _CLOCK_H
                    and not groups.get("min")
                    and "uhr" not in match.group().lower()
                    and not re.search(
                        r"(?:à|vers|dès|avant|de|a las)\s+$",
                        self.text[max(0, match.start() - 8) : match.start()],
                        re.I,
                    )
                ):
                    continue
                self._time(match.start(), match.end(), hour, minute, half)
        for match in _HALF.finditer(self.text):
            self._half(match)
        for match in _SPOKEN.finditer(self.text):
            hour = _HOURS_EN.index(match["h"].lower()) + 1
            self._time(match.start("h"), match.end(), hour, 0, "")
        for match in _NOON.finditer(self.text):
            self._time(match.start(), match.end(), 12 if match["noon"] else 24, 0, "-")

    def _half(self, match: re.Match[str]) -> None:
        if match["g"]:
            word = match["g"].lower()
            hour = int(word) if word.isdigit() else _HOURS_DE.index(word) + 1
            self._time(match.start(), match.end(), (hour - 1) % 12, 30, "")
            return
        word = match["e"].lower()
        hour = int(word) if word.isdigit() else _HOURS_EN.index(word) + 1
        past = {"half past": 30, "quarter past": 15, "quarter to": -15}[match["rel"].lower()]
        total = hour * 60 + past
        self._time(match.start(), match.end(), total // 60, total % 60, "")

    def _time(self, start: int, end: int, hour: int, minute: int, half: str) -> None:
        if half.startswith("p") and hour < 12:
            hour += 12
        elif half.startswith("a") and hour == 12:
            hour = 0
        elif not half and hour < 12 and _EVENING.match(self.text[end : end + 24]):
            hour += 12
        if hour > 24:
            return
        zone = None
        after = _ZONE.match(self.text, end)
        if after:
            zone = _ZONES[after["name"].lower()] if not after["off"] else int(after["off"]) * 60
            end = after.end()
        self.add(Moment(start, end, minute=hour * 60 + minute, zone=zone))

    def loose(self) -> None:
        for match in _WEEKDAY.finditer(self.text):
            name = match.group()
            if (
                len(name) <= 3
                and name.islower()
                and name not in ("пн", "вт", "ср", "чт", "пт", "сб", "вс")
            ):
                continue
            self.add(Moment(match.start(), match.end(), weekday=_group_number(match, "k", 7, 0)))
        for match in _BARE_DAY.finditer(self.text):
            day = int(match["d"]) if match["d"] else _word_day(match["w"] or "")
            if day is not None and 1 <= day <= 31:
                self.add(Moment(match.start(), match.end(), day=day, relative=bool(match["next"])))
        for match in _RELATIVE.finditer(self.text):
            self.add(Moment(match.start(), match.end(), relative=True))
        for match in _BARE_MONTH.finditer(self.text):
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
                        _group_number(match, "m", 12, 1),
                    )
                )


def _shift(day: dt.date, match: str) -> dt.date:
    low = match.casefold()
    if low in ("tomorrow", "завтра", "morgen", "demain", "mañana"):
        return day + dt.timedelta(days=1)
    if low in ("yesterday", "вчера", "gestern", "ayer"):
        return day - dt.timedelta(days=1)
    return day


def moments(text: str) -> tuple[Moment, ...]:
    """Return all dates, weekdays and times of a text, in order, without overlaps."""
    finder = _Finder(text)
    if re.search(r"\d", text) or re.search(_MONTH, text, re.I):
        finder.dates()
        finder.times()
    elif _HALF.search(text) or _NOON.search(text):
        finder.times()
    finder.loose()
    found = sorted(finder.found, key=lambda m: m.start)
    full = [m for m in found if m.day is not None and m.month is not None]
    written = next(
        (
            m
            for m in full
            if _WRITTEN.search(text[max(0, m.start - 24) : m.start]) and m.start < 120
        ),
        None,
    )
    return tuple(_resolve(found, full, written))


def _resolve(found: list[Moment], full: list[Moment], written: Moment | None) -> list[Moment]:
    """Give relative dates and bare days their month where the text settles it."""
    out: list[Moment] = []
    for m in found:
        if m.relative and written is not None and m is not written:
            base = dt.date(
                written.year or 2024,
                written.month or 1,
                min(written.day or 1, 28) if written.month == 2 else min(written.day or 1, 30),
            )
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
        elif m.day is not None and m.month is None and not m.relative:
            # 'the ninth' takes the month of the nearest full date, if the text has only one month.
            months = {d.month for d in full}
            if len(months) == 1:
                m = replace(m, month=months.pop())
        out.append(m)
    return out
