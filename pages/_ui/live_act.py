"""What a person does to a live run, and what the page then says about it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.errors import BatonError
from pages._ui.badges import badge
from pages._ui.services import services
from pages._ui.text import plain

_SAID = "live:said"


def act(what: Callable[[], object], done: str) -> bool:
    """Do something to a run, wake the worker, and keep what came of it for the next drawing.

    Args:
        what: Does it; may raise an error that speaks to the person.
        done: What to say if it went well; empty: the page shows it anyway.
    """
    try:
        what()
    except BatonError as error:
        st.session_state[_SAID] = ("problem", str(error))
        return False
    services().live.wake()
    if done:
        st.session_state[_SAID] = ("done", done)
    return True


def said() -> None:
    """Say once what the last act came to."""
    kind, text = st.session_state.pop(_SAID, ("", ""))
    if kind == "problem":
        st.warning(plain(text), icon=":material/sync_problem:")
    elif kind == "done":
        st.html(f'<p class="bt-done" role="status">{badge("ok", text)}</p>', width="content")
