"""The five repairs, their prerequisites and postconditions, and the transaction around them."""

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
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

__getattr__ = on_demand(
    __name__,
    {
        "CONTROLLER": "core.repair.ask",
        "Ask": "core.repair.ask",
        "Repair": "core.repair.base",
        "RepairContext": "core.repair.context",
        "Decompose": "core.repair.decompose",
        "ExampleCertifier": "core.repair.examples",
        "certify_by_examples": "core.repair.examples",
        "Integrate": "core.repair.integrate",
        "REPAIRS": "core.repair.kinds",
        "NOBODY": "core.repair.means",
        "Answer": "core.repair.means",
        "Asker": "core.repair.means",
        "Author": "core.repair.means",
        "Certificate": "core.repair.means",
        "CertificateRequest": "core.repair.means",
        "Certifier": "core.repair.means",
        "Means": "core.repair.means",
        "Question": "core.repair.means",
        "Redo": "core.repair.means",
        "Request": "core.repair.means",
        "Rewriter": "core.repair.means",
        "RewriteRequest": "core.repair.means",
        "Applied": "core.repair.model",
        "Candidate": "core.repair.model",
        "Postcondition": "core.repair.model",
        "Proposal": "core.repair.model",
        "Retrieve": "core.repair.retrieve",
        "RoleRewriting": "core.repair.rewriting",
        "Step": "core.repair.transaction",
        "Transaction": "core.repair.transaction",
        "Verify": "core.repair.verify",
    },
)
