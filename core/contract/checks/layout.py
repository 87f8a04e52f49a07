"""Cut a text into zones and clauses, and note for each what it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.contract.checks.anycase import AnyCase
from core.contract.checks.records import separated
from core.contract.checks.units import Unit, unit_named
from core.contract.checks.words import STOP, Lang, fold, tokenize

ZoneKind: TypeAlias = Literal["prose", "bullet", "row", "pair", "heading"]


_MAX_ZONES = 3000


_MAX_SENTENCE = 1200
"""A longer sentence, and a clause longer than a third of it, is cut at a space."""


_MAX_DEPTH = 12


_SENTENCE_END = re.compile(r"[.!?…]{1,4}[\"'»”)\]*_]{0,4}\s+(?=[^a-zа-яß])|(?<=\?)\s+|;\s")


_ABBREVIATION = AnyCase(
    r"(?:^|[\s(])(?:[^\W\d_]|ca|No|Nr|St|Mr|Mrs|Ms|Dr|vs|ст|др|ул|руб|тыс|млн|млрд|мин|max|min|e\.g|i\.e|z\.B|Std|in[ck]l?|e[xk][ck]l|стр|прим|approx|zzgl|MwSt|bzw|usw|etc|tel|art|abs|evtl|ggf|mind|Mio|Mrd|Tsd|dept|est|fig|vol|pp|гг|тел|рис|кв|напр|aprox|env)\.$",
    re.IGNORECASE,
)


_VALUE = r"(?:(?:не (?:более|менее|позднее|позже|выше|ниже)|до|от|около|ровно|at most|at least|by)\s)?[$€£₽<>≤≥~]?\d"
"""'Deadline — 26 June': what follows the dash is the value of what stands before it."""


_CLAUSE_END = AnyCase(
    r"[,;()\[\]]\s|[—–]\s(?!"
    + _VALUE
    + r")|\s[—–-]\s(?!"
    + _VALUE
    + r")|[()]|\s(?=(?:but|while|whereas|although|however|и|а|но|aber|sondern|während|mais|pero|and|und|et|y)\s)",
    re.I,
)


_BULLET = re.compile(r"^\s*(?:[-*•+]|\d{1,2}[.)]|[a-z][.)])\s+")


_HEADING = re.compile(
    r"^\s*(?:#{1,6}\s+(.*)|\*\*([^*]+)\*\*:?|__([^_]+)__:?|([A-ZА-ЯÄÖÜ][A-ZА-ЯÄÖÜ \d]{3,40}:?))\s*$"
)


_ROW = re.compile(r"^\s*\|.*\|\s*$")


_RULE_ROW = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")


_PAIR = re.compile(
    r"""^\s*[-*]?\s*["'`]?(?P<key>[^\s"'`:=|][^"'`:=|\n]{0,40}?)["'`]?\s*(?::|=)\s*(?P<value>\S.*)$"""
)


_JSON_KEY = re.compile(r'"((?:[^"\\]|\\.){1,80})"\s*:')


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a zone, with the words that say what it is about beyond its own."""

    start: int
    end: int
    zone: int
    context: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Zone:
    """A sentence, bullet, table row or key-value pair."""

    start: int
    end: int
    kind: ZoneKind
    block: int
    context: frozenset[str] = frozenset()
    label: frozenset[str] = frozenset()
    """Senses of the first cell of a row, or of the key of a pair."""


