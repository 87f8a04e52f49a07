"""Trace view: which fact was lost, and where.

``/trace_view?analysis=ID&seq=N&fact=F&recipient=R&event=N&agent=A&kind=K&from=N``, or
``?trace=ID`` for a trace without an analysis.
"""

import streamlit as st

from pages._ui.analyse_form import say_if_same
from pages._ui.contract_suggest import suggest_link
from pages._ui.empty import empty_state
from pages._ui.frame import header
from pages._ui.services import cached_trace
from pages._ui.state import get_int, get_param
from pages._ui.text import html_escape, shorten
from pages._ui.trace_analysis import open_analysis
from pages._ui.trace_matrix import matrix_part
from pages._ui.trace_split import use_run_style
from pages._ui.trace_summary import handoffs, people, summary, tiles
from pages._ui.trace_timeline import timeline

header("Trace view", "Which fact was lost, at which handoff, and what shows it.")
use_run_style()
shown = open_analysis("trace_view", without=True, seq=get_int("seq"))
if shown is not None:
    say_if_same(shown.id)
    summary(shown)
    matrix_part(shown)
    timeline(shown.trace, shown)
elif get_param("trace") and not get_param("analysis"):
    trace = cached_trace(get_param("trace"))
    task = f'<p class="bt-quiet">{html_escape(shorten(trace.task, 400))}</p>' if trace.task else ""
    st.html(f'<p class="bt-verdict">{html_escape(trace.name)}</p>{task}')
    st.html(
        tiles(
            (
                ("agent", len(trace.agents)),
                ("handoff", handoffs(trace)),
                ("event", len(trace.events)),
            )
        )
        + people(trace)
    )
    empty_state(
        "Not analysed yet",
        "Choose a contract, say who is who, and run the analysis: then the matrix of facts and "
        "agents stands here.",
        page="traces",
        link="Analyse this trace",
        trace=get_param("trace"),
    )
    suggest_link(get_param("trace"))
    timeline(trace)
