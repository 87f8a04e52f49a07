"""Import: files are read and shown first; nothing is stored before the person says so."""

from __future__ import annotations

from hashlib import sha256

import streamlit as st

from pages._ui.frame import section
from pages._ui.services import services
from pages._ui.state import set_param
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.work import FileReading

SHOWN_PROBLEMS = 30
SHOWN_TRACES = 50
_ROUND = "traces:round"
_TOLD = "traces:told"


def import_panel() -> None:
    """Draw the uploader, what was found, and the button that stores it."""
    if text := st.session_state.pop(_TOLD, ""):
        st.success(plain(text), icon=":material/check_circle:")
    # A new key after each import empties the uploader and frees its memory.
    files = st.file_uploader(
        "Files to import",
        accept_multiple_files=True,
        key=f"traces:files:{st.session_state.get(_ROUND, 0)}",
        help="The format is found from the content: Baton's JSON or JSONL, chat messages "
        "(also under messages, history or trajectory), OTLP JSON spans.",
    )
    if not files:
        return
    with st.spinner("Reading…"):
        readings = [_reading(file.name, file.getvalue()) for file in files]
    section("What was found", "nothing is stored yet")
    for reading in readings:
        _preview(reading)
    _commit(readings)


def _reading(name: str, data: bytes) -> FileReading:
    return _read(sha256(data).hexdigest(), name, data)


@st.cache_resource(max_entries=8, show_spinner=False)
def _read(digest: str, name: str, _data: bytes) -> FileReading:
    return services().read_files([(name, _data)])[0]


def _preview(reading: FileReading) -> None:
    with st.container(border=True):
        if reading.error:
            st.html(
                f"<strong>{html_escape(reading.name)}</strong> "
                '<span class="bt-muted bt-small">can\'t be imported</span>'
            )
            st.error(plain(reading.error), icon=":material/error:")
            return
        st.html(
            f"<strong>{html_escape(reading.name)}</strong> <span class='bt-muted bt-small'>"
            f"{html_escape(reading.format)} · {count(len(reading.traces), 'trace')}"
            + (
                f" · {count(reading.bad_records, 'bad record')} left out"
                if reading.bad_records
                else ""
            )
            + "</span>"
        )
        st.dataframe(
            [_trace_row(trace) for trace in reading.traces[:SHOWN_TRACES]],
            hide_index=True,
            alt=f"Traces found in {shorten(reading.name)}",
        )
        if len(reading.traces) > SHOWN_TRACES:
            st.caption(f"Showing {SHOWN_TRACES} of {len(reading.traces):,} traces.")
        problem_list(reading.problems)


def _trace_row(trace: object) -> dict[str, object]:
    boundaries = [event for event in trace.events if event.is_boundary]  # type: ignore[attr-defined]
    events = trace.events  # type: ignore[attr-defined]
    return {
        "Trace": shorten(trace.name, 80),  # type: ignore[attr-defined]
        "Agents": ", ".join(trace.agent_names),  # type: ignore[attr-defined]
        "Events": len(events),
        "Handoffs": sum(bool(event.recipients) for event in boundaries),
        "Recipients inferred": sum(e.recipients_from == "inferred" for e in boundaries),
        "Recipients unknown": sum(e.recipients_from == "unknown" for e in boundaries),
        "Times": "recorded" if any(event.at for event in events) else "none",
    }


def problem_list(problems: tuple) -> None:  # type: ignore[type-arg]
    """Draw what an importer had to say, one line for each problem."""
    if not problems:
        return
    lines = "".join(
        f"<li><code>{html_escape(p.where or 'file')}</code>"
        f"<span>{html_escape(p.message)}</span></li>"
        for p in problems[:SHOWN_PROBLEMS]
    )
    st.html(f'<ul class="bt-lines">{lines}</ul>')
    if len(problems) > SHOWN_PROBLEMS:
        st.caption(f"Showing {SHOWN_PROBLEMS} of {len(problems):,} remarks.")


def _commit(readings: list[FileReading]) -> None:
    good = sum(len(reading.traces) for reading in readings)
    flawed = any(reading.error or reading.bad_records for reading in readings)
    label = (
        f"Import the {count(good, 'good trace')}" if flawed else f"Import {count(good, 'trace')}"
    )
    if not st.button(
        label if good else "Nothing to import",
        type="primary",
        icon=":material/download_done:",
        disabled=not good,
        key="traces:import",
        shortcut="ctrl+enter",
    ):
        return
    traces = services().workspace.traces
    stored = [
        traces.add(trace, reading.name, reading.problems)
        for reading in readings
        for trace in reading.traces
    ]
    new = sum(one.created for one in stored)
    known = len(stored) - new
    st.session_state[_TOLD] = f"Imported {count(new, 'trace')}." + (
        f" {count(known, 'trace')} {'was' if known == 1 else 'were'} here already." if known else ""
    )
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    _read.clear()
    set_param("trace", stored[0].id)
    set_param("import", None)
    st.rerun()
