"""What the five repairs have in common.

A repair object *is* the proof that its prerequisites hold: its constructor refuses anything else.
So nobody can hold an ``Ask`` for a fact that was delivered, or an ``Integrate`` for one that nobody
stated (method, section 2, 'Repairs').
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import ClassVar

from core.errors import RepairError
from core.gate.model import RepairName
from core.repair.context import RepairContext
from core.repair.means import Means, Request
from core.repair.model import Applied, Proposal

DISPUTED = "another value was given; code doesn't decide who is right, a person does"


class Repair(ABC):
    """One way to close one gap at one boundary.

    Args:
        context: The gap, with everything visible that bears on it.

    Raises:
        RepairError: A prerequisite fails; the message says which.
    """

    name: ClassVar[RepairName]
    """Name as in the priors."""

    def __init__(self, context: RepairContext) -> None:
        if reason := self.refusal(context):
            raise RepairError(f"{self.name} can't be used here: {reason}")
        self.context = context

    @classmethod
    @abstractmethod
    def refusal(cls, context: RepairContext) -> str:
        """Return which prerequisite fails, in words; empty if the repair may be used."""

    @abstractmethod
    def propose(self) -> Proposal:
        """Return what the repair would do, as far as code can tell without anybody's help."""

    @cached_property
    def proposal(self) -> Proposal:
        """What :meth:`propose` returns, worked out once: a gap and its texts never change."""
        return self.propose()

    def request(self) -> Request | None:
        """Return what somebody would be asked, or None where code alone can act.

        A live run may put the request first, keep the answer, and carry the repair out afterwards.
        """
        return None

    def apply(self, means: Means) -> Applied:
        """Carry the repair out and check the result.

        Args:
            means: Who is there to act, where code alone can't.

        Returns:
            The new text with its postconditions, whether they hold or not.

        Raises:
            RepairError: There is no text, or nobody who could make one.
        """
        proposal = self.proposal
        if proposal.text is None:
            raise RepairError(proposal.note or f"{self.name} has no text to offer.")
        return Applied(text=proposal.text, postconditions=proposal.postconditions)
