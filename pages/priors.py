"""Priors: what repairs did in calibration, and what the gate makes of it.

``/priors?set=HASH&judged=1`` one set, reviewers' judgements opened; ``/priors?compare=HASH,HASH`` two side by side
"""

import streamlit as st

from pages._ui.frame import header
from pages._ui.live_history import history_part
from pages._ui.priors_compare import compare_part, compare_with, comparing
from pages._ui.priors_import import import_panel, told
from pages._ui.priors_judged import judged_part
from pages._ui.priors_parts import chosen_set, rows_part, set_part
from pages._ui.priors_published import published_part
from pages._ui.services import services

header(
    "Priors",
    "How often each repair helped, changed nothing, or did harm. One table speaks for one model.",
)
told()
if comparing():
    compare_part()
    st.stop()
info = chosen_set()
if info is not None:
    set_part(info)
    rows_part(info)
    history_part(services().workspace.priors.get(info.hash))
    compare_with(info)
    if info.built_in:
        published_part()
judged_part()
import_panel()
