"""Keeps guarded runs in a workspace, so that the dashboard shows them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from core.contract.model import Contract
from core.controller import document_hash
from core.drift.model import RoleSet
from core.errors import ConflictError
from core.gate.model import PriorsSet
from core.guard.journal import GuardKind, GuardRecord
from core.report import Analysis
from core.trace.model import Trace
from storage.guards import SOURCE, Guards
from storage.workspace import Workspace, open_workspace


class GuardStore:
    """The guard's view of a workspace.

    The file is opened for each document and each kept run; for the record, which is written at every
    event, it stays open until the run is closed, in the process that writes it.

    Args:
        url: As for ``open_workspace``.
        author: Name under which documents and analyses are saved.
    """

    def __init__(self, url: str | None = None, author: str = "guard") -> None:
        self._url = url
        self._author = author
        self._kept: tuple[int, Workspace] | None = None
        """Process that opened the file for the record, and the open workspace."""

    def begin(self, name: str, opened: Mapping[str, Any]) -> str:
        """Begin the record of a run; return its id."""
        return self._records().begin(name, opened)

    def records(self, run_id: str) -> Sequence[GuardRecord]:
        """Return the record of a run. Raises NotFoundError."""
        return self._records().records(run_id)

    def take_up(self, run_id: str) -> int:
        """Go on with the record of a run; its former program can't write to it any more."""
        return self._records().take_up(run_id)

    def append(
        self, run_id: str, kind: GuardKind, data: Mapping[str, Any], *, turn: int = 0
    ) -> None:
        """Add to the record what has just happened."""
        self._records().append(run_id, kind, data, turn=turn)
        if kind == "closed" and self._kept is not None:
            self._kept[1].close()
            self._kept = None

    def decisions(self, run_id: str, after: int, *, turn: int = 0) -> Sequence[GuardRecord]:
        """Return the ``decided`` records above a number."""
        return self._records().decisions(run_id, after, turn=turn)

    def contract(self, contract: Contract, text: str) -> Contract:
        """Keep a contract unless a version with this content is there; return that version."""
        with self._open() as workspace:
            wanted = document_hash(contract.to_dict())
            if any(info.name == contract.name for info in workspace.contracts.list()):
                for version in workspace.contracts.versions(contract.name):
                    if document_hash(version.contract.to_dict()) == wanted:
                        return version.contract
            return workspace.contracts.save(text, self._author).contract

    def roles(self, roles: RoleSet, text: str) -> RoleSet:
        """Keep a role set unless a version with this content is there; return that version."""
        with self._open() as workspace:
            wanted = document_hash(roles.to_dict())
            if any(info.name == roles.name for info in workspace.roles.list()):
                for version in workspace.roles.versions(roles.name):
                    if document_hash(version.roles.to_dict()) == wanted:
                        return version.roles
            return workspace.roles.save(text, self._author).roles

    def priors(self, priors: PriorsSet) -> None:
        """Keep a priors set unless it is there already."""
        with self._open() as workspace:
            workspace.priors.add(priors, origin="used by a guarded run")

    def run(self, trace: Trace, analysis: Analysis) -> str:
        """Keep a run and its analysis; return the id of the analysis.

        Raises:
            ConflictError: The analysis belongs to another trace.
        """
        if analysis.inputs.trace_digest != trace.digest:
            raise ConflictError("The analysis was made from another trace.")
        with self._open() as workspace:
            stored = workspace.traces.add(trace, SOURCE)
            return workspace.analyses.add(analysis, stored.id, self._author)

    def _records(self) -> Guards:
        if self._kept is None or self._kept[0] != os.getpid():  # no connection outlives a fork
            self._kept = (os.getpid(), self._open())
        return self._kept[1].guards

    def _open(self) -> Workspace:
        return open_workspace(self._url)


def guard_store(url: str | None = None, author: str = "guard") -> GuardStore:
    """Return where a guard keeps its run: ``guard.open(..., store=guard_store(url))``.

    Args:
        url: ``sqlite:///file.db`` or a path; None: the configured workspace.
        author: Name under which documents and analyses are saved.
    """
    return GuardStore(url, author)
