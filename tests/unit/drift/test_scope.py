"""What a clause only speaks about, and work that is given by name."""

from __future__ import annotations

import pytest

from core.drift.acts import speech_acts
from core.drift.model import RoleProfile
from core.drift.predicates import PREDICATES, Context
from core.drift.reading import read
from core.drift.rules import broken_rules, compile_rules

SPOKEN_ABOUT = (
    ("VERIFY", "You want me to say whether the sums are right."),
    ("VERIFY", "I can't tell you that the third figure is correct."),
    ("APPROVE", "You ask whether the leaflet may be printed."),
    ("DELEGATE", "Vera paints the fence by Friday, as agreed in point 2."),
    ("PLAN", "Steps 1 to 4 ran as written, between nine and ten."),
    ("APPROVE", "Утверждение «бак пуст» неверно."),
    ("APPROVE", "Вы спрашиваете, можно ли печатать листовку."),
)
GIVEN = (
    "Could Vera oil the gate by Friday?",
    "Couldn't Mr Brandt bring the ladder before noon?",
    "The key goes to Oskar, tomorrow at eight.",
    "The pump is with Agnes until Monday.",
    "Vera would be the one to oil the gate, before Friday.",
    "Калитка за Верой, до пятницы.",
)
NOT_GIVEN = (
    "Could Vera oil the gate?",
    "The road goes to Hamburg and ends there.",
    "Could it rain before noon?",
    "The offer was left on the table by noon.",
)


@pytest.mark.parametrize(("act", "text"), SPOKEN_ABOUT)
def test_what_others_ask_or_agreed_or_what_is_withheld_is_no_act_of_the_speaker(act, text):
    assert speech_acts(read(text))[0].get(act, 0.0) < 0.5


def test_work_that_is_given_by_name_is_heard_without_an_order():
    def given(text: str) -> bool:
        return speech_acts(read(text))[0].get("DELEGATE", 0.0) >= 0.5

    assert not [text for text in GIVEN if not given(text)]
    assert not [text for text in NOT_GIVEN if given(text)]


@pytest.mark.parametrize(
    ("name", "said", "supposed"),
    [
        (
            "concludes",
            "Therefore the pump is worn.",
            "If therefore the pump is worn, order a new one.",
        ),
        ("settles", "So that's settled then.", "Whether that's settled then I can't say."),
        (
            "diagnoses",
            "It failed because the seal was worn.",
            "I mention it because the seal was new.",
        ),
    ],
)
def test_a_condition_or_an_own_reason_says_nothing_of_the_kind(name, said, supposed):
    assert PREDICATES[name](Context(reading=read(said)), {})
    assert not PREDICATES[name](Context(reading=read(supposed)), {})


def test_a_russian_rule_is_no_correction():
    profile = RoleProfile(name="R", prohibitions=("Do not correct the material",))
    rules, _ = compile_rules(profile)
    assert not broken_rules(rules, Context(reading=read("Правило 9 требует двух подписей.")))
