"""What is probed: a team that runs anew, a live run that has ended, or an imported run and its players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from core.contract.document import dump_yaml
from core.contract.fit import misfit, played_by_name
from core.contract.model import Contract
from core.errors import BatonError, NotFoundError
from core.live.events import LiveEvent
from core.live.ready import ready_teams
from core.live.team import Team
from core.probe.bound import bind_spec, bound_run, draft_team, problem, speakers, suggest_bind
from core.probe.prefix import recorded_run
from core.probe.spec import ProbeSpec
from core.trace.model import Trace
from pages._ui.frame import calm
from pages._ui.person import reviewer
from pages._ui.services import cached_trace, services
from pages._ui.state import get_param, link_to, select_param, set_params
from pages._ui.text import plain, shorten, visible

WAYS = {
    "team": "A team, run anew",
    "run": "A live run that has ended",
    "trace": "An imported run",
}
NOBODY = "–"
CONSIDERED = 20
"""Contracts that are tried on the agents of a run that nobody has analysed."""
FORMAT_OF_LIVE = "baton-live"
_WAY = "calib:way"
_TOLD = "calib:told"


@dataclass(frozen=True, kw_only=True)
class Source:
    """What a calibration begins from."""

    team: Team
    contract: Contract | None
    """The one that belongs to it, as first choice."""
    scripted: bool | None = None
    """Whether scripted agents play, where that is settled already."""
    run_id: str = ""
    trace_id: str = ""
    bind: tuple[tuple[str, str], ...] = ()

    @property
    def is_given(self) -> bool:
        """Whether the clean run was recorded before."""
        return bool(self.run_id or self.trace_id)

    def spec(self, spec: ProbeSpec) -> ProbeSpec:
        """Return a spec that begins from here. Raises InputError."""
        if self.run_id:
            return replace(spec, source=f"run:{self.run_id}")
        if self.trace_id:
            return bind_spec(spec, cached_trace(self.trace_id), self.trace_id, dict(self.bind))
        return spec


def base_of(spec: ProbeSpec) -> Sequence[LiveEvent] | None:
    """Return the recorded run that a calibration begins from; None if it makes one.

    Raises:
        BatonError: It is gone, or can't be gone on from.
    """
    kind, _, key = spec.source.partition(":")
    if kind == "run":
        return recorded_run(services().workspace.live.events(key))[0]
    if kind == "trace":
        return bound_run(cached_trace(key), spec)
    return None


def source_part() -> Source | None:
    """Draw the choice; return it, or None while nothing can be begun from it."""
    linked = next((way for way in ("trace", "run") if get_param(way)), "team")
    way = st.segmented_control(
        "What is probed",
        list(WAYS),
        default=linked,
        format_func=WAYS.__getitem__,
        key=_WAY,
        label_visibility="collapsed",
    )
    try:
        return {"team": _team, "run": _run, "trace": _trace}[way or "team"]()
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return None


# -- a team -------------------------------------------------------------------------------------


def teams() -> dict[str, tuple[Team, Contract | None]]:
    """Return the teams that can be played, own ones first, each with the contract it names."""
    workspace = services().workspace
    found: dict[str, tuple[Team, Contract | None]] = {}
    for info in workspace.teams.list():
        team = workspace.teams.get(info.name).team
        found[info.name] = (team, _contract(team.contract))
    for ready in ready_teams():
        found.setdefault(ready.team.name, (ready.team, ready.contract))
    return found


def _contract(name: str) -> Contract | None:
    try:
        return services().workspace.contracts.get(name).contract if name else None
    except NotFoundError:
        return None


def _team() -> Source | None:
    known = teams()
    name = select_param("Team", list(known), name="team", default=next(iter(known)))
    if name is None or name not in known:
        return None
    team, contract = known[name]
    st.caption("It is run once without a fault; then one fault is put into one handoff at a time.")
    return Source(team=team, contract=contract)


# -- a live run ---------------------------------------------------------------------------------


def _run() -> Source | None:
    runs = {i.id: i for i in services().workspace.live.list() if i.status == "finished"}
    if not runs:
        st.info("No live run has ended by itself yet.", icon=":material/info:")
        link_to("live", "Start a run", icon=":material/play_arrow:")
        return None
    chosen = select_param(
        "Live run",
        list(runs),
        name="run",
        format_func=lambda key: f"{runs[key].name} · {runs[key].team}",
        default=next(iter(runs)),
    )
    if chosen is None or chosen not in runs:
        return None
    _, state = recorded_run(services().workspace.live.events(chosen))
    run = state.run
    st.caption("Its messages are what every episode begins with; the team plays on from there.")
    return Source(team=run.team, contract=run.contract, scripted=run.scripted, run_id=chosen)


# -- an imported run ----------------------------------------------------------------------------


def _trace() -> Source | None:
    rows = services().workspace.traces.list(limit=500).rows
    infos = {i.id: i for i in rows if i.format != FORMAT_OF_LIVE}
    if not infos:
        st.info("No run of another program was imported yet.", icon=":material/info:")
        link_to("traces", "Import one", icon=":material/upload_file:")
        return None
    left, right = st.columns(2)
    with left:
        chosen = select_param(
            "Imported run",
            list(infos),
            name="trace",
            format_func=lambda key: infos[key].name,
            default=next(iter(infos)),
        )
    if chosen is None or chosen not in infos:
        return None
    trace = cached_trace(chosen)
    known = teams()
    with right:
        name = select_param(
            "Who goes on from it",
            list(known),
            name="team",
            default=_most_alike(trace, known),
            help="The log says what was said, not how its agents work. From the fault on, a team with "
            "prompts and a model has to play.",
        )
    if name is None or name not in known:
        return None
    team, contract = known[name]
    bind = _binding(chosen, trace, team)
    if not _can_play(trace, team, bind):
        return None
    contract = contract or _contract(_checked_by(chosen, trace))
    return Source(team=team, contract=contract, trace_id=chosen, bind=tuple(bind.items()))


def _most_alike(trace: Trace, known: dict[str, tuple[Team, Contract | None]]) -> str:
    """Return the team whose agents' names play the most agents of the run."""

    def played(name: str) -> int:
        return sum(match.name is not None for match in suggest_bind(trace, known[name][0]).values())

    return max(known, key=played)


