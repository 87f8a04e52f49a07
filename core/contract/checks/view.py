"""What a text says, read once and used by every fact: tokens, sentences, quantities, moments.

A *zone* is a sentence, a bullet, a table row or a key with its value; a *clause* is a part of a zone
(between commas, or one cell). Each has the words around it that say what it is about: headings, the
line that opens a list, the column's header, the keys above a JSON value.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.layout import Builder, Clause, Zone
from core.contract.checks.moment import Moment
from core.contract.checks.moments import moments
from core.contract.checks.quantities import Quantity, quantities
from core.contract.checks.units import unit_named
from core.contract.checks.words import STOP, Lang, Token, language, stem, tokenize

LIMIT = 60_000
"""Characters of a text that are read; the rest of a longer text is ignored."""


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
    memo: dict[tuple[str, int, int], Any] = field(default_factory=dict)
    """What was found out about places of the text, so that each fact needn't find it out anew."""
    firsts: dict[str, int] = field(default_factory=dict)
    """Sense -> where the first word with it begins; filled by ``first_with``."""
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

    def first_with(self, senses: Iterable[str]) -> int | None:
        """Return where the first word with one of some senses begins; None if there is none."""
        if not self.firsts:
            for token in reversed(self.tokens):
                self.firsts.update(dict.fromkeys(token.senses, token.start))
        return min((self.firsts[sense] for sense in senses if sense in self.firsts), default=None)

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

    def clause_senses(self, index: int) -> dict[str, float]:
        """Senses of the words of a clause, of its column and label, each with weight 1; not to be changed."""
        known = self.memo.get(("clause", index, 0))
        if known is None:
            clause = self.clauses[index]
            senses = {s for t in self.words(clause.start, clause.end) for s in t.senses}
            senses |= clause.context | self.zones[clause.zone].label
            known = self.memo["clause", index, 0] = dict.fromkeys(senses, 1.0)
        found: dict[str, float] = known
        return found

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


# Each is one character as the line feed is, so spans stay where they are; CR LF needs nothing.
_OTHER_LINE_ENDS = re.compile("\r(?!\n)|[\u2028\u2029\x85]")


@lru_cache(maxsize=512)
def read_text(text: str) -> TextView:
    """Read a text once for all facts.

    Args:
        text: Any text; only its first 60,000 characters are read.

    Returns:
        The view; the same object for the same text, as long as it stays in the cache of 512 texts.
    """
    text = _OTHER_LINE_ENDS.sub("\n", text[:LIMIT])
    lang = language(text)
    tokens = tokenize(text, lang)
    builder = Builder(text, lang)
    builder.run()
    found = moments(text)
    # 'Thirty days after 3 May' names a day, and is thirty days as well.
    said = [m for m in found if not m.derived]
    taken = [(m.start, m.end) for m in said if m.day is not None or m.minute is not None]
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
        quantities=_with_heading_units(
            text, _with_label_units(builder, quantities(text, tokens, lang, sure))
        ),
        senses=frozenset(senses),
        zone_starts=[zone.start for zone in builder.zones],
        clause_starts=[clause.start for clause in sorted(builder.clauses, key=lambda c: c.start)],
        token_starts=[token.start for token in tokens],
    )


def _with_label_units(builder: Builder, found: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Give bare numbers the unit that their key or column names: ``timeout_ms: 30000``."""
    found = _scaled(builder, found)
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


_HEADING_UNIT = AnyCase(
    r"(?:\((?:all )?(?:in )?|, in |\bin )(?P<unit>[^\W\d_]{1,12}(?:/[^\W\d_]{1,6})?|[€$£%°]C?)\)?\s?:(?=\s)",
    re.IGNORECASE,
)
"""'Money (EUR): approved 52,000; paid 18,400': what the numbers of a line are given in."""


def _with_heading_units(text: str, found: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Give the bare numbers of a line the unit that stands before its colon."""
    out = list(found)
    for match in _HEADING_UNIT.finditer(text) if ":" in text else ():
        unit = unit_named(match["unit"])
        if unit is None or (len(match["unit"]) < 2 and match["unit"].isalpha()):
            continue
        stop = text.find("\n", match.end())
        stop = len(text) if stop < 0 else stop
        for i, q in enumerate(out):
            if match.end() <= q.start < stop and not q.dim and not q.counted:
                out[i] = replace(
                    q,
                    low=q.low * unit.factor,
                    high=q.high * unit.factor,
                    others=tuple(v * unit.factor for v in q.others),
                    step=q.step * unit.factor,
                    dim=unit.dim,
                    unit=unit.name,
                )
    return tuple(out)


_SCALED = AnyCase(
    r"\b(?:in|figures in|amounts in|values in|all in)\s(?P<scale>thousands?|millions?|тысяч\w*|тыс\.?|миллион\w*|млн\.?|tausend|tsd\.?|millionen|mio\.?|milliers|miles|millones)\s"
    r"(?:of\s|de\s|d['’])?(?P<unit>[^\W\d_]+|[€$£])",
    re.IGNORECASE,
)
"""'In thousands of euros': what the numbers of a table are given in."""


def _scaled(builder: Builder, found: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Give the bare numbers of a table the scale and unit that the text names for all of it."""
    match = _SCALED.search(builder.text)
    unit = unit_named(match["unit"]) if match else None
    if match is None or unit is None:
        return found
    factor = unit.factor * (
        1e3
        if match["scale"][:2].lower() in ("th", "ты", "ta", "ts")
        or match["scale"].lower() in ("milliers", "miles")
        else 1e6
    )
    rows = [(zone.start, zone.end) for zone in builder.zones if zone.kind == "row"]
    out = []
    for q in found:
        bare = (
            not q.dim and not q.counted and not (1900 <= q.low <= 2100 and len(q.raw.strip()) == 4)
        )
        if bare and q.start > match.end() and any(start <= q.start < end for start, end in rows):
            q = replace(
                q,
                low=q.low * factor,
                high=q.high * factor,
                others=(),
                step=q.step * factor,
                dim=unit.dim,
                unit=unit.name,
            )
        out.append(q)
    return tuple(out)


def mode(view: TextView, start: int, end: int) -> str:
    """Return how a place in the text is used: asserted, asked, supposed, rejected or old."""
    known = view.memo.get(("mode", start, end))
    if known is None:
        known = view.memo["mode", start, end] = _mode(view, start, end)
    return str(known)


_TURNED = re.compile(r"[,;–—-]\s*(?:but|sondern|а|но|mais|sino)\b|\b(?:mais|sino)\b", re.IGNORECASE)
"""Between what is rejected and what holds instead: 'no longer 12, but 15'."""


def _mode(view: TextView, start: int, end: int) -> str:
    index = view.zone_at(start)
    zone = view.zones[index]
    sentence = view.text[zone.start : zone.end]
    if cues.QUESTION.search(sentence):
        return "asked"
    offset = max(0, start - zone.start - 60)
    rejected = cues.REJECTED.search(sentence[offset : end - zone.start + 40])
    if rejected and not _TURNED.search(sentence[offset + rejected.end() : start - zone.start]):
        return "rejected"
    left = view.text[max(zone.start, start - 40) : start]
    if cues.OLD_BEFORE.search(left):
        return "old"
    supposing = cues.HYPOTHETICAL.finditer(sentence[: start - zone.start])
    if any(view.lang == "de" or m.group().lower() != "falls" for m in supposing):
        return "supposed"  # 'It falls' is a supposition in German only.
    return "asserted"
