import json
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DocumentError
from core.gate import (
    GateRule,
    PriorRow,
    PriorsSet,
    judge_segment,
    mcnemar_exact,
    utility,
    utility_terms,
    wilson_interval,
)
from core.gate.priors import priors_from_csv, priors_hash, priors_table, priors_to_csv

REPAIRS = st.sampled_from(["ASK", "INTEGRATE", "VERIFY", "DECOMPOSE", "RETRIEVE"])
FRONTIERS = st.sampled_from([None, "unconsumed", "misrouted", "absent"])


@st.composite
def rows(draw):
    helped, neutral, harmed = (draw(st.integers(0, 80)) for _ in range(3))
    return PriorRow(
        repair=draw(REPAIRS),
        frontier=draw(FRONTIERS),
        episodes=helped + neutral + harmed,
        helped=helped,
        harmed=harmed,
        mean_cost=draw(st.floats(0, 1)),
    )


@given(rows().filter(lambda row: row.episodes))
def test_utility_is_the_sum_of_its_terms_and_bounded(row):
    terms = utility_terms(row)
    assert utility(row) == pytest.approx(sum(terms))
    assert -2.25 - 1e-9 <= utility(row) <= 1 + 1e-9
    assert terms[0] >= 0 >= max(terms[1:])


@given(rows().filter(lambda row: row.episodes))
def test_one_more_harmed_episode_in_place_of_a_helped_one_lowers_utility(row):
    if row.helped == 0:
        return
    worse = row.model_copy(update={"helped": row.helped - 1, "harmed": row.harmed + 1})
    assert utility(worse) < utility(row)


@given(rows())
def test_admission_is_exactly_the_rule(row):
    rule = GateRule()
    expected = (
        row.episodes >= 5 and utility(row) > 0 and row.harmed / row.episodes <= 0.05
        if row.episodes
        else False
    )
    assert (judge_segment(row, rule).code == "admitted") is expected


@given(trials=st.integers(1, 500), data=st.data())
def test_wilson_interval_holds_the_share_and_narrows(trials, data):
    successes = data.draw(st.integers(0, trials))
    interval = wilson_interval(successes, trials)
    assert 0 <= interval.low <= successes / trials + 1e-12
    assert successes / trials - 1e-12 <= interval.high <= 1
    wider = wilson_interval(successes, trials, z=3.0)
    assert wider.low <= interval.low + 1e-12 and wider.high >= interval.high - 1e-12


def test_wilson_without_trials_knows_nothing():
    assert (wilson_interval(0, 0).low, wilson_interval(0, 0).high) == (0, 1)


def test_six_episodes_without_harm_leave_39_percent_open():
    assert round(wilson_interval(0, 6).high, 2) == 0.39


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_a_symmetric_probability(wins, losses):
    p = mcnemar_exact(wins, losses)
    assert 0 < p <= 1
    assert p == mcnemar_exact(losses, wins)
    if wins == losses:
        assert p == 1


@given(st.integers(1, 30))
def test_mcnemar_with_wins_only(wins):
    assert mcnemar_exact(wins, 0) == pytest.approx(min(1, 2 * comb(wins, 0) / 2**wins))


@given(st.lists(rows(), max_size=8))
def test_csv_round_trip_keeps_the_hash(found):
    priors = PriorsSet(name="a", model="m", rows=tuple(found), sources=("CSV",))
    again = priors_from_csv(priors_to_csv(priors), name="another name", model="m")
    assert again.rows == priors.rows
    assert priors_hash(again) == priors_hash(priors)


@given(st.lists(rows(), max_size=6), st.randoms())
def test_the_hash_ignores_name_and_order_but_not_counts(found, random):
    priors = PriorsSet(name="a", model="m", rows=tuple(found))
    shuffled = list(found)
    random.shuffle(shuffled)
    assert priors_hash(
        priors.model_copy(update={"name": "b", "rows": tuple(shuffled)})
    ) == priors_hash(priors)
    more = PriorRow(repair="ASK", episodes=1, helped=0, harmed=0)
    assert priors_hash(priors.model_copy(update={"rows": (*found, more)})) != priors_hash(priors)


def test_json_round_trip():
    priors = PriorsSet(
        name="a", model="m", rows=(PriorRow(repair="ASK", episodes=3, helped=1, harmed=0),)
    )
    assert PriorsSet.model_validate(json.loads(json.dumps(priors.to_dict()))) == priors


def test_a_bad_csv_row_is_named():
    text = "repair,frontier,episodes,helped,harmed,mean_cost\nASK,,3,4,0,1\n"
    with pytest.raises(DocumentError, match=r"line 2.*can't be more than episodes"):
        priors_from_csv(text, name="a", model="m")


def test_a_missing_column_is_named():
    with pytest.raises(DocumentError, match="episodes is missing"):
        priors_from_csv("repair,frontier\n", name="a", model="m")


def test_the_table_says_why():
    priors = PriorsSet(
        name="a", model="m", rows=(PriorRow(repair="ASK", episodes=3, helped=3, harmed=0),)
    )
    (view,) = priors_table(priors)
    assert not view.admitted
    assert "3 episodes" in view.why
