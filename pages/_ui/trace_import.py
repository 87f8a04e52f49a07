"""Import: files are read and shown first; nothing is stored before the person says so."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.errors import BatonError
from pages._ui.elsewhere import CancelledError
from pages._ui.frame import section
from pages._ui.mapper import map_file
from pages._ui.mapper_list import mapping_list
from pages._ui.reading import Keeping, Reading
from pages._ui.services import services
from pages._ui.state import set_param
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_found import found, note
from pages._ui.trace_reading import forget_readings, progress, read_all, storing
from pages._ui.trace_redact import redaction, taken_out

_ROUND = "traces:round"
_TOLD = "traces:told"
_KEEPING = "traces:keeping"
_MAPPED = "traces:map"
"""Where the id of the uploaded file stands that is being mapped."""


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
        help="Any log of a run: JSON, JSONL, CSV, the text logs of ChatDev, MetaGPT and others, "
        ".eval of inspect_ai, .traj of SWE-agent, a file packed with gzip, or a zip of such files. The "
        "format is found from the content.",
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        rules, problem = redaction()
        mapping_list()
    keeping: Keeping | None = st.session_state.get(_KEEPING)
    if keeping is not None and not keeping.done:
        section("Storing", "nothing of a trace shows before all of it is there")
        storing(keeping)
        return
    if keeping is not None:
        _end(keeping)
    if problem:
        st.error(plain(problem), icon=":material/error:")
        return
    if not files:
        return
    readings = read_all(files, rules)
    if not all(reading.done for reading in readings):
        section("Reading", "nothing is stored yet; other pages stay quick")
        progress(readings)
        return
    wanted = next((f for f in files if f.file_id == st.session_state.get(_MAPPED)), None)
    if wanted is not None:
        reading = readings[files.index(wanted)].result
        map_file(wanted, reading.mapping, leave=_leave_mapper)
        return
    results = [reading.result for reading in readings]
    section("What was found", "nothing is stored yet")
    _refused(files, readings)
    found(results)
    _by_mapping(files, readings)
    taken_out(results, rules)
    remarks = [(r.name, p.where, p.message) for r in results for p in r.problems]
    if remarks:
        left_out = sum(result.bad_records for result in results)
        lost = f", {count(left_out, 'bad record')} left out" if left_out else ""
        note("late", f"{count(len(remarks), 'remark')} of the importer{lost}", remarks)
    _commit(readings)


def _refused(files: list[Any], readings: list[Reading]) -> None:
    """Name the files that can't be imported, and why; a file with records can be mapped."""
    failed = [
        (file, reading.result)
        for file, reading in zip(files, readings, strict=True)
        if reading.result.error
    ]
    if not failed:
        return
    note(
        "absent",
        f"{count(len(failed), 'file')} can't be imported",
        [(result.name, "", result.error) for _, result in failed],
    )
    mappable = [(file, result) for file, result in failed if result.can_be_mapped]
    if mappable:
        with st.container(horizontal=True, gap="small"):
            for file, result in mappable[:8]:
                _map_button(file, f"Map {plain(shorten(result.name, 40))} yourself")


def _by_mapping(files: list[Any], readings: list[Reading]) -> None:
    for file, reading in zip(files, readings, strict=True):
        result = reading.result
        if result.mapping is None or result.error:
            continue
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.html(
                f'<p class="bt-quiet">{html_escape(shorten(result.name, 60))} was read by the '
                f"mapping “{html_escape(shorten(result.mapping.name or 'without a name', 60))}”.</p>",
                width="content",
            )
            _map_button(file, "Change the mapping")


def _map_button(file: Any, label: str) -> None:
    st.button(
        label,
        icon=":material/ads_click:",
        key=f"traces:map:{file.file_id}",
        on_click=lambda: st.session_state.update({_MAPPED: file.file_id}),
    )


def _commit(readings: list[Reading]) -> None:
    results = [reading.result for reading in readings]
    good = sum(len(result.found) for result in results)
    flawed = any(result.error or result.bad_records for result in results)
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
    if any(reading.spool is not None for reading in readings):
        st.session_state[_KEEPING] = services().start_keeping(readings)
        st.rerun()
    _stored([one for reading in readings for one in services().keep(reading)])


def _end(keeping: Keeping) -> None:
    """Go on when storing has ended, however it did."""
    st.session_state.pop(_KEEPING, None)
    try:
        _stored(keeping.future.result())
    except CancelledError:
        st.info("Storing was cancelled; the trace at hand left nothing.", icon=":material/info:")
    except BatonError as error:
        st.error(plain(str(error)), icon=":material/error:")


def _stored(stored: list[Any]) -> None:
    new = sum(one.created for one in stored)
    known = len(stored) - new
    told = [f"Imported {count(new, 'trace')}."] if new else []
    if known:
        told.append(f"{count(known, 'trace')} {'was' if known == 1 else 'were'} here already.")
    st.session_state[_TOLD] = " ".join(told)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    forget_readings()
    set_param("trace", stored[0].id)
    set_param("import", None)
    st.rerun()


def _leave_mapper() -> None:
    st.session_state.pop(_MAPPED, None)
