"""DECOMPOSE: state every part of a list that arrived in part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from core.contract.checks import FactCheck, read_text
from core.contract.checks.decide_list import find_item
from core.gate.model import RepairName
from core.repair.base import DISPUTED, Repair
from core.repair.carry import carried, carry, shortest
from core.repair.context import RepairContext
from core.repair.model import Postcondition, Proposal
from core.repair.postconditions import postconditions
from core.trace.model import Event


class Decompose(Repair):
    """Only for a list of which a part arrived; each part comes from a visible source.

    One source that states the whole list is carried over as it is. Otherwise the parts are put
    together, each in the words of the event that has it, and each is checked by itself.
    """

    name: ClassVar[RepairName] = "DECOMPOSE"

    @classmethod
    def refusal(cls, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        if context.fact.kind != "list":
            return "the fact has no parts"
        if context.frontier.contradicted:
            return DISPUTED
        if not context.frontier.partial:
            return _not_in_part(context)
        if context.source is None and not _covers(context):
            return "no visible event states the whole list"
        return ""

    def propose(self) -> Proposal:
        """Return the message with the whole list."""
        if self.context.source is not None:
            return carry(self.name, self.context)
        return self._from_parts()

    def _from_parts(self) -> Proposal:
        context = self.context
        text, added, told = context.text, "", []
        for item, source in _needed(context):
            quote = _passage(item, source, context.check)
            if quote is None:
                return Proposal(
                    repair=self.name,
                    text=None,
                    source_seq=source.seq,
                    needs="person",
                    note=f"No passage of event {source.seq} states '{item}' by itself.",
                )
            if quote not in added:
                text, block = carried(text, quote, source)
                added += block
            told.append(f"{item}: event {source.seq}")
        found = context.check.states(text, in_run=True).found
        lacking = [item for item in context.parts if item not in found]
        stated = Postcondition(
            name="each part stated",
            holds=not lacking,
            detail=f"lacking: {', '.join(lacking)}" if lacking else "; ".join(told),
        )
        return Proposal(
            repair=self.name,
            text=text,
            inserted=added,
            postconditions=(stated, *postconditions(context, text, added)),
        )


def _needed(context: RepairContext) -> Iterator[tuple[str, Event]]:
    """Yield the parts that the held text lacks, with their sources, in the list's order."""
    has = context.verdicts[context.fact.id].found
    for item, source in context.parts.items():
        if item not in has:
            yield item, source


def _covers(context: RepairContext) -> bool:
    """Whether every part of the list lies in some visible event."""
    items = context.check.spec.items
    return bool(items) and all(item in context.parts for item in items)


def _passage(item: str, source: Event, check: FactCheck) -> str | None:
    span = find_item(read_text(source.text), item)
    if span is None:
        return None
    return shortest(
        source.text, span, lambda passage: item in check.states(passage, in_run=True).found
    )


def _not_in_part(context: RepairContext) -> str:
    """Return why there is nothing to complete: all of a list arrived, or nothing did."""
    frontier = context.frontier
    if frontier.status == "unconsumed":
        may = "may have" if frontier.unsure else "has"
        return f"the whole list {may} arrived; no part is missing"
    return f"no part of the list has surely reached {frontier.recipient}"
