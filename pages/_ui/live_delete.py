"""Deleting a live run that has ended, after saying what goes and what stays."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.errors import NotFoundError
from pages._ui.frame import calm
from pages._ui.services import forget_cached, services
from pages._ui.state import get_param, set_params
from pages._ui.text import html_escape, shorten


def delete_button(info: Any) -> None:
    """Draw the way to delete an ended run."""
    if st.button(
        "Delete…",
        key=f"live:delete:{info.id}",
        icon=":material/delete:",
        type="tertiary",
        help="The run and its record; the trace that it left stays unless you choose otherwise.",
    ):
        _dialog(info.id)


@st.dialog("Delete this run?")
def _dialog(run_id: str) -> None:
    _confirm(run_id)


@calm
def _confirm(run_id: str) -> None:
    workspace = services().workspace
    info, events = workspace.live.info(run_id), workspace.live.deletion_count(run_id)
    trace = _trace_counts(info)
    st.html(
        f"<p><strong>{html_escape(shorten(info.name, 90))}</strong> goes with its record of what "
        "happened: calls, answers, decisions. This can't be undone; a backup (Settings) can bring it back. "
        "Branches of it stay.</p>"
        f'<dl class="bt-facts"><dt>Events of the run</dt><dd>{events:,}</dd>'
        f"{trace}</dl>"
    )
    also = "if chosen" in trace and st.checkbox(
        "Delete the trace that it left, with its analyses and review decisions",
        key=f"live:delete:also:{run_id}",
    )
    if st.button("Delete it", type="primary", key="live:delete:yes"):
        workspace.live.delete(run_id)
        if also:
            workspace.traces.delete(info.trace_id)
            forget_cached()
        if get_param("run") == run_id:
            set_params(run=None, event=None, show=None)
        st.rerun()


def _trace_counts(info: Any) -> str:
    if not info.trace_id:
        return "<dt>Trace</dt><dd>none was kept</dd>"
    try:
        gone = services().workspace.traces.deletion_count(info.trace_id)
    except NotFoundError:
        return "<dt>Its trace</dt><dd>was deleted before</dd>"
    return (
        f"<dt>Its trace, if chosen</dt><dd>{gone.events:,} events, {gone.analyses:,} analyses, "
        f"{gone.review_events:,} review decisions</dd>"
    )
