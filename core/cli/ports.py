"""What the commands need from the outside, so that they know no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # Whoever only reads a trace doesn't pay for the controller.
    from core.contract.model import Contract
    from core.drift.model import RoleSet
    from core.gate.history import History
    from core.gate.model import PriorsSet
    from core.live.spec import RunSpec
    from core.live.team import Team
    from core.live.worker import Store
    from core.probe.record import ProbeStore
    from core.report import Analysis
    from core.trace.model import Problem, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPriors:
    """A priors set with its hash and where it came from."""

    priors: PriorsSet
    hash: str
    origin: str


class Library(Protocol):
    """Where documents with a name, and traces with an id, are kept."""

    @property
    def where(self) -> str:
        """What a person calls it: the path of the file."""
        ...

    def add_trace(self, trace: Trace, source: str, problems: Sequence[Problem]) -> tuple[str, bool]:
        """Keep a trace; return its id and whether it is new."""
        ...

    def trace(self, trace_id: str) -> Trace:
        """Return a kept trace. Raises NotFoundError."""
        ...

    def contract(self, name: str) -> Contract:
        """Return a contract by ``name`` or ``name@version``. Raises NotFoundError."""
        ...

    def roles(self, name: str) -> RoleSet:
        """Return a role set by ``name`` or ``name@version``. Raises NotFoundError."""
        ...

    def priors(self, name: str) -> PriorsSet:
        """Return a priors set by name or hash. Raises NotFoundError."""
        ...

    def priors_sets(self) -> Sequence[KeptPriors]:
        """Return every kept priors set, built-in ones first, then the newest."""
        ...

    def add_priors(self, priors: PriorsSet, origin: str) -> tuple[str, bool]:
        """Keep a priors set; return its hash and whether it is new."""
        ...

    def runtime_history(self, priors: PriorsSet) -> History:
        """Return how a set's repairs fared in earlier live runs."""
        ...

    def team(self, name: str) -> Team:
        """Return a team by ``name`` or ``name@version``. Raises NotFoundError."""
        ...

    @property
    def live(self) -> Store:
        """The live runs."""
        ...

    @property
    def probes(self) -> ProbeStore:
        """The calibrations."""
        ...

    def start_run(self, spec: RunSpec, owner: str, seconds: float) -> str:
        """Create a live run whose lease is the owner's for so long; return its id."""
        ...

    def file_run(self, run_id: str) -> tuple[str, str]:
        """Keep an ended run; return the ids of its trace and its analysis."""
        ...

    def analysis(self, analysis_id: str) -> Analysis:
        """Return a kept analysis. Raises NotFoundError."""
        ...

    def close(self) -> None:
        """Release the database."""
        ...


class OpenLibrary(Protocol):
    """Opens the database at a URL (None: the configured one)."""

    def __call__(self, url: str | None, *, create: bool) -> Library:
        """Open it. Raises NotFoundError if there is none and it may not be created."""
        ...


@dataclass(frozen=True, slots=True)
class Lazy:
    """Opens the library at the first question, so that a check of files needs no database."""

    open_library: OpenLibrary
    url: str | None

    def get(self, *, create: bool = False) -> Library:
        """Return an open library.

        Args:
            create: Make the database if there is none. Whoever only looks something up must not.

        Raises:
            NotFoundError: There is none, and it may not be created.
        """
        return self.open_library(self.url, create=create)
