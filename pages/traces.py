"""Import, look through and analyse runs."""

import streamlit as st

from pages._ui.analyse_form import analyse_form, job_panel
from pages._ui.empty import empty_state
from pages._ui.frame import header
from pages._ui.services import services
from pages._ui.state import get_param
from pages._ui.trace_import import import_panel, told
from pages._ui.trace_list import trace_panel, trace_table

header("Traces", "Runs of a team of agents, as their logs recorded them.")
told()
job_panel()
there = services().workspace.traces.list(limit=1).total
with st.expander("Import files", expanded=not there, icon=":material/upload_file:"):
    import_panel()
if not there:
    empty_state(
        "No traces yet",
        "Import a log above, or load the demo workspace to look around first.",
        page="home",
        link="Load the demo from the home page",
    )
    st.stop()
trace_table()
if trace_id := get_param("trace"):
    trace_panel(trace_id)
    if not any(job.trace_id == trace_id for job in services().running()):
        analyse_form(trace_id)
