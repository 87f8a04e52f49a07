"""Numbers in words, in five languages, with their places in the text.

English, German, French and Spanish are read by ``text2num``; Russian, which it lacks, by the
small grammar below (units, tens, hundreds, then thousands and millions).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from text_to_num import find_numbers

from core.contract.checks.anycase import AnyCase
from core.contract.checks.fractions import mixed_numbers
from core.contract.checks.units import unit_named
from core.contract.checks.words import Lang, Token

_RU_SMALL = {
    1: "один одна одно одного одной одному одним", 2: "два две двух двум двумя двое", 3: "три трех трем тремя трое",
    4: "четыре четырех четырем четверо", 5: "пять пяти пятью пятеро", 6: "шесть шести шестью шестеро",
    7: "семь семи семью семеро", 8: "восемь восьми восемью восьмью", 9: "девять девяти девятью", 10: "десять десяти десятью",
    11: "одиннадцать одиннадцати", 12: "двенадцать двенадцати", 13: "тринадцать тринадцати",
    14: "четырнадцать четырнадцати", 15: "пятнадцать пятнадцати", 16: "шестнадцать шестнадцати",
    17: "семнадцать семнадцати", 18: "восемнадцать восемнадцати", 19: "девятнадцать девятнадцати",
    20: "двадцать двадцати", 30: "тридцать тридцати", 40: "сорок сорока", 50: "пятьдесят пятидесяти",
    60: "шестьдесят шестидесяти", 70: "семьдесят семидесяти", 80: "восемьдесят восьмидесяти", 90: "девяносто девяноста",
    100: "сто ста", 200: "двести двухсот", 300: "триста трехсот", 400: "четыреста четырехсот",
    500: "пятьсот пятисот", 600: "шестьсот шестисот", 700: "семьсот семисот", 800: "восемьсот восьмисот",
    900: "девятьсот девятисот", 1.5: "полтора полторы полутора",
}  # fmt: skip
_RU = {word: float(value) for value, words in _RU_SMALL.items() for word in words.split()}
_RU |= {
    word + "ю": value for word, value in tuple(_RU.items()) if word.endswith(("надцать", "дцать"))
}
_RU |= {
    start + end: float(size * (10 if end == "десятью" else 100))
    for size, starts in enumerate(
        (
            "двумя дву двух", "тремя трем трех", "четырьмя четырем четырех", "пятью пяти", "шестью шести",
            "семью семи", "восемью восьмью восьми", "девятью девяти",
        ),
        2,
    )
    for start in starts.split()
    for end in ("десятью", "стами", "стам", "мстам", "стах", "сот")
}  # fmt: skip
"""Cases of the tens and hundreds: 'пятьюдесятью', 'тремястами', 'двумстам'."""
_RU_SCALE = re.compile(r"^(тысяч|миллион|миллиард|десятк|сотн|сотен)")
_SCALES = {
    "тысяч": 1e3,
    "миллион": 1e6,
    "миллиард": 1e9,
    "десятк": 10.0,
    "сотн": 100.0,
    "сотен": 100.0,
}
_RU_ALONE = frozenset("тысяча тысячу тысячей миллион миллиард".split())
"""Scales that stand for one of them where no number is before them."""

_HINT = {
    "en": AnyCase(
        r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty"
        r"|seventy|eighty|ninety|hundred|thousand|million|first|second|third|\w+th)\b",
        re.IGNORECASE,
    ),
    "de": AnyCase(
        r"(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zig|hundert|tausend|million)",
        re.I,
    ),
    "fr": AnyCase(
        r"\b(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente"
        r"|quarante|cinquante|soixante|cent|mille|million)",
        re.I,
    ),
    "es": AnyCase(
        r"\b(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veint|treinta|cuarenta"
        r"|cincuenta|sesenta|setenta|ochenta|noventa|cien|mil|millon|millón)",
        re.I,
    ),
}


_UNIT_NEXT = r"(?=\s?(?:hour|minute|day|week|month|quarter|year|litre|liter|kilo|metre|meter|mile|tonne|ton|percent|gigabit|million|thousand|dozen|fortnight|second|inch|point|acre|pint|gallon|foot\b|billion|millón|milliard|millar|segundo|minut|metro|mètre|tonelada|"
_UNIT_NEXT += r"stunde|tag|woche|monat|jahr|liter|heure|jour|semaine|mois|an\b|année|hora|día|mes\b|año|semana|litro))"
_IDIOMS: list[tuple[AnyCase, float]] = [
    (
        AnyCase(r"\b(?:one|an?)(?=\s(?:hour|day|week|month|year|litre|mile) and a half)", re.I),
        1.5,
    ),
    (AnyCase(r"\ban?(?=\smillion and a half)", re.I), 1.5),
    (
        AnyCase(
            r"\bhalf (?:an?|of an?)(?=\s)|\bhalf-(?=\w)|\b(?:ein(?:e[nr]?)? halbe[snr]?|une? demi-?e?|medi[ao])[ -]?"
            + _UNIT_NEXT,
            re.I,
        ),
        0.5,
    ),
    (
        AnyCase(
            r"\bthree[- ]quarters? (?:of an? )?"
            + _UNIT_NEXT
            + r"|\bthree-quarter(?=\s)|\b(?:drei ?viertel|dreiviertel|trois quarts d['’]?|tres cuartos de)\s?"
            + _UNIT_NEXT,
            re.I,
        ),
        0.75,
    ),
    (
        AnyCase(
            r"\b(?:a )?quarter of an(?=\s)|\b(?:a )?quarter of a"
            + _UNIT_NEXT
            + r"|\b(?:eine?r? viertel|viertel|un quart d['’]|un cuarto de)\s?"
            + _UNIT_NEXT,
            re.I,
        ),
        0.25,
    ),
    (AnyCase(r"\banderthalb\w*|\beineinhalb\w*", re.I), 1.5),
    (
        AnyCase(
            r"\bune?(?=\s\w{3,} et demie?\b)|\bune?(?=\s\w{3,} y medi[ao]\b)|\bun[ao]?(?=\s\w{3,} y medi[ao]\b)",
            re.I,
        ),
        1.5,
    ),
    (AnyCase(r"\ba couple of(?=\s)", re.I), 2.0),
    (AnyCase(r"\ba (?=dozen\b)", re.I), 1.0),
    (
        AnyCase(
            r"\b(?:an?|une?|una|eine[mnrs]?|ein)(?=\s(?:full |whole |ganze[sn]? )?(?:year|month|week|fortnight|jahr|monat|woche|année|an\b|mois|semaine|año|mes\b|semana))",
            re.I,
        ),
        1.0,
    ),
    (AnyCase(r"\b(?:a|une|ein) hundred\b|\bhundert\b|\bcien\b", re.I), 100.0),
    (AnyCase(r"\b(?:a) thousand\b", re.I), 1000.0),
    (AnyCase(r"\bun milliard\b", re.I), 1e9),
    (AnyCase(r"\b(?:a) million\b(?! and a half)", re.I), 1e6),
    (
        AnyCase(
            r"\bhalf a dozen\b|\bein halbes dutzend\b|\bune demi-douzaine\b|\bmedia docena\b|\bполдюжин\w+",
            re.I,
        ),
        6.0,
    ),
    (
        AnyCase(
            r"\b(?:ein(?:em)? )dutzend\b(?! \w*male?\b)|\b(?:une )douzaine\b|\b(?:una )docena\b|\bдюжин[аыуе]\b",
            re.I,
        ),
        12.0,
    ),
    (AnyCase(r"\b(?:une )?quinzaine(?= d(?:e\b|['’]))|\b(?:una )quincena(?= de\b)", re.I), 15.0),
    (AnyCase(r"\b(?:une )vingtaine(?= d(?:e\b|['’]))|\b(?:una )veintena(?= de\b)", re.I), 20.0),
    (AnyCase(r"\b(?:une )trentaine(?= d(?:e\b|['’]))", re.I), 30.0),
    (AnyCase(r"\b(?:une )quarantaine(?= d(?:e\b|['’]))", re.I), 40.0),
    (AnyCase(r"\b(?:une )cinquantaine(?= d(?:e\b|['’]))", re.I), 50.0),
    (AnyCase(r"\b(?:une )soixantaine(?= d(?:e\b|['’]))", re.I), 60.0),
    (AnyCase(r"\ba score of(?= )", re.I), 20.0),
    (AnyCase(r"\bпар[ауы](?= (?:дней|часов|недель|месяцев|минут|секунд|лет)\b)", re.I), 2.0),
    (AnyCase(r"\bтри четверти (?=(?:час|литр|процент|миллион)а\b)", re.I), 0.75),
    (AnyCase(r"\bчетверть (?=(?:час|литр|процент|миллион)а\b)", re.I), 0.25),
    (
        AnyCase(
            r"\b(?:une )centaine(?= d(?:e\b|['’]))|\b(?:un )centenar(?= de\b)|\bсотн[яию](?= \w)",
            re.I,
        ),
        100.0,
    ),
    (
        AnyCase(
            r"\bдесят(?:ок|ка)(?= \w)|\b(?:une )dizaine(?= d(?:e\b|['’]))|\b(?:una )decena(?= de\b)",
            re.I,
        ),
        10.0,
    ),
    (
        AnyCase(
            r"\bпол[- ]?(?=(?:часа|года|дня|литра|месяца|метра|миллиона|миллиарда|тысячи|суток|кило|килограмма|километра|сантиметра|миллиметра|тонны|минуты|секунды|процента)\b)",
            re.I,
        ),
        0.5,
    ),
]
"""Numbers that aren't made of number words: 'half an hour', 'a dozen'."""
_ANY_IDIOM = AnyCase("|".join(f"(?:{pattern.pattern})" for pattern, _ in _IDIOMS))
_HALF_COMPOUND = AnyCase(
    r"\b(?P<n>zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig)einhalb(?P<s>hundert|tausend)?\b",
    re.I,
)
_GERMAN = dict(
    zip(
        "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf fünfzehn zwanzig".split(),
        (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20),
        strict=True,
    )
)
_ONES = "one two three four five six seven eight nine".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_HUNDREDS = AnyCase(
    rf"(?<![\w-])(?P<h>{'|'.join(_ONES)})-(?P<t>{'|'.join(_TENS)})(?:[ -](?P<u>{'|'.join(_ONES)}))?(?![\w-])",
    re.I,
)
"""'one-eighty' is 180."""
_VULGAR = {"½": 0.5, "¼": 0.25, "¾": 0.75, "1/2": 0.5, "1/4": 0.25, "3/4": 0.75}
_VULGAR_ALONE = re.compile(
    r"(?<![\w/.,])(?<!\d )(?:[½¼¾]|(?:1/2|[13]/4)(?=[ -](?:an? )?(?:hours?|litres?|liters?|kg|km|miles?|inch|inches|cups?|tsp|tbsp|day|pint|acre|tonne|metres?|meters?)\b))"
)


