"""The five repairs, their prerequisites and postconditions."""

from core.repair.context import RepairContext
from core.repair.kinds import REPAIRS, Ask, Decompose, Integrate, Repair, Retrieve, Verify
from core.repair.model import Candidate, Postcondition, Proposal

__all__ = [
    "REPAIRS",
    "Ask",
    "Candidate",
    "Decompose",
    "Integrate",
    "Postcondition",
    "Proposal",
    "Repair",
    "RepairContext",
    "Retrieve",
    "Verify",
]
