"""A person certifies what the check of a held message can't tell; VERIFY files it in the run."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.live.state import Held
from core.repair.model import Candidate
from pages._ui.review_act import focus_on
from pages._ui.text import html_escape

LABELS = {
    "conveyed": "It is conveyed",
    "not_conveyed": "It is not conveyed",
    "contradicted": "Another value stands there",
}


def certifiable(held: Held) -> Candidate | None:
    """Return the repair that waits for a person's word; None where the check is sure."""
    return next(
        (c for c in held.report.candidates if c.proposal and c.proposal.needs == "person"), None
    )


def certify_form(
    held: Held,
    decide: Callable[..., None],
    buttons: Callable[[str], tuple[bool, bool]],
    close: Callable[[], None],
) -> None:
    """Draw the form.

    Args:
        held: What waits; its first gap is the one in doubt.
        decide: Takes ``reason`` and ``certificate``.
        buttons: Draws the form's buttons; returns what was pressed.
        close: Puts the form away.
    """
    gap = held.report.frontiers[0]
    st.html(
        f'<p class="bt-reason"><b>{html_escape(gap.fact)}</b> for '
        f"{html_escape(gap.recipient)}: {html_escape(gap.reason)}</p>"
        '<p class="bt-quiet">The message goes out as it is. What you certify stands behind it in the '
        "run, by your name, and settles this fact for this recipient at this message only.</p>"
    )
    with st.form("live:certify", border=False, enter_to_submit=True):
        label = st.radio(
            "What holds", list(LABELS), format_func=LABELS.__getitem__, horizontal=True
        )
        other = st.text_input(
            "The value that stands instead", max_chars=300, placeholder="Only for another value"
        )
        reason = st.text_input("How do you know?", key="live_certify_reason", max_chars=2000)
        sent, dropped = buttons("Certify and send")
    focus_on("live_certify_reason", f"{held.digest}:certify")
    if dropped:
        close()
    if not sent:
        return
    if not (reason or "").strip():
        st.error("Please say how you know; it stands beside the certificate.")
        return
    if label == "contradicted" and not (other or "").strip():
        st.error("Please say which value stands there instead.")
        return
    certificate = {"label": str(label)}
    if label == "contradicted":
        certificate["other_value"] = (other or "").strip()
    decide(reason=(reason or "").strip(), certificate=certificate)
    st.rerun()
