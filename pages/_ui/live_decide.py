"""A held boundary of a live run: exactly what would be sent, why it waits, and what to do with it.

Unlike on a recorded run, a decision here changes what the recipients get.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import streamlit as st

from core.live.state import Held, RunState, Verdict
from core.repair.model import Candidate
from pages._ui.badges import badge
from pages._ui.frame import calm
from pages._ui.live_act import act, tell
from pages._ui.live_certify import certifiable, certify_form
from pages._ui.live_snapshot import snapshot
from pages._ui.live_words import again_words, digest_html, verdict_word
from pages._ui.messages import diff_view, message_view
from pages._ui.person import require_person, reviewer
from pages._ui.review_act import close_form, focus_on, form_lost, form_open, open_form
from pages._ui.review_check import postcondition_list
from pages._ui.review_gate import gate_part, orderable, proposal_view
from pages._ui.review_panel import concerns
from pages._ui.services import services
from pages._ui.text import html_escape, plain
from pages._ui.trace_matrix import evidence_panel
from pages._ui.trace_split import split
from pages._ui.when import when

_NEEDS_REASON = "Please give a reason; it stands beside the decision."


def decide_part(info: Any, state: RunState) -> None:
    """Draw the held boundary, if there is one that waits or whose decision can be undone."""
    held = state.held
    _overtaken(info, state)
    if held is None or state.is_over:
        return
    if held.verdict is not None and not held.expired:
        _decided(info, state, held)
        return
    if not held.is_parked:
        return
    with st.container(border=True, key="bt_live_held"):
        st.html(_head(held))
        if info.status == "paused":
            st.html(
                '<p class="bt-note">The run is paused. A decision is kept, and carried out when '
                "it goes on.</p>"
            )
        main, side = split("live_held", 1, 1)
        with main:
            _what(info, held)
            if require_person("live_decider"):
                _verbs(info, held)
        with side:
            _why(info, state, held)


def _overtaken(info: Any, state: RunState) -> None:
    """Say who decided, where the form of a decision was open: what was typed there is gone."""
    held = state.held
    waits = held is not None and held.is_parked and held.verdict is None and not state.is_over
    key = _key(info, held) if held is not None and waits else ""
    lost = form_lost(f"live:{info.id}:", (key,))
    if not lost:
        return
    known = [held.verdict if held is not None else None, *(o.verdict for o in state.outcomes)]
    verdict = next((v for v in known if v is not None and lost.endswith(v.digest)), None)
    who = "This message is no longer held"
    if verdict is not None:
        who = f"{verdict.author} has decided meanwhile: {verdict_word(verdict)}"
    tell(info.id, f"{who}. What you had typed was not sent.")


def _decided(info: Any, state: RunState, held: Held) -> None:
    verdict = held.verdict
    assert verdict is not None  # noqa: S101  (the caller has looked)
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.html(
            f'<p class="bt-reason">{badge("run-decided", verdict_word(verdict))} by '
            f"{html_escape(verdict.author)}, {html_escape(when(verdict.at, seconds=True))}</p>"
            f'<p class="bt-quiet">{html_escape(_carried_out(state, verdict))} · '
            f"{digest_html(held.digest)}</p>",
            width="content",
        )
        st.button(
            "Undo",
            key=f"live:undo:{held.digest}:{verdict.live_seq}",
            icon=":material/undo:",
            shortcut="z",
            help=plain(f"Takes back: {verdict_word(verdict)} by {verdict.author}."),
            on_click=_undo,
            args=(info.id, held),
        )


def _carried_out(state: RunState, verdict: Verdict) -> str:
    """Return when a decision is carried out, for somebody who thinks of taking it back."""
    grace = state.run.grace_seconds
    if verdict.at is None or not grace:
        return "It is being carried out"
    until = when(verdict.at + timedelta(seconds=grace), seconds=True)
    return f"It is about to be carried out, at {until}; until then it can be undone"


@calm
def _undo(run_id: str, held: Held) -> None:
    live, verdict = services().workspace.live, held.verdict
    assert verdict is not None  # noqa: S101  (only a decision has the button)
    act(
        run_id,
        lambda: live.undo(
            run_id, seq=held.seq, digest=held.digest, author=reviewer() or "somebody",
            verdict=verdict.live_seq,
        ),
        f"Undone: {verdict_word(verdict)} by {verdict.author}. Decide again.",
    )  # fmt: skip


def _head(held: Held) -> str:
    since = f"held since {when(held.parked_at, seconds=True)}" if held.parked_at else "held"
    return (
        f'<p class="bt-panel-title">{badge("run-waiting", "waits for you")} '
        f"<span>#{held.seq} {html_escape(held.agent)} → "
        f"{html_escape(', '.join(held.recipients) or 'nobody')}</span></p>"
        f'<p class="bt-reason">{html_escape("; ".join(held.reasons))}</p>'
        f'<p class="bt-quiet">{html_escape(since)}; nobody has read it yet{again_words(held)} · '
        f"{digest_html(held.digest)}</p>"
    )


def _what(info: Any, held: Held) -> None:
    report = held.report
    key = f"held:{info.id}:{held.seq}:{held.digest[:8]}"
    chosen = next((c for c in report.candidates if c.repair == report.chosen), None)
    if report.released != held.text:
        diff_view(
            held.text, report.released, key=key, head=f"What would be sent: with {report.chosen}"
        )
        if chosen is not None and chosen.proposal is not None:
            st.html(postcondition_list(chosen.proposal.postconditions))
    else:
        message_view(
            held.text, key=key, head="What would be sent: the agent's own text", limit=3000
        )
        if chosen is not None and chosen.proposal is not None and chosen.proposal.question:
            proposal_view(report, chosen, key=f"{key}:question")


def _verbs(info: Any, held: Held) -> None:
    repaired = held.report.released != held.text
    doubt = certifiable(held)
    acting = held.report.chosen is not None and (doubt is None or held.report.chosen != "VERIFY")
    key = _key(info, held)
    st.html(f'<p class="bt-quiet bt-verbs-say">{html_escape(_words(held))}</p>')
    with st.container(horizontal=True, gap="small", key="bt_verbs"):
        st.button(
            f"Send it with {held.report.chosen}" if acting else "Send it",
            key=f"live:approve:{held.digest}",
            shortcut="a",
            type="primary",
            on_click=_decide,
            args=(info.id, held, "approve"),
        )
        _opener("Edit", "edit", "e", key, help="Write what its recipients get.")
        _opener(
            "Send without repair" if repaired else "Send back",
            "reject",
            "x",
            key,
            help="The agent's own text goes out."
            if repaired
            else "Nothing goes out; its author reads your reason and writes again. "
            "Three in a row stop the run.",
        )
        choices = _choices(held)
        _opener(
            "Order repair",
            "order",
            "o",
            key,
            help="Apply a repair that the gate refused."
            if choices
            else "No refused repair has its prerequisites here.",
            disabled=not choices,
        )
        if doubt is not None:
            _opener(
                "Certify",
                "certify",
                "v",
                key,
                help="Say by your name what holds, where the check can't tell.",
            )
    form = form_open(key)
    if form:
        with st.container(border=True, key="bt_verb_form"):
            {"edit": _edit, "order": _order, "certify": _certify}.get(form, _reject)(info, held)


def _certify(info: Any, held: Held) -> None:
    certify_form(
        held,
        lambda **said: _decide(info.id, held, "order", repair="VERIFY", **said),
        _buttons,
        _close,
    )


def _words(held: Held) -> str:
    if held.report.released != held.text:
        order = "; or order another repair" if _choices(held) else ""
        return f"Send it repaired; or edit it; or send the agent's own text{order}."
    if certifiable(held) is not None:
        return (
            "The check can't tell: certify what holds and send it; or send it without; or edit it; "
            "or send it back to its author."
        )
    order = "; or order a repair" if _choices(held) else ""
    return f"Send it as it is; or edit it; or send it back to its author{order}."


def _key(info: Any, held: Held) -> str:
    """Return what a form belongs to, and a button's key.

    A key that names what is held, because a click that was on its way while the next message took
    its place must not count for one that nobody has seen.
    """
    return f"live:{info.id}:{held.digest}"


def _opener(
    label: str, verb: str, shortcut: str, key: str, *, help: str, disabled: bool = False
) -> None:
    st.button(
        label,
        key=f"live:verb:{verb}:{key}",
        shortcut=shortcut,
        disabled=disabled,
        help=help,
        on_click=open_form,
        args=(key, verb),
    )


@calm
def _decide(run_id: str, held: Held, action: str, **more: Any) -> None:
    live = services().workspace.live
    if act(
        run_id,
        lambda: live.decide(
            run_id, seq=held.seq, digest=held.digest, action=action, author=reviewer(), **more
        ),
    ):
        close_form()


def _edit(info: Any, held: Held) -> None:
    with st.form(f"live:edit:{held.digest}", border=False, enter_to_submit=False):
        text = st.text_area(
            "The text that goes out", held.report.released, height=240, key="live_edit_text"
        )
        reason = st.text_input("Why this text?", max_chars=2000)
        sent, dropped = _buttons("Send this text")
    focus_on("live_edit_text", f"{held.digest}:edit")
    if dropped:
        _close()
    if sent and not (text or "").strip():
        st.error("There is no text to send.")
    elif sent:
        _decide(info.id, held, "edit", text=text, reason=(reason or "").strip())
        st.rerun()


def _reject(info: Any, held: Held) -> None:
    repaired = held.report.released != held.text
    with st.form(f"live:reject:{held.digest}", border=False, enter_to_submit=True):
        reason = st.text_input("Why?", key="live_reject_reason", max_chars=2000)
        if repaired:
            st.radio(
                "What then",
                ["original", "again"],
                format_func={
                    "original": "Send the agent's own text",
                    "again": "Send nothing; its author writes it again",
                }.__getitem__,
                key="live_reject_then",
                horizontal=True,
            )
        sent, dropped = _buttons("Send without repair" if repaired else "Send it back")
    focus_on("live_reject_reason", f"{held.digest}:reject")
    if dropped:
        _close()
    if sent and not (reason or "").strip():
        st.error(_NEEDS_REASON)
    elif sent:
        then = str(st.session_state.get("live_reject_then") or "original") if repaired else "again"
        _decide(info.id, held, "reject", reason=(reason or "").strip(), then=then)
        st.rerun()


def _order(info: Any, held: Held) -> None:
    choices = {candidate.repair: candidate for candidate in _choices(held)}
    name = st.radio("Repair", list(choices), horizontal=True, key=f"live:order:{held.digest}")
    chosen = choices[name]
    if chosen.admission is not None:
        st.caption(f"The gate refused it: {plain(chosen.admission.reason)}")
    proposal_view(held.report, chosen, key="live_order")
    with st.form(f"live:order:{held.digest}:why", border=False, enter_to_submit=True):
        reason = st.text_input("Why against the gate?", key="live_order_reason", max_chars=2000)
        sent, dropped = _buttons(f"Order {name}")
    focus_on("live_order_reason", f"{held.digest}:order")
    if dropped:
        _close()
    if sent and not (reason or "").strip():
        st.error(_NEEDS_REASON)
    elif sent:
        _decide(info.id, held, "order", repair=name, reason=(reason or "").strip())
        st.rerun()


def _choices(held: Held) -> list[Candidate]:
    return [c for c in orderable(held.report) if c.proposal and c.proposal.needs != "person"]


def _buttons(label: str) -> tuple[bool, bool]:
    with st.container(horizontal=True, gap="small"):
        sent = st.form_submit_button(label, type="primary", icon=":material/check:")
        dropped = st.form_submit_button("Cancel")
    return sent, dropped


def _close() -> None:
    close_form()
    st.rerun()


def _why(info: Any, state: RunState, held: Held) -> None:
    shown = snapshot(info.id, state)
    states = concerns(shown, held.report)
    for at, one in enumerate(states[:4]):
        title = f"{one.fact} for {one.recipient}: {one.display}"
        with st.expander(plain(title), expanded=at == 0):
            evidence_panel(shown, one, links=False)
    if not states:
        st.caption("No fact is missing here.")
    with st.expander("What the gate knew", expanded=False):
        gate_part(held.report)
    if held.report.drift is not None:
        from pages._ui.drift_turn import turn_terms

        with st.expander("Role drift of this text", expanded=held.report.drift_flagged):
            tau = shown.analysis.inputs.settings.get("tau_used")
            turn_terms(shown, held.report, tau=tau, flagged=held.report.drift_flagged)
