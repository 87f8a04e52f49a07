"""All calibrations of the workspace, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages._ui.calib_service import Standing
from pages._ui.calib_words import players, status_badge
from pages._ui.empty import empty_state
from pages._ui.frame import section
from pages._ui.heartbeat import heartbeat
from pages._ui.services import services
from pages._ui.state import set_params
from pages._ui.text import count, html_escape
from pages._ui.when import when

LOOK = 1.5
"""Seconds between two looks at what goes on."""
IDLE = 10.0
"""Seconds between two looks at what somebody may begin or let go on, in another tab or process."""
SHOWN = 30
_GOES_ON = ("running", "pausing", "elsewhere")


def calibration_list() -> None:
    """Draw the page without a chosen calibration."""
    infos = services().workspace.probes.list()
    if not infos:
        empty_state(
            "Nothing was measured here yet",
            "The built-in counts belong to two published models. A calibration runs a team of yours, "
            "loses one fact at a time, and counts for each repair how often it mends the result and "
            "how often it spoils it. With scripted agents it costs nothing to try.",
        )
        _new("Begin a calibration")
        _steps()
        heartbeat(IDLE, 0, lambda: len(services().workspace.probes.list()))
        return
    _new("New calibration")
    _all()


def _new(label: str) -> None:
    st.button(
        label,
        icon=":material/add:",
        type="primary",
        key="calib:new",
        on_click=lambda: set_params(new=1),
    )


def _steps() -> None:
    said = (
        "A clean run of the team, made anew, recorded live, or imported.",
        "A test that says whether a run passed: phrases, facts, numbers. No model judges.",
        "Episodes: one fault each, continued natively and with each repair that fits.",
        "Counts for each repair and gap, frozen under a hash, ready for the gate.",
    )
    items = "".join(f"<li><b>{n}</b><p>{words}</p></li>" for n, words in enumerate(said, 1))
    st.html(f'<ol class="bt-steps">{items}</ol>')


def _all() -> None:
    infos, found = _look()
    section("Measured", count(len(infos), "calibration"))
    for info, now in found:
        _row(info, now)
    if len(infos) > SHOWN:
        st.caption(f"Showing the newest {SHOWN} of {len(infos):,}.")
    goes_on = any(now.status in _GOES_ON for _, now in found)
    heartbeat(LOOK if goes_on else IDLE, _looks(infos, found), lambda: _looks(*_look()))


def _look() -> tuple[Sequence[Any], Sequence[tuple[Any, Standing]]]:
    """Return all calibrations, and where those that are shown stand."""
    app, infos = services().calibrations, services().workspace.probes.list()
    return infos, [(info, app.look(info.id)) for info in infos[:SHOWN]]


def _looks(infos: Sequence[Any], found: Sequence[tuple[Any, Standing]]) -> tuple[object, ...]:
    """Return what the list depends on: what was drawn, not what is there once it was."""
    rows = ((now.id, now.status, now.planned, len(now.state.episodes)) for _, now in found)
    return len(infos), *rows


def _row(info: Any, now: Standing) -> None:
    done = f"{len(now.state.episodes):,} of {count(now.planned, 'episode')}"
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="bt-run"><strong>{html_escape(info.name)}</strong> '
            f'<span class="bt-row">{status_badge(now.status)}</span>'
            f'<div class="bt-small bt-muted">{done if now.planned else "no episode yet"} · '
            f"{html_escape(players(now.spec))} · {html_escape(now.spec.contract.name)} · "
            f"{html_escape(when(info.created_at))}</div></div>"
        )
        # A link from a page to itself leaves the address as it is, and the next look would follow that.
        if st.button("Open", key=f"calib:open:{info.id}", icon=":material/labs:", type="tertiary"):
            set_params(id=info.id)
            st.rerun()
