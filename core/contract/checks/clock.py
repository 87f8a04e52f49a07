"""Times of day in digits and in words."""

from __future__ import annotations

import re
from itertools import islice

from core.contract.checks.anycase import AnyCase
from core.contract.checks.spoken_hours import HALF_DAY, HINTS, spoken_hours

HOURS = {
    "en": "one two three four five six seven eight nine ten eleven twelve",
    "de": "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "fr": "une deux trois quatre cinq six sept huit neuf dix onze douze",
    "es": "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "ru": "час два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
    "ru2": "часу двум трём четырём пяти шести семи восьми девяти десяти одиннадцати двенадцати",
    "ru3": "первого второго третьего четвёртого пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого",
}
_HOUR_OF: dict[str, int] = {}
for _words in HOURS.values():
    for _number, _word in enumerate(_words.split(), 1):
        _HOUR_OF.setdefault(_word, _number)
        _HOUR_OF.setdefault(_word.replace("ё", "е"), _number)
_MINUTES = {
    "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25, "quarter": 15, "a quarter": 15, "half": 30, "тридцать": 30, "пятнадцать": 15,
    "сорок пять": 45, "десять": 10, "двадцать": 20, "thirty": 30, "fifteen": 15, "forty-five": 45, "dreißig": 30, "fünfzehn": 15,
    "trente": 30, "quinze": 15, "vingt": 20, "dix": 10, "fünf": 5, "zehn": 10, "zwanzig": 20, "fünfundvierzig": 45, "treinta": 30, "et demie": 30, "et quart": 15, "y media": 30, "y cuarto": 15, "viertel": 15,
}  # fmt: skip

_ZONES = {"utc": 0, "gmt": 0, "z": 0, "cet": 60, "cest": 120, "mez": 60, "mesz": 120, "bst": 60, "eet": 120, "eest": 180,
          "msk": 180, "мск": 180, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "pst": -480, "pdt": -420, "jst": 540}  # fmt: skip
_NAMED = {
    "pacific": -480,
    "eastern": -300,
    "central european": 60,
    "central time": -360,
    "moscow": 180,
    "по московскому": 180,
}
_ZONE = AnyCase(
    r"\s*\(?(?P<name>utc|gmt|cest|cet|mesz|mez|bst|eest|eet|msk|мск|est|edt|cst|cdt|mst|pst|pdt|jst|z|pacific(?: standard| daylight)? time|eastern(?: standard| daylight)? time|central european time|central time|moscow time|по московскому(?: времени)?|мск)\b(?:\s?(?P<off>[+-]\d{1,2})(?::?\d\d)?)?",
    re.I,
)
_HALF_DAY_AHEAD = re.sub(r"\?P<\w+>", "?:", HALF_DAY)
_OCLOCK = r"(?:\s?(?:o['’]clock|uhr|h(?:eures?|oras?|rs?)?(?!\w)|часов|часа|часам|sharp))"
_WORD = "(?:" + "|".join(sorted(map(re.escape, _HOUR_OF), key=len, reverse=True)) + ")"
_MINUTE = "(?:" + "|".join(sorted(map(re.escape, _MINUTES), key=len, reverse=True)) + ")"

