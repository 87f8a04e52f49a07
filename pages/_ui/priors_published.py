"""What was published about whole policies, computed again by the code that the policy lab uses."""

from __future__ import annotations

import streamlit as st

from core.gate.builtin import PUBLISHED_PAIRS
from core.gate.statistics import mcnemar_exact
from pages._ui.frame import section
from pages._ui.state import link_to


def published_part() -> None:
    """Draw the published paired comparisons with the p-value that this program finds for each."""
    section("Published comparisons of policies", "p computed here, by the exact McNemar test")
    rows = "".join(
        f'<tr><td class="bt-right">{wins}</td><td class="bt-right">{losses}</td>'
        f'<td class="bt-right"><b>{_p(mcnemar_exact(wins, losses))}</b></td>'
        f'<td class="bt-right">{said}</td></tr>'
        for wins, losses, said in PUBLISHED_PAIRS
    )
    st.html(
        '<table class="bt-table bt-num" style="max-width: 28rem"><thead><tr><th class="bt-right">Runs won</th>'
        '<th class="bt-right">Runs lost</th><th class="bt-right">p, computed</th>'
        f'<th class="bt-right">p, published</th></tr></thead><tbody>{rows}</tbody></table>'
    )
    link_to("lab", "Compare policies on your own episodes", icon=":material/science:")


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
