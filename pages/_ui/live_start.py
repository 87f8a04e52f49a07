"""Starting a live run: team, task, players, contract, roles, priors, who decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.errors import BatonError, NotFoundError
from core.gate.admission import same_model
from core.live.cost import with_prices
from core.live.ready import ready_teams
from core.live.scripted import MODEL as SCRIPTED
from core.live.spec import make_spec, start_values
from core.live.team import Team
from pages._ui.corpus_values import value_fields
from pages._ui.empty import empty_state
from pages._ui.endpoint import endpoint_words
from pages._ui.frame import section
from pages._ui.live_history import history_box, history_for
from pages._ui.live_words import APPROVALS
from pages._ui.person import require_person
from pages._ui.prices import known_prices
from pages._ui.priors_default import default_priors
from pages._ui.services import services
from pages._ui.state import get_param, go, link_to, set_params
from pages._ui.text import count, html_escape, plain
from pages._ui.work import replay_settings

NONE = "none"
WAITS = {60: "1 minute", 600: "10 minutes", 3600: "1 hour", 28_800: "8 hours", 604_800: "1 week"}
REWRITES = {
    "never": "is shown; nothing is rewritten",
    "above_tau": "is rewritten where its energy is above τ: 2 calls each",
    "every_turn": "is rewritten at every turn: 2 calls each",
}
GRACE = {0: "at once", 5: "after 5 seconds", 30: "after 30 seconds"}


@dataclass(frozen=True, kw_only=True)
class _Choice:
    team: Team
    contract: str | None
    roles: str
    priors: str
    history: bool = False
    """Whether earlier runs with these priors are heeded."""


def start_form() -> None:
    """Draw the form; a started run opens at once."""
    st.button(
        "All live runs",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=lambda: set_params(start=None),
    )
    team = _team(get_param("start"))
    if team is None:
        empty_state(
            "There is no such team",
            "The link names a team that this workspace doesn't have.",
            page="live",
            link="Choose a team",
        )
        return
    section(f"Start {team.name}", count(len(team.agents), "agent"))
    st.html(_who(team))
    contracts = [info.name for info in services().workspace.contracts.list()]
    if team.contract not in contracts and not contracts:
        empty_state(
            "No fact contract yet",
            "The controller checks which facts reach whom. Write them down first.",
            page="contracts",
            link="Write a fact contract",
            new=1,
        )
        return
    if require_person("live_person"):
        _form(team, contracts)


def _team(name: str) -> Team | None:
    """Return the stored team of that name; a ready one is stored with its documents first.

    A ready team may be named as on the command line, too: 'sales-proposal'.
    """
    workspace = services().workspace
    try:
        stored: Team = workspace.teams.get(name).team
        return stored
    except NotFoundError:
        pass
    for ready in ready_teams():
        if name in (ready.team.name, ready.key):
            _keep(workspace.contracts, ready.contract.name, ready.contract_text)
            _keep(workspace.roles, ready.roles.name, ready.roles_text)
            _keep(workspace.teams, ready.team.name, ready.team_text)
            made: Team = workspace.teams.get(ready.team.name).team
            return made
    return None


def _keep(store: Any, name: str, text: str) -> None:
    if name not in {info.name for info in store.list()}:
        store.save(text, "Baton")


def _who(team: Team) -> str:
    rows = "".join(
        f"<tr><td><b>{html_escape(a.name)}</b></td><td>{html_escape(a.role or a.name)}</td>"
        f"<td>{html_escape(team.model_of(a.name) or '–')}</td>"
        f"<td>{html_escape(', '.join(team.recipients_of(a.name)) or 'nobody')}</td></tr>"
        for a in team.agents
    )
    return (
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Agents"><table class="bt-table">'
        "<thead><tr><th>Agent</th><th>Role</th><th>Model</th><th>May write to</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _form(team: Team, contracts: list[str]) -> None:
    workspace = services().workspace
    role_sets = [info.name for info in workspace.roles.list()]
    priors = {info.hash: info for info in workspace.priors.list()}
    words, reachable = endpoint_words()
    scripted = st.radio(
        "Who plays the agents",
        [True, False],
        format_func=lambda s: (
            "Scripted agents: they say what the team's file says" if s else "Models at the endpoint"
        ),
        captions=["Same run every time, with the faults that the file names.", words],
        index=0,
    )
    scripted = bool(scripted)
    usual = _proposed(team, priors, scripted=scripted)
    first, second, third = st.columns(3)
    contract = first.selectbox(
        "Fact contract",
        contracts,
        index=contracts.index(team.contract) if team.contract in contracts else None,
        placeholder="Choose one: the team names none that is here",
    )
    roles = second.selectbox(
        "Role profiles",
        [NONE, *role_sets],
        index=1 + role_sets.index(team.roles) if team.roles in role_sets else 0,
        format_func=lambda name: "None: handoffs only" if name == NONE else name,
    )
    chosen = third.selectbox(
        "Priors",
        [NONE, *priors],
        format_func=lambda key: "None: nothing is repaired" if key == NONE else priors[key].name,
        key=usual,
    )
    _not_proposed(third, team, priors, scripted=scripted)
    # The model may still be typed below: only for scripted agents is it known here what fits.
    fits = scripted and chosen in priors and _fits(team, priors[chosen].model, scripted=True)
    confirmed = (chosen in priors and not fits) and third.checkbox(
        "Use these priors although they were measured with another model",
        help="Counts hold for one model. Every screen of the run then says so. For scripted agents "
        "only counts of scripted agents hold without this.",
    )
    with third:
        history = chosen not in (None, NONE) and history_box()
    with st.form("live:start", enter_to_submit=False):
        task = st.text_area("Task", team.task, height=90, key=f"live:task:{team.name}")
        values = _values(team, contract)
        left, right = st.columns(2)
        model = left.text_input(
            "Model",
            team.model,
            max_chars=200,
            placeholder="Name of a model that the endpoint offers",
            help="Of every agent that names none of its own. Scripted agents need none.",
        )
        approval = right.radio(
            "Who lets a message go", list(APPROVALS), format_func=APPROVALS.__getitem__, index=1
        )
        wait = right.selectbox(
            "A held message waits at most",
            list(WAITS),
            index=2,
            format_func=WAITS.__getitem__,
            help="Then the agent's own text goes out, and the run says that nobody decided.",
        )
        grace = right.selectbox(
            "A decision is carried out",
            list(GRACE),
            index=1,
            format_func=GRACE.__getitem__,
            help="Until then it can be undone.",
        )
        drift_mode = left.selectbox(
            "A message that leaves its role",
            list(REWRITES),
            index=0,
            format_func=REWRITES.__getitem__,
            help="A rewrite is two calls of its author's model, about 700 tokens each, for every "
            "message it is tried on; they count as controller. It is kept only if it keeps all facts and comes "
            "nearer to the role. Scripted agents have no model that could rewrite.",
        )
        sent = st.form_submit_button("Start the run", type="primary", icon=":material/play_arrow:")
    link_to("teams", "Edit the team", icon=":material/edit:", name=team.name)
    if not sent:
        return
    if not scripted and not reachable:
        st.error(plain(words))
        return
    if (model or "").strip() != team.model:
        team = team.model_copy(update={"model": (model or "").strip()})
    problem = _problem(team, contract, task or "", priors.get(chosen or NONE), scripted, confirmed)
    if problem or contract is None:
        st.error(plain(problem))
        return
    _start(
        team,
        _Choice(
            team=team,
            contract=contract,
            roles=roles or NONE,
            priors=chosen or NONE,
            history=history,
        ),
        task=(task or "").strip(),
        values=values,
        scripted=scripted,
        approval=approval or "flagged",
        confirmed=confirmed,
        wait=float(wait or 3600),
        grace=float(grace or 0),
        drift_mode=drift_mode or "never",
    )


def _fits(team: Team, model: str, *, scripted: bool) -> bool:
    """Whether counts measured with a model hold for an agent of the team, as it is played."""
    played = {SCRIPTED} if scripted else {team.model_of(agent.name) for agent in team.agents}
    return any(same_model(name, model) for name in played)


def _proposed(team: Team, priors: dict[str, Any], *, scripted: bool) -> str:
    """Choose the workspace's priors where they fit, none else; return the key of the choice.

    What somebody chose by hand stays when other players are chosen.
    """
    key = f"live:priors:{team.name}"
    usual = default_priors(priors)
    found = usual if usual and _fits(team, priors[usual].model, scripted=scripted) else NONE
    held = st.session_state.get(key)
    if held not in {NONE, *priors} or held == st.session_state.get(f"{key}:proposed"):
        st.session_state[key] = found
    st.session_state[f"{key}:proposed"] = found
    return key


def _not_proposed(place: Any, team: Team, priors: dict[str, Any], *, scripted: bool) -> None:
    """Say why the workspace's priors aren't chosen already, where they don't fit."""
    usual = default_priors(priors)
    if usual and not _fits(team, priors[usual].model, scripted=scripted):
        who = "scripted agents play here" if scripted else "no agent of this team runs on it"
        if same_model(priors[usual].model, SCRIPTED):
            who = "models play here"
        place.caption(
            plain(
                f"{priors[usual].name}, used in this workspace, isn't proposed here: it was measured "
                f"with {_measured(priors[usual].model)}, and {who}."
            )
        )


