"""A guarded run: an engineer's own agents, whose messages the guard holds where a person must decide.

The decision is stored here; the program that holds the message carries it out when it looks next.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import streamlit as st

from core.errors import BatonError, NotFoundError
from core.guard.journal import GuardHeld, GuardState
from pages._ui.badges import badge
from pages._ui.empty import empty_state
from pages._ui.frame import calm, section
from pages._ui.guard_decide import decide_form, overtaken
from pages._ui.heartbeat import heartbeat
from pages._ui.live_act import said
from pages._ui.live_delete import delete_button
from pages._ui.messages import message_view
from pages._ui.services import forget_cached, services
from pages._ui.state import get_param, link_to, set_params
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_rows import Row, row_list
from pages._ui.when import when

LOOK = 1.0
"""Seconds between two looks at a run that goes on."""
SILENT = 60.0
"""Seconds without a sign of its process after which a run may be kept as it is."""


def guard_run(run_id: str) -> None:
    """Draw the run that the URL names."""
    st.button(
        "All live runs",
        icon=":material/arrow_back:",
        type="tertiary",
        key="guard:all",
        on_click=lambda: set_params(guard=None, held=None, event=None),
    )
    guards = services().workspace.guards
    try:
        info, state = guards.info(run_id), guards.state(run_id)
    except NotFoundError:
        empty_state(
            "There is no such run",
            "The link belongs to another workspace, or names a run that never was.",
            page="live",
            link="All live runs",
        )
        return
    _bar(info, state)
    if not overtaken(info, state):
        said(run_id)
    held = _chosen(state)
    if held is not None:
        decide_form(info, held)
    _others(state, held)
    _sent(state)
    if info.is_open:
        heartbeat(LOOK, _looks(info), lambda: _looks(guards.info(run_id)))


def _looks(info: Any) -> tuple[object, ...]:
    """Return what the page depends on."""
    return info.last_seq, _silent(info)


def guard_status(info: Any) -> str:
    """Return how a guarded run stands, as the name of a look."""
    if not info.is_open:
        return "run-finished"
    if info.waiting:
        return "run-waiting"
    return "run-stopped" if _silent(info) else "run-running"


def is_over(info: Any) -> bool:
    """Whether nobody is at work in it any more, as far as one can tell."""
    return not info.is_open or _silent(info)


def _silent(info: Any) -> bool:
    return bool((datetime.now(UTC) - info.heard_at).total_seconds() > SILENT)


def _bar(info: Any, state: GuardState) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="bt_live_bar"):
        look = guard_status(info)
        word = "silent" if look == "run-stopped" else ""
        st.html(
            f'<p class="bt-doc"><b>{html_escape(info.name)}</b> '
            f'<span class="bt-row">{badge(look, word)}</span></p>'
        )
        if info.is_open and _silent(info) and state.events:
            st.button(
                "Keep it as it is",
                icon=":material/inventory_2:",
                help="Makes a trace with an analysis of what its process has left, and ends the run.",
                on_click=_keep,
                args=(info.id,),
            )
        if info.analysis_id:
            for page, label, icon in (
                ("trace_view", "Trace view", "grid_on"),
                ("review", "Review", "rule"),
            ):
                link_to(page, label, icon=f":material/{icon}:", analysis=info.analysis_id)
        if is_over(info):
            delete_button(info, "guard")
    about = "about " if state.estimated else ""
    cost = f" · questions of the controller: {about}{state.tokens:,} tokens" if state.tokens else ""
    contract = state.opened.get("contract", {}).get("name", "")
    parts = f"guarded agents of a program · {contract} · since {when(info.created_at)}{cost}"
    st.html(f'<p class="bt-quiet">{html_escape(parts)}</p>{_heard(info)}')


def _heard(info: Any) -> str:
    """Say when its process was last heard of, where a decision depends on that."""
    if not info.is_open:
        return ""
    since = when(info.heard_at, seconds=True)
    if not _silent(info):
        return f'<p class="bt-quiet">Its program was here {html_escape(since)}.</p>'
    return (
        f'<p class="bt-quiet bt-caution">Its program has been silent since {html_escape(since)}: '
        "at other work, or gone. A decision is kept, and carried out when it looks again.</p>"
    )


@calm
def _keep(run_id: str) -> None:
    workspace = services().workspace
    try:
        workspace.guards.file(workspace, run_id)
    except BatonError as error:
        st.error(plain(error))
    else:
        forget_cached()


def _chosen(state: GuardState) -> GuardHeld | None:
    waiting = {held.digest: held for held in state.waiting}
    wanted = waiting.get(get_param("held"))
    return wanted or next(iter(waiting.values()), None)


def _others(state: GuardState, shown: GuardHeld | None) -> None:
    rest = [held for held in state.held.values() if held is not shown]
    if not rest or state.is_closed:
        return
    section("Held as well", count(len(rest), "message"))
    for held in rest:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.html(held_words(held))
            if not held.decided_by:
                st.button(
                    "Look at it",
                    key=f"guard:pick:{held.digest[:16]}",
                    on_click=lambda digest=held.digest: set_params(held=digest),
                )


def held_words(held: GuardHeld, name: str = "") -> str:
    """Return a held message in three lines, as HTML."""
    event = held.event
    foot = [name] if name else []
    foot.append(f"since {when(held.since, seconds=True)}")
    if held.decided_by:
        foot.append(f"{held.decided_by} has decided; its program carries that out when it looks")
    if held.is_again:
        foot.append("the run went on, so it is asked about again")
    return (
        f'<div class="bt-run"><strong>{html_escape(event.sender)} → '
        f"{html_escape(', '.join(event.recipients) or 'nobody')}</strong>"
        f'<div class="bt-small">{html_escape(shorten("; ".join(held.reasons), 200))}</div>'
        f'<div class="bt-small bt-muted">{html_escape(" · ".join(foot))}</div></div>'
    )


def _sent(state: GuardState) -> None:
    section("What went out", count(len(state.reports), "message"))
    if not state.reports:
        st.caption("Nothing yet.")
        return
    rows = [
        Row(
            id=str(report.seq),
            lead=f"#{report.seq}",
            title=f"{report.sender} → {', '.join(report.recipients) or 'nobody'}",
            text=shorten(report.released, 200),
            kind=report.kind,
            badges=(report.decision,) if report.decision != "FORWARD" else (),
            tags=(f"decided by {report.outcome.by}",)
            if report.outcome and report.outcome.by
            else (),
        )
        for report in state.reports
    ]
    wanted = get_param("event")
    row_list(
        rows,
        key="guard_messages",
        label="Messages of the run",
        selected=wanted,
        on_pick=lambda row: set_params(event=row),
        max_height=360,
    )
    report = next((r for r in state.reports if str(r.seq) == wanted), None)
    if report is not None:
        message_view(
            report.released, key=f"guard:{report.seq}", head=f"#{report.seq}, as it went out"
        )
        st.html(f'<p class="bt-note">{html_escape(report.reason)}</p>')
        if report.outcome is not None and report.outcome.by:
            why = f": {report.outcome.because}" if report.outcome.because else ""
            st.html(
                f'<p class="bt-note">{badge("run-decided")} by '
                f"{html_escape(report.outcome.by + why)}</p>"
            )
