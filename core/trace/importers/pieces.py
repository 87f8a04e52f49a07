"""A large JSON document, parsed in pieces, so that people see how far it is.

Most of a large document lies in one list. Its beginning tells where that list begins; from
there on some megabytes of elements are parsed at a time. A piece ends where an element seems to
end: if what lies before it isn't a row of whole elements, the piece isn't JSON, and the next such
place is tried. Whatever doesn't go this way is parsed at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from pydantic_core import from_json

LARGE: Final = 16 * 2**20
"""Bytes from which a document is parsed in pieces."""
PIECE: Final = 8 * 2**20
_LOOKED_AT: Final = 2**19
_TRIES: Final = 40
"""Places tried as the end of a piece."""
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{},:]', re.DOTALL)
_FIRST_KEY: Final = re.compile(rb'\s*\{\s*("(?:[^"\\]|\\.){0,200}")\s*:')

_Path = tuple[str | int, ...]


def parse_in_pieces(data: bytes, tell: Callable[[int], None]) -> Any:
    """Return the value of a JSON document.

    Args:
        data: The document.
        tell: Told the percent that are parsed, from 0 to 100.

    Raises:
        ValueError: If it is no JSON, or isn't laid out as expected; parse it at once then.
    """
    start, path = _largest_list(data)
    items: list[Any] = []
    position = start
    between = _between(data, start)
    while True:
        tell(100 * position // len(data))
        part, position, is_last = _piece(data, position, between)
        items += part
        if is_last:
            break
    tell(100 * position // len(data))
    whole = _parse(data[:start] + data[position:])
    tell(100)
    inner = whole
    try:
        for step in path:
            inner = inner[step]
    except (KeyError, IndexError, TypeError):
        raise ValueError("the list isn't where it began") from None
    if inner != []:  # a key that occurs twice hides the first one
        raise ValueError("another list stands in its place")
    inner += items
    return whole


def _parse(data: bytes) -> Any:
    return from_json(data, allow_inf_nan=False, cache_strings="all")


def _largest_list(data: bytes) -> tuple[int, _Path]:
    """Return where the list begins that goes on after the beginning, and its path.

    Of the lists that are open there the one with most elements is taken, the outer one of equals.
    """
    stack: list[list[Any]] = []  # is a list, begins, elements so far, key at hand
    last: bytes = b""
    for token in _TOKEN.finditer(data, 0, min(len(data), _LOOKED_AT)):
        word = token[0]
        if word in (b"{", b"["):
            stack.append([word == b"[", token.end(), 0, None])
        elif word in (b"}", b"]"):
            if not stack:
                break
            stack.pop()
        elif word == b"," and stack:
            stack[-1][2] += 1
        elif word == b":" and stack:
            stack[-1][3] = last
        last = word
    lists = [index for index, frame in enumerate(stack) if frame[0] and frame[2] > 0]
    if not lists:
        raise ValueError("no list goes on")
    chosen = max(lists, key=lambda index: (stack[index][2], -index))
    path: list[str | int] = []
    for frame in stack[:chosen]:
        path.append(frame[2] if frame[0] else from_json(frame[3]))
    return stack[chosen][1], tuple(path)


def _between(data: bytes, start: int) -> re.Pattern[bytes]:
    """Return how the place between two elements looks: the next one begins as the first does."""
    first = _FIRST_KEY.match(data, start)
    if first is None:
        return re.compile(rb"[}\]]\s*,\s*(?=[{\[])")
    return re.compile(rb"\}\s*,\s*(?=\{\s*" + re.escape(first[1]) + rb"\s*:)")


def _piece(data: bytes, start: int, between: re.Pattern[bytes]) -> tuple[list[Any], int, bool]:
    """Return elements from a place on, where they end, and whether the list ends there."""
    place = start + PIECE
    if place < len(data):
        for _ in range(_TRIES):
            found = between.search(data, place)
            if found is None:
                break
            items = _elements(data[start : found.start() + 1])
            if items is not None:
                return items, found.end(), False
            place = found.end()
    # The rest: up to one of the last closing brackets, counted from the end.
    if len(data) - start > 3 * PIECE:
        raise ValueError("the end of an element isn't found")
    tail = data[start:]
    end = len(tail)
    for _ in range(_TRIES):
        end = tail.rfind(b"]", 0, end)
        if end < 0:
            break
        items = _elements(tail[:end])
        if items is not None:
            return items, start + end, True
    raise ValueError("the end of the list isn't found")


def _elements(part: bytes) -> list[Any] | None:
    """Return the elements in a part of a list, None if it isn't a row of whole ones."""
    try:
        found = _parse(b"[" + part + b"]")
    except ValueError:
        return None
    return found if isinstance(found, list) else None
