"""The line above a document: which one, saved or not, what can be done with it, and the views."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.contract.document import dump_json
from core.contract.lint_model import LintIssue
from pages._ui.badges import badge, tag
from pages._ui.document_draft import DocumentKind, Draft, drafts, start_new
from pages._ui.document_lint import counts_html
from pages._ui.document_save import (
    ask_name,
    discard,
    make_newest,
    name_field,
    save_pressed,
    taken_name,
    told,
    why_not,
)
from pages._ui.document_text import commit_on_save_key
from pages._ui.downloads import download, safe_file_name
from pages._ui.frame import ASSETS
from pages._ui.person import reviewer
from pages._ui.state import get_param, set_params
from pages._ui.text import html_escape, plain, shorten
from pages._ui.trace_split import use_run_style
from pages._ui.when import when

SAVE_WIDTH = 200
"""Pixels: room for 'Save version 100' and the shortcut."""

_QUIET = (
    ".st-key-{page}-save button, .st-key-{page}-save button:hover {{ background: transparent; "
    "color: inherit; border-color: light-dark(#c9d1d9, #3d4650); }}"
)


def choose_view(kind: DocumentKind, views: Mapping[str, str]) -> str:
    """Draw the views as one control; the choice is the URL's ``view``."""
    key = f"{kind.page}:view"
    wanted = get_param("view", "form")
    st.session_state[key] = wanted if wanted in views else "form"

    def changed() -> None:
        chosen = st.session_state.get(key) or "form"
        set_params(view=None if chosen == "form" else chosen)

    st.segmented_control(
        "View",
        list(views),
        format_func=lambda view: views[view],
        key=key,
        # Pressing the chosen view once more must not choose none.
        required=True,
        on_change=changed,
        label_visibility="collapsed",
    )
    return wanted if wanted in views else "form"


def back_to_list(kind: DocumentKind) -> None:
    """Draw the way back to the list."""
    st.button(
        f"All {kind.word}s",
        icon=":material/arrow_back:",
        type="tertiary",
        key=f"{kind.page}:all",
        on_click=lambda: set_params(
            name=None, new=None, version=None, view=None, to=None, **{kind.part: None, "from": None}
        ),
    )


def draft_bar(kind: DocumentKind, draft: Draft, issues: Sequence[LintIssue]) -> None:
    """Draw name, state, Save, and what else can be done with the draft."""
    hindrance = why_not(kind, draft, issues)
    with st.container(key=f"bt_docbar_{kind.page}"):
        # Somebody without a name finds its field left of Save, where it moves nothing.
        shares = [6, 5] if reviewer() else [2, 3]
        left, right = st.columns(shares, vertical_alignment="center")
        with left, st.container(horizontal=True, vertical_alignment="center"):
            back_to_list(kind)
            st.html(_title(kind, draft, issues))
        with right, st.container(horizontal=True, horizontal_alignment="right"):
            # Never disabled for want of a change: what is being typed reaches the server only with
            # the press itself, and a press on a disabled button is lost. For the same reason type,
            # width and the presence of a help stay: the browser would build the button anew or
            # move it under the mouse. So a style makes it quiet.
            saved = bool(draft.key) and not draft.dirty
            if not saved:
                name_field(kind)
            st.button(
                "Saved" if saved else _save_label(draft),
                type="primary",
                icon=":material/check:" if saved else ":material/save:",
                width=SAVE_WIDTH,
                key=f"{kind.page}:save",
                shortcut="ctrl+s",
                disabled=bool(hindrance) and not saved,
                help=hindrance or "Keeps this text as a version of its own, under your name.",
                on_click=save_pressed,
                args=(kind, draft),
            )
            st.html(f"<style>{_QUIET.format(page=kind.page) if saved else '/**/'}</style>")
            # Always there: a Save that moves while the mouse is down would miss the click.
            st.button(
                "Discard changes",
                key=f"{kind.page}:discard",
                disabled=bool(draft.key) and not draft.dirty,
                on_click=discard,
                args=(kind, draft),
            )
            _more(kind, draft.text, draft.model(kind), draft.key)
    commit_on_save_key()
    # One place for whatever is said, so that the fields below aren't built anew (which would lose
    # what is being typed in them).
    with st.container():
        ask_name(kind, draft)
        if problem := taken_name(kind, draft):
            st.error(plain(problem))
        told(kind)


