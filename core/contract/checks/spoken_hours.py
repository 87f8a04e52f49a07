"""Times of day in words: the hours after twelve, and what each language says beside the clock."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contract.checks.anycase import AnyCase

EVENING = (
    r"(?:in the (?:evening|afternoon)|at night|вечера|дня|abends|nachmittags|am (?:abend|nachmittag)|du soir|de l['’]après-midi|"
    r"de la (?:tarde|noche))"
)
MORNING = r"(?:in the morning|утра|ночи|morgens|vormittags|am (?:morgen|vormittag)|früh|du matin|de la mañana)"
HALF_DAY = rf"(?:\s*(?:(?P<ap>[ap]\.?\s?m\.?(?!\w))|(?P<pm>{EVENING})|(?P<am>{MORNING})))"
_TO_TWELVE = (
    "one two three four five six seven eight nine ten eleven twelve",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "час два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
    "первого второго третьего четвёртого пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого",
)
_TO_DAY = (
    "dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig|einundzwanzig|zweiundzwanzig|dreiundzwanzig|vierundzwanzig",
    "treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt|vingt et une|vingt-deux|vingt-trois|vingt-quatre",
    "trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte|veintiuna|veintidós|veintitrés|veinticuatro",
    "тринадцать|четырнадцать|пятнадцать|шестнадцать|семнадцать|восемнадцать|девятнадцать|двадцать|двадцать один|двадцать два|двадцать три|двадцать четыре",
)
_HOURS = {w: n for words in _TO_TWELVE for n, w in enumerate(words.split(), 1)}
_HOURS |= {w.replace("ё", "е"): n for w, n in _HOURS.items()} | {"une": 1, "null": 0, "ноль": 0}
_HOURS |= {w: n for words in _TO_DAY for n, w in enumerate(words.split("|"), 13)}
_MINUTES = {
    "fünf": 5, "zehn": 10, "fünfzehn": 15, "zwanzig": 20, "fünfundzwanzig": 25, "dreißig": 30, "fünfunddreißig": 35, "vierzig": 40,
    "fünfundvierzig": 45, "fünfzig": 50, "fünfundfünfzig": 55, "cinq": 5, "dix": 10, "quinze": 15, "vingt": 20, "vingt-cinq": 25,
    "trente": 30, "trente-cinq": 35, "quarante": 40, "quarante-cinq": 45, "cinquante": 50, "cinquante-cinq": 55, "et demie": 30, "et demi": 30,
    "et quart": 15, "moins le quart": -15, "moins cinq": -5, "moins dix": -10, "moins vingt": -20, "y media": 30, "y cuarto": 15, "y cinco": 5, "y diez": 10,
    "y veinte": 20, "y veinticinco": 25, "menos cuarto": -15, "menos cinco": -5, "menos diez": -10, "menos veinte": -20, "menos veinticinco": -25,
    "пять": 5, "десять": 10, "пятнадцать": 15, "двадцать": 20, "двадцать пять": 25, "тридцать": 30, "тридцать пять": 35, "сорок": 40,
    "сорок пять": 45, "пятьдесят": 50, "пятьдесят пять": 55, "ноль-ноль": 0, "ноль ноль": 0, "viertel": 15, "dreiviertel": 45, "drei viertel": 45,
}  # fmt: skip


def _any(words: Iterator[str] | list[str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


_DE = _any([*_TO_TWELVE[1].split(), "ein", "null", *_TO_DAY[0].split("|")])
_FR = _any(["une", *_TO_TWELVE[2].split(), *_TO_DAY[1].split("|")])
_ES = _any([*_TO_TWELVE[3].split(), *_TO_DAY[2].split("|")])
_RU = _any([*_TO_TWELVE[4].split(), *_TO_DAY[3].split("|")])
_NTH_RU = _any([*_TO_TWELVE[5].split(), "четвертого"])
_MIN = _any(list(_MINUTES))
_TO_TWELVE_DE = _any(_TO_TWELVE[1].split())
_FORMS: tuple[tuple[tuple[str, ...], AnyCase, int], ...] = (
    (("uhr",), AnyCase(rf"(?<![\d:.,])\b(?P<h>{_DE}|1[2-9]|2[0-4]) uhr(?: (?P<m>{_MIN}|[0-5]\d)| mittags)?{HALF_DAY}?(?!\w)"), 0),
    (
        ("heures",),
        AnyCase(
            rf"(?:(?<=\bà )|(?<=\bvers )|(?<=\bdès )|(?<=\bavant )|(?<=\baprès )|(?<=squ['’]à ))(?P<h>{_FR}|[0-2]?\d) heures?(?: (?P<m>{_MIN}|[0-5]\d))?{HALF_DAY}?(?!\w)(?(m)|(?!\s(?:de|du|d['’])\b))"
        ),
        0,
    ),
    (("midi", "minuit"), AnyCase(r"(?<!-)\b(?:(?P<noon>midi)|minuit) (?P<m>et demie?|et quart|moins le quart|moins cinq|moins dix|moins vingt)(?!\w)"), 0),
    (("las ", "la una"), AnyCase(rf"\b(?:las|la(?= una))\s(?P<h>{_ES}|[01]?\d|2[0-3])(?:\s(?P<m>(?:y|menos) \w+))?(?P<sure> horas| en punto)?{HALF_DAY}?(?P<noonday> del mediodía)?(?!\w)"), 0),
    (("viertel",), AnyCase(rf"\b(?:(?:um|gegen|bis|ab|vor|nach) (?P<m>viertel)|(?P<m2>drei ?viertel)) (?P<h>{_TO_TWELVE_DE}){HALF_DAY}?(?!\w|\s(?:stunde|jahr|prozent))"), -60),
    ((" halb ",), AnyCase(rf"\b(?P<m>fünf|zehn) (?P<way>vor|nach) halb (?P<h>{_TO_TWELVE_DE}){HALF_DAY}?(?!\w)"), -30),
    (("half ",), AnyCase(r"(?:(?<=\bat )|(?<=\bby )|(?<=\btill )|(?<=\buntil )|(?<=\bbefore )|(?<=\bfrom ))half (?P<h>" + _any(_TO_TWELVE[0].split()) + rf"){HALF_DAY}?(?=\s*(?:[.,;!?)]|$)|\s(?:on|sharp|and)\b)"), 30),
    (("пол",), AnyCase(rf"(?<!\w)пол-?(?P<h>{_NTH_RU}){HALF_DAY}?(?!\w)"), -30),
    (
        ("час", " ч ", " ч.", "надцать ", "двадцать ", "ноль"),
        AnyCase(
            rf"(?:(?<=\bв )|(?<=\bк )|(?<=\bдо )|(?<=\bс ))(?P<h>{_RU}|[0-2]?\d)(?: (?P<sure>час(?:ов|а|у)?|ч\.?))?(?: (?P<m>{_MIN}|[0-5]\d)(?: мин(?:ут[аы]?|\.)?)?)?{HALF_DAY}?(?!\w|\s(?:раз|процент|руб|км|лет|дн|минут|тысяч|человек))"
        ),
        0,
    ),
    (("-00",), AnyCase(r"(?:(?<=\bв )|(?<=\bк )|(?<=\bдо )|(?<=\bс ))(?P<h>[0-2]?\d)-00(?![\d-])"), 0),
)  # fmt: skip
"""Pieces of words without which a form can't be there, the form, and what is added to its hour."""
HINTS = r"uhr|heures|midi|las \w|la una|viertel|halb|пол|час|минут|надцать|двадцать| ч\b|-00|\b(?:vor|nach) (?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)"