@dataclass(frozen=True, slots=True)
class Spelled:
    """A number written in words: places of its first and last character, value, whether ordinal."""

    start: int
    end: int
    value: float
    ordinal: bool = False


class _Piece:
    """A token in the shape ``text2num`` asks for."""

    __slots__ = ("_apart", "_text")

    def __init__(self, text: str, apart: bool) -> None:
        self._text = text
        self._apart = apart

    def text(self) -> str:
        return self._text

    def nt_separated(self, previous: object) -> bool:
        return self._apart

    def not_a_number_part(self) -> bool:
        return False


def spelled_numbers(text: str, tokens: tuple[Token, ...], lang: Lang) -> list[Spelled]:
    """Return the numbers written in words, in order.

    Args:
        text: The text.
        tokens: Its tokens.
        lang: Language of the text.
    """
    found = _russian(text, tokens) if lang == "ru" else _by_library(text, tokens, lang)
    for number in _idioms(text)[:200]:
        whole = next(
            (f for f in found if number.start < f.end and f.start < number.end < f.end), None
        )
        if whole is not None and whole.value > number.value >= 100:
            # 'a hundred and twenty': the idiom is only its beginning.
            found.remove(whole)
            found.append(replace(whole, start=min(whole.start, number.start)))
            continue
        whole = next((f for f in found if f.start < number.start and number.end <= f.end), None)
        if whole is not None and whole.value > number.value >= 10:
            continue  # 'два десятка'
        found = [f for f in found if not (f.start < number.end and number.start < f.end)]
        found.append(number)
    return sorted(found, key=lambda number: number.start)


