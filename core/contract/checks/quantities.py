"""Quantities in a text: value, unit, comparator, and what is counted or measured."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from core.contract.checks.numerals import Spelled, spelled_numbers
from core.contract.checks.units import BEFORE, DIM_CONCEPT, Unit, rate_after, unit_after, unit_named
from core.contract.checks.words import STOP, Lang, Token

Comparator: TypeAlias = Literal["eq", "le", "ge", "lt", "gt", "range"]

_GAP = " \u00a0\u202f\u2009'’"
_NUMBER = re.compile(
    rf"(?<![\w#])(?<!\d[.,:/])(?<![^\W\d]-)(?<!№ )(?<!№)(?:\d{{1,3}}(?:(?P<sep>[.,{_GAP}])\d{{3}}(?!\d))(?:(?P=sep)\d{{3}}(?!\d))*(?:[.,]\d+)?"
    r"|\d+(?:[.,]\d+)?)(?![.:/]\d|-\d{3,}-)"
)
_SCALE = re.compile(
    r"[ \u00a0\u202f-]?(?:(?P<k>[kKкК]|(?i:тыс\.?|тысяч\w?|тысячи|thousand|tsd\.?|tausend|mille?|mil))|"
    r"(?P<m>(?i:mn|mln|mio\.?|million\w*|млн\.?|миллион\w*|millón|millones)|M(?![²³/\w]))|"
    r"(?P<b>(?i:bn|billion\w*|млрд\.?|миллиард\w*|mrd\.?|milliarde\w*|milliard\w*))|"
    r"(?P<d>(?i:dozen|дюжин\w*|dutzend|douzaines?|docenas?)))(?![^\W\d_])"
)
_AND_HALF = re.compile(
    r"\s(?:and a half|с половиной|y medi[ao]|et demie?)(?!\w)|\s?½|\s1/2(?!\d)", re.IGNORECASE
)
_COLD = re.compile(
    r"\s?(?:below(?: zero| freezing)?(?=\W|$)|мороза|ниже нуля|unter null|sous zéro|bajo cero)",
    re.IGNORECASE,
)
_NET = re.compile(r"\bnet\s*$", re.IGNORECASE)
"""'net 30' in terms of payment: thirty days."""
_SPEED = {frozenset({"hour"}): 3600.0, frozenset({"second"}): 1.0}
_SCALE_WORDS = frozenset(
    [
        "thousand",
        "million",
        "billion",
        "tausend",
        "millionen",
        "mille",
        "mil",
        "million",
        "millions",
        "millones",
        "hundred",
    ]
)
_LITTLE_M = re.compile(r"m(?![²³/\w])")
_BEFORE_CUE: list[tuple[Comparator, re.Pattern[str]]] = [
    ("le", re.compile(
        r"(?:at most|up to|no more than|not more than|max(?:imum)?\.?(?: of)?|no longer than|not exceed(?:ing)?|"
        r"must not exceed|capped at|cap(?:ped)?(?: of| is)?|ceiling(?: of| is)?|limit(?: is| of)?|limited to|within|≤|<=|"
        r"no higher than|not over|no later than|inside|upper bound(?: of| is)?|fit (?:in|inside|into|within)|"
        r"не более|не больше|не выше|не превыш\w+|не дольше|до|максимум|уложиться в|в пределах|не позднее|"
        r"höchstens|maximal|bis zu|nicht mehr als|nicht über|max\.|"
        r"au maximum|au plus|ne (?:doit|peut) pas dépasser|jusqu['’]à|pas plus de|maximum de|plafond de|"
        r"como máximo|no más de|hasta|máximo(?: de)?|no superar|no exceder)[\s:|*=(]*$", re.I)),
    ("lt", re.compile(
        r"(?:below|under|less than|fewer than|stay below|lower than|<|ниже|менее|меньше|unter|weniger als|"
        r"moins de|en dessous de|inférieure? à|menos de|por debajo de|inferior a)\s*$", re.I)),
    ("ge", re.compile(
        r"(?:at least|no less than|not less than|minimum(?: of)?|min\.|≥|>=|no fewer than|no earlier than|"
        r"не менее|не меньше|не ниже|минимум|mindestens|wenigstens|au moins|au minimum|al menos|como mínimo|mínimo(?: de)?)[\s:|*=(]*$",
        re.I)),
    ("gt", re.compile(
        r"(?:above|over|more than|exceed(?:s|ing)?|\w{3,}er than|beyond|>|свыше|более|больше|выше|дороже|длиннее|теплее|тяжелее|дольше|позже|позднее|über|(?:länger|höher|größer|schwerer|teurer|später) als|mehr als|"
        r"plus de|au-delà de|supérieure? à|más de|por encima de|superior a)\s*$", re.I)),
]  # fmt: skip
_AFTER_CUE: list[tuple[Comparator, re.Pattern[str]]] = [
    ("le", re.compile(
        r"^[^.;\n|]{0,28}?(?:\bmax(?:imum)?\b|or less|or fewer|or colder|or lower|или холоднее|или ниже|oder kälter|oder kühler|ou moins froid|at most|or below|tops\b|максимум|не более|или меньше|"
        r"höchstens|maximal|oder weniger|au maximum|au plus|maximum|ou moins|como máximo|máximo|o menos|at the latest)", re.I)),
    ("ge", re.compile(
        r"^[^.;\n|]{0,20}?(?:\bmin(?:imum)?\b|or more|at least|or above|минимум|или больше|mindestens|oder mehr|au minimum|"
        r"ou plus|como mínimo|o más)", re.I)),
]  # fmt: skip
_ARTICLES = frozenset(
    ("a", "an", "un", "une", "una", "ein", "eine", "einem", "einer", "eines", "einen")
)
_OPPOSITE: dict[Comparator, Comparator] = {"gt": "le", "lt": "ge"}
_NOT = re.compile(
    r"(?:\b(?:not|never|no|nothing|none|nobody|without|cannot|не|нельзя|ни|nicht|nie|kein\w*|ne|jamais|aucun\w*|nunca|ningún|no)\b|n't\b)[^.;:\n]{0,28}$",
    re.I,
)
_APPROX = re.compile(
    r"(?:about|around|approx\w*\.?|roughly|some|nearly|almost|circa|ca\.|c\.|~|≈|just over|just under|in the region of|"
    r"close to|more or less|примерно|около|порядка|почти|где-то|приблизительно|etwa|ungefähr|rund|circa|knapp|gut|"
    r"environ|près de|autour de|à peu près|unos|unas|aproximadamente|alrededor de|cerca de|casi)\s*(?:the\s+)?[$€£]?\s*$",
    re.I,
)
_RANGE = re.compile(r"^\s*(?:-|–|—|to|bis|à|a|до|и|and|und|y|et|through|по)\s*(?:[$€£]\s*)?$", re.I)
_PLUS_MINUS = re.compile(
    r"(?:±|\+/-|\+-|plus/minus|plus or minus|plus-minus|плюс-минус|más/menos)\s*$", re.I
)
_MINUS = re.compile(r"(?:^|[\s(|:=])(?:[-−–]|minus|минус|moins|menos)\s?$", re.I)
_TIMES = re.compile(
    r"\b(?:(?P<once>once|q\.?d\.?|один раз|einmal|une fois|una vez)|(?P<twice>twice|b\.?i\.?d\.?|два раза|дважды|zweimal|deux fois|dos veces)|"
    r"(?P<thrice>thrice|t\.?i\.?d\.?|three times|три раза|трижды|dreimal|trois fois|tres veces)|(?P<four>q\.?i\.?d\.?|four times|четыре раза))"
    r"(?=\W|$)(?!\s+more)",
    re.I,
)
_FRACTION = re.compile(
    r"\b(?:(?:a|one|1) )?(?P<f>half|third|quarter|fifth|tenth|(?:половин\w+)|(?:треть\w*)|(?:четверт\w+)|(?:пят\w+|десят\w+)(?= част)|"
    r"hälfte|drittel|viertel|zehntel|fünftel|moitié|tiers|dixième|mitad|tercio|décima parte)(?= (?:of|част|der|des|de|du)\b|\w* част| от)",
    re.I,
)
_FRACTIONS = [
    (re.compile(r"^(?:half|половин|hälfte|moitié|mitad)", re.I), 50.0),
    (re.compile(r"^(?:third|трет|drittel|tiers|tercio)", re.I), 100 / 3),
    (re.compile(r"^(?:quarter|четверт|viertel)", re.I), 25.0),
    (re.compile(r"^(?:fifth|пят|fünftel)", re.I), 20.0),
    (re.compile(r"^(?:tenth|десят|zehntel|dixième|décima)", re.I), 10.0),
]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of the text with all that the text says about it, in base units."""

    start: int
    end: int
    low: float
    high: float
    dim: str = ""
    """Dimension of the unit; '' for a bare number or a counted noun."""
    unit: str = ""
    comparator: Comparator = "eq"
    approx: bool = False
    step: float = 1.0
    """Size of one in the last digit shown, in base units: how exactly the number is given."""
    others: tuple[float, ...] = ()
    """Other readings of the same digits ('45.000' in a text of unclear language)."""
    counted: frozenset[str] = frozenset()
    """Senses of the noun that is counted ('14 user seats')."""
    label: frozenset[str] = frozenset()
    """Senses of the word right before a bare number that makes a name of it ('gate 240')."""
    per: frozenset[str] = frozenset()
    plus_minus: bool = False
    weak: bool = False
    """Only an article gives the number ('a year'): enough to agree, not to contradict."""
    raw: str = ""
    token: int = 0
    """Index of the first token at or after ``start``."""

    @property
    def readings(self) -> tuple[float, ...]:
        """All values that the number may have."""
        return (self.low, *self.others)

    @property
    def shown(self) -> str:
        """The number as a person would write it."""
        return self.raw.strip()