def spoken_hours(text: str, low: str) -> Iterator[tuple[re.Match[str], int, bool]]:
    """Yield the times that are told in words: match, minutes after midnight, whether half the day is open.

    Args:
        text: Any text.
        low: The same in small letters.
    """
    for pieces, form, shift in _FORMS:
        if not any(piece in low for piece in pieces):
            continue
        for match in form.finditer(text):
            total = _total(match, shift)
            if total is not None:
                yield match, total, total < 720


def _total(match: re.Match[str], shift: int) -> int | None:
    groups = match.groupdict()
    word = (groups.get("h") or "").lower()
    if word:
        hour = int(word) if word.isdecimal() else _HOURS.get(word, 1)
    else:
        hour = 12 if groups.get("noon") else 24
    raw = " ".join((groups.get("m") or groups.get("m2") or "").lower().split())
    minute = int(raw) if raw.isdecimal() else _MINUTES.get(raw) if raw else 0
    half = groups.get("ap") or groups.get("pm") or groups.get("am") or groups.get("noonday")
    if minute is None or hour > 24:
        return None
    if "sure" in groups and not (groups["sure"] or half or word == "una"):
        # 'В пятнадцать тридцать', 'las nueve y media': the minutes tell that it is a time.
        bare = word.isdecimal() or (hour <= 12 and match.re.pattern.find("las|la") < 0)
        if not raw or bare:
            return None
    if groups.get("way"):
        minute = minute if groups["way"].lower() == "nach" else -minute
    if shift == -60 and hour == 1:
        hour = 13
    return (hour * 60 + minute + shift) % 1441
