"""Documents and limits of a team, below its agents."""

from __future__ import annotations

import streamlit as st

from core.live.team import Budgets, DocumentSpec, Team
from pages._ui.document_fields import held, typed
from pages._ui.frame import section
from pages._ui.team_draft import TeamForm
from pages._ui.text import count, plain


def documents_part(form: TeamForm, team: Team) -> None:
    """Draw the documents that lie open to the agents."""
    section("Documents", "texts that lie open to the agents that may read them")

    def add() -> None:
        name = " ".join(str(st.session_state["teams:doc:name"]).split())[:120]
        text = str(st.session_state["teams:doc:text"]).strip()
        now = form.now()
        if name and text:
            kept = tuple(d for d in now.documents if d.name != name)
            form.set(documents=(*kept, DocumentSpec(name=name, text=text[:200_000])))

    def drop(name: str) -> None:
        form.set(documents=tuple(d for d in form.now().documents if d.name != name))

    for at, document in enumerate(team.documents):
        with st.expander(plain(f"{document.name} · {count(len(document.text), 'character')}")):
            st.text(document.text[:4000] + ("…" if len(document.text) > 4000 else ""))
            st.button("Remove", key=f"teams:doc:drop:{at}", on_click=drop, args=(document.name,))
    with (
        st.popover("Add a document", icon=":material/note_add:"),
        st.form("teams:doc", clear_on_submit=True, border=False),
    ):
        st.text_input("Name", key="teams:doc:name", max_chars=120)
        st.text_area("Text", key="teams:doc:text", height=160)
        st.form_submit_button("Add it", on_click=add, type="primary")


def limits_part(form: TeamForm, team: Team) -> None:
    """Draw what ends a run: turns, tokens, seconds, dollars, a phrase."""
    section("Limits of one run", "whichever is reached first ends it")

    def changed(name: str, kind: type[int] | type[float]) -> None:
        value = held(f"teams:budget:{name}")
        default = getattr(Budgets(), name)
        budgets = form.now().budgets.model_copy(update={name: kind(value or default)})
        form.set(budgets=budgets)

    columns = st.columns(5)
    for column, (name, label, kind, step) in zip(
        columns,
        (
            ("turns", "Turns", int, 1),
            ("tokens", "Tokens, prompts included", int, 1000),
            ("seconds", "Seconds at work", float, 60.0),
        ),
        strict=False,
    ):
        with column:
            st.number_input(
                label,
                min_value=kind(1),
                step=kind(step),
                format="%d" if kind is int else "%.0f",
                **typed(f"teams:budget:{name}", kind(getattr(team.budgets, name))),
                on_change=changed,
                args=(name, kind),
            )
    with columns[3]:
        st.number_input(
            "Dollars",
            min_value=0.0001,
            step=0.1,
            format="%.4g",
            placeholder="No limit",
            help="Counts calls of models whose price is known: from this team's text (prices), or from "
            "Settings. A model without a price doesn't count.",
            **typed("teams:budget:cost", team.budgets.cost),
            on_change=lambda: form.set(
                budgets=form.now().budgets.model_copy(
                    update={"cost": held("teams:budget:cost") or None}
                )
            ),
        )
    with columns[4]:
        st.text_input(
            "Phrase that ends it",
            **typed("teams:stop", team.stop.says),
            placeholder="Optional",
            on_change=lambda: form.set(
                stop=form.now().stop.model_copy(
                    update={"says": str(held("teams:stop") or "").strip()}
                )
            ),
        )
