import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.gate.admission import admit
from core.gate.builtin import DEEPSEEK, GPT_TERRA
from core.gate.compare import compare_priors
from core.gate.model import PriorRow, PriorsSet
from core.gate.statistics import fisher_exact


def test_a_lost_segment_is_judged_by_the_aggregate_as_the_gate_does():
    found = {(d.repair, d.frontier): d for d in compare_priors(GPT_TERRA, DEEPSEEK)}
    own = found["INTEGRATE", "unconsumed"]
    assert own.right is None and own.help_p is None and not own.significant
    assert own.right_used.row.frontier is None and own.right_used.admitted and not own.flipped
    aggregate = found["INTEGRATE", None]
    assert aggregate.flipped and aggregate.help_p > 0.05 and not aggregate.significant


def test_a_lost_segment_without_an_aggregate_flips():
    rest = DEEPSEEK.model_copy(update={"rows": DEEPSEEK.rows[:1]})
    assert rest.row("INTEGRATE", None) is None
    found = {(d.repair, d.frontier): d for d in compare_priors(GPT_TERRA, rest)}
    assert found["INTEGRATE", "unconsumed"].flipped
    assert not found["INTEGRATE", None].flipped  # refused here, nothing there
    back = {(d.repair, d.frontier): d for d in compare_priors(rest, GPT_TERRA)}
    assert back["INTEGRATE", "unconsumed"].flipped


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_what_flips_is_what_the_gate_says(a, b, c):
    """On every gap of either set, a flip is a different answer of the gate."""

    def priors(name, *helped):
        rows = tuple(
            PriorRow(repair="ASK", frontier=frontier, episodes=9, helped=n, harmed=0, mean_cost=0.2)
            for frontier, n in helped
        )
        return PriorsSet(name=name, model="m", rows=rows)

    left, right = priors("l", (None, a), ("absent", b)), priors("r", (None, c))
    for one in compare_priors(left, right):
        if one.frontier is None:
            continue
        says = [
            admit("ASK", one.frontier, critical=True, priors=side, model="m").admitted
            for side in (left, right)
        ]
        assert one.flipped == (says[0] != says[1])


def test_many_more_helped_is_significant():
    def with_helped(helped):
        row = PriorRow(repair="ASK", episodes=60, helped=helped, harmed=0)
        return DEEPSEEK.model_copy(update={"rows": (row,)})

    (diff,) = compare_priors(with_helped(10), with_helped(50))
    assert diff.significant and diff.help_p < 1e-6 and diff.harm_p == 1.0


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_fisher_is_a_probability_and_knows_no_order(a, more_a, b, more_b):
    p = fisher_exact(a, a + more_a, b, b + more_b)
    assert 0 < p <= 1
    assert p == fisher_exact(b, b + more_b, a, a + more_a)


def test_fisher_refuses_counts_that_do_not_fit():
    with pytest.raises(ValueError, match="fit"):
        fisher_exact(3, 2, 0, 1)
