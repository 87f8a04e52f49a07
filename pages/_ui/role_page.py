"""One role set on the page: an old version to read, or the draft to write."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.drift.model import RoleSet
from core.errors import BatonError
from pages._ui.document_bar import choose_view, draft_bar, old_bar
from pages._ui.document_draft import open_draft
from pages._ui.document_versions import versions_view
from pages._ui.document_yaml import old_text, text_view
from pages._ui.frame import section
from pages._ui.role_form import form_view
from pages._ui.role_kind import ROLES
from pages._ui.role_text import rule_text
from pages._ui.role_try import try_view
from pages._ui.services import services
from pages._ui.state import get_int, get_param
from pages._ui.text import count, html_escape, plain, shorten

VIEWS = {"form": "Form", "yaml": "Text", "try": "Try a message", "versions": "Versions"}


def role_page() -> None:
    """Draw the role set that the URL names."""
    name, version = get_param("name"), get_int("version")
    draft = open_draft(ROLES, name)
    if name and version and version != draft.version:
        _old(services().workspace.roles.get(name, version), draft.version)
        return
    issues = ROLES.lint(draft.text, None, False)
    draft_bar(ROLES, draft, issues)
    view = choose_view(ROLES, VIEWS)
    roles: RoleSet | None = draft.model(ROLES)
    if view == "yaml":
        text_view(ROLES, draft, issues)
    elif roles is None:
        st.warning(
            "The text can't be read as a role set yet, so there is no form for it. It is shown as "
            "text; the lines beside it say what to mend.",
            icon=":material/edit_note:",
        )
        text_view(ROLES, draft, issues)
    elif view == "versions":
        versions_view(ROLES, draft)
    elif view == "try":
        _try(roles)
    else:
        form_view(draft, roles, issues)


def _try(roles: RoleSet) -> None:
    try:
        try_view(roles)
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")


def _old(stored: Any, latest: int) -> None:
    old_bar(ROLES, stored, latest)
    view = choose_view(ROLES, {k: v for k, v in VIEWS.items() if k != "versions"})
    if view == "yaml":
        old_text(stored.text)
    elif view == "try":
        _try(stored.roles)
    else:
        st.html(roles_table(stored.roles))


def roles_table(roles: RoleSet) -> str:
    """Return the roles as an HTML table, to read."""
    rows = ""
    for role in roles.roles:
        rules = "".join(
            f"<li>{word} {html_escape(rule_text(rule))}</li>"
            for word, listed in (("must:", role.obligations), ("must not:", role.prohibitions))
            for rule in listed
        )
        rows += (
            f"<tr><td><b>{html_escape(role.name)}</b></td><td>{html_escape(shorten(role.description, 400))}</td>"
            f"<td>{html_escape(', '.join(role.allowed_speech_acts) or '–')}</td>"
            f'<td><ul class="bt-notes">{rules}</ul></td><td>{len(role.demonstrations)}</td></tr>'
        )
    section("Roles", count(len(roles.roles), "role"))
    return (
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Roles"><table class="bt-table">'
        "<thead><tr><th>Role</th><th>What it is for</th><th>Speech acts</th><th>Rules</th>"
        f"<th>Demonstrations</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
