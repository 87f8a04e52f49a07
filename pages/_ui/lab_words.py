"""What the lab's figures mean, and what they don't."""

from __future__ import annotations

import streamlit as st

from core.probe.counts import remark_of
from core.probe.lab import FOLDS
from pages._ui.badges import badge
from pages._ui.lab_choice import EPISODES, PLACES, SAME, Counts, Lab
from pages._ui.state import link_to
from pages._ui.status import look
from pages._ui.text import count, html_escape


def warnings_part(lab: Lab, counts: Counts) -> None:
    """Say what takes weight from the figures above, each in one line."""
    said: list[str] = []
    if lab.is_scripted:
        said.append("Scripted agents played this. The figures show the method, not any model.")
    plan = lab.state.plan
    if plan is not None and len(lab.state.episodes) < len(plan.episodes):
        said.append(f"Not all was run: {len(lab.state.episodes)} of {len(plan.episodes)} episodes.")
    if failed := len(lab.state.episodes) - len(lab.episodes):
        said.append(f"{count(failed, 'episode')} failed and are left out.")
    own = remark_of(lab.state)
    said += [own] if own else []
    if counts.priors is not None and counts.priors.remark not in ("", own):
        said.append(f"{counts.priors.name}: {counts.priors.remark}")
    if counts.source == SAME or counts.own_episodes:
        said.append(
            "In-sample: the gate decides with counts of the very episodes that it is judged by. That flatters it."
        )
    if counts.priors is not None and counts.priors.evidence == "reviewers":
        said.append("The counts are reviewers' judgements. No test measured them.")
    if counts.priors is not None and counts.of_other_model:
        said.append(
            f"Counts of another model: {counts.priors.name} was measured on {counts.priors.model}."
            if counts.confirmed
            else f"{counts.priors.name} was measured on {counts.priors.model}, so the gate doesn't use "
            "it here and repairs nothing. Tick the box above to use it all the same."
        )
    if said:
        style = look("unsure")
        st.html(
            f'<div class="bt-note bt-s-{style.name}">'
            + "".join(f"<div>{badge('unsure', 'note')} {html_escape(one)}</div>" for one in said)
            + "</div>"
        )


_SOURCES = {
    PLACES: f"The episodes are cut into {FOLDS} parts, and the gate decides about each part with the "
    "counts of the others (cross-validated). All seeds of one place, fault and fact are in one part, so "
    "it decides where nothing was measured: the strict way.",
    EPISODES: f"The episodes are cut into {FOLDS} parts, and the gate decides about each part with the "
    "counts of the others (cross-validated). Other seeds of the same place help to decide about it: this "
    "is how the gate fares where it was calibrated.",
    SAME: "The gate decides with counts of these very episodes (in-sample). It has seen the answers, so "
    "it looks better than it will be.",
}


def meaning_part(counts: Counts) -> None:
    """Explain paired, cross-validated, p, and each policy."""
    source = _SOURCES.get(
        counts.source,
        "The gate decides with a frozen set. If it was counted on other episodes, this is the honest "
        "test: what was learnt there, used here.",
    )
    with st.expander("How to read this", icon=":material/help:"):
        st.html(
            "<p><b>Paired.</b> Every episode is one run with one fault, continued natively and with each "
            "repair that could be used, from the same prefix and with the same seed. A policy is replayed by "
            "looking up how the run ended with what it chooses. So the policies differ in their decisions "
            "alone, and nothing new is asked of any model.</p>"
            f"<p><b>Whose counts.</b> {html_escape(source)}</p>"
            "<p><b>Won and lost.</b> Won: the test passes under the policy and fails without repair; lost: the "
            "reverse. p is the exact two-sided McNemar test on these pairs. It takes episodes as independent; "
            "seeds of one place are alike, so the true p is larger. Every policy is a test of its own: of so "
            "many, one p just below 0.05 is weak.</p>"
            "<p><b>95 %</b> is the Wilson interval of the share that passes. Intervals of two policies may overlap "
            "although the paired test is clear: they are the same runs.</p>"
            "<p><b>Changed nothing</b> are repairs after which the test says the same as without them. They cost "
            "tokens and trust.</p>"
        )
        st.html(
            '<dl class="bt-facts">'
            + "".join(f"<dt>{name}</dt><dd>{html_escape(text)}</dd>" for name, text in _POLICIES)
            + "</dl>"
        )
        link_to("priors", "The counts themselves", icon=":material/balance:")


_POLICIES = (
    ("Never repair", "What the agents wrote goes out. All others are compared with this."),
    ("Repair every gap", "The most fitting repair that can be used, whatever the counts say."),
    ("Full gate", "Counts by repair and gap, minus a discount for repairs that went wrong before."),
    ("Gate without history", "The same, without that discount."),
    ("One utility per repair", "Counts by repair alone, whatever the gap."),
    ("Checklist without graph", "Knows that a fact is missing, not why: one repair for every gap."),
    ("Full gate without rollback", "A repair goes out even where its conditions fail afterwards."),
    (
        "A model decides",
        "A model sees the message, the gap and the repairs, and chooses. One call each.",
    ),
)
