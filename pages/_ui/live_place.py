"""What is chosen on the page of a live run.

    open_place(run_id)                  # once a drawing of the page, before anything reads
    chosen("show", "facts")
    choose(event=5)                     # in callbacks

The page asks for news twice a second, and such a request carries the address that the browser had
when it sent it: read from there, a click in between would be undone. So the choice lives in the
session, and the URL follows it. The URL is read when the page is opened, or when it names something
that this visit has not seen yet.
"""

from __future__ import annotations

import streamlit as st

from pages._ui.state import get_param, set_params

NAMES = ("show", "event", "fact", "recipient")
SWITCH = "live:show"
"""Key of a widget of the page: it is gone from the session once the page was left."""
_PLACE = "live:place"
_SEEN = "live:seen"
_RUN = "live:run"


def open_place(run_id: str) -> None:
    """Take over what the URL names, where it isn't an older choice of this visit."""
    now = tuple(get_param(name) for name in NAMES)
    entered = st.session_state.get(_RUN) != run_id or SWITCH not in st.session_state
    seen = set() if entered else st.session_state.get(_SEEN, set())
    if entered or now not in seen:
        st.session_state[_PLACE] = dict(zip(NAMES, now, strict=True))
    st.session_state[_RUN] = run_id
    st.session_state[_SEEN] = seen | {now}


def chosen(name: str, default: str = "") -> str:
    """Return what is chosen."""
    return st.session_state.get(_PLACE, {}).get(name) or default


def choose(**values: object) -> None:
    """Choose something; the URL follows."""
    place = st.session_state.setdefault(_PLACE, {})
    place.update({name: "" if value is None else str(value) for name, value in values.items()})
    seen = st.session_state.get(_SEEN, set())
    st.session_state[_SEEN] = seen | {tuple(place.get(name, "") for name in NAMES)}
    set_params(**values)
