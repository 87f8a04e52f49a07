"""Choosing contract, roles, priors and binding for one trace, and running the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.contract.bind import AgentSuggestion, Match, suggest_binding
from core.contract.binding import Binding
from core.contract.fit import misfit, played_by_name
from core.gate.admission import same_model
from core.gate.fit import PriorsFit, priors_fit
from pages._ui.contract_suggest import suggest_link
from pages._ui.corpus_values import run_values
from pages._ui.empty import empty_state
from pages._ui.frame import section
from pages._ui.heartbeat import heartbeat
from pages._ui.person import reviewer
from pages._ui.priors_default import default_priors
from pages._ui.services import Job, cached_trace, services
from pages._ui.state import get_param, go, link_to, page_exists, select_param, set_param
from pages._ui.text import count, plain, shorten, visible
from pages._ui.work import AnalysisRequest, role_texts

TOLD = "analysis:same"
"""Where the id of an analysis stands that was asked for again, until its page has said so."""
NOBODY = "–"
NONE = "none"
CONSIDERED = 20
"""Contracts that are tried on a trace's agents when none was used before."""
PATIENCE = 4.0
"""Seconds to wait for a short analysis before its progress is shown instead."""


def analyse_form(trace_id: str) -> None:
    """Draw the form; a finished analysis opens in the trace view."""
    workspace = services().workspace
    contracts = [info.name for info in workspace.contracts.list()]
    section("Analyse", "nothing in the trace changes; every run is kept beside the others")
    if not contracts:
        empty_state(
            "No fact contract yet",
            "An analysis checks which facts reached whom. Write down the facts first.",
            page="contracts",
            link="Write a fact contract",
        )
        suggest_link(trace_id)
        return
    contract, roles, priors = _documents(trace_id, contracts)
    if contract is None:
        st.caption("Choose a contract to see who would be who.")
        return
    binding = _binding_table(trace_id, contract, roles)
    binding = run_values(trace_id, contract, binding)
    confirmed = _other_model(trace_id, priors, binding)
    if st.button(
        "Run the analysis",
        type="primary",
        icon=":material/play_arrow:",
        key="analyse:run",
        shortcut="shift+enter",
        disabled=not binding.parties,
        help=None if binding.parties else "Bind at least one agent to a party first.",
    ):
        settings = dict(services().setting("analysis", {}))
        settings["confirmed_other_model"] = confirmed
        _run(
            AnalysisRequest(
                trace_id=trace_id,
                contract=contract,
                roles=roles,
                priors=priors,
                binding=binding,
                settings=settings,
            )
        )


def _documents(trace_id: str, contracts: list[str]) -> tuple[Any, Any, Any]:
    workspace = services().workspace
    role_sets = [info.name for info in workspace.roles.list()]
    priors = {info.hash: info for info in workspace.priors.list()}
    guess = _guess(trace_id, contracts, role_sets, priors)
    first, second, third = st.columns(3)
    with first:
        contract = select_param(
            "Fact contract",
            contracts,
            name="contract",
            default=guess.contract,
            placeholder="Choose a contract",
        )
    with second:
        roles = select_param(
            "Role profiles",
            [NONE, *role_sets],
            name="roles",
            format_func=lambda name: "None: handoffs only" if name == NONE else name,
            default=guess.roles,
            help="Without them no drift energy is computed.",
        )
    known = workspace.contracts.get(contract).contract if contract else None
    fits = _priors_fits(trace_id, priors, known)
    with third:
        chosen = select_param(
            "Priors",
            [NONE, *priors],
            name="priors",
            format_func=lambda key: (
                "None: every repair is refused"
                if key == NONE
                else f"{priors[key].name}{' · fits this run' if fits[key].fits else ''}"
            ),
            default=guess.priors or _best(fits),
            help="Frozen counts of what repairs did for one model. Without them everything forwards.",
        )
    _say_fit(chosen, priors, fits)
    return (
        known,
        workspace.roles.get(roles).roles if roles and roles != NONE else None,
        workspace.priors.get(chosen) if chosen and chosen != NONE else None,
    )


