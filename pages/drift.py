"""Role drift: how far each turn leaves its role.

``/drift?analysis=ID&seq=N&chart=energy|terms|sum``
"""

from pages._ui.drift_part import drift_part
from pages._ui.frame import header
from pages._ui.state import get_int
from pages._ui.trace_analysis import open_analysis
from pages._ui.trace_split import use_run_style

header("Role drift", "How far each turn leaves the role of the agent that wrote it.")
use_run_style()
shown = open_analysis("drift", seq=get_int("seq"))
if shown is not None:
    drift_part(shown)