_DIGITS = AnyCase(
    rf"(?<![\d:.,/-])(?P<h>[0-2]?\d)(?::(?P<m1>[0-5]\d)(?::[0-5]\d)?|(?:\s?h\s?|\sUhr\s)(?P<m2>[0-5]\d)(?!\s?(?:min|мин|m\b))|\.(?P<m3>[0-5]\d)(?={_OCLOCK}|{_HALF_DAY_AHEAD}))?"
    rf"(?![\d]|:\d)(?P<oc>{_OCLOCK})?{HALF_DAY}?",
    re.I,
)
_DOTTED = AnyCase(
    r"(?:(?<=\bat )|(?<=\bby )|(?<=\bto )|(?<=\bfrom )|(?<=\buntil )|(?<=\bbefore )|(?<=\bum )|(?<=\bab )|(?<=\bbis )|(?<=\bgegen )|(?<=\bà )|(?<=\blas )|(?<=\bв )|(?<=\bк )|(?<=\bдо )|(?<=\bс ))"
    r"(?P<h>[01]?\d|2[0-3])\.(?P<m>[0-5]\d)(?![\d%]|[.,]\d|\s?(?:%|[€$£]|per ?cent|percent|eur|usd|gbp|chf|руб|kg|km|mm?\b|cm\b|l\b|g\b|mill|тыс|млн|процент|prozent|metres?|meters?|million|times|points?))|"
    r"(?<![\d.:,/-])(?P<h2>[01]\d|2[0-3])\.(?P<m2>[0-5]\d)(?=\s?\(?(?:utc|gmt|cest|cet|msk|мск|bst|hrs|hours)\b)",
    re.I,
)
"""'At 14.00', '14.00 UTC'."""
_DOTTED_DIGITS = re.compile(r"\d\.\d\d")
_MILITARY = AnyCase(
    r"(?<![\d:.,/-])(?P<h>[0-2]\d)(?P<m>[0-5]\d)(?=\s?(?:hours|hrs|h\b|UTC|Z\b))", re.I
)
_WORDS = AnyCase(
    rf"(?<![\w-])(?P<w>{_WORD})(?:[ -](?P<m>{_MINUTE}))?(?P<oc>{_OCLOCK})?(?:\s+(?P<m2>y media|y cuarto|et demie|et quart|dreißig|fünfzehn|fünfundvierzig|zwanzig|trente|quinze|vingt))?{HALF_DAY}?(?![\w-])",
    re.I,
)
_BEFORE = AnyCase(
    r"(?:\b(?:at|by|until|till|before|from|to|um|bis|ab|gegen|vor|à|vers|dès|avant|a las|antes de las|в|к|до|с)\s+)$",
    re.I,
)
_HOUR_PREPOSITION = AnyCase(
    r"(?:\b(?:à|vers|dès|avant|d'ici|a las?|um|gegen|в|к|до|с|at|by|until|from|jusqu'à|,)\s+|[-–]\s?)$",
    re.I,
)
_PAST = AnyCase(
    rf"\b(?P<m>half|a quarter|quarter|twenty-five|twenty|ten|five|\d{{1,2}} minutes|(?<!from )(?<!between )(?<!-)(?:5|10|20|25)(?=\s+(?:past|after|to|before)\s+\w+\s*(?:$|[.,;:!?)\n]|[ap]\.?m\b|o['’]clock|sharp|in the|on\b|to(?:day|morrow|night)|and\b|for\b)))\s+(?P<way>past|after|to|before)\s+(?P<h>{_WORD}|1[0-2]|[1-9])(?!\w){HALF_DAY}?",
    re.I,
)
_COUNTED = re.compile(
    r" (?!hours\b|sharp\b|minutes\b)(?:[a-z]+ )?(?:[a-z]{2,}s|people|children|per cent|men|women)\b(?<!as)(?<!is)(?<!was)(?<!ss)"
)
"""'Ten to twelve boxes' is a number of boxes."""
_AT = AnyCase(r"\b(?:at|by|around|about|until|till|before|after|since|from|past|is|it['’]s)\s$")
"""Before a time of day."""
_HALB = AnyCase(
    rf"\b(?:halb|(?:в|к|до)?\s?половин[еуы])\s+(?P<h>{_WORD}|1[0-2]|[1-9])(?!\w){HALF_DAY}?", re.I
)
_NTH = "|".join(word for key in ("ru3",) for word in HOURS[key].split()) + "|четвертого"
_FEW = (
    "пять|пяти|десять|десяти|двадцать|двадцати|двадцать пять|четверть|четверти|"
    "fünf|zehn|zwanzig|viertel|cinq|dix|vingt|le quart|quart|et quart|cinco|diez|veinte|cuarto"
)
_FEWS = {
    "пят": 5, "десят": 10, "двадцать пять": 25, "двадцат": 20, "четверт": 15, "fünf": 5, "zehn": 10, "zwanzig": 20,
    "viertel": 15, "cinq": 5, "dix": 10, "vingt": 20, "le quart": 15, "quart": 15, "et quart": 15, "cinco": 5, "diez": 10, "veinte": 20, "cuarto": 15,
}  # fmt: skip
_BY_THE_NEXT = AnyCase(
    rf"\b(?P<m>четверть|пять минут|десять минут|двадцать минут|двадцать пять минут)\s+(?P<h>{_NTH})(?!\w)(?!\s+(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)){HALF_DAY}?",
    re.I,
)
"""'Четверть одиннадцатого': a quarter past ten."""
_SHORT_OF = AnyCase(
    rf"\bбез\s+(?P<m>четверти|пяти|десяти|двадцати|двадцати пяти)(?:\s+минут)?\s+(?P<h>{_WORD}|1[0-2]|[1-9])(?!\w){HALF_DAY}?|"
    rf"\b(?P<m2>viertel|fünf|zehn|zwanzig)\s+(?P<way>vor|nach)\s+(?P<h2>{_WORD}|1[0-2]|[1-9])(?!\w)(?!\s+(?:tage|wochen|monat|stunden|minuten|jahr)){_HALF_DAY_AHEAD}?",
    re.I,
)
"""'Без четверти девять', 'Viertel vor acht'."""
_LESS = AnyCase(
    rf"\b(?:(?P<h>{_WORD}|1[0-2]|[1-9])\s?(?:heures?|h)\s+moins\s+(?P<m>le quart|cinq|dix|vingt)|(?:las|la)\s+(?P<h2>{_WORD})\s+(?P<way>menos|y)\s+(?P<m2>cuarto|cinco|diez|veinte))(?!\w)",
    re.I,
)
"""'Neuf heures moins le quart', 'las nueve menos cuarto'."""


