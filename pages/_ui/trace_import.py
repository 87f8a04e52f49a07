"""Import: files are read and shown first; nothing is stored before the person says so."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import streamlit as st

from core.trace.inferred import Inference, inferences, inferred_count
from core.trace.model import Problem, Trace
from core.trace.redact import Rules
from pages._ui.frame import section
from pages._ui.services import services
from pages._ui.state import set_param
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_redact import redaction, taken_out
from pages._ui.work import FileReading

SHOWN_PROBLEMS = 30
SHOWN_TRACES = 50
_COLUMNS = {
    "Trace": st.column_config.TextColumn(width=190),
    "Agents": st.column_config.TextColumn(width=240),
    "Inferred": st.column_config.NumberColumn(
        help="Events whose recipients or kind the file doesn't say, so that a rule did."
    ),
    "Handoffs": st.column_config.NumberColumn(help="Messages and outputs that have a recipient."),
    "Unknown": st.column_config.NumberColumn(help="Handoffs whose recipients nobody can tell."),
    "Times": st.column_config.TextColumn(help="Whether the file says when things happened."),
}
_ROUND = "traces:round"
_TOLD = "traces:told"


def told() -> None:
    """Say once what the last import did."""
    if text := st.session_state.pop(_TOLD, ""):
        st.success(plain(text), icon=":material/check_circle:")


def import_panel() -> None:
    """Draw the uploader, what was found, and the button that stores it."""
    # A new key after each import empties the uploader and frees its memory.
    files = st.file_uploader(
        "Files to import",
        accept_multiple_files=True,
        key=f"traces:files:{st.session_state.get(_ROUND, 0)}",
        help="The format is found from the content: Baton's JSON or JSONL, chat messages "
        "(also under messages, history or trajectory), OTLP JSON spans.",
    )
    rules = redaction()
    if not files:
        return
    with st.spinner("Reading…"):
        readings = [_reading(file.name, file.getvalue(), rules) for file in files]
    section("What was found", "nothing is stored yet")
    _found(readings)
    _filled_in(readings)
    taken_out(readings, rules)
    failures = [(reading.name, "", reading.error) for reading in readings if reading.error]
    if failures:
        _note("absent", f"{count(len(failures), 'file')} can't be imported", failures)
    remarks = [(r.name, p.where, p.message) for r in readings for p in r.problems]
    if remarks:
        left_out = sum(reading.bad_records for reading in readings)
        lost = f", {count(left_out, 'bad record')} left out" if left_out else ""
        _note("late", f"{count(len(remarks), 'remark')} of the importer{lost}", remarks)
    _commit(readings)


def _reading(name: str, data: bytes, rules: Rules) -> FileReading:
    return _read(sha256(data).hexdigest(), name, repr(rules), data, rules)


@st.cache_resource(max_entries=8, show_spinner=False)
def _read(digest: str, name: str, said: str, _data: bytes, _rules: Rules) -> FileReading:
    return services().read_files([(name, _data)], _rules)[0]


def _found(readings: list[FileReading]) -> None:
    rows = [(reading, trace) for reading in readings for trace in reading.traces]
    if not rows:
        return
    st.dataframe(
        [_trace_row(reading, trace) for reading, trace in rows[:SHOWN_TRACES]],
        hide_index=True,
        alt="Traces found in the files",
        column_config=_COLUMNS,
    )
    if len(rows) > SHOWN_TRACES:
        st.caption(f"Showing {SHOWN_TRACES} of {len(rows):,} traces; all of them are imported.")


def _filled_in(readings: list[FileReading]) -> None:
    """Say which rules filled in what the files don't say, and how often."""
    traces = [trace for reading in readings for trace in reading.traces]
    if not traces:
        return
    found = rules_html(inferences(traces))
    if not found:
        st.html('<p class="bt-quiet">Nothing is inferred: the files say who wrote to whom.</p>')
        return
    st.html(
        f'<div class="bt-note bt-s-pending"><strong>Inferred, since the files don\'t say it</strong>'
        f"{found}</div>"
    )


def rules_html(found: Sequence[Inference]) -> str:
    """Return what was inferred as a list, one line for each rule; '' if nothing was."""
    lines = "".join(f"<li>{html_escape(one.words)}</li>" for one in found)
    return f'<ul class="bt-rules">{lines}</ul>' if lines else ""


def _note(tone: str, title: str, lines: list[tuple[str, str, str]]) -> None:
    body = "".join(
        f"<li><code>{html_escape(': '.join(part for part in (shorten(name, 60), where) if part))}"
        f"</code><span>{html_escape(message)}</span></li>"
        for name, where, message in lines[:SHOWN_PROBLEMS]
    )
    more = len(lines) > SHOWN_PROBLEMS
    rest = f"<p>Showing {SHOWN_PROBLEMS} of {len(lines):,}.</p>" if more else ""
    st.html(
        f'<div class="bt-note bt-s-{tone}"><strong>{html_escape(title)}</strong>'
        f'<ul class="bt-lines">{body}</ul>{rest}</div>'
    )


def _trace_row(reading: FileReading, trace: Trace) -> dict[str, object]:
    events = trace.events
    boundaries = [event for event in events if event.is_boundary]
    return {
        "Trace": shorten(trace.name, 80),
        "Events": len(events),
        "Handoffs": sum(bool(event.recipients) for event in boundaries),
        "Inferred": inferred_count(trace),
        "Unknown": sum(e.recipients_from == "unknown" for e in boundaries),
        "Agents": shorten(", ".join(trace.agent_names), 160),
        "Times": "recorded" if any(event.at for event in events) else "none",
        "Format": trace.format,
        "File": shorten(reading.name, 60),
    }


def problem_list(problems: tuple[Problem, ...]) -> None:
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
