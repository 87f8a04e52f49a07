"""One contract on the page: an old version to read, or the draft to write."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.contract.model import Contract
from pages._ui.badges import tag
from pages._ui.contract_form import form_view
from pages._ui.contract_kind import CONTRACTS, check_words, trace_agents
from pages._ui.contract_prompt import prompt_view
from pages._ui.contract_try import try_view
from pages._ui.document_bar import choose_view, draft_bar, old_bar
from pages._ui.document_draft import open_draft
from pages._ui.document_versions import versions_view
from pages._ui.document_yaml import old_text, text_view
from pages._ui.frame import section
from pages._ui.services import services
from pages._ui.state import get_int, get_param
from pages._ui.text import count, html_escape

VIEWS = {
    "form": "Form",
    "yaml": "Text",
    "try": "Try it",
    "versions": "Versions",
    "prompt": "Controller prompt",
}


def contract_page() -> None:
    """Draw the contract that the URL names."""
    name, version = get_param("name"), get_int("version")
    draft = open_draft(CONTRACTS, name)
    if name and version and version != draft.version:
        stored = services().workspace.contracts.get(name, version)
        _old(stored, draft.version)
        return
    agents = trace_agents(get_param("trace")) if get_param("trace") else None
    issues = CONTRACTS.lint(draft.text, agents, False)
    draft_bar(CONTRACTS, draft, issues)
    view = choose_view(CONTRACTS, VIEWS)
    contract: Contract | None = draft.model(CONTRACTS)
    if view == "yaml":
        text_view(CONTRACTS, draft, issues)
    elif contract is None:
        st.warning(
            "The text can't be read as a contract yet, so there is no form for it. It is shown "
            "as text; the lines beside it say what to mend.",
            icon=":material/edit_note:",
        )
        text_view(CONTRACTS, draft, issues)
    elif view == "versions":
        versions_view(CONTRACTS, draft)
    elif view == "try":
        try_view(contract, draft)
    elif view == "prompt":
        prompt_view(contract)
    else:
        form_view(draft, contract, issues)


def _old(stored: Any, latest: int) -> None:
    old_bar(CONTRACTS, stored, latest)
    view = choose_view(CONTRACTS, {k: v for k, v in VIEWS.items() if k != "versions"})
    if view == "yaml":
        old_text(stored.text)
    elif view == "try":
        try_view(stored.contract, None)
    elif view == "prompt":
        prompt_view(stored.contract)
    else:
        st.html(facts_table(stored.contract))


def facts_table(contract: Contract) -> str:
    """Return the facts as an HTML table, to read."""
    rows = "".join(
        f"<tr><td><b>{html_escape(fact.id)}</b><br>{tag(fact.kind)}</td>"
        f"<td>{html_escape(fact.statement)}<br><small class='bt-muted'>{html_escape(check_words(fact))}</small></td>"
        f"<td>{html_escape(fact.owner or '–')}</td><td>{html_escape(', '.join(fact.recipients) or '–')}</td>"
        f"<td>{'critical' if fact.critical else 'not critical'}</td></tr>"
        for fact in contract.facts
    )
    section("Facts", count(len(contract.facts), "fact"))
    return (
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Facts"><table class="bt-table">'
        "<thead><tr><th>Fact</th><th>Statement, and how it is checked</th><th>Owner</th><th>Recipients</th>"
        f"<th></th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