def parse_number(raw: str, lang: Lang) -> tuple[float, tuple[float, ...], float]:
    """Read a number in digits.

    Args:
        raw: Digits with separators, e.g. '45.000,50'.
        lang: Language of the text, which decides what a lone '.' or ',' before three digits is.

    Returns:
        The likeliest value, other possible values, and the size of its last digit.
    """
    plain = raw
    for gap in _GAP:
        plain = plain.replace(gap, "")
    marks = [c for c in plain if c in ".,"]
    others: tuple[float, ...] = ()
    if not marks:
        return float(plain), (), _last_digit(plain)
    last = plain.rfind(marks[-1])
    if len(set(marks)) == 2:
        whole, part = re.sub(r"[.,]", "", plain[:last]), plain[last + 1 :]
        return float(f"{whole}.{part}"), (), 10.0 ** -len(part)
    if len(marks) > 1:
        return float(re.sub(r"[.,]", "", plain)), (), 1.0
    whole, part = plain[:last], plain[last + 1 :]
    decimal = float(f"{whole}.{part}")
    if len(part) != 3 or len(whole) > 3 or whole == "0" or any(c in raw for c in _GAP):
        return decimal, (), 10.0 ** -len(part)
    grouped = float(whole + part)
    groups = marks[0] == ("," if lang == "en" else ".")
    if lang in ("ru", "fr") and marks[0] == ".":
        groups = True
    if groups:
        others = (decimal,) if marks[0] == "." else ()
        return grouped, others, 1.0
    return decimal, (grouped,) if marks[0] == "." or lang == "ru" else (), 0.001


