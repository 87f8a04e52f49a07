"""YAML text as nodes, built from the parser's events; nothing is constructed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from ruamel.yaml import YAML

from core.contract.nodes import (
    MAX_ALIASES,
    MAX_DEPTH,
    MAX_NODES,
    LocatedError,
    Mark,
    Node,
    duplicate_key,
    refuse_half_characters,
    resolve_plain,
    too_deep,
)

_STANDARD_TAG = "tag:yaml.org,2002:"


class YamlBuilder:
    """Builds nodes from the parser's events, counting depth and uses of anchors."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.anchors: dict[str, Node] = {}
        self.open: set[str] = set()
        self.aliases = 0

    def build(self, text: str) -> Node:
        """Return the node of the whole text; raises LocatedError."""
        events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)
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
            raise too_deep(self.source, _mark(event.start_mark))
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
        refuse_half_characters(event.value, self.source, node.start)
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
