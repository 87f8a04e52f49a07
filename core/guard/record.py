"""What is kept of a guarded run: a trace and an analysis, without secrets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.contract.binding import Binding
from core.contract.model import Contract
from core.controller import analysis_inputs
from core.drift.encoders import Encoder, get_encoder
from core.drift.model import RoleSet
from core.gate.model import PriorsSet
from core.guard.journal import GuardState
from core.pipeline import Controller
from core.provenance.tracker import earliest_gap
from core.repair.ask import CONTROLLER
from core.report import Analysis, BoundaryReport
from core.report_load import report_from_dict
from core.settings import ReplaySettings
from core.trace.model import Agent, Event, Trace
from core.trace.redact import redact, redact_text

FORMAT = "baton-guard"
_NAMES = frozenset(
    ("digest", "priors_hash", "instead_of", "analysis", "event_id", "content_digest")
)
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


def opened_data(
    *,
    name: str,
    task: str,
    approval: str,
    contract: Contract,
    roles: RoleSet | None,
    priors: PriorsSet | None,
    models: Mapping[str, str],
    people: Iterable[str],
    binding: Binding,
    settings: ReplaySettings,
) -> dict[str, Any]:
    """Return as JSON values all that a guarded run is checked with; see ``recovered_run``."""
    return {
        "name": name,
        "task": task,
        "approval": approval,
        "contract": contract.to_dict(),
        "roles": roles.to_dict() if roles else None,
        "priors": priors.model_dump(mode="json", by_alias=True) if priors else None,
        "models": dict(models),
        "people": sorted(people),
        "binding": binding.to_dict(),
        "settings": settings.to_dict(),
    }


def changed_words(then: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return which documents of a run are others by now, in words; '' if all are the same.

    Args:
        then: As its record holds them (:func:`opened_data`, without secrets).
        now: As they are given now.
    """
    here = cleaned(json.loads(json.dumps(dict(now), default=str)))
    changed = [word for key, word in _DOCUMENTS.items() if here[key] != then.get(key)]
    return ", ".join(changed)


_DOCUMENTS = {
    "contract": "contract",
    "roles": "role set",
    "priors": "set of priors",
    "models": "choice of models",
    "binding": "binding",
    "settings": "choice of settings",
}


def recovered_run(state: GuardState, encoder: Encoder | None = None) -> tuple[Trace, Analysis]:
    """Return the run that a guard recorded and did not live to keep.

    Args:
        state: What its record tells.
        encoder: Encoder of the behaviour vector; None takes the one of its settings.
    """
    opened = state.opened
    contract = Contract.model_validate(opened["contract"])
    roles = RoleSet.model_validate(opened["roles"]) if opened["roles"] else None
    priors = PriorsSet.model_validate(opened["priors"]) if opened["priors"] else None
    settings = ReplaySettings.from_dict(opened["settings"])
    binding = Binding.from_dict(opened["binding"])
    if encoder is None and roles and binding.roles:
        encoder = get_encoder(settings.encoder)
    agents = agents_of(state.events, opened["models"], frozenset(opened["people"]))
    trace = Trace(
        name=opened["name"],
        format=FORMAT,
        agents=agents,
        events=state.events,
        task=opened["task"],
        metadata={
            "guard": {
                "approval": opened["approval"],
                "cut_short": True,
                "tokens": {"repair": state.tokens, "estimated": state.estimated},
            }
        },
    )
    controller = Controller(
        contract, trace=trace, binding=binding, roles=roles, priors=priors, settings=settings,
        encoder=encoder, live=True,
    )  # fmt: skip
    for event in state.events:
        controller.step(event)
    return kept_run(
        controller, contract, trace, state.reports, roles=roles, priors=priors, encoder=encoder,
        approval=str(opened["approval"]),
    )  # fmt: skip


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
    kept = tuple(report_from_dict(cleaned(report)) for report in content)
    return clean, replace(analysis, reports=kept)


def cleaned(value: Any, key: str = "") -> Any:
    """Return JSON values without secrets; what names something by its hash stays."""
    if isinstance(value, str):
        return value if key in _NAMES else redact_text(value)[0]
    if isinstance(value, Mapping):
        return {name: cleaned(part, name) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [cleaned(part) for part in value]
    return value
