"""Cuts what was said at the start of a run into sentences that could be facts of a contract."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.contract.checks import TextView, read_text

READ = 12_000
"""Characters of one text that are looked at: a brief says what counts near its start."""
_SHORTEST, _LONGEST = 8, 240
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.S)
_BULLET = re.compile(r"^\s*(?:[-*•+–—]|\(?\d{1,2}[.):]|[a-z][.)])\s+")
_MARKS = re.compile(r"\*\*|__|`(?=\w)|(?<=\w)`|^#+\s*|^>\s*|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)")
_JSON_PAIR = re.compile(r'^\s*\{?\s*"([^"]{1,60})"\s*:\s*(.+?)\s*[,}]*\s*$', re.S)
_SYMBOLS = re.compile(r"[{}<>\\|=;@\[\]^~]")
_HEADED = re.compile(
    r"\b(?:constraints?|requirements?|conditions|rules|restrictions|limits|must|key facts|facts (?:given|known)|given facts|output format|"
    r"deliverables?|acceptance|budget|deadlines?|terms|policy|brief|scope)\b|"
    r"услови|требовани|ограничени|правила|сроки|бюджет|исходные данные|вводные|anforderung|vorgaben|contraintes|requisitos",
    re.I,
)
_BINDING = re.compile(
    r"\b(?:constraints?|requirements?|conditions|rules|restrictions|limits|must|acceptance|deadlines?)\b|"
    r"услови|требовани|ограничени|правила|сроки|anforderung|vorgaben|contraintes|exigences|requisitos|restricciones",
    re.I,
)
"""Headings whose lines bind, whatever words they use."""
_PLANS = re.compile(
    r"\b(?:plan|steps?|approach|instructions?|thought|reasoning|example|sample|code|test cases?|next|ledger|educated guess|facts to (?:look up|derive)|summary of)\b|"
    r"план|шаг|пример",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence, a bullet, or a key with its value."""

    statement: str
    """Without bullets, marks and JSON punctuation."""
    start: int
    end: int
    """Where it stands in the text, in characters."""
    pair: bool = False
    """It is a key with a value."""
    bullet: bool = False
    headed: bool = False
    """Its heading speaks of constraints, requirements, facts given, or the like."""
    binding: bool = False
    """Its heading says that what stands below it must be kept."""


def passages(text: str) -> Iterator[Passage]:
    """Yield what could be a fact, in the order of the text; code, plans and tables are left out."""
    view = read_text(text[:READ])
    fences = [found.span() for found in _FENCE.finditer(view.text)]
    heading, block = "", -1
    for index, zone in enumerate(view.zones):
        raw = view.zone_text(index)
        if any(a <= zone.start < b for a, b in fences):
            continue
        if zone.kind == "heading" or (raw.rstrip().endswith((":", ":**")) and len(raw) < 120):
            heading, block = raw, zone.block
            continue
        if zone.kind == "prose" and zone.block != block and not _continues(view, index):
            heading, block = "", zone.block
        if zone.kind == "row" or _PLANS.search(heading):
            continue
        found = _passage(raw, zone.start, zone.end, heading)
        if found is not None:
            yield found


def _continues(view: TextView, index: int) -> bool:
    """Whether prose stands in the same paragraph as what was before it."""
    if index == 0:
        return True
    between = view.text[view.zones[index - 1].end : view.zones[index].start]
    return between.count("\n") < 2


def _passage(raw: str, start: int, end: int, heading: str) -> Passage | None:
    json_pair = _JSON_PAIR.match(raw)
    if json_pair:
        key, value = json_pair.groups()
        if value[:1] in "[{" and value[-1:] not in "]}":
            return None
        value = re.sub(r'["\[\]{}]', "", value)
        statement = f"{key.replace('_', ' ').strip()}: {value.strip()}"
    else:
        statement = _BULLET.sub("", raw.strip())
        statement = _MARKS.sub("", statement)
    statement = _balanced(" ".join(statement.split()).strip(" ;,"))
    if not _SHORTEST <= len(statement) <= _LONGEST or not any(c.isalpha() for c in statement):
        return None
    letters = sum(c.isalpha() or c.isspace() for c in statement)
    if "{" in statement or "}" in statement:
        return None
    if letters < 0.55 * len(statement) or len(_SYMBOLS.findall(statement)) > 2:
        return None
    key, colon, rest = statement.partition(":")
    pair = bool(colon and rest[:1].isspace() and rest.strip()) and len(key.split()) <= 5
    pair = pair and any(c.isalpha() for c in key)
    return Passage(
        statement,
        start,
        end,
        pair=pair,
        bullet=bool(_BULLET.match(raw)),
        headed=bool(_HEADED.search(heading)),
        binding=bool(_BINDING.search(heading)),
    )


def _balanced(text: str) -> str:
    """Take off a bracket or quotation mark that was opened or closed outside of the passage."""
    for opening, closing in ("[]", "()", "“”", "«»"):
        if text.count(opening) != text.count(closing):
            text = text.strip(opening + closing).rstrip(" ;,")
    return text.strip('"').strip() if text.count('"') % 2 else text
