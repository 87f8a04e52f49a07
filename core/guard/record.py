"""What is kept of a guarded run: a trace and an analysis, without secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.contract.model import Contract
from core.controller import analysis_inputs
from core.drift.encoders import Encoder
from core.drift.model import RoleSet
from core.gate.model import PriorsSet
from core.pipeline import Controller
from core.provenance.tracker import earliest_gap
from core.repair.ask import CONTROLLER
from core.report import Analysis, BoundaryReport
from core.report_load import report_from_dict
from core.trace.model import Agent, Event, Trace
from core.trace.redact import redact, redact_text

FORMAT = "baton-guard"
_NAMES = frozenset(("digest", "priors_hash"))
"""Fields that name something by its hash."""


def agents_of(
    events: Sequence[Event], known: Mapping[str, str], people: frozenset[str]
) -> tuple[Agent, ...]:
    """Return the participants: those named beforehand, then whoever else took part."""
    names = dict.fromkeys(known)
    for event in events:
        if event.kind not in ("tool_result", "verifier"):
            names[event.sender] = None
        if event.kind != "tool_call":
            names.update(dict.fromkeys(event.recipients))
    names.pop(CONTROLLER, None)
    return tuple(
        Agent(name=name, model=known.get(name) or None, is_person=name in people) for name in names
    )


def kept_run(
    controller: Controller,
    contract: Contract,
    trace: Trace,
    reports: Sequence[BoundaryReport],
    *,
    roles: RoleSet | None,
    priors: PriorsSet | None,
    encoder: Encoder | None,
    approval: str,
) -> tuple[Trace, Analysis]:
    """Close the controller and return the run as it may be kept.

    Args:
        controller: The run's controller; it is finished here.
        contract: As the controller was given it.
        trace: What went out.
        reports: One per boundary, in order.
        roles: Role profiles that were used.
        priors: Counts that were used.
        encoder: Encoder that was used.
        approval: When a person was asked.
    """
    tail = controller.finish()
    clean, _ = redact(trace)
    final = controller.tracker.states()
    settings = {
        **controller.settings.to_dict(),
        "tau_used": controller.tau,
        "infer_outputs": False,  # which texts are work products was said, not guessed
        "guard": {"approval": approval},
    }
    inputs = analysis_inputs(
        clean.digest, contract, roles, priors, encoder, settings, controller.binding
    )
    analysis = Analysis(
        inputs=inputs,
        reports=tuple(reports),
        states=(*(change for report in reports for change in report.changes), *tail),
        final=final,
        earliest_gap=earliest_gap(final),
    )
    content = analysis.to_dict()["reports"]
    cleaned = tuple(report_from_dict(_clean(report)) for report in content)
    return clean, replace(analysis, reports=cleaned)


def _clean(value: Any, key: str = "") -> Any:
    if isinstance(value, str):
        return value if key in _NAMES else redact_text(value)[0]
    if isinstance(value, Mapping):
        return {name: _clean(part, name) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(part) for part in value]
    return value
