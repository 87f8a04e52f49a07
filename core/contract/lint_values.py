"""How many values a statement holds, so that the linter can say 'perhaps these are two facts'.

The fact checks' own reading finds numbers, dates and times. What belongs together is one value: a
date with its time of day, the two ends of a range, a size such as 5 x 10 cm. A number in a name
(``Python 3.11``, flight ``BA 117``, ``+44 20 7946 0958``) is none, and neither is the period that
says when a value holds (``Q4 2023``), unless there is nothing else.

    >>> values_in("Revenue in Q4 2023 was $40.1 billion")
    ['$40.1 billion']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_NAME: Final = re.compile(
    r"""
    \+\d[\d\s().\-]{6,}\d                                         # +44 20 7946 0958
    | \b(?!\d{1,2}\.\d{1,2}\.(?:\d\d|\d{4})\b)\d+(?:\.\d+){2,}\b      # 2.1.3
    | (?<![\w-])(?!(?:USD|EUR|GBP|CHF|JPY|CNY|RUB|INR|AUD|CAD|SEK|NOK|DKK|PLN|UTC|GMT|AM|PM|MAX|MIN|CAP
        |IS|AT|BY|TO|OF|IN|ON|AND|OR|ONLY)\b)
      [A-Z]{2,8}[\s-]\d[\w.-]*\w                                    # ISO 27001, BA 117
    | (?<![\w-])(?i:v|ver|version|versions|release|revision|rev|build|port|room|gate|flight|train|order
        |ticket|invoice|section|chapter|page|article|appendix|annex|step|phase|level|tier|option|line
        |rule|clause|number|no|nr|python|java|node|postgres|postgresql|windows|android|ios|ubuntu|debian
        |версия|версии|порт|рейс|поезд|заказ|раздел|глава|пункт|статья|этап|комната|номер|кабинет
        |raum|flug|zug|auftrag|abschnitt|kapitel|seite)
      (?:\.|\b)\s?[\#№]?\s?(?=[\w.\-/]*\d)[\w\-/]+(?:\.\w+)*            # port 8080, version 3.11
    | [\#№]\s?\d[\w.\-/]*
    | (?<![\w])[^\W\d_]+[-_]?\d[\w\-]*                            # HL7, ISO-27001, room_5
    """,
    re.VERBOSE,
)
_YEAR: Final = r"(?:19|20)\d\d"
_PERIOD: Final = re.compile(
    rf"""
    \b(?:Q[1-4]|[1-4]Q|H[12]|[12]H)(?:\s*[-–/]?\s*(?:of\s+)?'?(?:{_YEAR}|\d\d))?\b
    | \b(?:FY|GJ)\s?'?(?:{_YEAR}|\d\d)(?:[-/]\d\d(?:\d\d)?)?\b
    | \b{_YEAR}\s?[-–/]\s?(?:{_YEAR}|\d\d)\b
    | \b(?:first|second|third|fourth|1st|2nd|3rd|4th|last)\s+(?:quarter|half)(?:\s+of)?(?:\s+{_YEAR})?
    | \b[1-4I]+[.\s-]*(?:й\s+)?(?:кв\.?|квартал\w*|quartal|trimestre|полугоди\w*)(?:\s+{_YEAR})?
    | \b(?:week|calendar\ week|KW|неделя|неделю)\s\d{{1,2}}(?:\s+(?:of\s+)?{_YEAR})?
    | \b(?:in|of|for|during|since|year|fiscal|im|jahr|jahre|en|de|в|за|на)\s+{_YEAR}\b(?![,.]?\d)(?:\s*(?:год\w*|г\.))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SPACE: Final = r"[\s,;:()\u00a0\u202f]*"
_TO: Final = r"(?:[-–—]|\.\.\.?|…|to|until|till|through|and|or|bis|und|до|по|и|à|au|hasta|y)"
_RANGE: Final = re.compile(rf"{_SPACE}{_TO}{_SPACE}(?:the|on|am|в|до)?{_SPACE}", re.IGNORECASE)
_JOINED: Final = re.compile(
    rf"{_SPACE}(?:at|by|on|from|before|after|until|no later than|T|um|ab|am|den|в|во|к|с|до|à|le|a las|el"
    rf"|o'clock|uhr|часов)?{_SPACE}(?:the|of)?{_SPACE}",
    re.IGNORECASE,
)
_TIMES: Final = re.compile(r"\s*[x×*/:]\s*")
_OPENS_RANGE: Final = re.compile(
    r"\b(?:between|from|either|zwischen|von|между|от|с|entre|de|del)\s*(?:the\s*)?$", re.IGNORECASE
)


class _Value(NamedTuple):
    start: int
    end: int
    is_moment: bool


def values_in(statement: str) -> list[str]:
    """Return the values of a statement in its own words: numbers, dates, times, each range as one.

    Args:
        statement: A sentence of a contract.
    """
    # The checks bring dictionaries; whoever never lints a statement does without them.
    from core.contract.checks import read_text

    periods = [match.span() for match in _PERIOD.finditer(statement)]
    names = [match.span() for match in _NAME.finditer(statement)]
    view = read_text(statement)
    moments = [_Value(m.start, m.end, True) for m in view.moments]
    free = [one for one in moments if not _meets(one, names) and not _meets(one, periods)]
    taken = [*names, *periods, *((one.start, one.end) for one in free)]
    numbers = [
        _Value(q.start, q.end, False)
        for q in view.quantities
        if any(sign.isdigit() for sign in statement[q.start : q.end])
    ]
    free += [one for one in numbers if not _meets(one, taken)]
    found = [statement[one.start : one.end].strip(" -–—,") for one in _merged(statement, free)]
    return found or [statement[start:end] for start, end in periods[:1]]


def _meets(one: _Value, spans: Iterable[tuple[int, int]]) -> bool:
    return any(one.start < end and start < one.end for start, end in spans)


def _merged(statement: str, values: list[_Value]) -> list[_Value]:
    """Join neighbours that are one value."""
    joined: list[_Value] = []
    for one in sorted(values):
        if joined and _belongs(statement, joined[-1], one):
            last = joined.pop()
            one = _Value(last.start, max(last.end, one.end), last.is_moment or one.is_moment)
        joined.append(one)
    return joined


def _belongs(statement: str, left: _Value, right: _Value) -> bool:
    if right.start <= left.end:
        return True
    between = statement[left.end : right.start]
    # '10–' of '10–12 June' ends with the dash itself.
    if statement[left.start : left.end].rstrip().endswith(("-", "–", "—")) and not between.strip():
        return True
    if left.is_moment and right.is_moment and _JOINED.fullmatch(between):
        return _is_clock(statement, left) != _is_clock(statement, right)
    if _RANGE.fullmatch(between):
        word = between.strip(" ,;:()").casefold().split()[0]
        # 'and' joins the ends of a range only after 'between'; alone it adds another value.
        if word in ("and", "or", "und", "и", "y"):
            return bool(_OPENS_RANGE.search(statement[: left.start]))
        return left.is_moment == right.is_moment
    return not left.is_moment and not right.is_moment and bool(_TIMES.fullmatch(between))


def _is_clock(statement: str, one: _Value) -> bool:
    words = statement[one.start : one.end]
    return bool(
        re.search(r"\d:\d\d|\d\s?[ap]\.?m\b|\d\s?(?:uhr|h\b|час)|noon|midnight", words, re.I)
    )
