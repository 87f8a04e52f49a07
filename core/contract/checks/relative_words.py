"""How five languages count days from another day."""

from __future__ import annotations

import re

from core.contract.checks.anycase import AnyCase
from core.contract.checks.calendar_words import MONTH

_NUMBERS = (
    "a an one un une ein eine einen einem einer один одну одного uno una|two deux zwei два две двух dos|three trois drei три трёх трех tres|"
    "four quatre vier четыре четырёх четырех cuatro|five cinq fünf пять пяти cinco|six sechs шесть шести seis|seven sept sieben семь семи siete|"
    "eight huit acht восемь восьми ocho|nine neuf neun девять девяти nueve|ten dix zehn десять десяти diez|eleven onze elf одиннадцать once|"
    "twelve douze zwölf двенадцать двенадцати doce|thirteen treize dreizehn тринадцать trece|fourteen quatorze vierzehn четырнадцать четырнадцати catorce|"
    "fifteen fünfzehn пятнадцать quince"
)
_COUNT = {w: n for n, words in enumerate(_NUMBERS.split("|"), 1) for w in words.split()} | {
    "twenty": 20, "vingt": 20, "zwanzig": 20, "двадцать": 20, "двадцати": 20, "veinte": 20, "thirty": 30, "trente": 30, "dreißig": 30, "тридцать": 30, "тридцати": 30, "treinta": 30,
    "sixty": 60, "ninety": 90,
}  # fmt: skip
_NTHS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10, "dritten": 3, "zweiten": 2, "fünften": 5, "troisième": 3,
         "deuxième": 2, "cinquième": 5, "tercer": 3, "segundo": 2, "quinto": 5, "третий": 3, "второй": 2, "пятый": 5}  # fmt: skip
_N = (
    r"(?P<n>(?<![\d.,])\d{1,3}(?:st|nd|rd|th|\.)?|"
    + "|".join(sorted((*_COUNT, *_NTHS), key=len, reverse=True))
    + ")"
)
_UNITS = (
    ("work", r"(?:working|business|week)[- ]?days?|werktage?n?|arbeitstage?n?|jours? (?:ouvrés?|ouvrables?)|días? (?:hábil(?:es)?|laborables?)|рабоч\w+ (?:дн\w+|день)"),
    ("night", r"nights?|nächten?|nacht|nuits?|noches?|ноч(?:ей|и|ь)"),
    ("fortnight", r"fortnights?"),
    ("week", r"weeks?|wochen?|semaines?|semanas?|недел[юиьея]\w*"),
    ("month", r"months?|monate?n?s?|mois|mes(?:es)?|месяц\w*"),
    ("year", r"years?|jahre?n?|ans?|années?|años?"),
    ("day", r"days?|tage?n?|jours?|días?|дн(?:я|ей|ём|ем)|день|суток|сутки"),
)  # fmt: skip
_UNIT = "(?P<unit>" + "|".join(names for _, names in _UNITS) + r")(?![^\W\d_])"
_UNIT_OF = tuple((name, re.compile(words, re.I)) for name, words in _UNITS)
_ARTICLES = r"(?:the|dem|den|der|des|le|la|les|el|los|l['’]|du|de|del|un|this|that|diesem|ce|este)"
_LETTERS = r"[^\W\d_]"

