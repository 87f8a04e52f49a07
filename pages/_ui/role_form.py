"""A role set as a form: its name, the list of roles, and one role to edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.contract.lint_model import LintIssue
from core.drift.model import RoleProfile, RoleSet
from pages._ui.document_draft import Draft
from pages._ui.document_fields import held, labelled, typed
from pages._ui.document_lint import lint_panel, mark_of
from pages._ui.frame import section
from pages._ui.role_fields import role_form
from pages._ui.role_kind import ROLES, library
from pages._ui.state import get_param, labels, set_params
from pages._ui.text import count, plain, shorten
from pages._ui.trace_split import split

_POSITION = "roles:position"
_MARKS = {"error": ":red[:material/error:] ", "warning": ":orange[:material/warning:] "}


def form_view(draft: Draft, roles: RoleSet, issues: Sequence[LintIssue]) -> None:
    """Draw the form."""
    _about(draft, roles)
    left, right = split("roles", 4, 7)
    position = chosen_role(roles)
    with left:
        section("Roles", count(len(roles.roles), "role"))
        if roles.roles:
            _role_list(roles, issues, position, draft)
        _add(draft)
        _from_library(draft, roles)
        if draft.text != ROLES.starter:
            section("Remarks")
            lint_panel(ROLES, draft, issues)
    with right:
        if roles.roles:
            role_form(draft, roles, position, issues)
        else:
            st.html(
                '<div class="bt-empty"><strong>How does each agent talk when it does its own job?</strong>'
                "<p>Add the roles of your team by name, or take some from the library and replace their "
                "demonstrations by messages of your own runs. At least two roles are needed: leaving a "
                "role is measured against the others.</p></div>"
            )


def chosen_role(roles: RoleSet) -> int:
    """Return the position of the role that the URL names, else of the first."""
    places = [at for at, role in enumerate(roles.roles) if role.name == get_param("role")]
    kept = int(st.session_state.get(_POSITION, 0))
    return kept if kept in places else (places[0] if places else 0)


def choose_role(roles: RoleSet, position: int) -> None:
    """Make a role the chosen one (for callbacks)."""
    if 0 <= position < len(roles.roles):
        st.session_state[_POSITION] = position
        set_params(role=roles.roles[position].name)


def _about(draft: Draft, roles: RoleSet) -> None:
    def changed(name: str) -> None:
        value = str(held(f"roles:{name}") or "").strip()
        draft.edit(ROLES, draft.model(ROLES).model_copy(update={name: value}))

    first, second = st.columns([1, 2])
    with first, st.container(key="bt_needed_roles"):
        st.text_input(
            "Role set name",
            **typed("roles:name", roles.name),
            placeholder="Needed, such as proposal-team",
            on_change=changed,
            args=("name",),
        )
    with second:
        st.text_input(
            "Description",
            **typed("roles:description", " ".join(roles.description.split())),
            placeholder="Which team these roles are for (optional)",
            on_change=changed,
            args=("description",),
        )


def _role_list(roles: RoleSet, issues: Sequence[LintIssue], position: int, draft: Draft) -> None:
    def label(at: int) -> str:
        mark = _MARKS.get(mark_of(ROLES, issues, at), "")
        return f"{mark}{plain(shorten(roles.roles[at].name, 60)) or ':gray[no name yet]'}"

    names = labels(range(len(roles.roles)), label)
    state = labelled("roles:roles", position, list(names.values()))

    def changed() -> None:
        choose_role(draft.model(ROLES), int(st.session_state[state["key"]]))

    with st.container(key="bt_roles"):
        st.radio(
            "Roles",
            list(names),
            format_func=lambda at: names.get(at, str(at)),
            captions=[_caption(role) for role in roles.roles],
            **state,
            on_change=changed,
            label_visibility="collapsed",
        )


def _caption(role: RoleProfile) -> str:
    acts = ", ".join(act.replace("_", " ").lower() for act in role.allowed_speech_acts)
    return f"{count(len(role.demonstrations), 'demonstration')} · {plain(shorten(acts or 'no speech acts', 70))}"


def _append(draft: Draft, added: Sequence[Any]) -> None:
    now: RoleSet = draft.model(ROLES)
    after = now.model_copy(update={"roles": (*now.roles, *added)})
    draft.edit(ROLES, after)
    choose_role(after, len(now.roles))


def _add(draft: Draft) -> None:
    def submit() -> None:
        name = " ".join(str(st.session_state["roles:add"]).split())
        taken = {role.name for role in draft.model(ROLES).roles}
        if name and name not in taken:
            _append(draft, [RoleProfile(name=name[:120])])

    with (
        st.container(key="bt_add_roles"),
        st.form("roles:add_form", clear_on_submit=True, border=False),
    ):
        field, button = st.columns([3, 1], vertical_alignment="bottom")
        with field:
            st.text_input(
                "New role",
                key="roles:add",
                placeholder="Its name, such as Copywriter",
                max_chars=120,
            )
        with button:
            st.form_submit_button("Add role", on_click=submit, width="stretch")


def _from_library(draft: Draft, roles: RoleSet) -> None:
    taken = {role.name for role in roles.roles}
    free = [role for role in library().roles if role.name not in taken]
    if not free:
        return

    def take() -> None:
        names = st.session_state.get("roles:library:names") or []
        chosen = [role for role in library().roles if role.name in names]
        st.session_state["roles:library:names"] = []
        if chosen:
            _append(draft, chosen)

    with st.popover("Take from the library", icon=":material/library_add:"):
        st.pills(
            "Ready roles",
            [role.name for role in free],
            selection_mode="multi",
            key="roles:library:names",
        )
        st.button("Add them", key="roles:library:add", type="primary", on_click=take)
