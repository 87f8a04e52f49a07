"""One fact as a form. Every field changes the document's text at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.contract.lint_model import LintIssue
from core.contract.model import CheckSpec, Contract, Fact
from pages._ui.badges import badge
from pages._ui.contract_edit import moved, removed, renamed, with_fact, without_example
from pages._ui.contract_kind import CONTRACTS, KIND_WORDS, check_of, suggest_id
from pages._ui.document_draft import Draft, say
from pages._ui.document_fields import chosen, held, ticked, typed
from pages._ui.document_lint import issues_html, part_issues
from pages._ui.frame import section
from pages._ui.state import set_params
from pages._ui.text import count, html_escape, plain, shorten

_CHECKS = {
    "auto": "by its kind, from the statement",
    "phrase": "a phrase that must stand there",
    "regex": "a regular expression",
}
LABELS = {
    "conveyed": "passes the fact on",
    "not_conveyed": "lacks it",
    "contradicted": "says something else",
}
LABEL_LOOKS = {"conveyed": "ok", "not_conveyed": "absent", "contradicted": "contradicted"}


def fact_form(draft: Draft, contract: Contract, position: int, issues: Sequence[LintIssue]) -> None:
    """Draw the form of one fact.

    Args:
        draft: The document.
        contract: What it says now.
        position: Which fact.
        issues: What the linter said about the document.
    """
    fact = contract.facts[position]
    with st.container(key="bt_factform", border=True):
        section(fact.id or "no id", f"fact {position + 1} of {len(contract.facts)}")
        field = _Fields(draft, position)
        st.text_area(
            "Statement",
            **typed(field.key("statement"), fact.statement),
            height=72,
            placeholder="The fact in one sentence",
            on_change=field.text,
            args=("statement",),
        )
        st.html(_checked_as(fact))
        with st.container():
            st.html(issues_html(part_issues(CONTRACTS, issues, position)))
        _who(field, contract, fact)
        _what(field, fact)
        with st.expander("Aliases, dependencies, own check, examples", expanded=False):
            _rest(draft, field, contract, fact, position)
        _acts(draft, contract, position)


class _Fields:
    """Names and callbacks of the widgets of one fact."""

    def __init__(self, draft: Draft, position: int) -> None:
        self.draft = draft
        self.position = position

    def key(self, name: str) -> str:
        return f"contracts:fact:{self.position}:{name}"

    def value(self, name: str) -> Any:
        return held(self.key(name))

    def change(self, make: Callable[[Contract], Contract]) -> None:
        self.draft.edit(CONTRACTS, make(self.draft.model(CONTRACTS)))

    def set(self, name: str, value: Any) -> None:
        self.change(lambda contract: with_fact(contract, self.position, **{name: value}))

    def text(self, name: str) -> None:
        self.set(name, " ".join(str(self.value(name) or "").split()))

    def plain(self, name: str) -> None:
        value = self.value(name)
        self.set(name, tuple(value) if isinstance(value, list) else value)

    def id(self) -> None:
        new = str(self.value("id")).strip()
        contract = self.draft.model(CONTRACTS)
        old = contract.facts[self.position]
        if new == old.id:
            return
        taken = [f.id for at, f in enumerate(contract.facts) if at != self.position]
        if not new:
            new = suggest_id(old.statement, taken)
        if new in taken:
            say(CONTRACTS, f"There is a fact ‘{new}’ already; ‘{old.id}’ keeps its id.", "warning")
            return
        self.change(lambda now: renamed(now, self.position, new))
        set_params(fact=new)

    def check(self) -> None:
        fact = self.draft.model(CONTRACTS).facts[self.position]
        kind = str(self.value("check") or "auto")
        pattern = str(self.value("pattern") or "")
        spec = CheckSpec(type=kind, pattern="" if kind == "auto" else pattern)  # type: ignore[arg-type]
        if spec != fact.check:
            self.set("check", spec)


def _checked_as(fact: Fact) -> str:
    check = check_of(fact)
    if isinstance(check, str):
        return f'<p class="bt-quiet">Not checked: {html_escape(check)}</p>'
    return f'<p class="bt-quiet">Checked as <b>{html_escape(check.words)}</b></p>'


def _who(field: _Fields, contract: Contract, fact: Fact) -> None:
    parties = list(contract.party_names)
    first, second = st.columns(2)
    with first:
        st.selectbox(
            "Owner",
            parties,
            **chosen(field.key("owner"), fact.owner or None, parties),
            accept_new_options=True,
            placeholder="Who produces it?",
            help="The party that knows the fact first and can be asked for it.",
            on_change=lambda: field.set("owner", str(field.value("owner") or "").strip()),
        )
    with second:
        st.selectbox(
            "Kind",
            list(KIND_WORDS),
            format_func=lambda kind: KIND_WORDS.get(kind, kind),
            **chosen(field.key("kind"), fact.kind, list(KIND_WORDS)),
            on_change=field.plain,
            args=("kind",),
        )
    if parties:
        st.pills(
            "Recipients",
            parties,
            selection_mode="multi",
            format_func=plain,
            **ticked(field.key("recipients"), fact.recipients, parties),
            help="Everybody who can't do without it. Click to tick; add names under Parties.",
            on_change=field.plain,
            args=("recipients",),
        )
    else:
        st.multiselect(
            "Recipients",
            [],
            **ticked(field.key("recipients"), [], []),
            accept_new_options=True,
            placeholder="Who needs it? Type a name and press Enter",
            on_change=field.plain,
            args=("recipients",),
        )


def _what(field: _Fields, fact: Fact) -> None:
    first, second = st.columns(2, vertical_alignment="bottom")
    with first:
        st.text_input(
            "Fact id",
            **typed(field.key("id"), fact.id),
            help="Letters, digits, dots and dashes. Renaming keeps what depends on it.",
            on_change=field.id,
        )
    with second:
        st.checkbox(
            "Critical: losing it changes the outcome",
            **typed(field.key("critical"), bool(fact.critical)),
            help="Only gaps of critical facts are repaired and fail a check; others are shown as minor.",
            on_change=field.plain,
            args=("critical",),
        )


def _rest(draft: Draft, field: _Fields, contract: Contract, fact: Fact, position: int) -> None:
    st.multiselect(
        "Aliases",
        list(fact.aliases),
        **ticked(field.key("aliases"), fact.aliases, fact.aliases),
        accept_new_options=True,
        placeholder="Other names of the same thing; type and press Enter",
        on_change=field.plain,
        args=("aliases",),
    )
    ids = (one.id for one in contract.facts if one.id != fact.id)
    others = list(dict.fromkeys((*ids, *fact.depends_on)))
    st.multiselect(
        "Depends on",
        others,
        **ticked(field.key("depends_on"), fact.depends_on, others),
        placeholder="Facts that must be visible before this one is due",
        on_change=field.plain,
        args=("depends_on",),
    )
    first, second = st.columns(2)
    with first:
        st.selectbox(
            "Looked for",
            list(_CHECKS),
            format_func=lambda kind: _CHECKS[kind],
            **chosen(field.key("check"), fact.check.type, list(_CHECKS)),
            on_change=field.check,
        )
    with second:
        if fact.check.type != "auto":
            st.text_input(
                "Phrase" if fact.check.type == "phrase" else "Expression",
                **typed(field.key("pattern"), fact.check.pattern),
                on_change=field.check,
            )
    _examples(draft, fact, position)


def _examples(draft: Draft, fact: Fact, position: int) -> None:
    if not fact.examples:
        st.caption("No examples yet. Under ‘Try it’ a text can be kept as one.")
        return
    st.caption(f"{count(len(fact.examples), 'example')}, run on every save")

    def drop(place: int) -> None:
        draft.edit(CONTRACTS, without_example(draft.model(CONTRACTS), position, place))

    for place, example in enumerate(fact.examples):
        text, button = st.columns([9, 1], vertical_alignment="center")
        with text:
            author = (
                f' <span class="bt-muted">{html_escape(example.author)}</span>'
                if example.author
                else ""
            )
            st.html(
                f'<p class="bt-evidence bt-first">{badge(LABEL_LOOKS[example.label], LABELS[example.label])} '
                f"{html_escape(shorten(example.text, 200))}{author}</p>"
            )
        with button:
            st.button(
                "",
                icon=":material/delete:",
                key=f"contracts:example:{position}:{place}",
                help="Drop this example",
                type="tertiary",
                on_click=drop,
                args=(place,),
            )


def _acts(draft: Draft, contract: Contract, position: int) -> None:
    def act(what: str) -> None:
        now = draft.model(CONTRACTS)
        if what == "remove":
            after, place = removed(now, position), max(0, position - 1)
        else:
            by = -1 if what == "up" else 1
            after, place = moved(now, position, by), position + by
        draft.edit(CONTRACTS, after)
        st.session_state["contracts:position"] = place
        set_params(fact=after.facts[place].id if after.facts else None)

    with st.container(horizontal=True):
        st.button(
            "Up", icon=":material/arrow_upward:", key="contracts:up",
            disabled=position == 0, on_click=act, args=("up",),
        )  # fmt: skip
        st.button(
            "Down", icon=":material/arrow_downward:", key="contracts:down",
            disabled=position == len(contract.facts) - 1, on_click=act, args=("down",),
        )  # fmt: skip
        st.button(
            "Remove fact", icon=":material/delete:", key="contracts:remove",
            on_click=act, args=("remove",),
        )  # fmt: skip
