"""What reviewers think that repairs did: shown beside the priors, frozen as a set of its own."""

from __future__ import annotations

import streamlit as st

from core.errors import BatonError
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash, priors_table
from core.probe.judged import (  # fmt: skip
    EFFECTS,
    Agreement,
    Judged,
    agreement,
    judged_boundaries,
    judged_episodes,
    judged_sets,
)
from pages._ui.badges import tag
from pages._ui.frame import calm, section
from pages._ui.lab_choice import probe_state
from pages._ui.lab_judge import agreement_words
from pages._ui.priors_parts import CHOICE, TOLD, table_html
from pages._ui.services import services
from pages._ui.state import get_param, link_to, set_params
from pages._ui.text import html_escape


def collected() -> tuple[Judged, ...]:
    """Return everything that people judged in this workspace, oldest first in each place."""
    workspace = services().workspace
    found: list[Judged] = []
    for info in workspace.probes.list():
        try:
            found += judged_episodes(info.id, probe_state(info.id))
        except BatonError:  # deleted meanwhile
            continue
    return (*found, *judged_boundaries(workspace.reviews.of_kind("effect")))


def judged_part() -> None:
    """Draw reviewers' counts by model, how far they agree with tests, and the way to freeze them."""
    judged = collected()
    with st.expander(
        f"What reviewers think ({len(judged):,})", icon=":material/group:",
        expanded=bool(get_param("judged")), key="priors_judged",
    ):  # fmt: skip
        st.caption(
            "Helped, changed nothing, harmed: asked for in Review where a repair went out in a live run, and in the "
            "Policy lab on the episodes of a calibration. These judgements are a set of their own. They are never "
            "added to what a test counted, and the gate uses them only if somebody freezes and chooses them."
        )
        if not judged:
            with st.container(horizontal=True):
                link_to("review", "Review", icon=":material/rule:")
                link_to("lab", "Policy lab", icon=":material/science:")
            return
        found = agreement(judged)
        st.html(f'<p class="bt-reason">{html_escape(agreement_words(found))}</p>{_crossed(found)}')
        for priors in judged_sets(judged):
            _set(priors)


def _set(priors: PriorsSet) -> None:
    section(f"On {priors.model}", "; ".join(priors.sources))
    st.html(
        f'<p class="bt-row">{tag("reviewers’ judgements")}</p>{table_html(priors_table(priors))}'
    )
    st.button(
        "Freeze as a set of its own", icon=":material/ac_unit:",
        key=f"priors:judged:{priors_hash(priors)[:12]}", on_click=_freeze, args=(priors,),
    )  # fmt: skip


@calm
def _freeze(priors: PriorsSet) -> None:
    info = services().workspace.priors.add(priors, "reviewers' judgements")
    st.session_state[TOLD] = f"{info.name} is kept, under the hash {info.hash[:12]}."
    st.session_state[CHOICE] = info.hash
    set_params(set=info.hash[:12], judged=None)


def _crossed(found: Agreement) -> str:
    """Return the table of reviewer's word against test's word."""
    if not found.pairs:
        return ""
    head = "".join(f'<th class="bt-right">test: {effect}</th>' for effect in EFFECTS)
    body = "".join(
        f"<tr><td>reviewers: {left}</td>"
        + "".join(
            f'<td class="bt-right">{"<b>" if left == right else ""}{found.table.get((left, right), 0)}</td>'
            for right in EFFECTS
        )
        + "</tr>"
        for left in EFFECTS
    )
    return (
        '<table class="bt-table bt-num" style="max-width: 34rem"><thead>'
        f"<tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
