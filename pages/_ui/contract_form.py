"""A contract as a form: what it is called, who takes part, its facts, and one fact to edit."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.contract.lint_model import LintIssue
from core.contract.model import Contract, Parameter
from pages._ui.contract_edit import added
from pages._ui.contract_fact import fact_form
from pages._ui.contract_kind import CONTRACTS, check_words, trace_agents
from pages._ui.document_draft import Draft
from pages._ui.document_fields import held, labelled, typed
from pages._ui.document_lint import lint_panel, mark_of
from pages._ui.frame import section
from pages._ui.services import cached_trace, services
from pages._ui.state import get_param, labels, select_param, set_params
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_split import split

_POSITION = "contracts:position"
_TAKEN = "contracts:taken"
_MARKS = {"error": ":red[:material/error:] ", "warning": ":orange[:material/warning:] "}


def form_view(draft: Draft, contract: Contract, issues: Sequence[LintIssue]) -> None:
    """Draw the form."""
    _about(draft, contract)
    left, right = split("contracts", 5, 6)
    position = chosen_fact(contract)
    with left:
        section("Facts", count(len(contract.facts), "fact") + ", the most important first")
        if contract.facts:
            _fact_list(draft, contract, issues, position)
        _add(draft)
        if draft.text != CONTRACTS.starter:
            section("Remarks")
            lint_panel(CONTRACTS, draft, issues)
    with right:
        if contract.facts:
            fact_form(draft, contract, position, issues)
        else:
            _first_words()


def chosen_fact(contract: Contract) -> int:
    """Return the position of the fact that the URL names, else of the first."""
    wanted = get_param("fact")
    places = [at for at, fact in enumerate(contract.facts) if fact.id == wanted]
    kept = int(st.session_state.get(_POSITION, 0))
    # Two facts of the same id can't be told apart by the URL.
    return kept if kept in places else (places[0] if places else 0)


def choose_fact(contract: Contract, position: int) -> None:
    """Make a fact the chosen one (for callbacks)."""
    if 0 <= position < len(contract.facts):
        st.session_state[_POSITION] = position
        set_params(fact=contract.facts[position].id)


def _about(draft: Draft, contract: Contract) -> None:
    def changed(name: str) -> None:
        value = str(held(f"contracts:{name}") or "").strip()
        now: Contract = draft.model(CONTRACTS)
        new: Any = names_in(value) if name == "parties" else value
        draft.edit(CONTRACTS, now.model_copy(update={name: new}))

    first, second = st.columns([1, 2])
    with first, st.container(key="bt_needed_contracts"):
        st.text_input(
            "Contract name",
            **typed("contracts:name", contract.name),
            placeholder="Needed, such as sales-proposal",
            on_change=changed,
            args=("name",),
        )
    with second:
        st.text_input(
            "Description",
            **typed("contracts:description", " ".join(contract.description.split())),
            placeholder="What the contract is for (optional)",
            on_change=changed,
            args=("description",),
        )
    traces = _trace_names()
    first, second = st.columns([1, 2]) if traces else (st.container(), st.container())
    with first:
        trace_id = _trace_choice(traces)
    with second:
        st.text_input(
            "Parties",
            **typed("contracts:parties", names_text(contract.parties)),
            placeholder="Who sends and receives the facts? Such as: Collector, Copywriter, Reviewer",
            help="Agents or people among whom the facts travel, with commas between them. They are "
            "offered as owners and recipients below; which agent of a run plays which party is said "
            "at the analysis.",
            on_change=changed,
            args=("parties",),
        )
        agents = trace_agents(trace_id) if trace_id else ()
        missing = [name for name in agents if name not in contract.parties]
        if missing:
            st.button(
                "Add the trace's agents as parties",
                help=plain(", ".join(missing)),
                icon=":material/group_add:",
                key="contracts:agents",
                on_click=_take_agents,
                args=(draft, missing),
            )
            _prefill(draft, contract, missing, trace_id)
    _parameters(draft, contract)
    if trace_id:
        _task(trace_id)


def _parameters(draft: Draft, contract: Contract) -> None:
    def changed() -> None:
        now: Contract = draft.model(CONTRACTS)
        found = parameters_in(str(held("contracts:parameters") or ""), now.parameters)
        draft.edit(CONTRACTS, now.model_copy(update={"parameters": found}))

    st.text_input(
        "Values that differ from run to run",
        **typed("contracts:parameters", parameters_text(contract.parameters)),
        placeholder="Optional, such as: budget (quantity), opening_day (date), customer",
        help="Name them here, and in braces in the facts: ‘The budget is at most \\{budget\\}’. Each run "
        "fills them from a table, from its metadata, or, quantities and dates, from its task. A fact "
        "whose value is missing isn't checked in that run.",
        on_change=changed,
    )


def parameters_text(parameters: Sequence[Parameter]) -> str:
    """Return parameters as a line to edit: 'budget (quantity), customer'."""
    return ", ".join(p.name if p.kind == "text" else f"{p.name} ({p.kind})" for p in parameters)


def parameters_in(text: str, before: Sequence[Parameter] = ()) -> tuple[Parameter, ...]:
    """Return the parameters of such a line; what else is known of one by its name is kept."""
    known = {parameter.name: parameter for parameter in before}
    found: dict[str, Parameter] = {}
    for part in text.split(","):
        name, _, kind = part.partition("(")
        name = re.sub(r"\W+", "_", name.strip().strip("{}"), flags=re.ASCII).strip("_")[:40]
        if not name:
            continue
        name = name if not name[0].isdigit() else f"_{name}"
        kind = kind.strip(" )").lower()
        kind = kind if kind in ("quantity", "date") else "text"
        kept = known.get(name, Parameter(name=name))
        found.setdefault(name, kept.model_copy(update={"kind": kind}))
    return tuple(found.values())


def names_text(names: Sequence[str]) -> str:
    """Return names with commas between them; a name that holds a comma is quoted."""
    if not names:
        return ""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(" ".join(name.split()) for name in names)
    return (
        line.getvalue().replace(",", ", ") if not any("," in n for n in names) else line.getvalue()
    )


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of a line with commas, without repeats."""
    rows = csv.reader([" ".join(text.split())], skipinitialspace=True)
    return tuple(dict.fromkeys(name.strip() for row in rows for name in row if name.strip()))