def _save_label(draft: Draft) -> str:
    return f"Save version {draft.version + 1}" if draft.key else "Save"


def _title(kind: DocumentKind, draft: Draft, issues: Sequence[LintIssue]) -> str:
    name = draft.key or str(getattr(draft.model(kind), "name", "") or f"New {kind.word}")
    marks = [tag(f"version {draft.version}") if draft.version else tag("not saved yet")]
    if draft.key and draft.dirty:
        marks.append(badge("unconsumed", "unsaved changes", title="Not saved as a version yet."))
    marks.append(counts_html(issues))
    return (
        f'<p class="bt-doc"><b>{html_escape(shorten(name, 80))}</b> '
        f'<span class="bt-row">{"".join(marks)}</span></p>'
    )


def _more(kind: DocumentKind, text: str, model: Any, name: str) -> None:
    with st.popover("More", icon=":material/more_horiz:"):
        stem = name or kind.word.replace(" ", "-")
        download(
            "YAML", lambda: text.encode(), safe_file_name(stem, "yaml"), key=f"{kind.page}:yaml"
        )
        if model is not None:
            download(
                "JSON",
                lambda: dump_json(model).encode(),
                safe_file_name(stem, "json"),
                key=f"{kind.page}:json",
            )
        download(
            "JSON Schema",
            lambda: json.dumps(kind.schema(), indent=2, ensure_ascii=False).encode(),
            safe_file_name(f"{kind.word.replace(' ', '-')}.schema", "json"),
            key=f"{kind.page}:schema",
            help=f"For editors that complete and check a {kind.word} as you type.",
        )
        st.button(
            "Duplicate",
            icon=":material/content_copy:",
            key=f"{kind.page}:duplicate",
            disabled=model is None,
            on_click=_duplicate,
            args=(kind, text, name),
        )


def _duplicate(kind: DocumentKind, text: str, name: str) -> None:
    draft = Draft(key="", text=text, saved="", version=0)
    model = draft.model(kind)
    names = {info.name for info in kind.store().list()}
    copy = next(
        c
        for n in range(1, 1_000)
        if (c := f"{name or model.name} copy{f' {n}' if n > 1 else ''}") not in names
    )
    draft.edit(kind, model.model_copy(update={"name": copy[:120], "version": 1}))
    start_new(kind, draft.text)


def old_bar(kind: DocumentKind, stored: Any, latest: int) -> None:
    """Draw what an old version is, and the ways back."""
    with st.container(key=f"bt_docbar_{kind.page}"):
        left, right = st.columns([3, 2], vertical_alignment="center")
        with left, st.container(horizontal=True, vertical_alignment="center"):
            back_to_list(kind)
            st.html(
                f'<p class="bt-doc"><b>{html_escape(shorten(stored.name, 80))}</b> <span class="bt-row">'
                f"{tag(f'version {stored.version} of {latest}')}{tag('read-only')}</span></p>"
                f'<p class="bt-quiet">Saved by {html_escape(stored.author)}, '
                f"{html_escape(when(stored.saved_at))}</p>"
            )
        with right, st.container(horizontal=True, horizontal_alignment="right"):
            st.button(
                "Make this the newest",
                icon=":material/history:",
                key=f"{kind.page}:newest",
                on_click=make_newest,
                args=(kind, stored.name, stored.version),
                help="Saves this text again, under your name and the next number. Nothing is lost.",
            )
            st.button(
                "Back to the newest",
                key=f"{kind.page}:back",
                on_click=lambda: set_params(version=None),
            )
            _more(kind, stored.text, kind.model_of(stored), stored.name)
    told(kind)


def unsaved_elsewhere(kind: DocumentKind) -> list[str]:
    """Return the names of documents with unsaved changes; ``""`` stands for the new one."""
    return [key for key, draft in drafts(kind).items() if draft.dirty]


def use_document_style() -> None:
    """Add the style sheets of the pages on which documents are written."""
    use_run_style()
    st.html(f"<style>{(ASSETS / 'documents.css').read_text('utf-8')}</style>")
