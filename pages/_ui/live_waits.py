"""Held messages of live runs, on the pages that say what waits for a person."""

from __future__ import annotations

import streamlit as st

from pages._ui.frame import calm
from pages._ui.live_list import parked_part
from pages._ui.services import services

LOOK = 2.0
"""Seconds between two looks while a live run goes on."""


def live_waits() -> None:
    """Draw what live runs hold for a person; it appears by itself while a run goes on."""
    active = services().workspace.live.list(active_only=True)

    @st.fragment(run_every=LOOK if active else None)
    @calm
    def look() -> None:
        parked_part(services().workspace.live.parked(), hint="live runs stand until you decide")

    look()