_IDIOM_PIECES = (
    "half hundred thousand million quarter dozen couple demi quart dreiviertel viertel anderthalb eineinhalb halb hundert cien medi tres cuart пол сотн дюжин десят "
    "score milliard пар четверт docena quincena veintena centenar decena dutzend zaine taine"
).split()
_IDIOM_UNITS = AnyCase(
    r"\b(?:an?|one|une?|una|ein\w*)\s(?:full |whole |ganze[sn]? )?(?:hour|day|litre|mile|year|month|week|fortnight|jahr|monat|woche|année|an\b|mois|semaine|año|mes\b|semana|\w{3,} (?:y medi|et demi))",
    re.I,
)


def _idioms(text: str) -> list[Spelled]:
    found: list[Spelled] = []
    low = text.casefold()
    likely = any(piece in low for piece in _IDIOM_PIECES) or _IDIOM_UNITS.search(text)
    likely = likely and _ANY_IDIOM.search(text)
    for pattern, value in _IDIOMS if likely else ():
        for match in pattern.finditer(text):
            if not any(f.start < match.end() and match.start() < f.end for f in found):
                found.append(Spelled(match.start(), match.end(), value))
    for start, end, share in mixed_numbers(text, unit_named):
        found = [f for f in found if not (f.start < end and start < f.end)]
        found.append(Spelled(start, end, share))
    for match in _HALF_COMPOUND.finditer(text) if "einhalb" in low else ():
        size = {"h": 100.0, "t": 1000.0}.get((match["s"] or " ")[0].lower(), 1.0)
        found.append(
            Spelled(match.start(), match.end(), (_GERMAN[match["n"].lower()] + 0.5) * size)
        )
    for match in _VULGAR_ALONE.finditer(text):
        found.append(Spelled(match.start(), match.end(), _VULGAR[match.group()]))
    for match in _HUNDREDS.finditer(text) if "ty" in low else ():
        value = (_ONES.index(match["h"].lower()) + 1) * 100 + _TENS.index(match["t"].lower()) * 10
        units = _ONES.index(match["u"].lower()) + 1 if match["u"] else 0
        found.append(Spelled(match.start(), match.end(), value + 20.0 + units))
    return found


