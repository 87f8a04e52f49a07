"""Splitting a log into entries, each with the line it starts at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log: the match of its first line, what follows, where it lies."""

    head: re.Match[str]
    body: str
    where: str


def entries(text: str, pattern: re.Pattern[str], where: str) -> Iterator[Entry]:
    """Yield the entries that start wherever a pattern matches; what comes before is left out.

    Args:
        text: The log.
        pattern: Matches the head of an entry; the body starts right after it. It needs no ``^``
            (without one the search is much quicker): only matches at the start of a line count.
        where: Prefix of places, '' for a file.
    """
    line, counted = 1, 0
    current: re.Match[str] | None = None
    place = ""
    for found in pattern.finditer(text):
        if found.start() and text[found.start() - 1] != "\n":
            continue
        if current is not None:
            yield Entry(current, text[current.end() : found.start()], place)
        line += text.count("\n", counted, found.start())
        counted = found.start()
        place = f"{where} line {line}" if where else f"line {line}"
        current = found
    if current is not None:
        yield Entry(current, text[current.end() :], place)
