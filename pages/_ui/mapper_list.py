"""The saved mappings: what there is, as files, and away with them."""

from __future__ import annotations

import streamlit as st

from core.errors import BatonError
from core.trace.mapping import FIELDS
from core.trace.mapping_file import mapping_from_yaml
from pages._ui.downloads import download, safe_file_name
from pages._ui.mapping_store import SavedMapping
from pages._ui.services import services
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_reading import forget_readings

_ROUND = "mappings:round"
_LIMIT_MB = 1


def mapping_list() -> None:
    """Draw the menu of saved mappings."""
    saved = services().saved_mappings()
    with st.popover(
        f"Saved mappings ({len(saved)})" if saved else "Saved mappings", icon=":material/schema:"
    ):
        if not saved:
            st.html(
                '<p class="bt-quiet">None yet. Import a file of an unknown format and point at its '
                "fields; the next file like it is then read by itself.</p>"
            )
        for one in saved:
            _row(one)
        _upload()


def _row(saved: SavedMapping) -> None:
    mapping = saved.mapping
    named = [key for key in FIELDS if getattr(mapping, key)]
    left, middle, right = st.columns([6, 1, 1], vertical_alignment="center")
    with left:
        st.html(
            f'<p class="bt-saved"><strong>{html_escape(shorten(saved.name, 60))}</strong>'
            f"<span>{html_escape(shorten(mapping.records or 'whole file', 40))}: "
            f"{html_escape(', '.join(named))}</span></p>"
        )
    with middle:
        download(
            "",
            saved.yaml.encode("utf-8"),
            safe_file_name(saved.name, "yaml"),
            key=f"mapping:yaml:{saved.name}",
            help="Download as YAML",
        )
    with right:
        st.button(
            "",
            icon=":material/delete:",
            key=f"mapping:delete:{saved.name}",
            help="Delete; traces read by it stay",
            on_click=services().delete_mapping,
            args=(saved.name,),
        )


def _upload() -> None:
    file = st.file_uploader(
        "Add a mapping from a file",
        type=["yaml", "yml"],
        key=f"mappings:file:{st.session_state.get(_ROUND, 0)}",
        max_upload_size=_LIMIT_MB,
    )
    if file is None:
        return
    try:
        mapping = mapping_from_yaml(file.getvalue().decode("utf-8", "replace"), file.name)
        if not mapping.name:
            raise BatonError("The mapping has no name. Add a line such as name: support log.")
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return
    there = any(saved.name == mapping.name for saved in services().saved_mappings())
    st.caption(
        f"“{plain(mapping.name)}” with {count(len([k for k in FIELDS if getattr(mapping, k)]), 'field')}."
        + (" It replaces the one of the same name." if there else "")
    )
    st.button("Keep it", key="mappings:keep", type="primary", on_click=_keep, args=(mapping,))


def _keep(mapping: object) -> None:
    services().save_mapping(mapping)  # type: ignore[arg-type]
    forget_readings(refused_only=True)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
