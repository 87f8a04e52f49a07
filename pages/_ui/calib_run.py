"""One calibration: what can be done with it, how far it is, what was counted, and its episodes."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.errors import BatonError, NotFoundError
from core.lease import LEASE
from core.probe.counts import remark_of
from core.probe.runner import estimate
from pages._ui.calib_counts import counts_part
from pages._ui.calib_episode import episodes_part, open_place
from pages._ui.calib_freeze import freeze_part
from pages._ui.calib_service import NO_ENDPOINT, Standing
from pages._ui.calib_source import recorded
from pages._ui.calib_words import STATUS, begins_from, duration, players, status_badge
from pages._ui.empty import empty_state
from pages._ui.frame import calm
from pages._ui.heartbeat import heartbeat
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.state import link_to, set_params
from pages._ui.text import count, html_escape, plain
from pages._ui.when import when

LOOK = 1.5
"""Seconds between two looks at a calibration that goes on."""
ELSEWHERE = 6.0
"""Seconds between two looks at one that another process may run."""
IDLE = 10.0
"""Seconds between two looks at one that somebody may let go on, in another tab or process."""
_SAID = "calib:said"


def calibration(probe_id: str) -> None:
    """Draw the calibration that the URL names."""
    st.button(
        "All calibrations",
        icon=":material/arrow_back:",
        type="tertiary",
        key="calib:all",
        on_click=lambda: set_params(id=None, episode=None),
    )
    try:
        now = services().calibrations.look(probe_id)
    except NotFoundError:
        empty_state(
            "There is no such calibration",
            "The link belongs to another workspace, or names one that never was.",
        )
        return
    open_place(now)
    _bar(now)
    _marks(now)
    _said(probe_id)
    _notice(now)
    _progress(now)
    counts_part(now)
    freeze_part(now)
    episodes_part(now)
    _look_for_news(now)


def _bar(now: Standing) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="bt_calib_bar"):
        st.html(
            f'<p class="bt-doc"><b>{html_escape(now.spec.team.name)}</b> '
            f'<span class="bt-row">{status_badge(now.status)}</span></p>'
        )
        if now.status == "running":
            _verb(
                "Pause", ":material/pause:", _pause, now.id,
                help="After the answer that is being written. Nothing is lost.",
            )  # fmt: skip
        if now.status in ("paused", "failed", "interrupted", "budget"):
            _verb(
                "Go on", ":material/play_arrow:", _go_on, now.id, primary=now.status != "budget",
                help="From where it stands; no answer is asked for twice.",
            )  # fmt: skip
        if now.status not in ("done", "stopped"):
            _verb(
                "Stop", ":material/stop:", _stop, now.id,
                help="For good, at once. What it has counted can be frozen, as provisional.",
            )  # fmt: skip
        if now.state.episodes:
            link_to("lab", "Compare policies", icon=":material/balance:", id=now.id)


def _verb(
    label: str,
    icon: str,
    act: Callable[[str], None],
    probe_id: str,
    *,
    help: str,
    primary: bool = False,
) -> None:
    st.button(
        label,
        key=f"calib:{label.lower().replace(' ', '_')}",
        icon=icon,
        type="primary" if primary else "secondary",
        help=help,
        on_click=_acting,
        args=(act, probe_id),
    )


@calm
def _acting(act: Callable[[str], None], probe_id: str) -> None:
    """Do something and keep what came of it for the drawing after."""
    st.session_state.pop(_SAID, None)
    try:
        act(probe_id)
    except BatonError as error:
        st.session_state[_SAID] = (probe_id, str(error))


def _pause(probe_id: str) -> None:
    services().calibrations.pause(probe_id)


def _stop(probe_id: str) -> None:
    services().calibrations.stop(probe_id, by=reviewer() or "somebody")


def _go_on(probe_id: str) -> None:
    go_on(probe_id, None)


def go_on(probe_id: str, budgets: tuple[int, int] | None) -> None:
    """Take a calibration up. Raises BatonError."""
    app = services().calibrations
    now = app.look(probe_id)
    bases = recorded(now.spec) if now.state.plan is None else ()
    app.go_on(probe_id, by=reviewer() or "somebody", budgets=budgets, bases=bases)


def _said(probe_id: str) -> None:
    about, text = st.session_state.get(_SAID, ("", ""))
    if about == probe_id:
        st.warning(plain(text), icon=":material/sync_problem:")


def _marks(now: Standing) -> None:
    spec = now.spec
    parts = [
        players(spec),
        f"{spec.contract.name}@{spec.contract.version}",
        f"test {spec.verifier.name}@{spec.verifier.version}",
        f"{count(spec.seeds, 'seed')} a fault",
    ]
    if spec.starts:
        parts.append(begins_from(spec))
    if now.state.by:
        parts.append(f"by {now.state.by}")
    st.html(f'<p class="bt-quiet">{html_escape(" · ".join(parts))}</p>')


def _notice(now: Standing) -> None:
    """Say what stands in its way, and what to do."""
    if now.status == "failed":
        st.error(
            plain(f"{now.state.reason} What was counted and answered so far is kept."),
            icon=":material/error:",
        )
        if not now.spec.scripted:
            link_to("settings", "Look at the endpoint", icon=":material/settings:")
    elif now.status == "interrupted":
        st.info(
            plain(
                "The process that worked on it is gone. "
                + (
                    f"Its newest record is of {when(now.heard, seconds=True)}. "
                    if now.heard
                    else ""
                )
                + "Every episode and every answer that had come is kept, and it goes on from there when "
                "you say so."
            ),
            icon=":material/bolt:",
        )
    elif now.at_work is not None:
        by = f", for {now.at_work.by}" if now.at_work.by else ""
        since = f", since {when(now.at_work.since, seconds=True)}" if now.at_work.since else ""
        st.info(
            plain(
                f"Another process works on it{by}{since}. This page follows it; should that process "
                f"end without a word, it can go on from here after {LEASE:.0f} seconds at most."
            ),
            icon=":material/sync_lock:",
        )
    elif now.status == "budget":
        _budget(now)
    can_go_on = not now.spec.scripted and now.status not in ("done", "stopped", "elsewhere")
    if can_go_on and not now.is_running and not services().live.shown_endpoint:
        st.warning(plain(NO_ENDPOINT), icon=":material/link_off:")
        link_to("settings", "Name a model endpoint", icon=":material/settings:")
    if now.state.plan is not None and not now.state.clean_passes:
        st.warning(plain(remark_of(now.state)), icon=":material/rule:")


def _budget(now: Standing) -> None:
    """Offer more, since otherwise going on ends at once."""
    calls, tokens = now.state.budgets or (now.spec.budget_calls, now.spec.budget_tokens)
    left = estimate(now.state)
    st.warning(
        plain(
            "The run without a fault takes more than the budget."
            if now.state.plan is None
            else f"The next episode might go beyond the budget. {count(left.episodes, 'episode')} are left, "
            f"about {left.calls:,} calls and {left.tokens:,} tokens."
        ),
        icon=":material/savings:",
    )
    with st.form("calib:budget", border=False):
        first, second, third = st.columns([2, 2, 3], vertical_alignment="bottom")
        more = first.number_input(
            "Most calls", 0, 10_000_000, _enough(calls, now.state.calls, left.calls), step=50,
            help="0: no limit.",
        )  # fmt: skip
        words = second.number_input(
            "Most tokens", 0, 1_000_000_000,
            _enough(tokens, now.state.tokens, left.tokens), step=10_000, help="0: no limit.",
        )  # fmt: skip
        if third.form_submit_button("Go on with this budget", type="primary"):
            _acting(lambda key: go_on(key, (int(more), int(words))), now.id)
            st.rerun()


def _enough(limit: int, used: int, left: int) -> int:
    """Return a limit with which the rest fits; none stays none."""
    return 0 if limit == 0 else max(limit, round((used + left) * 1.2))


def _look_for_news(drawn: Standing) -> None:
    """Draw the page anew when an episode has come or something else has changed.

    Not by fragments that draw by themselves: two of them and a click ran side by side, and what one
    drew was for a page that the other had replaced.
    """
    if drawn.status in ("done", "stopped"):
        return
    waits = ELSEWHERE if drawn.status in ("interrupted", "elsewhere") else IDLE
    pause = LOOK if drawn.is_running else waits
    heartbeat(pause, _stamp(drawn), lambda: _stamp(services().calibrations.look(drawn.id)))


def _stamp(now: Standing) -> tuple[object, ...]:
    """Return what the page depends on."""
    return now.status, now.planned, len(now.state.episodes)


def _progress(now: Standing) -> None:
    done, planned = len(now.state.episodes), now.planned
    if not planned:
        if now.is_running:
            st.progress(
                0.0,
                text="Looking where faults can be put."
                if now.spec.starts
                else "The run without a fault is under way.",
            )
        return
    text = f"{done:,} of {count(planned, 'episode')}"
    if now.is_running and now.seconds_left is not None:
        text += f" · about {duration(now.seconds_left)} left"
    elif not now.is_running and done < planned:
        text += f" · {STATUS[now.status][1]}"
    if now.status != "done":
        st.progress(min(1.0, done / planned), text=text)
