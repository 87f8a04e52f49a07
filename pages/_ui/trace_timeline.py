"""The events of a run, a window at a time, with the whole text of the chosen one beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.provenance.model import Evidence, ObligationState
from core.report import BoundaryReport
from core.trace.export import part_of
from core.trace.model import Event, Trace
from pages._ui.badges import badge, tag
from pages._ui.frame import section
from pages._ui.messages import Span, message_view
from pages._ui.once import once
from pages._ui.state import get_int, link_to, select_param, set_param, set_params
from pages._ui.text import count, html_escape, shorten
from pages._ui.trace_analysis import Opened
from pages._ui.trace_export import export_counts, export_menu
from pages._ui.trace_marks import doubt_words, places
from pages._ui.trace_result import result_export
from pages._ui.trace_rows import Row, row_list
from pages._ui.trace_split import split
from pages._ui.trace_words import KIND_WORDS, ROLE_STATUS, ROLE_WORDS, boundary_words, route
from pages._ui.when import when

WINDOW = 100


def timeline(trace: Trace, shown: Opened | None = None) -> None:
    """Draw filters, one window of events, and the chosen event."""
    moment = "; badges say how things stood at that moment" if shown else ""
    section("Timeline", count(len(trace.events), "event") + moment)
    reports = shown.reports if shown else {}
    chosen = get_int("event") or get_int("seq")
    # Without a chosen event there is nothing to put beside the list.
    main, side = split("timeline") if chosen else (st.container(), None)
    with main:
        events = _filtered(trace)
        current = _current(events)
        window, first = _window(events, current)
        if not events:
            st.caption("No event passes these filters. Take one out to see more.")
        row_list(
            [event_row(event, reports.get(event.seq)) for event in window],
            key="timeline",
            label="Events",
            selected=str(current.seq) if current else "",
            on_pick=lambda seq: set_param("event", seq),
        )
        _pager(len(events), first, len(window), [e.seq for e in events])
        if events:
            part = part_of(trace, events)
            counts = export_counts(part, len(trace.events))
            export_menu(
                lambda: part,
                trace.name,
                counts,
                key="timeline:export",
                before=(lambda: result_export(shown, key="matrix:export")) if shown else None,
            )
        if current is None:
            st.caption("Choose an event to read its whole text.")
    if side is not None and current is not None:
        with side:
            event_panel(current, shown)


def _filtered(trace: Trace) -> Sequence[Event]:
    names, kinds = _choices(trace)
    with st.container(horizontal=True, gap="small"):
        agent = select_param(
            "Agent",
            names,
            name="agent",
            placeholder="All agents and tools",
            label_visibility="collapsed",
        )
        kind = select_param(
            "Kind",
            kinds,
            name="kind",
            placeholder="All kinds",
            format_func=lambda k: KIND_WORDS.get(k, k),
            label_visibility="collapsed",
        )
    if not agent and not kind:
        return trace.events
    return [
        event
        for event in trace.events
        if (not agent or agent == event.sender or agent in event.recipients)
        and (not kind or kind == event.kind)
    ]


@once
def _choices(trace: Trace) -> tuple[list[str], list[str]]:
    """Return the names and the kinds of event that one can filter by."""
    names = dict.fromkeys(name for e in trace.events for name in (e.sender, *e.recipients))
    return list(names), list(dict.fromkeys(event.kind for event in trace.events))


def _current(events: Sequence[Event]) -> Event | None:
    wanted = get_int("event") or get_int("seq")
    return next((event for event in events if event.seq == wanted), None)


def _window(events: Sequence[Event], current: Event | None) -> tuple[Sequence[Event], int]:
    """Return the events to show, and the place of the first: where the URL or the choice says."""
    first = get_int("from")
    if first is None:
        place = events.index(current) if current else 0
        first = place // WINDOW * WINDOW + 1
    first = max(1, min(first, len(events) or 1))
    first = (first - 1) // WINDOW * WINDOW + 1
    return events[first - 1 : first - 1 + WINDOW], first


def _pager(total: int, first: int, shown: int, seqs: Sequence[int]) -> None:
    if total <= WINDOW:
        st.caption(f"Showing all {count(total, 'event')}.")
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Earlier",
            icon=":material/chevron_left:",
            key="timeline:back",
            disabled=first == 1,
            on_click=set_params,
            kwargs={"from": max(1, first - WINDOW)},
        )
        st.button(
            "Later",
            icon=":material/chevron_right:",
            key="timeline:on",
            disabled=first + WINDOW > total,
            on_click=set_params,
            kwargs={"from": first + WINDOW},
        )
        st.caption(f"Showing {first:,}–{first + shown - 1:,} of {total:,} events.")


def event_row(event: Event, report: BoundaryReport | None = None) -> Row:
    """Return one event as a row: who to whom, verdict, the beginning of the text."""
    badges: list[str] = []
    tags: list[str] = []
    if report is not None:
        gaps = dict.fromkeys(
            "contradicted" if f.contradicted else "unsure" if f.unsure else f.status
            for f in report.frontiers
        )
        badges += gaps
        if report.decision != "FORWARD":
            badges.append(report.decision)
        if report.drift_flagged:
            tags.append("drift")
    if event.recipients_from == "inferred" or event.kind_from == "inferred":
        tags.append("inferred")
    title = f"{event.sender} → {', '.join(event.recipients)}" if event.recipients else event.sender
    if event.tool and event.kind == "tool_call":
        title = f"{event.sender} calls {event.tool}"
    return Row(
        id=str(event.seq),
        lead=f"#{event.seq}",
        title=title,
        text=shorten(event.text, 200),
        kind=event.kind,
        badges=tuple(badges),
        tags=tuple(tags),
        quiet=not event.is_boundary,
    )


def event_panel(
    event: Event, shown: Opened | None, *, key: str = "event", page: str = "trace_view"
) -> None:
    """Draw one event whole, with what the checks found in it.

    Args:
        event: The event.
        shown: The analysis; None for a trace without one.
        key: Unique on the page.
        page: Page it stands on, to which it draws no link.
    """
    report = shown.reports.get(event.seq) if shown else None
    st.html(
        f'<p class="bt-panel-title"><span>#{event.seq} {html_escape(route(event))}</span></p>'
        f'<p class="bt-quiet">{html_escape(_facts(event))}</p>' + _guesses(event)
    )
    if shown is not None and report is not None:
        marks = badge(report.decision)
        st.html(f'<p class="bt-reason">{marks} {html_escape(boundary_words(shown, report))}</p>')
    spans = event_spans(shown, event.seq) if shown else []
    message_view(event.text, spans, key=f"{key}:{event.seq}")
    if shown is None:
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if page == "trace_view":
            st.button(
                "Matrix at this event",
                icon=":material/grid_on:",
                key=f"{key}:matrix",
                on_click=set_param,
                args=("seq", event.seq),
                type="tertiary",
            )
        else:
            link_to(
                "trace_view",
                "In the matrix",
                icon=":material/grid_on:",
                analysis=shown.id,
                seq=event.seq,
                event=event.seq,
            )
        if page != "provenance":
            link_to(
                "provenance",
                "In the graph",
                icon=":material/account_tree:",
                analysis=shown.id,
                seq=event.seq,
            )
        if report is not None:
            link_to(
                "review",
                "Review",
                icon=":material/rule:",
                item=f"{shown.id}:{event.seq}",
                trace=shown.trace_id,
                analysis=shown.id,
                status="all",
            )


def event_spans(shown: Opened, seq: int) -> list[Span]:
    """Return the words of an event that decided something, as highlights."""
    found: Mapping[tuple[int, int], Span] = {
        place: Span(*place, ROLE_STATUS[item.role], f"{state.fact} {_does(shown, state, item)}")
        for state in shown.analysis.states
        for item in state.evidence
        if item.seq == seq and item.span is not None
        for place in places(shown, state, item)
    }
    return list(found.values())


def _does(shown: Opened, state: ObligationState, item: Evidence) -> str:
    return doubt_words(shown, state, item) if item.role == "unsure" else ROLE_WORDS[item.role]


def _facts(event: Event) -> str:
    parts = [KIND_WORDS.get(event.kind, event.kind)]
    if event.tool:
        parts.append(f"tool {event.tool}")
    parts.append(when(event.at, seconds=True))
    if event.tokens is not None:
        parts.append(count(event.tokens, "token"))
    if event.where:
        parts.append(event.where)
    return " · ".join(parts)


def _guesses(event: Event) -> str:
    notes = []
    if event.recipients_from == "inferred":
        notes.append("recipients inferred")
    if event.recipients_from == "unknown":
        notes.append("recipients unknown")
    if event.kind_from == "inferred":
        notes.append("taken as a work product")
    if event.broadcast:
        notes.append("visible to everybody")
    if event.is_private:
        notes.append("private thought")
    tags = "".join(tag(note, title=event.rule) + " " for note in notes)
    rule = f'<span class="bt-quiet">{html_escape(event.rule)}</span>' if event.rule else ""
    return f"<p class='bt-evidence bt-first'>{tags}{rule}</p>" if notes else ""
