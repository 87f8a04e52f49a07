"""The records of a text: rows, columns, JSON members, indented blocks, sections that stand side by side.

Things that are told apart stand beside one another: a row a product, a key a room, a section a
customer. What tells them apart is the *label* of each: the first cell, the key, the heading. Whoever
looks for the price of one product must not read that of its neighbour; ``spotlight`` sees to that, here
the text is only cut up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.contract.checks.json_spans import Item, json_items

_MOST_LINES = 2000
_MOST_MEMBERS = 300
"""Lines of a text, and members of one group, that are looked at."""
_LONG_LABEL = 70
"""A label has at most so many characters; a longer one is a sentence."""


@dataclass(frozen=True, slots=True)
class Record:
    """One of several things that stand side by side."""

    label: str
    """What names it."""
    spans: tuple[tuple[int, int], ...]
    """Where it stands, label included: places of first and behind the last character."""


@dataclass(frozen=True, slots=True)
class Group:
    """Records that stand side by side."""

    records: tuple[Record, ...]
    above: str = ""
    """What stands over all of them: headers, keys, the line that opens the list."""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str
    """Without indentation, mark of a comment or bullet."""
    indent: int
    bullet: bool
    level: int = 0
    """Of a heading, from 1."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def groups(text: str) -> list[Group]:
    """Return the groups of records of a text.

    Args:
        text: Any text. Tables with bars, CSV, JSON, indented keys (also in comments), bullets, lines
            with a key, pairs in a line and sections under headings are recognised.

    Returns:
        Groups of two records or more; groups may lie in one another.
    """
    found = list(_json_groups(text)) if '"' in text and ("{" in text or "[" in text) else []
    if not found and "\n" not in text and ";" not in text and text.count(":") < 2:
        return []  # A paragraph has nothing that stands side by side.
    lines = list(_lines(text))
    for table in _tables(lines):
        found += _table_groups(table)
    if not found:
        found += _outline(lines)
        for line in lines:
            found += _pairs(line)
    found += _sections(text, lines)
    return [g for g in found if len(g.records) >= 2]


# --- lines -------------------------------------------------------------------------------------

_LEAD = re.compile(
    r"^(?P<mark>\s*(?://+|#|\*(?=\s{2})|--|>|;)(?=\s))?(?P<indent>[ \t]*)(?P<bullet>(?:[-*•+–]|\d{1,2}[.)]|[a-z][.)])\s+)?"
)
_HEADING = re.compile(r"^\s*(#{1,6})\s+(?=\S)")
_COMMENT = re.compile(r"^\s*#\s")
_BOLD = re.compile(r"^\s*(?:\*\*[^*]+\*\*:?|__[^_]+__:?)\s*$")


def _lines(text: str) -> Iterator[_Line]:
    position = 0
    raws = text.split("\n")[:_MOST_LINES]
    marked = [bool(_COMMENT.match(raw)) for raw in raws]
    for number, raw in enumerate(raws):
        # Lines with a mark that follow one another are a comment in code, not headings.
        comment = marked[number] and (
            any(marked[max(0, number - 1) : number]) or any(marked[number + 1 : number + 2])
        )
        heading = None if comment else _HEADING.match(raw)
        if heading or _BOLD.match(raw):
            body = raw.strip()
            level = len(heading.group(1)) if heading else 7
            yield _Line(position + raw.index(body[0]) if body else position, body, 0, False, level)
        else:
            lead = _LEAD.match(raw)
            end, indent, bullet = (
                (lead.end(), len(lead["indent"].expandtabs(4)), bool(lead["bullet"]))
                if lead
                else (0, 0, False)
            )
            yield _Line(position + end, raw[end:].rstrip(), indent, bullet)
        position += len(raw) + 1


# --- tables ------------------------------------------------------------------------------------

_RULE = re.compile(r"^\|?[\s:|=+-]+\|?$")
_NUMERIC = re.compile(r"^[\W\d_]*$")
_DELIMITERS = ("|", "\t", ";", ",")

Cell = tuple[int, int, str]


def separated(text: str) -> list[list[list[Cell]]]:
    """Return the tables whose cells are parted by commas, semicolons or tabs.

    Args:
        text: Any text.

    Returns:
        For each table its rows, for each row its cells (start, end, words); the first row is the header.
    """
    if text.count("\n") < 2 or not any(text.count(delimiter) >= 3 for delimiter in _DELIMITERS[1:]):
        return []
    lines = [line for line in _lines(text) if not line.text.startswith("|")]
    return [table for table in _tables(lines) if table[0][0][1] != table[0][-1][1]]


