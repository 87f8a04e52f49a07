"""From text or bytes to plain values in which every value knows its line.

YAML 1.2 with its core schema, or JSON; which of the two is decided by content. The reader builds
values from parser events, so that nothing in a document can construct anything: no dates, no
objects, no merge keys, no expanding anchors. All that can be wrong ends in one sentence.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from core.contract.json_nodes import ConstantError, JsonBuilder, json_words, refuse_constant
from core.contract.nodes import (
    MAX_BYTES,
    MAX_NODES,
    LocatedError,
    Mark,
    Node,
    Path,
    Positions,
    describe,
    place,
    too_deep,
)
from core.contract.yaml_nodes import YamlBuilder

__all__ = [
    "MAX_BYTES",
    "Document",
    "LocatedError",
    "Mark",
    "Node",
    "Path",
    "describe",
    "place",
    "read_document",
    "to_text",
]


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
        raise too_deep(source, None) from None
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


def _read_root(text: str, source: str) -> tuple[Node, Literal["yaml", "json"]]:
    if text.lstrip()[0] not in "{[":
        return YamlBuilder(source).build(text), "yaml"
    try:
        json.loads(text, parse_int=len, parse_constant=refuse_constant)
    except ConstantError as error:
        raise LocatedError(
            f"{error} is no number that JSON knows.", source=source, hint="Write null."
        ) from None
    except json.JSONDecodeError as error:
        problem = LocatedError(
            f"This is no valid JSON: {json_words(error)}.",
            source=source,
            mark=Mark(error.pos, error.lineno, error.colno),
        )
    else:
        return JsonBuilder(text, source).build(), "json"
    # '{a: b}' and a comma too many are fine in YAML.
    try:
        return YamlBuilder(source).build(text), "yaml"
    except LocatedError as error:
        looks_like_json = re.match(r'\s*[{\[]\s*["{\[]', text)
        raise (problem if looks_like_json and error.code == "syntax" else error) from None
