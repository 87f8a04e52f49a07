"""Who plays imported runs: the table in which their agents are bound to a team, and what lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.contract.document import dump_yaml
from core.live.team import Team
from core.probe.bound import draft_team, problem, speakers, suggest_bind
from core.trace.model import Trace
from pages._ui.frame import calm
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.state import link_to, set_params
from pages._ui.text import plain, shorten, visible

NOBODY = "–"
BEFORE = "as in an earlier calibration"
_TOLD = "calib:told"


def binding_part(traces: Mapping[str, Trace], team: Team) -> dict[str, str]:
    """Draw who plays whom; a run that was bound to the team before keeps its binding.

    Args:
        traces: The chosen runs by their ids; agents of one name in several are one line.
        team: Who plays.

    Returns:
        Agent of the runs -> agent of the team, as chosen.
    """
    proposed = _proposed(traces, team)
    if not proposed:
        st.caption("Nobody wrote anything in these runs.")
        return {}
    names = list(proposed)
    rows = [
        {
            "Agent of the run": visible(name),
            "Played by": proposed[name][0] or NOBODY,
            "Why": proposed[name][1],
        }
        for name in names
    ]
    edited = st.data_editor(
        rows,
        key=f"calib:bind:{','.join(traces)}:{team.name}@{team.version}",
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


def _proposed(traces: Mapping[str, Trace], team: Team) -> dict[str, tuple[str | None, str]]:
    """Return for each agent that wrote who may play it, and why that one."""
    probes = services().workspace.probes
    found: dict[str, tuple[str | None, str]] = {}
    kept: dict[str, str] = {}
    for key, trace in traces.items():
        for name, match in suggest_bind(trace, team).items():
            if found.get(name, (None, ""))[0] is None:
                found[name] = (match.name, match.why)
        before = (bind for name, bind in probes.bound_before(key) if name == team.name)
        kept = {**next(before, {}), **kept}
    for name, agent in kept.items():
        if name in found and agent in team.agent_names:
            found[name] = (agent, BEFORE)
    return found


def can_play(traces: Sequence[Trace], team: Team, bind: Mapping[str, str]) -> bool:
    """Say what is missing, and offer a team made of the run; return whether anybody can go on."""
    if told := st.session_state.pop(_TOLD, ""):
        st.success(plain(told), icon=":material/check_circle:")
    unplayed = _lack(traces, team, bind, scripted=True)
    lacking = unplayed or _lack(traces, team, bind, scripted=False)
    if unplayed:
        st.warning(plain(unplayed), icon=":material/person_off:")
    elif lacking:
        st.info(plain(f"{lacking} Scripted agents can go on all the same."), icon=":material/info:")
    with st.container(horizontal=True, vertical_alignment="center"):
        if lacking:
            st.button(
                "Draft a team from this run" if len(traces) == 1 else "Draft a team from the first",
                icon=":material/group_add:",
                key="calib:draft",
                on_click=_keep_draft,
                args=(traces[0],),
                disabled=not speakers(traces[0]),
                help="Agents, routes, prompts and models as far as the log has them. Complete it on Teams.",
            )
        if (lacking or told) and team.name in {i.name for i in services().workspace.teams.list()}:
            link_to("teams", f"Edit {plain(team.name)}", icon=":material/edit:", name=team.name)
    return not unplayed


def _lack(traces: Sequence[Trace], team: Team, bind: Mapping[str, str], *, scripted: bool) -> str:
    """Return why the team can't go on from the first run that it can't; empty if it can from all."""
    for trace in traces:
        own = {name: agent for name, agent in bind.items() if name in trace.agent_names}
        if why := problem(trace, team, own, scripted=scripted):
            return why if len(traces) == 1 else f"{trace.name}: {why}"
    return ""


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
