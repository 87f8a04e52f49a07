"""How dates and weekdays are written in five languages."""

from __future__ import annotations

import re

from core.contract.checks.anycase import AnyCase
from core.contract.checks.words import fold

_MONTHS = [
    r"jan(?:uary|\.)?|январ\w+|янв\.?|januar|jänner|janv(?:ier|\.)?|enero",
    r"feb(?:ruary|ruar|\.)?|феврал\w+|февр?\.?|f[ée]vr(?:ier|\.)?|febrero",
    r"mar(?:ch|\.)?|март\w*|мар\.?|märz|maerz|mär\.?|mrz\.?|mars|marzo",
    r"apr(?:il|\.)?|апрел\w+|апр\.?|avr(?:il|\.)?|abril",
    r"may|ма[йяе]|маем|mai|mayo",
    r"jun(?:e|\.)?|июн(?:\w+|\.)?|juni|juin|junio",
    r"jul(?:y|\.)?|июл(?:\w+|\.)?|juli|juil(?:let|\.)?|julio",
    r"aug(?:ust|\.)?|август\w*|авг\.?|ao[ûu]t|agosto",
    r"sept?(?:ember|\.)?|сентябр\w+|сент?\.?|septembre|sep?tiembre",
    r"oct(?:ober|\.)?|октябр\w+|окт\.?|okt(?:ober|\.)?|octobre|octubre",
    r"nov(?:ember|\.)?|ноябр\w+|нояб?\.?|novembre|noviembre",
    r"dec(?:ember|\.)?|декабр\w+|дек\.?|dez(?:ember|\.)?|d[ée]c(?:embre|\.)?|diciembre",
]
_SHORT = {1: r"ene\.?", 4: r"abr\.?", 5: r"may\.", 8: r"ago\.?", 12: r"dic\.?"}
"""Short forms that are words of their own in other languages: months only beside a day."""
MONTH = (
    "(?:" + "|".join(f"(?P<m{i}>{names})" for i, names in enumerate(_MONTHS, 1)) + r")(?![^\W\d_])"
)
_MONTH_OF_DAY = (
    "(?:"
    + "|".join(
        f"(?P<m{i}>{names}|{_SHORT[i]})" if i in _SHORT else f"(?P<m{i}>{names})"
        for i, names in enumerate(_MONTHS, 1)
    )
    + r")(?![^\W\d_])"
)
MONTH_NAMED = AnyCase("(?:" + "|".join((*_MONTHS, *_SHORT.values())) + r")(?![^\W\d_])")
"""A month's name anywhere, perhaps right behind a number; says only whether a text has one."""
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
_ORDINALS_DE = (
    "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften dreizehnten vierzehnten"
    " fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten einundzwanzigsten zweiundzwanzigsten"
    " dreiundzwanzigsten vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten"
    " achtundzwanzigsten neunundzwanzigsten dreißigsten einunddreißigsten"
).split()
_CARDINALS = (
    "premier deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
    "primero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte "
    "veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta",
)
"""French and Spanish count the days of a month, from the second on."""
_FIRST = {word: day for words in _CARDINALS for day, word in enumerate(words.split(), 1)}
_WORD_DAY = (
    "(?:" + "|".join(sorted(_FIRST, key=len, reverse=True)) + "|" + "|".join(reversed(_ORDINALS_DE)) + "|"
    + "|".join(word.replace("-", "[- ]") for word in reversed(_ORDINALS_EN)) + "|"
    + "|".join(word.replace("_", " ") + r"(?:ое|ого|ому|ый|ье|ьего|ьему|ом|ем)" for word in reversed(_ORDINALS_RU)) + ")"
)  # fmt: skip
_DAY = rf"(?:(?P<d>[0-3]?\d)(?:st|nd|rd|th|er|º|\.(?!\d)|-го|-е|-ого|-му)?|(?P<w>{_WORD_DAY}))"
_YEAR = r"(?:,?\s*(?:de\s+|del\s+)?(?:[-' ]{0,2}(?P<y>(?:19|20)\d\d)|[-'’](?P<yy>[23]\d))(?!\d)(?:\s*г(?:ода|\.)?)?)?"
DAY_MONTH = AnyCase(
    rf"(?<![\w.])(?:(?:from |с |vom |du |del )?(?P<d0>[0-3]?\d)(?:st|nd|rd|th|er|\.)?\s*(?:-|–|/|to|bis|по|au|al|до|and|and|и|y|und|et)\s*)?"
    rf"{_DAY}[\s-]*(?:of\s+|de\s+)?{_MONTH_OF_DAY}{_YEAR}",
    re.I,
)
MONTH_DAY = AnyCase(
    rf"(?<![\w.]){_MONTH_OF_DAY}\s+(?:the\s+)?{_DAY}(?!\d|[.,:]\d|\s?(?:%|€|\$|percent|per cent|million|thousand))(?:\s*(?:-|–|to)\s*(?P<d1>[0-3]?\d)(?:st|nd|rd|th)?(?!\d))?{_YEAR}",
    re.I,
)
DIGITS_APART = re.compile(r"\d[-/.]\d")
"""A text without two digits so joined has no date in digits but a compact one."""
COMPACT = re.compile(r"(?<!\d)(?P<y>20\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d)")
ISO = re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)[-/.](?P<m>[01]?\d)[-/.](?P<d>[0-3]?\d)(?!\d)")
DOTTED = re.compile(
    r"(?<![\d.,/-])(?P<d>[0-3]?\d)\.(?P<m>[01]?\d)(?:\.(?P<y>(?:19|20)?\d\d)(?!\d)|\.(?!\d))?(?![\d/%]|[.,]\d)"
)
SLASHED = re.compile(
    r"(?<![\d./-])(?P<a>[0-3]?\d)[/-](?P<b>[0-3]?\d)(?:[/-](?P<y>(?:19|20)?\d\d))?(?![\d/%]|\s?(?:mm|kg))"
)
BARE_MONTH = AnyCase(
    rf"(?<![\w.])(?:early |mid-?\s?|late |end of |in |в |im |en |начале |середине |конце |anfang |mitte |ende )?{MONTH}{_YEAR}",
    re.I,
)
BARE_DAY = AnyCase(
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
WEEKDAY = AnyCase(
    r"(?<![\w-])(?:"
    + "|".join(f"(?P<k{i}>{names})" for i, names in enumerate(_WEEKDAYS))
    + r")(?!\w)",
    re.I,
)


def group_number(match: re.Match[str], prefix: str, count: int, base: int) -> int | None:
    """Return which of the numbered groups of a match was met, or None."""
    return next(
        (i for i in range(base, base + count) if match.group(f"{prefix}{i}") is not None), None
    )


def word_day(word: str) -> int | None:
    """Return the day that an ordinal in words names, or None."""
    if word.casefold() in _FIRST:
        return _FIRST[word.casefold()]
    if word.casefold() in _ORDINALS_DE:
        return _ORDINALS_DE.index(word.casefold()) + 1
    low = fold(word).replace(" ", "-")
    if low in _ORDINALS_EN:
        return _ORDINALS_EN.index(low) + 1
    low = fold(word).replace(" ", "_")
    best = max((s for s in _ORDINALS_RU if low.startswith(s)), key=len, default=None)
    return _ORDINALS_RU.index(best) + 1 if best else None
