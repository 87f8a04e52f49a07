"""From text or bytes to plain values in which every value knows its line.

YAML 1.2 with its core schema, or JSON; which of the two is decided by content. The reader builds
values from parser events, so that nothing in a document can construct anything: no dates, no
objects, no merge keys, no expanding anchors. All that can be wrong ends in one sentence.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, Literal, TypeAlias

from core.contract.yaml_events import yaml_events
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


@dataclass(frozen=True)
class Document:
    """A document that was read but not yet judged."""

    kind: str
    """What the document says it is, such as ``FactContract``; empty if it doesn't say."""
    data: Any
    text: str
    source: str
    format: Literal["yaml", "json"]
    root: Node

    def mark(self, path: Path) -> Mark:
        """Return where the key (or list item) of a path stands, or its nearest ancestor."""
        node, mark = self.root, self.root.start
        for step in path:
            child = node.child(step)
            if child is None:
                break
            key = node.key(step)
            node, mark = child, (key or child).start
        return mark

    def where(self, path: Path = ()) -> str:
        """Return the place for people, such as ``contract.yaml, line 12``."""
        return place(self.source, self.mark(path).line)

    @property
    def lines(self) -> dict[Path, int]:
        """Line of every path in the document."""
        found: dict[Path, int] = {}

        def walk(node: Node, path: Path, line: int) -> None:
            found[path] = line
            for key, value in node.pairs:
                walk(value, (*path, key.value), key.start.line)
            for position, item in enumerate(node.items):
                walk(item, (*path, position), item.start.line)

        walk(self.root, (), self.root.start.line)
        return found


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


def to_text(content: str | bytes, source: str = "") -> str:
    """Return a document's text, or say why it is none.

    Args:
        content: Text, or the bytes of a file.
        source: Name of the file for messages.

    Raises:
        DocumentError: Binary, other encoding than UTF-8, empty, or over the size limit.
    """
    if isinstance(content, bytes):
        if len(content) > MAX_BYTES:
            raise _too_big(len(content), source)
        content = _decode(content, source)
    if len(content) > MAX_BYTES:
        raise _too_big(len(content), source)
    text = content.removeprefix("\ufeff")
    if not text.strip():
        raise LocatedError("The document is empty.", source=source, code="empty")
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        mark = Positions(text).mark(error.start)
        raise LocatedError(
            "The text holds half of a character, as after a cut in the wrong place.",
            source=source,
            mark=mark,
            code="encoding",
        ) from None
    if size > MAX_BYTES:
        raise _too_big(size, source)
    return text


def read_document(content: str | bytes, source: str = "") -> Document:
    """Read YAML or JSON, whichever it is, with the place of every value.

    Args:
        content: Text, or the bytes of a file.
        source: Name of the file for messages.

    Returns:
        The document; its top level is a group of keys.

    Raises:
        DocumentError: Anything that keeps the text from being read.
    """
    text = to_text(content, source)
    try:
        root, form = _read_root(text, source)
    except RecursionError:
        raise _too_deep(source, None) from None
    if root.size > MAX_NODES:
        raise LocatedError(
            f"The document holds more than {MAX_NODES:,} values.", source=source, code="too-big"
        )
    if root.kind != "map":
        raise LocatedError(
            f"The document is {describe(root.plain())}, but should be a group of keys "
            "such as 'name: ...'.",
            source=source,
            mark=root.start,
            code="not-a-document",
        )
    kind_node = root.child("kind")
    kind = kind_node.value if kind_node is not None and isinstance(kind_node.value, str) else ""
    return Document(kind=kind, data=root.plain(), text=text, source=source, format=form, root=root)


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


