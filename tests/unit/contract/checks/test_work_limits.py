"""A work product breaks a limit by its value, however little the limit says of what it limits."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact
from core.contract.checks.words import stem
from core.contract.model import Fact


@pytest.mark.parametrize(
    ("statement", "work", "lean"),
    [
        ("Never above 60 degrees C", "Run 7: addition in an hour, then raised to 78 °C.", "contradicted"),
        ("Never above 60 degrees C", "Run 7: addition in an hour at 55 °C.", "conveyed"),
        (
            "At most 2 g of salt per meal",
            "Pasta: 1.5 g of salt. Soup: a cube of stock (about 4 g of salt). Pie: 1.9 g.",
            "contradicted",
        ),
        ("At most 2 g of salt per meal", "Pasta: 1.5 g of salt. Pie: 1.9 g of salt.", "conveyed"),
        ("Задаток не больше 200 000 рублей", "Договор. Сумма задатка: 350 000 рублей.", "contradicted"),
        ("Задаток не больше 200 000 рублей", "Договор. Сумма задатка: 150 000 рублей.", "conveyed"),
    ],
)  # fmt: skip
def test_a_value_beyond_the_limit_breaks_it(statement: str, work: str, lean: str) -> None:
    check = compile_fact(Fact(id="F", statement=statement, kind="limit"))
    assert check.reflects(work).lean == lean


@pytest.mark.parametrize(
    ("one", "other"), [("задаток", "задатка"), ("список", "списком"), ("конец", "конца"), ("поток", "потока")]
)  # fmt: skip
def test_a_vowel_that_comes_and_goes_doesnt_part_forms_of_a_word(one: str, other: str) -> None:
    assert stem(one) == stem(other)
