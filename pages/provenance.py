"""Provenance: where each fact came from and went.

``/provenance?analysis=ID&seq=N&hops=1..4|all&node=ID&view=graph|table``
"""

from pages._ui.frame import header
from pages._ui.provenance_part import provenance_part
from pages._ui.state import get_int
from pages._ui.trace_analysis import open_analysis
from pages._ui.trace_split import use_run_style

header(
    "Provenance",
    "Who said what to whom, from left to right, and where a fact should have arrived and didn't.",
)
use_run_style()
shown = open_analysis("provenance", seq=get_int("seq"))
if shown is not None:
    provenance_part(shown)
