"""What a text must hold for a pattern to match: the pattern written out as plain strings.

A turn is searched for some thousands of phrases, of which a handful occur. Each phrase is written out
into the few strings that it can be; a look at the words of a clause then tells which phrases are
worth a search. This never changes the result, only how soon it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

GAP = "\x00"
"""Stands for any text or none."""
EDGE = "\x01"
"""Stands for the edge of a word; takes no room."""
DIGIT = "\x03"
"""Stands for a digit; a clause that holds one has this as a word."""
TESTED = "\x02"
"""Stands for a condition that only the pattern itself can decide."""

_SPACES = EDGE + GAP + EDGE
"""Stands for something between two words."""

LIMIT = 240
"""Most strings that one phrase is written out into; what would need more becomes a gap."""

_MARKS = re.compile(f"[{GAP}{EDGE}{TESTED}{DIGIT}]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, eq=False)
class Need:
    """What one way of matching asks of a clause."""

    words: frozenset[str]
    """Whole words that must occur."""
    starts: tuple[str, ...]
    """Beginnings of words that must occur."""
    pieces: tuple[str, ...]
    """Letters in a row that must occur anywhere."""
    exact: bool
    """The way is a single word and nothing else: the word is the match."""


def alternatives(source: str) -> list[str]:
    """Split a pattern at its outermost bars."""
    parts: list[str] = []
    depth = begin = at = 0
    inside = False
    while at < len(source):
        letter = source[at]
        if letter == "\\":
            at += 2
            continue
        if inside:
            inside = letter != "]"
        elif letter == "[":
            inside = True
            at += source[at + 1 : at + 3] == "^]" or source[at + 1 : at + 2] == "]"
        elif letter in "()":
            depth += 1 if letter == "(" else -1
        elif letter == "|" and depth == 0:
            parts.append(source[begin:at])
            begin = at + 1
        at += 1
    parts.append(source[begin:])
    return [part for part in parts if part]


def needs(source: str) -> list[Need] | None:
    """Return what the ways of matching a phrase ask for.

    Args:
        source: A regular expression for lower-case text.

    Returns:
        One entry per way; a clause that meets none of them can't match. None if the phrase has a
        way that asks for nothing, or can't be analysed; it then has to be searched for everywhere.
    """
    try:
        parsed = import_module("re._parser").parse(source)
    except (ImportError, AttributeError, re.error):  # the parser is no public part of re
        return None
    found = []
    for way in dict.fromkeys(_sequence(list(parsed))):
        need = _need(way)
        if not (need.words or need.starts or need.pieces):
            return None
        found.append(need)
    return found


def _need(way: str) -> Need:
    words: set[str] = set()
    starts: list[str] = []
    pieces: list[str] = []
    for match in _WORD.finditer(way):
        before = _neighbour(way, match.start() - 1, -1)
        after = _neighbour(way, match.end(), 1)
        word = match.group()
        if before and after:
            words.add(word)
        elif before:
            starts.append(word)
        elif len(word) >= 3:
            pieces.append(word)
    if DIGIT in way:
        words.add(DIGIT)
    bare = _MARKS.sub("", way)
    if not words and not starts and not pieces and bare.strip():
        pieces.extend(max(_MARKS.split(way), key=len).split()[:1])
    exact = (
        len(words) == 1
        and bare in words
        and GAP not in way
        and DIGIT not in way
        and TESTED not in way
        and way.startswith(EDGE)
        and way.endswith(EDGE)
    )
    return Need(frozenset(words), tuple(starts), tuple(pieces), exact)


def _neighbour(way: str, at: int, step: int) -> bool:
    """Whether a word ends here for certain: at an edge, or at a letter that is no part of a word."""
    while 0 <= at < len(way) and way[at] == TESTED:
        at += step
    return 0 <= at < len(way) and way[at] not in {GAP, DIGIT}


def _sequence(items: list[Any]) -> list[str]:
    """Return the strings that some items, one after the other, can be."""
    ways = [""]
    for operation, argument in items:
        options = _options(str(operation), argument)
        if len(ways) * len(options) > LIMIT:
            if min(map(_weight, options)) > min(map(_weight, ways)):
                ways = [_forgotten(ways)]
            else:
                options = [_forgotten(options)]
        ways = [way + option for way in ways for option in options]
    return ways


def _forgotten(ways: list[str]) -> str:
    """Return a gap in place of some ways, with the edges of words that all of them have in common.

    Without the edge, a short word after the gap ('he') would be looked for inside of others.
    """
    opens = all(_edge(way.lstrip(TESTED)[:1]) for way in ways)
    ends = all(_edge(way.rstrip(TESTED)[-1:]) for way in ways)
    return EDGE * opens + GAP + EDGE * ends


def _edge(letter: str) -> bool:
    """Whether a way that has this sign at its end begins or ends at the edge of a word."""
    return letter == EDGE or bool(letter.strip(GAP + DIGIT) and not _WORD.match(letter))


def _weight(way: str) -> int:
    """Return how many letters of a way are known."""
    return len(way) - len(_MARKS.findall(way)) if way else 0


def _options(name: str, argument: Any) -> list[str]:
    if name == "LITERAL":
        return [chr(argument)]
    if name == "AT":
        if str(argument) == "AT_BOUNDARY":
            return [EDGE]
        ends = {"AT_BEGINNING", "AT_END", "AT_BEGINNING_STRING", "AT_END_STRING"}
        return [EDGE + TESTED + EDGE if str(argument) in ends else TESTED]
    if name == "IN":
        return _set(argument)
    if name == "SUBPATTERN":
        return _sequence(list(argument[3]))
    if name == "BRANCH":
        return [way for branch in argument[1] for way in _sequence(list(branch))]
    if name in {"MAX_REPEAT", "MIN_REPEAT"}:
        return _repeat(*argument)
    return [TESTED] if name in {"ASSERT", "ASSERT_NOT"} else [GAP]


def _repeat(least: int, most: int, inner: Any) -> list[str]:
    once = _sequence(list(inner))
    if int(most) > 1 and once != [_SPACES]:  # whatever comes between, the last time is known
        once = [GAP] if once == [GAP] else [*once, *(GAP + way for way in once)]
    return once if least else ["", *once]


def _set(items: list[Any]) -> list[str]:
    letters = [chr(argument) for operation, argument in items if str(operation) == "LITERAL"]
    if len(letters) == len(items) and len(letters) <= 4:
        return letters
    if [str(argument) for _, argument in items] == ["CATEGORY_DIGIT"]:
        return [DIGIT]
    if list(_outside_words(items)) == [True] * len(items):
        return [_SPACES]
    return [GAP]


def _outside_words(items: list[Any]) -> Iterator[bool]:
    for operation, argument in items:
        name, value = str(operation), str(argument)
        yield (name == "LITERAL" and not (chr(argument).isalnum() or chr(argument) == "_")) or (
            name == "CATEGORY" and value == "CATEGORY_SPACE"
        )
