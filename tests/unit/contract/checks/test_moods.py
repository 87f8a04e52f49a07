"""What sentences do - rule, forbid, report, waive - and how a rule is read through them."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact, read_text
from core.contract.checks.lexicon import group_senses, idioms, refrains
from core.contract.checks.moods import moods
from core.contract.checks.norms import act_of, norm_features, reading, slots
from core.contract.model import Fact


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("We emptied the tank at noon.", "done"),
        ("Вчера мы вылили остатки.", "done"),
        ("Gestern haben wir den Hahn geöffnet.", "done"),
        ("El vigilante abrió la verja.", "done"),
        ("On a rendu les clés.", "done"),
        ("Nobody walks under the crane.", "banning"),
        ("Der Keller bleibt geschlossen.", "banning"),
        ("Please label every jar.", "ruling"),
        ("Every jar must be labelled.", "ruling"),
        ("One stamp will do.", "waiving"),
        ("Печать не нужна.", "waiving"),
        ("You can take the lift again.", "allowing"),
        ("The filter was never changed.", "failing"),
        ("He asked whether the lift runs.", "asked"),
    ],
)
def test_a_sentence_has_its_mood(text: str, mood: str) -> None:
    assert getattr(moods(read_text(text)), mood) == {0}


@pytest.mark.parametrize(
    "text",
    [
        "The lid stays on until the pan has cooled.",
        "We never emptied the tank.",
        "Если кран открыли, звоните.",
    ],
)
def test_what_is_negated_or_conditional_is_not_told(text: str) -> None:
    assert not moods(read_text(text)).done


def _features(kind: str, statement: str, text: str) -> dict[str, float]:
    check = compile_fact(Fact(id="F", statement=statement, kind=kind))
    return norm_features(check.spec, read_text(text), "not_conveyed")


def test_doing_what_is_forbidden_breaks_and_forbidding_it_rules() -> None:
    statement = "Do not reboot the gateway"
    told = _features("prohibition", statement, "11:02 rebooted the gateway, all quiet now.")
    ruled = _features("prohibition", statement, "The gateway must not be rebooted by anyone.")
    assert told["norm breaks"] > 0.7
    assert told["norm told"] == 1.0
    assert told["norm rules"] == 0.0
    assert ruled["norm rules"] > 0.7
    assert "norm told" not in ruled


def test_a_requirement_and_a_prohibition_have_one_form() -> None:
    waived = _features("requirement", "Every jar must be labelled", "No need to label the jars.")
    assert waived["norm waives"] >= 0.5
    assert waived["of-duty waives"] == waived["norm waives"]


def test_what_must_come_first_and_is_put_off_is_late() -> None:
    late = _features(
        "requirement",
        "The kiln must be inspected before it is lit",
        "We lit the kiln at six. The inspection comes later.",
    )
    in_time = _features(
        "requirement",
        "The kiln must be inspected before it is lit",
        "Inspect the kiln first and light it then.",
    )
    assert late["norm late"] > in_time["norm late"]


def test_a_claim_is_split_at_its_reason() -> None:
    check = compile_fact(
        Fact(id="F", statement="The lift stopped because a fuse blew", kind="free_text")
    )
    main, reason = slots(check.spec)
    assert {t.word for t in main} == {"lift", "stopped"}
    assert {t.word for t in reason} == {"fuse", "blew"}
    found = reading(check.spec, read_text("The lift stopped. It was the fuse that blew."))
    assert found.anywhere > 0.9


def test_the_act_of_a_rule_is_its_verb() -> None:
    check = compile_fact(
        Fact(id="F", statement="All crates must be weighed twice", kind="requirement")
    )
    assert [t.word for t in act_of(check.spec)] == ["weighed"]


def test_an_amount_stands_for_its_name() -> None:
    statement = "Do not disclose the salary"
    given = _features("prohibition", statement, "We revealed that they get 52,000 EUR.")
    silent = _features("prohibition", statement, "We revealed that they get a new desk.")
    assert given["norm breaks"] > silent["norm breaks"]


def test_a_positive_refrain_forbids() -> None:
    assert any(said.search("It stays secret.") for said in refrains("disclose"))
    kept = _features("prohibition", "Do not disclose the recipe", "The recipe stays secret.")
    assert kept["norm rules"] > 0.4


def test_narrower_words_know_their_group_and_idioms_their_language() -> None:
    assert group_senses("sedan", "en") & {"^+vehicle"}
    assert group_senses("vehicle", "en") & {"@+vehicle"}
    assert not group_senses("zxqj", "en")
    forbidding = idioms("forbid", "en")
    assert forbidding is not None
    assert forbidding.search("The roof is off limits.")
    assert idioms("no such kind", "en") is None