def _priors_fits(trace_id: str, priors: Mapping[str, Any], contract: Any) -> dict[str, PriorsFit]:
    """Return for each set whether its counts hold for the run."""
    models = {agent.name: agent.model or "" for agent in cached_trace(trace_id).agents}
    get = services().workspace.priors.get
    return {key: priors_fit(get(key), models, contract) for key in priors}


def _best(fits: Mapping[str, PriorsFit]) -> str:
    """Return the set to propose: the workspace's own if it fits, else the one that counted most."""
    own = default_priors(fits)
    if own and fits[own].fits:
        return own
    fitting = [key for key, fit in fits.items() if fit.fits]
    return max(fitting, key=lambda key: fits[key].episodes, default=NONE)


def _say_fit(chosen: str | None, priors: Mapping[str, Any], fits: Mapping[str, PriorsFit]) -> None:
    """Say why the chosen set fits the run or doesn't; and where none does, that none is chosen."""
    if chosen in fits:
        verb = "fits" if fits[chosen].fits else "doesn’t fit"
        st.caption(plain(f"{priors[chosen].name} {verb}: {fits[chosen].why}."))
        return
    own = default_priors(fits)
    if own and not fits[own].fits:
        said = f"The workspace’s own set, {priors[own].name}, isn’t proposed: {fits[own].why}."
        st.caption(plain(said))
    elif fits and not any(fit.fits for fit in fits.values()):
        st.caption(f"None of the {count(len(fits), 'set')} of priors fits this run.")


@dataclass(frozen=True)
class _Guess:
    contract: str | None
    roles: str
    priors: str
    """Of the last analysis; '' where there is none to go by."""


def _guess(
    trace_id: str, contracts: list[str], role_sets: list[str], priors: dict[str, Any]
) -> _Guess:
    """Start from the last analysis of this trace, else from what fits its agents and models."""
    last = next(iter(services().workspace.analyses.list(trace_id=trace_id)), None)
    if last and last.contract_name in contracts:
        roles = last.roles.rpartition("@")[0]
        return _Guess(
            last.contract_name,
            roles if roles in role_sets else NONE,
            last.priors_hash if last.priors_hash in priors else "",
        )
    return _Guess(_fitting_contract(trace_id, contracts), NONE, "")


def _fitting_contract(trace_id: str, contracts: list[str]) -> str | None:
    """Return the contract most of whose parties are in the run by name; None if there is none."""
    if len(contracts) == 1:
        return contracts[0]
    names = [agent.name for agent in cached_trace(trace_id).agents]
    scores = {}
    for name in contracts[:CONSIDERED]:
        contract = services().workspace.contracts.get(name).contract
        if not misfit(names, contract):
            played = len(played_by_name(names, contract))
            scores[name] = (played, played / len(contract.party_names))
    return max(scores, key=lambda name: scores[name], default=None)


def _binding_table(trace_id: str, contract: Any, roles: Any) -> Binding:
    trace = cached_trace(trace_id)
    texts = role_texts(roles)
    suggestion = suggest_binding(trace, contract, texts)
    key = f"binding:{trace_id}:{contract.name}@{contract.version}:{roles.name if roles else ''}"
    # Only the reasons follow what is chosen: the rest must stay as it is, or choices get lost.
    chosen = dict((st.session_state.get(key) or {}).get("edited_rows") or {})
    rows = [
        {
            "Agent": visible(entry.agent),
            "Party in the contract": entry.party.name or NOBODY,
            "Role": entry.role.name or NOBODY,
            "Model": visible((trace.agent(entry.agent) or trace.agents[0]).model or ""),
            "Why": visible(_why(entry, chosen.get(at, {}), has_roles=bool(texts))),
        }
        for at, entry in enumerate(suggestion.agents)
    ]
    edited = st.data_editor(
        rows,
        key=key,
        hide_index=True,
        disabled=["Agent", "Why"],
        column_order=[name for name in rows[0] if name != "Role" or texts] if rows else None,
        column_config={
            "Party in the contract": st.column_config.SelectboxColumn(
                options=[NOBODY, *contract.party_names],
                required=True,
                help="Several agents may be one party; an agent without a party is left out.",
            ),
            "Role": st.column_config.SelectboxColumn(
                options=[NOBODY, *texts],
                required=True,
                help="An agent without a role has no drift energy.",
            ),
            "Model": st.column_config.TextColumn(
                help="The model that plays the agent; statistics hold for one model only."
            ),
            "Why": st.column_config.TextColumn(width="large"),
        },
        alt="Which agent is which party",
    )
    binding = _binding([entry.agent for entry in suggestion.agents], edited)
    free = [p for p in contract.party_names if p not in binding.parties.values()]
    if not binding.parties:
        st.caption("Choose a party for at least one agent: click a cell and pick from the list.")
    elif free:
        st.caption(
            "Nobody plays "
            + ", ".join(plain(shorten(name, 40)) for name in free)
            + ": what they should send or receive can't be checked."
        )
    return binding


