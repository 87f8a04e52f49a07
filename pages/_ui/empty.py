"""What a page says when it has nothing to show: what this is for, and the next step.

empty_state("No traces yet", "Import a log to begin.", page="traces", link="Import a trace")
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages._ui.state import link_to
from pages._ui.text import html_escape


def empty_state(
    title: str,
    text: str,
    *,
    page: str | None = None,
    link: str = "",
    icon: str = ":material/arrow_forward:",
    **params: Any,
) -> None:
    """Draw an empty state.

    Args:
        title: What is missing, in a few words; escaped here.
        text: What to do about it, one sentence or two; escaped here.
        page: Page that helps, by name; None for no link.
        link: Words of the link.
        icon: Icon of the link.
        **params: URL parameters of the link.
    """
    with st.container(border=True):
        st.html(
            f'<div class="bt-empty"><strong>{html_escape(title)}</strong>'
            f"<p>{html_escape(text)}</p></div>"
        )
        if page:
            link_to(page, link or "Go there", icon=icon, **params)
