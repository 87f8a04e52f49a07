"""What was found in uploaded files, before anybody commits to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from core.trace.inferred import Inference, What, listed
from core.trace.model import Problem
from pages._ui.text import count, html_escape, shorten
from pages._ui.work_import import FileReading, FoundTrace

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


def found(readings: Sequence[FileReading]) -> None:
    """Draw the traces that were found, one row each, and what rules filled in."""
    rows = [(reading, trace) for reading in readings for trace in reading.found]
    if not rows:
        return
    if len(readings) > 1:
        st.caption(_total(readings, len(rows)))
    st.dataframe(
        [_trace_row(reading, trace) for reading, trace in rows[:SHOWN_TRACES]],
        hide_index=True,
        alt="Traces found in the files",
        column_config=_COLUMNS,
    )
    if len(rows) > SHOWN_TRACES:
        st.caption(f"Showing {SHOWN_TRACES} of {len(rows):,} traces; all of them are imported.")
    _filled_in(readings)


def _total(readings: Sequence[FileReading], traces: int) -> str:
    refused = sum(bool(reading.error) for reading in readings)
    said = (
        f"{count(traces, 'trace')} in {len(readings) - refused:,} of {count(len(readings), 'file')}"
    )
    return f"{said}; {refused:,} can't be imported." if refused else f"{said}."


def _filled_in(readings: Sequence[FileReading]) -> None:
    """Say which rules filled in what the files don't say, and how often."""
    lines = rules_html(_together(readings))
    if not lines:
        st.html(
            '<p class="bt-quiet">The files say who wrote to whom; no recipient is inferred. '
            "Which messages are work products is inferred when a run is analysed.</p>"
        )
        return
    st.html(
        f'<div class="bt-note bt-s-pending"><strong>Inferred, since the files don\'t say it</strong>'
        f"{lines}</div>"
    )


def _together(readings: Sequence[FileReading]) -> tuple[Inference, ...]:
    """Return what was inferred in all files, each rule once, what nobody can tell last."""
    found: Counter[tuple[What, str]] = Counter()
    for reading in readings:
        for one in reading.inferred:
            found[one.what, one.rule] += one.count
    unknown = found.pop(("nobody", ""), 0)
    return listed(found, unknown)


def rules_html(found: Sequence[Inference]) -> str:
    """Return what was inferred as a list, one line for each rule; '' if nothing was."""
    lines = "".join(f"<li>{html_escape(one.words)}</li>" for one in found)
    return f'<ul class="bt-rules">{lines}</ul>' if lines else ""


def note(tone: str, title: str, lines: list[tuple[str, str, str]]) -> None:
    """Draw a titled list of what there is to say about files: name, place, message."""
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


def _trace_row(reading: FileReading, trace: FoundTrace) -> dict[str, object]:
    return {
        "Trace": shorten(trace.name, 80),
        "Events": trace.events,
        "Handoffs": trace.handoffs,
        "Inferred": trace.inferred,
        "Unknown": trace.unknown,
        "Agents": shorten(", ".join(trace.agents), 160),
        "Times": "recorded" if trace.timed else "none",
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
