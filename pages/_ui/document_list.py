"""All documents of a kind, and the ways to a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.contract.document import load_document
from core.errors import BatonError
from pages._ui.document_bar import unsaved_elsewhere
from pages._ui.document_draft import DocumentKind, drafts, start_new, take_text
from pages._ui.document_save import told
from pages._ui.downloads import csv_bytes, download
from pages._ui.empty import empty_state
from pages._ui.state import get_param, set_params
from pages._ui.text import count, plain, shorten
from pages._ui.when import iso, when

LIMIT_MB = 2


def document_list(
    kind: DocumentKind,
    *,
    empty: str,
    trace: str = "",
    also: Callable[[], None] | None = None,
    way: tuple[str, str] = ("home", "Load the demo from the home page"),
) -> None:
    """Draw the list, and New and Upload above it.

    Args:
        kind: Contracts or role sets.
        empty: What to say when there is none: what it is for and how to begin.
        trace: Trace that a new document begins with.
        also: Draws another way to begin, beside New.
        way: Page that helps where there is none yet, and the words of the link to it.
    """
    infos = kind.store().list()
    told(kind)
    with st.container(horizontal=True, vertical_alignment="center"):
        new_button(kind, trace)
        if also is not None:
            also()
        if "" in unsaved_elsewhere(kind):
            st.button(
                f"Go on with the new {kind.word}",
                icon=":material/edit:",
                key=f"{kind.page}:resume",
                on_click=lambda: set_params(new=1),
            )
        with st.popover("Upload a file", icon=":material/upload_file:"):
            _upload(kind)
        if infos:
            download(
                "CSV",
                lambda: csv_bytes(_export(kind, infos)),
                f"{kind.page}.csv",
                key=f"{kind.page}:csv",
            )
    if not infos:
        empty_state(f"No {kind.word} yet", empty, page=way[0], link=way[1])
        return
    _table(kind, infos)


def new_button(kind: DocumentKind, trace: str = "") -> None:
    """Draw the button that begins a new document."""
    st.button(
        f"New {kind.word}",
        type="primary",
        icon=":material/add:",
        key=f"{kind.page}:new",
        on_click=_new,
        args=(kind, trace),
    )


def _new(kind: DocumentKind, trace: str) -> None:
    kept = drafts(kind).get("")
    if kept is not None and kept.dirty:
        set_params(new=1, name=None)
    else:
        start_new(kind, trace=trace)


def _table(kind: DocumentKind, infos: list[Any]) -> None:
    names = [info.name for info in infos]
    unsaved = unsaved_elsewhere(kind)
    turn = st.session_state.get(f"{kind.page}:turn", 0)
    key = f"{kind.page}:table:{turn}"

    def chosen() -> None:
        rows = st.session_state[key]["selection"]["rows"]
        if rows:
            # A fresh table next time, so that the row can be chosen again after coming back.
            st.session_state[f"{kind.page}:turn"] = turn + 1
            set_params(name=names[rows[0]], new=None, version=None)

    st.dataframe(
        [
            {
                "Name": shorten(info.name, 120),
                f"{kind.part.capitalize()}s": info.size,
                "Version": info.version,
                "Saved by": shorten(info.author, 60),
                "Saved": when(info.saved_at),
                "About": shorten(info.description, 160),
                **({"Unsaved": "● yours"} if info.name in unsaved else {}),
            }
            for info in infos
        ],
        hide_index=True,
        key=key,
        on_select=chosen,
        selection_mode="single-row",
        height="auto" if len(infos) <= 12 else 460,
        alt=f"Every {kind.word} with its latest version",
        column_config={
            "Name": st.column_config.TextColumn(width=260),
            "About": st.column_config.TextColumn(width="large"),
        },
    )
    st.caption(f"{count(len(infos), kind.word)}. Choose a row to open it.")


def _export(kind: DocumentKind, infos: list[Any]) -> list[dict[str, object]]:
    return [
        {
            "name": info.name,
            "version": info.version,
            "versions": info.versions,
            f"{kind.part}s": info.size,
            "hash": info.hash,
            "author": info.author,
            "saved_at": iso(info.saved_at),
            "description": info.description,
        }
        for info in infos
    ]


def _upload(kind: DocumentKind) -> None:
    turn = st.session_state.get(f"{kind.page}:upload", 0)
    file = st.file_uploader(
        f"{kind.word.capitalize()} file",
        type=["yaml", "yml", "json"],
        key=f"{kind.page}:file:{turn}",
        max_upload_size=LIMIT_MB,
        help="YAML or JSON. It opens here first; nothing is stored before you save.",
    )
    if file is None:
        return
    try:
        text = load_document(file.getvalue(), shorten(file.name, 60)).text
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return
    st.session_state[f"{kind.page}:upload"] = turn + 1
    take_text(kind, text)
    st.rerun()


def wants_editor() -> bool:
    """Say whether the URL names a document or a new one."""
    return bool(get_param("name") or get_param("new"))
