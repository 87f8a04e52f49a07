"""An ended live run becomes an ordinary trace with an analysis, and its decisions review events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.drift.encoders import Encoder
from core.errors import InputError
from core.live.judge import Judge, run_trace
from core.live.state import Outcome
from core.report import Analysis
from core.review import ReviewEvent, boundary_digest

if TYPE_CHECKING:
    from storage.workspace import Workspace


def file_run(workspace: Workspace, run_id: str, encoder: Encoder | None = None) -> tuple[str, str]:
    """Keep an ended run as a trace with its analysis; a second call adds nothing.

    Args:
        workspace: Where the run is and where the trace goes.
        run_id: A run that finished or was stopped.
        encoder: Encoder for role drift; None takes the embedded one.

    Returns:
        Ids of the trace and of the analysis.

    Raises:
        InputError: The run still goes on.
        NotFoundError: There is no such run.
    """
    info = workspace.live.info(run_id)
    if info.trace_id:
        return info.trace_id, info.analysis_id
    state = workspace.live.state(run_id)
    if not state.is_over:
        raise InputError("The run still goes on.", hint="Stop it first.")
    trace = run_trace(state, info.name)
    analysis = Judge(state.run, encoder).analysis(state, trace)
    stored = workspace.traces.add(trace, f"live/{run_id}")
    analysis_id = workspace.analyses.add(analysis, stored.id, info.author)
    for outcome in state.outcomes:
        _keep_decision(workspace, run_id, analysis_id, analysis, outcome)
    workspace.live.set_filed(run_id, stored.id, analysis_id)
    return stored.id, analysis_id


def _keep_decision(
    workspace: Workspace, run_id: str, analysis_id: str, analysis: Analysis, outcome: Outcome
) -> None:
    verdict = outcome.verdict
    report = next((r for r in analysis.reports if r.seq == outcome.seq), None)
    if verdict is None or report is None or outcome.by == "returned":
        return
    payload: dict[str, Any] = {"live_run": run_id}
    if verdict.text is not None:
        payload["text"] = verdict.text
    if verdict.repair:
        payload["repair"] = verdict.repair
    workspace.reviews.append(
        ReviewEvent(
            id=f"live-{run_id}-{outcome.live_seq}",
            analysis_id=analysis_id,
            seq=outcome.seq,
            kind=verdict.action,
            author=verdict.author,
            reason=verdict.reason,
            payload=payload,
            digest=boundary_digest(report),
        )
    )
