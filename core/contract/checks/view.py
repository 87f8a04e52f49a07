"""What a text says, read once and used by every fact: tokens, sentences, quantities, moments.

A *zone* is a sentence, a bullet, a table row or a key with its value; a *clause* is a part of a zone
(between commas, or one cell). Each has the words around it that say what it is about: headings, the
line that opens a list, the column's header, the keys above a JSON value.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from core.contract.checks import cues
from core.contract.checks.moments import Moment, moments
from core.contract.checks.quantities import Quantity, quantities
from core.contract.checks.units import Unit, unit_named
from core.contract.checks.words import STOP, Lang, Token, language, stem, tokenize

ZoneKind: TypeAlias = Literal["prose", "bullet", "row", "pair", "heading"]

LIMIT = 60_000
"""Characters of a text that are read; the rest of a longer text is ignored."""
_MAX_ZONES = 3000
_MAX_SENTENCE = 1200
"""A longer sentence, and a clause longer than a third of it, is cut at a space."""
_MAX_DEPTH = 12

_SENTENCE_END = re.compile(r"[.!?…]{1,4}[\"'»”)\]*_]{0,4}\s+(?=[^a-zа-яß])|(?<=\?)\s+|;\s")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[^\W\d_]|ca|No|Nr|St|Mr|Mrs|Ms|Dr|vs|ст|др|ул|руб|тыс|млн|млрд|мин|max|min|e\.g|i\.e|z\.B|Std|in[ck]l?|e[xk][ck]l|стр|прим|approx|zzgl|MwSt|bzw|usw|etc|tel|art|abs|evtl|ggf|mind|Mio|Mrd|Tsd|dept|est|fig|vol|pp|гг|тел|рис|кв|напр|aprox|env)\.$",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"[,;()\[\]—–]\s|\s[—–-]\s|[()]|\s(?=(?:but|while|whereas|although|however|и|а|но|aber|sondern|während|mais|pero|and|und|et|y)\s)",
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


@dataclass(slots=True)
class TextView:
    """A text as the checks see it. Make it with ``read_text``."""

    text: str
    lang: Lang
    tokens: tuple[Token, ...]
    zones: tuple[Zone, ...]
    clauses: tuple[Clause, ...]
    moments: tuple[Moment, ...]
    quantities: tuple[Quantity, ...]
    senses: frozenset[str]
    zone_starts: list[int]
    clause_starts: list[int]
    token_starts: list[int]
    _about: dict[int, dict[str, float]] = field(default_factory=dict)
    _zone_senses: dict[int, frozenset[str]] = field(default_factory=dict)
    _vocabulary: list[tuple[str, tuple[str, ...]]] | None = None
    matrix: Any = None
    """Vectors of the vocabulary, filled when a check first needs them."""

    def zone_at(self, position: int) -> int:
        """Index of the zone at a character."""
        return max(0, bisect_right(self.zone_starts, position) - 1)

    def clause_at(self, position: int) -> int:
        """Index of the clause at a character."""
        return max(0, bisect_right(self.clause_starts, position) - 1)

    def words(self, start: int, end: int) -> tuple[Token, ...]:
        """Tokens that begin in a range of characters."""
        from bisect import bisect_left

        return self.tokens[
            bisect_left(self.token_starts, start) : bisect_left(self.token_starts, end)
        ]

    def zone_text(self, index: int) -> str:
        """Text of a zone."""
        return self.text[self.zones[index].start : self.zones[index].end]

    def zone_senses(self, index: int) -> frozenset[str]:
        """Senses of the words of a zone."""
        known = self._zone_senses.get(index)
        if known is None:
            zone = self.zones[index]
            found: set[str] = set()
            for token in self.words(zone.start, zone.end):
                found |= token.senses
            known = self._zone_senses[index] = frozenset(found)
        return known

    def about(self, position: int) -> dict[str, float]:
        """Senses that a place in the text is about, each with a weight in (0, 1]."""
        index = self.clause_at(position)
        known = self._about.get(index)
        if known is None:
            known = self._about[index] = self._compute_about(index)
        return known

    def _compute_about(self, index: int) -> dict[str, float]:
        if not self.clauses:
            return {}
        clause = self.clauses[index]
        zone = self.zones[clause.zone]
        weights: dict[str, float] = {}

        def put(senses: frozenset[str] | set[str], weight: float) -> None:
            for sense in senses:
                if weights.get(sense, 0.0) < weight:
                    weights[sense] = weight

        for offset, weight in ((-1, 0.45), (1, 0.2), (-2, 0.25)):
            other = clause.zone + offset
            if 0 <= other < len(self.zones) and (
                self.zones[other].block == zone.block or offset == -1
            ):
                put(self.zone_senses(other), weight if zone.kind == "prose" else weight * 0.6)
        put(zone.context, 0.75)
        put(self.zone_senses(clause.zone), 0.4 if zone.kind == "row" else 0.85)
        put(zone.label, 1.0)
        put(clause.context, 1.0)
        for token in self.words(clause.start, clause.end):
            put(token.senses, 1.0)
        return weights

    @property
    def vocabulary(self) -> list[tuple[str, tuple[str, ...]]]:
        """Content words in Latin script, once each, with the stems they are known by."""
        if self._vocabulary is None:
            found: dict[str, tuple[str, ...]] = {}
            for token in self.tokens:
                if (
                    token.senses
                    and len(token.low) >= 3
                    and token.low.isascii()
                    and token.low.isalpha()
                    and token.low not in STOP[self.lang]
                ):
                    found.setdefault(token.low, (stem(token.low),))
            self._vocabulary = list(found.items())
        return self._vocabulary


class _Builder:
    """Cuts a text into zones and clauses."""

    def __init__(self, text: str, lang: Lang) -> None:
        self.text = text
        self.lang = lang
        self.zones: list[Zone] = []
        self.clauses: list[Clause] = []
        self.block = 0
        self.heading: frozenset[str] = frozenset()
        self.opener: frozenset[str] = frozenset()
        self.columns: list[frozenset[str]] = []
        self.column_units: list[Unit | None] = []
        self.units: list[tuple[int, int, Unit]] = []

    def senses(self, text: str) -> frozenset[str]:
        found: set[str] = set()
        for token in tokenize(text, self.lang):
            found |= token.senses
        return frozenset(found)

    def run(self) -> None:
        position = 0
        for line in self.text.split("\n"):
            start, end = position, position + len(line)
            position = end + 1
            if not line.strip():
                self.block += 1
                self.opener = frozenset()
                self.columns = []
            elif len(self.zones) >= _MAX_ZONES:
                break
            elif _ROW.match(line):
                self._row(line, start)
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
        cells = [self.text[a:b] for a, b in spans]
        if not self.columns:
            self.columns = [self.senses(cell) for cell in cells]
            self.column_units = [_label_unit(cell) for cell in cells]
            self._zone(start, start + len(line), "heading")
            return
        label = self.senses(cells[0]) if cells else frozenset()
        zone = self._zone(start, start + len(line), "row", label)
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
            if match.end() - begin > 2 and not (abbreviation and len(match.group().strip()) == 1):
                self._zone(begin, match.end(), kind, label)
                begin = match.end()
        while end - begin > _MAX_SENTENCE and len(self.zones) < _MAX_ZONES:
            stop = self._space(begin, begin + _MAX_SENTENCE)
            self._zone(begin, stop, kind, label)
            begin = stop
        if begin < end:
            self._zone(begin, min(end, begin + 2 * _MAX_SENTENCE), kind, label)
        if line.rstrip().endswith(":"):
            self.opener = self.senses(line)
        elif not bullet and kind == "prose":
            self.opener = frozenset()


@lru_cache(maxsize=512)
def read_text(text: str) -> TextView:
    """Read a text once for all facts.

    Args:
        text: Any text; only its first 60,000 characters are read.

    Returns:
        The view; the same object for the same text, as long as it stays in the cache of 512 texts.
    """
    text = text[:LIMIT]
    lang = language(text)
    tokens = tokenize(text, lang)
    builder = _Builder(text, lang)
    builder.run()
    found = moments(text)
    taken = [(m.start, m.end) for m in found if m.day is not None or m.minute is not None]
    sure = [span for span in taken if not re.fullmatch(r"[\d.\s]+", text[span[0] : span[1]])]
    senses: set[str] = set()
    for token in tokens:
        senses |= token.senses
    return TextView(
        text=text,
        lang=lang,
        tokens=tokens,
        zones=tuple(builder.zones),
        clauses=tuple(sorted(builder.clauses, key=lambda c: c.start)),
        moments=found,
        quantities=_with_label_units(builder, quantities(text, tokens, lang, sure)),
        senses=frozenset(senses),
        zone_starts=[zone.start for zone in builder.zones],
        clause_starts=[clause.start for clause in sorted(builder.clauses, key=lambda c: c.start)],
        token_starts=[token.start for token in tokens],
    )


def _with_label_units(builder: _Builder, found: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Give bare numbers the unit that their key or column names: ``timeout_ms: 30000``."""
    if not builder.units:
        return found
    out = []
    for q in found:
        unit = (
            next((u for start, end, u in builder.units if start <= q.start < end), None)
            if not q.dim
            else None
        )
        if unit is not None and not q.counted:
            q = replace(
                q,
                low=q.low * unit.factor,
                high=q.high * unit.factor,
                others=tuple(v * unit.factor for v in q.others),
                step=q.step * unit.factor,
                dim=unit.dim,
                unit=unit.name,
            )
        out.append(q)
    return tuple(out)


def _label_unit(label: str) -> Unit | None:
    """Return the unit at the end of a key or column header ('ttl_seconds', 'Weight (kg)')."""
    match = re.search(r"([^\W\d_]+|[%€$£₽])\W*$", label.strip())
    if match is None or (match.start() == 0 and len(match.group(1)) > 1):
        return None
    return unit_named(match.group(1))


def mode(view: TextView, start: int, end: int) -> str:
    """Return how a place in the text is used: asserted, asked, supposed, rejected or old."""
    index = view.zone_at(start)
    zone = view.zones[index]
    sentence = view.text[zone.start : zone.end]
    if cues.QUESTION.search(sentence):
        return "asked"
    if cues.REJECTED.search(sentence[max(0, start - zone.start - 60) : end - zone.start + 40]):
        return "rejected"
    left = view.text[max(zone.start, start - 40) : start]
    if cues.OLD_BEFORE.search(left):
        return "old"
    if cues.HYPOTHETICAL.search(sentence[: start - zone.start]):
        return "supposed"
    return "asserted"
