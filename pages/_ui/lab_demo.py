"""The lab's demo: a calibration of scripted agents, made on first use while the page stays usable."""

from __future__ import annotations

import streamlit as st

from core.llm.model import Cancelled
from pages._ui.elsewhere import CancelledError, Running
from pages._ui.frame import calm
from pages._ui.model_call import LOOK, ModelCall
from pages._ui.services import Services, services
from pages._ui.state import set_params
from pages._ui.text import plain
from pages._ui.work_lab import DEMO, SEEDS, find_demo

_KEY = ("lab", "demo")


def demo_progress() -> None:
    """Show how far the demo is while it is made, or why it failed."""
    call = services().calls.get(_KEY)
    if call is not None and call.state == "running":
        _progress(call)
    elif call is not None and call.state == "failed":
        st.error(plain(call.problem), icon=":material/error:")


def demo_offer() -> None:
    """Offer the demo until it is there."""
    app = services()
    call = app.calls.get(_KEY)
    if call is not None and call.state == "running":
        return
    demo_id, done = find_demo(app.workspace)
    if done:
        return
    words = (
        f"{DEMO}: a sales team of four, {SEEDS} seeds for each fault, about half a minute of "
        "computing, no model. A reader of a repaired message loses other facts now and then, so that "
        "repairs can do harm, and how much is known."
    )
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.caption(plain(words))
        st.button(
            "Go on with the demo" if demo_id else "Make the demo",
            icon=":material/science:",
            key="lab:demo",
            on_click=calm(_start),
            width="content",
        )


def _start() -> None:
    app = services()
    call = app.calls.start(_KEY, "The demo is being made.", lambda gone: _work(app, gone))
    call.wait(0.1)


def _work(app: Services, gone: Cancelled) -> str:
    def hear(said: object) -> None:
        if gone():
            running.cancel()

    running = Running(hear)
    _FOLLOWED["running"] = running
    try:
        return app.make_demo_probe(running)
    except CancelledError:
        return ""


_FOLLOWED: dict[str, Running] = {}


def _progress(call: ModelCall) -> None:
    @st.fragment(run_every=LOOK)
    @calm
    def progress() -> None:
        if call.state != "running":
            if call.state == "done" and call.result:
                set_params(id=call.result)
            st.rerun()
        running = _FOLLOWED.get("running")
        done, planned = running.said if running is not None and running.said else (0, 0)
        share = done / planned if planned else 0.0
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.progress(
                share,
                text=f"{DEMO}: episode {done} of {planned}"
                if planned
                else f"{DEMO}: the team's run without a fault",
            )
            st.button(
                "Stop", key="lab:demo:stop", icon=":material/stop:", type="tertiary",
                on_click=call.cancel, help="What was run is kept; the demo can be gone on with.",
            )  # fmt: skip

    progress()
