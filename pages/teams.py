"""Teams: agents, their prompts and models, who may write to whom, their task and documents.

``/teams`` lists them; ``?name=N`` opens one, ``&view=form|yaml|versions``, ``&agent=A``,
``&version=V`` reads an old version, ``&from=1&to=3`` compares two; ``?new=1`` is the new one.
"""

from pages._ui.document_bar import use_document_style
from pages._ui.document_list import document_list, wants_editor
from pages._ui.frame import header
from pages._ui.team_kind import TEAMS
from pages._ui.team_page import team_page

header("Teams", "Who works on a task, with which prompt and model, and who may write to whom.")
use_document_style()
if wants_editor():
    team_page()
else:
    document_list(
        TEAMS,
        empty="A team is a list of agents, a task, and who may write to whom. Three ready teams "
        "wait on the page Live runs; starting one puts it here to be changed.",
        way=("live", "Choose a ready team on Live runs"),
    )
