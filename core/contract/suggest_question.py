"""Cuts a task that is a question into the conditions that it sets.

Most tasks of a benchmark, and many of a desk, are one sentence: 'Which hotel near the harbour has
rooms under $120 that are free on May 3?' Each condition in it must reach whoever works on it, so
each is a passage of its own, word for word as it was asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contract.checks import read_text
from core.contract.suggest_text import READ, Passage

_SHORTEST, _LONGEST = 8, 160
_MOST_SENTENCES = 12
_ASKS = re.compile(
    r"^(?:(?:please|could you|can you|пожалуйста)[, ]+)?(?:find|list|name|tell|look up|search|calculate|compute|compare|recommend|summari[sz]e|determine|identify|book|plan|"
    r"what|which|where|who|whose|when|how|in (?:what|which)|"
    r"найди|назови|перечисли|посчитай|рассчитай|сравни|подбери|какой|какая|какие|какое|сколько|где|кто|когда)\b",
    re.I,
)
_CUT = re.compile(
    r"[,;()]\s*|\s+[–—-]\s+|\s+(?=(?:that|which|who|whose|with|if|while|but|котор\w+|если)\s)|"
    r"\s+(?:and|и)\s+(?=(?:is|are|was|were|has|have|had|costs?|takes?|opens?|closes?|can|within|less|more|under|over|available|write|return|report|give|save|send|show|tell|list|name|стоит|имеет|не|свобод\w+|напиши|верни)\b)",
    re.I,
)
"""Where one condition ends and another begins."""
_LEAD = re.compile(
    r"^(?:(?:please|could you|can you)[, ]+)?(?:(?:find|tell|name|list|look up|determine|identify|calculate|compute)\s+(?:me\s+|out\s+|for\s+)?)?"
    r"(?:(?:in\s+)?(?:what|which|where|who|whose|when|how)(?:\s+(?:many|much|long|far|often))?(?:['’]s)?\b\s*)?"
    r"(?:(?:is|are|was|were|can|could|do|does|did|would|should|will)\s+)?(?:(?:i|we|you|there)\s+)?(?:(?:the|a|an)\s+)?",
    re.I,
)
"""The words of asking, which no answer repeats."""
_LINK = re.compile(r"\s*(?:(?:and|that|which|who|is|are|и|котор\w+)\s+)*", re.I)
_WHOLE = 2
"""Conditions that are looked at together: 'films' + 'shorter than two hours'."""


def conditions(text: str) -> Iterator[tuple[Passage, ...]]:
    """Yield the conditions in the questions and orders of a task.

    Args:
        text: The task.

    Yields:
        For each condition what it may be quoted as, the shortest first: itself, then with what
        stands before it in the sentence and says what it is a condition of.
    """
    view = read_text(text[:READ])
    asked = 0
    for index, zone in enumerate(view.zones):
        raw = view.zone_text(index)
        if zone.kind != "prose" or not (raw.rstrip().endswith("?") or _ASKS.match(raw.lstrip())):
            continue
        asked += 1
        if asked > _MOST_SENTENCES:
            return
        pieces = list(_pieces(raw))
        for place, (_, end) in enumerate(pieces):
            reach = range(place, max(-1, place - _WHOLE - 1), -1)
            quoted = (_passage(raw, zone.start, pieces[start][0], end) for start in reach)
            found = tuple(passage for passage in quoted if passage is not None)
            if found:
                yield found


def _pieces(raw: str) -> Iterator[tuple[int, int]]:
    start = 0
    for cut in _CUT.finditer(raw):
        if cut.start() > start:
            yield start, cut.start()
        start = cut.end()
    if start < len(raw):
        yield start, len(raw)


def _passage(raw: str, offset: int, start: int, end: int) -> Passage | None:
    """Return a part of a sentence without the words of asking around it."""
    if not raw[:start].strip():
        lead = _LEAD.match(raw[start:end].lstrip())
        start += len(raw[start:end]) - len(raw[start:end].lstrip()) + (lead.end() if lead else 0)
    elif linked := _LINK.match(raw, start, end):
        start = linked.end()
    said = raw[start:end].rstrip(" \t\n?.!:")
    end = start + len(said)
    if said.count("(") > said.count(")") and raw[end : end + 1] == ")":
        said, end = said + ")", end + 1
    start += len(said) - len(said.lstrip())
    statement = " ".join(said.split())
    if not _SHORTEST <= len(statement) <= _LONGEST or re.search(r"[][{}`]", statement):
        return None
    if statement.count("(") != statement.count(")"):
        return None
    return Passage(statement, offset + start, offset + end)
