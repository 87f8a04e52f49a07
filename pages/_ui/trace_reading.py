"""Reading uploaded files without holding anybody up: progress, and a way to stop."""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

from core.trace.mapping import Mapping as RecordMapping
from core.trace.mapping_file import mapping_to_yaml
from core.trace.redact import Rules
from pages._ui.frame import calm
from pages._ui.heartbeat import heartbeat
from pages._ui.reading import Keeping, Reading
from pages._ui.services import services
from pages._ui.text import html_escape, shorten

LOOK = 0.5
"""Seconds between two looks at what is read or stored."""
_READINGS = "traces:readings"
_MAPPINGS = "traces:mappings"
_STEPS = {"read": ("Reading", "record"), "redact": ("Taking secrets out", "event")}


def read_all(files: list[Any], rules: Rules) -> list[Reading]:
    """Return a reading for each uploaded file, begun now unless it was before.

    What is no longer wanted, since a file was taken away or other rules were chosen, is stopped.
    """
    kept: dict[tuple[str, ...], Reading] = st.session_state.get(_READINGS, {})
    wanted: dict[tuple[str, ...], Reading] = {}
    for file in files:
        mapping = chosen_mapping(file.file_id)
        key = (str(file.file_id), repr(rules), mapping_to_yaml(mapping) if mapping else "")
        wanted[key] = kept.get(key) or services().read(file.name, file.getvalue(), rules, mapping)
    for key in kept.keys() - wanted.keys():
        kept[key].cancel()
    st.session_state[_READINGS] = wanted
    return list(wanted.values())


def forget_readings(*, refused_only: bool = False) -> None:
    """Let go of what was read; with ``refused_only`` just of what could be read another way now."""
    kept: dict[tuple[str, ...], Reading] = st.session_state.get(_READINGS, {})
    st.session_state[_READINGS] = {
        key: reading
        for key, reading in kept.items()
        if refused_only and not (reading.done and reading.result.can_be_mapped)
    }


def chosen_mapping(file_id: str) -> RecordMapping | None:
    """Return the mapping by which a person wants this file to be read."""
    found: dict[str, RecordMapping] = st.session_state.get(_MAPPINGS, {})
    return found.get(file_id)


def choose_mapping(file_id: str, mapping: RecordMapping) -> None:
    """Read this file by a mapping from now on."""
    st.session_state[_MAPPINGS] = {**st.session_state.get(_MAPPINGS, {}), file_id: mapping}


def progress(readings: list[Reading]) -> None:
    """Draw how far the files are that are still being read; the page goes on when all are."""

    def looks() -> tuple[str, ...]:
        return tuple(_words(reading) for reading in readings if not reading.done)

    @st.fragment
    @calm
    def draw() -> None:
        drawn = looks()
        waiting = [reading for reading in readings if not reading.done]
        if not waiting:
            st.rerun()
        for number, reading in enumerate(waiting):
            left, right = st.columns([5, 1], vertical_alignment="center")
            with left:
                st.html(
                    f'<p class="bt-reading"><strong>{html_escape(shorten(reading.name, 60))}</strong>'
                    f"<span>{html_escape(_words(reading))}</span></p>"
                )
            with right:
                st.button(
                    "Cancel",
                    icon=":material/close:",
                    key=f"traces:cancel:{number}",
                    on_click=reading.cancel,
                    width="stretch",
                )
        if len(waiting) < len(readings):
            st.caption(f"{len(readings) - len(waiting):,} of {len(readings):,} files are read.")
        heartbeat(LOOK, drawn, looks, name="reading", part=True)

    draw()


def storing(keeping: Keeping) -> None:
    """Draw how much is stored, and a way to stop; the page goes on when it has ended."""

    def looks() -> tuple[object, ...]:
        return keeping.done, keeping.running.said, keeping.running.cancelled

    @st.fragment
    @calm
    def draw() -> None:
        drawn = looks()
        if keeping.done:
            st.rerun()
        done = keeping.running.said
        left, right = st.columns([5, 1], vertical_alignment="center")
        with left:
            words = f"{done or 0:,} of {keeping.events:,} stored"
            if keeping.running.cancelled:
                words = "stopping…"
            st.html(
                f'<p class="bt-reading"><strong>Events</strong><span>{html_escape(words)}</span></p>'
            )
        with right:
            st.button(
                "Cancel",
                icon=":material/close:",
                key="traces:storing:cancel",
                on_click=keeping.cancel,
                width="stretch",
            )
        heartbeat(LOOK, drawn, looks, name="storing", part=True)

    draw()


def _words(reading: Reading) -> str:
    size = f"{reading.size / 1e6:,.0f} MB"
    seconds = f"{time.monotonic() - reading.started:,.0f} s"
    if reading.running.cancelled:
        return f"{size} · stopping…"
    if reading.running.said is None:
        return f"{size} · waiting for its turn · {seconds}"
    step, done = reading.running.said
    if step == "parse":
        return f"{size} · Reading · {done} % parsed · {seconds}"
    verb, noun = _STEPS[step]
    number = f"{done:,} {noun}s so far" if done else "parsing the file" if step == "read" else ""
    return " · ".join(part for part in (size, verb, number, seconds) if part)
