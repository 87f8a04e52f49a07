"""What the linter says about a draft: counts for the bar, and lines that lead to the place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.contract.lint_model import LintIssue
from pages._ui.badges import badge, tag
from pages._ui.document_draft import DocumentKind, Draft
from pages._ui.state import set_params
from pages._ui.text import count, html_escape, plain

SHOWN = 12
_LOOK = {
    "error": (":red[:material/error:]", "absent", "error"),
    "warning": (":orange[:material/warning:]", "late", "warning"),
    "info": (":gray[:material/info:]", "pending", "note"),
}


def counts_html(issues: Sequence[LintIssue]) -> str:
    """Return the issues as small labels: '1 error', '2 warnings'."""
    parts = []
    for severity, (_, look, word) in _LOOK.items():
        number = sum(issue.severity == severity for issue in issues)
        if number and severity == "info":
            parts.append(tag(count(number, word)))
        elif number:
            parts.append(badge(look, count(number, word), title="Listed under ‘Remarks’."))
    return "".join(parts) or badge("ok", "nothing to mend", title="The linter has no objection.")


def mark_of(kind: DocumentKind, issues: Sequence[LintIssue], position: int) -> str:
    """Return the worst severity among a part's issues, or an empty string."""
    found = {issue.severity for issue in part_issues(kind, issues, position)}
    return next((severity for severity in ("error", "warning") if severity in found), "")


def part_issues(kind: DocumentKind, issues: Sequence[LintIssue], position: int) -> list[LintIssue]:
    """Return the issues about one part of the document."""
    return [issue for issue in issues if issue.path[:2] == (kind.parts, position)]


def issues_html(issues: Sequence[LintIssue]) -> str:
    """Return errors and warnings as a list, for the form that they are about."""
    lines = "".join(
        f"<li>{badge(_LOOK[issue.severity][1], issue.severity)}<span>{html_escape(issue.message)}</span></li>"
        for issue in issues
        if issue.severity != "info"
    )
    return f'<ul class="bt-checks">{lines}</ul>' if lines else "<span></span>"


def lint_panel(
    kind: DocumentKind, draft: Draft, issues: Sequence[LintIssue], *, to_text: bool = False
) -> None:
    """Draw one line for each issue; it leads to the part, or to the line of the text.

    Args:
        kind: Contracts or role sets.
        draft: The document.
        issues: What the linter said.
        to_text: Lead to the line in the text editor rather than to the form.
    """
    if not issues:
        st.html('<p class="bt-quiet">Nothing to mend.</p>')
        return
    groups = _grouped(issues)
    with st.container(key=f"bt_lint_{kind.page}", gap="xsmall"):
        for number, same in enumerate(groups[:SHOWN]):
            issue = same[0]
            st.button(
                f"{_LOOK[issue.severity][0]} {_place(kind, draft, same, to_text)}"
                f"{plain(issue.message)}",
                key=f"{kind.page}:lint:{number}",
                type="tertiary",
                on_click=_go,
                args=(kind, draft, issue, to_text),
            )
    if len(groups) > SHOWN:
        st.caption(f"Showing {SHOWN} of {len(groups):,}.")


def _grouped(issues: Sequence[LintIssue]) -> list[list[LintIssue]]:
    """Put issues that say the same together, the severe ones first."""
    groups: dict[tuple[str, str], list[LintIssue]] = {}
    for issue in sorted(issues, key=lambda i: list(_LOOK).index(i.severity)):
        groups.setdefault((issue.code, issue.message), []).append(issue)
    return list(groups.values())


def _place(kind: DocumentKind, draft: Draft, same: Sequence[LintIssue], to_text: bool) -> str:
    """Return where it is: by line beside the text, by name beside the form, which has no lines."""
    if to_text or draft.model(kind) is None:
        found = [str(issue.line) for issue in same if issue.line]
        word = f"line{'s' if len(found) > 1 else ''} "
    else:
        names = [plain(name) for issue in same if (name := _part(kind, draft, issue))]
        # A message that names its place says it once.
        found, word = [n for n in dict.fromkeys(names) if n not in plain(same[0].message)], ""
    if not found:
        return ""
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return f":gray[{word}{', '.join(found[:3])}{more}] "


def _part(kind: DocumentKind, draft: Draft, issue: LintIssue) -> str:
    """Return the name of the part that an issue is about; '' if it is about none."""
    model: Any = draft.model(kind)
    if model is None or len(issue.path) < 2 or issue.path[0] != kind.parts:
        return ""
    return str(getattr(getattr(model, kind.parts)[int(issue.path[1])], kind.name_of))


def _go(kind: DocumentKind, draft: Draft, issue: LintIssue, to_text: bool) -> None:
    model: Any = draft.model(kind)
    part = _part(kind, draft, issue) or None
    if part is not None:
        set_params(**{kind.part: part})
    if to_text or (part is None and model is None):
        set_params(view="yaml")
        wish = int(st.session_state.get(f"{kind.page}:jump", (0, 0))[1]) + 1
        st.session_state[f"{kind.page}:jump"] = (issue.line, wish)
    else:
        set_params(view=None)
