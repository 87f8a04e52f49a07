"""One team on the page: an old version to read, or the draft to write."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.live.team import Team
from pages._ui.document_bar import choose_view, draft_bar, old_bar
from pages._ui.document_draft import open_draft
from pages._ui.document_versions import versions_view
from pages._ui.document_yaml import old_text, text_view
from pages._ui.frame import section
from pages._ui.services import services
from pages._ui.state import get_int, get_param, link_to
from pages._ui.team_form import form_view
from pages._ui.team_kind import FLOWS, TEAMS
from pages._ui.text import count, html_escape, shorten

VIEWS = {"form": "Form", "yaml": "Text", "versions": "Versions"}


def team_page() -> None:
    """Draw the team that the URL names."""
    name, version = get_param("name"), get_int("version")
    draft = open_draft(TEAMS, name)
    if name and version and version != draft.version:
        _old(services().workspace.teams.get(name, version), draft.version)
        return
    issues = TEAMS.lint(draft.text, None, False)
    draft_bar(TEAMS, draft, issues)
    with st.container(horizontal=True, vertical_alignment="center"):
        view = choose_view(TEAMS, VIEWS)
        if draft.key:
            link_to("live", "Start a run", icon=":material/play_arrow:", start=draft.key)
    team: Team | None = draft.model(TEAMS)
    if view == "yaml":
        text_view(TEAMS, draft, issues)
    elif team is None:
        st.warning(
            "The text can't be read as a team yet, so there is no form for it. It is shown as "
            "text; the lines beside it say what to mend.",
            icon=":material/edit_note:",
        )
        text_view(TEAMS, draft, issues)
    elif view == "versions":
        versions_view(TEAMS, draft)
    else:
        form_view(draft, team, issues)


def _old(stored: Any, latest: int) -> None:
    old_bar(TEAMS, stored, latest)
    view = choose_view(TEAMS, {k: v for k, v in VIEWS.items() if k != "versions"})
    if view == "yaml":
        old_text(stored.text)
    else:
        st.html(agents_table(stored.team))


def agents_table(team: Team) -> str:
    """Return the agents as an HTML table, to read."""
    section("Agents", f"{count(len(team.agents), 'agent')} · {FLOWS[team.flow]}")
    rows = "".join(
        f"<tr><td><b>{html_escape(a.name)}</b></td><td>{html_escape(a.role or a.name)}</td>"
        f"<td>{html_escape(shorten(a.prompt, 300))}</td><td>{html_escape(team.model_of(a.name) or '–')}</td>"
        f"<td>{html_escape(', '.join(team.recipients_of(a.name)) or 'nobody')}</td></tr>"
        for a in team.agents
    )
    return (
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Agents"><table class="bt-table">'
        "<thead><tr><th>Agent</th><th>Role</th><th>Prompt</th><th>Model</th><th>May write to</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )
