"""A contract that begins with a trace: proposed facts, to be accepted line by line.

``/contracts?suggest=TRACE`` lists what the trace's task, briefs and records hold. What is ticked
becomes a new contract, or goes into one that there is, as an unsaved draft in the form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import streamlit as st

from core.contract.guess import suggest_id
from core.contract.model import Contract, Fact, FactKind
from core.contract.suggest import Suggestion, suggest_facts, suggested_contract
from core.contract.writing import update_text
from core.trace.model import Trace
from pages._ui.badges import tag
from pages._ui.contract_kind import CONTRACTS, KIND_WORDS, check_words, trace_agents
from pages._ui.document_draft import drafts, open_draft, say, start_new
from pages._ui.empty import empty_state
from pages._ui.frame import section
from pages._ui.run_names import name_of
from pages._ui.services import cached_trace, database_url, services
from pages._ui.state import get_param, labels, link_to, set_params
from pages._ui.text import count, html_escape, plain, shorten, visible

PICK = "choose"
"""Value of ``suggest`` while no trace is chosen."""
_NEW = "a new contract"
_EDITOR = "contracts:suggested"


def from_trace_button() -> None:
    """Draw the way from the list of contracts to a contract that begins with a trace."""
    st.button(
        "New from a trace",
        icon=":material/auto_awesome_motion:",
        key="contracts:from_trace",
        help="Proposes facts from what a run was asked and told; you accept them line by line.",
        on_click=lambda: set_params(suggest=get_param("trace") or PICK),
    )


def suggest_page() -> None:
    """Draw the choice of a trace, and its suggestions."""
    st.button(
        "All contracts",
        icon=":material/arrow_back:",
        type="tertiary",
        key="contracts:suggest:back",
        on_click=lambda: set_params(suggest=None),
    )
    rows = services().workspace.traces.list(limit=500).rows
    if not rows:
        empty_state(
            "No trace yet",
            "Import a run first; facts are then proposed from what it was asked and told.",
            page="traces",
            link="Go to Traces",
        )
        return
    trace_id = _choose({row.id: name_of(row) for row in rows})
    if not trace_id:
        st.caption("Choose a run of the kind that the contract is for.")
        return
    trace = cached_trace(trace_id)
    with st.spinner("Reading the run…"):
        suggestions = suggested(trace_id)
    if not suggestions:
        _nothing(trace, trace_id)
        return
    section(
        "Proposed facts",
        "quoted from the run; owner, recipients and kind are guessed, so look at each line",
    )
    edited = _table(trace_id, suggestions)
    _take(trace, trace_id, suggestions, edited)
    section("Where each comes from")
    st.html(_origins(suggestions, trace))


def _choose(names: dict[str, str]) -> str:
    said = labels(list(names), names.__getitem__)
    wanted = get_param("suggest")
    st.session_state["contracts:suggest:trace"] = wanted if wanted in names else None
    st.selectbox(
        "Run",
        list(said),
        index=None,
        format_func=lambda key: said.get(key, key),
        key="contracts:suggest:trace",
        placeholder="Choose a run…",
        width=560,
        on_change=lambda: set_params(
            suggest=st.session_state.get("contracts:suggest:trace") or PICK
        ),
    )
    return wanted if wanted in names else ""


@st.cache_resource(max_entries=32, show_spinner=False)
def _suggested(url: str | None, trace_id: str) -> tuple[Suggestion, ...]:
    return suggest_facts(cached_trace(trace_id))


def suggested(trace_id: str) -> tuple[Suggestion, ...]:
    """Return what a stored trace proposes, worked out once per process."""
    return _suggested(database_url(), trace_id)


def _nothing(trace: Trace, trace_id: str) -> None:
    st.html(
        '<div class="bt-empty"><strong>Nothing in this run looks like a fact to watch</strong><p>'
        "Limits, dates, lists, rules and named values in the task and in the first messages to each "
        f"agent are proposed. This run says: {html_escape(shorten(trace.task, 300) or 'no task')}</p></div>"
    )
    st.button(
        "Begin an empty contract with its agents",
        key="contracts:suggest:empty",
        on_click=lambda: (set_params(suggest=None), start_new(CONTRACTS, trace=trace_id)),
    )


def _table(trace_id: str, suggestions: Sequence[Suggestion]) -> list[dict[str, Any]]:
    agents = list(trace_agents(trace_id))
    rows = [
        {
            "Take": s.ticked,
            "Statement": visible(s.fact.statement),
            "Kind": s.fact.kind,
            "Owner": s.fact.owner,
            "Recipients": list(s.fact.recipients),
            "Critical": s.fact.critical,
            "From": _place(s),
        }
        for s in suggestions
    ]
    column = st.column_config
    edited = st.data_editor(
        rows,
        key=f"{_EDITOR}:{trace_id}",
        hide_index=True,
        num_rows="fixed",
        disabled=["From"],
        height="auto",
        column_config={
            "Take": column.CheckboxColumn(width=60, pinned=True),
            "Statement": column.TextColumn(width=320, required=True, max_chars=400),
            "Kind": column.SelectboxColumn(
                width=110,
                options=list(KIND_WORDS),
                required=True,
                help="Guessed from the sentence; it decides how the fact is checked.",
            ),
            "Owner": column.SelectboxColumn(
                "Owner, guessed",
                width=145,
                options=agents,
                help="Guessed: who said it. Can be asked for it.",
            ),
            "Recipients": column.MultiselectColumn(
                "Recipients, guessed",
                width=200,
                options=agents,
                color="primary",
                help="Guessed: who worked with it, or was told.",
            ),
            "Critical": column.CheckboxColumn(
                width=80,
                help="Ticked where the source itself says that it binds: must, at most, never, a deadline.",
            ),
            "From": column.TextColumn(width=130),
        },
    )
    # Shown by the style sheet where the columns find no room.
    st.html(
        '<p class="bt-quiet bt-narrow">The table scrolls sideways, to Recipients, Critical and From.</p>'
    )
    return cast("list[dict[str, Any]]", edited)


def _place(suggestion: Suggestion) -> str:
    """Return where a suggestion stands, short enough for a column; the list below says more."""
    if suggestion.seq is None:
        return suggestion.source
    if suggestion.is_record:
        return f"tool result #{suggestion.seq}"
    return f"{suggestion.source.partition(' in event ')[0]} #{suggestion.seq}"


def taken(
    suggestions: Sequence[Suggestion], edited: Sequence[dict[str, Any]]
) -> tuple[list[Suggestion], list[str]]:
    """Return the accepted suggestions as they were edited, and what is wrong with the others."""
    kept: list[Suggestion] = []
    problems: list[str] = []
    names: list[str] = []
    for suggestion, row in zip(suggestions, edited, strict=True):
        if not row.get("Take"):
            continue
        statement = " ".join(str(row.get("Statement") or "").split())
        if not statement:
            problems.append("A ticked line has no statement.")
            continue
        name = suggest_id(statement, names)
        names.append(name)
        owner = str(row.get("Owner") or "")
        recipients = tuple(str(n) for n in row.get("Recipients") or () if n != owner)
        if not recipients:
            problems.append(f"‘{shorten(statement, 60)}’ has no recipient yet.")
        fact = Fact(
            id=name,
            statement=statement,
            kind=cast("FactKind", row.get("Kind") or suggestion.fact.kind),
            owner=owner,
            recipients=recipients,
            critical=bool(row.get("Critical")),
        )
        kept.append(_with(suggestion, fact))
    return kept, problems


def _with(suggestion: Suggestion, fact: Fact) -> Suggestion:
    return replace(suggestion, fact=fact)


def _take(
    trace: Trace,
    trace_id: str,
    suggestions: Sequence[Suggestion],
    edited: Sequence[dict[str, Any]],
) -> None:
    kept, problems = taken(suggestions, edited)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        names = [info.name for info in services().workspace.contracts.list()]
        into = st.selectbox(
            "Put them into",
            [_NEW, *(name for name in names if name != _NEW)],
            key="contracts:suggest:into",
            width=320,
        )
        st.button(
            f"Take {count(len(kept), 'fact')}",
            type="primary",
            icon=":material/playlist_add_check:",
            key="contracts:suggest:take",
            disabled=not kept,
            on_click=_draft,
            args=(trace, trace_id, kept, "" if into in (None, _NEW) else str(into)),
            help="Opens them in the form. Nothing is stored before you save there.",
        )
    notes = [f"{count(len(kept), 'line')} of {len(suggestions)} ticked."]
    if len(kept) > 8:
        notes.append("Above eight facts a contract is hard to keep in mind.")
    st.caption(" ".join([*notes, *(plain(p) for p in problems[:3])]))


def _draft(trace: Trace, trace_id: str, kept: Sequence[Suggestion], into: str) -> None:
    contract = suggested_contract(trace, kept)
    if not into:
        before = drafts(CONTRACTS).get("")
        if before is not None and before.dirty:
            say(CONTRACTS, "The new contract that you had begun was replaced.", "warning")
        names = {info.name for info in services().workspace.contracts.list()}
        name = _free(contract.name, names)
        text = update_text(CONTRACTS.starter, contract.model_copy(update={"name": name}))
        set_params(suggest=None)
        start_new(CONTRACTS, text, trace=trace_id)
        return
    draft = open_draft(CONTRACTS, into)
    draft.edit(CONTRACTS, merged(draft.model(CONTRACTS), contract))
    set_params(suggest=None, name=into, new=None, view=None, version=None, trace=trace_id)
    say(CONTRACTS, f"{count(len(kept), 'fact')} added; save to make them part of the contract.")


def _free(name: str, names: set[str]) -> str:
    found = (name if n == 1 else f"{name}-{n}" for n in range(1, 10_000))
    return next(one for one in found if one not in names)


def merged(contract: Contract, new: Contract) -> Contract:
    """Return a contract with the facts of another behind its own, under ids of their own."""
    ids = [fact.id for fact in contract.facts]
    facts = list(contract.facts)
    for fact in new.facts:
        if any(fact.statement.casefold() == own.statement.casefold() for own in contract.facts):
            continue
        name = fact.id if fact.id not in ids else suggest_id(fact.statement, ids)
        ids.append(name)
        facts.append(fact.model_copy(update={"id": name}))
    parties = contract.parties
    if parties:
        parties = tuple(dict.fromkeys((*parties, *new.party_names)))
    return contract.model_copy(update={"facts": tuple(facts), "parties": parties})


def _origins(suggestions: Sequence[Suggestion], trace: Trace) -> str:
    rows = ""
    for s in suggestions:
        event = trace.event(s.seq) if s.seq else None
        who = f"{event.sender} → {', '.join(event.recipients) or 'nobody'}" if event else ""
        place = f"#{s.seq} {who}" if event else "the task"
        rows += (
            f"<tr><td>{html_escape(s.fact.statement)}<br>"
            f"<small class='bt-muted'>Checked as {html_escape(check_words(s.fact))}</small></td>"
            f"<td>{html_escape(place)}<br><small class='bt-muted'>{html_escape(s.source)}</small></td>"
            f"<td>{html_escape(s.fact.owner)} {tag('guessed')}<br>"
            f"<small class='bt-muted'>{html_escape(s.owner_because)}</small></td>"
            f"<td>{html_escape(', '.join(s.fact.recipients))} {tag('guessed')}<br>"
            f"<small class='bt-muted'>{html_escape(s.recipients_because)}</small></td></tr>"
        )
    return (
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Where each comes from">'
        '<table class="bt-table bt-origins"><thead><tr><th>Passage</th><th>Stands in</th><th>Owner</th>'
        f"<th>Recipients</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def suggest_link(trace_id: str) -> None:
    """Draw the link from a trace to the facts that it proposes."""
    link_to(
        "contracts",
        "Suggest facts for a contract",
        icon=":material/auto_awesome_motion:",
        help="Proposes facts from the task and the briefs of this run, to accept line by line.",
        suggest=trace_id,
    )
