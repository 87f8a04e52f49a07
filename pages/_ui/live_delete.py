"""Deleting a run that is over, live or guarded, after saying what goes and what stays."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import streamlit as st

from core.errors import NotFoundError
from pages._ui.frame import calm
from pages._ui.services import forget_cached, services
from pages._ui.state import get_param, set_params
from pages._ui.text import count, html_escape, shorten

Kind: TypeAlias = Literal["live", "guard"]
_WORDS: dict[Kind, tuple[str, str]] = {
    "live": ("calls, answers, decisions", "Branches of it stay."),
    "guard": ("messages, what was held, decisions", "Its program can't take it up again."),
}
"""What the record holds, and what else there is to know."""


def delete_button(info: Any, kind: Kind = "live") -> None:
    """Draw the way to delete a run that is over."""
    if st.button(
        "Delete…",
        key=f"{kind}:delete:{info.id}",
        icon=":material/delete:",
        type="tertiary",
        help="The run and its record; the trace that it left stays unless you choose otherwise.",
    ):
        _dialog(info.id, kind)


@st.dialog("Delete this run?")
def _dialog(run_id: str, kind: Kind) -> None:
    _confirm(run_id, kind)


@calm
def _confirm(run_id: str, kind: Kind) -> None:
    workspace = services().workspace
    store = workspace.live if kind == "live" else workspace.guards
    info, events = store.info(run_id), store.deletion_count(run_id)
    trace_id = _trace_of(info, kind)
    trace = _trace_counts(trace_id)
    held, also_know = _WORDS[kind]
    st.html(
        f"<p><strong>{html_escape(shorten(info.name, 90))}</strong> goes with its record of what "
        f"happened: {held}. This can't be undone; a backup (Settings) can bring it back. "
        f"{also_know}</p>"
        f'<dl class="bt-facts"><dt>Events of the run</dt><dd>{events:,}</dd>'
        f"{trace}</dl>"
    )
    also = "if chosen" in trace and st.checkbox(
        "Delete the trace that it left, with its analyses and review decisions",
        key=f"{kind}:delete:also:{run_id}",
    )
    if st.button("Delete it", type="primary", key=f"{kind}:delete:yes"):
        store.delete(run_id)
        if also:
            workspace.traces.delete(trace_id)
            forget_cached()
        if run_id in (get_param("run"), get_param("guard")):
            set_params(run=None, guard=None, held=None, event=None, show=None)
        st.rerun()


def _trace_of(info: Any, kind: Kind) -> str:
    """Return the trace that a run left; '' if it left none, or its analysis is gone."""
    if kind == "live":
        return str(info.trace_id)
    try:
        return str(services().workspace.analyses.info(info.analysis_id).trace_id)
    except NotFoundError:
        return ""


def _trace_counts(trace_id: str) -> str:
    if not trace_id:
        return "<dt>Trace</dt><dd>none was kept</dd>"
    try:
        gone = services().workspace.traces.deletion_count(trace_id)
    except NotFoundError:
        return "<dt>Its trace</dt><dd>was deleted before</dd>"
    return (
        f"<dt>Its trace, if chosen</dt><dd>{count(gone.events, 'event')}, "
        f"{count(gone.analyses, 'analysis', 'analyses')}, "
        f"{count(gone.review_events, 'review decision')}</dd>"
    )
