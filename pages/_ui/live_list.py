"""What waits for a person, what runs, what has ended, and the teams that can be started."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.live.ready import ready_teams
from pages._ui.badges import badge
from pages._ui.frame import section
from pages._ui.guard_run import guard_status, held_words, is_over
from pages._ui.heartbeat import heartbeat
from pages._ui.live_delete import delete_button
from pages._ui.live_words import again_words, run_badge
from pages._ui.services import services
from pages._ui.state import link_to, set_params
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.when import when

LOOK = 1.0
"""Seconds between two looks at what goes on."""
SHOWN = 30


def live_list() -> None:
    """Draw the page without a chosen run."""
    _going_on()
    _teams()
    _guarded()
    ended = [info for info in services().workspace.live.list() if _is_over(info)]
    if ended:
        section("Ended", count(len(ended), "run"))
        for info in ended[:SHOWN]:
            _row(info)
        if len(ended) > SHOWN:
            st.caption(f"Showing the newest {SHOWN} of {len(ended):,}; all are among the traces.")


def _is_over(info: Any) -> bool:
    return info.status in ("stopped", "finished")


def _going_on() -> None:
    live, guards = services().workspace.live, services().workspace.guards
    # What the next look is compared with comes first: what changes while this reads is news then.
    infos, guarded = live.list(), guards.list(open_only=True)
    parked = live.parked()
    parked_part(parked, guards.parked())
    standing = [i for i in infos if not _is_over(i) and i.status != "waiting"]
    failed = [info for info in standing if info.status == "failed"]
    _rows("At work", [info for info in standing if info.status != "failed"])
    _rows("Failed", failed, "can go on once the cause is mended")
    heartbeat(
        LOOK,
        (_looks(infos), _looks_guarded(guarded)),
        lambda: (_looks(live.list()), _looks_guarded(guards.list(open_only=True))),
    )


def _looks(infos: Sequence[Any]) -> tuple[object, ...]:
    """Return what the list depends on."""
    return tuple((info.id, info.status, info.last_seq) for info in infos)


def _looks_guarded(infos: Sequence[Any]) -> tuple[object, ...]:
    return tuple((info.id, guard_status(info), info.last_seq) for info in infos)


def _rows(title: str, infos: Sequence[Any], hint: str = "") -> None:
    if infos:
        section(title, hint or count(len(infos), "run"))
    for info in infos:
        _row(info)


def parked_part(
    parked: Sequence[Any],
    guarded: Sequence[Any],
    *,
    hint: str = "the run stands until you decide",
) -> None:
    """Draw what waits for a person in live and guarded runs, the longest waiting first."""
    if not parked and not guarded:
        return
    section("Waits for you", hint)
    for one in parked:
        held = one.held
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.html(
                f'<div class="bt-run"><strong>#{held.seq} {html_escape(held.agent)} → '
                f"{html_escape(', '.join(held.recipients) or 'nobody')}</strong>"
                f'<div class="bt-small">{html_escape(shorten("; ".join(held.reasons), 200))}</div>'
                f'<div class="bt-small bt-muted">{html_escape(one.run.name)} · since '
                f"{html_escape(when(one.since, seconds=True))}{again_words(held)}</div></div>"
            )
            link_to("live", "Decide", icon=":material/rule:", run=one.run.id)
    for one in guarded:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.html(held_words(one.held, one.run.name))
            link_to(
                "live",
                "Decide",
                icon=":material/rule:",
                guard=one.run.id,
                held=one.held.digest,
            )


def _row(info: Any) -> None:
    tokens = f"{info.tokens:,} tokens" if info.tokens else "no tokens"
    players = "scripted agents" if info.scripted else "models"
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="bt-run"><strong>{html_escape(info.name)}</strong> '
            f'<span class="bt-row">{run_badge(info.status)}</span>'
            f'<div class="bt-small bt-muted">{count(info.turns, "turn")} · {tokens} · {players} · '
            f"{html_escape(info.contract)} · by {html_escape(info.author or 'nobody named')}, "
            f"{html_escape(when(info.created_at))}</div></div>"
        )
        link_to("live", "Open", icon=":material/play_circle:", run=info.id)
        if _is_over(info):
            delete_button(info)


def _guarded() -> None:
    infos = services().workspace.guards.list()
    if not infos:
        return
    section("Guarded runs", "agents of your own programs")
    for info in infos[:SHOWN]:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            look = guard_status(info)
            word = "silent" if look == "run-stopped" else ""
            st.html(
                f'<div class="bt-run"><strong>{html_escape(info.name)}</strong> '
                f'<span class="bt-row">{badge(look, word)}</span>'
                f'<div class="bt-small bt-muted">since {html_escape(when(info.created_at))}</div></div>'
            )
            link_to("live", "Open", icon=":material/play_circle:", guard=info.id)
            if is_over(info):
                delete_button(info, "guard")
    if len(infos) > SHOWN:
        st.caption(f"Showing the newest {SHOWN} of {len(infos):,}; all are among the traces.")


def _teams() -> None:
    section("Start a team", "its messages go through the controller")
    own = {info.name: info for info in services().workspace.teams.list()}
    ready = [one for one in ready_teams() if one.team.name not in own]
    cards = [(i.name, i.description, count(i.size, "agent"), i.name, True) for i in own.values()]
    cards += [
        (r.team.name, r.team.description, count(len(r.team.agents), "agent"), r.key, False)
        for r in ready
    ]
    for at in range(0, len(cards), 3):
        for column, card in zip(st.columns(3), cards[at : at + 3], strict=False):
            with column:
                _card(*card)
    link_to("teams", "Write a team of your own", icon=":material/group_add:", new=1)


def _card(name: str, about: str, size: str, key: str, stored: bool) -> None:
    with st.container(border=True, height="stretch"):
        mark = "" if stored else " · ready to try"
        st.html(
            f'<div class="bt-run"><strong>{html_escape(name)}</strong>'
            f'<div class="bt-small bt-muted">{size}{mark}</div>'
            f'<div class="bt-small">{html_escape(shorten(about, 160))}</div></div>'
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Start…",
                key=f"live:start:{key}",
                icon=":material/play_arrow:",
                help=f"Choose task, players and who decides for {plain(name)}.",
                on_click=lambda: set_params(start=name),
            )
            if stored:
                link_to("teams", "Edit", icon=":material/edit:", name=name)
