"""JSON text as nodes."""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from core.contract.nodes import (
    MAX_DEPTH,
    Mark,
    Node,
    Positions,
    duplicate_key,
    refuse_half_characters,
    resolve_plain,
    too_deep,
)

_SPACE = re.compile(r"[ \t\r\n]*")
_WORD = re.compile(r"[-+.\w]+")


class ConstantError(ValueError):
    """A word such as NaN that JSON doesn't have."""


def refuse_constant(name: str) -> Any:
    """Stop the JSON parser at NaN and Infinity."""
    raise ConstantError(name)


def json_words(error: json.JSONDecodeError) -> str:
    """Return a JSON parser's complaint in words."""
    words = {
        "Expecting property name enclosed in double quotes": "a key in double quotes is due here",
        "Expecting ',' delimiter": "a comma or a closing bracket is due here",
        "Expecting ':' delimiter": "a ':' is due here",
        "Expecting value": "a value is due here",
        "Extra data": "something follows after the end",
        "Unterminated string starting at": "a quotation mark is never closed",
        "Invalid control character at": "a line break or control character stands inside quotes",
        "Illegal trailing comma before end of object": "a comma stands before the closing bracket",
        "Illegal trailing comma before end of array": "a comma stands before the closing bracket",
    }
    return words.get(error.msg, error.msg[:1].lower() + error.msg[1:])


class JsonBuilder:
    """Builds nodes from text that is known to be valid JSON."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.positions = Positions(text)

    def build(self) -> Node:
        """Return the node of the whole text."""
        return self._value(self._skip(0), 1)[0]

    def _skip(self, index: int) -> int:
        match = _SPACE.match(self.text, index)
        return match.end() if match else index

    def _value(self, index: int, depth: int) -> tuple[Node, int]:
        start = self.positions.mark(index)
        if depth > MAX_DEPTH:
            raise too_deep(self.source, start)
        first = self.text[index]
        if first == "{":
            return self._map(index, depth, start)
        if first == "[":
            return self._seq(index, depth, start)
        if first == '"':
            value, end = scanstring(self.text, index + 1, True)
            refuse_half_characters(value, self.source, start)
        else:
            match = _WORD.match(self.text, index)
            word = match.group() if match else ""
            value, end = _json_scalar(word), index + len(word)
        return Node("scalar", start, self.positions.mark(end), value, flow=True), end

    def _map(self, index: int, depth: int, start: Mark) -> tuple[Node, int]:
        node = Node("map", start, start, flow=True)
        seen: dict[str, Mark] = {}
        index = self._skip(index + 1)
        while self.text[index] != "}":
            key, index = self._value(index, depth)
            if key.value in seen:
                raise duplicate_key(key.value, self.source, key.start, seen[key.value])
            seen[key.value] = key.start
            value, index = self._value(self._skip(self._skip(index) + 1), depth + 1)
            node.pairs.append((key, value))
            node.size += value.size
            index = self._comma(index)
        node.end = self.positions.mark(index + 1)
        return node, index + 1

    def _seq(self, index: int, depth: int, start: Mark) -> tuple[Node, int]:
        node = Node("seq", start, start, flow=True)
        index = self._skip(index + 1)
        while self.text[index] != "]":
            item, index = self._value(index, depth + 1)
            node.items.append(item)
            node.size += item.size
            index = self._comma(index)
        node.end = self.positions.mark(index + 1)
        return node, index + 1

    def _comma(self, index: int) -> int:
        index = self._skip(index)
        return self._skip(index + 1) if self.text[index] == "," else index


def _json_scalar(word: str) -> Any:
    if word in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[word]
    return resolve_plain(word)