def _measured(model: str) -> str:
    return "scripted agents" if same_model(model, SCRIPTED) else model


def _values(team: Team, name: str | None) -> dict[str, str]:
    """Draw a field for each value that the contract leaves to the run; return what was typed."""
    if name is None:
        return {}
    contract = services().workspace.contracts.get(name).contract
    if not contract.parameters:
        return {}
    found = start_values(team, contract)
    st.html('<p class="bt-quiet">The contract leaves these values to each run.</p>')
    return {
        key: value
        for key, value in value_fields(
            contract,
            found,
            key=f"live:value:{team.name}",
            placeholder="needed before the start",
        ).items()
        if value != found.values.get(key)  # another task may bring another value
    }


def _problem(
    team: Team, contract: str | None, task: str, priors: Any, scripted: bool, confirmed: bool
) -> str:
    """Return why the run can't start like this; empty if it can."""
    if not task.strip():
        return "Please say what the team shall do."
    if contract is None:
        return "Please choose a fact contract: the controller checks the messages against it."
    parties = services().workspace.contracts.get(contract).contract.party_names
    played = team.binding(parties, ()).parties
    if len(set(played.values())) < 2:
        return (
            f"Fewer than two agents of {team.name} are parties of {contract} "
            f"({', '.join(parties)}). Choose another contract, or say on Teams which party each agent is."
        )
    if priors is not None and not confirmed and not _fits(team, priors.model, scripted=scripted):
        who = "scripted agents are no model" if scripted else "no agent of this team runs on it"
        if same_model(priors.model, SCRIPTED):
            who = "models play here"
        return (
            f"{priors.name} was measured with {_measured(priors.model)}, and {who}, so its counts "
            "wouldn't be used. Tick the box below the priors to use them all the same, or choose None."
        )
    return ""


def _start(
    team: Team,
    choice: _Choice,
    *,
    task: str,
    values: dict[str, str],
    scripted: bool,
    approval: str,
    confirmed: bool,
    wait: float,
    grace: float,
    drift_mode: str,
) -> None:
    app = services()
    workspace = app.workspace
    settings = dict(app.setting("analysis", {}))
    settings |= {"confirmed_other_model": confirmed, "drift_mode": drift_mode}
    try:
        priors = None if choice.priors == NONE else workspace.priors.get(choice.priors)
        spec = make_spec(
            with_prices(team, known_prices()),
            workspace.contracts.get(choice.contract).contract,
            roles=None if choice.roles == NONE else workspace.roles.get(choice.roles).roles,
            priors=priors,
            history=history_for(choice.history, priors),
            settings=replay_settings(settings),
            task="" if task == team.task.strip() else task,
            values=values,
            approval=approval,
            scripted=scripted,
            endpoint="" if scripted else app.live.endpoint().shown,
            wait_seconds=wait,
            grace_seconds=grace,
            author=require_person("live_person"),
        )
        run_id = app.live.start(spec)
    except BatonError as error:
        st.error(plain(error))
        return
    go("live", run=run_id)
