"""Replays a contract over runs, one after the other: what a process of its own does."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.contract.model import Contract
from core.errors import BatonError
from core.report import Analysis
from core.trace.model import Trace

log = logging.getLogger("baton")


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
    contract: Contract,
    settings: Mapping[str, Any],
    tell: Callable[[CorpusAnswer], None],
) -> int:
    """Replay each run and tell each result at once; a run that fails doesn't stop the others.

    Returns:
        How many were replayed.
    """
    done = 0
    for task in tasks:
        answer = replay_run(task, contract, settings)
        done += answer.analysis is not None
        tell(answer)
    return done


def replay_run(task: CorpusTask, contract: Contract, settings: Mapping[str, Any]) -> CorpusAnswer:
    """Replay one run under the suggested binding."""
    from core.contract.bind import suggest_binding
    from core.controller import analyse
    from pages._ui.work import replay_settings

    binding = suggest_binding(task.trace, contract, {}).binding
    if not set(binding.parties.values()) & set(contract.party_names):
        return CorpusAnswer(
            trace_id=task.trace_id, problem="No agent of this run plays a party of the contract."
        )
    try:
        analysis = analyse(
            task.trace,
            contract,
            settings=replay_settings(settings),
            binding=replace(binding, values=dict(task.values)),
        )
    except BatonError as error:
        return CorpusAnswer(trace_id=task.trace_id, problem=str(error))
    except Exception:
        log.exception("replay of %s failed", task.trace_id)
        return CorpusAnswer(
            trace_id=task.trace_id, problem="An internal error; the server's log says more."
        )
    return CorpusAnswer(trace_id=task.trace_id, analysis=analysis)
