"""The five repairs, their prerequisites and postconditions, and the transaction around them."""

from core.repair.ask import CONTROLLER, Ask
from core.repair.base import Repair
from core.repair.context import RepairContext
from core.repair.decompose import Decompose
from core.repair.examples import ExampleCertifier, certify_by_examples
from core.repair.integrate import Integrate
from core.repair.kinds import REPAIRS
from core.repair.means import (
    NOBODY,
    Answer,
    Asker,
    Author,
    Certificate,
    CertificateRequest,
    Certifier,
    Means,
    Question,
    Redo,
    Request,
    Rewriter,
    RewriteRequest,
)
from core.repair.model import Applied, Candidate, Postcondition, Proposal
from core.repair.retrieve import Retrieve
from core.repair.rewriting import RoleRewriting
from core.repair.transaction import Step, Transaction
from core.repair.verify import Verify

__all__ = [
    "CONTROLLER",
    "NOBODY",
    "REPAIRS",
    "Answer",
    "Applied",
    "Ask",
    "Asker",
    "Author",
    "Candidate",
    "Certificate",
    "CertificateRequest",
    "Certifier",
    "Decompose",
    "ExampleCertifier",
    "Integrate",
    "Means",
    "Postcondition",
    "Proposal",
    "Question",
    "Redo",
    "Repair",
    "RepairContext",
    "Request",
    "Retrieve",
    "RewriteRequest",
    "Rewriter",
    "RoleRewriting",
    "Step",
    "Transaction",
    "Verify",
    "certify_by_examples",
]
