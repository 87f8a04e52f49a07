"""What belongs to one visit alone: the model endpoint that somebody typed in.

    visits = Visits()
    visits.keep(this_visit(), Endpoint(base_url=..., key=...))   # in memory, never stored
    visits.endpoint(this_visit())                                # None for everybody else

A visit is a browser, from the first page that it opens until it is closed: `app.py` gives it a cookie
that no script can read and that ends with the browser, so a reload or a second tab is the same visit.
Only a name that this process gave out counts: cookies know no ports, so another page of the same host
can set one too. Several servers of one host don't take each other's away. Where no cookie came (another entry point, a test), a visit is one session of Streamlit.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.llm.endpoint import Endpoint

COOKIE = "baton_visit"
"""How the names of the cookies begin; the port follows, so that each server of a host has its own."""
SESSION = "visit:id"
"""Where a session of Streamlit keeps its name, if its browser has none."""
UNUSED = 12 * 3600.0
"""Seconds without use after which the server forgets what a visit has typed."""
_SECRET = secrets.token_bytes(32)
"""Signs the names. A new process knows nothing of what was typed, so the old names may go with it."""
_LENGTH = 43
"""Characters of a name, and of its signature."""


def new_visit() -> str:
    """Return a name that nobody can guess, with what shows that it was given out here."""
    name = secrets.token_urlsafe(32)
    return f"{name}.{_signature(name)}"


def is_visit(name: str) -> bool:
    """Whether a browser's cookie is a name that this process gave out."""
    own, _, signature = name.partition(".")
    if len(own) != _LENGTH or len(signature) != _LENGTH or not name.isascii():
        return False
    return hmac.compare_digest(signature, _signature(own))


def visit_of(cookies: Mapping[str, str]) -> str:
    """Return the name that a browser was given here, among all of its cookies; else ''."""
    names = (str(value) for key, value in cookies.items() if key.startswith(COOKIE))
    return next(filter(is_visit, names), "")


def _signature(name: str) -> str:
    made = hmac.new(_SECRET, name.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


def this_visit() -> str:
    """Return the name of the visit whose page is being drawn; empty outside of pages."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return ""
    if name := visit_of(st.context.cookies):
        return name
    if SESSION not in st.session_state:
        st.session_state[SESSION] = new_visit()
    return str(st.session_state[SESSION])


class Visits:
    """The endpoints that visits have typed, in this process's memory.

    Args:
        clock: Tells seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[float, Endpoint]] = {}

    def keep(self, visit: str, endpoint: Endpoint | None) -> None:
        """Keep an endpoint for a visit; None forgets it."""
        with self._lock:
            self._forget_unused()
            self._kept.pop(visit, None)
            if visit and endpoint is not None:
                self._kept[visit] = (self._clock(), endpoint)

    def endpoint(self, visit: str) -> Endpoint | None:
        """Return what a visit has typed, or None."""
        with self._lock:
            self._forget_unused()
            if visit not in self._kept:
                return None
            endpoint = self._kept[visit][1]
            self._kept[visit] = (self._clock(), endpoint)
            return endpoint

    def _forget_unused(self) -> None:
        before = self._clock() - UNUSED
        for visit in [name for name, (used, _) in self._kept.items() if used < before]:
            del self._kept[visit]
