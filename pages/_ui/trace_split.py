"""Two columns that become one on narrow pages, and the style of the pages that show a run."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

_SHEET = Path(__file__).parents[2] / "assets" / "run.css"


def use_run_style() -> None:
    """Add the style sheet that Trace view, Provenance, Role drift and Review share."""
    st.html(f"<style>{_SHEET.read_text('utf-8')}</style>")


def split(key: str, left: int = 3, right: int = 2) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return a main and a side column; below 1,100 pixels the side one comes underneath.

    Args:
        key: Unique on the page.
        left: Share of the main column.
        right: Share of the side column.
    """
    with st.container(key=f"bt_split_{key}"):
        main, side = st.columns([left, right], gap="medium")
    return main, side