def _last_digit(plain: str) -> float:
    zeros = len(plain) - len(plain.rstrip("0"))
    return 10.0 ** min(zeros, max(0, len(plain) - 1))


@dataclass(frozen=True, slots=True)
class _Raw:
    start: int
    end: int
    value: float
    others: tuple[float, ...]
    step: float
    prefix: Unit | None
    begin: int


def quantities(
    text: str, tokens: tuple[Token, ...], lang: Lang, taken: list[tuple[int, int]]
) -> tuple[Quantity, ...]:
    """Find the quantities of a text.

    Args:
        text: The text.
        tokens: Its tokens.
        lang: Its language.
        taken: Places of dates and times, which are no quantities.

    Returns:
        Quantities in the order of the text; a range is one quantity.
    """
    raws = _raws(text, tokens, lang, taken)
    found: list[Quantity] = []
    starts = [token.start for token in tokens]
    i = 0
    while i < len(raws):
        quantity, end = _dress(text, raws[i])
        if i + 1 < len(raws) and quantity.comparator not in ("ge", "gt"):
            second, _ = _dress(text, raws[i + 1])
            if _RANGE.match(text[end : raws[i + 1].begin]) and _same_scale(quantity, second):
                joined = _join(quantity, second, text)
                if joined is not None:
                    quantity, end = joined, joined.end
                    i += 1
        index = _index(starts, quantity.start)
        counted: frozenset[str] = frozenset()
        label: frozenset[str] = frozenset()
        if not quantity.dim:
            counted, end = _counted(text, tokens, starts, end, lang)
            label = _label(text, tokens, index, quantity.start, lang)
        if _NET.search(text[max(0, quantity.start - 6) : quantity.start]):
            label = label | {"#payment"}
        per = quantity.per or _late_rate(text, end)
        found.append(replace(quantity, counted=counted, label=label, per=per, token=index))
        i += 1
    found += _frequencies(text, starts) + _fractions(text, starts)
    return tuple(sorted(found, key=lambda q: q.start))


