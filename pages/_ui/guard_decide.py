"""Deciding about a held message of a guarded run: exactly what would be sent, why, and what to do."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.guard.journal import GuardHeld, GuardState
from core.trace.redact import has_placeholder
from pages._ui.badges import badge
from pages._ui.frame import calm
from pages._ui.live_act import act, tell
from pages._ui.live_words import digest_html
from pages._ui.messages import diff_view, message_view
from pages._ui.person import require_person, reviewer
from pages._ui.review_act import close_form, focus_on, form_lost, form_open, open_form
from pages._ui.review_check import postcondition_list
from pages._ui.review_gate import gate_part, orderable, proposal_view
from pages._ui.services import services
from pages._ui.text import html_escape, plain
from pages._ui.trace_split import split
from pages._ui.when import when


def decide_form(info: Any, held: GuardHeld) -> None:
    """Draw a held message with the ways to decide about it."""
    with st.container(border=True, key="bt_live_held"):
        st.html(_head(held))
        if held.refusal:
            st.warning(plain(held.refusal), icon=":material/sync_problem:")
        main, side = split("guard_held", 1, 1)
        with main:
            _what(held)
            if require_person("guard_decider"):
                _verbs(info, held)
        with side:
            _gaps(held)
            with st.expander("What the gate knew", expanded=False):
                gate_part(held.report)


def overtaken(info: Any, state: GuardState) -> bool:
    """Say what became of a message whose form was open; return whether there was one.

    What was typed there is gone: somebody else decided, its program waited no longer, or the run is
    over.
    """
    waits = {f"guard:{info.id}:{held.digest}" for held in state.waiting}
    lost = form_lost(f"guard:{info.id}:", waits)
    if not lost:
        return False
    digest = lost.rpartition(":")[2]
    held = state.held.get(digest)
    if digest in state.answered:
        why = state.answered[digest]
    elif state.is_closed:
        why = "The run is over, and its program is gone. Nobody sends this message any more."
    elif held is not None and held.decided_by:
        why = f"{held.decided_by} has decided meanwhile."
    else:
        why = "The run has gone on, and something else would be sent now. Look at it again."
    tell(info.id, f"{why} What you had typed was not sent.")
    return True


def _head(held: GuardHeld) -> str:
    event = held.event
    again = " · the run went on, so it is asked about again" if held.is_again else ""
    return (
        f'<p class="bt-panel-title">{badge("run-waiting", "waits for you")} '
        f"<span>{html_escape(event.sender)} → "
        f"{html_escape(', '.join(event.recipients) or 'nobody')}</span></p>"
        f'<p class="bt-reason">{html_escape("; ".join(held.reasons))}</p>'
        f'<p class="bt-quiet">held since {html_escape(when(held.since, seconds=True))}{again} · '
        f"{digest_html(held.digest)}</p>"
    )


def _what(held: GuardHeld) -> None:
    report, own = held.report, held.event.text
    key = f"guard:{held.digest[:16]}"
    chosen = next((c for c in report.candidates if c.repair == report.chosen), None)
    proposal = chosen.proposal if chosen is not None else None
    if report.released != own:
        diff_view(own, report.released, key=key, head=f"What would be sent: with {report.chosen}")
        _hidden(own, report.released)
        if proposal is not None:
            st.html(postcondition_list(proposal.postconditions))
        return
    message_view(own, key=key, head="What would be sent: the agent's own text", limit=3000)
    _hidden(own)
    if chosen is not None and proposal is not None and proposal.question:
        proposal_view(report, chosen, key=f"{key}:question")


def _hidden(*texts: str) -> None:
    if any(has_placeholder(text) for text in texts):
        st.caption(
            "Secrets are hidden here and go out unchanged when it is sent as it is; a text with such a "
            "mark in it can't be sent in its place."
        )


def _gaps(held: GuardHeld) -> None:
    if not held.report.frontiers:
        st.caption("No fact is missing here.")
    for gap in held.report.frontiers[:4]:
        status = "unsure" if gap.unsure else gap.status
        st.html(
            f'<p class="bt-reason">{badge(status)} <b>{html_escape(gap.fact)}</b> for '
            f"{html_escape(gap.recipient)}: {html_escape(gap.reason)}</p>"
        )


def _verbs(info: Any, held: GuardHeld) -> None:
    report = held.report
    key = f"guard:{info.id}:{held.digest}"
    choices = [c for c in orderable(report) if c.proposal and c.proposal.needs != "person"]
    changes = report.chosen is not None
    st.html(
        '<p class="bt-quiet bt-verbs-say">The program that holds it sends what you decide when it '
        "looks next. That can't be undone.</p>"
    )
    with st.container(horizontal=True, gap="small", key="bt_verbs"):
        st.button(
            f"Send it with {report.chosen}" if changes else "Send it",
            key=f"guard:send:{held.digest[:16]}",
            type="primary",
            on_click=_decide,
            args=(info.id, held, "proposed"),
        )
        _opener("Edit", "edit", key, held)
        if changes:
            _opener("Send without repair", "original", key, held)
        if choices:
            _opener("Order repair", "order", key, held)
    form = form_open(key)
    if form not in ("edit", "original", "order"):
        return
    with st.container(border=True, key="bt_verb_form"), st.form(f"guard:{form}", border=False):
        text = repair = ""
        if form == "edit":
            text = st.text_area("The text that goes out", report.released, height=240) or ""
        if form == "order":
            repair = st.radio("Repair", [c.repair for c in choices], horizontal=True) or ""
        reason = st.text_input("Why?", key="guard_reason", max_chars=2000)
        with st.container(horizontal=True, gap="small"):
            sent = st.form_submit_button(_DO[form], type="primary", icon=":material/check:")
            dropped = st.form_submit_button("Cancel")
    focus_on("guard_reason", f"{held.digest}:{form}")
    if sent and not (reason or "").strip():
        st.error("Please give a reason; it stands beside the decision.")
    elif sent:
        _decide(info.id, held, form, reason=(reason or "").strip(), text=text, repair=repair)
        st.rerun()
    elif dropped:
        close_form()
        st.rerun()


_DO = {"edit": "Send this text", "original": "Send the agent's own text", "order": "Order it"}


def _opener(label: str, verb: str, key: str, held: GuardHeld) -> None:
    st.button(
        label,
        key=f"guard:verb:{verb}:{held.digest[:16]}",
        on_click=open_form,
        args=(key, verb),
    )


@calm
def _decide(run_id: str, held: GuardHeld, verb: str, **more: str) -> None:
    guards = services().workspace.guards
    if act(
        run_id,
        lambda: guards.decide(run_id, held.digest, verb, by=reviewer(), **more),
        "Decided. Its program carries that out when it looks next.",
    ):
        close_form()
