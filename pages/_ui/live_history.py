"""The history adjustment of live runs (ours): what earlier runs with the same priors take off u."""

from __future__ import annotations

import streamlit as st

from core.gate.history import PRIOR_USES, WEIGHT, History, Uses
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from pages._ui.badges import badge
from pages._ui.services import database_url, services
from pages._ui.text import count, html_escape


def history_box() -> bool:
    """Draw the switch of a run; return whether it is on."""
    return st.checkbox(
        "Heed how these repairs fared in earlier runs",
        help="A repair that was rolled back, or after which a run failed the test of the calibration, loses "
        "some of its u in this run. The counts stay as they are and still decide what is admitted; a repair "
        "whose u falls to zero or below is held back. Every decision says so.",
        key="live:history",
    )


def history_for(on: bool, priors: PriorsSet | None) -> History | None:
    """Return the history that a new run is started with."""
    if not on or priors is None:
        return None
    found: History = services().workspace.runtime_history(priors)
    return found


def _off(used: Uses) -> str:
    return f"{used.discount:.2f}" if used.bad else "nothing"


def history_words(history: History) -> str:
    """Return what a run was told about earlier ones, in a sentence."""
    told = [
        f"{repair} x {frontier}: {used.bad} of {count(used.uses, 'use')} went wrong, {_off(used)} off u"
        for (repair, frontier), used in sorted(history.segments.items())
        if used.uses
    ]
    said = "; ".join(told) or "none of its repairs was used before"
    return f"History of earlier runs with these priors is heeded: {said}. Counts are unchanged."


def history_part(priors: PriorsSet) -> None:
    """Draw, beside a set's counts, how its repairs fared at run time."""
    live = services().workspace.live.list()
    stamp = max((str(run.changed_at) for run in live), default="")
    history = _history(database_url(), priors_hash(priors), len(live), stamp)
    uses = sum(used.uses for used in history.segments.values())
    with st.expander(f"At run time: {count(uses, 'use')}", icon=":material/history:"):
        st.caption(
            "Live runs that were led by this set. A use went wrong if it was rolled back, or if the run then failed the "
            f"test by which the set was counted. With b bad ones of n uses {WEIGHT:g} × b / (n + {PRIOR_USES}) is taken off "
            "u, in runs that heed it. This is Baton's own rule, kept apart from the counts."
        )
        if not uses:
            return
        rows = "".join(
            f'<tr><td><b>{repair}</b></td><td>{badge(frontier)}</td><td class="bt-right">{used.uses}</td>'
            f'<td class="bt-right">{used.bad}</td><td class="bt-right"><b>{_off(used)}</b></td></tr>'
            for (repair, frontier), used in sorted(history.segments.items())
        )
        st.html(
            '<table class="bt-table bt-num" style="max-width: 34rem"><thead><tr><th>Repair</th><th>Gap</th>'
            '<th class="bt-right">Uses</th><th class="bt-right">Went wrong</th>'
            f'<th class="bt-right">Off u</th></tr></thead><tbody>{rows}</tbody></table>'
        )


@st.cache_data(max_entries=32, show_spinner=False)
def _history(url: str | None, key: str, runs: int, stamp: str) -> History:
    """Return a set's history; read again once a run was added or has changed."""
    workspace = services().workspace
    found: History = workspace.runtime_history(workspace.priors.get(key))
    return found


def history_note(history: History | None) -> None:
    """Say on a run's screen that history is heeded."""
    if history is not None:
        st.html(f'<p class="bt-quiet">{html_escape(history_words(history))}</p>')
