"""Puts a fact into a held message, word for word from where it was stated, and checks the result."""

from __future__ import annotations

import re
from itertools import pairwise

from core.repair.context import RepairContext
from core.repair.model import Postcondition
from core.trace.model import Event
from core.trace.quotes import CARRIED_HEADING

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n+")
MAX_QUOTE = 1200
"""Longest passage, in characters, that is carried over."""


def quote_from(source: Event, context: RepairContext) -> str | None:
    """Return the shortest passage of the source that states the fact by itself, or None.

    Tried in this order: the sentence or line with the deciding span, two neighbouring ones, the
    paragraph, the whole text. A passage is taken only if the fact's own check finds the fact in it,
    so nothing gets into a message that nobody stated.
    """
    check = context.check
    verdict = check.states(source.text)
    if not verdict.conveyed:
        return None
    for passage in _passages(source.text, verdict.span or (0, len(source.text))):
        if len(passage) <= MAX_QUOTE and check.states(passage).conveyed:
            return passage
    return None


def _passages(text: str, span: tuple[int, int]) -> list[str]:
    cuts = [0, *(m.end() for m in _SENTENCE_END.finditer(text)), len(text)]
    pieces = [(a, b) for a, b in pairwise(cuts) if b > a]
    first = next((i for i, (a, b) in enumerate(pieces) if a <= span[0] < b), 0)
    last = next((i for i, (a, b) in enumerate(pieces) if a < span[1] <= b), first)
    windows = [(first, last), (max(0, first - 1), last), (first, min(len(pieces) - 1, last + 1))]
    windows.append((max(0, first - 1), min(len(pieces) - 1, last + 1)))
    found = [text[pieces[a][0] : pieces[b][1]].strip() for a, b in windows] if pieces else []
    start = text.rfind("\n\n", 0, span[0])
    end = text.find("\n\n", span[1])
    found.append(text[start + 2 if start >= 0 else 0 : end if end >= 0 else len(text)].strip())
    found.append(text.strip())
    return [passage for passage in dict.fromkeys(found) if passage]


def carried(text: str, quote: str, source: Event) -> tuple[str, str]:
    """Return the message with the quote appended, and the appended block itself.

    The block names its source, and the agent's own text before it stays byte for byte.
    """
    quoted = "\n".join(f"> {line}" for line in quote.splitlines())
    block = f"\n\n{CARRIED_HEADING} {source.sender}, event {source.seq}]\n{quoted}"
    return text + block, block


def postconditions(
    context: RepairContext, repaired: str, inserted: str
) -> tuple[Postcondition, ...]:
    """Check a repaired message against the accepted text before it (method, 'Transaction')."""
    check = context.check
    closed = check.reflects(repaired) if context.on_own_output else check.states(repaired)
    gap = Postcondition(
        name="gap closed",
        holds=closed.conveyed,
        detail=closed.reason,
    )
    return (
        gap,
        _links_intact(context, repaired),
        _rest_unchanged(context, repaired, inserted),
        _drift(context, repaired),
    )


def _links_intact(context: RepairContext, repaired: str) -> Postcondition:
    lost = [
        fact_id
        for fact_id, before in context.verdicts.items()
        if before.label in ("conveyed", "contradicted")
        and fact_id != context.fact.id
        and context.checks[fact_id].states(repaired).label != before.label
    ]
    return Postcondition(
        name="former links intact",
        holds=not lost,
        detail=f"changed: {', '.join(lost)}" if lost else "every other fact reads as before",
    )


def _rest_unchanged(context: RepairContext, repaired: str, inserted: str) -> Postcondition:
    same = repaired.replace(inserted, "", 1) == context.text if inserted else False
    return Postcondition(
        name="rest unchanged",
        holds=same,
        detail="without the insertion the message is the agent's own, byte for byte"
        if same
        else "",
    )


def _drift(context: RepairContext, repaired: str) -> Postcondition:
    measured = context.drift_of(repaired)
    if measured is None:
        return Postcondition(
            name="drift not above threshold", holds=True, detail="no energy for this agent"
        )
    before = context.drift_of(context.text)
    energy, threshold = measured
    start = before[0] if before else 0.0
    return Postcondition(
        name="drift not above threshold",
        holds=energy <= max(threshold, start),
        detail=f"energy {energy:.2f} (before {start:.2f}, threshold {threshold:.2f})",
    )