def _why(entry: AgentSuggestion, chosen: Mapping[str, Any], *, has_roles: bool) -> str:
    """Return why an agent is bound as it is; a choice by hand needs no other reason."""

    def reason(match: Match, column: str) -> str:
        by_hand = column in chosen and (chosen[column] or NOBODY) != (match.name or NOBODY)
        return "chosen by you." if by_hand else match.why

    party = reason(entry.party, "Party in the contract")
    role = f" Role: {reason(entry.role, 'Role')}" if has_roles else ""
    return f"{party[:1].upper()}{party[1:]}{role}"


def _binding(agents: list[str], rows: list[dict[str, Any]]) -> Binding:
    def column(name: str) -> dict[str, str]:
        values = {a: str(row.get(name) or "") for a, row in zip(agents, rows, strict=True)}
        return {a: value for a, value in values.items() if value.strip() and value != NOBODY}

    return Binding(
        parties=column("Party in the contract"),
        roles=column("Role"),
        models={agent: name.strip() for agent, name in column("Model").items()},
    )


def _other_model(trace_id: str, priors: Any, binding: Binding) -> bool:
    if priors is None:
        return False
    trace = cached_trace(trace_id)
    known = {agent.model for agent in trace.agents if agent.model} | set(binding.models.values())
    if any(same_model(name, priors.model) for name in known):
        return False
    played = ", ".join(sorted(known)) or "an unknown model"
    return st.checkbox(
        f"Use these priors although they were measured on {plain(priors.model)} "
        f"and this run was played by {plain(played)}",
        key="analyse:other",
        help="Statistics hold for one model. Every screen of this analysis will say so.",
    )


def _run(request: AnalysisRequest) -> None:
    title = services().workspace.traces.info(request.trace_id).name
    with st.spinner("Replaying the run…"):
        job = services().start_analysis(request, reviewer(), shorten(title, 60))
        job.wait(PATIENCE)
    set_param("job", job.id)
    _finish(job)


def job_panel() -> None:
    """Draw the progress of the analysis that the URL names; it goes on without anybody watching."""
    job = services().job(get_param("job"))
    if job is None:
        return
    if job.state != "running":
        _finish(job)
        return

    st.info(
        f"Analysing {plain(job.title)}… You can leave this page.", icon=":material/hourglass_top:"
    )
    heartbeat(0.5, "running", lambda: job.state, name="analysis")


def _finish(job: Job) -> None:
    if job.state == "running":
        st.rerun()
    elif job.state == "failed":
        set_param("job", None)
        st.error(plain(job.problem), icon=":material/error:")
    elif page_exists("trace_view"):
        if job.was_there:
            st.session_state[TOLD] = job.analysis_id
        go("trace_view", trace=job.trace_id, analysis=job.analysis_id)
    else:
        set_param("job", None)
        st.success("The analysis is stored.")
        link_to("home", "See it on the home page")


def say_if_same(analysis_id: str) -> None:
    """Say once, on the page of an analysis, that running it again gave the same one."""
    if st.session_state.pop(TOLD, "") == analysis_id:
        st.info(
            "The same analysis exists; opened it. The same run, contract, roles, priors, binding and "
            "settings always give the same result.",
            icon=":material/content_copy:",
        )
