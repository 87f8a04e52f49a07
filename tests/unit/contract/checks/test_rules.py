"""Prohibitions, requirements and names: what passes them on, what breaks them, what only mentions them."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact, read_text
from core.contract.model import Fact, FactKind

C, X, N = "conveyed", "contradicted", "not_conveyed"


def lean(kind: FactKind, statement: str, text: str, *, work: bool = False) -> str:
    check = compile_fact(Fact(id="F1", statement=statement, kind=kind))
    return (check.reflects(text) if work else check.states(text)).lean


@pytest.mark.parametrize(
    ("statement", "work", "expected"),
    [
        # The thing itself is forbidden: it may not turn up.
        ("No walnuts (allergy)", "Basket: dates, two bags of walnuts. No raisins.", X),
        ("No walnuts (allergy)", "Basket: dates, figs. No walnuts, as agreed.", C),
        ("Do not promise a refund", "Dear guest, you will get a refund next week.", X),
        ("Не обещать возврат", "Уважаемый гость! Возврат будет сделан на днях.", X),
        # An act is forbidden: the thing may turn up.
        ("Do not open the crates", "The crates stand in bay 4. Guards change at six.", C),
        ("Do not open the crates", "We opened the crates and counted the lamps.", X),
        ("Do not open the crates", "The crates were left unopened in bay 4.", C),
    ],
)
def test_a_thing_may_not_turn_up_an_act_may_not_be_done(
    statement: str, work: str, expected: str
) -> None:
    assert lean("prohibition", statement, work, work=True) == expected


def test_a_rule_against_asking_is_broken_by_a_question() -> None:
    rule = "Do not ask about religion"
    assert lean("prohibition", rule, "3. What is your religion?", work=True) == X


def test_the_negation_beside_it_must_speak_of_the_same_thing() -> None:
    rule = "No walnuts"
    assert lean("prohibition", rule, "Two bags of walnuts. The shop has no parking.") == X
    assert lean("prohibition", rule, "About walnuts. We don't want them.") != X


def test_a_rule_for_the_morning_is_not_one_for_the_evening() -> None:
    rule = "No deliveries on Monday mornings"
    assert lean("prohibition", rule, "Please no deliveries on Monday mornings.") == C
    assert lean("prohibition", rule, "Please no deliveries on Monday evenings.") == N


@pytest.mark.parametrize(
    ("statement", "text", "expected"),
    [
        ("Parcels must be sealed", "All parcels go out unsealed today.", X),
        ("Alle Pakete müssen versiegelt sein", "Die Pakete gehen unversiegelt raus.", X),
        (
            "The boiler must be tested before the first guest arrives",
            "The boiler test for the first guests is done afterwards, next week.",
            X,
        ),
        ("Labels must carry a warning", "No printed warning is needed on the labels.", X),
        ("Labels must carry a warning", "A warning on the labels would be nice to have.", N),
        ("Labels must carry a warning", "Does a warning have to be on the labels?", N),
    ],
)
def test_undone_reversed_waived_wished_and_asked(statement: str, text: str, expected: str) -> None:
    assert lean("requirement", statement, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Choir news: the conductor is Ilse Brandt, as before.", C),
        ("The conductor Ilse Brandt is ill; Tom Rask will take over as conductor.", X),
        ("We moved the choir from Ilse Brandt to Tom Rask, the new conductor.", X),
        ("Ilse Brandt and Tom Rask: which of them is the conductor we hear in May.", N),
        ('{"choir": "Lark", "conductor": "Tom Rask"}', X),
        ("The conductor comes on Thursday.", N),
    ],
)
def test_a_name_in_its_role_replaced_or_left_open(text: str, expected: str) -> None:
    assert lean("entity", "The conductor of the choir is Ilse Brandt", text) == expected


@pytest.mark.parametrize(
    ("statement", "work", "expected"),
    [
        ("Locker 212 must not be used (hinge)", "Lockers: Ida 208, Per 212, Nils 215.", X),
        ("Locker 212 must not be used (hinge)", "Lockers: Ida 208, Per 214, Nils 215.", C),
        ("The mushrooms must not be called safe", "These mushrooms are safe for everyone.", X),
        ("The mushrooms must not be called safe", "The mushrooms were found in June.", C),
        ("No Sunday rehearsals", "Rehearsals are on Thursday. Not on Sunday, whatever happens.", C),
        ("No Sunday rehearsals", "The next rehearsals are on Sunday.", X),
    ],
)
def test_what_is_named_by_a_number_or_called_something(
    statement: str, work: str, expected: str
) -> None:
    assert lean("prohibition", statement, work, work=True) == expected


@pytest.mark.parametrize(
    ("kind", "statement", "text", "expected"),
    [
        (
            "value",
            "The orchard has 1,350 trees",
            "Harvest plan: we expect fruit from 1,530 trees.",
            X,
        ),
        ("value", "The pond covers 27 ha", "Report: 31 hectares were dredged by two boats.", X),
        ("value", "The pond covers 27 ha", "Report: 27 hectares were dredged by two boats.", C),
        (
            "date",
            "The market is open on 8 May from 9:00 to 14:00",
            "Come to the market on 9 May, 9:00 to 14:00!",
            X,
        ),
        ("date", "Works go on from 22:00 to 03:00", "Rail swapped at 0:40, all clear at 1:15.", C),
        ("date", "Works go on from 22:00 to 03:00", "Rail swapped at 4:40, all clear at 5:15.", N),
        (
            "requirement",
            "A harvest clause must be included",
            "Draft lease: two years, rent monthly, notice three months, keys on signing, pets welcome.",
            N,
        ),
    ],
)
def test_work_with_another_value_or_without_what_it_must_have(
    kind: FactKind, statement: str, text: str, expected: str
) -> None:
    check = compile_fact(Fact(id="F1", statement=statement, kind=kind))
    assert check.find(read_text(text), work=True).lean == expected
