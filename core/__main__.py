"""Baton without a browser: ``python -m core``.

The composition root of the command line, and the one file of ``core`` that knows the database.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.cli.app import main
from core.cli.ports import KeptPriors
from core.errors import NotFoundError

if TYPE_CHECKING:
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


class WorkspaceLibrary:
    """The commands' view of the database."""

    def __init__(self, url: str | None, *, create: bool = True) -> None:
        from storage import open_workspace
        from storage.database import find_file

        path = find_file(url)
        if not create and not path.exists():
            raise NotFoundError(f"There is no database {path}.")
        self._workspace = open_workspace(url)

    @property
    def where(self) -> str:
        """Path of the file."""
        return str(self._workspace.path)

    def add_trace(self, trace: Trace, source: str, problems: Sequence[Problem]) -> tuple[str, bool]:
        """Keep a trace; return its id and whether it is new."""
        stored = self._workspace.traces.add(trace, source, tuple(problems))
        return stored.id, stored.created

    def trace(self, trace_id: str) -> Trace:
        """Return a kept trace."""
        return self._workspace.traces.get(trace_id)

    def contract(self, name: str) -> Contract:
        """Return a contract by name or name@version."""
        return self._workspace.contracts.get(*_versioned(name)).contract

    def roles(self, name: str) -> RoleSet:
        """Return a role set by name or name@version."""
        return self._workspace.roles.get(*_versioned(name)).roles

    def priors(self, name: str) -> PriorsSet:
        """Return a priors set by name or hash."""
        return self._workspace.priors.get(name)

    def priors_sets(self) -> Sequence[KeptPriors]:
        """Return every kept priors set."""
        kept = self._workspace.priors
        return [
            KeptPriors(priors=kept.get(info.hash), hash=info.hash, origin=info.origin)
            for info in kept.list()
        ]

    def add_priors(self, priors: PriorsSet, origin: str) -> tuple[str, bool]:
        """Keep a priors set; return its hash and whether it is new."""
        known = {info.hash for info in self._workspace.priors.list()}
        key = self._workspace.priors.add(priors, origin).hash
        return key, key not in known

    def runtime_history(self, priors: PriorsSet) -> History:
        """Return how a set's repairs fared in earlier live runs."""
        return self._workspace.runtime_history(priors)

    def team(self, name: str) -> Team:
        """Return a team by name or name@version."""
        return self._workspace.teams.get(*_versioned(name)).team

    @property
    def live(self) -> Store:
        """The live runs."""
        return self._workspace.live

    @property
    def probes(self) -> ProbeStore:
        """The calibrations."""
        return self._workspace.probes

    def start_run(self, spec: RunSpec, owner: str, seconds: float) -> str:
        """Create a live run whose lease is the owner's for so long; return its id."""
        return self._workspace.live.start(spec, owner=owner, seconds=seconds)

    def file_run(self, run_id: str) -> tuple[str, str]:
        """Keep an ended run; return the ids of its trace and its analysis."""
        return self._workspace.file_run(run_id)

    def analysis(self, analysis_id: str) -> Analysis:
        """Return a kept analysis."""
        return self._workspace.analyses.get(analysis_id)

    def close(self) -> None:
        """Release the database."""
        self._workspace.close()


def _versioned(name: str) -> tuple[str, int | None]:
    plain, at, version = name.rpartition("@")
    is_number = version.isascii() and version.isdigit() and len(version) < 10
    return (plain, int(version)) if at and is_number else (name, None)


if __name__ == "__main__":
    sys.exit(main(None, WorkspaceLibrary))
