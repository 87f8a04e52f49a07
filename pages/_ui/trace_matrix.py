"""The matrix at a chosen event, and the evidence behind one of its cells."""

from __future__ import annotations

import streamlit as st

from core.contract.checks import compile_fact
from core.contract.model import Contract, Fact
from core.provenance.model import Evidence, ObligationState
from pages._ui.badges import badge, legend, tag
from pages._ui.frame import section
from pages._ui.glossary import MEANINGS
from pages._ui.matrix import Cell, FactRow, fact_matrix, from_states
from pages._ui.messages import Span, message_view
from pages._ui.opinion_part import opinion_part
from pages._ui.state import get_int, get_param, link_to, set_params
from pages._ui.text import html_escape, plain
from pages._ui.trace_analysis import Opened
from pages._ui.trace_marks import doubt_words, places
from pages._ui.trace_split import split
from pages._ui.trace_words import (
    ROLE_STATUS,
    ROLE_WORDS,
    certainty,
    first_trouble,
    gap_sentence,
    route,
)
from pages._ui.trace_wrong import wrong_part

END = 0
"""Stands for the end of the run among the stops of the slider."""


def matrix_part(shown: Opened) -> None:
    """Draw matrix and evidence side by side."""
    seq = chosen_event(shown)
    where = "at the end" if seq is None else f"as it stood after event {seq}"
    section("Which fact reached whom", where)
    if not shown.final:
        st.caption("The contract names no fact that one agent owes another.")
        return
    main, side = split("matrix")
    with main:
        _steps(shown, seq)
        pair = chosen_pair(shown)
        rows, columns, cells = _table(shown, seq)
        fact_matrix(
            rows,
            columns,
            cells,
            selected=pair,
            on_pick=lambda fact, recipient: set_params(fact=fact, recipient=recipient),
            key="trace_matrix",
        )
        if shown.not_checked:
            lines = "".join(
                f"<li><b>{html_escape(fact)}</b> <span>{html_escape(why)}</span></li>"
                for fact, why in shown.not_checked.items()
            )
            st.html(f'<ul class="bt-lines">{lines}</ul>')
        legend()
    with side, st.container(border=True, key="bt_evidence"):
        state = shown.state(pair, seq) if pair else None
        if state is None:
            st.caption("Choose a cell to read its evidence.")
        else:
            evidence_panel(shown, state, at=seq)


def chosen_event(shown: Opened) -> int | None:
    """Return the event that the URL selects; None for the end."""
    seq = get_int("seq")
    return seq if seq in shown.events else None


def chosen_pair(shown: Opened) -> tuple[str, str] | None:
    """Return the cell that the URL selects, else the earliest gap, else the first cell."""
    pairs = [(s.fact, s.recipient) for s in shown.final]
    wanted = (get_param("fact"), get_param("recipient"))
    if wanted in pairs:
        return wanted
    if any(wanted):
        st.caption(
            f"The link asks for “{plain(wanted[0])}” for “{plain(wanted[1])}”, "
            "which isn't in this analysis."
        )
    first = first_trouble(shown.final)
    return (first.fact, first.recipient) if first else next(iter(pairs), None)


def _table(
    shown: Opened, seq: int | None
) -> tuple[list[FactRow], list[str], dict[tuple[str, str], Cell]]:
    """Return the matrix; without the contract's text the facts have only their names."""
    states = shown.states_at(seq)

    def said(state: ObligationState) -> str:
        found = shown.override_of(state)
        return found.author if found else ""

    if shown.contract is not None:
        return from_states(shown.contract, states, said)
    facts = dict.fromkeys(s.fact for s in states)
    _, columns, cells = from_states(Contract(name="unknown"), states, said)
    return [FactRow(name) for name in facts], columns, cells


def _steps(shown: Opened, seq: int | None) -> None:
    """Draw the slider over the boundaries, with a step back and a step on."""
    stops = list(shown.boundaries)
    if len(stops) < 2:
        return
    if seq is not None and seq not in stops:
        stops = sorted([*stops, seq])
    stops.append(END)
    at = stops.index(seq if seq is not None else END)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.button(
            "Previous boundary",
            icon=":material/chevron_left:",
            key="matrix:back",
            shortcut="p",
            help=MEANINGS["boundary"],
            disabled=at == 0,
            on_click=_go_to,
            args=(stops[max(0, at - 1)],),
        )
        st.session_state["matrix:seq"] = stops[at]
        st.select_slider(
            "State after",
            stops,
            key="matrix:seq",
            format_func=lambda stop: "the end" if stop == END else f"#{stop}",
            on_change=lambda: _go_to(st.session_state["matrix:seq"]),
            label_visibility="collapsed",
        )
        st.button(
            "Next boundary",
            icon=":material/chevron_right:",
            key="matrix:on",
            shortcut="n",
            help=MEANINGS["boundary"],
            disabled=at == len(stops) - 1,
            on_click=_go_to,
            args=(stops[min(len(stops) - 1, at + 1)],),
        )


