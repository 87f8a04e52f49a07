"""The five repairs, each with its prerequisite (method, section 2, 'Repairs').

A repair is an object with a name, a ``refusal`` (which prerequisite fails, or an empty string)
and a ``propose``. The type table is part of the prerequisites, so that asking for a delivered
fact, or integrating an unstated one, can't even be constructed.
"""

from __future__ import annotations

from typing import Protocol

from core.errors import RepairError
from core.gate.model import RepairName
from core.provenance.model import Frontier
from core.repair.carry import carried, postconditions, quote_from
from core.repair.context import RULE_KINDS, RepairContext
from core.repair.model import Proposal

_DISPUTED = "another value was given; code doesn't decide who is right, a person does"


class Repair(Protocol):
    """One way to close a gap."""

    @property
    def name(self) -> RepairName:
        """Name as in the priors."""
        ...

    def refusal(self, context: RepairContext) -> str:
        """Return which prerequisite fails, in words; empty if the repair may be used."""
        ...

    def propose(self, context: RepairContext) -> Proposal:
        """Return what the repair would do. Raises RepairError if a prerequisite fails."""
        ...


class _Base:
    name: RepairName

    def refusal(self, context: RepairContext) -> str:
        raise RepairError(f"{self.name} has no prerequisite.")

    def require(self, context: RepairContext) -> None:
        if reason := self.refusal(context):
            raise RepairError(f"{self.name} can't be used here: {reason}")


class Ask(_Base):
    """Put one precise question to the fact's owner. Only for a fact that was sent to nobody."""

    name: RepairName = "ASK"

    def refusal(self, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        if context.frontier.contradicted:
            return _DISPUTED
        if context.frontier.status != "absent":
            was = "may have been" if context.frontier.unsure else "was"
            return f"the fact {was} delivered or sent to somebody; asking for it again does harm"
        if not context.fact.owner:
            return "the contract names no owner to ask"
        return ""

    def propose(self, context: RepairContext) -> Proposal:
        """Return the question; its answer needs a model or a person."""
        self.require(context)
        fact = context.fact
        who = fact.owner if context.owner_present else context.event.sender
        return Proposal(
            repair=self.name,
            text=None,
            addressee=who,
            question=(
                f"{who}, before this message goes to {context.frontier.recipient}: "
                f"what exactly holds for '{fact.id}'? Please answer in one sentence, with value and unit, "
                "or say that it is unknown."
            ),
            needs="model",
            note="The answer must state the fact; the held message then carries it.",
        )


class Integrate(_Base):
    """Carry a fact that was stated and sent, but dropped or not used."""

    name: RepairName = "INTEGRATE"

    def refusal(self, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        frontier = context.frontier
        if frontier.contradicted:
            return _DISPUTED
        if frontier.status not in ("unconsumed", "misrouted"):
            return "nobody sent the fact; inserting it would make up a statement"
        if context.source is None:
            return "no visible event surely states the fact"
        return ""

    def propose(self, context: RepairContext) -> Proposal:
        """Return the message with the fact, or the request to its author where it is a deliverable."""
        self.require(context)
        if context.on_own_output and context.fact.kind in RULE_KINDS:
            return Proposal(
                repair=self.name,
                text=None,
                source_seq=context.source.seq if context.source else None,
                needs="author",
                note="A rule is never written into a deliverable by code: the output goes back to its author.",
            )
        return _carry(self.name, context)


class Retrieve(_Base):
    """Carry a fact that lies in a document or a tool result."""

    name: RepairName = "RETRIEVE"

    def refusal(self, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        frontier = context.frontier
        if frontier.contradicted:
            return _DISPUTED
        if frontier.status == "unconsumed" and frontier.unsure:
            return "the fact may have been delivered; there may be nothing to fetch"
        if frontier.status == "unconsumed":
            return "the fact was delivered; there is nothing to fetch"
        if frontier.status == "misrouted" and not context.source_is_state:
            return "the fact lies in a message, not in a document or tool result"
        if context.source is None:
            return "the fact lies in no visible document or tool result"
        return ""

    def propose(self, context: RepairContext) -> Proposal:
        """Return the message with the passage that holds the fact."""
        self.require(context)
        return _carry(self.name, context)


class Decompose(_Base):
    """State each part of a list that arrived in part, from visible sources only."""

    name: RepairName = "DECOMPOSE"

    def refusal(self, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        if context.fact.kind != "list":
            return "the fact has no parts"
        if context.frontier.contradicted:
            return _DISPUTED
        if not context.frontier.partial:
            return _not_in_part(context.frontier)
        if context.source is None:
            return "no visible event states the whole list"
        return ""

    def propose(self, context: RepairContext) -> Proposal:
        """Return the message with the whole list."""
        self.require(context)
        return _carry(self.name, context)


def _not_in_part(frontier: Frontier) -> str:
    """Return why there is nothing to complete: all of a list arrived, or nothing did."""
    if frontier.status == "unconsumed":
        may = "may have" if frontier.unsure else "has"
        return f"the whole list {may} arrived; no part is missing"
    return f"no part of the list has surely reached {frontier.recipient}"


class Verify(_Base):
    """Put a certificate into the graph where the check was unsure."""

    name: RepairName = "VERIFY"

    def refusal(self, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        if context.frontier.contradicted:
            return _DISPUTED
        if not context.frontier.unsure:
            return "the check is sure; there is nothing to verify"
        if context.fact.kind == "free_text":
            return "the contract declares no typed constraint for this fact"
        return ""

    def propose(self, context: RepairContext) -> Proposal:
        """Return that a person or a verifier has to certify the fact; the message stays as it is."""
        self.require(context)
        return Proposal(
            repair=self.name,
            text=None,
            needs="person",
            note="The check is unsure: somebody has to certify the value before the message goes out.",
        )


def _carry(name: RepairName, context: RepairContext) -> Proposal:
    source = context.source
    assert source is not None  # noqa: S101  (refusal has just looked)
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


REPAIRS: tuple[Repair, ...] = (Integrate(), Retrieve(), Ask(), Decompose(), Verify())
"""All repairs, in the order in which ties are resolved."""
