"""Editing YAML text in place: cut and insert at the values that differ."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from typing import Any

from core.contract.reading import Document, Node, read_document
from core.errors import DocumentError

Writer = Callable[[Mapping[str, Any]], str]


class _CantSpliceError(Exception):
    """The text is written in a way that can't be edited in place."""


def splice(document: Document, target: Mapping[str, Any], write: Writer) -> str:
    """Edit a YAML text so that it says something else.

    Args:
        document: The text with its nodes.
        target: What it shall say, as plain values.
        write: Writes a group of keys as block YAML, ending in a line break.

    Returns:
        The edited text; if it can't be edited in place, the comments above it and the document
        written anew.
    """
    try:
        text = _Splicer(document, write).run(target)
        if same(read_document(text).data, target):
            return text
    except (_CantSpliceError, DocumentError):
        pass
    head = re.match(r"(?:[ \t]*(?:#[^\n]*)?\n)*", document.text)
    return (head.group() if head else "") + write(target)


def same(left: Any, right: Any) -> bool:
    """Compare plain values strictly: 1, 1.0 and true differ, and so does the order of keys."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


class _Splicer:
    def __init__(self, document: Document, write: Writer) -> None:
        self.text = document.text
        self.root = document.root
        self.write = write
        self.edits: list[tuple[int, int, str]] = []
        self.newline = "\r\n" if "\r\n" in document.text else "\n"

    def run(self, target: Mapping[str, Any]) -> str:
        if self.root.alias or (self.root.flow and self.root.kind == "map"):
            self._replace(self.root, dict(target))
        else:
            self._map(self.root, target)
        text = self.text
        # From the end to the beginning. Of two insertions at one place the inner was noted first
        # and must end up first, so the later one goes in first.
        for start, end, _, new in sorted(
            ((start, end, order, new) for order, (start, end, new) in enumerate(self.edits)),
            reverse=True,
        ):
            text = text[:start] + new.replace("\n", self.newline) + text[end:]
        return text

    # -- places ---------------------------------------------------------------------------

    def _line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int) -> int:
        """Return the index after the line break of the line that holds ``index``."""
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end + 1

    def _content_end(self, node: Node) -> int:
        """Return where a value's last own character ends; comments after it aren't its own."""
        if node.kind == "scalar" or node.flow or node.alias:
            if node.block_text:
                # The parser's end lies at the next token; step back over blanks and comments.
                return self._before_comments(node.start.index, node.end.index)
            return node.end.index
        last = [value for _, value in node.pairs] or node.items
        if not last:
            raise _CantSpliceError
        end = self._content_end(last[-1])
        return max(end, node.pairs[-1][0].end.index + 1) if node.pairs else end

    def _before_comments(self, start: int, end: int) -> int:
        first = self._line_end(start)
        if first >= end:
            return max(start + 1, end)
        return first + len(self.text[first:end].rstrip())

    def _after(self, node: Node) -> int:
        """Return the index at which the line after a value begins."""
        return self._line_end(self._content_end(node))

    def _insert(self, index: int, lines: str) -> None:
        """Insert whole lines; the text before may lack its last line break."""
        lead = "" if index == 0 or self.text[index - 1] == "\n" else "\n"
        self.edits.append((index, index, lead + lines))

    # -- edits ----------------------------------------------------------------------------

    def _value(self, key: Node, node: Node, new: Any, indent: int) -> None:
        if same(node.plain(), new):
            return
        if node.alias:
            raise _CantSpliceError
        if node.kind == "map" and isinstance(new, Mapping) and new and not node.flow:
            self._map(node, new)
        elif node.kind == "seq" and isinstance(new, list) and new and not node.flow:
            self._seq(node, new)
        elif self._inline(node, new):
            self._replace(node, new)
        else:
            self._rewrite_pair(key, node, new, indent)

    def _inline(self, node: Node, new: Any) -> bool:
        """Say whether a value can be exchanged within its line."""
        empty = node.start.index == node.end.index
        if node.block_text or not node.flow or empty:
            return False
        return node.kind != "scalar" or not isinstance(new, Mapping | list)

    def _replace(self, node: Node, new: Any) -> None:
        self.edits.append((node.start.index, node.end.index, self._flow(new, node)))

    def _flow(self, new: Any, node: Node) -> str:
        if isinstance(new, list) and all(isinstance(item, str) for item in new):
            return f"[{', '.join(self._scalar(item, in_flow=True) for item in new)}]"
        if isinstance(new, Mapping | list):
            return json.dumps(new, ensure_ascii=False)
        quote = self.text[node.start.index : node.start.index + 1]
        if quote == "'" and isinstance(new, str) and new.isprintable():
            return "'" + new.replace("'", "''") + "'"
        if quote == '"' and isinstance(new, str):
            return json.dumps(new, ensure_ascii=False)
        return self._scalar(new, in_flow=False)

    def _scalar(self, new: Any, *, in_flow: bool) -> str:
        if in_flow and isinstance(new, str) and not re.fullmatch(r"[^\W\d][\w ]*\w|[^\W\d]", new):
            return json.dumps(new, ensure_ascii=False)
        if isinstance(new, str) and "\n" in new:
            return json.dumps(new, ensure_ascii=False)
        return self.write({"k": new}).removeprefix("k:").strip()

    def _rewrite_pair(self, key: Node, node: Node, new: Any, indent: int) -> None:
        start, end = key.start.index, self._after(node) if not self._bare(node) else 0
        end = end or self._line_end(key.end.index)
        lines = self._block({key.value: new}, indent)
        self.edits.append((start, end, lines[indent:]))

    @staticmethod
    def _bare(node: Node) -> bool:
        return node.kind == "scalar" and node.start.index == node.end.index

    def _block(self, pairs: Mapping[str, Any], indent: int) -> str:
        lines = self.write(pairs).splitlines(keepends=True)
        return "".join(" " * indent + line if line.strip() else line for line in lines)

    def _map(self, node: Node, new: Mapping[str, Any]) -> None:
        old = [key.value for key, _ in node.pairs]
        kept = [key for key in old if key in new]
        if list(new)[: len(kept)] != kept or not kept:
            raise _CantSpliceError
        indent = node.pairs[0][0].start.column - 1
        last = 0
        for key, value in node.pairs:
            end = self._line_end(key.end.index) if self._bare(value) else self._after(value)
            if key.value in new:
                self._value(key, value, new[key.value], indent)
                last = end
            elif self.text[self._line_start(key.start.index) : key.start.index].strip():
                raise _CantSpliceError  # the first key of a list item stands after its dash
            else:
                self.edits.append((self._line_start(key.start.index), end, ""))
                last = end
        added = {key: value for key, value in new.items() if key not in old}
        if added:
            self._insert(last, self._block(added, indent))

    def _seq(self, node: Node, new: list[Any]) -> None:
        old = [_identity(item.plain()) for item in node.items]
        names = [_identity(item) for item in new]
        dash = self._dash(node.items[0])
        indent = dash - self._line_start(dash)
        gap = node.items[0].start.index - dash
        if node.items[0].start.line != self.text.count("\n", 0, dash) + 1 or self._odd_dash(dash):
            raise _CantSpliceError
        matcher = SequenceMatcher(None, old, names, autojunk=False)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            if tag == "equal" or (tag == "replace" and i2 - i1 == j2 - j1):
                for item, value in zip(node.items[i1:i2], new[j1:j2], strict=True):
                    self._item(item, value)
            else:
                for item in node.items[i1:i2]:
                    start, end = self._line_start(self._dash(item)), self._after(item)
                    if item is not node.items[-1]:
                        end = self._past_blank(end)
                    self.edits.append((start, end, ""))
                if j2 > j1:
                    at = self._after(node.items[i1 - 1]) if i1 else self._line_start(dash)
                    lines = [self._items([value], indent, gap) for value in new[j1:j2]]
                    between = "\n" if self._spaced(node) else ""
                    text = between.join(lines)
                    self._insert(at, between + text if i1 else text + between)

    def _spaced(self, node: Node) -> bool:
        """Say whether the items of a list are set apart by blank lines."""
        if len(node.items) < 2:
            return False
        after = self._after(node.items[0])
        return self._past_blank(after) > after

    def _past_blank(self, index: int) -> int:
        """Return the index after one blank line, or the index itself if there is none."""
        match = re.compile(r"[ \t]*\r?\n").match(self.text, index)
        return match.end() if match else index

    def _item(self, item: Node, new: Any) -> None:
        if same(item.plain(), new):
            return
        if item.alias:
            raise _CantSpliceError
        if item.kind == "map" and isinstance(new, Mapping) and new and not item.flow:
            noted = len(self.edits)
            try:
                self._map(item, new)
            except _CantSpliceError:
                del self.edits[noted:]
                self._rewrite_item(item, new)
        elif self._inline(item, new):
            self._replace(item, new)
        else:
            self._rewrite_item(item, new)

    def _rewrite_item(self, item: Node, new: Any) -> None:
        dash = self._dash(item)
        indent = dash - self._line_start(dash)
        lines = self._items([new], indent, max(2, item.start.index - dash))
        self.edits.append((self._line_start(dash), self._after(item), lines))

    def _dash(self, item: Node) -> int:
        dash = self.text.rfind("-", 0, item.start.index)
        if dash < 0 or self.text[dash + 1 : item.start.index].strip():
            raise _CantSpliceError
        return dash

    def _odd_dash(self, dash: int) -> bool:
        return bool(self.text[self._line_start(dash) : dash].strip())

    def _items(self, values: list[Any], indent: int, gap: int) -> str:
        text = ""
        for value in values:
            if isinstance(value, Mapping) and value:
                lines = self._block(value, indent + gap)
                text += " " * indent + "-" + " " * (gap - 1) + lines[indent + gap :]
            else:
                text += " " * indent + "-" + " " * (gap - 1) + self._item_text(value) + "\n"
        return text

    def _item_text(self, value: Any) -> str:
        if isinstance(value, Mapping | list):
            return json.dumps(value, ensure_ascii=False)
        return self._scalar(value, in_flow=False)


def _identity(value: Any) -> str:
    if isinstance(value, Mapping):
        for key in ("id", "name"):
            if isinstance(value.get(key), str):
                return f"{key}={value[key]}"
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
