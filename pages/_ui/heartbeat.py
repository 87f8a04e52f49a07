"""Looking for news without drawing anything.

    heartbeat(0.5, seen, lambda: stamp_of_now())

A part of a page that draws itself again on a timer competes with what a person does meanwhile: a
drawing that meets a click can leave the browser with half of each. So where nothing moves by itself,
a page is drawn once, and a part that draws nothing compares what is with what was drawn; only a
difference draws the page anew.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages._ui.frame import calm


def heartbeat(seconds: float, drawn: object, now: Callable[[], object]) -> None:
    """Draw the page anew as soon as it would look different.

    Args:
        seconds: Between two looks.
        drawn: What the page was drawn from.
        now: Returns the same of this moment; must be cheap.
    """

    @st.fragment(run_every=seconds)
    @calm
    def look() -> None:
        if now() != drawn:
            st.rerun()

    look()
