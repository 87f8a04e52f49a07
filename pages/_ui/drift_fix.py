"""Back into the role: the target of a turn, a preview made by code, and a model's rewrite (drift_ask.py)."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from core.drift.clauses import closest_demonstrations, remove_offences
from core.drift.model import TurnScore
from core.drift.rewrite import RoleRewriter
from core.drift.score import DriftSettings
from core.drift.targets import correction_map
from core.drift.turns import turn_of
from core.report import BoundaryReport
from pages._ui.contract_kind import check_of
from pages._ui.drift_ask import model_part, step
from pages._ui.drift_lens import Lens
from pages._ui.drift_roles import compiled_roles, mark_of, weights_of
from pages._ui.frame import section
from pages._ui.messages import diff_view
from pages._ui.text import html_escape, shorten
from pages._ui.trace_analysis import Opened


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
        st.html(step("Without its offending clauses", score.energy, removal.score.energy, lens))
        diff_view(
            turn.text,
            removal.text,
            key=f"cut:{report.seq}",
            head="Preview made by code. It can cut sense, so it is never sent by itself.",
        )
    model_part(shown, report, rewriter, turn, lens)


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
    key: tuple[str, float | None, float, str, str], _shown: Opened, _model: Any
) -> RoleRewriter:
    _, tau, lam, mode, _ = key
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
    mark = mark_of(shown)  # an encoder at an endpoint asks with the key of its visit
    return _prepared((shown.id, lens.tau, lens.lam, mode, mark), shown, None)


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
