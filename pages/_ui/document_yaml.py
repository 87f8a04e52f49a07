"""A document as text: the editor, and the linter's lines beside it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contract.lint_model import LintIssue
from pages._ui.document_draft import DocumentKind, Draft
from pages._ui.document_lint import lint_panel
from pages._ui.document_save import save_pressed
from pages._ui.document_text import text_editor
from pages._ui.frame import section
from pages._ui.trace_split import split

_RANK = {"error": 0, "warning": 1, "info": 2}


def text_view(kind: DocumentKind, draft: Draft, issues: Sequence[LintIssue]) -> None:
    """Draw the text and what the linter says about it."""
    left, right = split(f"{kind.page}_text", 7, 4)
    marks: dict[int, str] = {}
    for issue in sorted(issues, key=lambda i: _RANK[i.severity], reverse=True):
        if issue.line and issue.severity != "info":
            marks[issue.line] = issue.severity
    with left:
        text_editor(
            draft.text,
            revision=f"{draft.key}:{draft.version}:{draft.revision}",
            key=f"{kind.page}:text",
            label=f"{kind.word.capitalize()} text",
            marks=marks.items(),
            jump=st.session_state.get(f"{kind.page}:jump", (0, 0)),
            on_text=lambda text: draft.replace(text, by_editor=True),
            on_save=lambda: save_pressed(kind, draft),
        )
        st.caption("YAML or JSON. Comments and keys that Baton doesn't know are kept.")
    with right:
        section("Remarks")
        lint_panel(kind, draft, issues, to_text=True)


def old_text(text: str) -> None:
    """Draw the text of an old version."""
    st.code(text, language="yaml", line_numbers=True)
