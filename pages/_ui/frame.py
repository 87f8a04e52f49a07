"""What surrounds every page: its heading, and what happens when something goes wrong.

header("Traces", "Runs of a team, as their logs recorded them.")
with guard(): …                # errors become sentences; the shell does this for every page
@calm                          # the same for the body of a fragment, dialog or callback
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec

import streamlit as st

from core.errors import BatonError
from pages._ui.status import status_css
from pages._ui.text import html_escape, plain

log = logging.getLogger("baton.pages")
ASSETS = Path(__file__).parents[2] / "assets"
P = ParamSpec("P")

UNEXPECTED = (
    "Something went wrong on this page. "
    "Reload the page to go on; the server's log holds the details."
)


def style() -> None:
    """Add our style sheet to the page; it fits Streamlit's own theme, light and dark."""
    sheet = (ASSETS / "style.css").read_text("utf-8")
    # Dialogs and popovers stand outside the app's element, where Streamlit sets no color-scheme.
    scheme = "dark" if getattr(st.context.theme, "type", "light") == "dark" else "light"
    st.html(f"<style>:root {{ color-scheme: {scheme}; }}\n{sheet}\n{status_css()}</style>")


def header(title: str, lead: str = "") -> None:
    """Draw the page's heading and one line that says what the page is for (our own words)."""
    st.title(title, anchor=False)
    if lead:
        st.html(f'<p class="bt-lead">{html_escape(lead)}</p>')


def section(title: str, hint: str = "") -> None:
    """Draw the heading of a part of the page, with an optional quiet remark behind it."""
    remark = f'<span class="bt-hint">{html_escape(hint)}</span>' if hint else ""
    st.html(f'<h2 class="bt-section">{html_escape(title)}{remark}</h2>')


@contextmanager
def guard() -> Iterator[None]:
    """Show a known error as its sentence, anything else as a calm one; the log gets the rest."""
    try:
        yield
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
    except Exception:
        # Streamlit's own stop and rerun signals aren't Exceptions, so they pass.
        log.exception("page failed")
        st.error(plain(UNEXPECTED), icon=":material/error:")


def calm(function: Callable[P, None]) -> Callable[P, None]:
    """Wrap the body of a fragment, dialog or callback in ``guard``."""

    @functools.wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        with guard():
            function(*args, **kwargs)

    return guarded
