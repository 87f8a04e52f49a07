"""The queue: filters that live in the URL, the rows that pass them, and what comes next.

``/review?status=open&trace=ID&analysis=ID&q=words&sort=risk&item=ANALYSIS:SEQ``
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.review import ReviewStatus
from pages._ui.run_names import analysis_words, run_names
from pages._ui.services import services
from pages._ui.state import get_param, select_param, set_param, set_params
from pages._ui.text import count, shorten
from pages._ui.trace_rows import Row, row_list
from pages._ui.when import when

WINDOW = 100
STATUSES = {
    "open": "open",
    "decided": "decided",
    "skipped": "skipped",
    "escalated": "escalated",
    "reverted": "reverted",
    "all": "all, whatever was decided",
}
SORTS = {"risk": "riskiest first", "age": "oldest first", "trace": "by run"}
RISK_WORDS = {
    4: "critical gap",
    3: "critical fact",
    2: "minor gap",
    1: "drift",
    0: "",
}
DRIFT_REASON = "role drift is above the threshold"
"""As the controller writes it."""
STATUS_WORDS: dict[ReviewStatus, str] = {
    "pending": "open",
    "approved": "approved",
    "edited": "edited",
    "rejected": "rejected",
    "ordered": "repair ordered",
    "skipped": "skipped",
    "escalated": "escalated",
    "reverted": "open again",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which boundaries wait in which order; the fields are those of the storage's queue filter."""

    status: str = "open"
    trace_id: str = ""
    analysis_id: str = ""
    contract: str = ""
    text: str = ""
    sort: str = "risk"
    all_analyses: bool = False
    all_boundaries: bool = False


def current_filter() -> Filter:
    """Return the filter that the URL names; unknown words mean the default."""
    status, sort = get_param("status", "open"), get_param("sort", "risk")
    return Filter(
        status=status if status in STATUSES else "open",
        trace_id=get_param("trace"),
        analysis_id=get_param("analysis"),
        text=get_param("q"),
        sort=sort if sort in SORTS else "risk",
    )


def filter_bar() -> Filter:
    """Draw the filters and return the one that holds."""
    infos = services().workspace.analyses.list()
    traces = run_names(i.trace_id for i in infos)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        select_param(
            "Status",
            list(STATUSES),
            name="status",
            default="open",
            format_func=STATUSES.__getitem__,
        )
        select_param(
            "Run",
            list(traces),
            name="trace",
            format_func=lambda key: shorten(traces.get(key, key), 60),
            placeholder="All runs",
        )
        _analysis_filter(infos, traces)
        st.session_state["review:q"] = get_param("q")
        st.text_input(
            "Words",
            key="review:q",
            placeholder="In message, sender, run",
            on_change=lambda: set_param("q", st.session_state["review:q"]),
        )
        select_param(
            "Order", list(SORTS), name="sort", default="risk", format_func=SORTS.__getitem__
        )
    return current_filter()


def _analysis_filter(infos: Sequence[Any], traces: dict[str, str]) -> None:
    """Draw the choice of one analysis: where the URL names one, or the run has several."""
    wanted, trace = get_param("analysis"), get_param("trace")
    known = {i.id: i for i in infos if not trace or i.trace_id == trace}
    if wanted and wanted not in known and any(i.id == wanted for i in infos):
        set_param("analysis", None)  # The run was changed; its analyses are others.
        wanted = ""
    if not wanted and (not trace or len(known) < 2):
        return
    select_param(
        "Analysis",
        list(known),
        name="analysis",
        format_func=lambda key: (
            ("" if known[key].is_newest else "older: ")
            + analysis_words(known[key], None if trace else traces)
            + f" · {when(known[key].run_at)}"
        ),
        placeholder="The newest of each contract",
    )


def item_key(analysis_id: str, seq: int) -> str:
    """Return the name of a boundary as it stands in the URL."""
    return f"{analysis_id}:{seq}"


def parse_item(text: str) -> tuple[str, int] | None:
    """Return analysis id and event of a boundary named in the URL, or None."""
    analysis_id, _, seq = text.rpartition(":")
    if analysis_id and seq.isascii() and seq.isdigit() and len(seq) < 12:
        return analysis_id, int(seq)
    return None


