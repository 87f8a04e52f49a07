"""A team as a form: what it is asked, the list of agents, one agent to edit, documents, limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.contract.lint_model import LintIssue
from core.live.team import AgentSpec, Team
from pages._ui.document_draft import Draft
from pages._ui.document_fields import chosen, held, labelled, ticked, typed
from pages._ui.document_lint import issues_html, lint_panel, mark_of, part_issues
from pages._ui.frame import section
from pages._ui.services import services
from pages._ui.state import get_param, set_params
from pages._ui.team_draft import TeamForm
from pages._ui.team_kind import FLOWS, TEAMS
from pages._ui.team_limits import documents_part, limits_part
from pages._ui.text import count, plain, shorten
from pages._ui.trace_split import split

_POSITION = "teams:position"
_MARKS = {"error": ":red[:material/error:] ", "warning": ":orange[:material/warning:] "}
_PRODUCES = {
    "output": "work products: its texts must reflect the facts it got",
    "message": "messages: it only passes things on",
}


def form_view(draft: Draft, team: Team, issues: Sequence[LintIssue]) -> None:
    """Draw the form."""
    form = TeamForm(draft)
    _about(form, team)
    left, right = split("teams", 4, 7)
    position = _chosen(team)
    with left:
        section("Agents", count(len(team.agents), "agent"))
        if team.agents:
            _list(form, team, issues, position)
        _add(form)
        if draft.text != TEAMS.starter:
            section("Remarks")
            lint_panel(TEAMS, draft, issues)
    with right:
        if team.agents:
            _agent(form, team, position, issues)
        else:
            st.html(
                '<div class="bt-empty"><strong>Who does what?</strong><p>Add the agents of the team by '
                "name. Each needs a prompt, and a model or a script. The first one begins.</p></div>"
            )
    documents_part(form, team)
    limits_part(form, team)


def _about(form: TeamForm, team: Team) -> None:
    first, second = st.columns([1, 2])
    with first, st.container(key="bt_needed_teams"):
        st.text_input(
            "Team name",
            **typed("teams:name", team.name),
            placeholder="Needed, such as Proposal team",
            on_change=form.word,
            args=("name",),
        )
    with second:
        st.text_input(
            "Description",
            **typed("teams:description", " ".join(team.description.split())),
            placeholder="What the team is for (optional)",
            on_change=form.word,
            args=("description",),
        )
    st.text_area(
        "Task",
        **typed("teams:task", team.task),
        height=88,
        placeholder="What it is asked to do; can be changed for each run",
        on_change=form.word,
        args=("task",),
    )
    _references(form, team)


def _references(form: TeamForm, team: Team) -> None:
    contracts = [info.name for info in services().workspace.contracts.list()]
    roles = [info.name for info in services().workspace.roles.list()]
    flow, contract, role_set, model = st.columns(4)
    with flow:
        st.selectbox(
            "Flow",
            list(FLOWS),
            **chosen("teams:flow", team.flow, list(FLOWS)),
            format_func=FLOWS.__getitem__,
            on_change=lambda: form.set(flow=held("teams:flow") or "sequence"),
        )
    for column, name, label, options in (
        (contract, "contract", "Fact contract", contracts),
        (role_set, "roles", "Role profiles", roles),
    ):
        with column:
            st.selectbox(
                label,
                options,
                **chosen(f"teams:{name}", getattr(team, name), options),
                placeholder=f"“{shorten(getattr(team, name), 30)}” isn't here"
                if getattr(team, name)
                else "None yet",
                on_change=form.word,
                args=(name,),
            )
    with model:
        st.text_input(
            "Model",
            **typed("teams:model", team.model),
            placeholder="Of every agent that names none",
            on_change=form.word,
            args=("model",),
        )


def _chosen(team: Team) -> int:
    places = [at for at, agent in enumerate(team.agents) if agent.name == get_param("agent")]
    kept = int(st.session_state.get(_POSITION, 0))
    return kept if kept in places else (places[0] if places else 0)


def _choose(team: Team, position: int) -> None:
    if 0 <= position < len(team.agents):
        st.session_state[_POSITION] = position
        set_params(agent=team.agents[position].name)


def _list(form: TeamForm, team: Team, issues: Sequence[LintIssue], position: int) -> None:
    def label(at: int) -> str:
        mark = _MARKS.get(mark_of(TEAMS, issues, at), "")
        return f"{mark}{plain(shorten(team.agents[at].name, 60))}"

    places = list(range(len(team.agents)))
    state = labelled("teams:agents", position, [label(at) for at in places])
    with st.container(key="bt_roles"):
        st.radio(
            "Agents",
            places,
            format_func=label,
            captions=[
                plain(f"to {', '.join(_reaches(team, a.name)) or 'nobody'}") for a in team.agents
            ],
            **state,
            on_change=lambda: _choose(form.now(), int(st.session_state[state["key"]])),
            label_visibility="collapsed",
        )


def _reaches(team: Team, name: str) -> tuple[str, ...]:
    return tuple(shorten(other, 30) for other in team.recipients_of(name))


def _add(form: TeamForm) -> None:
    def submit() -> None:
        name = " ".join(str(st.session_state["teams:add"]).split()).strip(",:")[:120]
        now = form.now()
        if name and name not in now.agent_names:
            after = now.model_copy(update={"agents": (*now.agents, AgentSpec(name=name))})
            form.draft.edit(TEAMS, after)
            _choose(after, len(now.agents))

    with (
        st.container(key="bt_add_teams"),
        st.form("teams:add_form", clear_on_submit=True, border=False),
    ):
        field, button = st.columns([3, 1], vertical_alignment="bottom")
        with field:
            st.text_input("New agent", key="teams:add", placeholder="Its name", max_chars=120)
        with button:
            st.form_submit_button("Add agent", on_click=submit, width="stretch")


def _agent(form: TeamForm, team: Team, position: int, issues: Sequence[LintIssue]) -> None:
    agent = team.agents[position]

    def key(name: str) -> str:
        return f"teams:agent:{position}:{name}"

    def take(name: str, value: Any) -> None:
        form.set_agent(position, **{name: value})

    def text(name: str) -> str:
        return str(held(key(name)) or "").strip()

    with st.container(key="bt_roleform", border=True):
        section(agent.name, f"agent {position + 1} of {len(team.agents)}")
        with st.container():
            st.html(issues_html(part_issues(TEAMS, issues, position)))
        st.text_area(
            "Prompt",
            **typed(key("prompt"), agent.prompt),
            height=120,
            placeholder="What its job is, and what it leaves to others",
            on_change=lambda: take("prompt", text("prompt")),
        )
        first, second, third = st.columns(3)
        with first:
            st.text_input(
                "Role profile",
                **typed(key("role"), agent.role),
                placeholder=agent.name,
                help="Empty: the profile of the agent's own name.",
                on_change=lambda: take("role", text("role")),
            )
        with second:
            st.text_input(
                "Party of the contract",
                **typed(key("party"), agent.party),
                placeholder=agent.name,
                help="Empty: the party of the agent's own name.",
                on_change=lambda: take("party", text("party")),
            )
        with third:
            st.text_input(
                "Model",
                **typed(key("model"), agent.model),
                placeholder=team.model or "The team's",
                on_change=lambda: take("model", text("model")),
            )
        _writes(form, team, position, key)
        _numbers(agent, key, take)
        st.text_area(
            "Script",
            **typed(key("script"), "\n---\n".join(s.strip() for s in agent.script)),
            height=120,
            placeholder="What it says when scripted agents play; a line of --- begins its next turn",
            on_change=lambda: take("script", _turns(text("script"))),
        )
        _move(form, team, position)


def _turns(text: str) -> tuple[str, ...]:
    parts, part = [], []  # type: ignore[var-annotated]
    for line in text.splitlines():
        if line.strip() == "---":
            parts.append("\n".join(part))
            part = []
        else:
            part.append(line)
    parts.append("\n".join(part))
    return tuple(p.strip() for p in parts if p.strip())


def _writes(form: TeamForm, team: Team, position: int, key: Any) -> None:
    agent = team.agents[position]
    others = [name for name in team.agent_names if name != agent.name]
    st.pills(
        "May write to",
        others,
        selection_mode="multi",
        **ticked(key("sends_to"), agent.sends_to, others),
        help="None chosen: what the team's flow says.",
        on_change=lambda: form.set_agent(position, sends_to=tuple(held(key("sends_to")) or ())),
    )
    names = [document.name for document in team.documents]
    if names:
        readable = names if agent.documents is None else list(agent.documents)
        st.pills(
            "May read",
            names,
            selection_mode="multi",
            **ticked(key("documents"), readable, names),
            on_change=lambda: form.set_agent(
                position, documents=tuple(held(key("documents")) or ())
            ),
        )


def _numbers(agent: AgentSpec, key: Any, take: Any) -> None:
    first, second, third = st.columns(3)
    with first:
        st.selectbox(
            "Writes",
            list(_PRODUCES),
            **chosen(key("produces"), agent.produces, list(_PRODUCES)),
            format_func=_PRODUCES.__getitem__,
            on_change=lambda: take("produces", held(key("produces")) or "output"),
        )
    with second:
        st.number_input(
            "Temperature",
            min_value=0.0,
            max_value=2.0,
            step=0.1,
            placeholder="The server's",
            **typed(key("temperature"), agent.temperature),
            on_change=lambda: take("temperature", held(key("temperature"))),
        )
    with third:
        st.number_input(
            "Tokens of one answer",
            min_value=1,
            max_value=100_000,
            step=50,
            placeholder="The server's",
            **typed(key("max_tokens"), agent.max_tokens),
            on_change=lambda: take("max_tokens", held(key("max_tokens"))),
        )


def _move(form: TeamForm, team: Team, position: int) -> None:
    def swap(step: int) -> None:
        agents = list(form.now().agents)
        agents[position], agents[position + step] = agents[position + step], agents[position]
        form.set(agents=tuple(agents))
        _choose(form.now(), position + step)

    def remove() -> None:
        agents = [a for at, a in enumerate(form.now().agents) if at != position]
        form.set(agents=tuple(agents))
        _choose(form.now(), max(0, position - 1))

    with st.container(horizontal=True):
        st.button(
            "Earlier", key="teams:up", disabled=position == 0, on_click=swap, args=(-1,),
            icon=":material/arrow_upward:",
        )  # fmt: skip
        st.button(
            "Later", key="teams:down", disabled=position == len(team.agents) - 1, on_click=swap,
            args=(1,), icon=":material/arrow_downward:",
        )  # fmt: skip
        st.button("Remove", key="teams:remove", icon=":material/delete:", on_click=remove)
