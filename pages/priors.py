"""Priors: what repairs did in calibration, and what the gate makes of it.

``/priors?set=HASH``
"""

from pages._ui.frame import header
from pages._ui.priors_import import import_panel, told
from pages._ui.priors_parts import chosen_set, rows_part, set_part

header(
    "Priors",
    "How often each repair helped, changed nothing, or did harm. One table speaks for one model.",
)
told()
info = chosen_set()
if info is not None:
    set_part(info)
    rows_part(info)
import_panel()
