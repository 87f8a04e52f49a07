"""Regular expressions that people write and that run over texts which agents wrote.

A regular expression of Python can take exponential time on a crafted text. So a pattern must be
short, must not repeat a group that itself repeats or offers alternatives (the classic causes of
exponential time), must not refer back to a group, and has at most two repeats without end.
"""

from __future__ import annotations

import re
from re import _compiler as sre_compile  # type: ignore[attr-defined]
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parse  # type: ignore[attr-defined]
from typing import Any, Final

from core.errors import InputError

MAX_PATTERN: Final = 300
MANY: Final = 20
"""A repeat of more than this counts as one without end."""
_REPEATS: Final = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_LONGEST: Final = {1: 200, 2: 40}
"""How far a repeat without end may reach, by how many of them a pattern has."""


def check_pattern(pattern: str) -> None:
    """Refuse a regular expression that can't be read or can take very long.

    Args:
        pattern: Python syntax, at most 300 characters.

    Raises:
        InputError: Saying what is wrong with it.
    """
    _parse(pattern)


def bounded_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a pattern so that it takes time in proportion to the text, whatever stands there.

    A repeat without end reaches at most 200 signs (40 where there are two of them); what is longer
    is found in several pieces.

    Args:
        pattern: Python syntax, at most 300 characters; case counts.

    Raises:
        InputError: As `check_pattern`.

    Example:
        >>> bounded_pattern(r"ACME-[0-9]+").sub("x", "Order ACME-4711 is late.")
        'Order x is late.'
    """
    parsed = _parse(pattern)
    _bound(parsed, _LONGEST.get(open_repeats(parsed), MANY))
    return sre_compile.compile(parsed, 0)  # type: ignore[no-any-return]


def open_repeats(parsed: Any) -> int:
    """Return how many repeats without end a parsed pattern has."""
    count = 0
    for code, argument in parsed:
        if code in _REPEATS and argument[1] > MANY:
            count += 1
        count += sum(open_repeats(child) for child in _children(argument))
    return count


def _parse(pattern: str) -> Any:
    if not pattern.strip():
        raise InputError("The regular expression is empty.", hint="Write the pattern to look for.")
    if len(pattern) > MAX_PATTERN:
        raise InputError(f"The regular expression is longer than {MAX_PATTERN} characters.")
    try:
        parsed = sre_parse.parse(pattern)
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError(f"The regular expression can't be read: {error}.") from None
    _refuse_slow(parsed, False)
    if open_repeats(parsed) > 2:
        raise InputError(
            "The regular expression has more than two open repeats (*, + or {n,}), which can take "
            "very long on a long text.",
            hint="Give repeats an upper bound, such as {0,20}.",
        )
    return parsed


def _children(argument: Any) -> list[Any]:
    if isinstance(argument, sre_parse.SubPattern):
        return [argument]
    if isinstance(argument, (tuple, list)):
        return [child for part in argument for child in _children(part)]
    return []


def _refuse_slow(parsed: Any, inside: bool) -> None:
    for code, argument in parsed:
        if code in (sre.GROUPREF, sre.GROUPREF_EXISTS):
            raise InputError(
                "The regular expression refers back to a group, which can take very long.",
                hint="Write the text out.",
            )
        repeats = code in _REPEATS
        if repeats and inside:
            raise InputError(
                "The regular expression repeats a group that repeats inside, which can take "
                "forever on some text.",
                hint="Write a+ instead of (a+)+.",
            )
        if code is sre.BRANCH and inside:
            raise InputError(
                "The regular expression repeats a group with alternatives, which can take forever "
                "on some text.",
                hint="Write [ab]+ instead of (a|b)+, or one pattern for each alternative.",
            )
        heavy = inside or (repeats and argument[1] > 1)
        for child in _children(argument):
            _refuse_slow(child, heavy)


def _bound(parsed: Any, longest: int) -> None:
    for index, (code, argument) in enumerate(parsed.data):
        if code in _REPEATS and argument[1] > longest:
            least, _, inner = argument
            parsed.data[index] = (code, (least, max(least, longest), inner))
        for child in _children(argument):
            _bound(child, longest)
