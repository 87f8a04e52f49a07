"""Names by which a person recognises a run: its own name, and the start of its task or its file.

run_name("3", task="Write an offer for the school")   # '3 · “Write an offer for the…”'
run_name("5f3c…64 digits", task="Write an offer")     # '“Write an offer” · 5f3c19d2…'
run_names(["d00dfeed0123"])                           # trace id -> such a name
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from core.errors import NotFoundError
from core.trace.model import is_machine_made
from pages._ui.services import database_url, services
from pages._ui.text import shorten

TASK = 44
"""Characters of a task that stand behind the name."""
TELLING = 24
"""A name with this many characters tells enough by itself."""
_MANY = 20


def run_name(name: str, *, task: str = "", source: str = "") -> str:
    """Return the name of a run, with the start of its task or file where the name says little.

    Args:
        name: The run's own name.
        task: What the team was asked, if the log says it.
        source: The file it came from.
    """
    own = shorten(name, 90)
    if task.strip() and is_machine_made(name):
        return f"“{shorten(task, TASK)}” · {name.strip()[:8]}…"
    if len(own) >= TELLING:
        return own
    if task.strip():
        return f"{own} · “{shorten(task, TASK)}”"
    file = source.replace("\\", "/").rpartition("/")[2]
    return own if not file or file.partition(".")[0] == own else f"{own} · {shorten(file, TASK)}"


@st.cache_resource(max_entries=4, show_spinner=False)
def _known(url: str | None) -> dict[str, str]:
    return {}


def run_names(trace_ids: Iterable[str]) -> dict[str, str]:
    """Return trace id -> name; a trace that was deleted meanwhile is left out."""
    known, traces = _known(database_url()), services().workspace.traces
    wanted = list(dict.fromkeys(trace_ids))
    missing = [key for key in wanted if key not in known]
    if len(missing) > _MANY:
        for info in traces.list(limit=100_000).rows:
            known[info.id] = name_of(info)
        missing = []
    for key in missing:
        try:
            known[key] = name_of(traces.info(key))
        except NotFoundError:
            continue
    return {key: known[key] for key in wanted if key in known}


def name_of(info: Any) -> str:
    """Return the name of a stored trace."""
    return run_name(info.name, task=info.task, source=info.source)


def analysis_words(info: Any, names: dict[str, str] | None = None) -> str:
    """Return what tells one analysis of a run from another: contract, roles, priors, age."""
    contract = info.contract_name
    if info.contract_version:
        contract += f"@{info.contract_version}"
    parts = [contract, f"roles {info.roles}" if info.roles else "", info.priors or "no priors"]
    if names is not None:
        parts.insert(0, names.get(info.trace_id, info.trace_name))
    return " · ".join(part for part in parts if part)
