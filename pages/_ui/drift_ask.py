"""A model is asked to write a turn back into its role, in the background; a reviewer may take it over."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import streamlit as st

from core.drift.rewrite import Attempt, Rewrite, RoleRewriter, Turn
from core.errors import BatonError
from core.llm.model import Cancelled
from core.report import BoundaryReport
from core.review import ReviewEvent, boundary_digest
from pages._ui.badges import badge
from pages._ui.drift_lens import Lens
from pages._ui.drift_log import rewrites_of
from pages._ui.drift_model import asking, choose_model, endpoint_shown, model_name
from pages._ui.messages import diff_view
from pages._ui.model_call import watch
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.text import count, html_escape, plain
from pages._ui.trace_analysis import Opened

_TOLD = "drift:told"


@dataclass(frozen=True)
class Asked:
    """What came of asking, and which model was asked."""

    model: str
    rewrite: Rewrite


def step(words: str, before: float, after: float, lens: Lens) -> str:
    """Return in HTML what a change of the text did to the energy."""
    low = lens.tau is None or after <= lens.tau
    mark = badge("below" if low else "above")
    return (
        f'<p class="bt-reason">{html_escape(words)}: {mark} E {before:.2f} → <b>{after:.2f}</b></p>'
    )


def model_part(
    shown: Opened, report: BoundaryReport, rewriter: RoleRewriter, turn: Turn, lens: Lens
) -> None:
    """Draw what a model is asked about a turn, the way to ask it, and what came of it."""
    where = endpoint_shown()
    taken = rewrites_of(shown.id).get(report.seq)
    if taken:
        diff_view(
            turn.text,
            str(taken.get("text", "")),
            key=f"taken:{report.seq}",
            head="Rewrite by a model, taken over by a reviewer",
        )
    key = ("rewrite", shown.id, report.seq)
    if where:
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            choose_model()
            if st.button(
                "Ask for a rewrite",
                icon=":material/edit_note:",
                key="drift:rewrite",
                disabled=not model_name() or is_under_way(key),
                help="Two calls at most. The answer is scored and checked before it can be used.",
            ):
                _start(key, rewriter, turn)
        call = services().calls.get(key)
        if call is not None and watch(call, key="drift:rewrite"):
            _outcome(shown, report, call.result, lens)
    _request(rewriter, turn, where)


def is_under_way(key: Hashable) -> bool:
    """Whether a model is being asked about just this."""
    call = services().calls.get(key)
    return call is not None and call.state == "running"


def _start(key: Hashable, rewriter: RoleRewriter, turn: Turn) -> None:
    endpoint, name = services().live.endpoint(), model_name()

    def work(cancelled: Cancelled) -> Asked:
        asked = RoleRewriter(
            rewriter.compiled,
            asking(endpoint, name, "rewrite", cancelled),
            settings=rewriter.settings,
            facts=rewriter.facts,
            checks=rewriter.checks,
        )
        return Asked(name, asked.rewrite(turn))

    services().calls.start(key, f"{name} writes…", work)


def _request(rewriter: RoleRewriter, turn: Turn, where: str) -> None:
    prompt = rewriter.prompt(turn)
    label = "What the model is asked" if where else "What a model would be asked"
    with st.expander(label, icon=":material/forum:"):
        if not where:
            st.caption(
                "No model endpoint is configured, so nothing is sent. This is the whole request. "
                "Give its address under Settings."
            )
        st.html(
            '<div class="bt-msg"><div class="bt-msg-text" tabindex="0" role="region" '
            f'aria-label="Request to the model">{html_escape(prompt.system)}\n\n———\n\n'
            f"{html_escape(prompt.user)}</div></div>"
        )


def _outcome(shown: Opened, report: BoundaryReport, asked: Asked, lens: Lens) -> None:
    result = asked.rewrite
    if result.skipped:
        st.caption(plain(result.skipped))
        return
    for number, attempt in enumerate(result.attempts, 1):
        _attempt(result, attempt, number, lens)
    if result.accepted is None:
        st.html(
            '<p class="bt-note">Both tries were refused. The original stays, and a person decides.</p>'
        )
    elif result.touched and st.button(
        "Take it over as my edit",
        icon=":material/check:",
        key="drift:rewrite:take",
        disabled=not reviewer(),
        help="Stored as a review decision of this boundary, with your name."
        if reviewer()
        else "Say who you are first.",
    ):
        _take(shown, report, asked)


def _attempt(result: Rewrite, attempt: Attempt, number: int, lens: Lens) -> None:
    cost = f"{attempt.seconds:.1f} s" + (
        f", {count(attempt.tokens, 'token')}" if attempt.tokens is not None else ""
    )
    if attempt.score is not None:
        st.html(step(f"Try {number} ({cost})", result.before.energy, attempt.score.energy, lens))
        diff_view(
            result.original,
            attempt.text,
            key=f"try:{number}",
            head="Written by a model: " + ("refused" if attempt.objections else "usable"),
        )
    if attempt.objections:
        items = "".join(f"<li>{html_escape(text)}</li>" for text in attempt.objections)
        st.html(f'<ul class="bt-notes">{items}</ul>')


def _take(shown: Opened, report: BoundaryReport, asked: Asked) -> None:
    result = asked.rewrite
    after = result.after
    last = result.attempts[-1]
    rewrite = {
        "text": result.accepted,
        "model": asked.model,
        "energy": after.energy if after else None,
        "terms": {name: getattr(after.terms, name) for name in ("out", "leak", "ling", "logic")}
        if after
        else None,
        "tokens": result.tokens,
        "seconds": round(sum(a.seconds for a in result.attempts), 3),
        "tries": len(result.attempts),
        "objections": list(last.objections),
    }
    event = ReviewEvent(
        analysis_id=shown.id,
        seq=report.seq,
        kind="edit",
        author=reviewer(),
        digest=boundary_digest(report),
        reason="Rewritten into its role by a model.",
        payload={"text": result.accepted, "previous": report.released, "rewrite": rewrite},
    )
    try:
        services().workspace.reviews.append(event)
    except BatonError as error:
        st.session_state[_TOLD] = str(error)
    st.rerun()