def _by_library(text: str, tokens: tuple[Token, ...], lang: Lang) -> list[Spelled]:
    if not _HINT[lang].search(text):
        return []
    # Runs of words between punctuation, so that 'two, three' stay two numbers; digits end a run.
    found: list[Spelled] = []
    run: list[Token] = []
    for token in tokens:
        if run and (token.is_number or not _joined(text, run[-1], token)):
            found += _run(text, run, lang)
            run = []
        if not token.is_number:
            run.append(token)
    return found + _run(text, run, lang)


def _joined(text: str, left: Token, right: Token) -> bool:
    between = text[left.end : right.start]
    return between.strip(" \t-\u00a0") == "" and "\n" not in between


def _run(text: str, run: list[Token], lang: Lang) -> list[Spelled]:
    if not run or not _HINT[lang].search(text[run[0].start : run[-1].end]):
        return []
    found = []
    for number in find_numbers([_Piece(token.text, False) for token in run], lang, 0.0):
        first, last = run[number.start], run[number.end - 1]
        if (
            first.low in {"a", "an", "un", "una", "une", "ein", "eine"}
            and number.end - number.start == 1
        ):
            continue
        found.append(Spelled(first.start, last.end, float(number.value), bool(number.is_ordinal)))
    return found


def _russian(text: str, tokens: tuple[Token, ...]) -> list[Spelled]:
    found: list[Spelled] = []
    i = 0
    while i < len(tokens):
        if tokens[i].low not in _RU and (
            tokens[i].low not in _RU_ALONE or (i and tokens[i - 1].is_number)
        ):
            i += 1
            continue
        first, total, group, last = i, 0.0, 0.0, i
        size = float("inf")
        while i < len(tokens) and (i == first or _joined(text, tokens[i - 1], tokens[i])):
            low = tokens[i].low
            scale = _RU_SCALE.match(low)
            value = _RU.get(low)
            if scale and _SCALES[scale.group(1)] <= 100:
                if not group:
                    break
                group, size = group * _SCALES[scale.group(1)], 20
            elif scale:
                total += (group or 1) * _SCALES[scale.group(1)]
                group, size = 0.0, float("inf")
            elif value is not None and value < size and (size == float("inf") or size >= 20):
                group += value
                size = 100 if value >= 100 else 20 if value >= 20 else 1
            else:
                break
            last = i
            i += 1
        found.append(Spelled(tokens[first].start, tokens[last].end, total + group))
        i = max(i, first + 1)
    return found
