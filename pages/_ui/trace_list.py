"""The list of traces, and the panel of the one that is chosen."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages._ui.badges import badge_row, tag
from pages._ui.contract_suggest import suggest_link
from pages._ui.downloads import csv_bytes, download, jsonl_bytes
from pages._ui.frame import calm, section
from pages._ui.run_names import name_of
from pages._ui.services import cached_trace, forget_cached, services
from pages._ui.state import flag_param, get_param, link_to, set_param, text_param
from pages._ui.status import STATUSES
from pages._ui.text import count, html_escape, plain, shorten, visible
from pages._ui.trace_export import export_menu
from pages._ui.trace_found import problem_list, rules_html
from pages._ui.when import iso, when

LIMIT = 1_000
_COLUMNS = {
    "Name": st.column_config.TextColumn(width=330),
    "Events": st.column_config.NumberColumn(format="localized"),
    "Handoffs": st.column_config.NumberColumn(
        format="localized", help="Messages and outputs that have a recipient."
    ),
    "Inferred": st.column_config.NumberColumn(
        format="localized",
        help="Events whose recipients or kind the file doesn't say, so that a rule did. Choose the "
        "trace to read the rules.",
    ),
    "Remarks": st.column_config.NumberColumn(help="What the importer had to say about the file."),
}


def trace_table() -> None:
    """Draw search, table and downloads; a chosen row goes into the URL."""
    top = st.container(horizontal=True, vertical_alignment="bottom")
    with top:
        search = text_param(
            "Search",
            name="q",
            placeholder="Name, file, format, task",
            icon=":material/search:",
            width=240,
        )
        fresh = flag_param("Not analysed only", name="only", value="new")
    page = services().workspace.traces.list(search=search, limit=LIMIT)
    rows = tuple(row for row in page.rows if not fresh or not row.analyses)
    with top:
        download("CSV", lambda: csv_bytes(_export(rows)), "traces.csv", key="traces:csv")
        download("JSONL", lambda: jsonl_bytes(_export(rows)), "traces.jsonl", key="traces:jsonl")
    if not rows:
        _nothing(search, fresh)
        return
    ids = [row.id for row in rows]
    key = _table_key()
    chosen = get_param("trace")
    st.dataframe(
        [_row(row) for row in rows],
        hide_index=True,
        key=key,
        on_select=lambda: _choose(ids, key),
        selection_mode="single-row",
        selection_default={"selection": {"rows": [ids.index(chosen)]}} if chosen in ids else None,
        height="auto" if len(ids) <= 10 else 420,
        alt="Imported traces",
        column_config=_COLUMNS,
    )
    if page.total > len(rows):
        st.caption(f"Showing {len(rows):,} of {page.total:,}.")
    else:
        st.caption(f"{count(page.total, 'trace')}. Choose a row to see what can be done with it.")


def _nothing(search: str, fresh: bool) -> None:
    reasons = []
    if search:
        reasons.append(f"the search for “{plain(search)}”")
    if fresh:
        reasons.append("“Not analysed only”")
    st.info(f"No trace is left by {' and '.join(reasons)}. Take it out to see all.")


def _table_key() -> str:
    """Return a key that changes when the choice came from elsewhere, so that the mark follows."""
    now = _mark()
    if st.session_state.get("traces:marked") != now:
        st.session_state["traces:marked"] = now
        st.session_state["traces:version"] = st.session_state.get("traces:version", 0) + 1
    return f"traces:table:{st.session_state['traces:version']}"


def _mark() -> tuple[str, ...]:
    return get_param("trace"), get_param("q"), get_param("only")


def _choose(ids: list[str], key: str) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    set_param("trace", ids[rows[0]] if rows else None)
    st.session_state["traces:marked"] = _mark()


def _row(info: Any) -> dict[str, object]:
    return {
        "Name": shorten(name_of(info), 120),
        "Analyses": info.analyses,
        "Agents": info.agents,
        "Events": info.events,
        "Handoffs": info.handoffs,
        "Inferred": info.inferred,
        "Remarks": info.problems,
        "Format": info.format,
        "Imported": when(info.imported_at),
    }


def _export(rows: tuple[Any, ...]) -> list[dict[str, object]]:
    return [
        {
            "schema": "baton/trace-list/1",
            "id": row.id,
            "digest": row.digest,
            "name": row.name,
            "format": row.format,
            "source": row.source,
            "task": row.task,
            "agents": list(row.agent_names),
            "events": row.events,
            "handoffs": row.handoffs,
            "inferred": row.inferred,
            "problems": row.problems,
            "analyses": row.analyses,
            "imported_at": iso(row.imported_at),
        }
        for row in rows
    ]


def trace_panel(trace_id: str) -> None:
    """Draw what is known about one trace, its analyses, and what can be done with it."""
    traces = services().workspace.traces
    info = traces.info(trace_id)
    section(shorten(name_of(info), 90), f"{info.format} · {info.id}")
    people = " ".join(tag(shorten(name, 40)) for name in info.agent_names)
    task = f"<dt>Task</dt><dd>{html_escape(shorten(info.task, 400))}</dd>" if info.task else ""
    st.html(
        f'<dl class="bt-facts"><dt>Agents</dt><dd class="bt-row">{people}</dd>{task}'
        f"<dt>Events</dt><dd>{count(info.events, 'event')}, {count(info.handoffs, 'handoff')}, "
        f"{f'{info.inferred:,} with something inferred' if info.inferred else 'nothing inferred'}"
        f"{rules_html(traces.inferences(trace_id))}</dd>"
        f"<dt>From</dt><dd>{html_escape(info.source)}, {html_escape(when(info.imported_at))}</dd></dl>"
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        export_menu(lambda: cached_trace(trace_id), info.name, _counts(info), key="trace:export")
        _rename(trace_id, info.name)
        if st.button("Delete…", icon=":material/delete:", key="trace:delete"):
            confirm_delete(trace_id)
        suggest_link(trace_id)
    if info.problems:
        with st.expander(f"{count(info.problems, 'remark')} of the importer"):
            problem_list(tuple(traces.problems(trace_id)))
    _analyses(trace_id)


def _rename(trace_id: str, name: str) -> None:
    def submit() -> None:
        given = str(st.session_state.get(f"trace:name:{trace_id}") or "")
        if given.strip() and given.strip() != name:
            services().workspace.traces.rename(trace_id, given)
            forget_cached()

    with (
        st.popover("Rename", icon=":material/edit:"),
        st.form(f"trace:rename:{trace_id}", border=False),
    ):
        st.text_input(
            "Name of the trace",
            value=visible(name)[:200],
            max_chars=200,
            key=f"trace:name:{trace_id}",
            help="Only what it is called here; content, id and analyses stay.",
        )
        st.form_submit_button("Rename", type="primary", on_click=submit)


def _analyses(trace_id: str) -> None:
    infos = services().workspace.analyses.list(trace_id=trace_id)
    if not infos:
        return
    section("Analyses", "newest first")
    for info in infos[:10]:
        left, right = st.columns([3, 1], vertical_alignment="center")
        with left:
            badges = badge_row((name, info.statuses.get(name, 0)) for name in STATUSES)
            st.html(
                f'<div class="bt-row">{badges}<span class="bt-small bt-muted">'
                f"{html_escape(info.contract_name)}@{info.contract_version} · "
                f"{html_escape(when(info.run_at))} · {html_escape(info.author or 'no name')}</span></div>"
            )
        with right:
            link_to(
                "trace_view",
                "Open",
                icon=":material/grid_on:",
                trace=trace_id,
                analysis=info.id,
            )
    if len(infos) > 10:
        st.caption(f"Showing 10 of {len(infos):,} analyses.")


def _counts(info: Any) -> str:
    labels = f", {count(len(info.labels), 'label')}" if info.labels else ""
    return (
        f"The whole trace: {count(info.events, 'event')}, {count(info.handoffs, 'handoff')}, "
        f"{count(info.agents, 'agent')}{labels}."
    )


@st.dialog("Delete this trace?")
def confirm_delete(trace_id: str) -> None:
    """Ask before a trace goes with everything that quotes it; the counts come first."""
    _confirm(trace_id)


@calm
def _confirm(trace_id: str) -> None:
    traces = services().workspace.traces
    info, gone = traces.info(trace_id), traces.deletion_count(trace_id)
    st.html(
        f"<p><strong>{html_escape(shorten(name_of(info), 90))}</strong> goes with everything that "
        "quotes it. This can't be undone; a backup (Settings) can bring it back.</p>"
        '<dl class="bt-facts">'
        f"<dt>Events</dt><dd>{gone.events:,}</dd><dt>Analyses</dt><dd>{gone.analyses:,}</dd>"
        f"<dt>Boundary reports</dt><dd>{gone.boundaries:,}</dd>"
        f"<dt>Review decisions</dt><dd>{gone.review_events:,}</dd></dl>"
    )
    if st.button("Delete all of it", type="primary", key="trace:delete:yes"):
        traces.delete(trace_id)
        forget_cached()
        if get_param("trace") == trace_id:
            set_param("trace", None)
        st.session_state.pop("traces:marked", None)
        st.rerun()
