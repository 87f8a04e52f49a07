"""Opens one analysis with all that explains it: the trace, the contract, the boundaries by event.

    shown = open_analysis("provenance")     # draws the line with the choice; None: nothing to show
    shown.report(5), shown.event(5), shown.states_at(5)

Everything here is parsed once per process and read-only; the URL names the analysis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from core.contract.model import Contract
from core.contract.parameters import fill
from core.controller import document_hash
from core.drift.model import RoleSet
from core.errors import NotFoundError
from core.gate.admission import same_model
from core.overrides import Key, Override, fold_overrides, key_of, overlaid, overlay
from core.provenance.model import ObligationState
from core.report import Analysis, BoundaryReport
from core.review import ReviewEvent
from core.trace.model import Event, Trace
from core.trace.outputs import with_inferred_outputs
from pages._ui.empty import empty_state
from pages._ui.once import forget_counts
from pages._ui.run_names import analysis_words, run_names
from pages._ui.services import cached_analysis, cached_trace, database_url, services
from pages._ui.state import get_param, labels, link_to, page_exists, set_param
from pages._ui.text import html_escape, plain
from pages._ui.when import when

_LAST = "analysis:last"
VIEWS = (
    ("trace_view", "Trace view", ":material/grid_on:"),
    ("provenance", "Provenance", ":material/account_tree:"),
    ("drift", "Role drift", ":material/show_chart:"),
    ("review", "Review", ":material/rule:"),
)
"""Pages that show one analysis, in the order of the menu."""


@dataclass(frozen=True, kw_only=True)
class Opened:
    """One analysis and what it was made from."""

    id: str
    trace_id: str
    analysis: Analysis
    trace: Trace
    """With its inferred outputs marked, as the analysis saw it."""
    contract: Contract | None
    """None if no stored version has the content that was used (a file in headless use)."""
    roles: RoleSet | None
    reports: Mapping[int, BoundaryReport] = field(repr=False)
    """By sequence number, in order."""
    events: Mapping[int, Event] = field(repr=False)
    parties: Mapping[str, str] = field(default_factory=dict)
    """Agent -> party of the contract."""
    not_checked: Mapping[str, str] = field(default_factory=dict)
    """Fact -> why it isn't checked in this run."""
    overrides: Mapping[Key, Override] = field(default_factory=dict)
    """What people said against the check, by the state that it is about."""
    held: int | None = None
    """Event of the message that waits in a live run: nobody has got it yet."""
    said: tuple[ReviewEvent, ...] = ()
    """What people decided and models were asked, oldest first."""

    def opinion_on(self, seq: int, fact: str) -> ReviewEvent | None:
        """Return the last answer of a model that was asked about a fact in a handoff, or None."""
        for event in reversed(self.said):
            if event.kind == "opinion" and event.seq == seq:
                about = [one.get("fact") for one in event.payload.get("opinions", [])]
                if fact in about or fact in event.payload.get("dropped", {}):
                    return event
        return None

    @property
    def final(self) -> tuple[ObligationState, ...]:
        """The end states, with what people said against the check laid over them."""
        return overlaid(self.analysis.final, self.overrides)

    def override_of(self, state: ObligationState) -> Override | None:
        """Return what a person said against the check about a state, or None."""
        return self.overrides.get(key_of(state))

    @property
    def boundaries(self) -> tuple[int, ...]:
        """Sequence numbers of the boundaries."""
        return tuple(self.reports)

    def party(self, agent: str) -> str:
        """Return the party that an agent plays, or the agent's own name."""
        return self.parties.get(agent, agent)

    def states_at(self, seq: int | None) -> tuple[ObligationState, ...]:
        """Return the state of every obligation after an event; None means the end.

        What people said against the check is laid over it.
        """
        if seq is None:
            return self.final
        last = {(s.fact, s.recipient): s for s in self.analysis.states if s.seq <= seq}
        return tuple(
            overlay(found, self.override_of(found))
            if (found := last.get((end.fact, end.recipient)))
            else ObligationState(
                fact=end.fact,
                recipient=end.recipient,
                seq=0,
                status="pending",
                reason="Not due yet.",
            )
            for end in self.analysis.final
        )

    def state(self, pair: tuple[str, str], seq: int | None = None) -> ObligationState | None:
        """Return the state of one obligation after an event; None if there is no such one."""
        return next((s for s in self.states_at(seq) if (s.fact, s.recipient) == pair), None)

    def boundary_of(self, state: ObligationState) -> int | None:
        """Return the boundary at which a person can decide on a gap, or None."""
        pair = (state.fact, state.recipient)
        for seq, report in self.reports.items():
            if any((f.fact, f.recipient) == pair for f in report.frontiers):
                return seq
        if state.due_seq in self.reports:
            return state.due_seq
        return None


