import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.gate.builtin import DEEPSEEK, GPT_TERRA
from core.gate.compare import compare_priors
from core.gate.model import PriorRow
from core.gate.statistics import fisher_exact


def test_a_lost_segment_that_was_admitted_flips():
    found = {(d.repair, d.frontier): d for d in compare_priors(GPT_TERRA, DEEPSEEK)}
    own = found["INTEGRATE", "unconsumed"]
    assert own.right is None and own.flipped and own.help_p is None and not own.significant
    aggregate = found["INTEGRATE", None]
    assert aggregate.flipped and aggregate.help_p > 0.05 and not aggregate.significant


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
