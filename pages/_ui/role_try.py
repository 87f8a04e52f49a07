"""Try a message against a role: the four terms, the energy, clauses by speech act, broken rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import streamlit as st

from core.drift import score_turn
from core.drift.model import RoleSet
from pages._ui.document_fields import labelled
from pages._ui.drift_turn import marked_clauses, turn_terms, unchecked_rules
from pages._ui.frame import section
from pages._ui.role_alike import alike_part
from pages._ui.role_form import choose_role, chosen_role
from pages._ui.role_kind import compiled
from pages._ui.role_text import text_to_messages
from pages._ui.state import labels
from pages._ui.text import html_escape, shorten
from pages._ui.trace_split import split

MOST = 20_000
LEAK_LIMIT = 0.5


def try_view(roles: RoleSet) -> None:
    """Draw the trial of one message, and what is known about the roles as a set."""
    if not roles.roles:
        st.caption("The set holds no roles yet.")
        return
    ready = compiled(roles)
    left, right = split("roles_try", 5, 6)
    with left:
        section("A message")
        role = _role(roles)
        text = st.text_area(
            "Message to try",
            key="roles:try:text",
            height=200,
            max_chars=MOST,
            placeholder="Type or paste a message of this role, then press Ctrl+Enter.",
            persist_state="session",
        )
        with st.expander("Its earlier turns, for rules about the whole run"):
            before = st.text_area(
                "Earlier turns, a blank line between two",
                key="roles:try:history",
                height=110,
                persist_state="session",
            )
        with st.container(horizontal=True):
            st.button("Score it", type="primary", icon=":material/science:", key="roles:try:go")
            _example(roles, role)
    with right:
        if not (text or "").strip():
            st.html(
                '<div class="bt-empty"><strong>How far does it leave the role?</strong><p>Try a message that '
                "fits and one that doesn't. The energy adds up four terms: outside the own role, inside the "
                "others' roles, speech acts that aren't allowed, rules broken. Above the threshold a turn is "
                "flagged.</p></div>"
            )
        else:
            _scored(roles, ready, role, str(text), str(before or ""))
    _set_part(ready)


def _role(roles: RoleSet) -> str:
    position = chosen_role(roles)
    names = labels(range(len(roles.roles)), lambda at: roles.roles[at].name)
    state = labelled("roles:try:role", position, list(names.values()))

    def changed() -> None:
        choose_role(roles, int(st.session_state[state["key"]]))

    st.selectbox(
        "Role",
        list(names),
        format_func=lambda at: names.get(at, str(at)),
        **state,
        on_change=changed,
    )
    return roles.roles[position].name


def _example(roles: RoleSet, name: str) -> None:
    """Offer the profile's own messages, so that a first trial needs no typing."""
    profile = roles.role(name)
    if profile is None:
        return

    def put(texts: tuple[str, ...]) -> None:
        now = st.session_state.get("roles:try:text")
        at = texts.index(now) + 1 if now in texts else 0
        st.session_state["roles:try:text"] = texts[at % len(texts)]

    for label, texts, key in (
        ("A demonstration", profile.demonstrations, "good"),
        ("A drift example", profile.drift_examples, "bad"),
    ):
        if texts:
            st.button(
                label,
                key=f"roles:try:{key}",
                help="Fills in the next one of the profile.",
                on_click=put,
                args=(texts,),
            )


def _scored(roles: RoleSet, ready: Any, name: str, text: str, before: str) -> None:
    score = score_turn(
        ready, name, text, history=text_to_messages(before, ()), agents=tuple(ready.roles)
    )
    # The turn view draws a turn of an analysis; a trial has just what that view reads.
    shown: Any = SimpleNamespace(
        roles=roles,
        analysis=SimpleNamespace(
            inputs=SimpleNamespace(settings={"tau_used": ready.tau, "weights": {}})
        ),
    )
    report: Any = SimpleNamespace(drift=score, original=text, no_drift_reason="")
    turn_terms(shown, report, tau=ready.tau, flagged=score.energy > ready.tau)
    st.html(
        f'<div class="bt-msg"><div class="bt-msg-head">as {html_escape(shorten(name, 60))}</div>'
        '<div class="bt-msg-text" tabindex="0" role="region" aria-label="Message text">'
        f"{marked_clauses(shown, score, text)}</div>"
        '<div class="bt-msg-foot">Behind each clause its speech act; ✕ is not allowed to the role, a red '
        "clause breaks a rule.</div></div>"
    )
    unchecked_rules(score)


def _set_part(ready: Any) -> None:
    section("The roles as a set", f"threshold {ready.tau:.2f}, encoder {ready.encoder_name}")
    lines = list(ready.warnings)
    if ready.leak_dimension_ratio > LEAK_LIMIT:
        lines.append(
            f"The other roles span {ready.leak_dimension_ratio:.0%} of the space: the leak term is nearly "
            "the same for every message and says little."
        )
    if lines:
        items = "".join(f"<li>{html_escape(line)}</li>" for line in lines)
        st.html(f'<ul class="bt-notes">{items}</ul>')
    else:
        st.html('<p class="bt-quiet">The roles can be told apart.</p>')
    alike_part(ready)
