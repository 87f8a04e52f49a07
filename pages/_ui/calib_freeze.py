"""From counts to a priors set of the workspace: frozen, told as provisional where it is, put to use."""

from __future__ import annotations

import streamlit as st

from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from core.gate.utility import PUBLISHED_RULE
from core.probe.runner import priors_of
from pages._ui.badges import badge, tag
from pages._ui.calib_service import Standing
from pages._ui.frame import calm, section
from pages._ui.priors_default import default_priors, set_default_priors
from pages._ui.services import services
from pages._ui.state import link_to
from pages._ui.text import count, html_escape


def freeze_part(now: Standing) -> None:
    """Draw the way from a calibration that stands still to priors."""
    sets = priors_of(now.spec, now.state)
    if now.is_running or not sets:
        return
    kept = {info.hash for info in services().workspace.priors.list()}
    fresh = [priors for priors in sets if priors_hash(priors) not in kept]
    section("Freeze", "the counts under a content hash, for the gate and for others")
    for priors in sets:
        _one(priors, is_kept=priors_hash(priors) in kept)
    if not fresh:
        return
    if now.status != "done":
        left = now.planned - len(now.state.episodes)
        st.html(
            f'<p class="bt-quiet bt-caution">{count(left, "planned episode")} '
            f"{'was' if left == 1 else 'were'} not run. The set says how many it rests on.</p>"
        )
    st.button(
        "Freeze these counts",
        icon=":material/ac_unit:",
        type="primary",
        key="calib:freeze",
        on_click=_freeze,
        args=(now.id, tuple(fresh)),
    )


@calm
def _freeze(probe_id: str, sets: tuple[PriorsSet, ...]) -> None:
    for priors in sets:
        services().workspace.priors.add(priors, f"calibration {probe_id}")


def _one(priors: PriorsSet, *, is_kept: bool) -> None:
    key = priors_hash(priors)
    marks = [tag("frozen") if is_kept else tag("not frozen yet")]
    small = sum(row.episodes < PUBLISHED_RULE.min_episodes for row in priors.rows)
    if priors.provisional:
        marks.append(badge("unsure", "provisional", title="Too few episodes to trust it yet."))
    st.html(
        f'<p class="bt-doc"><b>{html_escape(priors.name)}</b> <span class="bt-row">{" ".join(marks)}</span>'
        f'</p><p class="bt-quiet">For {html_escape(priors.model)} · {count(len(priors.rows), "segment")} · '
        f'<span title="{key}">hash <code>{key[:12]}</code></span></p>'
    )
    if priors.provisional:
        st.html(
            f'<p class="bt-quiet bt-caution">Provisional: {small} of '
            f"{count(len(priors.rows), 'segment')} have fewer than {PUBLISHED_RULE.min_episodes} "
            "episodes. The gate refuses those whatever they say.</p>"
        )
    if is_kept:
        _use(priors, key)


def _use(priors: PriorsSet, key: str) -> None:
    is_default = default_priors() == key
    with st.container(horizontal=True, vertical_alignment="center"):
        link_to("priors", "Open in Priors", icon=":material/balance:", set=key[:12])
        if is_default:
            st.html(badge("ok", "used in this workspace"), width="content")
        st.button(
            "Use it no more" if is_default else "Use in this workspace",
            key=f"calib:use:{key[:12]}",
            type="tertiary" if is_default else "secondary",
            on_click=set_default_priors,
            args=("" if is_default else key,),
            help="New analyses and live runs propose this set. For agents on another model its counts are "
            "used only after a person has confirmed it.",
        )
