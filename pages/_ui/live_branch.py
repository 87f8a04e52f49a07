"""The way from a boundary of one run into another run."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.errors import BatonError
from pages._ui.person import require_person, reviewer
from pages._ui.services import services
from pages._ui.state import go
from pages._ui.text import plain


def branch_form(info: Any, live_seq: int, seq: int) -> None:
    """Draw the way to another run from a boundary of this one; this one stays as it is."""
    # In the flow of the page: what floats over it stays behind when the page moves underneath.
    with st.expander("Branch from here", icon=":material/call_split:"):
        st.html(
            '<p class="bt-quiet">A new run that begins as this one did, up to this message, and '
            "holds it for you. This run stays as it is.</p>"
        )
        if not require_person(f"branch_person_{seq}"):
            return
        with st.form(f"live:branch:{seq}", border=False):
            reason = st.text_input("Why?", max_chars=500)
            if st.form_submit_button("Branch", type="primary"):
                _branch(info, live_seq, reason or "")


def _branch(info: Any, live_seq: int, reason: str) -> None:
    app = services()
    try:
        new = app.live.branch(info.id, live_seq, author=reviewer(), reason=reason.strip())
    except BatonError as error:
        st.error(plain(error))
        return
    go("live", run=new)