COUNTED = AnyCase(
    r"(?<![\w-])(?:(?P<lead>через|спустя|за|nach|au bout de|al cabo de)\s+)?(?:(?:exactly|genau|exactement|exactamente|ровно|the|am|le|el|au|al)\s+)?"
    rf"{_N}[\s-](?:(?:full|whole|clear|calendar|ganze|volle|календарн\w+|полн\w+)\s)?{_UNIT}"
    r"|(?<![\w-])(?:через|спустя|за) (?P<one>день|сутки|неделю|месяц|год)(?![^\W\d_])",
    re.I,
)
"""A number of days, weeks, months; what stands behind says from where they count."""
ALONE = AnyCase(
    r"\s*(?:[.,;:!?)|–—\n]|$)|\s+(?:at|on|in|from|is|was|will|it|we|and|um|und|ist|à|et|est|a|y|es|в|и|к|до|около|вечером|днём|утром)\b",
    re.I,
)
"""What follows 'the day after' if nothing else is meant than the day named before."""
AFTER_THAT = AnyCase(
    r"\s+(?:later\b|thereafter\b|afterwards?\b|on from (?:that|then)|(?:from|of|after) (?:(?:that|this|the same)(?: (?:day|date))?|then|it)\b|after(?=\s*(?:[.,;:!?)|\n]|$))|"
    r"später\b|danach\b|darauf\b|nach diesem (?:tag|datum)|ab (?:diesem (?:tag|datum)|da an|dann)|plus tard\b|après(?=\s*(?:[.,;:!?)|\n]|$))|à (?:compter|partir) de (?:ce jour|cette date)|"
    r"más tarde\b|después(?! de)\b|a (?:partir|contar) de (?:ese día|esa fecha)|спустя\b|позже\b|после (?:этого|того)|с этого (?:дня|числа))",
    re.I,
)
BEFORE_THAT = AnyCase(
    r"\s+(?:earlier\b|beforehand\b|(?:before|prior to) (?:(?:that|this)(?: (?:day|date))?|it|then)\b|before(?=\s*(?:[.,;:!?)|\n]|$))|früher\b|davor\b|zuvor\b|vorher\b|plus tôt\b|"
    r"auparavant\b|avant(?=\s*(?:[.,;:!?)|\n]|$))|antes(?! del?\b)\b|раньше\b|ранее\b|до (?:этого|того))",
    re.I,
)
OF_AFTER = AnyCase(
    r"\s+(?:after|from|following|nach|ab|après|à (?:compter|partir) d[eu]|después del?|a (?:partir|contar) del?|после|с|со)\s+",
    re.I,
)
OF_BEFORE = AnyCase(r"\s+(?:before|prior to|ahead of|vor|avant|antes del?|до|перед)\s+", re.I)
FROM_TODAY = AnyCase(
    r"\s+(?:from (?:now|today)|hence\b|ab heute|à (?:partir|compter) d['’]aujourd['’]hui|a (?:partir|contar) de hoy|(?:считая )?с (?:сегодняшнего дня|сегодня)\b|counting from today)",
    re.I,
)
AGO = AnyCase(r"\s+(?:ago\b|назад\b)", re.I)
FILLER = re.compile(
    rf"[\s,]*(?:(?:{_ARTICLES}|on|of|wd|jour)\s*|(?:{_LETTERS}{{3,12}}day|{_LETTERS}{{4,8}}tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|"
    r"понедельник\w*|вторник\w*|сред\w{1,2}|четверг\w*|пятниц\w+|суббот\w+|воскресень\w+|mon|tue|wed|thu|fri|sat|sun)[,.]?\s+)*",
    re.I,
)
"""What may stand between a preposition and a day."""
DAY_OF = AnyCase(
    rf"\s*(?:{_ARTICLES}\s+|our\s+|unser\w*\s+|notre\s+|nuestr\w\s+)?(?P<event>{_LETTERS}{{5,}})",
    re.I,
)
NEXT_DAY = AnyCase(
    r"\b(?:(?:on )?(?:the )?(?:(?:very )?(?:next|following)) (?:day|morning|evening|afternoon)\b(?! of)|"
    r"(?:the )?(?:day|morning|evening) after\b(?! (?:tomorrow|next|day))(?: that\b| this\b| it\b)?|"
    r"(?:am|den) (?:nächsten|folgenden|darauffolgenden) (?:tag|morgen|abend)\b|am (?:tag|morgen|abend) (?:darauf|danach)|am folgetag\b|tags darauf|"
    r"(?:le )?lendemain\b(?: matin| soir)?(?: d[eu]\b)?|le jour (?:suivant|d['’]après)|(?:al|el) día siguiente|a la mañana siguiente|"
    r"на следующ(?:ий день|ее утро|ие сутки)|следующим (?:утром|дн[её]м|вечером)|на другой день|наутро|"
    r"(?P<before2>l['’]avant-veille\b(?: d[eu]\b)?)|(?P<before>(?:the |on the )(?:day|evening|night|morning) before\b(?! (?:yesterday|last))(?: that\b| this\b| it\b)?|the (?:previous|preceding) (?:day|evening)|"
    r"am vortag|am (?:tag|abend) (?:davor|zuvor|vorher)|la veille\b(?: d[eu]\b)?|la víspera\b(?: del?\b)?|el día (?:anterior|antes)|накануне|днём раньше))",
    re.I,
)
_DAYS = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|понедельник\w*|вторник\w*|сред[ауыеой]+|четверг\w*|пятниц\w+|суббот\w+|воскресень\w+)"
SAME_WEEK = AnyCase(
    rf"\b(?P<day>{_DAYS})[ ,]+(?:(?:of |in )?(?:the |that )same week|of that week|(?:in )?derselben woche|der gleichen woche|(?:de )?la même semaine|(?:de )?la misma semana|(?:на )?той же недел[еи])|"
    rf"\b(?:later )?(?:in )?(?:the same week|derselben woche|la même semaine|la misma semana|на той же неделе),? (?:on |am |le |el |во? )?(?P<day2>{_DAYS})",
    re.I,
)
FOLLOWING = AnyCase(
    rf"\b(?P<day>{_DAYS}) (?P<way>after|before|nach|vor|après|avant|después|antes|после|перед|до)(?= (?!next\b))(?: del?\b)?|\b(?:the following|dem darauf|darauf)\s?(?:folgenden )?(?P<day2>{_DAYS})|"
    rf"\b(?:le |el )?(?P<day3>{_DAYS}) (?:suivante?|d['’]après|siguiente|darauf|danach)\b",
    re.I,
)
AFTER_NEXT = AnyCase(
    rf"\b(?P<day>{_DAYS}) after next\b|\bübernächste[nrm]? (?P<day2>{_DAYS})", re.I
)
IN_WEEKS = AnyCase(
    rf"\b(?P<day>{_DAYS}) (?:in|dans|en|через) {_N} (?P<unit>weeks|wochen|semaines|semanas|недели)",
    re.I,
)
LAST_OF = AnyCase(
    r"\b(?:(?:very )?last|letzte[nrm]?|dernier|último|последн(?:ий|его|ему)|(?P<first>(?:very )?first|erste[nrm]?|premier|primer|перв(?:ый|ого|ому)))\s(?:day|tag|jour|día|день|дня|дню)"
    rf"(?:\s(?:of|in|im|des|de|du|d['’]|vom|monats))*\s?{MONTH}(?:,?\s(?:de\s|del\s)?(?P<y>20\d\d))?",
    re.I,
)
FEW = AnyCase(
    r"later|after|before|earlier|prior|ahead of|hence|\bago\b|\bfrom\b|following|next|same week|nights?\b|last day|first day|tag\b|nach|\bvor\b|vorher|zuvor|davor|früher|später|dara|\bab\b|wochen|nächst|"
    r"après|avant|plus t|lendemain|veille|suivant|même semaine|jour\b|nuits|compter|partir|después|antes|siguiente|víspera|anterior|misma|día\b|noches|más tarde|contar|через|спустя|после|позже|раньше|ранее|до |за |накануне|наутро|следующ|другой|той же|назад|день|дня|ноч",
    re.I,
)
"""A text without any of these counts no days."""


def count_of(word: str) -> int | None:
    """Return the number that a word or digits name ('three', '3rd'), or None.

    Args:
        word: As it was matched.
    """
    digits = re.match(r"\d+", word)
    if digits:
        return int(digits.group())
    low = word.casefold()
    return _COUNT.get(low, _NTHS.get(low, 0)) or None


def unit_of(word: str) -> str:
    """Return 'day', 'night', 'week', 'fortnight', 'month', 'year' or 'work' for a unit's name.

    Args:
        word: As it was matched.
    """
    return next((name for name, words in _UNIT_OF if words.fullmatch(word)), "day")
