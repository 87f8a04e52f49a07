"""Puts a fact into a held message, word for word from where it was stated."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from core.contract.checks import FactCheck
from core.errors import RepairError
from core.gate.model import RepairName
from core.repair.context import RepairContext
from core.repair.means import Means, Redo
from core.repair.model import Applied, Postcondition, Proposal
from core.repair.postconditions import drift_in_bounds, gap_closed, links_intact, postconditions
from core.trace.model import Event
from core.trace.quotes import CARRIED_HEADING

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n+")
MAX_QUOTE = 1200
"""Longest passage, in characters, that is carried over."""
NOT_BY_CODE = (
    "A rule is never written into a deliverable by code: the output goes back to its author."
)


def quote_from(source: Event, context: RepairContext) -> str | None:
    """Return the shortest passage of the source that states the fact by itself, or None.

    Tried in this order: the sentence or line with the deciding span, two neighbouring ones, the
    paragraph, the whole text. A passage is taken only if the fact's own check finds the fact in it,
    so nothing gets into a message that nobody stated.
    """
    return _statement(source.text, context.check)


def _statement(text: str, check: FactCheck) -> str | None:
    verdict = check.states(text, in_run=True)
    if not verdict.conveyed:
        return None
    span = verdict.span or (0, len(text))
    return shortest(text, span, lambda passage: check.states(passage, in_run=True).conveyed)


def shortest(text: str, span: tuple[int, int], fits: Callable[[str], bool]) -> str | None:
    """Return the shortest passage around a span that fits and isn't too long, or None."""
    return next((p for p in _passages(text, span) if len(p) <= MAX_QUOTE and fits(p)), None)


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


def carry(name: RepairName, context: RepairContext) -> Proposal:
    """Propose to carry the source's statement over, or say who has to act instead.

    Raises:
        RepairError: No visible event states the fact.
    """
    source = context.source
    if source is None:
        raise RepairError(f"{name} can't be used here: no visible event states the fact.")
    if context.rule_in_deliverable:
        return Proposal(
            repair=name, text=None, source_seq=source.seq, needs="author", note=NOT_BY_CODE
        )
    quote = quote_from(source, context)
    if quote is None:
        return Proposal(
            repair=name,
            text=None,
            source_seq=source.seq,
            needs="person",
            note=f"No passage of event {source.seq} states the fact by itself within reasonable length.",
        )
    text, block = carried(context.text, quote, source)
    return Proposal(
        repair=name,
        text=text,
        source_seq=source.seq,
        inserted=block,
        postconditions=postconditions(context, text, block),
    )


def redo_request(context: RepairContext, source: Event) -> Redo:
    """Return what the author of a deliverable is asked."""
    return Redo(
        agent=context.event.sender,
        text=context.text,
        fact=context.fact.id,
        statement=context.fact.statement,
        quote=quote_from(source, context) or context.fact.statement,
        source_seq=source.seq,
        boundary_seq=context.event.seq,
        recipient="" if context.on_own_output else context.frontier.recipient,
    )


def redone(context: RepairContext, means: Means, source: Event | None) -> Applied:
    """Give a deliverable back to its author with the fact, and check what comes back.

    The author writes the whole text anew, so nothing can be said about the rest byte by byte;
    every fact that it stated must still be there.

    Args:
        context: The gap.
        means: Who is there; without an author there is no other way.
        source: The event that states the fact.

    Raises:
        RepairError: Nobody is there to do it again, or the fact can't be quoted.
    """
    if source is None or means.author is None:
        raise RepairError(NOT_BY_CODE)
    text = means.author.redo(redo_request(context, source))
    return Applied(
        text=text,
        postconditions=(
            Postcondition(name="the author wrote it", holds=bool(text.strip())),
            gap_closed(context, text),
            links_intact(context.checks, context.verdicts, text, apart_from=context.fact.id),
            drift_in_bounds(context, text),
        ),
    )