def _trace_names() -> dict[str, str]:
    rows = services().workspace.traces.list(limit=500).rows
    return {row.id: row.name for row in rows}


def _trace_choice(names: dict[str, str]) -> str:
    if not names:
        return ""
    chosen = select_param(
        "Trace beside it",
        list(names),
        name="trace",
        format_func=lambda key: shorten(names[key], 70),
        placeholder="None",
        help="Its agents are offered as parties, its task is shown, and the linter says which "
        "party no agent seems to play.",
    )
    return chosen or ""


def _task(trace_id: str) -> None:
    trace = cached_trace(trace_id)
    if trace.task:
        st.html(
            '<details class="bt-legend" open><summary>What the team was asked to do</summary>'
            f'<p class="bt-note bt-task">{html_escape(shorten(trace.task, 1_500))}</p></details>'
        )


def _prefill(draft: Draft, contract: Contract, agents: list[str], trace_id: str) -> None:
    """Begin a new contract with the agents of the chosen trace, once."""
    if draft.key or contract.party_names or st.session_state.get(_TAKEN) == trace_id:
        return
    st.session_state[_TAKEN] = trace_id
    _take_agents(draft, agents)
    st.rerun()


def _take_agents(draft: Draft, names: list[str]) -> None:
    contract = draft.model(CONTRACTS)
    parties = tuple(dict.fromkeys((*contract.parties, *names)))
    draft.edit(CONTRACTS, contract.model_copy(update={"parties": parties}))


def _fact_list(
    draft: Draft, contract: Contract, issues: Sequence[LintIssue], position: int
) -> None:
    def label(at: int) -> str:
        fact = contract.facts[at]
        mark = _MARKS.get(mark_of(CONTRACTS, issues, at), "")
        return f"{mark}{plain(shorten(fact.statement, 90)) or ':gray[no statement yet]'}"

    names = labels(range(len(contract.facts)), label)
    state = labelled("contracts:facts", position, list(names.values()))

    def changed() -> None:
        choose_fact(draft.model(CONTRACTS), int(st.session_state[state["key"]]))

    with st.container(key="bt_facts"):
        st.radio(
            "Facts",
            list(names),
            format_func=lambda at: names.get(at, str(at)),
            captions=[_caption(fact) for fact in contract.facts],
            **state,
            on_change=changed,
            label_visibility="collapsed",
        )


def _caption(fact: Any) -> str:
    who = plain(f"{fact.owner or '?'} → {', '.join(fact.recipients) or '?'}")
    side = "" if fact.critical else " · not critical"
    return f"{who}{side} · *{plain(shorten(check_words(fact), 80))}*"


def _add(draft: Draft) -> None:
    def submit() -> None:
        statement = " ".join(str(st.session_state["contracts:add"]).split())
        if not statement:
            return
        contract, _ = added(draft.model(CONTRACTS), statement)
        draft.edit(CONTRACTS, contract)
        choose_fact(contract, len(contract.facts) - 1)

    with (
        st.container(key="bt_add_contracts"),
        st.form("contracts:add_form", clear_on_submit=True, border=False),
    ):
        field, button = st.columns([4, 1], vertical_alignment="bottom")
        with field:
            st.text_input(
                "New fact",
                key="contracts:add",
                placeholder="One sentence, such as: The budget is at most $45,000",
                help="Enter adds it. Id and kind are guessed from the sentence; owner and recipients "
                "are taken from the fact before it. All of it can be changed.",
            )
        with button:
            st.form_submit_button("Add fact", on_click=submit, width="stretch")


def _first_words() -> None:
    st.html(
        '<div class="bt-empty"><strong>Which facts can\'t this task do without?</strong><p>Name the '
        "parties, then write one sentence for each fact: a limit, a date, a name, a rule. Type it, press "
        "Enter, and the next. What the check makes of each sentence stands below it at once.</p></div>"
    )
