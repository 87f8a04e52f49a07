"""What role control gained per 10,000 tokens, beside a run under a role prompt alone."""

from __future__ import annotations

import streamlit as st

from core.drift.aggregates import Aggregates, gain_per_10k
from pages._ui.drift_log import consistency, judgements
from pages._ui.run_names import analysis_words, run_names
from pages._ui.services import services
from pages._ui.state import select_param
from pages._ui.text import count, html_escape
from pages._ui.trace_analysis import Opened

_MOST = 200


def gain_part(shown: Opened, found: Aggregates) -> None:
    """Draw RCG/C, or which of its three numbers is missing."""
    with st.expander("Gain per 10,000 tokens (RCG/C)", icon=":material/trending_up:"):
        st.caption(
            "RCG/C = (RC of this run − RC of the same task under a role prompt alone) ÷ (thousands of "
            "tokens ÷ 10), in percentage points. Published: (93.5 − 67.4) ÷ 13.28 = 1.97."
        )
        others = [i for i in services().workspace.analyses.list() if i.id != shown.id][:_MOST]
        names = run_names(info.trace_id for info in others)
        words = {info.id: analysis_words(info, names) for info in others}
        base = select_param(
            "Run under a role prompt alone",
            list(words),
            name="base",
            format_func=lambda key: words.get(key, key),
            placeholder="Choose the analysis of that run",
        )
        tokens = found.tokens
        if tokens is None:
            tokens = int(
                st.number_input(
                    "Tokens of this run",
                    min_value=0,
                    step=1_000,
                    key=f"drift:tokens:{shown.id}",
                    help="The log doesn't say for every turn how many tokens it cost.",
                )
            )
        st.html(f'<p class="bt-reason">{_words(found, base, tokens)}</p>')


def _words(found: Aggregates, base: str | None, tokens: int) -> str:
    if found.consistency is None:
        return "Judge some turns of this run first: RC counts judgements, never energies."
    if base is None:
        return f"RC here is {found.consistency:.0%}. Choose the run to compare it with."
    other, n = consistency(judgements(base))
    if other is None:
        return "Nobody has judged a turn of that run yet, so it has no RC."
    if tokens <= 0:
        return "Say how many tokens this run cost."
    gain = gain_per_10k(100 * found.consistency, 100 * other, tokens)
    return html_escape(
        f"RCG/C = ({found.consistency:.1%} of {count(found.judged, 'turn')} − {other:.1%} of "
        f"{count(n, 'turn')}) ÷ {tokens / 10_000:,.2f} = {gain:+.2f} points per 10,000 tokens"
    )
