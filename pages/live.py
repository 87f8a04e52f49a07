"""Live runs: teams of agents at work, with the controller between them.

``/live`` lists what waits, what runs and what ended; ``?run=ID`` follows one run,
``&show=facts|graph|energy|tokens&event=N``; ``?start=TEAM`` is the form for a new one;
``?guard=ID&held=DIGEST`` is a run of an engineer's own agents.
"""

import streamlit as st

from pages._ui.frame import header
from pages._ui.guard_run import guard_run
from pages._ui.live_list import live_list
from pages._ui.live_run import live_run
from pages._ui.live_start import start_form
from pages._ui.state import get_param
from pages._ui.trace_split import use_run_style

header("Live runs", "A team of agents at work: every message is held, checked, and let go.")
use_run_style()
if get_param("guard"):
    guard_run(get_param("guard"))
elif get_param("run"):
    live_run(get_param("run"))
elif "start" in st.query_params:
    start_form()
else:
    live_list()
