"""One live run: what can be done with it, what is held, and everything that moves."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.errors import NotFoundError
from core.live.state import RunState
from pages._ui.calib_source import live_reason
from pages._ui.empty import empty_state
from pages._ui.frame import calm
from pages._ui.heartbeat import heartbeat
from pages._ui.live_act import act, said
from pages._ui.live_decide import decide_part
from pages._ui.live_delete import delete_button
from pages._ui.live_history import history_note
from pages._ui.live_moving import moving
from pages._ui.live_place import open_place
from pages._ui.live_words import reason_html, run_badge
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.state import link_to, set_params
from pages._ui.text import html_escape, plain
from pages._ui.when import when

LOOK = 0.5
"""Seconds between two looks at a run that goes on."""
ENDED = ("stopped", "finished")


def live_run(run_id: str) -> None:
    """Draw the run that the URL names."""
    st.button(
        "All live runs",
        icon=":material/arrow_back:",
        type="tertiary",
        key="live:all",
        on_click=lambda: set_params(run=None, event=None, show=None, fact=None, recipient=None),
    )
    try:
        info, state = _now(run_id)
    except NotFoundError:
        empty_state(
            "There is no such run",
            "The link belongs to another workspace, or names a run that never was.",
            page="live",
            link="All live runs",
        )
        return
    open_place(run_id)
    # Two places that are always there: what comes and goes in the upper one moves nothing of the
    # lower one, and a click on a part that the browser still shows finds that part here.
    head, body = st.container(), st.container()
    with head:
        _bar(info)
        said(run_id)
        _marks(info, state)
        if info.status == "failed":
            st.error(plain(info.reason), icon=":material/error:")
            if state.how in ("no-endpoint", "key"):
                link_to("settings", "Name a model endpoint", icon=":material/settings:")
        decide_part(info, state)
    with body:
        _moving(info, state)
    if info.status not in ENDED or not info.trace_id:
        live = services().workspace.live
        heartbeat(LOOK, _looks(info), lambda: _looks(live.info(run_id)))


@st.fragment
@calm
def _moving(info: Any, state: RunState) -> None:
    """Draw messages, facts and counts; a click in them draws nothing else."""
    moving(info, state)


def _looks(info: Any) -> tuple[object, ...]:
    """Return what the page depends on."""
    return info.status, info.last_seq, info.trace_id, info.writing_agent, info.writing


def _now(run_id: str) -> tuple[Any, RunState]:
    live = services().workspace.live
    return live.info(run_id), live.state(run_id)


def _bar(info: Any) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="bt_live_bar"):
        st.html(
            f'<p class="bt-doc"><b>{html_escape(info.name)}</b> '
            f'<span class="bt-row">{run_badge(info.status)}</span></p>'
        )
        if info.status in ("running", "waiting", "new"):
            _verb("Pause", "pause", ":material/pause:", info.id)
        if info.status in ("paused", "failed"):
            _verb("Go on", "resume", ":material/play_arrow:", info.id, primary=True)
        if info.status not in ("stopped", "finished"):
            _verb("Stop", "stop", ":material/stop:", info.id)
        if info.status == "finished":
            _calibrate(info.id)
        if info.analysis_id:
            for page, label, icon in (
                ("trace_view", "Trace view", "grid_on"),
                ("provenance", "Provenance", "account_tree"),
                ("drift", "Role drift", "show_chart"),
                ("review", "Review", "rule"),
            ):
                link_to(page, label, icon=f":material/{icon}:", analysis=info.analysis_id)
        if info.status in ("stopped", "finished"):
            delete_button(info)  # last: what it takes away can't be looked at afterwards


def _calibrate(run_id: str) -> None:
    """Lead on to a calibration that begins from the run, or say why none can."""
    if why := live_reason(run_id):
        st.html(
            f'<p class="bt-quiet" title="What follows doesn’t show how the team works natively.">'
            f"Can’t be calibrated: {html_escape(why)}</p>",
            width="content",
        )
    else:
        link_to("calibration", "Calibrate", icon=":material/labs:", new=1, run=run_id)


def _verb(label: str, name: str, icon: str, run_id: str, *, primary: bool = False) -> None:
    hints = {
        "pause": "After the answer that is being written. Nothing is lost.",
        "resume": "From where it stands.",
        "stop": "At once, in the middle of an answer if need be. It can't go on afterwards; a branch can.",
    }
    st.button(
        label,
        key=f"live:{name}",
        icon=icon,
        type="primary" if primary else "secondary",
        help=hints[name],
        on_click=_do,
        args=(name, run_id),
    )


@calm
def _do(name: str, run_id: str) -> None:
    app = services()
    who = app.live if name == "resume" else app.workspace.live
    act(run_id, lambda: getattr(who, name)(run_id, author=reviewer() or "somebody"))


def _marks(info: Any, state: RunState) -> None:
    """Say what must be seen on every screen of the run."""
    spec = state.run
    parts = [
        f"{info.team} · {info.contract} · by {info.author or 'nobody named'}, {when(info.created_at)}"
    ]
    parts.append("scripted agents, no model" if info.scripted else f"models at {state.endpoint}")
    st.html(f'{reason_html(info)}<p class="bt-quiet">{html_escape(" · ".join(parts))}</p>')
    if spec.priors is not None and spec.uses_foreign_priors:
        st.html(
            f'<p class="bt-quiet bt-caution">Priors of another model: {html_escape(spec.priors.name)}, '
            f"measured on {html_escape(spec.priors.model)}. A person confirmed their use here.</p>"
        )
    history_note(spec.history)
    if info.parent:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.html('<p class="bt-quiet">A branch of another run.</p>', width="content")
            if _is_there(info.parent):
                link_to("live", "Open the parent", icon=":material/call_split:", run=info.parent)
            else:
                st.html('<p class="bt-quiet">It was deleted.</p>', width="content")


def _is_there(run_id: str) -> bool:
    try:
        services().workspace.live.info(run_id)
    except NotFoundError:
        return False
    return True
