"""The story of a run's decisions: who, when, what and why; readable and as a file."""

from __future__ import annotations

import json
from typing import Any

import streamlit as st

from core.live.state import RunState
from core.live.story import Chapter, story
from pages._ui.downloads import csv_bytes, download, safe_file_name
from pages._ui.live_words import digest_html
from pages._ui.services import database_url, services
from pages._ui.text import count, html_escape
from pages._ui.when import when

SHOWN = 100


@st.cache_data(max_entries=16, show_spinner=False)
def _told(url: str | None, run_id: str, last_seq: int) -> list[Chapter]:
    return story(services().workspace.live.events(run_id))


def story_part(info: Any, state: RunState) -> None:
    """Draw the decisions, the newest first, and the ways to take them along."""
    chapters = _told(database_url(), info.id, state.seq)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(
            f'<p class="bt-quiet">{count(len(chapters), "entry", "entries")}, newest first</p>',
            width="content",
        )
        rows = [chapter.to_dict() for chapter in chapters]
        download(
            "CSV",
            lambda: csv_bytes(rows),
            safe_file_name(f"{info.name} story", "csv"),
            key="live:story:csv",
        )
        download(
            "JSON",
            lambda: json.dumps(rows, ensure_ascii=False, indent=2).encode(),
            safe_file_name(f"{info.name} story", "json"),
            key="live:story:json",
        )
    st.caption("Messages that nobody was asked about are left out.")
    shown = list(reversed(chapters))[:SHOWN]
    st.html(f'<ol class="bt-story">{"".join(map(_line, shown))}</ol>')
    if len(chapters) > SHOWN:
        st.caption(f"Showing the newest {SHOWN}; the files hold all {len(chapters):,}.")


def _line(chapter: Chapter) -> str:
    about = f"#{chapter.boundary} " if chapter.boundary is not None else ""
    why = f'<div class="bt-small">{html_escape(chapter.why)}</div>' if chapter.why else ""
    at = when(chapter.at, seconds=True) if chapter.at else ""
    return (
        f'<li><div class="bt-small bt-muted">{html_escape(at)} {digest_html(chapter.digest)}</div>'
        f"<div>{about}<b>{html_escape(chapter.who)}</b> {html_escape(chapter.what)}</div>{why}</li>"
    )
