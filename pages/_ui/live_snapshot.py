"""A live run as it stands, in the form in which all other pages show an analysis.

    shown = snapshot(state)            # Opened: matrix, evidence, graph and charts take it

The obligations are followed event by event and kept between two looks, so that a new message costs
its own reading and not that of the whole run.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace

import streamlit as st

from core.controller import provenance_graph
from core.errors import ModelError, SettingError
from core.live.judge import Judge, run_trace
from core.live.spec import RunSpec
from core.live.state import RunState
from core.provenance.graph import ProvenanceGraph
from core.provenance.reach import Reach
from core.provenance.tracker import earliest_gap
from core.report import Analysis, AnalysisInputs, BoundaryReport
from pages._ui.services import database_url, services
from pages._ui.trace_analysis import Opened


@dataclass
class _Follower:
    """The judge of one run, for one look at a time."""

    judge: Judge
    lock: threading.Lock = field(default_factory=threading.Lock)


@st.cache_resource(max_entries=16, show_spinner=False)
def _follower(url: str | None, run_id: str, _state: RunState) -> _Follower:
    # Energies stand in the run's own reports; without roles nothing is measured twice.
    return _Follower(Judge(replace(_state.run, roles=None)))


def snapshot(run_id: str, state: RunState) -> Opened:
    """Return a run as it stands: what went out, and the boundary that is held, if one is."""
    return _snapshot(database_url(), run_id, len(state.events), _held(state), state)


def _held(state: RunState) -> str:
    return state.held.digest if state.held else ""


@st.cache_resource(max_entries=16, show_spinner=False)
def _snapshot(url: str | None, run_id: str, events: int, held: str, _state: RunState) -> Opened:
    follower = _follower(url, run_id, _state)
    with follower.lock:
        final = follower.judge.statuses(_state)
    reports = {o.report.seq: o.report for o in _state.outcomes if o.by != "returned"}
    if _state.held is not None:
        reports[_state.held.seq] = _state.held.report
    spec, trace = _state.run, run_trace(_state, _state.run.name)
    changes = tuple(change for report in reports.values() for change in report.changes)
    inputs = AnalysisInputs(
        trace_digest="",
        contract=f"{spec.contract.name}@{spec.contract.version}",
        contract_hash="",
        settings={**spec.settings.to_dict(), "tau_used": _tau(spec, reports.values())},
        binding=asdict(spec.binding),
    )
    return Opened(
        id=f"live:{run_id}",
        trace_id="",
        analysis=Analysis(
            inputs=inputs,
            reports=tuple(reports.values()),
            states=changes,
            final=final,
            earliest_gap=earliest_gap(final),
        ),
        trace=trace,
        contract=spec.filled,
        roles=spec.roles,
        reports=dict(sorted(reports.items())),
        events={event.seq: event for event in trace.events},
        parties=dict(spec.binding.parties),
        held=_state.held.seq if _state.held is not None else None,
    )


def _tau(spec: RunSpec, reports: Iterable[BoundaryReport]) -> float | None:
    """Return the threshold; before the first energy nobody waits for the roles to be compiled."""
    if spec.settings.tau is not None or spec.roles is None:
        return spec.settings.tau
    if all(report.drift is None for report in reports):
        return None
    try:
        return services().compiled_roles(spec.roles, spec.settings.encoder).tau
    except (SettingError, ModelError):
        return None  # its encoder is at an endpoint that this visit can't reach


@st.cache_resource(max_entries=4, show_spinner=False)
def _graph(
    url: str | None, run_id: str, events: int, _state: RunState
) -> tuple[ProvenanceGraph, Reach]:
    spec = _state.run
    graph = provenance_graph(
        run_trace(_state, spec.name), spec.contract, binding=spec.binding, settings=spec.settings
    )
    return graph, Reach(graph.graph)


def graph_now(run_id: str, state: RunState) -> tuple[ProvenanceGraph, Reach]:
    """Return the provenance graph of what went out so far."""
    return _graph(database_url(), run_id, len(state.events), state)
