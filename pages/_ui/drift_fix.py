"""Back into the role: the target of a turn, a preview made by code, and a model's rewrite."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from core.drift.clauses import closest_demonstrations, remove_offences
from core.drift.model import TurnScore
from core.drift.rewrite import Attempt, Rewrite, RoleRewriter, Turn
from core.drift.score import DriftSettings
from core.drift.targets import correction_map
from core.drift.turns import turn_of
from core.errors import BatonError
from core.report import BoundaryReport
from core.review import ReviewEvent, boundary_digest
from pages._ui.badges import badge
from pages._ui.contract_kind import check_of
from pages._ui.drift_lens import Lens
from pages._ui.drift_log import rewrites_of
from pages._ui.drift_model import asking, choose_model, model_name
from pages._ui.drift_roles import compiled_roles, weights_of
from pages._ui.frame import section
from pages._ui.messages import diff_view
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_analysis import Opened

_KEPT = "drift:rewrites"
_TOLD = "drift:told"


def fix_part(shown: Opened, report: BoundaryReport, lens: Lens) -> None:
    """Draw how a turn could come back into its role."""
    score = report.drift
    compiled = compiled_roles(shown)
    if score is None or compiled is None or score.role not in compiled.roles:
        return
    mode = str(shown.analysis.inputs.settings.get("drift_mode", "above_tau"))
    section("Back into the role", _hint(mode))
    _released(report)
    if not (lens.flagged(report) or mode == "every_turn"):
        st.html(
            '<p class="bt-quiet">Its energy is not above the threshold: nothing to correct.</p>'
        )
        return
    rewriter = _rewriter(shown, lens, mode)
    turn = turn_of(shown.trace, shown.events[report.seq], score.role)
    if len(score.vector) == compiled.dimension and score.target:
        _target(rewriter, score, lens)
    removal = remove_offences(
        compiled, turn.text, rewriter.score(turn), lambda text: rewriter.score(turn, text)
    )
    if removal is None:
        st.html(
            '<p class="bt-quiet">No single clause can be taken out to lower its energy: the drift lies in '
            "the message as a whole, or in what it lacks.</p>"
        )
    else:
        st.html(_step("Without its offending clauses", score.energy, removal.score.energy, lens))
        diff_view(
            turn.text,
            removal.text,
            key=f"cut:{report.seq}",
            head="Preview made by code. It can cut sense, so it is never sent by itself.",
        )
    _model_part(shown, report, rewriter, turn, lens)


def _hint(mode: str) -> str:
    return {
        "never": "rewrites are switched off for this analysis",
        "every_turn": "a rewrite is proposed at every turn",
    }.get(mode, "a rewrite is proposed above the threshold")


def _released(report: BoundaryReport) -> None:
    step = report.outcome.rewritten if report.outcome else None
    if step is None or step.text is None:
        return
    words = "released" if step.kept else f"undone: {step.why_undone}"
    diff_view(report.original, step.text, key=f"live:{report.seq}", head=f"Rewrite, {words}")


@st.cache_resource(max_entries=8, show_spinner=False)
def _prepared(
    key: tuple[str, float | None, float, str], _shown: Opened, _model: Any
) -> RoleRewriter:
    _, tau, lam, mode = key
    compiled = compiled_roles(_shown)
    assert compiled is not None  # noqa: S101  (the caller has looked)
    facts = _shown.contract.facts if _shown.contract else ()
    checks = {fact.id: check_of(fact) for fact in facts}
    return RoleRewriter(
        compiled,
        None,
        settings=DriftSettings(
            weights=weights_of(_shown),
            lam=lam,
            tau=tau,
            mode="every_turn" if mode == "every_turn" else "above_tau",
        ),
        facts=facts,
        checks={name: check for name, check in checks.items() if not isinstance(check, str)},
    )


def _rewriter(shown: Opened, lens: Lens, mode: str) -> RoleRewriter:
    return _prepared((shown.id, lens.tau, lens.lam, mode), shown, None)


def _target(rewriter: RoleRewriter, score: TurnScore, lens: Lens) -> None:
    """Say how far the target is and how it sounds there."""
    role = rewriter.compiled.roles[score.role]
    vector = np.asarray(score.vector)
    target = correction_map(role, lens.lam) @ vector
    away = float(np.linalg.norm(vector - target))
    leak = float(np.sum((role.other @ target) ** 2))
    near = closest_demonstrations(rewriter.compiled, score, 1)
    quote = f" Nearest demonstration: “{html_escape(shorten(near[0], 120))}”" if near else ""
    st.html(
        f'<p class="bt-quiet">The target at λ {lens.lam:g} lies {away:.2f} away (z has length 1). D_leak there: '
        f"{leak:.2f}, now {score.terms.leak:.2f}.{quote}</p>"
    )


def _step(words: str, before: float, after: float, lens: Lens) -> str:
    low = lens.tau is None or after <= lens.tau
    mark = badge("ok", "below") if low else badge("absent", "above")
    return (
        f'<p class="bt-reason">{html_escape(words)}: {mark} E {before:.2f} → <b>{after:.2f}</b></p>'
    )


# -- a model --------------------------------------------------------------------------------


def _model_part(
    shown: Opened, report: BoundaryReport, rewriter: RoleRewriter, turn: Turn, lens: Lens
) -> None:
    prompt = rewriter.prompt(turn)
    ask = asking()
    kept: dict[tuple[str, int], Rewrite] = st.session_state.setdefault(_KEPT, {})
    key = (shown.id, report.seq)
    taken = rewrites_of(shown.id).get(report.seq)
    if taken:
        diff_view(
            turn.text,
            str(taken.get("text", "")),
            key=f"taken:{report.seq}",
            head="Rewrite by a model, taken over by a reviewer",
        )
    if ask is not None:
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            choose_model()
            pressed = st.button(
                "Ask for a rewrite",
                icon=":material/edit_note:",
                key="drift:rewrite",
                disabled=not model_name(),
                help="Two calls at most. The answer is scored and checked before it can be used.",
            )
        if pressed:
            with st.spinner("The model writes…"):
                asked = RoleRewriter(
                    rewriter.compiled,
                    ask,
                    settings=rewriter.settings,
                    facts=rewriter.facts,
                    checks=rewriter.checks,
                )
                kept[key] = asked.rewrite(turn)
        if key in kept:
            _outcome(shown, report, kept[key], lens)
    label = "What the model is asked" if ask else "What a model would be asked"
    with st.expander(label, icon=":material/forum:"):
        if ask is None:
            st.caption(
                "No model endpoint is configured, so nothing is sent. This is the whole request."
            )
        st.html(
            '<div class="bt-msg"><div class="bt-msg-text" tabindex="0" role="region" '
            f'aria-label="Request to the model">{html_escape(prompt.system)}\n\n———\n\n'
            f"{html_escape(prompt.user)}</div></div>"
        )


def _outcome(shown: Opened, report: BoundaryReport, result: Rewrite, lens: Lens) -> None:
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
        _take(shown, report, result)


def _attempt(result: Rewrite, attempt: Attempt, number: int, lens: Lens) -> None:
    cost = f"{attempt.seconds:.1f} s" + (
        f", {count(attempt.tokens, 'token')}" if attempt.tokens is not None else ""
    )
    if attempt.score is not None:
        st.html(_step(f"Try {number} ({cost})", result.before.energy, attempt.score.energy, lens))
        diff_view(
            result.original,
            attempt.text,
            key=f"try:{number}",
            head="Written by a model: " + ("refused" if attempt.objections else "usable"),
        )
    if attempt.objections:
        items = "".join(f"<li>{html_escape(text)}</li>" for text in attempt.objections)
        st.html(f'<ul class="bt-notes">{items}</ul>')


def _take(shown: Opened, report: BoundaryReport, result: Rewrite) -> None:
    after = result.after
    last = result.attempts[-1]
    rewrite = {
        "text": result.accepted,
        "model": model_name(),
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
