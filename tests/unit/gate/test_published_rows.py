"""The published figures come out of the shipped code (method, section 2)."""

import pytest

from core.gate import BUILT_IN, admit, mcnemar_exact, utility
from core.gate.builtin import DEEPSEEK, GPT_TERRA, PUBLISHED_PAIRS

PUBLISHED = [
    (DEEPSEEK, "ASK", None, 52, 8, 0, -0.31, False),
    (DEEPSEEK, "INTEGRATE", None, 25, 12, 0, +0.10, True),
    (GPT_TERRA, "ASK", None, 40, 10, 0, -0.19, False),
    (GPT_TERRA, "INTEGRATE", None, 12, 4, 0, -0.08, False),
    (GPT_TERRA, "INTEGRATE", "unconsumed", 6, 4, 0, +0.33, True),
]


@pytest.mark.parametrize(
    ("priors", "repair", "frontier", "m", "helped", "harmed", "u", "admitted"), PUBLISHED
)
def test_published_row(priors, repair, frontier, m, helped, harmed, u, admitted):
    row = priors.row(repair, frontier)
    assert (row.episodes, row.helped, row.harmed) == (m, helped, harmed)
    assert round(utility(row), 2) == u
    detected = frontier or ("absent" if repair == "ASK" else "misrouted")
    decision = admit(repair, detected, critical=True, priors=priors, model=priors.model)
    assert decision.admitted is admitted
    assert decision.is_aggregate is (frontier is None)


@pytest.mark.parametrize(("wins", "losses", "p"), [(16, 5, 0.027), (12, 3, 0.035)])
def test_published_p_values(wins, losses, p):
    assert round(mcnemar_exact(wins, losses), 3) == p


def test_the_smallest_published_p_value():
    assert mcnemar_exact(36, 12) < 0.001


def test_the_pairs_on_the_page_are_those():
    assert [(wins, losses) for wins, losses, _ in PUBLISHED_PAIRS] == [(16, 5), (12, 3), (36, 12)]
    for wins, losses, said in PUBLISHED_PAIRS:
        p = mcnemar_exact(wins, losses)
        assert f"{p:.3f}" == said or (said == "< 0.001" and p < 0.001)


def test_two_sets_are_built_in():
    assert {priors.model for priors in BUILT_IN} == {"DeepSeek-V4.1-flash", "GPT-5.6-Terra"}