def _decode(data: bytes, source: str) -> str:
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        raise LocatedError(
            "This is a zip archive.", source=source, hint="Unpack it first.", code="binary"
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LocatedError(
            "The file is written in UTF-16.",
            source=source,
            hint="Save it as UTF-8.",
            code="encoding",
        )
    if b"\x00" in data:
        raise LocatedError(
            "This is a binary file, not text.",
            source=source,
            hint="A document is YAML or JSON text.",
            code="binary",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LocatedError(
            "The file is not written in UTF-8.",
            source=source,
            mark=Mark(0, line, 1),
            hint="Save it as UTF-8.",
            code="encoding",
        ) from None


def _too_big(size: int, source: str) -> LocatedError:
    return LocatedError(
        f"The document has {size / 1_000_000:.1f} MB; the most is {MAX_BYTES // 1_000_000} MB.",
        source=source,
        code="too-big",
    )


def _too_deep(source: str, mark: Mark | None) -> LocatedError:
    return LocatedError(
        f"The document is nested more than {MAX_DEPTH} levels deep.",
        source=source,
        mark=mark,
        code="too-deep",
    )


def _read_root(text: str, source: str) -> tuple[Node, Literal["yaml", "json"]]:
    if text.lstrip()[0] not in "{[":
        return _YamlBuilder(source).build(text), "yaml"
    try:
        json.loads(text, parse_int=len, parse_constant=_refuse_constant)
    except _ConstantError as error:
        raise LocatedError(
            f"{error} is no number that JSON knows.", source=source, hint="Write null."
        ) from None
    except json.JSONDecodeError as error:
        problem = LocatedError(
            f"This is no valid JSON: {_json_words(error)}.",
            source=source,
            mark=Mark(error.pos, error.lineno, error.colno),
        )
    else:
        return _JsonBuilder(text, source).build(), "json"
    # '{a: b}' and a comma too many are fine in YAML.
    try:
        return _YamlBuilder(source).build(text), "yaml"
    except LocatedError as error:
        looks_like_json = re.match(r'\s*[{\[]\s*["{\[]', text)
        raise (problem if looks_like_json and error.code == "syntax" else error) from None


class _ConstantError(ValueError):
    pass


def _refuse_constant(name: str) -> Any:
    raise _ConstantError(name)


def _json_words(error: json.JSONDecodeError) -> str:
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


def duplicate_key(key: str, source: str, mark: Mark, first: Mark) -> LocatedError:
    """Return the error for a key that stands twice in one group."""
    return LocatedError(
        f"The key '{key[:60]}' stands twice in the same group (first in line {first.line}).",
        source=source,
        mark=mark,
        code="duplicate-key",
    )


_SPACE = re.compile(r"[ \t\r\n]*")
_WORD = re.compile(r"[-+.\w]+")


class _JsonBuilder:
    """Builds nodes from text that is known to be valid JSON."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.positions = Positions(text)

    def build(self) -> Node:
        return self._value(self._skip(0), 1)[0]

    def _skip(self, index: int) -> int:
        match = _SPACE.match(self.text, index)
        return match.end() if match else index

    def _value(self, index: int, depth: int) -> tuple[Node, int]:
        start = self.positions.mark(index)
        if depth > MAX_DEPTH:
            raise _too_deep(self.source, start)
        first = self.text[index]
        if first == "{":
            return self._map(index, depth, start)
        if first == "[":
            return self._seq(index, depth, start)
        if first == '"':
            value, end = scanstring(self.text, index + 1, True)
            _refuse_half_characters(value, self.source, start)
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


def _refuse_half_characters(value: str, source: str, mark: Mark) -> None:
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise LocatedError(
            "A text holds half of a character (an escape such as \\ud83d without its partner).",
            source=source,
            mark=mark,
            code="encoding",
        )


def _json_scalar(word: str) -> Any:
    if word in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[word]
    return resolve_plain(word)


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


_STANDARD_TAG = "tag:yaml.org,2002:"


class _YamlBuilder:
    """Builds nodes from the parser's events, counting depth and uses of anchors."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.anchors: dict[str, Node] = {}
        self.open: set[str] = set()
        self.aliases = 0

    def build(self, text: str) -> Node:
        events = yaml_events(text)
        try:
            root = self._document(events)
        except LocatedError:
            raise
        except RecursionError:
            raise
        except Exception as error:
            raise yaml_problem(error, self.source) from None
        return root

    def _document(self, events: Iterator[Any]) -> Node:
        root: Node | None = None
        for event in events:
            name = type(event).__name__
            if name == "DocumentStartEvent":
                version = getattr(event, "version", None)
                if version and tuple(version) != (1, 2):
                    raise self._refuse(
                        event, "Baton reads YAML 1.2; the %YAML line asks for another."
                    )
                if root is not None:
                    raise self._refuse(
                        event, "The file holds more than one document ('---').", "Keep one of them."
                    )
                root = self._node(next(events), events, 1)
        if root is None:
            raise LocatedError("The document is empty.", source=self.source, code="empty")
        return root

    def _refuse(
        self, event: Any, what: str, hint: str = "", code: str = "not-supported"
    ) -> LocatedError:
        return LocatedError(
            what, source=self.source, mark=_mark(event.start_mark), hint=hint, code=code
        )

    def _node(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        name = type(event).__name__
        if depth > MAX_DEPTH:
            raise _too_deep(self.source, _mark(event.start_mark))
        if name == "AliasEvent":
            return self._alias(event)
        anchor = event.anchor
        if anchor:
            self.open.add(anchor)
        if name == "ScalarEvent":
            node = self._scalar(event)
        elif name == "SequenceStartEvent":
            node = self._seq(event, events, depth)
        else:
            node = self._map(event, events, depth)
        if anchor:
            self.open.discard(anchor)
            self.anchors[anchor] = node
        return node

    def _alias(self, event: Any) -> Node:
        self.aliases += 1
        if event.anchor in self.open:
            raise self._refuse(
                event, f"The anchor '{event.anchor}' holds itself.", code="yaml-bomb"
            )
        target = self.anchors.get(event.anchor)
        if target is None:
            raise self._refuse(
                event,
                f"'*{event.anchor}' refers to an anchor that isn't there.",
                "Put text that begins with '*' in quotes.",
                "syntax",
            )
        if self.aliases > MAX_ALIASES or target.size > MAX_NODES:
            raise self._refuse(
                event,
                "The document uses YAML anchors so often that it would grow out of hand.",
                "Write the values out.",
                "yaml-bomb",
            )
        return Node(
            target.kind,
            _mark(event.start_mark),
            _mark(event.end_mark),
            target.value,
            flow=True,
            pairs=target.pairs,
            items=target.items,
            size=target.size,
            alias=True,
        )

    def _scalar(self, event: Any) -> Node:
        tag = _tag(event)
        node = Node(
            "scalar", _mark(event.start_mark), _mark(event.end_mark), event.value, flow=True
        )
        node.block_text = event.style in ("|", ">")
        _refuse_half_characters(event.value, self.source, node.start)
        kind = tag.removeprefix(_STANDARD_TAG)
        if (tag in ("", "?") and event.style not in ("'", '"', "|", ">")) or kind in (
            "int",
            "float",
            "bool",
            "null",
        ):
            node.value = resolve_plain(event.value)
        elif tag not in ("", "!", "?") and kind != "str":
            raise self._refuse_tag(event, tag)
        return node

    def _refuse_tag(self, event: Any, tag: str) -> LocatedError:
        shown = tag.replace(_STANDARD_TAG, "!!")[:60]
        return self._refuse(
            event,
            f"The tag '{shown}' is not understood here.",
            "Leave it out, or put text that begins with '!' in quotes.",
        )

    def _collection(self, event: Any, kind: Literal["map", "seq"]) -> Node:
        tag = _tag(event)
        if tag not in ("", "!", "?", f"{_STANDARD_TAG}{kind}"):
            raise self._refuse_tag(event, tag)
        mark = _mark(event.start_mark)
        return Node(kind, mark, mark, flow=bool(event.flow_style))

    def _seq(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        node = self._collection(event, "seq")
        while type(inner := next(events)).__name__ != "SequenceEndEvent":
            item = self._node(inner, events, depth + 1)
            node.items.append(item)
            node.size += item.size
        node.end = _mark(inner.end_mark)
        return node

    def _map(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        node = self._collection(event, "map")
        seen: dict[str, Mark] = {}
        while type(inner := next(events)).__name__ != "MappingEndEvent":
            key = self._key(inner, events, depth)
            if key.value in seen:
                raise duplicate_key(key.value, self.source, key.start, seen[key.value])
            seen[key.value] = key.start
            value = self._node(next(events), events, depth + 1)
            node.pairs.append((key, value))
            node.size += value.size
        node.end = _mark(inner.end_mark)
        return node

    def _key(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        if type(event).__name__ not in ("ScalarEvent", "AliasEvent"):
            raise self._refuse(event, "A list or a group stands where a key is due.")
        key = self._node(event, events, depth)
        if key.kind != "scalar":
            raise self._refuse(event, "A list or a group stands where a key is due.")
        if not isinstance(key.value, str):
            # A key is text, whatever it looks like: agents may be called '7' or 'true'.
            key.value = event.value if type(event).__name__ == "ScalarEvent" else str(key.value)
        if key.value == "<<" and getattr(event, "style", None) not in ("'", '"'):
            raise self._refuse(event, "Merge keys ('<<') are not supported.", "Write the keys out.")
        return key


def _tag(event: Any) -> str:
    tag = getattr(event, "ctag", None) or getattr(event, "tag", None)
    return "" if tag is None else str(tag)


def _mark(mark: Any) -> Mark:
    return Mark(mark.index, mark.line + 1, mark.column + 1)


_YAML_WORDS = (
    ("mapping values are not allowed", "a ':' stands where none can be",
     "Put text that holds ': ' in quotes, and check the indentation."),
    ("'\\t' that cannot start", "a tab is used for indentation", "Use spaces."),
    ("could not find expected ':'", "a ':' is missing after a key", ""),
    ("block end", "the indentation doesn't fit the lines above", ""),
    ("block mapping", "the indentation doesn't fit the lines above", ""),
    ("found unexpected end of stream", "a quotation mark is never closed", ""),
    ("expected ',' or ']'", "a list opened with '[' isn't closed properly", ""),
    ("expected ',' or '}'", "a group opened with '{' isn't closed properly", ""),
    ("unknown escape", "a backslash in double quotes stands before a character it can't escape",
     "Use single quotes."),
    ("that cannot start any token", "a line begins with a character that can't begin a value",
     "Put the text in quotes."),
)  # fmt: skip


def yaml_problem(error: Exception, source: str) -> LocatedError:
    """Return a YAML parser's error in words."""
    problem = str(getattr(error, "problem", "") or "")
    raw_mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if "end of stream" in problem and getattr(error, "context_mark", None) is not None:
        raw_mark = error.context_mark  # type: ignore[attr-defined]
    mark = _mark(raw_mark) if raw_mark is not None else None
    if type(error).__name__ == "ReaderError":
        return LocatedError(
            "The text holds a control character that no document has.",
            source=source,
            code="binary",
        )
    for part, words, hint in _YAML_WORDS:
        if part in problem:
            return LocatedError(
                f"This is no valid YAML: {words}.", source=source, mark=mark, hint=hint
            )
    detail = f": {problem}" if problem else ""
    return LocatedError(f"This is no valid YAML{detail}.", source=source, mark=mark)
