"""RETRIEVE: carry a fact that lies in a document or a tool result."""

from __future__ import annotations

from typing import ClassVar

from core.gate.model import RepairName
from core.repair.base import DISPUTED, Repair
from core.repair.carry import carry, redo_request, redone
from core.repair.context import RepairContext
from core.repair.means import Means, Redo
from core.repair.model import Applied, Proposal


class Retrieve(Repair):
    """Only for a fact that lies in accessible state; the held message then carries it."""

    name: ClassVar[RepairName] = "RETRIEVE"

    @classmethod
    def refusal(cls, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        frontier = context.frontier
        if frontier.contradicted:
            return DISPUTED
        if frontier.status == "unconsumed" and frontier.unsure:
            return "the fact may have been delivered; there may be nothing to fetch"
        if frontier.status == "unconsumed":
            return "the fact was delivered; there is nothing to fetch"
        if frontier.status == "misrouted" and not context.source_is_state:
            return "the fact lies in a message, not in a document or tool result"
        if context.source is None:
            return "the fact lies in no visible document or tool result"
        return ""

    def propose(self) -> Proposal:
        """Return the message with the passage that holds the fact."""
        return carry(self.name, self.context)

    def request(self) -> Redo | None:
        """Return what the author of a deliverable is asked; on a handoff code acts alone."""
        source = self.context.source
        if source is None or not self.context.rule_in_deliverable:
            return None
        return redo_request(self.context, source)

    def apply(self, means: Means) -> Applied:
        """Carry the fact over, or have the author do the output again."""
        if self.context.rule_in_deliverable:
            return redone(self.context, means, self.context.source)
        return super().apply(means)
