"""INTEGRATE: carry a fact that was stated and sent, but dropped or not used."""

from __future__ import annotations

from typing import ClassVar

from core.gate.model import RepairName
from core.repair.base import DISPUTED, Repair
from core.repair.carry import carry, redo_request, redone
from core.repair.context import RepairContext
from core.repair.means import Means, Redo
from core.repair.model import Applied, Proposal


class Integrate(Repair):
    """Only for a fact that somebody stated and sent.

    On a handoff the message carries it. A rule in a deliverable is different: the output goes back
    to its author with the fact, or to review.
    """

    name: ClassVar[RepairName] = "INTEGRATE"

    @classmethod
    def refusal(cls, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        frontier = context.frontier
        if frontier.contradicted:
            return DISPUTED
        if frontier.status not in ("unconsumed", "misrouted"):
            return "nobody sent the fact; inserting it would make up a statement"
        if context.source is None:
            return "no visible event surely states the fact"
        return ""

    def propose(self) -> Proposal:
        """Return the message with the fact, or the request to its author where it is a deliverable."""
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
