"""The parts of the settings page."""

from __future__ import annotations

import platform
import tempfile
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import streamlit as st

from core.drift import Weights, get_encoder
from core.drift.encoders import ENCODERS
from core.drift.encoders_endpoint import PREFIX
from core.errors import BatonError
from core.settings import ReplaySettings
from pages._ui.downloads import download
from pages._ui.frame import calm, section
from pages._ui.person import (
    clean_name,
    forget_reviewer,
    is_signed_in,
    keep_people,
    known_people,
    reviewer,
    set_reviewer,
)
from pages._ui.services import close_services, services
from pages._ui.text import html_escape, plain, shorten
from pages._ui.trace_list import confirm_delete
from pages._ui.when import set_zone, zone_name, zone_names
from pages._ui.work import replay_settings

_TOLD = "settings:told"
_MODES = {
    "never": "Never propose a rewrite",
    "above_tau": "Propose one when the energy is above the threshold",
    "every_turn": "Propose one at every turn",
}


def told() -> None:
    """Say once what the last act did."""
    if text := st.session_state.pop(_TOLD, ""):
        st.success(plain(text), icon=":material/check_circle:")


def person_and_zone() -> None:
    """Draw the name that goes on decisions, and the zone of all times."""
    section("You", "your name stands beside every decision you make; this browser remembers it")
    zones = zone_names()
    with st.form("settings:you"):
        left, right = st.columns(2)
        with left:
            name = st.text_input(
                "Name",
                value=reviewer(),
                max_chars=80,
                disabled=is_signed_in(),
                autocomplete="name",
                help="You are signed in; the login says who you are." if is_signed_in() else None,
            )
        with right:
            zone = st.selectbox(
                "Time zone",
                zones,
                index=zones.index(zone_name()) if zone_name() in zones else 0,
                help="Every page shows times in this zone. Exports keep UTC with its offset.",
            )
        people = known_people()
        kept = people
        if people and not is_signed_in():
            kept = st.multiselect(
                "Known names",
                people,
                default=people,
                format_func=lambda one: shorten(one, 60),
                key=f"settings:people:{len(people)}",
                help="Offered for one click to a browser that doesn't know yet who sits at it. A name "
                "that you take out stays on the decisions it has made.",
            )
        if st.form_submit_button("Save", type="primary"):
            if not is_signed_in():
                if kept != people:
                    keep_people(kept)
                if given := clean_name(name or ""):
                    set_reviewer(given)
                else:
                    forget_reviewer()
            set_zone(zone)
            st.session_state[_TOLD] = "Saved."
            st.rerun()


@calm
def analysis_defaults() -> None:
    """Draw the settings that every new analysis starts from."""
    section("Analysis", "every new analysis starts from these and keeps them with its result")
    now = _current()
    with st.form("settings:analysis"):
        infer = st.toggle(
            "Take an agent's last message of a turn as its work product where the log has none",
            value=now.infer_outputs,
        )
        broadcast = st.toggle(
            "Count a message to a group chat as delivered to everybody in it",
            value=now.broadcast_delivers,
        )
        mode = st.selectbox(
            "Role rewrites",
            list(_MODES),
            index=list(_MODES).index(now.drift_mode),
            format_func=_MODES.__getitem__,
        )
        first, second, third = st.columns(3)
        with first:
            tau = st.number_input(
                "Threshold τ",
                min_value=0.0,
                value=now.tau,
                step=0.05,
                placeholder="Calibrated",
                help="Energy above it is flagged. Empty: the value calibrated for encoder and roles.",
            )
        with second:
            lam = st.number_input(
                "Correction λ", 0.0, 10.0, now.lam, 0.1, help="0.5 in the method."
            )
        with third:
            rho = st.number_input("Decay ρ", 0.0, 1.0, now.rho, 0.01, help="0.95 in the method.")
        weights = _weights(now.weights)
        encoder = _encoder(now.encoder)
        if st.form_submit_button("Save", type="primary"):
            values = {
                "encoder": encoder,
                "weights": asdict(weights),
                "infer_outputs": infer,
                "broadcast_delivers": broadcast,
                "drift_mode": mode,
                "tau": tau,
                "lam": lam,
                "rho": rho,
            }
            replay_settings(values)
            _try_encoder(encoder)
            services().set_setting("analysis", values)
            st.session_state[_TOLD] = "Saved. Analyses that are there already keep their settings."
            st.rerun()


def _weights(now: Weights) -> Weights:
    """Draw the weight of each term of the energy."""
    shown = (
        ("alpha", "α, outside the role", "Share of the turn outside its own role. 1 in the method."),
        ("beta", "β, inside others", "Share inside the roles of others. 1 in the method."),
        ("gamma", "γ, foreign acts", "Speech acts that the role may not use. 0.5 in the method."),
        ("delta", "δ, broken rules", "Prohibitions and obligations broken. 0.75 in the method."),
    )  # fmt: skip
    values = {}
    for column, (name, label, help_) in zip(st.columns(4), shown, strict=True):
        with column:
            values[name] = st.number_input(
                label, 0.0, 10.0, float(getattr(now, name)), 0.05, help=help_
            )
    return Weights(**values)


