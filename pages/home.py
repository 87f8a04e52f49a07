"""What waits for the person, and the latest runs at a glance."""

import streamlit as st

from pages._ui.frame import header, section
from pages._ui.home_parts import demo_button, first_steps, recent, running_jobs, told, waiting
from pages._ui.live_waits import live_waits
from pages._ui.services import services
from pages._ui.state import link_to

workspace = services().workspace
counts = workspace.waiting()
told()

if not counts.traces:
    header(
        "Welcome to Baton",
        "Baton checks every handoff in a team of agents: which fact was lost, where, and is "
        "repairing it worth the risk?",
    )
    first_steps()
    st.stop()

header("Home", "What waits for you, and what the latest runs lost on the way.")
waiting(counts)
live_waits()
running_jobs()
analyses = workspace.analyses.list()
if analyses:
    recent(analyses)
else:
    section("Next step", "the traces are here, but nothing was checked yet")
    link_to("contracts", "Write a fact contract", icon=":material/fact_check:")
    link_to("traces", "Choose a trace and analyse it", icon=":material/play_arrow:")
section("More")
with st.container(horizontal=True, vertical_alignment="center"):
    link_to("traces", "Import a run", icon=":material/upload_file:")
    if not workspace.traces.list(search="demo/", limit=1).total:
        demo_button()
