"""What a person does to a live run, and what the page then says about it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.errors import BatonError
from pages._ui.badges import badge
from pages._ui.services import services
from pages._ui.text import plain

_SAID = "live:said"


def act(run_id: str, what: Callable[[], object], done: str = "") -> bool:
    """Do something to a run, wake the worker, and keep what came of it for the next drawing.

    Args:
        run_id: The run.
        what: Does it; may raise an error that speaks to the person.
        done: What to say if it went well; empty: the page shows it anyway.
    """
    st.session_state.pop(_SAID, None)
    try:
        what()
    except BatonError as error:
        st.session_state[_SAID] = (run_id, "problem", str(error))
        return False
    services().live.wake()
    if done:
        st.session_state[_SAID] = (run_id, "done", done)
    return True


def tell(run_id: str, problem: str) -> None:
    """Say what somebody else's act came to, here and until the next act."""
    st.session_state[_SAID] = (run_id, "problem", problem)
    said(run_id)


def said(run_id: str) -> None:
    """Say what the last act came to, until the next one: the page is drawn anew at any moment."""
    about, kind, text = st.session_state.get(_SAID, ("", "", ""))
    if about != run_id:
        return
    if kind == "problem":
        st.warning(plain(text), icon=":material/sync_problem:")
    else:
        st.html(
            f'<p class="bt-done" role="status">{badge("run-decided", text)}</p>', width="content"
        )