def _checked_by(trace_id: str, trace: Trace) -> str:
    """Return the contract by which the run was analysed last, else the one its agents fit; or ''."""
    workspace = services().workspace
    last = next(iter(workspace.analyses.list(trace_id=trace_id)), None)
    names = [info.name for info in workspace.contracts.list()]
    if last is not None and last.contract_name in names:
        return str(last.contract_name)
    agents = list(trace.agent_names)
    fits = {
        name: len(played_by_name(agents, contract))
        for name in names[:CONSIDERED]
        if (contract := _contract(name)) is not None and not misfit(agents, contract)
    }
    return max(fits, key=fits.__getitem__, default="")


def _binding(trace_id: str, trace: Trace, team: Team) -> dict[str, str]:
    """Draw who plays whom, as the names suggest it; return what was chosen."""
    suggested = suggest_bind(trace, team)
    names = list(suggested)
    rows = [
        {
            "Agent of the run": visible(name),
            "Played by": suggested[name].name or NOBODY,
            "Why": suggested[name].why,
        }
        for name in names
    ]
    if not rows:
        st.caption("Nobody wrote anything in this run.")
        return {}
    edited = st.data_editor(
        rows,
        key=f"calib:bind:{trace_id}:{team.name}@{team.version}",
        hide_index=True,
        disabled=["Agent of the run", "Why"],
        column_config={
            "Played by": st.column_config.SelectboxColumn(
                options=[NOBODY, *team.agent_names], required=True
            ),
            "Why": st.column_config.TextColumn(width="large"),
        },
        alt="Which agent of the team plays which agent of the run",
    )
    pairs = zip(names, edited, strict=True)
    return {name: str(r["Played by"]) for name, r in pairs if r["Played by"] != NOBODY}


def _can_play(trace: Trace, team: Team, bind: dict[str, str]) -> bool:
    """Say what is missing, and offer a team made of the run; return whether anybody can go on."""
    if told := st.session_state.pop(_TOLD, ""):
        st.success(plain(told), icon=":material/check_circle:")
    unplayed = problem(trace, team, bind, scripted=True)
    lacking = unplayed or problem(trace, team, bind, scripted=False)
    if unplayed:
        st.warning(plain(unplayed), icon=":material/person_off:")
    elif lacking:
        st.info(plain(f"{lacking} Scripted agents can go on all the same."), icon=":material/info:")
    with st.container(horizontal=True):
        if lacking:
            st.button(
                "Draft a team from this run",
                icon=":material/group_add:",
                key="calib:draft",
                on_click=_keep_draft,
                args=(trace,),
                disabled=not speakers(trace),
                help="Agents, routes, prompts and models as far as the log has them. Complete it on Teams.",
            )
        if (lacking or told) and team.name in {i.name for i in services().workspace.teams.list()}:
            link_to("teams", f"Edit {plain(team.name)}", icon=":material/edit:", name=team.name)
    return not unplayed


@calm
def _keep_draft(trace: Trace) -> None:
    store = services().workspace.teams
    known = {info.name for info in store.list()}
    base = f"Team of {shorten(trace.name, 90)}"
    # Another run may have the same name, or one that agrees as far as it is taken over.
    for name in (base, *(f"{base} ({number})" for number in range(2, len(known) + 3))):
        draft = draft_team(trace, name)
        if name not in known:
            store.save(dump_yaml(draft), reviewer() or "Baton")
            break
        stored = store.get(name).team
        if stored.model_copy(update={"version": draft.version}) == draft:
            break
    st.session_state[_TOLD] = f"{name} is among your teams. Look over its prompts before it plays."
    set_params(team=name)
