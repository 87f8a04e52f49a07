"""Tests of significance: exact where that was quick already, and quick for any count."""

import time
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import DocumentError, InputError
from core.gate.document import parse_priors
from core.gate.merge import merge_priors
from core.gate.model import PriorRow, PriorsSet
from core.gate.priors import priors_from_csv
from core.gate.statistics import fisher_exact, mcnemar_exact


def fisher_by_integers(left, left_of, right, right_of):
    successes = left + right
    tables = range(max(0, successes - right_of), min(left_of, successes) + 1)
    ways = {k: comb(left_of, k) * comb(right_of, successes - k) for k in tables}
    return sum(w for w in ways.values() if w <= ways[left]) / comb(left_of + right_of, successes)


@st.composite
def tables(draw, most):
    left_of, right_of = draw(st.integers(0, most)), draw(st.integers(0, most))
    return draw(st.integers(0, left_of)), left_of, draw(st.integers(0, right_of)), right_of


@given(tables(60))
@settings(max_examples=400, deadline=None)
def test_fisher_is_exact_for_small_tables(table):
    assert fisher_exact(*table) == pytest.approx(fisher_by_integers(*table), rel=1e-9)


@given(tables(500))
@settings(max_examples=30, deadline=None)
def test_fisher_is_exact_for_middling_tables(table):
    assert fisher_exact(*table) == pytest.approx(fisher_by_integers(*table), rel=1e-9, abs=1e-300)


@given(st.integers(0, 300), st.integers(0, 300))
@settings(deadline=None)
def test_mcnemar_is_exact(wins, losses):
    pairs = wins + losses
    tail = sum(comb(pairs, k) for k in range(min(wins, losses) + 1))
    assert mcnemar_exact(wins, losses) == pytest.approx(min(1.0, 2 * tail / 2**pairs), rel=1e-9)


@pytest.mark.parametrize("size", [10_000, 10**7, 10**9, 10**30, 10**400])
def test_any_count_is_quick(size):
    # The integers took 38 seconds for ten thousand episodes; a slow machine is given its time.
    begun = time.process_time()
    assert fisher_exact(size // 2, size, size // 2, size) == 1.0
    assert 0 < fisher_exact(size, size, 0, size) <= 1e-300
    assert 0 < fisher_exact(0, size, size, size) <= 1e-300
    assert fisher_exact(0, size, 0, size) == 1.0
    assert mcnemar_exact(size, size) == 1.0
    assert 0 < mcnemar_exact(size, 0) <= 1e-300
    assert time.process_time() - begun < 10


def test_the_exact_test_and_its_stand_in_meet():
    # A difference of about two standard errors, below and above the limit.
    below = fisher_exact(9_995_000, 19_990_000, 10_001_324, 19_990_000)
    above = fisher_exact(10_005_000, 20_010_000, 10_011_327, 20_010_000)
    assert below == pytest.approx(above, rel=2e-3)
    assert below == pytest.approx(0.0455, abs=5e-4)
    assert mcnemar_exact(19_996_000, 20_003_900) == pytest.approx(
        mcnemar_exact(19_996_200, 20_004_100), rel=2e-3
    )


@pytest.mark.parametrize("count", [10**7 + 1, 10**9, 10**30])
def test_a_set_with_absurd_counts_is_refused_in_one_sentence(count):
    text = (
        "apiVersion: baton/v1\nkind: PriorsSet\nname: a\nmodel: m\nrows:\n"
        f"  - {{repair: ASK, episodes: {count}, helped: 1, harmed: 0}}\n"
    )
    with pytest.raises(DocumentError, match="'episodes' of row 'ASK' should be at most 10000000"):
        parse_priors(text)
    with pytest.raises(DocumentError, match=r"episodes: .* less than or equal to 10000000"):
        priors_from_csv(
            f"repair,frontier,episodes,helped,harmed\nASK,,{count},1,0\n", name="a", model="m"
        )


def test_sets_whose_sum_is_absurd_cannot_be_merged():
    row = PriorRow(repair="ASK", episodes=6_000_000, helped=1, harmed=0)
    sets = [PriorsSet(name=n, model="m", sources=(n,), rows=(row,)) for n in ("a", "b")]
    with pytest.raises(InputError, match="12,000,000 episodes"):
        merge_priors(sets, "both")
