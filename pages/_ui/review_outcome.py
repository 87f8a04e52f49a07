"""What became of a boundary that was held in a live or guarded run: what went out, and why."""

from __future__ import annotations

import streamlit as st

from core.repair.ask import CONTROLLER
from core.repair.transaction import Step
from core.report import Act, BoundaryReport, Outcome
from pages._ui.badges import badge
from pages._ui.messages import diff_view, message_view
from pages._ui.review_check import postcondition_list
from pages._ui.state import link_to
from pages._ui.text import html_escape
from pages._ui.trace_analysis import Opened

HELD = "This run is over: your decision is an annotation; what went out can't be unsent."

_RULED: dict[Act, str] = {
    "proposed": "approved what was proposed",
    "original": "had the agent's own text sent",
    "edit": "wrote the text that went out",
    "order": "ordered a repair",
}


def outcome_part(shown: Opened, report: BoundaryReport, outcome: Outcome) -> None:
    """Draw what went out beside the agent's own text, each step with its conditions."""
    key = f"rv:{shown.id}:{report.seq}"
    if report.released == report.original:
        message_view(report.original, key=key, head="Sent as its author wrote it", limit=2500)
    else:
        diff_view(report.original, report.released, key=key, head="What went out, with the changes")
    st.html(f'<p class="bt-reason">{html_escape(ruling_words(outcome))}</p>')
    if outcome.rewritten is not None:
        _step("Role rewrite", outcome.rewritten)
    if outcome.repaired is not None:
        _step(outcome.repair or "Text of a person", outcome.repaired)
    st.html(f'<p class="bt-quiet">{html_escape(report.reason)}</p>')
    _events(shown, outcome)


def ruling_words(outcome: Outcome) -> str:
    """Return who ruled and how, with the reason that was given."""
    because = f": {outcome.because.rstrip('.')}" if outcome.because else ""
    if outcome.by:
        return f"{outcome.by} {_RULED[outcome.act]}{because}."
    if outcome.because:
        return f"Nobody ruled{because}."
    return "Nobody was asked; the controller did what it had found."


def _step(name: str, step: Step) -> None:
    mark = badge("COMMIT", "kept") if step.kept else badge("ROLLBACK", "undone")
    error = f' <span class="bt-muted">{html_escape(step.error)}</span>' if step.error else ""
    st.html(f'<p class="bt-reason">{mark} {html_escape(name)}{error}</p>')
    if step.postconditions:
        st.html(postcondition_list(step.postconditions))


def _events(shown: Opened, outcome: Outcome) -> None:
    """Link to the question, the answer, or the certificate that came about on the way."""
    known = [shown.events[seq] for seq in outcome.events if seq in shown.events]
    if not known:
        return
    with st.container(horizontal=True, gap="small"):
        for event in known:
            name = {"message": "Question" if event.sender == CONTROLLER else "Answer"}
            label = f"{name.get(event.kind, 'Certificate')}, event {event.seq}"
            link_to(
                "trace_view",
                label,
                icon=":material/forum:",
                analysis=shown.id,
                seq=event.seq,
            )
