"""Pointing at sender, text and time in a file that nobody knows.

The records stand beside the form, and what the mapping makes of them is seen at once. A mapping
that was saved reads the next file like this one by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Any, Literal

import streamlit as st

from core.errors import BatonError
from core.trace.importers.fields import json_text
from core.trace.mapper import Preview, map_records
from core.trace.mapping import Mapping as RecordMapping
from core.trace.mapping import at_path, paths
from core.trace.mapping_file import mapping_to_yaml
from pages._ui.downloads import download, safe_file_name
from pages._ui.frame import section
from pages._ui.mapper_form import FIRST, mapping_form
from pages._ui.review_act import focus_on
from pages._ui.services import services
from pages._ui.state import labels
from pages._ui.text import count, plain, shorten, visible
from pages._ui.trace_found import problem_list
from pages._ui.trace_reading import choose_mapping, forget_readings
from pages._ui.trace_words import KIND_WORDS
from pages._ui.when import when

SHOWN = 50


def map_file(file: Any, used: RecordMapping | None, *, leave: Callable[[], None]) -> None:
    """Draw the form, the records and the result for one uploaded file.

    Args:
        file: The uploaded file.
        used: The mapping that it was read by so far.
        leave: Called when the person is done.
    """
    where = f"map:{file.file_id}"
    preview = _preview(file.file_id, used.records if used else None, file.getvalue())
    records = _choose_list(preview, used, where)
    if records is not None and records != (used.records if used else next(iter(preview.lists), "")):
        preview = _preview(file.file_id, records, file.getvalue())
    section(f"Map {shorten(file.name, 60)}", f"{preview.form}, {count(preview.total, 'record')}")
    form, view = st.columns([2, 3], gap="medium")
    with form:
        mapping = mapping_form(preview, used, records or "", where)
    focus_on(FIRST, where)
    with view:
        usable = _result(mapping, preview, file.name)
        _records(preview)
    _buttons(file, mapping, usable, where, leave)


@st.cache_resource(max_entries=6, show_spinner="Reading the records…")
def _preview(file_id: str, records: str | None, _data: bytes) -> Preview:
    return services().sample(_data, records)


def _choose_list(preview: Preview, used: RecordMapping | None, where: str) -> str | None:
    """Return the path of the list of records; asked only where there are several."""
    options = list(preview.lists)
    if used is not None and used.records not in options:
        options.insert(0, used.records)
    if len(options) < 2:
        return options[0] if options else (used.records if used else None)
    words = labels(options, lambda path: path or "the whole file")
    return st.selectbox(
        "List of records",
        options,
        index=options.index(used.records) if used else 0,
        format_func=lambda path: words.get(path, path),
        key=f"{where}:records",
        width=360,
    )


def _result(mapping: RecordMapping | None, preview: Preview, name: str) -> bool:
    """Draw what the mapping makes of the first records; return whether it is anything."""
    st.html('<h3 class="bt-part">Result</h3>')
    if mapping is None:
        st.info("Point at sender and text to see what comes out.", icon=":material/ads_click:")
        return False
    try:
        result = map_records(preview.records, mapping, name)
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return False
    events = [event for trace in result.traces for event in trace.events]
    agents = dict.fromkeys(agent for trace in result.traces for agent in trace.agent_names)
    st.dataframe(
        [
            {
                "#": event.seq,
                "From": shorten(event.sender, 60),
                "To": _recipients(event),
                "Kind": KIND_WORDS.get(event.kind, event.kind),
                "Text": shorten(event.text, 200),
                "Time": when(event.at, seconds=True) if event.at else "",
            }
            for event in events[:SHOWN]
        ],
        hide_index=True,
        height=_height(len(events), 8),
        column_config={
            "#": st.column_config.NumberColumn(width=44),
            "Text": st.column_config.TextColumn(width=228),
        },
        alt="Events that the mapping finds",
    )
    part = f"From the first {len(preview.records):,} of {preview.total:,} records: "
    known = part if preview.total > len(preview.records) else ""
    lost = f", {count(result.bad_records, 'record')} left out" if result.bad_records else ""
    if empty := sum(not event.text for event in events):
        lost += f", {count(empty, 'event')} without text"
    runs = f" in {count(len(result.traces), 'run')}" if len(result.traces) > 1 else ""
    shown = f" Showing {SHOWN}." if len(events) > SHOWN else ""
    st.caption(
        f"{known}{count(len(events), 'event')}{runs} of {count(len(agents), 'agent')}{lost}.{shown}"
    )
    problem_list(result.problems[:5])
    return True


def _height(rows: int, most: int) -> int | Literal["content"]:
    """Return a table's height: all rows if they are few, so that no empty one is drawn below."""
    return "content" if rows <= most else 33 * (most + 1) + 2


def _recipients(event: Any) -> str:
    names = shorten(", ".join(event.recipients), 60)
    if event.broadcast:
        return "everybody"
    return f"{names} (inferred)" if event.recipients_from == "inferred" else names


def _records(preview: Preview) -> None:
    """Draw the records as they stand in the file, one column for each path."""
    st.html('<h3 class="bt-part">Records as they are</h3>')
    columns = [(info.path, paths(info.path)) for info in preview.paths[:30]]
    st.dataframe(
        [
            {"#": number}
            | {visible(path): _cell(at_path(record, found)) for path, found in columns}
            for number, record in enumerate(preview.records[:SHOWN], 1)
        ],
        hide_index=True,
        height=_height(len(preview.records), 6),
        alt="Records in the file",
    )
    with st.expander("First record as JSON"):
        st.json(preview.records[0], expanded=2)


def _cell(value: Any) -> str:
    return "" if value is None else shorten(json_text(value), 160)


def _buttons(
    file: Any,
    mapping: RecordMapping | None,
    usable: bool,
    where: str,
    leave: Callable[[], None],
) -> None:
    """Ask for a name, keep the mapping, and read the file by it."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        name = st.text_input(
            "Name of the mapping",
            value=mapping.name if mapping and mapping.name else PurePath(visible(file.name)).stem,
            max_chars=80,
            key=f"{where}:name",
            width=280,
        ).strip()
        ready = mapping is not None and usable and bool(name)
        named = replace(mapping, name=name) if mapping is not None and name else None
        st.button(
            "Save and read the file",
            type="primary",
            icon=":material/save:",
            key="map:save",
            disabled=not ready,
            on_click=_save,
            args=(file.file_id, named, leave),
            help="The next file like this one is read by it, too.",
        )
        download(
            "YAML",
            lambda: mapping_to_yaml(named).encode() if named else b"",
            safe_file_name(name, "yaml"),
            key="map:yaml",
            disabled=not ready,
            help="For python -m core import FILE --mapping THIS.yaml.",
        )
        st.button("Cancel", key="map:cancel", on_click=leave, type="tertiary")


def _save(file_id: str, mapping: RecordMapping, leave: Callable[[], None]) -> None:
    services().save_mapping(mapping)
    choose_mapping(file_id, mapping)
    forget_readings(refused_only=True)
    leave()
