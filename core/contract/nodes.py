"""Values with their places, and the errors that name a place."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from core.errors import DocumentError

MAX_BYTES = 1_000_000
"""Largest document, in bytes of UTF-8."""
MAX_DEPTH = 40
"""Deepest nesting of lists and groups."""
MAX_ALIASES = 100
"""Most uses of YAML anchors in a document."""
MAX_NODES = 100_000
"""Most values, with every use of an anchor written out."""
Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a text: character index from 0, line and column from 1."""

    index: int
    line: int
    column: int


@dataclass(slots=True)
class Node:
    """One value with its place. ``pairs`` for a group of keys, ``items`` for a list."""

    kind: Literal["scalar", "map", "seq"]
    start: Mark
    end: Mark
    value: Any = None
    flow: bool = False
    """Written in one go ('[a, b]', quotes, plain), not as an indented block."""
    block_text: bool = False
    """A text written below its key, after ``|`` or ``>``."""
    pairs: list[tuple[Node, Node]] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    size: int = 1
    """Values in it, with anchors written out."""
    alias: bool = False
    """Stands for a value that is written elsewhere."""

    def plain(self) -> Any:
        """Return the value as dicts, lists and scalars."""
        if self.kind == "map":
            return {key.value: value.plain() for key, value in self.pairs}
        if self.kind == "seq":
            return [item.plain() for item in self.items]
        return self.value

    def child(self, step: str | int) -> Node | None:
        """Return the value under a key or at a position, or None."""
        if self.kind == "map":
            return next((value for key, value in self.pairs if key.value == step), None)
        if self.kind == "seq" and isinstance(step, int) and 0 <= step < len(self.items):
            return self.items[step]
        return None

    def key(self, step: str | int) -> Node | None:
        """Return the node of a key, or None."""
        return next((key for key, _ in self.pairs if key.value == step), None)


class LocatedError(DocumentError):
    """A document error that knows its line and column (from 1; 0 if it concerns the whole)."""

    def __init__(
        self,
        what: str,
        *,
        source: str = "",
        mark: Mark | None = None,
        hint: str = "",
        code: str = "syntax",
    ) -> None:
        self.line = mark.line if mark else 0
        self.column = mark.column if mark else 0
        self.code = code
        where = place(source, self.line)
        super().__init__(what, where=where, hint=hint)


def place(source: str, line: int) -> str:
    """Return a place for people: file and line, or either alone.

    Args:
        source: Name of the file; empty for text from a form.
        line: Line from 1; 0 if it concerns the whole.
    """
    return ", ".join(part for part in (source, f"line {line}" if line else "") if part)


def describe(value: Any) -> str:
    """Return what a value is, in words: ``the number 45000``, ``a list``, ``text``."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"the switch {str(value).lower()}"
    if isinstance(value, int | float):
        return f"the number {str(value)[:40]}"
    if isinstance(value, str):
        short = value if len(value) <= 40 else f"{value[:37]}..."
        return f"the text '{short}'"
    return "a list" if isinstance(value, list | tuple) else "a group of keys"


class Positions:
    """Turns character indices of a text into lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]

    def mark(self, index: int) -> Mark:
        """Return the place of a character."""
        line = bisect_right(self._starts, index)
        return Mark(index, line, index - self._starts[line - 1] + 1)


def too_deep(source: str, mark: Mark | None) -> LocatedError:
    """Return the error for a document that is nested too deeply."""
    return LocatedError(
        f"The document is nested more than {MAX_DEPTH} levels deep.",
        source=source,
        mark=mark,
        code="too-deep",
    )


def duplicate_key(key: str, source: str, mark: Mark, first: Mark) -> LocatedError:
    """Return the error for a key that stands twice in one group."""
    return LocatedError(
        f"The key '{key[:60]}' stands twice in the same group (first in line {first.line}).",
        source=source,
        mark=mark,
        code="duplicate-key",
    )


def refuse_half_characters(value: str, source: str, mark: Mark) -> None:
    """Raise if a text holds a lone surrogate, which no file can hold."""
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise LocatedError(
            "A text holds half of a character (an escape such as \\ud83d without its partner).",
            source=source,
            mark=mark,
            code="encoding",
        )


_INT = re.compile(r"[-+]?[0-9]{1,300}\Z")
_BASED = re.compile(r"0(?:o[0-7]{1,100}|x[0-9a-fA-F]{1,100})\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")


def resolve_plain(word: str) -> Any:
    """Return the value of an unquoted scalar by YAML 1.2's core schema.

    Dates stay text, 'yes' and 'no' stay text, and what no finite number can hold stays text.
    """
    if word in ("", "~", "null", "Null", "NULL"):
        return None
    if word in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return word[0] in "tT"
    if _INT.match(word):
        return int(word)
    if _BASED.match(word):
        return int(word, 0)
    if _FLOAT.match(word):
        number = float(word)
        return number if math.isfinite(number) else word
    return word
