"""Review: decide on flagged handoffs.

``/review?status=open&trace=ID&analysis=ID&q=words&sort=risk&item=ANALYSIS:SEQ``
"""

import streamlit as st

from core.errors import NotFoundError
from pages._ui.empty import empty_state
from pages._ui.frame import header
from pages._ui.live_waits import live_waits
from pages._ui.review_act import flash
from pages._ui.review_history import export_part
from pages._ui.review_panel import review_panel
from pages._ui.review_queue import (
    clear_filters,
    filter_bar,
    filter_words,
    item_key,
    parse_item,
    queue_list,
)
from pages._ui.scroll import to_top_of
from pages._ui.services import services
from pages._ui.state import get_param
from pages._ui.text import plain
from pages._ui.trace_analysis import opened
from pages._ui.trace_split import split, use_run_style

header("Review", "Decide on flagged handoffs, one after the other. Keys stand on the buttons.")
use_run_style()
live_waits()
if not services().workspace.analyses.list():
    empty_state(
        "Nothing waits for you",
        "Boundaries come here when an analysis finds a gap, a doubt, or role drift. Import a run "
        "and analyse it first.",
        page="traces",
        link="Go to Traces",
    )
    st.stop()
wanted = filter_bar()
item = parse_item(get_param("item"))
if get_param("item") and item is None:
    st.error(f"“{plain(get_param('item'))}” names no boundary; a link says ANALYSIS:EVENT.")
main, side = split("review", 5, 8)
with main:
    item = queue_list(wanted, item)
    if item is None:
        flash()
        st.info(f"No boundary passes the filter: {plain(filter_words(wanted))}.")
        st.button("Show everything that waits", on_click=clear_filters, key="review:clear")
    export_part(wanted.trace_id)
with side, st.container(key="bt_review_panel"):
    if item is not None:
        try:
            shown = opened(item[0])
        except NotFoundError as error:
            st.error(plain(error))
            st.stop()
        report = shown.reports.get(item[1])
        if report is None:
            st.error(
                f"Event {item[1]} of this analysis is no boundary, so there is nothing to decide."
            )
        else:
            review_panel(shown, report, wanted)
# A decision by key leaves the page where it was; the next message has to be read from its start.
to_top_of("bt_review_panel", item_key(*item) if item else "")
