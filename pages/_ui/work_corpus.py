"""Replays a contract over runs, one after the other: what a process of its own does."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.contract.binding import Binding
from core.contract.model import Contract
from core.drift.model import RoleSet
from core.errors import BatonError
from core.gate.model import PriorsSet
from core.report import Analysis
from core.trace.model import Trace
from pages._ui.work import AnalysisRequest, analyse_request, role_texts

log = logging.getLogger("baton")


@dataclass(frozen=True, kw_only=True)
class CorpusInputs:
    """What is the same for all runs of a replay."""

    contract: Contract
    roles: RoleSet | None = None
    """Role profiles; None: facts alone."""
    priors: PriorsSet | None = None
    """Counts that admit repairs; None: every repair is refused."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    bases: bytes = b""
    """The compiled role set, for a process that hasn't compiled it yet; may be empty."""


@dataclass(frozen=True, kw_only=True)
class CorpusTask:
    """One run to replay."""

    trace_id: str
    trace: Trace
    values: Mapping[str, str] = field(default_factory=dict)
    """What the run fills into the contract."""


@dataclass(frozen=True, kw_only=True)
class CorpusAnswer:
    """What became of one run: an analysis, or a sentence why there is none."""

    trace_id: str
    analysis: Analysis | None = None
    problem: str = ""


def replay_runs(
    tasks: list[CorpusTask],
    inputs: CorpusInputs,
    tell: Callable[[CorpusAnswer], None],
) -> int:
    """Replay each run and tell each result at once; a run that fails doesn't stop the others.

    Returns:
        How many were replayed.
    """
    done = 0
    for task in tasks:
        answer = replay_run(task, inputs)
        done += answer.analysis is not None
        tell(answer)
    return done


def bound(trace: Trace, contract: Contract, roles: RoleSet | None) -> Binding:
    """Return who is who in a run, as *Analyse* would suggest it."""
    from core.contract.bind import suggest_binding

    return suggest_binding(trace, contract, role_texts(roles)).binding


def replay_run(task: CorpusTask, inputs: CorpusInputs) -> CorpusAnswer:
    """Replay one run under the suggested binding."""
    binding = bound(task.trace, inputs.contract, inputs.roles)
    if not set(binding.parties.values()) & set(inputs.contract.party_names):
        return CorpusAnswer(
            trace_id=task.trace_id, problem="No agent of this run plays a party of the contract."
        )
    try:
        analysis = analyse_request(
            task.trace,
            AnalysisRequest(
                trace_id=task.trace_id,
                contract=inputs.contract,
                roles=inputs.roles,
                priors=inputs.priors,
                binding=replace(binding, values=dict(task.values)),
                settings=inputs.settings,
                bases=inputs.bases,
            ),
        )
    except BatonError as error:
        return CorpusAnswer(trace_id=task.trace_id, problem=str(error))
    except Exception:
        log.exception("replay of %s failed", task.trace_id)
        return CorpusAnswer(
            trace_id=task.trace_id, problem="An internal error; the server's log says more."
        )
    return CorpusAnswer(trace_id=task.trace_id, analysis=analysis)