def _tables(lines: list[_Line]) -> Iterator[list[list[Cell]]]:
    """Yield tables as rows of cells; every row of one has the same number of cells."""
    i = 0
    while i < len(lines):
        table, stop = _table_at(lines, i)
        if table:
            yield table
        i = max(stop, i + 1)


def _table_at(lines: list[_Line], i: int) -> tuple[list[list[Cell]], int]:
    for delimiter in _DELIMITERS:
        if lines[i].text.count(delimiter) < (2 if delimiter == "," else 1):
            continue
        rows: list[list[Cell]] = []
        stop = i
        while stop < len(lines) and lines[stop].text:
            if not (rows and _RULE.match(lines[stop].text)):
                cells = _cells(lines[stop], delimiter)
                if len(cells) < 2 or (rows and len(cells) != len(rows[0])):
                    break
                if delimiter in ";," and any(_KEYED.match(cell[2]) for cell in cells):
                    break
                rows.append(cells)
            stop += 1
        longest = max((len(c[2]) for row in rows for c in row), default=0)
        if len(rows) >= 3 and (delimiter in "|\t" or longest <= 40):
            return rows, stop
    return [], i


def _cells(line: _Line, delimiter: str) -> list[Cell]:
    cells, start = [], line.start
    for part in line.text.split(delimiter):
        cells.append((start, start + len(part), part.strip().strip("*`\"'")))
        start += len(part) + 1
    if delimiter == "|" and line.text.startswith("|"):
        # The bars at both ends leave empty cells; the first column may be empty on purpose.
        cells = cells[1:-1] if line.text.rstrip().endswith("|") else cells[1:]
    return cells


def _table_groups(table: list[list[Cell]]) -> Iterator[Group]:
    header, body = table[0], table[1:]
    above = " ".join(cell[2] for cell in header)
    rows = []
    for row in body[:_MOST_MEMBERS]:
        label = row[0][2]
        if _NUMERIC.match(label):
            # 'Floor 4' in a column 'Floor'; what stands beside it may be the name.
            beside = row[1][2] if len(row) > 2 and not re.search(r"\d", row[1][2]) else ""
            label = f"{header[0][2]} {label} {beside}".strip()
        rows.append(Record(label, ((row[0][0], row[-1][1]),)))
    yield Group(tuple(rows), above)
    columns = [
        Record(header[k][2], tuple((row[k][0], row[k][1]) for row in table))
        for k in range(1, min(len(header), _MOST_MEMBERS))
    ]
    yield Group(tuple(columns), " ".join([header[0][2], *(row[0][2] for row in body[:20])]))


# --- JSON --------------------------------------------------------------------------------------

_NAMING = re.compile(
    r"^(?:.*_)?(?:name|id|item|title|label|key|code|type|kind|what|subject|product|topic|task|step|имя|название|bezeichnung|nom|nombre|артикул)$",
    re.I,
)


def _json_groups(text: str) -> Iterator[Group]:
    for item in json_items(text):
        yield from _members(text, item, "")


def _members(text: str, item: Item, above: str) -> Iterator[Group]:
    children = item.children[:_MOST_MEMBERS]
    if item.kind == "object":
        yield Group(tuple(Record(c.key, ((c.start, c.end),)) for c in children), above)
    elif all(c.kind == "object" for c in children):
        labels = [_name(text, c) for c in children]
        if all(labels):
            records = (
                Record(n, ((c.start, c.end),)) for n, c in zip(labels, children, strict=True)
            )
            keys = sorted({k.key for c in children for k in c.children})
            yield Group(tuple(records), f"{above} {' '.join(keys[:30])}")
    for child in children:
        if child.children:
            yield from _members(text, child, f"{above} {child.key}")


def _name(text: str, item: Item) -> str:
    """Return what names an object of a list: the value of a key that is called so, else its first words."""
    words = [
        (bool(_NAMING.match(c.key)), c.key, text[c.value : c.end].strip("\"' "))
        for c in item.children
        if not c.children
    ]
    words = [w for w in words if w[2] and len(w[2]) <= _LONG_LABEL]
    named = [w for w in words if w[0]] or [w for w in words if not _NUMERIC.match(w[2])][:1]
    return " ".join(f"{key} {value}" if _NUMERIC.match(value) else value for _, key, value in named)


# --- indented keys, bullets, pairs ---------------------------------------------------------------

