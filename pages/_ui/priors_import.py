"""Import of a priors set: read, shown, then kept under its hash."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import streamlit as st

from core.errors import BatonError
from core.gate.document import parse_priors
from core.gate.model import PriorsSet
from core.gate.priors import priors_from_csv, priors_hash, priors_table
from pages._ui.frame import calm, section
from pages._ui.priors_parts import CHOICE, TOLD, table_html
from pages._ui.services import services
from pages._ui.state import set_param
from pages._ui.text import count, plain

_ROUND = "priors:round"
_LIMIT_MB = 4


def told() -> None:
    """Say once what the last import or merge did."""
    if text := st.session_state.pop(TOLD, ""):
        st.success(plain(text), icon=":material/check_circle:")


def import_panel() -> None:
    """Draw the uploader, what the file holds, and the button that keeps it."""
    section("Import a set", "JSON as exported here, or CSV with the model's name")
    file = st.file_uploader(
        "Priors file",
        type=["json", "yaml", "yml", "csv"],
        key=f"priors:file:{st.session_state.get(_ROUND, 0)}",
        max_upload_size=_LIMIT_MB,
        label_visibility="collapsed",
    )
    if file is None:
        return
    try:
        priors = _read(file.name, file.getvalue())
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return
    if priors is None:
        st.info("A CSV names no model. Say above on which model these counts were measured.")
        return
    st.html(table_html(priors_table(priors)))
    st.caption(
        plain(f"{priors.name}, measured on {priors.model}: {count(len(priors.rows), 'segment')}")
    )
    st.button(
        "Keep this set", type="primary", on_click=_keep, args=(priors, file.name), key="priors:keep"
    )


def _read(name: str, data: bytes) -> PriorsSet | None:
    if not name.lower().endswith(".csv"):
        return parse_priors(data, name)
    digest = sha256(data).hexdigest()[:8]
    model = st.text_input("Model on which it was measured", key=f"priors:model:{digest}")
    if not model.strip():
        return None
    text = data.decode("utf-8-sig", "replace")
    return priors_from_csv(text, name=Path(name).stem or "priors", model=model.strip(), source=name)


@calm
def _keep(priors: PriorsSet, origin: str) -> None:
    library = services().workspace.priors
    known = {info.hash for info in library.list()}
    info = library.add(priors, origin)
    verb = "was already here, nothing was added" if info.hash in known else "is kept"
    st.session_state[TOLD] = f"{priors.name} {verb}, under the hash {priors_hash(priors)[:12]}."
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    st.session_state[CHOICE] = info.hash
    set_param("set", info.hash[:12])
