"""The verbs of a review, each with its key, and the small forms that some of them open."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.report import BoundaryReport
from core.review import ReviewKind, ReviewState
from pages._ui.messages import diff_view
from pages._ui.review_act import Target, act, close_form, focus_on, form_open, open_form
from pages._ui.review_check import check_text, postcondition_list
from pages._ui.review_gate import orderable, proposal_view
from pages._ui.text import html_escape, plain
from pages._ui.trace_analysis import Opened

RECORDED = "This run is recorded: your decision is an annotation; what was sent can't be unsent."
_NEEDS_REASON = "Please give a reason; it stands beside the decision in the history."


def verbs(shown: Opened, target: Target, state: ReviewState) -> None:
    """Draw the buttons, and below them the form that one of them opened."""
    report, key = target.report, target.key
    closed = state.is_closed
    repaired = report.decision == "COMMIT"
    choices = orderable(report)
    st.html(f'<p class="bt-quiet bt-verbs-say">{html_escape(verb_words(report))}</p>')
    with st.container(horizontal=True, gap="small", key="bt_verbs"):
        st.button(
            approve_label(report),
            key="verb:approve",
            shortcut="a",
            type="primary",
            disabled=closed,
            on_click=act,
            args=(target, "approve"),
            kwargs={"payload": _approved(target)},
            help="You agree that the repaired text goes out."
            if repaired
            else "You agree that the agent's own text goes out unchanged.",
        )
        _opener("Edit", "edit", "e", key, closed, "Write the text yourself.")
        _opener(
            "Reject",
            "reject",
            "x",
            key,
            closed,
            "You block the repair; the agent's own text stands."
            if repaired
            else "This should not have gone out as it is.",
        )
        _opener(
            "Order repair",
            "order",
            "o",
            key,
            closed or not choices,
            "Order a repair that the gate refused."
            if choices
            else "The gate refused no repair whose prerequisites hold.",
        )
        st.button(
            "Skip",
            key="verb:skip",
            shortcut="s",
            disabled=closed or state.status == "skipped",
            on_click=act,
            args=(target, "skip"),
            help="Set it aside; it stays undecided and has its own filter.",
        )
        _opener(
            "Escalate",
            "escalate",
            None,
            key,
            closed or state.status == "escalated",
            "Pass it on to somebody else.",
        )
    form = form_open(key)
    if closed or not form:
        return
    with st.container(border=True, key="bt_verb_form"):
        {"edit": _edit, "order": _order}.get(form, _plain_form)(shown, target)


def approve_label(report: BoundaryReport) -> str:
    """Return what the first button approves: the repair, or that nothing is changed."""
    if report.decision == "COMMIT":
        return f"Approve {report.chosen}"
    return "Agree: let it pass as sent"


def verb_words(report: BoundaryReport) -> str:
    """Return one line on what each verb means at this boundary."""
    if report.decision == "COMMIT":
        first = f"Approve: the text as {report.chosen} repaired it is right"
        third = "Reject: the agent's own text should have stood"
    else:
        first = "Agree: it was right to send the text unchanged"
        third = "Reject: it should not have gone out like this"
    order = (
        "Order: a repair against the gate" if orderable(report) else "Order: no repair is possible"
    )
    return f"{first}. Edit: write the text yourself. {third}. {order}. Skip: later. Escalate: somebody else."


def _opener(label: str, verb: str, shortcut: str | None, key: str, off: bool, hint: str) -> None:
    st.button(
        label,
        key=f"verb:{verb}",
        shortcut=shortcut,
        disabled=off,
        on_click=open_form,
        args=(key, verb),
        help=hint,
    )


def _approved(target: Target) -> dict[str, Any]:
    return {"decision": target.report.decision, "repair": target.report.chosen}


def _plain_form(shown: Opened, target: Target) -> None:
    verb = form_open(target.key)
    must = verb == "reject"
    label = "Why do you reject it?" if must else "What should the next person know? (optional)"
    button = "Reject it" if must else "Escalate it"
    payload = _approved(target) if must else {}
    _reason_form(target, verb, label, button, payload, must=must)  # type: ignore[arg-type]


def _reason_form(
    target: Target,
    verb: ReviewKind,
    label: str,
    button: str,
    payload: dict[str, Any],
    *,
    must: bool = True,
) -> None:
    field = f"review_reason_{verb}"
    with st.form(f"form_{verb}", border=False, enter_to_submit=True):
        reason = st.text_input(label, key=field, max_chars=2000)
        with st.container(horizontal=True, gap="small"):
            sent = st.form_submit_button(button, type="primary", icon=":material/check:")
            dropped = st.form_submit_button("Cancel")
    if dropped:
        close_form()
        st.rerun()
    if sent and must and not (reason or "").strip():
        st.error(_NEEDS_REASON)
    elif sent:
        act(target, verb, reason=reason or "", payload=payload)
        st.session_state.pop(field, None)
        st.rerun()
    focus_on(field, f"{target.key}:{verb}:{len(payload)}")


def _edit(shown: Opened, target: Target) -> None:
    """First the text, then what changed and what holds, then the reason."""
    report = target.report
    draft_key = f"draft:{target.key}"
    draft = st.session_state.get(draft_key)
    start = draft if draft is not None else report.released
    with st.form("form_edit_text", border=False, enter_to_submit=False):
        text = st.text_area(
            "The text that should have gone out", start, height=260, key="edit_text"
        )
        with st.container(horizontal=True, gap="small"):
            checked = st.form_submit_button("Show changes and check", icon=":material/difference:")
            dropped = st.form_submit_button("Cancel")
    if dropped:
        st.session_state.pop(draft_key, None)
        close_form()
        st.rerun()
    if checked:
        draft = st.session_state[draft_key] = text
    if draft is None:
        focus_on("edit_text", f"{target.key}:edit")
        return
    if draft == report.original:
        st.info("This is the agent's own text, unchanged. Approve or reject instead.")
        return
    diff_view(report.original, draft, key="edit_diff", head="What you changed in the agent's text")
    conditions = check_text(shown, report, draft)
    st.html(postcondition_list(conditions))
    if not all(c.holds for c in conditions):
        st.warning(
            "A condition fails. You can still submit: the history will say so.",
            icon=":material/warning:",
        )
    payload = {
        "text": draft,
        "previous": report.released,
        "postconditions": [
            {"name": c.name, "holds": c.holds, "detail": c.detail} for c in conditions
        ],
    }
    _reason_form(target, "edit", "Why this text?", "Submit the edit", payload)


def _order(shown: Opened, target: Target) -> None:
    choices = {c.repair: c for c in orderable(target.report)}
    name = st.radio("Repair", list(choices), horizontal=True, key=f"order:{target.key}")
    chosen = choices[name]
    refused = chosen.admission.reason if chosen.admission else ""
    if refused:
        st.caption(f"The gate refused it: {plain(refused)}")
    proposal_view(target.report, chosen, key="order_diff")
    proposal = chosen.proposal
    if proposal is None:
        return
    if proposal.text is not None:
        st.html(postcondition_list(proposal.postconditions))
    payload = {
        "repair": name,
        "text": proposal.text,
        "question": proposal.question,
        "addressee": proposal.addressee,
        "gate": refused,
        "postconditions": [
            {"name": c.name, "holds": c.holds, "detail": c.detail} for c in proposal.postconditions
        ],
    }
    _reason_form(target, "order", "Why against the gate?", f"Order {name}", payload)
