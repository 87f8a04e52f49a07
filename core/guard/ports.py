"""What the guard needs from the outside."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from core.contract.model import Contract
from core.drift.model import RoleSet
from core.gate.model import PriorsSet
from core.guard.journal import GuardKind, GuardRecord
from core.repair.means import Answer, Certificate, CertificateRequest, Question, Redo
from core.report import Analysis
from core.trace.model import Trace

Said: TypeAlias = str | Answer
"""Words of an agent; an ``Answer`` also tells what they cost in tokens."""
AskCall: TypeAlias = Callable[[Question], Said | Awaitable[Said]]
"""Puts the question to the agent and returns what it said."""
RedoCall: TypeAlias = Callable[[Redo], Said | Awaitable[Said]]
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

    def begin(self, name: str, opened: Mapping[str, Any]) -> str:
        """Begin the record of a run; return its id."""
        ...

    def records(self, run_id: str) -> Sequence[GuardRecord]:
        """Return the record of a run. Raises NotFoundError."""
        ...

    def take_up(self, run_id: str) -> int:
        """Go on with the record of a run; its former program can't write to it any more.

        Returns:
            Whose turn it is now: what ``append`` and ``decisions`` want to hear; 0 before.

        Raises:
            ConflictError: The run is closed.
        """
        ...

    def append(
        self, run_id: str, kind: GuardKind, data: Mapping[str, Any], *, turn: int = 0
    ) -> None:
        """Add to the record what has just happened.

        Raises:
            OvertakenError: Another program has taken the run up since.
        """
        ...

    def decisions(self, run_id: str, after: int, *, turn: int = 0) -> Sequence[GuardRecord]:
        """Return the ``decided`` records above a number; also shows that somebody still listens.

        Raises:
            OvertakenError: Another program has taken the run up since.
        """
        ...

    def run(self, trace: Trace, analysis: Analysis) -> str:
        """Keep a run; return the id of its analysis."""
        ...