def queue_list(wanted: Filter, item: tuple[str, int] | None) -> tuple[str, int] | None:
    """Draw the rows that pass the filter; return the item to show, the first one by default."""
    reviews = services().workspace.reviews
    place = reviews.neighbours(wanted, *item).position if item else None
    first = ((place or 1) - 1) // WINDOW * WINDOW
    page = reviews.queue(wanted, limit=WINDOW, offset=first)
    if not page.rows:
        return item
    if item is None:
        item = (page.rows[0].analysis_id, page.rows[0].seq)
    row_list(
        [queue_row(row) for row in page.rows],
        key="review_queue",
        label="Boundaries that wait",
        selected=item_key(*item),
        on_pick=lambda row: set_param("item", row),
        max_height=720,
    )
    if page.total > len(page.rows):
        _pager(reviews, wanted, first, len(page.rows), page.total)
    else:
        st.caption(f"Showing all {count(page.total, 'boundary', 'boundaries')}.")
    return item


def _pager(reviews: Any, wanted: Filter, first: int, shown: int, total: int) -> None:
    def jump(offset: int) -> None:
        rows: Sequence[Any] = reviews.queue(wanted, limit=1, offset=offset).rows
        if rows:
            set_param("item", item_key(rows[0].analysis_id, rows[0].seq))

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Earlier rows",
            key="queue:back",
            disabled=first == 0,
            on_click=jump,
            args=(first - WINDOW,),
        )
        st.button(
            "Later rows",
            key="queue:on",
            disabled=first + WINDOW >= total,
            on_click=jump,
            args=(first + WINDOW,),
        )
        st.caption(f"Showing {first + 1:,}–{first + shown:,} of {total:,} boundaries.")


def queue_row(item: Any) -> Row:
    """Return one boundary of the queue as a row."""
    tags = [risk_words(item)]
    if item.status != "pending":
        word = STATUS_WORDS.get(item.status, item.status)
        tags.append(f"{word} earlier by {item.decided_by}" if item.carried else word)
    title = f"{item.sender} → {', '.join(item.recipients) or 'nobody'}"
    why = "; ".join(item.review_reasons) or item.reason
    return Row(
        id=item_key(item.analysis_id, item.seq),
        lead=f"#{item.seq}",
        title=title,
        text=why,
        kind=item.kind,
        badges=_badges(item),
        tags=tuple(tag for tag in tags if tag),
        below=run_names([item.trace_id]).get(item.trace_id, item.trace_name),
        quiet=item.status not in ("pending", "reverted"),
    )


def risk_words(item: Any) -> str:
    """Return what is at stake, in two words; what only drifted is never called a gap."""
    reasons = " ".join(item.review_reasons)
    if reasons and set(item.review_reasons) == {DRIFT_REASON}:
        return RISK_WORDS[1]
    if item.risk == 3 and ("may be" in reasons or "unsure" in reasons):
        return "doubtful"
    return RISK_WORDS.get(item.risk, "")


def _badges(item: Any) -> tuple[str, ...]:
    return (item.decision,) if item.decision != "FORWARD" else ()


def walk(wanted: Filter, item: tuple[str, int], also: Callable[[], None]) -> None:
    """Draw previous and next, which walk exactly the filtered rows.

    Args:
        wanted: The filter of the queue.
        item: Where the person is.
        also: Draws more into the same line, so that nothing below moves when it appears.
    """
    near = services().workspace.reviews.neighbours(wanted, *item)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Previous",
            icon=":material/arrow_back:",
            key="review:back",
            shortcut="left",
            disabled=near.previous is None,
            on_click=_go,
            args=(near.previous,),
        )
        st.button(
            "Next",
            icon=":material/arrow_forward:",
            key="review:on",
            shortcut="right",
            disabled=near.next is None,
            on_click=_go,
            args=(near.next,),
        )
        place = (
            f"{near.position:,} of {near.total:,} in this filter"
            if near.position
            else f"Not among the {near.total:,} of this filter"
        )
        st.caption(place)
        also()


def _go(item: tuple[str, int] | None) -> None:
    if item:
        set_params(item=item_key(*item))


def clear_filters() -> None:
    """Take every filter out of the URL."""
    set_params(status=None, trace=None, analysis=None, q=None, sort=None)


def filter_words(wanted: Filter) -> str:
    """Return the active filters in words, for a list that came out empty."""
    parts = [f"status “{STATUSES[wanted.status]}”"]
    if wanted.trace_id:
        parts.append("the chosen run")
    if wanted.analysis_id:
        parts.append("the chosen analysis")
    if wanted.text:
        parts.append(f"the words “{wanted.text}”")
    return ", ".join(parts)