def _few(word: str) -> int:
    low = word.lower()
    if low in _FEWS:
        return _FEWS[low]
    return next(minutes for start, minutes in _FEWS.items() if low.startswith(start))


def _told(text: str) -> list[Clock]:
    """Return times told by the next hour or short of it."""
    found: list[Clock] = []
    low = text.casefold()
    if not any(
        word in low
        for word in ("четверт", "минут", "без ", "viertel", " vor ", " nach ", "moins", "las ")
    ):
        return found
    for match in islice(_BY_THE_NEXT.finditer(text), _MOST):
        found.append(_clock(text, match, (_hour(match["h"]) - 1) % 12 * 60 + _few(match["m"])))
    for match in islice(_SHORT_OF.finditer(text), _MOST):
        sign = 1 if (match["way"] or "").lower() == "nach" else -1
        total = _hour(match["h"] or match["h2"]) * 60 + sign * _few(match["m"] or match["m2"])
        found.append(_clock(text, match, total))
    for match in islice(_LESS.finditer(text), _MOST):
        sign = 1 if (match["way"] or "").lower() == "y" else -1
        total = _hour(match["h"] or match["h2"]) * 60 + sign * _few(match["m"] or match["m2"])
        found.append(_clock(text, match, total))
    return found


_RANGE = AnyCase(
    rf"(?<![\w:.,/-])(?P<h>1[0-2]|[1-9]|{_WORD})(?::(?P<m1>[0-5]\d))?\s?(?:[-–—]|to|and|until|till|bis|und|до|и|à|et|y|a)\s?"
    rf"(?P<h2>1[0-2]|[1-9]|{_WORD})(?::(?P<m2>[0-5]\d))?(?:{HALF_DAY})",
    re.I,
)
"""'7-9 pm', 'between seven and nine in the evening': the second time says which half of the day."""
_NOON = AnyCase(
    r"(?<!after)(?<!après-)\b(?:(?:12 |twelve )?(?:(?P<noon>noon|midday|полдень|полудня|полудню|mittags?|midi|mediodía)|(?P<mid>midnight|полночь|полуночи|mitternacht|minuit|medianoche)))\b",
    re.I,
)
_NOONS = "noon midday полдень полудн mittag midi mediod midnight полноч полуноч mitternacht minuit medianoche".split()
"""Pieces of the words for noon and midnight."""
HINT = AnyCase(
    r"\d|noon|midday|midnight|o['’]clock|half|quarter|past|uhr|halb|heures|половин|четверт|без |viertel|moins|menos|полдень|полудн|полноч|утра|вечера|часов|midi|minuit|medi[oa]|mañana|morning|evening|afternoon|night|abend|nachmittag|soir|tarde|noche|дня|ночи|"
    r"[ap]\.?m\b|\bat\b|\bby\b|\bum \w|\bà \w|\ba las |\b[вк] (?:час|дв|тр|четыр|пят|шест|сем|восем|восьм|девят|десят|один|двен)|mittag|mitternacht|"
    + HINTS,
    re.I,
)
"""A text without any of these has no time of day."""


class Clock(tuple[int, int, int, "int | None", bool]):
    """Start, end, minutes after midnight, minutes east of UTC or None, whether the half day is open."""

    __slots__ = ()


_MOST = 1000


def clocks(text: str) -> list[Clock]:
    """Return the times of day of a text; they may overlap, the first is the best reading."""
    low = text.casefold()
    found = [_clock(text, *told) for told in islice(spoken_hours(text, low), _MOST)] + _told(text)
    for match in islice(_PAST.finditer(text), _MOST):
        minutes = _minutes(match["m"])
        hour = _hour(match["h"])
        counted = match["m"].lower() in ("ten", "five", "twenty") and match["way"].lower() == "to"
        if minutes is None or (
            counted
            and _COUNTED.match(text, match.end())
            and not _AT.search(text[max(0, match.start() - 8) : match.start()])
        ):
            continue
        total = hour * 60 + (minutes if match["way"].lower() in ("past", "after") else -minutes)
        found.append(_clock(text, match, total))
    halved = "halb" in low or "половин" in low
    for match in islice(_HALB.finditer(text) if halved else (), _MOST):
        found.append(_clock(text, match, (_hour(match["h"]) - 1) % 12 * 60 + 30))
    for match in islice(_RANGE.finditer(text), _MOST):
        found += _span(text, match)
    for match in islice(_MILITARY.finditer(text), _MOST):
        if int(match["h"]) <= 24:
            found.append(_clock(text, match, int(match["h"]) * 60 + int(match["m"]), False))
    for match in islice(_DIGITS.finditer(text), _MOST):
        found += _digital(text, match)
    for match in islice(_DOTTED.finditer(text) if _DOTTED_DIGITS.search(text) else (), _MOST):
        clock = int(match["h"] or match["h2"]) * 60 + int(match["m"] or match["m2"])
        found.append(_clock(text, match, clock))
    for match in islice(_NOON.finditer(text) if any(w in low for w in _NOONS) else (), _MOST):
        found.append(
            Clock(
                (
                    match.start(),
                    match.end(),
                    720 if match["noon"] else 1440,
                    _zone(text, match.end())[0],
                    False,
                )
            )
        )
    for match in islice(_WORDS.finditer(text), _MOST):
        found += _spoken(text, match)
    return found


