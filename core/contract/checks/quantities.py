"""Quantities in a text: value, unit, comparator, and what is counted or measured."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import islice

from core.contract.checks.bounds import comparator
from core.contract.checks.compounds import compound
from core.contract.checks.digits import last_digit, parse_number
from core.contract.checks.fractions import shares
from core.contract.checks.number_cues import (
    AND_HALF,
    APPROX,
    ARTICLES,
    CHANGING,
    COLD,
    FRACTION,
    FRACTIONS,
    LATE_RATE,
    LITTLE_M,
    MINUS,
    NET,
    NO_CENTS,
    NUMBER,
    OF_UNIT,
    PHONE,
    PLUS_MINUS,
    RANGE,
    SCALE,
    SCALE_WORDS,
    SIZES,
    SPEED,
    TIMES,
    WORKED,
    Comparator,
)
from core.contract.checks.numerals import spelled_numbers
from core.contract.checks.places import Places
from core.contract.checks.ranges import around, join, same_scale, with_unit_of
from core.contract.checks.spoken_shares import spoken_shares
from core.contract.checks.units import BEFORE, DIM_CONCEPT, Unit, rate_after, unit_after, unit_named
from core.contract.checks.words import STOP, Lang, Token


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


FLOW = {
    "l/min": (Unit("volume", 1.0, "l"), frozenset({"minute"})),
    "l/s": (Unit("volume", 1.0, "l"), frozenset({"second"})),
    "m³/h": (Unit("volume", 1000.0, "m³"), frozenset({"hour"})),
}
"""Units of flow, as a volume by a time: so they compare with 'litres per second'."""


_MOST = 1500
"""Numbers of one text that are read."""


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
        if found and raws[i].start < found[-1].end:
            i += 1  # 'a week' of '40 hours a week'
            continue
        quantity, end = _dress(text, raws[i])
        if i + 1 < len(raws) and quantity.comparator not in ("ge", "gt"):
            second, _ = _dress(text, raws[i + 1])
            both = around(text, quantity, end, second)
            if both is not None:
                quantity, end = both, both.end
                i += 1
            elif RANGE.match(text[end : raws[i + 1].begin]) and same_scale(quantity, second):
                if CHANGING.search(text[max(0, quantity.start - 70) : quantity.start]):
                    quantity = with_unit_of(quantity, second)
                else:
                    joined = join(quantity, second, text)
                    if joined is not None:
                        quantity, end = joined, joined.end
                        i += 1
        index = _index(starts, quantity.start)
        counted: frozenset[str] = frozenset()
        label: frozenset[str] = frozenset()
        if not quantity.dim:
            counted, end = _counted(text, tokens, starts, end, lang)
            label = _label(text, tokens, index, quantity.start, lang)
        if NET.search(text[max(0, quantity.start - 6) : quantity.start]):
            label = label | {"#payment"}
        per = quantity.per or _late_rate(text, end)
        found.append(replace(quantity, counted=counted, label=label, per=per, token=index))
        i += 1
    times = Places(taken)
    whole = Places([(q.start, q.end) for q in found if q.dim not in ("", "percent")])
    parts = [
        q
        for q in _fractions(text, starts)
        if not (times.touched(q.start, q.end) or whole.touched(q.start, q.end))
    ]
    found = [q for q in compound(text, found) if not any(p.start <= q.start < p.end for p in parts)]
    found += _frequencies(text, starts) + parts
    return tuple(sorted(found, key=lambda q: q.start))


def _raws(
    text: str, tokens: tuple[Token, ...], lang: Lang, taken: list[tuple[int, int]]
) -> list[_Raw]:
    raws: list[_Raw] = []
    if "+" in text or "0" in text:
        taken = taken + [match.span() for match in islice(PHONE.finditer(text), _MOST)]

    times = Places(taken)
    for match in islice(NUMBER.finditer(text), _MOST):
        if times.touched(match.start(), match.end()) or len(match.group()) > 24:
            continue
        value, others, step = parse_number(match.group(), lang)
        before = BEFORE.search(text, max(0, match.start() - 5), match.start())
        prefix, _ = unit_after(before.group(1), 0) if before else (None, 0)
        begin = before.start() if before and prefix else match.start()
        raws.append(_Raw(match.start(), match.end(), value, others, step, prefix, begin))
    digits, reach = Places((raw.start, raw.end) for raw in raws), 0
    for number in spelled_numbers(text, tokens, lang)[:_MOST]:
        word = text[number.start : number.end].lower()
        if word in SCALE_WORDS and any(r.start < number.start <= r.end + 12 for r in raws):
            continue
        if word in ("cent", "ciento") and text[: number.start].endswith(("pour ", "por ", "per ")):
            continue
        told = number.start < reach or digits.touched(number.start, number.end)
        if not number.ordinal and not told and not times.touched(number.start, number.end):
            reach = max(reach, number.end)
            step = last_digit(str(int(number.value))) if number.value == int(number.value) else 0.1
            raws.append(_Raw(number.start, number.end, number.value, (), step, None, number.start))
    return sorted(raws, key=lambda raw: raw.start)


def _dress(text: str, raw: _Raw) -> tuple[Quantity, int]:
    """Give a bare number its scale, unit, rate, sign, comparator."""
    value, step, end, scale = raw.value, raw.step, raw.end, 1.0
    no_cents = NO_CENTS.match(text, end)
    end = no_cents.end() if no_cents else end
    value, step, end = _and_half(text, value, step, end, _word_scale(text[raw.start : raw.end]))
    match = SCALE.match(text, end)
    others = raw.others
    if match:
        scale = {"k": 1e3, "m": 1e6, "b": 1e9, "d": 12.0}[match.lastgroup or "k"]
        value, step, end = _and_half(text, value, step, match.end(), 1.0)
        others = ()
    more = text.startswith("+", end) and not text[end + 1 : end + 2].isdigit()
    bare = end
    unit, scale, others, end = _unit(text, raw, value, scale, others, end + more)
    end = bare if more and unit is None else end
    if unit is not None:
        value, step, end = _and_half(text, value, step, end, 1.0)
    per, end = rate_after(text, end)
    if unit is not None and unit.dim == "flow":
        unit, per = FLOW[unit.name]
    if unit is not None and unit.dim == "length" and per in SPEED:
        unit = Unit("speed", unit.factor / SPEED[per], unit.name + "/" + next(iter(per)))
        per = frozenset()
    left = text[max(0, raw.begin - 60) : raw.begin]
    plus_minus = bool(PLUS_MINUS.search(left))
    sign, left = _sign(left, plus_minus)
    if unit and unit.dim == "temp" and COLD.match(text, end):
        sign = -1.0
    factor, offset = (unit.factor, unit.offset) if unit else (1.0, 0.0)
    base = (sign * value * scale + offset) * factor
    readings = tuple((sign * v * scale + offset) * factor for v in others)
    if unit and unit.other_factor:
        readings += (value * scale * unit.other_factor,)
    quantity = Quantity(
        start=raw.begin,
        end=end,
        low=base,
        high=base,
        dim=unit.dim if unit else "",
        unit=unit.name if unit else "",
        comparator="ge" if more else comparator(left, text[end : end + 100]),
        approx=bool(APPROX.search(left)),
        weak=text[raw.start : raw.end].strip().lower() in ARTICLES,
        step=step * scale * factor,
        others=readings,
        per=per,
        plus_minus=plus_minus,
        raw=text[raw.begin : end],
    )
    return quantity, end


def _and_half(
    text: str, value: float, step: float, end: int, size: float
) -> tuple[float, float, int]:
    """Add the half of 'two and a half', 'deux millions et demi', 'dos horas y media' to a whole number."""
    half = AND_HALF.match(text, end)
    if half is None:
        return value, step, end
    if value != int(value):
        return value, step, half.end()  # 'un million et demi': the numeral has the half already.
    return value + 0.5 * size, 0.1 * size, half.end()


def _word_scale(raw: str) -> float:
    """Return what the last word of a number in words multiplies by: 1e6 for 'deux millions'."""
    if raw[-1:].isdigit():
        return 1.0
    last = raw.lower().split()[-1] if raw.split() else ""
    return next((size for size, words in SIZES if last in words), 1.0)


def _unit(
    text: str, raw: _Raw, value: float, scale: float, others: tuple[float, ...], end: int
) -> tuple[Unit | None, float, tuple[float, ...], int]:
    """Find the unit of a number; a lone 'm' may be metres or millions."""
    link = OF_UNIT.match(text, end) if end > raw.end or not text[raw.end - 1].isdigit() else None
    unit, after = unit_after(text, link.end() if link else end)
    short = unit is not None and after - end <= 2 and text[after - 1].isalpha()
    if short and not text[raw.end - 1].isdigit():
        unit = None
    if unit is not None and unit.name == "m" and after == end + 1 and LITTLE_M.match(text, end):
        if raw.prefix is not None:
            return raw.prefix, 1e6, others, end + 1
        others = (*others, value * 1e6)
        money, further = unit_after(text, end + 1)
        if money is not None and money.dim.startswith("money"):
            unit, scale, others, after = money, 1e6, (), further
    if unit is not None and raw.prefix is not None and not unit.dim.startswith("money"):
        unit = None
    if unit is not None:
        return unit, scale, others, after
    if raw.prefix is None and text.startswith((" (", "("), end):
        # 'Sodium 139 (mmol/L)', 'weight: 72 (kg, with shoes)'
        inner, after = unit_after(text, text.index("(", end) + 1)
        if inner is not None and (text[after : after + 1] in ",;)/"):
            return inner, scale, others, after
    worked = WORKED.match(text, end) if raw.prefix is None else None
    if worked is not None:
        spent, after = unit_after(text, worked.end())
        if spent is not None and spent.dim == "time" and after - worked.end() > 1:
            return spent, scale, others, after
    if raw.prefix is None and NET.search(text[max(0, raw.start - 6) : raw.start]):
        return unit_named("days"), scale, others, end
    return raw.prefix, scale, others, end


def _sign(left: str, plus_minus: bool) -> tuple[float, str]:
    """Return -1 for a number with a minus before it, and the text left of the minus."""
    minus = MINUS.search(left[-14:])
    if plus_minus or minus is None:
        return 1.0, left
    before = left[: len(left) - len(minus.group().lstrip())]
    apart = left[-1:].isspace() and not minus.group().strip(" \t(|:=").isalpha()
    # '12 – 15' and '12 EUR - 15 EUR' are stretches; a dash with a space behind it is a minus only where a value begins.
    if re.search(r"[\d%€$£₽°]\s?$", before) or (
        apart and not re.search(r"(?:^|[(:=|])\s*$", before)
    ):
        return 1.0, left
    return -1.0, before


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


def _late_rate(text: str, end: int) -> frozenset[str]:
    """Return the rate behind the counted words ('100 requests per minute')."""
    match = LATE_RATE.match(text, end)
    return rate_after(text, match.end())[0] if match else frozenset()


def _frequencies(text: str, starts: list[int]) -> list[Quantity]:
    found = []
    for match in TIMES.finditer(text):
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
    spoken = spoken_shares(text)
    plain = [s for s in shares(text) if not any(a <= s[0] < b for a, b, _ in spoken)]
    found = [_percentage(text, starts, *share) for share in spoken + plain]
    for match in FRACTION.finditer(text):
        word = match.group("f")
        if any(q.start <= match.start() < q.end for q in found):
            continue
        for pattern, percent in FRACTIONS:
            if pattern.match(word):
                found.append(_percentage(text, starts, match.start(), match.end(), percent))
                break
    return found


def _percentage(text: str, starts: list[int], start: int, end: int, percent: float) -> Quantity:
    return Quantity(
        start,
        end,
        percent,
        percent,
        "percent",
        "%",
        comparator(text[max(0, start - 40) : start], text[end : end + 100]),
        step=0.1,
        raw=text[start:end],
        token=_index(starts, start),
    )


def dimension_concept(dim: str) -> str:
    """Return the concept that a dimension alone gives away ('mass' -> '#weight'), or ''."""
    return DIM_CONCEPT.get(dim.split(":")[0], "")
