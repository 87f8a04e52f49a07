"""Role profiles: what each role may do, and how it talks.

``/roles`` lists role sets; ``?name=N`` opens one, ``&view=form|yaml|try|versions``, ``&role=R``,
``&version=V`` reads an old version, ``&from=1&to=3`` compares two; ``?new=1`` is the new one.
"""

import streamlit as st

from pages._ui.document_bar import use_document_style
from pages._ui.document_draft import start_new
from pages._ui.document_list import document_list, wants_editor
from pages._ui.frame import header
from pages._ui.role_kind import ROLES, library_text, nameless
from pages._ui.role_page import role_page

header("Role profiles", "How each role talks, what it must do, and what is not its job.")
use_document_style()


def library_button() -> None:
    st.button(
        "Start from the library of twelve roles",
        icon=":material/library_add:",
        key="roles:library",
        on_click=lambda: start_new(ROLES, nameless(library_text())),
    )


if wants_editor():
    role_page()
else:
    document_list(
        ROLES,
        empty="A role set describes the roles of one team. Agents are measured against it: how far each "
        "message leaves its role. Start from the library, or load the demo workspace.",
        also=library_button,
    )
