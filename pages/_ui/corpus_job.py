"""A replay of one contract over many runs, from its start to its end. Nothing here draws."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from core.carrying import CARRIED
from core.contract.model import Contract
from core.contract.parameters import ParameterTable, values_for
from core.controller import document_hash
from core.drift.bases import pack_roles
from core.drift.encoders_endpoint import PREFIX
from core.drift.model import RoleSet
from core.errors import BatonError
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from core.settings import ReplaySettings
from pages._ui.elsewhere import CancelledError, Elsewhere, Running
from pages._ui.work import replay_settings
from pages._ui.work_corpus import CorpusAnswer, CorpusInputs, CorpusTask, replay_run, replay_runs

if TYPE_CHECKING:
    from core.drift import CompiledRoles

log = logging.getLogger("baton")
CHUNK = 10
"""Runs that are in memory at a time; they go to the other process together."""


@dataclass(frozen=True, kw_only=True)
class CorpusRequest:
    """What to replay."""

    contract: Contract
    trace_ids: tuple[str, ...]
    table: ParameterTable = field(default_factory=ParameterTable)
    settings: Mapping[str, Any] = field(default_factory=dict)
    roles: RoleSet | None = None
    """Role profiles that the agents of each run are bound to; None: facts alone."""
    priors: PriorsSet | None = None
    """Counts that admit repairs; None: every repair is refused."""

    @property
    def key(self) -> tuple[str, int]:
        """Name and version of the contract."""
        return (self.contract.name, self.contract.version)


@dataclass(kw_only=True)
class CorpusJob:
    """Where a replay stands; read by pages while a thread goes on."""

    request: CorpusRequest
    future: Future[None] | None = field(default=None, repr=False)
    replayed: int = 0
    there: int = 0
    """Runs whose very analysis was stored before."""
    carried: int = 0
    """Decisions of people that stand for the new analyses as well."""
    asked_again: int = 0
    """Decisions that don't, since something about the question is new."""
    problems: dict[str, str] = field(default_factory=dict)
    """Trace -> why it has no result."""
    cancelled: bool = False
    failure: str = ""
    running: Running | None = field(default=None, repr=False)

    @property
    def total(self) -> int:
        """How many runs were asked for."""
        return len(self.request.trace_ids)

    @property
    def handled(self) -> int:
        """How many are through, with a result or without."""
        return self.replayed + self.there + len(self.problems)

    @property
    def done(self) -> bool:
        """Whether nothing more will come."""
        return self.future is not None and self.future.done()

    def cancel(self) -> None:
        """Stop; what is stored stays."""
        self.cancelled = True
        if self.running is not None:
            self.running.cancel()


def run_corpus(
    job: CorpusJob,
    workspace: Any,
    elsewhere: Elsewhere,
    author: str,
    compiled: Callable[[RoleSet, str], CompiledRoles],
) -> None:
    """Do the work of a job: replay what isn't there yet in another process, store what comes.

    Args:
        job: What to replay; told how far it is.
        workspace: The storage.
        elsewhere: Runs the replays.
        author: Who asked for it.
        compiled: Makes role profiles ready for scoring with an encoder, by its name.
    """

    def keep(answer: CorpusAnswer) -> None:
        if answer.analysis is None:
            job.problems[answer.trace_id] = answer.problem
            return
        try:
            key = workspace.analyses.add(answer.analysis, answer.trace_id, author)
        except BatonError as error:  # deleted meanwhile
            job.problems[answer.trace_id] = str(error)
        else:
            job.replayed += 1
            events = workspace.reviews.for_analysis(key)
            job.carried += sum(CARRIED in event.payload for event in events)
            job.asked_again += len(workspace.reviews.earlier(key))

    request = job.request
    try:
        inputs = CorpusInputs(
            contract=request.contract,
            roles=request.roles,
            priors=request.priors,
            settings=request.settings,
        )
        here = False
        if request.roles:
            name = replay_settings(request.settings).encoder
            bases = pack_roles(compiled(request.roles, name))
            # The endpoint's key stays in this process.
            here, inputs = name.startswith(PREFIX), replace(inputs, bases=bases)
        for tasks in _chunks(job, workspace):
            if job.cancelled:
                return
            job.running = Running(keep)
            if here:
                _replay_here(tasks, inputs, job.running)
            else:
                elsewhere.call(replay_runs, tasks, inputs, running=job.running)
    except CancelledError:
        job.cancelled = True
    except BatonError as error:
        job.failure = str(error)
    except Exception:
        log.exception("the replay of %s failed", job.request.contract.name)
        job.failure = "The replay stopped because of an internal error. The server's log says more."


def _replay_here(tasks: list[CorpusTask], inputs: CorpusInputs, running: Running) -> None:
    for task in tasks:
        if running.cancelled:
            raise CancelledError("It was cancelled.")
        running.tell(replay_run(task, inputs))


def is_made_with(request: CorpusRequest) -> Callable[[Any], bool]:
    """Return what tells whether an analysis used the very documents and settings of a request."""
    contract, roles, priors = request.contract, request.roles, request.priors
    wanted = (
        document_hash(roles.to_dict()) if roles else "",
        priors_hash(priors) if priors else "",
        document_hash(contract.to_dict()),
        contract.version,
    )
    settings = replay_settings(request.settings)

    def same(info: Any) -> bool:
        used = (info.roles_hash, info.priors_hash, info.contract_hash, info.contract_version)
        return used == wanted and ReplaySettings.from_dict(info.settings) == settings

    return same


def _chunks(job: CorpusJob, workspace: Any) -> Iterator[list[CorpusTask]]:
    contract = job.request.contract
    same = is_made_with(job.request)
    stored: dict[str, list[dict[str, str]]] = {}
    for info in workspace.analyses.list(contract=contract.name, newest_only=True):
        if same(info):
            stored.setdefault(info.trace_id, []).append(dict(info.binding.get("values", {})))
    chunk: list[CorpusTask] = []
    for trace_id in job.request.trace_ids:
        if trace_id in stored and not contract.parameters:
            job.there += 1
            continue
        try:
            trace = workspace.traces.get(trace_id)
        except BatonError as error:
            job.problems[trace_id] = str(error)
            continue
        row = job.request.table.row(trace.name, trace_id)
        values = dict(values_for(contract, trace, row).values)
        if values in stored.get(trace_id, ()):
            job.there += 1
            continue
        chunk.append(CorpusTask(trace_id=trace_id, trace=trace, values=values))
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