def opened(analysis_id: str) -> Opened:
    """Return an analysis with its trace, its documents and what people said. Raises NotFoundError."""
    found = _opened(database_url(), analysis_id)
    events = services().workspace.reviews.for_analysis(analysis_id)
    return replace(found, overrides=fold_overrides(events), said=events)


@st.cache_resource(max_entries=16, show_spinner=False)
def _opened(url: str | None, analysis_id: str) -> Opened:
    workspace = services().workspace
    analysis = cached_analysis(analysis_id)
    trace_id = str(workspace.analyses.info(analysis_id).trace_id)
    trace = cached_trace(trace_id)
    inputs = analysis.inputs
    if inputs.settings.get("infer_outputs", True):
        trace = with_inferred_outputs(trace)
    contract = _document(workspace.contracts, inputs.contract, inputs.contract_hash)
    roles = _document(workspace.roles, inputs.roles, inputs.roles_hash)
    filled = fill(contract.contract, inputs.binding.get("values", {})) if contract else None
    return Opened(
        id=analysis_id,
        trace_id=trace_id,
        analysis=analysis,
        trace=trace,
        contract=filled.contract if filled else None,
        not_checked=filled.not_checked if filled else {},
        roles=roles.roles if roles else None,
        reports={report.seq: report for report in analysis.reports},
        events={event.seq: event for event in trace.events},
        parties=dict(inputs.binding.get("parties", {})),
    )


def _document(store: Any, name: str, wanted: str) -> Any:
    """Return the stored version whose content is exactly the one that was used, or None."""
    if not name:
        return None
    title, _, version = name.rpartition("@")
    try:
        versions = store.versions(title)
    except NotFoundError:
        return None
    versions = sorted(versions, key=lambda v: str(v.version) != version)
    for found in versions:
        body = found.contract if hasattr(found, "contract") else found.roles
        if document_hash(body.to_dict()) == wanted:
            return found
    return None


def forget_analyses() -> None:
    """Drop what is cached here (after a deletion or a restore)."""
    _opened.clear()
    forget_counts()


def open_analysis(page: str, *, without: bool = False, **keep: object | None) -> Opened | None:
    """Draw which analysis is shown, with its other views, and return it.

    Args:
        page: Name of the page that asks.
        without: Whether the page can also show a trace that has no analysis yet.
        **keep: URL parameters that links to the other views carry along, such as ``seq``.

    Returns:
        None where there is nothing to show; the page has then said what to do, unless the URL
        names a trace and the page can do ``without``.
    """
    workspace = services().workspace
    wanted, trace_id = get_param("analysis"), get_param("trace")
    infos = workspace.analyses.list()
    known = {info.id: info for info in infos}
    if wanted and wanted not in known:
        st.error(
            f"There is no analysis {plain(wanted)}. Its trace may have been deleted, "
            "or the link belongs to another workspace.",
            icon=":material/error:",
        )
    elif not wanted:
        own = [info.id for info in infos if info.trace_id == trace_id] if trace_id else []
        last = st.session_state.get(_LAST, "")
        if trace_id:
            wanted = own[0] if own else ""
            if not wanted and without:
                return None
        else:
            wanted = last if last in known else next(iter(known), "")
    if wanted not in known:
        if infos:
            _choose(infos, "")
        _nothing(trace_id, bool(infos))
        return None
    set_param("analysis", wanted)
    st.session_state[_LAST] = wanted
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="bt_bar"):
        _choose(infos, wanted)
        for name, label, icon in VIEWS:
            if name != page and page_exists(name):
                params: dict[str, Any] = {"analysis": wanted} | keep
                if name == "review":
                    params = {"analysis": wanted}
                link_to(name, label, icon=icon, **params)
    shown = opened(wanted)
    notes(shown, known[wanted])
    return shown