def _go_to(stop: int) -> None:
    set_params(seq=stop or None)


def evidence_panel(
    shown: Opened, state: ObligationState, *, at: int | None = None, links: bool = True
) -> None:
    """Draw what stands behind one cell: the fact, the check, the reason, and every message."""
    fact = shown.contract.fact(state.fact) if shown.contract else None
    st.html(
        f'<p class="bt-panel-title">{badge(state.display)} '
        f"<span>{html_escape(state.fact)} for {html_escape(state.recipient)}</span></p>"
        + (f'<p class="bt-reason">{html_escape(fact.statement)}</p>' if fact else "")
        + f'<p class="bt-quiet">{html_escape(_about(fact))}</p>'
    )
    said = shown.override_of(state)
    spoken = state.is_gap or state.unsure or said is not None
    sentence = gap_sentence(shown, state) if spoken else state.reason
    st.html(f'<p class="bt-note">{html_escape(sentence)}</p>')
    wrong_part(shown, state)
    if links:
        _links(shown, state)
    for number, item in enumerate(dict.fromkeys(state.evidence)):
        evidence_item(shown, state, item, key=f"ev:{state.fact}:{state.recipient}:{number}")
    _due(shown, state)


def _about(fact: Fact | None) -> str:
    if fact is None:
        return "The contract's own text isn't in this workspace."
    parts = [f"Checked: {check_words(fact)}"]
    if fact.owner:
        parts.append(f"owner {fact.owner}")
    parts.append("critical" if fact.critical else "minor: shown, never repaired")
    if fact.depends_on:
        parts.append(f"after {', '.join(fact.depends_on)}")
    return " · ".join(parts)


@st.cache_data(max_entries=512, show_spinner=False)
def _words(document: str) -> str:
    return str(compile_fact(Fact.model_validate_json(document)).words)


def check_words(fact: Fact) -> str:
    """Return what the check of a fact looks for, in words."""
    return _words(fact.model_dump_json(by_alias=True))


def evidence_item(shown: Opened, state: ObligationState, item: Evidence, *, key: str) -> None:
    """Draw one piece of evidence: what it is, and the message with the deciding words marked."""
    event = shown.events.get(item.seq)
    origin = (
        tag("inferred", title="Rests on a recipient or work product that a rule inferred.")
        if item.inferred
        else tag("recorded", title="The log itself says so.")
    )
    words, sure = ROLE_WORDS[item.role], tag(certainty(item))
    if item.role == "unsure":  # The number stands in the sentence then.
        words, sure = doubt_words(shown, state, item), ""
    st.html(
        f'<p class="bt-evidence">{badge(ROLE_STATUS[item.role], f"#{item.seq}")} '
        f"{html_escape(words)} {origin} {sure}<br>"
        f'<span class="bt-quiet">{html_escape(item.reason)}</span></p>'
    )
    if event is not None:
        spans = [
            Span(*place, ROLE_STATUS[item.role], item.reason)
            for place in places(shown, state, item)
        ]
        message_view(event.text, spans, key=key, head=f"#{item.seq} {route(event)}", limit=700)
    opinion_part(shown, state, item, key=key)


def _due(shown: Opened, state: ObligationState) -> None:
    """Where nothing shows the handoff that should have carried the fact, show it."""
    seen = {item.seq for item in state.evidence}
    event = shown.events.get(state.due_seq or 0)
    if event is None or state.due_seq in seen or not (state.is_gap or state.unsure):
        return
    st.html(
        f'<p class="bt-evidence">{badge(state.display, f"#{event.seq}")} '
        "was due here, and doesn't carry the fact</p>"
    )
    message_view(
        event.text,
        key=f"due:{state.fact}:{state.recipient}",
        head=f"#{event.seq} {route(event)}",
        limit=700,
    )


def _links(shown: Opened, state: ObligationState) -> None:
    boundary = shown.boundary_of(state)
    with st.container(horizontal=True, gap="small"):
        if boundary is not None and (state.is_gap or state.unsure):
            link_to(
                "review",
                f"Review event {boundary}",
                icon=":material/rule:",
                item=f"{shown.id}:{boundary}",
                trace=shown.trace_id,
                analysis=shown.id,  # so that what comes next is of this run
                status="all",
            )
        place = boundary or state.reflected_seq or state.delivered_seq or state.due_seq
        if place is not None:
            link_to(
                "provenance",
                "See it in the graph",
                icon=":material/account_tree:",
                analysis=shown.id,
                seq=place,
            )
