"""Who decides: a name stands beside every decision.

    reviewer()             # the name, or '' if nobody has said yet
    require_person()       # the name; asks for it in place and returns '' until it is given
    person_badge()         # 'Working as Ada' in the sidebar (the shell draws it)

Where a login is configured the signed-in person counts; otherwise the name is asked once and kept
in the workspace's settings, and can be changed there.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages._ui.services import services
from pages._ui.state import link_to
from pages._ui.text import html_escape

_KEY = "person"


def reviewer() -> str:
    """Return the name that goes on decisions, or an empty string."""
    return _signed_in() or str(services().setting(_KEY, ""))


def is_signed_in() -> bool:
    """Whether the name comes from a login and can't be edited here."""
    return bool(_signed_in())


def set_reviewer(name: str) -> None:
    """Keep the name for all further decisions."""
    services().set_setting(_KEY, clean_name(name))


def clean_name(name: str) -> str:
    """Return a name as it is stored: one line, no spaces around it, at most 80 characters."""
    return " ".join(name.split())[:80]


def require_person(key: str = "require_person") -> str:
    """Return the reviewer's name; if there is none, ask for it here and return ''."""
    name = reviewer()
    if name:
        return name
    with st.form(key, border=True):
        given = st.text_input(
            "Your name",
            placeholder="Goes on every decision you make",
            max_chars=80,
            autocomplete="name",
        )
        if st.form_submit_button("Continue", type="primary"):
            if clean_name(given or ""):
                set_reviewer(given or "")
                st.rerun()
            st.error("Please enter a name; every decision carries one.")
    return ""


def person_badge() -> None:
    """Say in the sidebar whose name goes on decisions."""
    name = reviewer()
    if name:
        st.html(f'<p class="bt-person">Working as <b>{html_escape(name)}</b></p>')
    else:
        link_to("settings", "Say who you are", icon=":material/person:")


def _signed_in() -> str:
    user: Any = st.user
    if not getattr(user, "is_logged_in", False):
        return ""
    return clean_name(str(user.get("name") or user.get("email") or ""))
