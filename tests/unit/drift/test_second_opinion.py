"""A model's second opinion counts as far as it can quote what it saw."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.drift import compile_roles, score_turn
from core.drift.rewrite import Reply
from core.drift.second_opinion import is_near, second_opinion
from tests.unit.drift.helpers import TEAM, HashEncoder

TEXT = "The total agrees with the invoice. The author ought to look at page 2 again."


@pytest.fixture(scope="module")
def roles():
    return compile_roles(TEAM, HashEncoder())


def ask_with(answer, seen=None):
    def ask(system, user):
        if seen is not None:
            seen.append((system, user))
        return Reply(text=answer if isinstance(answer, str) else json.dumps(answer), tokens=90)

    return ask


def opinion_on(roles, answer, seen=None):
    score = score_turn(roles, "Checker", TEXT)
    return score, second_opinion(
        roles, ask_with(answer, seen), "Checker", TEXT, score, model="tiny-1"
    )


def test_what_is_quoted_rightly_counts_in_a_mean_of_both_energies(roles):
    answer = {
        "clauses": [
            {"clause": 1, "acts": ["VERIFY"], "quote": "agrees with the invoice"},
            {"clause": 2, "acts": ["DELEGATE"], "quote": "ought to  look at page 2."},
        ],
        "broken": [{"rule": 1, "clause": 2, "quote": "the author ought to look"}],
    }
    score, opinion = opinion_on(roles, answer)
    assert opinion.acts == {"VERIFY": 0.9, "DELEGATE": 0.9}
    (broken,) = opinion.broken
    assert broken.rule == "Do not assign work to others"
    assert TEXT[slice(*broken.span)].startswith("The author")
    assert opinion.terms.ling == pytest.approx(0.9) and opinion.terms.logic == 1
    alone = opinion.terms.out + opinion.terms.leak + 0.5 * 0.9 + 0.75
    assert opinion.energy == pytest.approx((score.energy + alone) / 2, abs=1e-5)
    assert (opinion.model, opinion.tokens, opinion.dropped) == ("tiny-1", 90, 0)


def test_what_does_not_stand_in_the_clause_is_dropped(roles):
    answer = {
        "clauses": [
            {"clause": 1, "acts": ["APPROVE"], "quote": "approved for release"},
            {"clause": 9, "acts": ["VERIFY"], "quote": "agrees"},
            {"clause": 1, "acts": ["SING"], "quote": "agrees"},
            "nonsense",
        ],
        "broken": [
            {"rule": 77, "clause": 2, "quote": "page 2"},
            {"rule": 1, "clause": 1, "quote": "page 2"},
            {"rule": True, "clause": True, "quote": "agrees"},
        ],
    }
    _, opinion = opinion_on(roles, answer)
    assert (opinion.acts, opinion.broken, opinion.dropped) == ({}, (), 7)


def test_one_call_shows_rules_and_numbered_clauses(roles):
    seen = []
    opinion_on(roles, {"clauses": [], "broken": []}, seen)
    ((system, user),) = seen
    assert "1. (prohibition) Do not assign work to others" in system
    assert user.splitlines()[0] == "[1] The total agrees with the invoice."


@pytest.mark.parametrize("answer", ["", "I can't say.", "[1, 2]", '{"clauses": [', "{" * 5000])
def test_an_answer_that_is_no_json_object_is_no_opinion(roles, answer):
    assert opinion_on(roles, answer)[1] is None


@given(answer=st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["clauses", "broken", "clause", "rule", "acts", "quote"]), inner, max_size=4
    ),
    max_leaves=12,
))  # fmt: skip
def test_no_answer_breaks_the_reading(answer):
    _, opinion = opinion_on(compile_roles(TEAM, ENCODER), answer)
    assert opinion is None or opinion.broken == () or opinion.energy >= 0


ENCODER = HashEncoder()


def test_only_turns_near_the_threshold_are_near_it(roles):
    score = score_turn(roles, "Checker", TEXT)
    assert is_near(score, score.energy + 0.3) and not is_near(score, score.energy + 0.5)
    assert not is_near(score_turn(roles, "Checker", "…"), 0.1)
