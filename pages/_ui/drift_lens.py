"""Other values of tau and lambda, tried on an analysis that stays as it is.

lens = lens_of(shown)            # from the address: &tau=0.8&lambda=1
lens.flagged(report)             # above the tau in use
lens_button(lens)                # opens and closes the sliders
lens_controls(shown, lens)       # the two sliders
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import streamlit as st

from core.report import BoundaryReport
from pages._ui.drift_roles import tau_of
from pages._ui.state import get_param, set_param, set_params
from pages._ui.trace_analysis import Opened

MOST_LAMBDA = 4.0
_STEP = 0.01


@dataclass(frozen=True, kw_only=True)
class Lens:
    """The values through which the page looks at an analysis."""

    tau: float | None
    lam: float
    stored_tau: float | None
    stored_lam: float

    @property
    def changed(self) -> bool:
        """Whether other values are shown than the analysis was made with."""
        return self.tau != self.stored_tau or self.lam != self.stored_lam

    def flagged(self, report: BoundaryReport) -> bool:
        """Whether a turn lies above the threshold in use."""
        if report.drift is None or self.tau is None:
            return False
        if self.tau == self.stored_tau:
            return report.drift_flagged
        return report.drift.energy > self.tau


_OPEN = "drift:lens:open"


def lens_of(shown: Opened) -> Lens:
    """Return the values that the address asks for, else those of the analysis."""
    stored_tau = tau_of(shown)
    stored_lam = float(shown.analysis.inputs.settings.get("lam", 0.5))
    tau = None if stored_tau is None else _number("tau", 0.0, 100.0, stored_tau)
    lam = _number("lambda", 0.0, MOST_LAMBDA, stored_lam)
    return Lens(tau=tau, lam=lam, stored_tau=stored_tau, stored_lam=stored_lam)


def _number(name: str, low: float, high: float, default: float) -> float:
    try:
        value = float(get_param(name))
    except ValueError:
        return default
    return min(high, max(low, value)) if math.isfinite(value) else default


def lens_button(lens: Lens) -> None:
    """Draw the button that opens and closes the sliders."""
    if lens.tau is not None:
        st.button(
            "Try other values",
            icon=":material/tune:",
            key="drift:lens:toggle",
            on_click=lambda: st.session_state.update({_OPEN: not st.session_state.get(_OPEN)}),
        )


def lens_controls(shown: Opened, lens: Lens) -> None:
    """Draw the two sliders above the chart, which has to be seen while they move."""
    if lens.tau is None or not st.session_state.get(_OPEN):
        return
    highest = max((r.drift.energy for r in shown.analysis.reports if r.drift), default=1.0)
    top = math.ceil(max(highest, lens.tau, lens.stored_tau or 0.0) * 10) / 10 + 0.1
    with st.container(border=True, key="bt_lens"):
        left, right = st.columns(2, gap="large")
        with left:
            _slider("Threshold τ", "tau", lens.tau, lens.stored_tau or 0.0, top, _STEP)
        with right:
            _slider("Correction λ", "lambda", lens.lam, lens.stored_lam, MOST_LAMBDA, 0.05)
        st.caption(
            "τ decides which turns are flagged; λ how strongly the other roles push the target away. "
            "Both are computed again from the stored vectors. Nothing stored changes."
        )


def lens_note(lens: Lens) -> None:
    """Say that other values are shown than the stored ones."""
    if not lens.changed:
        return
    parts = []
    if lens.tau is not None and lens.tau != lens.stored_tau:
        parts.append(f"τ {lens.tau:.2f} instead of {lens.stored_tau:.2f}")
    if lens.lam != lens.stored_lam:
        parts.append(f"λ {lens.lam:.2f} instead of {lens.stored_lam:.2f}")
    with st.container(
        horizontal=True, gap="small", vertical_alignment="center", key="bt_lens_note"
    ):
        st.html(
            f'<p class="bt-note">You are trying {" and ".join(parts)}. The analysis, its reviews and '
            "the exports keep their values.</p>"
        )
        _back(lens, "drift:lens:undo")


def _slider(label: str, name: str, value: float, stored: float, top: float, step: float) -> None:
    key = f"drift:lens:{name}"
    # Set before the widget is made, so that the address wins.
    st.session_state[key] = min(top, round(value, 4))

    def changed() -> None:
        chosen = float(st.session_state[key])
        # The stored value needs no place in the address.
        set_param(name, None if abs(chosen - stored) < step / 2 else f"{chosen:g}")

    st.slider(
        label,
        0.0,
        top,
        step=step,
        key=key,
        on_change=changed,
        help=f"The analysis used {stored:g}.",
    )


def _back(lens: Lens, key: str) -> None:
    st.button(
        "Back to the stored values",
        key=key,
        type="tertiary",
        disabled=not lens.changed,
        on_click=set_params,
        kwargs={"tau": None, "lambda": None},
    )
