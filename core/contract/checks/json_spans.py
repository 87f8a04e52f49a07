"""Where the members of JSON stand in a text that has JSON in it, whole or cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

_TOKEN = re.compile(r'\s*(?:("(?:[^"\\\n]|\\.)*")|([{}\[\]:,])|([^\s{}\[\]:,"]+))')
_BEGIN = re.compile(r'[{\[](?=\s*(?:["{\[\]}]|//|-?\d))')
_DEPTH = 30
_MOST = 5000
"""Depth and number of members that are read of one piece of JSON."""

Kind: TypeAlias = Literal["object", "list", "plain"]


@dataclass(slots=True)
class Item:
    """A value of JSON, with its key if it has one."""

    kind: Kind
    start: int
    """Place of the key, or of the value if it has none."""
    value: int
    """Place of the value."""
    end: int
    key: str = ""
    children: list[Item] = field(default_factory=list)


def json_items(text: str) -> Iterator[Item]:
    """Yield the outermost objects and lists of a text.

    A piece that is cut off or has a fault is yielded as far as it goes.
    """
    position = 0
    while (begin := _BEGIN.search(text, position)) is not None:
        item = _read(text, begin.start())
        if item.children:
            yield item
        position = max(item.end, begin.end())


def _read(text: str, start: int) -> Item:
    root = Item("object" if text[start] == "{" else "list", start, start, start + 1)
    stack = [root]
    key: tuple[int, str] | None = None
    waiting: tuple[int, int, str] | None = None
    position, count = start + 1, 0
    while stack and count < _MOST:
        match = _TOKEN.match(text, position)
        if match is None:
            break
        position, count = match.end(), count + 1
        string, mark, word = match.groups()
        top = stack[-1]
        if mark == ":" and waiting is not None and top.kind == "object":
            key, waiting = (waiting[0], waiting[2]), None
            continue
        if waiting is not None:
            top.children.append(_plain(waiting, key))
            key = waiting = None
        if mark in ("{", "["):
            if len(stack) >= _DEPTH:
                break
            at = position - 1
            kind: Kind = "object" if mark == "{" else "list"
            child = Item(kind, key[0] if key else at, at, position, key[1] if key else "")
            top.children.append(child)
            stack.append(child)
            key = None
        elif mark in ("}", "]"):
            stack.pop().end = position
        elif string is not None or word is not None:
            at = match.start(1) if string is not None else match.start(3)
            waiting = (at, position, (string or word).strip('"'))
    for item in stack:
        item.end = position
    return root


def _plain(waiting: tuple[int, int, str], key: tuple[int, str] | None) -> Item:
    start, end, _ = waiting
    return Item("plain", key[0] if key else start, start, end, key[1] if key else "")
