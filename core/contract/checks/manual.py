"""Checks that the author writes by hand: a phrase, or a regular expression.

A regular expression of Python can take exponential time on a crafted text, and the texts here
come from agents. So a pattern must be short, must not repeat a group that itself repeats or
offers alternatives (the classic causes of exponential time), and must not refer back to a group.
What remains is polynomial, and kept small by trying it on overlapping windows of one line at a
time: a match is therefore at most 100 characters long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parse  # type: ignore[attr-defined]
from typing import Any

from core.contract.checks.evidence import Finding
from core.contract.checks.view import TextView
from core.errors import DocumentError

MAX_PATTERN = 300
MAX_TEXT = 50_000
"""Characters of a text that a pattern is tried on; fewer for a pattern with two open repeats."""
_MAX_TEXT_TWO = 20_000
_WINDOW = 200
_STEP = 100
_MANY = 20
"""A repeat of more than this counts as unbounded."""


def compile_regex(pattern: str) -> re.Pattern[str]:
    """Compile an author's regular expression if it is safe.

    Args:
        pattern: Python syntax, at most 300 characters; case is ignored.

    Raises:
        DocumentError: If it doesn't parse, is too long, refers back to a group, or nests or chains
            repeats in a way that can take very long on some text.
    """
    if not pattern.strip():
        raise DocumentError(
            "The regular expression is empty.", hint="Write the pattern to look for."
        )
    if len(pattern) > MAX_PATTERN:
        raise DocumentError(
            f"The regular expression is longer than {MAX_PATTERN} characters.",
            hint="Split the fact or use a phrase.",
        )
    try:
        parsed = sre_parse.parse(pattern)
        compiled = re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise DocumentError(f"The regular expression can't be read: {error}.") from error
    _refuse_slow(parsed, False)
    if _unbounded(parsed) > 2:
        raise DocumentError(
            "The regular expression has more than two open repeats (*, + or {n,}), which can take very long on a long text.",
            hint="Give repeats an upper bound, such as {0,20}.",
        )
    return compiled


def _children(argument: Any) -> list[Any]:
    if isinstance(argument, sre_parse.SubPattern):
        return [argument]
    if isinstance(argument, (tuple, list)):
        return [child for part in argument for child in _children(part)]
    return []


def _refuse_slow(parsed: Any, inside: bool) -> None:
    for code, argument in parsed:
        if code in (sre.GROUPREF, sre.GROUPREF_EXISTS):
            raise DocumentError(
                "The regular expression refers back to a group, which can take very long.",
                hint="Write the text out.",
            )
        repeats = code in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
        if repeats and inside:
            raise DocumentError(
                "The regular expression repeats a group that repeats inside, which can take forever on some text.",
                hint="Write a+ instead of (a+)+.",
            )
        if code is sre.BRANCH and inside:
            raise DocumentError(
                "The regular expression repeats a group with alternatives, which can take forever on some text.",
                hint="Write [ab]+ instead of (a|b)+, or give each alternative a fact of its own.",
            )
        heavy = inside or (repeats and argument[1] > 1)
        for child in _children(argument):
            _refuse_slow(child, heavy)


def _unbounded(parsed: Any) -> int:
    count = 0
    for code, argument in parsed:
        if code in (sre.MAX_REPEAT, sre.MIN_REPEAT) and argument[1] > _MANY:
            count += 1
        count += sum(_unbounded(child) for child in _children(argument))
    return count


def decide_regex(pattern: re.Pattern[str], view: TextView) -> Finding:
    """Decide by a regular expression: found is conveyed, anything else not conveyed."""
    open_repeats = _unbounded(sre_parse.parse(pattern.pattern))
    text = view.text[: MAX_TEXT if open_repeats < 2 else _MAX_TEXT_TWO]
    for start, end in _windows(text):
        found = pattern.search(text, start, end)
        if found:
            return Finding(
                "conveyed", 1.0, "The pattern is found.", found.span(), code="pattern-found"
            )
    return Finding("not_conveyed", 1.0, "The pattern is not found.", code="pattern-not-found")


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Cut each line into windows of 200 characters that overlap by half."""
    position = 0
    for line in text.split("\n"):
        end = position + len(line)
        for start in range(position, max(position + 1, end - _STEP), _STEP):
            yield start, min(end, start + _WINDOW)
        position = end + 1


def decide_phrase(phrases: tuple[str, ...], view: TextView) -> Finding:
    """Decide by literal phrases; case and white space don't matter."""
    for phrase in phrases:
        body = r"\s+".join(re.escape(word) for word in phrase.split())
        found = re.search(rf"(?<!\w){body}(?!\w)", view.text, re.IGNORECASE)
        if found:
            return Finding("conveyed", 1.0, f"“{phrase}” is found.", found.span(), code="found")
    return Finding("not_conveyed", 1.0, f"“{phrases[0]}” is not found.", code="not-found")
