"""Shares in words in five languages: 'one twentieth', 'две трети', 'ein Zehntel', 'un cinquième', 'la mitad'."""

from __future__ import annotations

import re

from core.contract.checks.anycase import AnyCase

_NUMERATORS = (
    "a an one every each|two|three|four|five|six|seven|eight|nine",
    "одна одну одной|две двух|три трёх трех|четыре четырёх четырех|пять пяти|шесть шести|семь семи|восемь восьми|девять девяти",
    "ein eine einem eines jeder jede jedes|zwei|drei|vier|fünf|sechs|sieben|acht|neun",
    "un une|deux|trois|quatre|cinq|six|sept|huit|neuf",
    "un una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve",
)
_UPPER: dict[str, float] = {
    word: float(value)
    for line in _NUMERATORS
    for value, words in enumerate(line.split("|"), 1)
    for word in words.split()
}
_LOWER: tuple[tuple[float, str], ...] = (
    (2, r"half|halves|половин[ауые]|hälfte|moitié|mitad"),
    (3, r"thirds?|трет(?:ь|и|ью|ей)|drittel[ns]?|tiers|tercios?|tercera parte"),
    (4, r"quarters?|fourths?|четверт(?:ь|и|ью|ей|ых)|viertel[ns]?|quarts?|cuartos?|cuarta parte"),
    (5, r"fifths?|пят(?:ая|ую|ой|ых|ые)|fünftel[ns]?|cinquièmes?|quintos?|quinta parte"),
    (6, r"sixths?|шест(?:ая|ую|ой|ых)|sechstel[ns]?|sixièmes?|sextos?|sexta parte"),
    (7, r"sevenths?|седьм(?:ая|ую|ой|ых)|siebtel[ns]?|septièmes?|séptimos?|séptima parte"),
    (8, r"eighths?|восьм(?:ая|ую|ой|ых)|achtel[ns]?|huitièmes?|octavos?|octava parte"),
    (9, r"ninths?|девят(?:ая|ую|ой|ых)|neuntel[ns]?|neuvièmes?|novenos?|novena parte"),
    (10, r"tenths?|десят(?:ая|ую|ой|ых)|zehntel[ns]?|dixièmes?|décim[oa]s?|décima parte"),
    (12, r"twelfths?|двенадцат(?:ая|ую|ой|ых)|zwölftel[ns]?|douzièmes?|doceavos?"),
    (
        20,
        r"twentieths?|двадцат(?:ая|ую|ой|ых)|zwanzigstel[ns]?|vingtièmes?|veinteavos?|vigésima parte",
    ),
    (50, r"fiftieths?|пятидесят(?:ая|ую|ой|ых)|fünfzigstel[ns]?|cinquantièmes?"),
    (
        100,
        r"hundredths?|сот(?:ая|ую|ой|ых)|hundertstel[ns]?|centièmes?|centésim[oa]s?|centésima parte",
    ),
    (
        1000,
        r"thousandths?|тысячн(?:ая|ую|ой|ых)|tausendstel[ns]?|millièmes?|milésim[oa]s?|milésima parte",
    ),
)
_PARTS = tuple((value, AnyCase(rf"(?:{words})\Z", re.I)) for value, words in _LOWER)
_N = "|".join(sorted(_UPPER, key=len, reverse=True))
_D = "|".join(words for _, words in _LOWER)
_SPOKEN = AnyCase(rf"(?<![\w-])(?:(?P<n>{_N})[ -])?(?P<d>{_D})(?![\w-]*\w)", re.I)
_PERCENT = AnyCase(
    r"\s(?:of (?:a |one )?)?(?:per ?cent|процент\w*|prozent\w*|pour cent|por ciento|d['’]un pour cent)\b",
    re.I,
)
_WHOLE = AnyCase(
    r"\s(?:of (?!an?\b)|the |от |част[ьи] |der |des |dem |vom |von |du |de |des |del |d['’]|majority|mehrheit|большинств)|\s(?=[а-яё]{4,})",
    re.I,
)
"""What follows a share: the whole that it is a part of."""
_TIMES = AnyCase(
    r"\s(?:of an? (?!(?:per ?cent|percent))|past|to|after|before|час|минут|утра|вечера|дня|ночи|nach|vor|stunde|heure|hora|hour|of an hour|год|year|jahr|перв|втор|трет|четв|пят|шест|седьм|восьм|девят|десят|одинн|двенадц)",
    re.I,
)
"""What follows a time of day or a span of time rather than a share."""
_MAYBE = (
    "half halves third quarter fourth fifth sixth seventh eighth ninth tenth twelfth twentieth fiftieth hundredth thousandth "
    "половин трет четверт пятая пятую пятой пятых шеста седьм восьм девят десят двадцат сотая сотую сотой сотых тысячн "
    "hälfte tel moitié tiers quart ième mitad tercio cuart quint parte décim centésim milésim"
).split()
"""A text without any of these has no share in words."""


def spoken_shares(text: str) -> list[tuple[int, int, float]]:
    """Return shares in words, as percentages, with their places.

    Args:
        text: The text, in any of the five languages.

    Returns:
        Start, end, value in percent; 'a tenth of a percent' is 0.1.
    """
    low = text.casefold()
    if not any(piece in low for piece in _MAYBE):
        return []
    found = []
    for match in _SPOKEN.finditer(text):
        part = next(value for value, words in _PARTS if words.match(match["d"]))
        upper = _UPPER.get((match["n"] or "one").lower(), 1.0)
        if upper >= part:
            continue
        percent = _PERCENT.match(text, match.end())
        if percent:
            found.append((match.start(), percent.end(), upper / part))
            continue
        if _TIMES.match(text, match.end()):
            continue
        whole = _WHOLE.match(text, match.end())
        named = bool(match["n"]) and "-" not in match["d"] and upper > 1
        if whole is None and not named:
            continue
        if match["n"] is None and part > 4:
            continue  # 'the fifth of May', 'пятая часть' without a number is an ordinal
        if whole is not None and match["n"] is None and whole.group() == "the " and part != 2:
            continue
        found.append((match.start(), match.end(), 100.0 * upper / part))
    return found
