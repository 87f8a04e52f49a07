"""Fact contracts: which facts must reach which agents.

``/contracts`` lists them; ``?name=N`` opens one, ``&view=form|yaml|try|versions|prompt``,
``&fact=ID``, ``&version=V`` reads an old version, ``&from=1&to=3`` compares two, ``&trace=ID``
puts a trace beside it; ``?new=1`` is the new one; ``?suggest=TRACE`` proposes facts from a trace.
"""

from pages._ui.contract_kind import CONTRACTS
from pages._ui.contract_page import contract_page
from pages._ui.contract_suggest import from_trace_button, suggest_page
from pages._ui.document_bar import use_document_style
from pages._ui.document_list import document_list, wants_editor
from pages._ui.frame import header
from pages._ui.state import get_param

header(
    "Fact contracts",
    "Which facts a task can't do without: what each says, who knows it, who needs it.",
)
use_document_style()
if wants_editor():
    contract_page()
elif get_param("suggest"):
    suggest_page()
else:
    document_list(
        CONTRACTS,
        empty="A contract names the facts that must not get lost between agents. Begin with a trace that "
        "proposes some, or with an empty one: five sentences are enough. Or load the demo workspace to "
        "see one at work.",
        trace=get_param("trace"),
        also=from_trace_button,
    )