_KEYED = re.compile(
    r"^(?:\*\*|__|[\"'`])?(?P<key>[^\s:=|–—*\"'`][^:=|–—*\"'`\n]{0,60}?)(?:\*\*|__|[\"'`])?\s*(?::(?=\s|\*|$)|=(?!=)|\s[–—-](?=\s))\s*(?:\*\*)?(?P<rest>.*)$"
)
_UP_TO_NUMBER = re.compile(r"^(?P<key>[^\d.,;:!?()\n]{3,50}?)\s+(?=[$€£₽]?\d.{0,24}$)")


def _label(line: _Line) -> str:
    """Return the label of a line: its key, in a bullet also its words up to a number; '' if it has none."""
    keyed = _KEYED.match(line.text)
    if keyed:
        key = keyed["key"]
        rest = keyed["rest"].strip("\"' ")
        if line.bullet and _NAMING.match(key) and rest and len(rest) <= _LONG_LABEL:
            return f"{key} {rest}" if _NUMERIC.match(rest) else rest
        return key if len(key.split()) <= 7 else ""
    short = _UP_TO_NUMBER.match(line.text) if line.bullet else None
    return short["key"] if short and len(short["key"].split()) <= 5 else ""


class _Outline:
    """Lines with a key, each with all that is indented below it."""

    def __init__(self) -> None:
        self.levels: list[tuple[int, str, list[tuple[str, int, int]]]] = []
        """From the outside in: indentation, what stands above, members (label, start, end)."""
        self.opener = ""

    def closed(self, depth: int) -> Iterator[Group]:
        """Yield the groups that end where a line of that indentation begins."""
        while self.levels and self.levels[-1][0] > depth:
            _, above, members = self.levels.pop()
            records = (Record(n, ((a, b),)) for n, a, b in members[:_MOST_MEMBERS])
            yield Group(tuple(records), above)

    def stretch(self, end: int, *, inner: bool) -> None:
        """Let the last members reach to a place, those of the innermost level too or not."""
        for _, _, members in self.levels if inner else self.levels[:-1]:
            members[-1] = (*members[-1][:2], end)

    def put(self, depth: int, label: str, line: _Line) -> None:
        """Add a line with a label at its indentation."""
        if not self.levels or self.levels[-1][0] < depth:
            parent = self.levels[-1][2][-1][0] if self.levels else self.opener
            self.levels.append((depth, parent, []))
        self.stretch(line.end, inner=False)
        self.levels[-1][2].append((label, line.start, line.end))


def _outline(lines: list[_Line]) -> Iterator[Group]:
    """Yield the lines with a key that stand side by side, each with all that is indented below it."""
    outline = _Outline()
    for line in lines:
        if not line.text:
            continue
        if line.level:
            yield from outline.closed(-1)
            outline.opener = line.text
            continue
        depth = line.indent + (1 if line.bullet else 0)
        label = _label(line)
        yield from outline.closed(depth if label else depth - 1)
        if label:
            outline.put(depth, label, line)
            continue
        if not outline.levels:
            outline.opener = line.text if len(line.text) <= 120 else ""
        outline.stretch(line.end, inner=True)
    yield from outline.closed(-2)


_PART = re.compile(r"[^;|]+")
_ITEM = re.compile(r"[^,;|]+")


def _pairs(line: _Line) -> Iterator[Group]:
    """Yield the pairs of one line: 'basic: 12; standard: 14', 'basic 12, standard 14'."""
    for pattern, mark in ((_PART, ";"), (_ITEM, ",")):
        if line.text.count(mark) < 1 or len(line.text) > 600:
            continue
        records = []
        for match in pattern.finditer(line.text):
            part = match.group().strip(" .")
            keyed = _KEYED.match(part)
            if keyed is None or not keyed["rest"] or len(keyed["key"].split()) > 6:
                break
            start = line.start + match.start()
            records.append(Record(keyed["key"], ((start, line.start + match.end()),)))
        else:
            if len(records) >= 2:
                yield Group(tuple(records))
                return


# --- sections ----------------------------------------------------------------------------------


def _sections(text: str, lines: list[_Line]) -> Iterator[Group]:
    """Yield the sections under headings of one level, each with all below it."""
    heads = [line for line in lines if line.level]
    for level in sorted({line.level for line in heads}):
        run: list[Record] = []
        above = ""
        for k, head in enumerate(heads):
            if head.level < level:
                if len(run) >= 2:
                    yield Group(tuple(run), above)
                run, above = [], head.text
            if head.level != level or len(head.text) > _LONG_LABEL:
                continue
            behind = (h.start for h in heads[k + 1 :] if h.level <= level)
            run.append(Record(head.text.strip("#*_: "), ((head.start, next(behind, len(text))),)))
        if len(run) >= 2:
            yield Group(tuple(run[:_MOST_MEMBERS]), above)
