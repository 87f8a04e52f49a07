"""One boundary under review: what was said, what is proposed, why, and what was decided."""

from __future__ import annotations

import re

import streamlit as st

from core.provenance.model import ObligationState
from core.report import BoundaryReport
from pages._ui.badges import badge, tag
from pages._ui.frame import section
from pages._ui.messages import diff_view, message_view
from pages._ui.person import require_person
from pages._ui.review_act import Target, flash
from pages._ui.review_check import postcondition_list
from pages._ui.review_effect import effect_part
from pages._ui.review_gate import gate_part
from pages._ui.review_history import asked_again, history, standing
from pages._ui.review_outcome import HELD, outcome_part
from pages._ui.review_queue import DRIFT_REASON, Filter, walk
from pages._ui.review_verbs import RECORDED, verbs
from pages._ui.run_names import run_names
from pages._ui.services import services
from pages._ui.state import link_to
from pages._ui.text import html_escape, plain
from pages._ui.trace_analysis import Opened, notes
from pages._ui.trace_matrix import check_words, evidence_item
from pages._ui.trace_timeline import event_spans
from pages._ui.trace_words import boundary_words, gap_sentence, route
from pages._ui.trace_wrong import wrong_part


def review_panel(shown: Opened, report: BoundaryReport, wanted: Filter) -> None:
    """Draw the whole panel of one boundary."""
    target = Target(analysis_id=shown.id, report=report, wanted=wanted)
    state = services().workspace.reviews.state(shown.id, report.seq)
    walk(wanted, (shown.id, report.seq), flash)
    _head(shown, report)
    notes(shown, services().workspace.analyses.info(shown.id), switch=False)
    standing(target, state)
    asked_again(shown, target, state)
    only_drift = report.drift_flagged and set(report.review_reasons) == {DRIFT_REASON}
    if only_drift:
        _drift(shown, report)
    _what(shown, report)
    said = RECORDED if report.outcome is None else HELD
    st.html(f'<p class="bt-quiet">{html_escape(said)}</p>')
    if require_person("review_person"):
        verbs(shown, target, state)
        effect_part(shown, target, state)
    _evidence(shown, report, older=only_drift)
    section("What the gate knew", "counts of the calibration; the gate uses counts, not intervals")
    gate_part(report)
    if not only_drift and report.drift_flagged:
        _drift(shown, report)
    section("History")
    history(shown, target, state)


def _drift(shown: Opened, report: BoundaryReport) -> None:
    from pages._ui.drift_roles import tau_of
    from pages._ui.drift_turn import turn_terms

    section("Role drift", "above the threshold")
    turn_terms(shown, report, tau=tau_of(shown), flagged=report.drift_flagged)


def _head(shown: Opened, report: BoundaryReport) -> None:
    event = shown.events[report.seq]
    why = report.review_reasons or (boundary_words(shown, report),)
    guessed = (
        tag("inferred work product", title=event.rule) if event.kind_from != "recorded" else ""
    )
    st.html(
        f'<p class="bt-panel-title">{badge(report.decision)} '
        f"<span>#{report.seq} {html_escape(route(event))}</span> {guessed}</p>"
        f'<p class="bt-reason">{html_escape(_sentence("; ".join(why)))}</p>'
        f'<p class="bt-quiet">{html_escape(_run(shown))} · '
        f"{html_escape(shown.analysis.inputs.contract)}</p>"
    )
    with st.container(horizontal=True, gap="small"):
        gap = next(iter(concerns(shown, report)), None)
        link_to(
            "trace_view",
            "In the matrix",
            icon=":material/grid_on:",
            analysis=shown.id,
            seq=report.seq,
            fact=gap.fact if gap else None,
            recipient=gap.recipient if gap else None,
        )
        link_to(
            "provenance",
            "In the graph",
            icon=":material/account_tree:",
            analysis=shown.id,
            seq=report.seq,
        )
        if report.drift is not None:
            link_to(
                "drift",
                "Its drift",
                icon=":material/show_chart:",
                analysis=shown.id,
                seq=report.seq,
            )


def _run(shown: Opened) -> str:
    return run_names([shown.trace_id]).get(shown.trace_id, shown.trace.name)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _what(shown: Opened, report: BoundaryReport) -> None:
    """The message; where a repair is proposed, as a diff with its postconditions."""
    if report.outcome is not None:
        outcome_part(shown, report, report.outcome)
        return
    chosen = next((c for c in report.candidates if c.repair == report.chosen), None)
    proposal = chosen.proposal if chosen else None
    if chosen is None or proposal is None or proposal.text is None:
        message_view(
            report.original,
            event_spans(shown, report.seq),
            key=f"rv:{shown.id}:{report.seq}",
            head="The message as it was sent",
            limit=2500,
        )
        if proposal is not None and proposal.note:
            st.html(f'<p class="bt-note">{html_escape(proposal.note)}</p>')
        return
    diff_view(
        report.original,
        proposal.text,
        key=f"rv:{shown.id}:{report.seq}",
        head=f"Proposed repair: {chosen.repair}, carried over from event {proposal.source_seq}",
    )
    st.html(postcondition_list(proposal.postconditions))
    st.html(f'<p class="bt-quiet">{html_escape(report.reason)}</p>')


def concerns(shown: Opened, report: BoundaryReport) -> list[ObligationState]:
    """Return the obligations that this boundary is about, in the order in which its title names them.

    What the title doesn't name comes behind, the one that is worked on first.
    """
    pairs = [(f.fact, f.recipient) for f in report.frontiers]
    pairs += [(c.fact, c.recipient) for c in report.changes if c.is_gap or c.unsure]
    found = (shown.state(pair, report.seq) for pair in dict.fromkeys(pairs))
    states = [
        state
        for state in found
        if state is not None and (state.is_gap or state.unsure or shown.override_of(state))
    ]
    title = "; ".join(report.review_reasons or (report.reason,))
    return sorted(states, key=lambda state: named_at(title, state))


def named_at(title: str, state: ObligationState) -> float:
    """Return where a title names a fact for a recipient; behind everything if it doesn't."""
    words = rf"(?<![\w-]){re.escape(state.fact)} (for|is contradicted at) {re.escape(state.recipient)}\b"
    found = re.search(words, title)
    return found.start() if found else float("inf")


def _evidence(shown: Opened, report: BoundaryReport, *, older: bool) -> None:
    states = concerns(shown, report)
    if not states:
        return
    hint = "the controller works on the earliest gap only" if len(states) > 1 else ""
    if older:
        section("Older gaps", "they stood before this message, and aren't why it waits")
    else:
        section("Evidence", hint)
    for number, state in enumerate(states):
        title = f"{state.fact} for {state.recipient}: {state.display}"
        with st.expander(plain(title), expanded=number == 0 and not older):
            fact = shown.contract.fact(state.fact) if shown.contract else None
            about = f"{fact.statement} · checked: {check_words(fact)}" if fact else ""
            st.html(
                f'<p class="bt-reason">{badge(state.display)} '
                f"{html_escape(gap_sentence(shown, state))}</p>"
                f'<p class="bt-quiet">{html_escape(about)}</p>'
            )
            wrong_part(shown, state, boundary=report.seq)
            for place, item in enumerate(dict.fromkeys(state.evidence)):
                evidence_item(shown, state, item, key=f"rev:{report.seq}:{number}:{place}")
            if not state.evidence:
                st.html('<p class="bt-quiet">No message states this fact.</p>')
