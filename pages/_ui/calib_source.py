"""What is probed: a team that runs anew, live runs that have ended, or imported runs and their players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from core.contract.fit import misfit, played_by_name
from core.contract.model import Contract
from core.contract.parameters import values_for
from core.errors import BatonError, NotFoundError
from core.live.events import LiveEvent
from core.live.ready import ready_teams
from core.live.team import Team
from core.probe.bound import bind_spec, suggest_bind
from core.probe.prefix import unusable
from core.probe.spec import ProbeSpec
from core.probe.starts import Played, bases_of, cast_of, live_spec, played
from core.trace.model import Trace
from pages._ui.calib_bind import binding_part, can_play
from pages._ui.run_names import name_of
from pages._ui.services import cached_trace, services
from pages._ui.state import get_param, link_to, multi_param, select_param
from pages._ui.text import count, html_escape, plain, shorten

WAYS = {
    "team": "A team, run anew",
    "run": "Live runs that have ended",
    "trace": "Imported runs",
}
CONSIDERED = 20
"""Contracts that are tried on the agents of a run that nobody has analysed."""
FORMAT_OF_LIVE = "baton-live"
_WAY = "calib:way"


@dataclass(frozen=True, kw_only=True)
class Source:
    """What a calibration begins from."""

    team: Team
    contract: Contract | None
    """The one that belongs to it, as first choice."""
    kind: Literal["team", "run", "trace"] = "team"
    scripted: bool | None = None
    """Whether scripted agents play, where that is settled already."""
    runs: tuple[Played, ...] = ()
    traces: tuple[str, ...] = ()
    bind: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """Which runs they are; empty where none was recorded."""
        return ",".join([*(run.id for run in self.runs), *self.traces])

    @property
    def is_given(self) -> bool:
        """Whether the clean runs were recorded before."""
        return bool(self.runs or self.traces)

    @property
    def is_several(self) -> bool:
        """Whether it is more than one run; each has a task and values of its own."""
        return len(self.runs) + len(self.traces) > 1

    def values(self, contract: Contract) -> Mapping[str, str]:
        """Return what its one run gives to a contract's parameters."""
        if self.runs:
            return self.runs[0].run.binding.values
        return values_for(contract, cached_trace(self.traces[0])).values if self.traces else {}

    def spec(self, spec: ProbeSpec) -> ProbeSpec:
        """Return a spec that begins from here. Raises InputError."""
        if self.runs:
            return live_spec(spec, self.runs)
        for key in self.traces:
            spec = bind_spec(spec, cached_trace(key), key, _own(self.bind, cached_trace(key)))
        return spec


def _own(bind: Sequence[tuple[str, str]], trace: Trace) -> dict[str, str]:
    return {name: agent for name, agent in bind if name in trace.agent_names}


def recorded(spec: ProbeSpec) -> tuple[Sequence[LiveEvent], ...]:
    """Return the recorded runs that a calibration begins from; none if it makes one.

    Raises:
        BatonError: One is gone, or can't be gone on from.
    """
    return bases_of(spec, services().workspace.live.events, cached_trace)


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


# -- live runs ----------------------------------------------------------------------------------