def _span(text: str, match: re.Match[str]) -> list[Clock]:
    """Both times of a range; the first is in the other half of the day if it is the greater ('11-1 pm')."""
    first, second = _hour(match["h"]) % 12, _hour(match["h2"]) % 12
    late = bool(match["pm"]) or (match["ap"] or "").lower().startswith("p")
    begin = first * 60 + int(match["m1"] or 0) + (720 if late != (first > second) else 0)
    finish = second * 60 + int(match["m2"] or 0) + (720 if late else 0)
    zone, end = _zone(text, match.end())
    middle = match.start("h2")
    return [
        Clock((match.start(), middle, begin, zone, False)),
        Clock((middle, end, finish, zone, False)),
    ]


def _hour(word: str) -> int:
    return int(word) if word.isdecimal() else _HOUR_OF[word.lower()]


def _minutes(word: str) -> int | None:
    first = word.split()[0]
    return int(first) if first.isdecimal() and int(first) < 60 else _MINUTES.get(word.lower())


def _digital(text: str, match: re.Match[str]) -> list[Clock]:
    groups = match.groupdict()
    hour = int(match["h"])
    minute = groups["m1"] or groups["m2"] or groups["m3"]
    half = groups["ap"] or groups["am"] or groups["pm"]
    if hour > 24:
        return []
    if minute is None and not half:
        oclock = (groups["oc"] or "").strip().lower()
        if not oclock or (
            oclock not in ("uhr", "o'clock", "o’clock", "sharp")
            and not _HOUR_PREPOSITION.search(text[max(0, match.start() - 12) : match.start()])
        ):
            return []
    return [
        _clock(text, match, hour * 60 + int(minute or 0), minute is None or groups["m1"] is None)
    ]


_CLOSED = re.compile(r"\s*(?:[.,;!?)]|$|on\b|sharp|tomorrow|today|that\b|this\b)")
"""What follows a time in words."""


def _spoken(text: str, match: re.Match[str]) -> list[Clock]:
    groups = match.groupdict()
    prepared = _BEFORE.search(text[max(0, match.start() - 12) : match.start()])
    half = groups["ap"] or groups["am"] or groups["pm"]
    minute = groups["m"] or groups["m2"]
    closed = _CLOSED.match(text, match.end())
    oclock = (groups["oc"] or "").strip().lower()
    clear = oclock in ("o'clock", "o’clock", "uhr", "sharp", "heures", "heure") or (
        oclock and prepared
    )
    if not (
        half
        or clear
        or (prepared and minute)
        or (prepared and closed and groups["w"].lower() not in ("one", "una", "une", "час", "часу"))
    ):
        return []
    return [
        _clock(text, match, _hour(groups["w"]) * 60 + (_MINUTES[minute.lower()] if minute else 0))
    ]


def _clock(text: str, match: re.Match[str], total: int, loose: bool = True) -> Clock:
    groups = match.groupdict()
    ap = (groups.get("ap") or "").lower()
    if (ap.startswith("p") or groups.get("pm")) and total < 720:
        total += 720
    elif ap.startswith("a") and total >= 720:
        total -= 720
    if ap or groups.get("pm") or groups.get("am"):
        loose = False
    zone, end = _zone(text, match.end())
    return Clock((match.start(), end, total % 1441, zone, loose and 0 < total < 720))


def _zone(text: str, end: int) -> tuple[int | None, int]:
    match = _ZONE.match(text, end)
    if match is None:
        return None, end
    if match["off"]:
        return int(match["off"]) * 60, match.end()
    name = match["name"].lower()
    return next(
        (minutes for word, minutes in _NAMED.items() if name.startswith(word)), _ZONES.get(name)
    ), match.end()
