"""Which runs fit a contract: what is said before a replay, and what a person ticks all the same.

A run fits if its agents play the contract's parties and it is about the same matter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st

from core.contract.fit import misfit
from core.contract.matter import OTHER_MATTER, Particular, other_matter, particulars
from core.contract.model import Contract
from core.controller import document_hash
from core.errors import NotFoundError
from pages._ui.run_names import name_of
from pages._ui.services import services
from pages._ui.text import count, shorten, shorten_middle

READ = 300
"""Runs with the right agents that are read before a replay: some twenty milliseconds each, once."""
_CONSIDERED = 50
"""Contracts that are held against the runs before one is chosen."""


def only_fitting(names: Sequence[str], infos: Sequence[Any]) -> str | None:
    """Return the one contract that any of the runs fits; None if none or several do."""
    if len(names) > _CONSIDERED:
        return None
    teams = {info.agent_names for info in infos}
    found = []
    for name in names:
        contract = services().workspace.contracts.get(name).contract
        if any(not misfit(team, contract) for team in teams):
            found.append(name)
    return found[0] if len(found) == 1 else None


@st.cache_resource(max_entries=50, show_spinner=False)
def _wanted(contract_hash: str, _contract: Contract) -> tuple[Particular, ...]:
    return particulars(_contract)


@st.cache_resource(max_entries=20_000, show_spinner="Reading what the runs are about")
def _other_matter(trace_id: str, contract_hash: str, _wanted: tuple[Particular, ...]) -> str:
    try:
        return other_matter(_wanted, services().workspace.traces.get(trace_id))
    except NotFoundError:
        return ""  # deleted meanwhile; the replay says so


def fitting(contract: Contract, infos: Sequence[Any]) -> tuple[list[Any], list[tuple[Any, str]]]:
    """Return the runs that fit, and the others with the reason.

    A run fits if its agents play the contract's parties and it isn't about something else. Of many
    runs with the right agents the first :data:`READ` are read for it.
    """
    key = document_hash(contract.to_dict())
    wanted = _wanted(key, contract)
    fit: list[Any] = []
    others: list[tuple[Any, str]] = []
    read = 0
    for info in infos:
        why = misfit(info.agent_names, contract)
        if not why and read < READ:
            read += 1
            why = _other_matter(info.id, key, wanted)
        if why:
            others.append((info, why))
        else:
            fit.append(info)
    return fit, others


def choose_runs(contract: Contract, infos: Sequence[Any]) -> list[Any]:
    """Draw how many runs fit the contract and which don't; return those to replay.

    A run that doesn't fit is left out unless a person ticks it. One that fits is taken unless a person
    takes its tick out: few facts may tell its matter from others.
    """
    fit, others = fitting(contract, infos)
    verb = "fits" if len(fit) == 1 else "fit"
    if not others:
        st.caption(f"{len(fit):,} of {count(len(infos), 'run')} {verb} this contract.")
        return _kept(contract, fit)
    same = sum(why.startswith(OTHER_MATTER) for _, why in others)
    about = f", {same:,} of them by the same agents about another matter" if same else ""
    st.caption(
        f"{len(fit):,} of {count(len(infos), 'run')} {verb} this contract; {len(others):,} "
        f"{'is' if len(others) == 1 else 'are'} skipped unless ticked{about}."
    )
    kept = _kept(contract, fit)
    one = len(others) == 1
    title = f"{count(len(others), 'run')} {'doesn’t' if one else 'don’t'} fit this contract"
    with st.expander(title, expanded=not fit):
        ticked = st.data_editor(
            [
                {
                    "Replay all the same": False,
                    "Run": shorten_middle(name_of(info), 80),
                    "Why it doesn't fit": shorten(why, 200),
                }
                for info, why in others
            ],
            hide_index=True,
            disabled=["Run", "Why it doesn't fit"],
            key=tick_key(contract, others),
            height="auto" if len(others) <= 8 else 320,
            column_config={"Why it doesn't fit": st.column_config.TextColumn(width="large")},
        )
    return kept + [
        info for (info, _), row in zip(others, ticked, strict=True) if row["Replay all the same"]
    ]


def _kept(contract: Contract, fit: list[Any]) -> list[Any]:
    """Draw the runs that fit, each with a tick; return those that still have theirs."""
    if not fit:
        return fit
    one = len(fit) == 1
    title = f"{count(len(fit), 'run')} {'fits' if one else 'fit'} this contract"
    with st.expander(title, key="corpus_fitting"):
        st.caption(
            "A run fits if its agents play the contract's parties and at least half of the facts that "
            "name a number, a date or a name stand somewhere in it. Take out the tick of one that is "
            "about something else all the same."
        )
        ticked = st.data_editor(
            [
                {
                    "Replay": True,
                    "Run": shorten_middle(name_of(info), 80),
                    "Task": shorten(info.task, 200),
                }
                for info in fit
            ],
            hide_index=True,
            disabled=["Run", "Task"],
            key=kept_key(contract, fit),
            height="auto" if len(fit) <= 8 else 320,
            column_config={"Task": st.column_config.TextColumn(width="large")},
        )
    return [info for info, row in zip(fit, ticked, strict=True) if row["Replay"]]


def tick_key(contract: Contract, others: Sequence[tuple[Any, str]]) -> str:
    """Return the key of the ticks: they stand by row, so other rows need other ticks."""
    return f"corpus:ticks:{contract.name}:{contract.version}:{_rows(info for info, _ in others)}"


def kept_key(contract: Contract, fit: Sequence[Any]) -> str:
    """Return the key of the ticks of the runs that fit, likewise by row."""
    return f"corpus:kept:{contract.name}:{contract.version}:{_rows(fit)}"


def _rows(infos: Iterable[Any]) -> str:
    return hashlib.sha256(" ".join(info.id for info in infos).encode()).hexdigest()[:12]
