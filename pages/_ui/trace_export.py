"""A trace for other tools: what is shown, and nothing else, with a count before it starts."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.provenance.export_trace import TRACE_FORMS
from core.trace.export import ExportCount, count_export
from core.trace.model import Trace
from pages._ui.downloads import download, safe_file_name
from pages._ui.once import once
from pages._ui.text import count, html_escape


def export_menu(
    read: Callable[[], Trace],
    name: str,
    counts: str,
    *,
    key: str,
    before: Callable[[], None] | None = None,
) -> None:
    """Draw a menu with one download for each form.

    Args:
        read: Returns the trace, cut to what the screen shows; called when a form is chosen.
        name: Names the files.
        counts: What the files will hold, in words.
        key: Unique on the page.
        before: Draws what else can be taken along.
    """
    with st.popover("Export", icon=":material/download:"):
        if before is not None:
            before()
        st.html(f'<p class="bt-quiet">{html_escape(counts)}</p>')
        for form in TRACE_FORMS:
            left, right = st.columns([2, 3], vertical_alignment="center")
            with left:
                download(
                    form.title,
                    lambda write=form.write: write(read()).encode("utf-8", "replace"),  # type: ignore[misc]
                    safe_file_name(name, form.ending),
                    key=f"{key}:{form.name}",
                    width="stretch",
                )
            with right:
                labels = "" if form.has_labels else "; without labels"
                st.html(f'<p class="bt-quiet">{html_escape(form.use + labels)}</p>')


@once
def _counted(trace: Trace) -> ExportCount:
    return count_export(trace)


def export_counts(trace: Trace, whole: int) -> str:
    """Return what an export of a trace, or of a part of it, will hold, in words.

    Args:
        trace: What is exported.
        whole: How many events the whole trace has.
    """
    found = _counted(trace) if len(trace.events) == whole else count_export(trace)
    events = count(found.events, "event")
    if found.events < whole:
        events = f"the {found.events:,} of {count(whole, 'event')} that pass the filters"
    labels = f", {count(found.labels, 'label')}" if found.labels else ""
    return (
        f"{events[:1].upper()}{events[1:]}: {count(found.handoffs, 'handoff')}, "
        f"{count(found.agents, 'agent')}{labels}."
    )
