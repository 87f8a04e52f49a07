"""VERIFY: put a certificate into the graph where the check was unsure."""

from __future__ import annotations

from typing import ClassVar

from core.errors import RepairError
from core.gate.model import RepairName
from core.provenance.certificate import certificate_event
from core.repair.base import DISPUTED, Repair
from core.repair.context import RepairContext
from core.repair.means import CertificateRequest, Means
from core.repair.model import Applied, Postcondition, Proposal


class Verify(Repair):
    """Only for a doubt about a typed fact. The message stays as it is.

    A person or a typed verifier says what holds; the certificate becomes a verification relation,
    valid for this one obligation at this one boundary.
    """

    name: ClassVar[RepairName] = "VERIFY"

    @classmethod
    def refusal(cls, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        if context.frontier.contradicted:
            return DISPUTED
        if not context.frontier.unsure:
            return "the check is sure; there is nothing to verify"
        if context.fact.kind == "free_text":
            return "the contract declares no typed constraint for this fact"
        return ""

    def propose(self) -> Proposal:
        """Return that a person or a verifier has to certify the fact; the message stays as it is."""
        return Proposal(
            repair=self.name,
            text=None,
            needs="person",
            note="The check is unsure: somebody has to certify the value before the message goes out.",
        )

    def request(self) -> CertificateRequest:
        """Return the doubt that is to be settled."""
        context = self.context
        return CertificateRequest(
            fact=context.fact,
            recipient=context.frontier.recipient,
            frontier=context.frontier.status,
            text=context.text,
            doubt=context.frontier.reason,
            boundary_seq=context.event.seq,
        )

    def apply(self, means: Means) -> Applied:
        """Ask for the certificate and file it behind the boundary."""
        if means.certifier is None:
            raise RepairError("Nobody is there to certify the fact.")
        context = self.context
        frontier = context.frontier
        given = means.certifier.certify(self.request())
        if given is None or not given.by.strip():
            missing = Postcondition(
                name="certificate in the graph", holds=False, detail="nobody could tell"
            )
            return Applied(text=context.text, postconditions=(missing,))
        event = certificate_event(
            context.event,
            fact=context.fact.id,
            recipient=frontier.recipient,
            label=given.label,
            by=given.by,
            reason=given.reason,
            other_value=given.other_value,
        )
        held = Postcondition(
            name="certificate in the graph", holds=True, detail=f"event {event.seq}: {event.text}"
        )
        return Applied(text=context.text, postconditions=(held,), after=(event,))
