"""What a role's own habits are taken for, and what its list of acts forbids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.drift.acts import FLOOR, speech_acts
from core.drift.doubt import BEFORE, MOST, doubted, doubts
from core.drift.model import SPEECH_ACTS, RoleProfile
from core.drift.predicates import Context
from core.drift.reading import read
from core.drift.rules import broken_rules, compile_rules

PORTER = RoleProfile(
    name="Porter",
    allowed_speech_acts=("ASSERT", "QUESTION"),
    prohibitions=("Do not approve anything",),
    demonstrations=(
        "I checked the trolleys against the list, all of them are there.",
        "Compared the keys with the board: they agree.",
        "The lift is free from two o'clock.",
    ),
)
CONFIDENCES = st.dictionaries(st.sampled_from(SPEECH_ACTS), st.floats(FLOOR, 1))


def broken(profile: RoleProfile, text: str) -> list[str]:
    """Return how the rules that a text breaks were understood."""
    return [b.detail for b in broken_rules(compile_rules(profile)[0], Context(reading=read(text)))]


def test_what_the_demonstrations_sound_like_is_doubted():
    heard = doubts(PORTER)
    assert heard["VERIFY"] > 0.5
    assert heard["RETRIEVE"] >= BEFORE["RETRIEVE"]
    assert "ASSERT" not in heard
    assert "REFUSE" not in heard
    assert all(0 < value <= MOST for value in heard.values())


def test_a_demonstration_bears_no_witness_for_itself():
    one, _, plain = PORTER.demonstrations
    pair = PORTER.model_copy(update={"demonstrations": (one, plain)})
    assert doubts(pair)["VERIFY"] > 0.5
    assert "VERIFY" not in doubts(pair, without=one)


def test_a_profile_without_acts_or_demonstrations_doubts_nothing():
    assert doubts(PORTER.model_copy(update={"allowed_speech_acts": ()})) == {}
    assert doubts(PORTER.model_copy(update={"demonstrations": ()})) == {}


@given(CONFIDENCES, st.dictionaries(st.sampled_from(SPEECH_ACTS), st.floats(0, MOST)))
def test_doubt_only_lowers(acts: dict[str, float], doubt: dict[str, float]):
    left = doubted(acts, doubt)
    assert set(left) <= set(acts)
    assert all(FLOOR <= value <= acts[act] + 1e-6 for act, value in left.items())
    assert all(left[act] == acts[act] for act in acts if not doubt.get(act))


def test_work_of_other_roles_breaks_the_list_of_acts():
    text = "Please bring the second trolley by noon, and report to me."
    assert broken(PORTER, text) == ["acts of other roles"]
    assert broken(PORTER, "The trolley stands in the yard.") == []


def test_a_doubted_act_has_to_be_surer_before_it_breaks_the_list():
    text = "The labels agree with the list."
    assert speech_acts(read(text))[0]["VERIFY"] > 0.7
    assert broken(PORTER, text) == []
    assert broken(PORTER.model_copy(update={"demonstrations": ()}), text) == ["acts of other roles"]


def test_an_act_that_a_sentence_forbids_counts_once():
    assert broken(PORTER, "I hereby approve the new rota.") == ["approves"]


def test_a_profile_that_states_no_rule_has_none():
    bare = PORTER.model_copy(update={"prohibitions": ()})
    assert compile_rules(bare) == ((), ())


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Первую партию проверил по накладной.", "VERIFY"),
        ("Коробки перенёс вечером на склад.", "EXECUTE"),
        ("Новый адрес записан мной в общую память.", "WRITE_MEMORY"),
        ("First the gutters are cleared, then the tiles go up.", "PLAN"),
        ("The old lock was changed by me.", "EXECUTE"),
    ],
)
def test_who_did_it_is_heard_without_a_subject(text: str, act: str):
    assert speech_acts(read(text))[0].get(act, 0.0) >= 0.5


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Счёт проверил бухгалтер.", "EXECUTE"),
        ("Для оплаты не хватает реквизитов.", "EXECUTE"),
        ("First I measured the hall, then I wrote the list.", "PLAN"),
        ("Which is right the register doesn't say.", "VERIFY"),
    ],
)
def test_what_others_did_or_left_open_is_not_heard(text: str, act: str):
    assert speech_acts(read(text))[0].get(act, 0.0) < 0.5


@pytest.mark.parametrize(
    ("kind", "sentence", "text"),
    [
        ("obligation", "Stay within the budget", "It comes to a little over the budget, well worth it."),
        ("obligation", "Pass on figures unchanged", "He said 41 guests, which I rounded down to forty."),
        ("obligation", "Show conflicts without settling them", "The older entry may be ignored."),
        ("prohibition", "Do not hold back an alarm", "No alarm was raised, it happens every night."),
    ],
)  # fmt: skip
def test_rules_that_only_their_opposite_can_show(kind: str, sentence: str, text: str):
    key = f"{kind}s"
    role = RoleProfile(name="Clerk", **{key: (sentence,)})
    assert broken(role, text)
    assert not broken(role, "Forty-one guests have answered so far.")