def foreign_priors(shown: Opened) -> str:
    """Return the model on which the priors were measured, where that isn't a model of this run.

    Empty if no priors were used, if they fit, or if nobody confirmed their use (they then counted
    for nothing).
    """
    inputs = shown.analysis.inputs
    if not inputs.priors_hash or not inputs.settings.get("confirmed_other_model"):
        return ""
    told = [c.admission for r in shown.analysis.reports for c in r.candidates if c.admission]
    used = next((a.priors_model for a in told if a.confirmed_other_model), "")
    if used:
        return used
    try:
        model = str(services().workspace.priors.get(inputs.priors_hash).model)
    except NotFoundError:
        return ""
    models = {agent.model for agent in shown.trace.agents if agent.model}
    models |= set(inputs.binding.get("models", {}).values())
    return "" if models and all(same_model(name, model) for name in models) else model


def notes(shown: Opened, info: Any, *, switch: bool = True) -> None:
    """Say on every screen of an analysis what a reader must not overlook.

    Args:
        shown: The analysis.
        info: What the workspace knows of it.
        switch: Whether to offer the newest analysis instead; on pages whose URL names one.
    """
    model = foreign_priors(shown)
    if model:
        st.html(
            f'<p class="bt-quiet bt-caution">Priors of another model: {html_escape(info.priors)}, '
            f"measured on {html_escape(model)}. A person confirmed their use here.</p>"
        )
    if not info.is_newest:
        stored = services().workspace.analyses.list(
            info.trace_id, contract=info.contract_name, newest_only=True
        )
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.html(
                '<p class="bt-quiet bt-caution">This is an older analysis of the run; '
                "Home and Review count the newest one of each contract.</p>",
                width="content",
            )
            if switch and stored:
                st.button(
                    "Open the newest",
                    key="analysis:newest",
                    type="tertiary",
                    on_click=_open,
                    args=(stored[0].id,),
                )


def _choose(infos: Sequence[Any], chosen: str) -> None:
    runs = run_names(info.trace_id for info in infos)
    said = {
        info.id: f"{'' if info.is_newest else 'older: '}{analysis_words(info, runs)}"
        f" · {when(info.run_at)}"
        for info in infos
    }
    names = labels(list(said), said.__getitem__)
    st.session_state["analysis:choice"] = chosen or None
    st.selectbox(
        "Analysis",
        list(names),
        index=0 if chosen else None,
        format_func=lambda key: names.get(key, key),
        key="analysis:choice",
        on_change=_switch,
        label_visibility="collapsed",
        placeholder="Choose an analysis…",
        width=520,
    )


def _open(analysis_id: str) -> None:
    st.query_params.from_dict({"analysis": analysis_id})


def _switch() -> None:
    chosen = st.session_state.get("analysis:choice")
    if chosen:
        st.query_params.from_dict({"analysis": chosen})


def _nothing(trace_id: str, others: bool) -> None:
    if trace_id:
        empty_state(
            "This trace hasn't been analysed",
            "Choose a contract for it and run the analysis; this page then shows what it found.",
            page="traces",
            link="Analyse it",
            trace=trace_id,
        )
    elif not others:
        empty_state(
            "Nothing has been analysed yet",
            "Import a run of a team, choose a contract, and analyse it. "
            "The demo workspace on the Home page holds a dozen analysed runs.",
            page="home",
            link="Go to Home",
        )