def _run() -> Source | None:
    infos = {i.id: i for i in services().workspace.live.list() if i.status == "finished"}
    if not infos:
        st.info("No live run has ended by itself yet.", icon=":material/info:")
        link_to("live", "Start a run", icon=":material/play_arrow:")
        return None
    reasons = {key: live_reason(key) for key in infos}
    usable = [key for key in infos if not reasons[key]]
    chosen = multi_param(
        "Live runs",
        [*usable, *(key for key in infos if reasons[key])],
        name="run",
        format_func=lambda key: (
            f"{infos[key].name} · {infos[key].team}"
            + (f" · can't be used: {reasons[key]}" if reasons[key] else "")
        ),
        default=next(iter(usable), ""),
        help="Of one team and one contract; their tasks and values may differ.",
    )
    if bad := len(infos) - len(usable):
        st.caption(
            f"{bad} of {count(len(infos), 'live run')} can't be used: what follows a message that was "
            "decided or repaired doesn't show how the team works natively. Runs without priors that "
            "nobody had to let go can."
        )
    if not chosen:
        st.caption("Choose at least one.")
        return None
    if refused := [key for key in chosen if reasons[key]]:
        st.error(
            plain(
                "; ".join(f"{infos[key].name} can't be used: {reasons[key]}" for key in refused)
                + ". "
                + ("Choose another run." if len(chosen) == 1 else "Leave out what can't be used.")
            ),
            icon=":material/error:",
        )
        return None
    runs = tuple(_played(key, infos[key].name) for key in chosen)
    cast = cast_of(runs)
    st.caption(
        "Its messages are what every episode begins with; the team plays on from there."
        if len(runs) == 1
        else "Each episode begins with the messages of one of them; the team plays on from there."
    )
    _listed([(run.name, run.run.team.task) for run in runs])
    return Source(
        team=cast.team, contract=cast.contract, kind="run", scripted=cast.scripted, runs=runs
    )


@st.cache_resource(max_entries=2000, show_spinner=False)
def live_reason(run_id: str) -> str:
    """Return why a live run that has ended by itself can't be begun from; empty if it can."""
    return unusable(services().workspace.live.state(run_id))


@st.cache_resource(max_entries=64, show_spinner=False)
def _played(run_id: str, name: str) -> Played:
    return played(run_id, name, services().workspace.live.events(run_id))


def _listed(runs: Sequence[tuple[str, str]]) -> None:
    """Say which of several runs is which, and what each was about."""
    if len(runs) < 2:
        return
    lines = "".join(
        f"<li><span><b>Run {n}</b> {html_escape(name)}</span>"
        f"<span>{html_escape(shorten(task, 90))}</span></li>"
        for n, (name, task) in enumerate(runs, 1)
    )
    st.html(f'<ul class="bt-lines">{lines}</ul>')


# -- imported runs ------------------------------------------------------------------------------


def _trace() -> Source | None:
    rows = services().workspace.traces.list(limit=500).rows
    infos = {i.id: i for i in rows if i.format != FORMAT_OF_LIVE}
    if not infos:
        st.info("No run of another program was imported yet.", icon=":material/info:")
        link_to("traces", "Import one", icon=":material/upload_file:")
        return None
    left, right = st.columns(2)
    with left:
        chosen = multi_param(
            "Imported runs",
            list(infos),
            name="trace",
            format_func=lambda key: name_of(infos[key]),
            default=next(iter(infos)),
            help="Of one program: agents of the same name are played by the same agent.",
        )
    if not chosen:
        st.caption("Choose at least one.")
        return None
    traces = {key: cached_trace(key) for key in chosen}
    known = teams()
    with right:
        name = select_param(
            "Who goes on from there",
            list(known),
            name="team",
            default=_players(traces, known),
            help="The log says what was said, not how its agents work. From the fault on, a team with "
            "prompts and a model has to play.",
        )
    if name is None or name not in known:
        return None
    team, contract = known[name]
    _listed([(trace.name, trace.task) for trace in traces.values()])
    bind = binding_part(traces, team)
    if not can_play(tuple(traces.values()), team, bind):
        return None
    first = next(iter(traces))
    contract = contract or _contract(_checked_by(first, traces[first]))
    return Source(
        team=team, contract=contract, kind="trace", traces=tuple(traces), bind=tuple(bind.items())
    )


def _players(traces: Mapping[str, Trace], known: Mapping[str, tuple[Team, object]]) -> str:
    """Return the team that went on from one of the runs before, else the most alike."""
    probes = services().workspace.probes
    before = (team for key in traces for team, _ in probes.bound_before(key))
    return next((team for team in before if team in known), "") or _most_alike(
        next(iter(traces.values())), known
    )


def _most_alike(trace: Trace, known: Mapping[str, tuple[Team, object]]) -> str:
    """Return the team whose agents' names play the most agents of the run."""

    def fits(name: str) -> int:
        return sum(match.name is not None for match in suggest_bind(trace, known[name][0]).values())

    return max(known, key=fits)


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
