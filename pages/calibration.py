"""Calibration: which repair helps a team, measured by faults that are put into its handoffs.

``/calibration`` lists what was measured; ``?new=1`` is the form, with ``&team=NAME``, ``&run=ID`` or
``&trace=ID``; ``?id=ID`` follows one, with ``&episode=N``.
"""

import streamlit as st

from pages._ui.calib_list import calibration_list
from pages._ui.calib_run import calibration
from pages._ui.calib_start import start_form
from pages._ui.frame import header
from pages._ui.state import get_param
from pages._ui.trace_split import use_run_style

header(
    "Calibration",
    "Put a fault into a handoff, go on with and without a repair, and count which of the two passes.",
)
use_run_style()
if get_param("id"):
    calibration(get_param("id"))
elif "new" in st.query_params:
    start_form()
else:
    calibration_list()