class Builder:
    """Cuts a text into zones and clauses."""

    def __init__(self, text: str, lang: Lang) -> None:
        self.text = text
        self.lang = lang
        self.zones: list[Zone] = []
        self.clauses: list[Clause] = []
        self.block = 0
        self.heading: frozenset[str] = frozenset()
        self.opener: frozenset[str] = frozenset()
        self.following = ""
        """The next line."""
        self.columns: list[frozenset[str]] = []
        self.column_units: list[Unit | None] = []
        self.units: list[tuple[int, int, Unit]] = []

    def senses(self, text: str) -> frozenset[str]:
        """Return the senses of all words of a piece of text."""
        found: set[str] = set()
        for token in tokenize(text, self.lang):
            found |= token.senses
        return frozenset(found)

    def run(self) -> None:
        """Go through the lines and fill ``zones``, ``clauses`` and ``units``."""
        position = 0
        lines = self.text.split("\n")
        rows = {row[0][0]: row for table in separated(self.text) for row in table}
        for number, line in enumerate(lines):
            start, end = position, position + len(line)
            position = end + 1
            self.following = lines[number + 1] if number + 1 < len(lines) else ""
            if not line.strip():
                self.block += 1
                self.opener = frozenset()
                self.columns = []
            elif len(self.zones) >= _MAX_ZONES:
                break
            elif _ROW.match(line):
                self._row(line, start)
            elif start in rows:
                self._cells(start, end, [(a, b) for a, b, words in rows[start] if words])
            elif _HEADING.match(line) and len(line) < 120:
                self.block += 1
                self.heading = self.senses(line)
                self._zone(start, end, "heading")
            elif self._looks_json(line):
                self._json(line, start)
            else:
                self._line(line, start, end)

    def _zone(
        self,
        start: int,
        end: int,
        kind: ZoneKind,
        label: frozenset[str] = frozenset(),
        context: frozenset[str] = frozenset(),
    ) -> int:
        own = self.heading | context | (self.opener if kind in ("bullet", "pair") else frozenset())
        self.zones.append(Zone(start, end, kind, self.block, own, label))
        if kind != "row":
            self._cut(start, end, len(self.zones) - 1)
        return len(self.zones) - 1

    def _cut(self, start: int, end: int, zone: int) -> None:
        begin = start
        for match in _CLAUSE_END.finditer(self.text, start, end):
            while match.start() - begin > _MAX_SENTENCE // 3:
                stop = self._space(begin, begin + _MAX_SENTENCE // 3)
                self.clauses.append(Clause(begin, stop, zone))
                begin = stop
            if match.end() - begin > 3:
                self.clauses.append(Clause(begin, match.end(), zone))
                begin = match.end()
        while end - begin > _MAX_SENTENCE // 3:
            stop = self._space(begin, begin + _MAX_SENTENCE // 3)
            self.clauses.append(Clause(begin, stop, zone))
            begin = stop
        if begin < end:
            self.clauses.append(Clause(begin, end, zone))

    def _space(self, start: int, end: int) -> int:
        """Return the place behind the last space before ``end``, or ``end``."""
        return self.text.rfind(" ", start + 1, end) + 1 or end

    def _row(self, line: str, start: int) -> None:
        if _RULE_ROW.match(line):
            return
        spans = [
            (m.start() + start, m.end() + start)
            for m in re.finditer(r"[^|]+", line)
            if m.group().strip()
        ]
        self._cells(start, start + len(line), spans)

    def _cells(self, start: int, end: int, spans: list[tuple[int, int]]) -> None:
        """Take a row of a table by the places of its cells; the first row has the names of the columns."""
        cells = [self.text[a:b] for a, b in spans]
        if not self.columns:
            self.columns = [self.senses(cell) for cell in cells]
            self.column_units = [_label_unit(cell) for cell in cells]
            self._zone(start, end, "heading")
            return
        label = self.senses(cells[0]) if cells else frozenset()
        zone = self._zone(start, end, "row", label)
        for number, (a, b) in enumerate(spans):
            column = self.columns[number] if number < len(self.columns) else frozenset()
            self.clauses.append(Clause(a, b, zone, column))
            unit = self.column_units[number] if number < len(self.column_units) else None
            unit = unit or (_label_unit(cells[0]) if number else None)
            if unit is not None:
                self.units.append((a, b, unit))

    def _looks_json(self, line: str) -> bool:
        return bool(_JSON_KEY.search(line)) and line.count('"') >= 2

    def _json(self, line: str, start: int) -> None:
        """Cut a line of JSON at its keys; the keys above a value are its context."""
        keys = list(_JSON_KEY.finditer(line))
        stack: list[tuple[int, frozenset[str]]] = []
        depth = 0
        if keys and keys[0].start() > 0:
            self._zone(start, start + keys[0].start(), "prose")
        for number, match in enumerate(keys):
            before = line[keys[number - 1].end() if number else 0 : match.start()]
            depth += before.count("{") + before.count("[") - before.count("}") - before.count("]")
            stack = [entry for entry in stack if entry[0] < depth]
            key = self.senses(match.group(1))
            stop = keys[number + 1].start() if number + 1 < len(keys) else len(line)
            above = frozenset().union(*(senses for _, senses in stack)) if stack else frozenset()
            self._zone(start + match.start(), start + stop, "pair", key, above)
            unit = _label_unit(match.group(1))
            if unit is not None:
                self.units.append((start + match.end(), start + stop, unit))
            stack.append((depth, key))
            del stack[:-_MAX_DEPTH]

    def _line(self, line: str, start: int, end: int) -> None:
        bullet = _BULLET.match(line)
        pair = _PAIR.match(line)
        kind: ZoneKind = "bullet" if bullet else "prose"
        label: frozenset[str] = frozenset()
        if (
            pair
            and len(pair.group("key").split()) <= 5
            and not re.search(r"[.!?]\s", line.rstrip()[:-1])
        ):
            kind, label = "pair", self.senses(pair.group("key"))
            unit = _label_unit(pair.group("key"))
            if unit is not None:
                self.units.append((start + pair.start("value"), end, unit))
        begin = start
        for match in _SENTENCE_END.finditer(self.text, start, end):
            abbreviation = _ABBREVIATION.search(
                self.text[max(start, match.start() - 8) : match.start() + 1]
            )
            short = abbreviation or self._ordinal(match)
            if match.end() - begin > 2 and not (short and len(match.group().strip()) == 1):
                self._zone(begin, match.end(), kind, label)
                begin = match.end()
        while end - begin > _MAX_SENTENCE and len(self.zones) < _MAX_ZONES:
            stop = self._space(begin, begin + _MAX_SENTENCE)
            self._zone(begin, stop, kind, label)
            begin = stop
        if begin < end:
            self._zone(begin, min(end, begin + 2 * _MAX_SENTENCE), kind, label)
        if line.rstrip().endswith(":") or (not bullet and self._opens(line)):
            self.opener = self.senses(line)
        elif not bullet and kind == "prose":
            self.opener = frozenset()

    def _ordinal(self, match: re.Match[str]) -> bool:
        """Whether a full stop is that of a German ordinal: '15. Juni', '2. Etage'."""
        before, after = (
            self.text[max(0, match.start() - 3) : match.start()],
            self.text[match.end() : match.end() + 30],
        )
        word = _NEXT.match(after)
        return (
            self.lang == "de"
            and _DAY.search(before) is not None
            and word is not None
            and fold(word.group()) not in STOP["de"]
        )

    def _opens(self, line: str) -> bool:
        """Whether a line without a colon is what the bullets below it are about."""
        words = line.strip()
        short = len(words) <= 60 and words[-1:] not in ".!?,"
        return short and _BULLET.match(self.following) is not None


_DAY = re.compile(r"(?<!\d)\d{1,2}$")
_NEXT = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+")


_BY = re.compile(r"(?<=[^\W\d])(?:[_ -]per[_ -]|/)[^\W\d_]+\W*$", re.I)
"""What a key counts its unit by: the end of 'eur_per_day'."""


def _label_unit(label: str) -> Unit | None:
    """Return the unit at the end of a key or column header ('ttl_seconds', 'Weight (kg)')."""
    label = _BY.sub("", label.strip())
    match = re.search(r"([^\W\d_]+|[%€$£₽])\W*$", label)
    if match is None:
        return None
    unit = unit_named(match.group(1))
    if unit is not None and match.start() == 0 and len(match.group(1)) > 1:
        # A column called 'EUR' or 'kg' gives a unit; one called 'day' or 'minutes' needn't.
        return unit if len(match.group(1)) <= 4 and unit.dim not in ("time", "length") else None
    return unit
