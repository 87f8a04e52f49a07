"""Saving a draft: a new version under the person's name, or one sentence why not."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contract.lint import has_errors
from core.contract.lint_model import LintIssue
from core.errors import BatonError, ConflictError
from pages._ui.document_draft import DocumentKind, Draft, drafts, say
from pages._ui.person import clean_name, require_person, reviewer, set_reviewer
from pages._ui.state import link_to, set_params
from pages._ui.text import count, plain

_NAME_WIDTH = 150
"""Pixels."""


def taken_name(kind: DocumentKind, draft: Draft) -> str:
    """Return a sentence if the draft's name belongs to another document, else ``""``."""
    model = draft.model(kind)
    name = str(getattr(model, "name", "") or "")
    if not name or name == draft.key:
        return ""
    if any(info.name == name for info in kind.store().list()):
        return f"There is a {kind.word} called ‘{name}’ already. Choose another name."
    return ""


def can_save(kind: DocumentKind, draft: Draft, issues: Sequence[LintIssue]) -> bool:
    """Say whether the draft may be saved."""
    return not has_errors(issues) and not taken_name(kind, draft)


def why_not(kind: DocumentKind, draft: Draft, issues: Sequence[LintIssue]) -> str:
    """Return in one sentence why Save would do nothing; ``""`` if it would save."""
    if draft.key and not draft.dirty:
        return f"Nothing has changed since version {draft.version}."
    model = draft.model(kind)
    if model is not None and not str(getattr(model, "name", "") or "").strip():
        return f"Give the {kind.word} a name first."
    if problem := next((i.message for i in issues if i.severity == "error"), ""):
        return plain(f"To mend first: {problem}")
    return plain(taken_name(kind, draft))


def save_pressed(kind: DocumentKind, draft: Draft) -> None:
    """Save, or first ask for the name that goes on it (for callbacks)."""
    if not reviewer() and clean_name(given := str(st.session_state.get(_name_key(kind)) or "")):
        set_reviewer(given)
    if reviewer():
        _save(kind, draft)
    else:
        st.session_state[_asking(kind)] = draft.key


def name_field(kind: DocumentKind) -> None:
    """Draw the field for the name that goes on the version, for whoever hasn't said it yet.

    The name counts from Save on, not from leaving the field: a field that went away then would change
    the page under the press on Save.
    """
    if not reviewer():
        st.text_input(
            "Saved by",
            key=_name_key(kind),
            placeholder="Your name",
            max_chars=80,
            autocomplete="name",
            width=_NAME_WIDTH,
            label_visibility="collapsed",
        )


def ask_name(kind: DocumentKind, draft: Draft) -> None:
    """Ask in place who saves, if Save was pressed and nobody has said so yet."""
    if st.session_state.get(_asking(kind)) != draft.key:
        return
    if require_person(f"{kind.page}:person"):
        del st.session_state[_asking(kind)]
        _save(kind, draft)
        st.rerun()


def _name_key(kind: DocumentKind) -> str:
    return f"{kind.page}:save_name"


def _asking(kind: DocumentKind) -> str:
    return f"{kind.page}:asking"


def _save(kind: DocumentKind, draft: Draft) -> None:
    issues = kind.lint(draft.text, None, False)
    if not can_save(kind, draft, issues):
        problem = next((i.message for i in issues if i.severity == "error"), "")
        say(kind, f"Not saved: {problem or taken_name(kind, draft)}", "error")
        return
    if draft.key and not draft.dirty:
        say(kind, f"Nothing has changed since version {draft.version}.", "info")
        return
    # Of two who save at once, the store refuses one. A draft under a new name begins a new document.
    same = draft.key in ("", str(getattr(draft.model(kind), "name", "")))
    try:
        base = max(draft.version, draft.conflict) if same else 0
        stored = kind.store().save(draft.text, reviewer(), base=base)
    except ConflictError as error:
        if not (same and draft.key and _overtaken(kind, draft)):
            say(kind, f"Not saved: {error}", "error")
        return
    except BatonError as error:
        say(kind, f"Not saved: {error}", "error")
        return
    drafts(kind).pop(draft.key, None)
    renamed = draft.key and draft.key != stored.name
    set_params(name=stored.name, new=None, version=None)
    kept = f" ‘{draft.key}’ stays as it was." if renamed else ""
    say(kind, f"Saved as version {stored.version} of {stored.name}.{kept}", "saved")
    wrong = [i for i in kind.lint(stored.text, None, True) if i.code == "example-wrong"]
    if wrong:
        say(
            kind,
            f"{count(len(wrong), 'example')} of this version "
            f"{'is' if len(wrong) == 1 else 'are'} judged otherwise than labelled. "
            + " ".join(issue.message for issue in wrong[:3]),
            "warning",
        )


def _overtaken(kind: DocumentKind, draft: Draft) -> bool:
    """Say whether somebody saved meanwhile; the second press saves on top of it."""
    latest = kind.store().get(draft.key)
    if latest.version in (draft.version, draft.conflict):
        return False
    draft.conflict = latest.version
    say(
        kind,
        f"{latest.author} saved version {latest.version} while you were writing, so nothing is "
        "saved yet. Press Save once more to put yours on top of it, or discard your changes to "
        "see theirs.",
        "warning",
    )
    return True


def told(kind: DocumentKind) -> None:
    """Say once what the last act did."""
    for level, text in st.session_state.pop(f"{kind.page}:told", []):
        if level == "saved":
            st.success(plain(text), icon=":material/check_circle:")
            _next_step(kind)
        else:
            {"error": st.error, "warning": st.warning, "info": st.info}.get(level, st.success)(
                plain(text)
            )


def _next_step(kind: DocumentKind) -> None:
    from pages._ui.state import get_param

    if kind.page == "teams":
        name = get_param("name")
        link_to("live", "Start a run", icon=":material/arrow_forward:", start=name)
        return
    what = {"contracts": "contract"}.get(kind.page, "roles")
    link_to(
        "traces",
        "Analyse a trace with it",
        icon=":material/arrow_forward:",
        trace=get_param("trace"),
        **{what: get_param("name")},
    )


def discard(kind: DocumentKind, draft: Draft) -> None:
    """Go back to what is saved (for callbacks)."""
    drafts(kind).pop(draft.key, None)
    if not draft.key:
        set_params(new=None, view=None, **{kind.part: None})


def make_newest(kind: DocumentKind, name: str, version: int) -> None:
    """Save an old version's text again as the newest (for callbacks)."""
    if not reviewer():
        say(kind, "A version carries a name: say who you are in Settings first.", "error")
        return
    try:
        old = kind.store().get(name, version)
        stored = kind.store().save(old.text, reviewer())
    except BatonError as error:
        say(kind, f"Not saved: {error}", "error")
        return
    drafts(kind).pop(name, None)
    set_params(version=None)
    if stored.version == version:
        say(kind, f"Version {version} is the newest already.", "info")
    else:
        say(kind, f"Version {stored.version} now says what version {version} said.")