def _encoder(now: str) -> str:
    """Draw the choice of the encoder, and where a model is that isn't in the wheel."""
    at_endpoint = now.startswith(PREFIX)
    model, _, folder = now.partition("@")
    left, right = st.columns(2)
    with left:
        chosen: str = st.selectbox(
            "Encoder",
            (*ENCODERS, PREFIX),
            index=len(ENCODERS) if at_endpoint else _place(model),
            format_func=lambda name: "A model at the endpoint" if name == PREFIX else name,
            key="settings:encoder",
            help="Turns clauses into vectors. Energies of different encoders can't be compared, and "
            "each calibrates its own threshold. BGE models need the package fastembed. A model at "
            "the endpoint reads every clause of the runs that you analyse.",
        )
    with right:
        place = st.text_input(
            "Folder of a BGE model, or model at the endpoint",
            value=now.removeprefix(PREFIX) if at_endpoint else folder,
            placeholder="Empty: fastembed's own folder on this machine",
            key="settings:encoder:place",
            help="Baton fetches no model: the folder holds model and tokenizer as files. Of a model at "
            "the endpoint, its name there.",
        )
    place = (place or "").strip()
    if chosen == PREFIX:
        return PREFIX + place
    return f"{chosen}@{place}" if chosen != ENCODERS[0] and place else chosen


def _place(model: str) -> int:
    return ENCODERS.index(model) if model in ENCODERS else 0


def _try_encoder(name: str) -> None:
    """Say at once if an encoder can't be used here. Raises BatonError."""
    with st.spinner("Trying the encoder…"):
        get_encoder(name).encode(["Whether it answers."] if name.startswith(PREFIX) else [])


def _current() -> ReplaySettings:
    try:
        return replay_settings(services().setting("analysis", {}))
    except BatonError:
        return ReplaySettings()


def data_file() -> None:
    """Draw the database file, backup and restore."""
    section("Data", "everything Baton knows lies in one file on this computer")
    workspace = services().workspace
    path = Path(workspace.path)
    rows = {"File": str(path), "Size": _size(path)}
    if workspace.updated_from:
        rows["Before the last update"] = str(workspace.updated_from)
    _facts(rows)
    download(
        "Download a backup",
        _backup,
        "baton-backup.db",
        key="settings:backup",
        help="A complete copy, taken while others go on working.",
    )
    with st.expander("Restore a backup", icon=":material/settings_backup_restore:"):
        _restore()


def _backup() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        copy: Path = services().workspace.backup(Path(folder) / "baton.db")
        return copy.read_bytes()


@calm
def _restore() -> None:
    file = st.file_uploader(
        "Backup file", key=f"restore:{st.session_state.get('restore:round', 0)}"
    )
    sure = st.checkbox(
        "Replace everything in this workspace (the present content is kept aside)",
        key="restore:sure",
        disabled=file is None,
    )
    if not st.button("Restore", key="restore:go", disabled=file is None or not sure) or not file:
        return
    with tempfile.TemporaryDirectory() as folder:
        # The uploaded name is never used as a path.
        copy = Path(folder) / "uploaded.db"
        copy.write_bytes(file.getvalue())
        try:
            kept = services().workspace.restore(copy)
        except BatonError as error:
            raise type(error)(str(error).replace(str(copy), shorten(file.name, 60))) from error
    close_services()
    st.session_state["restore:round"] = st.session_state.get("restore:round", 0) + 1
    st.session_state[_TOLD] = f"Restored. What was here before is kept as {kept.name}."
    st.rerun()


def delete_a_trace() -> None:
    """Draw the way to delete a trace with all that quotes it."""
    section(
        "Delete", "a trace goes with its analyses, reports and decisions; the counts come first"
    )
    page = services().workspace.traces.list(limit=1_000)
    if not page.rows:
        st.caption("There is no trace.")
        return
    names = {row.id: f"{shorten(row.name, 80)} · {row.id}" for row in page.rows}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Trace",
            list(names),
            index=None,
            format_func=lambda key: names.get(key, key),
            placeholder="Choose a trace",
            key="settings:delete",
        )
        if st.button("Delete…", icon=":material/delete:", disabled=not chosen) and chosen:
            confirm_delete(chosen)
    if page.total > len(page.rows):
        st.caption(f"Showing {len(page.rows):,} of {page.total:,}.")


def limits_and_versions() -> None:
    """Draw what Baton can take, and what it consists of."""
    section("Limits and versions")
    _facts(
        {
            "Largest file": f"{st.get_option('server.maxUploadSize'):,} MB",
            "Rows in a table": "1,000; the page says how many there are",
            "Facts in a contract": "any number; the lint warns above eight",
            "Baton": _version("baton"),
            "Streamlit": _version("streamlit"),
            "Encoder": f"{services().encoder_name()}, wordllama {_version('wordllama')} ships with Baton",
            "Python": platform.python_version(),
            "Network": "none but to a model endpoint, if you configure one: nothing else is loaded or sent",
        }
    )


def appearance() -> None:
    """Say how to change between light and dark."""
    section("Appearance")
    st.caption(
        "Baton follows the light or dark setting of your system. To choose yourself, open the menu "
        "with the three dots at the top right, then Settings."
    )


def _facts(rows: dict[str, str]) -> None:
    lines = "".join(f"<dt>{html_escape(k)}</dt><dd>{html_escape(v)}</dd>" for k, v in rows.items())
    st.html(f'<dl class="bt-facts">{lines}</dl>')


def _size(path: Path) -> str:
    total = 0
    for part in (path, path.with_name(path.name + "-wal")):
        with suppress(OSError):
            total += part.stat().st_size
    return f"{total / 1_000_000:,.1f} MB"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