def _raws(
    text: str, tokens: tuple[Token, ...], lang: Lang, taken: list[tuple[int, int]]
) -> list[_Raw]:
    raws: list[_Raw] = []

    def free(start: int, end: int) -> bool:
        return not any(start < stop and begin < end for begin, stop in taken)

    for match in _NUMBER.finditer(text):
        if not free(match.start(), match.end()) or len(match.group()) > 24:
            continue
        value, others, step = parse_number(match.group(), lang)
        before = BEFORE.search(text, max(0, match.start() - 5), match.start())
        prefix, _ = unit_after(before.group(1), 0) if before else (None, 0)
        begin = before.start() if before and prefix else match.start()
        raws.append(_Raw(match.start(), match.end(), value, others, step, prefix, begin))
    for number in spelled_numbers(text, tokens, lang):
        word = text[number.start : number.end].lower()
        if word in _SCALE_WORDS and raws and raws[-1].start < number.start <= raws[-1].end + 12:
            continue
        if word in ("cent", "ciento") and text[: number.start].endswith(("pour ", "por ", "per ")):
            continue
        if not number.ordinal and free(number.start, number.end) and not _overlaps(raws, number):
            step = _last_digit(str(int(number.value))) if number.value == int(number.value) else 0.1
            raws.append(_Raw(number.start, number.end, number.value, (), step, None, number.start))
    return sorted(raws, key=lambda raw: raw.start)


def _overlaps(raws: list[_Raw], number: Spelled) -> bool:
    return any(raw.start < number.end and number.start < raw.end for raw in raws)


def _dress(text: str, raw: _Raw) -> tuple[Quantity, int]:
    """Give a bare number its scale, unit, rate, sign, comparator."""
    value, others, step, end = raw.value, raw.others, raw.step, raw.end
    scale = 1.0
    half = _AND_HALF.match(text, end)
    if half:
        value, step, end = value + 0.5, 0.1, half.end()
    match = _SCALE.match(text, end)
    if match:
        scale = {"k": 1e3, "m": 1e6, "b": 1e9, "d": 12.0}[match.lastgroup or "k"]
        end = match.end()
        if others and scale > 1:
            others = ()
    unit, after = unit_after(text, end)
    if (
        unit is not None
        and after - end <= 2
        and not text[raw.end - 1].isdigit()
        and text[after - 1].isalpha()
    ):
        unit = None
    if unit is not None and unit.name == "m" and after == end + 1 and _LITTLE_M.match(text, end):
        # '8.2m' right behind a number: metres, or millions if it is money.
        if raw.prefix is not None:
            unit, scale, after = None, 1e6, end + 1
        else:
            others = (*others, value * 1e6)
            money, further = unit_after(text, end + 1)
            if money is not None and money.dim.startswith("money"):
                unit, scale, others, after = money, 1e6, (), further
    if unit is not None and raw.prefix is not None and not unit.dim.startswith("money"):
        unit = None
    if unit is not None:
        end = after
    unit = unit or raw.prefix
    if unit is None and _NET.search(text[max(0, raw.start - 6) : raw.start]):
        unit = unit_named("days")
    per, end = rate_after(text, end)
    if unit is not None and unit.dim == "length" and per in _SPEED:
        unit = Unit("speed", unit.factor / _SPEED[per], unit.name + "/" + next(iter(per)))
        per = frozenset()
    left = text[max(0, raw.begin - 40) : raw.begin]
    plus_minus = bool(_PLUS_MINUS.search(left))
    sign = (
        -1.0
        if not plus_minus and _MINUS.search(left[-8:]) and not re.search(r"\d\s?$", left[:-1])
        else 1.0
    )
    begin = raw.begin
    if sign < 0:
        minus = _MINUS.search(left[-8:])
        left = left[: -len(minus.group().lstrip())] if minus is not None else left
    factor = unit.factor if unit else 1.0
    offset = unit.offset if unit else 0.0
    if unit and unit.dim == "temp" and _COLD.match(text, end):
        sign = -1.0
    base = (sign * value * scale + offset) * factor
    readings = tuple((sign * v * scale + offset) * factor for v in others)
    if unit and unit.other_factor:
        readings += (value * scale * unit.other_factor,)
    comparator: Comparator = "eq"
    for name, cue in _BEFORE_CUE:
        bound = cue.search(left)
        if bound:
            comparator = name
            if name in _OPPOSITE and _NOT.search(left[: bound.start()]):
                comparator = _OPPOSITE[name]
            break
    else:
        for name, cue in _AFTER_CUE:
            if cue.match(text[end : end + 48]):
                comparator = name
                break
    return (
        Quantity(
            start=begin,
            end=end,
            low=base,
            high=base,
            dim=unit.dim if unit else "",
            unit=unit.name if unit else "",
            comparator=comparator,
            approx=bool(_APPROX.search(left)),
            weak=text[raw.start : raw.end].strip().lower() in _ARTICLES,
            step=step * scale * factor,
            others=readings,
            per=per,
            plus_minus=plus_minus,
            raw=text[begin:end],
        ),
        end,
    )


