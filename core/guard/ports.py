"""What the guard needs from the outside."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from core.contract.model import Contract
from core.drift.model import RoleSet
from core.gate.model import PriorsSet
from core.repair.means import Certificate, CertificateRequest, Question, Redo
from core.report import Analysis
from core.trace.model import Trace

AskCall: TypeAlias = Callable[[Question], str | Awaitable[str]]
"""Puts the question to the agent and returns what it said."""
RedoCall: TypeAlias = Callable[[Redo], str | Awaitable[str]]
"""Has the agent do its output again and returns the new one."""
CertifyCall: TypeAlias = Callable[
    [CertificateRequest], Certificate | Awaitable[Certificate | None] | None
]
"""A typed verifier or a person."""


class Store(Protocol):
    """Where a guarded run is kept, so that the dashboard shows it."""

    def contract(self, contract: Contract, text: str) -> Contract:
        """Keep a contract unless it is kept already; return it with its version number."""
        ...

    def roles(self, roles: RoleSet, text: str) -> RoleSet:
        """Keep a role set unless it is kept already; return it with its version number."""
        ...

    def priors(self, priors: PriorsSet) -> None:
        """Keep a priors set unless it is kept already."""
        ...

    def run(self, trace: Trace, analysis: Analysis) -> str:
        """Keep a run; return the id of its analysis."""
        ...
