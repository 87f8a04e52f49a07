"""The lab's demo: a calibration of scripted agents, made on first use while the page stays usable."""

from __future__ import annotations

from functools import cache

import streamlit as st

from core.live.ready import ASSETS, ready_team
from core.probe.spec import ProbeSpec
from core.probe.verifiers import parse_verifier
from pages._ui.calib_service import Standing
from pages._ui.frame import calm
from pages._ui.heartbeat import heartbeat
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.state import set_params
from pages._ui.text import plain

DEMO = "Demo with scripted agents"
SEEDS = 4
DISTRACTION = 0.3
"""How often a repair makes a scripted reader lose a fact. Known, so that the lab can be checked."""
_TEAM = "sales-proposal"
_LOOK = 1.5
"""Seconds between two looks at the demo; news draw the whole lab anew."""


def demo_spec() -> ProbeSpec:
    """Return what the demo probes: a ready team, played by scripted agents."""
    ready = ready_team(_TEAM)
    test = ASSETS / "teams" / _TEAM / "verifier.yaml"
    verifier = parse_verifier(test.read_text("utf-8"), test.name)
    return ProbeSpec(
        team=ready.team, contract=ready.contract, verifier=verifier, seeds=SEEDS, scripted=True,
        distraction=DISTRACTION,
    )  # fmt: skip


@cache
def _digest() -> str:
    return demo_spec().digest


def find_demo() -> str:
    """Return the id of the demo calibration, or an empty string."""
    app = services()
    for info in app.workspace.probes.list():
        if info.name == DEMO and app.calibrations.look(info.id).spec.digest == _digest():
            return str(info.id)
    return ""


def demo_progress() -> None:
    """Show how far the demo is while it is made."""
    probe_id = find_demo()
    if probe_id and services().calibrations.is_running(probe_id):
        _progress(probe_id)


def demo_offer() -> None:
    """Offer the demo until it is there."""
    probe_id = find_demo()
    app = services()
    if probe_id and (
        app.calibrations.is_running(probe_id) or app.calibrations.look(probe_id).state.is_done
    ):
        return
    words = (
        f"{DEMO}: a sales team of four, {SEEDS} seeds for each fault, about half a minute of "
        "computing, no model. A reader of a repaired message loses other facts now and then, so that "
        "repairs can do harm, and how much is known."
    )
    with st.container(border=True):
        st.caption(plain(words))
        st.button(
            "Go on with the demo" if probe_id else "Make the demo",
            icon=":material/science:",
            key="lab:demo",
            on_click=calm(_start),
            args=(probe_id,),
        )


def _start(probe_id: str) -> None:
    calibrations = services().calibrations
    if probe_id:
        calibrations.go_on(probe_id, by=reviewer() or "Baton")
    else:
        probe_id = calibrations.start(demo_spec(), DEMO, by=reviewer() or "Baton")
    set_params(id=probe_id)


def _progress(probe_id: str) -> None:
    calibrations = services().calibrations
    now = calibrations.look(probe_id)
    done, planned = len(now.state.episodes), now.planned
    words = f"episode {done} of {planned}" if planned else "the team's run without a fault"
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.progress(done / planned if planned else 0.0, text=f"{DEMO}: {words}")
        st.button(
            "Stop", key="lab:demo:stop", icon=":material/stop:", type="tertiary",
            on_click=calibrations.pause, args=(probe_id,),
            help="What was run is kept; the demo can be gone on with.",
        )  # fmt: skip
    heartbeat(_LOOK, _stamp(now), lambda: _stamp(calibrations.look(probe_id)))


def _stamp(now: Standing) -> tuple[object, ...]:
    """Return what the page depends on."""
    return now.is_running, now.planned, len(now.state.episodes)
