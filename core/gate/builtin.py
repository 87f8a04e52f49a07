"""The two published priors sets, read-only (method, section 2, table of published rows)."""

from __future__ import annotations

from core.gate.model import PriorRow, PriorsSet

_SOURCE = "BRIDGE (2026), published counts; c = 1"

DEEPSEEK = PriorsSet(
    name="published-deepseek-v4.1-flash",
    model="DeepSeek-V4.1-flash",
    description="Published counts for one model. They say nothing about another.",
    sources=(_SOURCE,),
    rows=(
        PriorRow(repair="ASK", frontier=None, episodes=52, helped=8, harmed=0, mean_cost=1.0),
        PriorRow(
            repair="INTEGRATE", frontier=None, episodes=25, helped=12, harmed=0, mean_cost=1.0
        ),
    ),
)

GPT_TERRA = PriorsSet(
    name="published-gpt-5.6-terra",
    model="GPT-5.6-Terra",
    description="Published counts for one model. They say nothing about another.",
    sources=(_SOURCE,),
    rows=(
        PriorRow(repair="ASK", frontier=None, episodes=40, helped=10, harmed=0, mean_cost=1.0),
        PriorRow(repair="INTEGRATE", frontier=None, episodes=12, helped=4, harmed=0, mean_cost=1.0),
        PriorRow(
            repair="INTEGRATE", frontier="unconsumed", episodes=6, helped=4, harmed=0, mean_cost=1.0
        ),
    ),
)

BUILT_IN: tuple[PriorsSet, ...] = (DEEPSEEK, GPT_TERRA)

PUBLISHED_PAIRS: tuple[tuple[int, int, str], ...] = (
    (16, 5, "0.027"),
    (12, 3, "0.035"),
    (36, 12, "< 0.001"),
)
"""Published paired comparisons: runs won, runs lost, and the p-value as printed."""