def _same_scale(first: Quantity, second: Quantity) -> bool:
    return not first.dim or not second.dim or first.dim == second.dim


def _join(first: Quantity, second: Quantity, text: str) -> Quantity | None:
    """Join '62-71k GBP' to one range; a unit or scale of the second holds for both."""
    low = first.low
    if not first.dim and second.dim:
        ratio = second.low / max(1e-12, abs(_digits(second.raw)))
        low = first.low * ratio if low * ratio <= second.low else first.low
    elif low < second.low / 500:
        low = low * 1000
    if low >= second.low:
        return None
    base = second if second.dim else replace(second, dim=first.dim, unit=first.unit)
    return replace(
        base,
        start=first.start,
        low=low,
        high=second.low,
        comparator="range",
        others=(),
        approx=first.approx,
        raw=text[first.start : second.end],
    )


def _digits(raw: str) -> float:
    match = re.search(r"\d[\d.,]*", raw)
    if match is None:
        return 1.0
    return parse_number(match.group().rstrip(".,"), "en")[0] or 1.0


def _index(starts: list[int], position: int) -> int:
    return bisect_left(starts, position)


def _counted(
    text: str, tokens: tuple[Token, ...], starts: list[int], end: int, lang: Lang
) -> tuple[frozenset[str], int]:
    """Return the senses of the noun group right after a number, up to three words, and its end."""
    found: set[str] = set()
    position = end
    for token in tokens[_index(starts, end) :][:3]:
        between = text[position : token.start]
        if (
            between.strip(" \u00a0-")
            or "\n" in between
            or token.low in STOP[lang]
            or token.is_number
        ):
            break
        found |= token.senses
        position = token.end
    return frozenset(found), position


def _label(
    text: str, tokens: tuple[Token, ...], index: int, start: int, lang: Lang
) -> frozenset[str]:
    """Return the senses of a word that stands right before a number, as in 'dock 3'."""
    if index == 0 or index > len(tokens):
        return frozenset()
    before = tokens[index - 1]
    if before.low in STOP[lang] or before.is_number or text[before.end : start].strip(" \u00a0"):
        return frozenset()
    return before.senses


_LATE_RATE = re.compile(
    r"[^.;,\n|]{0,24}?(?=\s(?:per|pro|par|por|each|every|в|за)\s|\s(?:a|an)\s(?:night|day|week|month|year|hour|minute|second|head|person)\b)",
    re.IGNORECASE,
)


def _late_rate(text: str, end: int) -> frozenset[str]:
    """Return the rate behind the counted words ('100 requests per minute')."""
    match = _LATE_RATE.match(text, end)
    return rate_after(text, match.end())[0] if match else frozenset()


def _frequencies(text: str, starts: list[int]) -> list[Quantity]:
    found = []
    for match in _TIMES.finditer(text):
        times = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "four": 4.0}[match.lastgroup or "once"]
        tail = text[match.end() : match.end() + 14]
        if (
            "." in match.group()
            or re.match(
                r"\s*(?:daily|a |per |each |every |в |täglich|am |pro |par |al |por )", tail, re.I
            )
            or match.group().lower() in {"bid", "tid", "qid"}
        ):
            found.append(
                Quantity(
                    match.start(),
                    match.end(),
                    times,
                    times,
                    "times",
                    "times",
                    raw=match.group(),
                    token=_index(starts, match.start()),
                )
            )
    return found


def _fractions(text: str, starts: list[int]) -> list[Quantity]:
    found = []
    for match in _FRACTION.finditer(text):
        word = match.group("f")
        for pattern, percent in _FRACTIONS:
            if pattern.match(word):
                left = text[max(0, match.start() - 40) : match.start()]
                comparator: Comparator = next(
                    (name for name, cue in _BEFORE_CUE if cue.search(left)), "eq"
                )
                found.append(
                    Quantity(
                        match.start(),
                        match.end(),
                        percent,
                        percent,
                        "percent",
                        "%",
                        comparator,
                        step=0.1,
                        raw=match.group(),
                        token=_index(starts, match.start()),
                    )
                )
                break
    return found


def dimension_concept(dim: str) -> str:
    """Return the concept that a dimension alone gives away ('mass' -> '#weight'), or ''."""
    return DIM_CONCEPT.get(dim.split(":")[0], "")
