"""Checks that the author writes by hand: a phrase, or a regular expression.

A regular expression of Python can take exponential time on a crafted text, and the texts here
come from agents. `core.trace.safe_regex` refuses what can; what remains is polynomial, and kept small by
trying it on overlapping windows of one line at a time: a match is therefore at most 100 characters
long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _parser as sre_parse  # type: ignore[attr-defined]

from core.contract.checks.evidence import Finding
from core.contract.checks.view import TextView
from core.errors import DocumentError, InputError
from core.trace.safe_regex import MAX_PATTERN as MAX_PATTERN
from core.trace.safe_regex import check_pattern, open_repeats

MAX_TEXT = 50_000
"""Characters of a text that a pattern is tried on; fewer for a pattern with two open repeats."""
_MAX_TEXT_TWO = 20_000
_WINDOW = 200
_STEP = 100


def compile_regex(pattern: str) -> re.Pattern[str]:
    """Compile an author's regular expression if it is safe.

    Args:
        pattern: Python syntax, at most 300 characters; case is ignored.

    Raises:
        DocumentError: If it doesn't parse, is too long, refers back to a group, or nests or chains
            repeats in a way that can take very long on some text.
    """
    try:
        check_pattern(pattern)
    except InputError as error:
        raise DocumentError(error.what, hint=error.hint) from None
    return re.compile(pattern, re.IGNORECASE)


def decide_regex(pattern: re.Pattern[str], view: TextView) -> Finding:
    """Decide by a regular expression: found is conveyed, anything else not conveyed."""
    open_ended = open_repeats(sre_parse.parse(pattern.pattern))
    text = view.text[: MAX_TEXT if open_ended < 2 else _MAX_TEXT_TWO]
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
