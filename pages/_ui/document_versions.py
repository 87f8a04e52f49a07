"""The versions of a document, and what changed between two of them."""

from __future__ import annotations

import json
from typing import Any

import streamlit as st

from pages._ui.badges import badge, tag
from pages._ui.document_draft import DocumentKind, Draft
from pages._ui.document_save import make_newest
from pages._ui.downloads import csv_bytes, download, safe_file_name
from pages._ui.frame import section
from pages._ui.messages import diff_view
from pages._ui.state import get_int, set_param, set_params
from pages._ui.text import count, html_escape, shorten
from pages._ui.when import when

DRAFT = 0
"""Stands for what isn't saved yet, where versions are chosen."""


def versions_view(kind: DocumentKind, draft: Draft) -> None:
    """Draw history and difference of the document; the chosen pair is in the URL."""
    if not draft.key:
        st.caption("Versions begin with the first save.")
        return
    stored = kind.store().versions(draft.key)
    by_number = {one.version: one for one in stored}
    numbers = list(by_number)
    section("Versions", "every save is kept, and none is ever changed")
    _table(kind, stored)
    model = draft.model(kind)
    choices = ([DRAFT] if draft.dirty and model is not None else []) + numbers
    if len(choices) < 2:
        st.caption("With a second version, what changed stands here.")
        return
    section("What changed")
    old, new = _pair(kind, choices, numbers)
    if old is None or new is None:
        return
    before, text_before = kind.model_of(by_number[old]), by_number[old].text
    after = model if new == DRAFT else kind.model_of(by_number[new])
    text_after = draft.text if new == DRAFT else by_number[new].text
    _changes(kind, draft.key, old, new, kind.diff(before, after))
    with st.expander("The two texts, word by word"):
        diff_view(text_before, text_after, key=f"{kind.page}:diff")


def _table(kind: DocumentKind, stored: list[Any]) -> None:
    rows = []
    for at, one in enumerate(stored):
        size = len(getattr(kind.model_of(one), kind.parts))
        older = stored[at + 1] if at + 1 < len(stored) else None
        broke = (
            [c for c in kind.diff(kind.model_of(older), kind.model_of(one)) if c.breaking]
            if older
            else []
        )
        mark = badge("late", f"{len(broke)} breaking", title=broke[0].why) if broke else ""
        latest = tag("newest") if at == 0 else ""
        rows.append(
            f"<tr><td><b>{one.version}</b></td><td>{size}</td><td>{html_escape(one.author)}</td>"
            f"<td>{html_escape(when(one.saved_at))}</td><td><code>{one.hash[:10]}</code></td>"
            f'<td><span class="bt-row">{latest}{mark}</span></td></tr>'
        )
    st.html(
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Versions"><table class="bt-table bt-wide">'
        f"<thead><tr><th>Version</th><th>{kind.part.capitalize()}s</th><th>Saved by</th><th>When</th>"
        f"<th>Content</th><th>Against the one before</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
    numbers = [one.version for one in stored]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Version to open", numbers, key=f"{kind.page}:open", width=170, format_func=str
        )
        st.button(
            "Open read-only",
            key=f"{kind.page}:open:go",
            icon=":material/visibility:",
            disabled=chosen == numbers[0],
            help="It is the newest; you are writing on it." if chosen == numbers[0] else None,
            on_click=lambda: set_params(version=chosen, view=None),
        )
        st.button(
            "Make it the newest",
            key=f"{kind.page}:open:newest",
            icon=":material/history:",
            disabled=chosen == numbers[0],
            help="Saves its text again, under your name and the next number.",
            on_click=make_newest,
            args=(kind, stored[0].name, chosen),
        )


def _pair(
    kind: DocumentKind, choices: list[int], numbers: list[int]
) -> tuple[int | None, int | None]:
    def words(number: int) -> str:
        return "your unsaved changes" if number == DRAFT else f"version {number}"

    new_wish, old_wish = get_int("to"), get_int("from")
    new = new_wish if new_wish in choices else choices[0]
    earlier = [n for n in numbers if n != new]
    default = next((n for n in earlier if new == DRAFT or n < new), earlier[0])
    old = old_wish if old_wish in earlier else default
    left, right, _ = st.columns([1, 1, 2])
    keys = f"{kind.page}:from", f"{kind.page}:to"
    st.session_state[keys[0]], st.session_state[keys[1]] = old, new
    with left:
        st.selectbox(
            "From",
            earlier,
            format_func=words,
            key=keys[0],
            on_change=lambda: set_param("from", st.session_state[keys[0]]),
        )
    with right:
        st.selectbox(
            "To",
            choices,
            format_func=words,
            key=keys[1],
            on_change=lambda: set_param("to", st.session_state[keys[1]]),
        )
    return old, new


def _changes(kind: DocumentKind, name: str, old: int, new: int, changes: list[Any]) -> None:
    if not changes:
        st.html('<p class="bt-quiet">Both say the same.</p>')
        return
    breaking = sum(change.breaking for change in changes)
    if breaking:
        st.html(
            f'<p class="bt-note">{count(breaking, "change")} of {len(changes)} '
            f"{'is' if breaking == 1 else 'are'} breaking: what was found with version {old} has to "
            "be analysed again before anybody relies on it.</p>"
        )
    rows = "".join(_row(change) for change in changes)
    st.html(
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Changes"><table class="bt-table">'
        "<thead><tr><th></th><th>Where</th><th>Before</th><th>After</th><th>Why</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )
    download(
        "Changes as CSV",
        lambda: csv_bytes(
            {
                "change": c.kind,
                "where": c.where,
                "before": c.before,
                "after": c.after,
                "breaking": c.breaking,
                "why": c.why,
            }
            for c in changes
        ),
        safe_file_name(f"{name}-{old}-{new or 'draft'}", "csv"),
        key=f"{kind.page}:changes",
    )


def _row(change: Any) -> str:
    mark = (
        badge("late", "breaking", title=change.why)
        if change.breaking
        else badge("pending", "harmless", title=change.why)
    )
    return (
        f"<tr><td>{mark}</td><td>{html_escape(change.where)}<br><small>{change.kind}</small></td>"
        f"<td>{_value(change.before)}</td><td>{_value(change.after)}</td>"
        f"<td>{html_escape(change.why)}</td></tr>"
    )


def _value(value: Any) -> str:
    if value is None:
        return '<span class="bt-muted">–</span>'
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f'<span title="{html_escape(text[:1500])}">{html_escape(shorten(text, 160))}</span>'
