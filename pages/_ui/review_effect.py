"""Asked where a repair went out in a live run: did it help? Kept apart from every count."""

from __future__ import annotations

import streamlit as st

from core.probe.episode import Effect
from core.report import BoundaryReport
from core.review import ReviewState
from pages._ui.lab_judge import WORDS
from pages._ui.person import reviewer
from pages._ui.review_act import Target, act
from pages._ui.state import link_to
from pages._ui.text import html_escape
from pages._ui.trace_analysis import Opened


def effect_part(shown: Opened, target: Target, state: ReviewState) -> None:
    """Ask what an applied repair did, and say what was answered before."""
    report = target.report
    outcome = report.outcome
    applied = outcome is not None and outcome.repaired is not None and outcome.repaired.kept
    if outcome is None or not applied or not outcome.repair or not report.frontiers:
        return
    said = {
        event.author: str(event.payload.get("effect"))
        for event in state.history
        if event.kind == "effect"
    }
    words = "; ".join(f"{who}: {effect}" for who, effect in said.items())
    st.html(
        '<p class="bt-quiet bt-verbs-say">Looking at how the run ended: what did this repair do? Your word '
        "goes into a set of reviewers’ judgements, never into the counts that the gate uses."
        f"{f' Said so far: {html_escape(words)}.' if words else ''}</p>"
    )
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for effect, (label, icon) in WORDS.items():
            st.button(
                label, icon=icon, key=f"effect:{effect}", type="secondary",
                disabled=said.get(reviewer()) == effect, on_click=act, args=(target, "effect"),
                kwargs={"payload": _payload(shown, report, outcome.repair, effect), "move_on": False},
            )  # fmt: skip
        link_to("priors", "All judgements", icon=":material/balance:", judged=1)


def _payload(shown: Opened, report: BoundaryReport, repair: str, effect: Effect) -> dict[str, str]:
    gap = report.frontiers[0]
    fact = shown.contract.fact(gap.fact) if shown.contract else None
    party = fact.owner if fact is not None and repair == "ASK" else gap.recipient
    return {
        "effect": effect,
        "repair": repair,
        "frontier": gap.status,
        "fact": gap.fact,
        "model": _model(shown, party),
    }


def _model(shown: Opened, party: str) -> str:
    """Return the model of the agent that plays a party; scripted agents have none."""
    models = dict(shown.analysis.inputs.binding.get("models", {}))
    for agent in shown.trace.agents:
        if shown.party(agent.name) == party:
            return str(models.get(agent.name) or agent.model or "unknown")
    return "unknown"
