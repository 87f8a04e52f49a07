"""Dashes between numbers make a stretch, not a minus; a group of digits is one number."""

from __future__ import annotations

import pytest

from core.contract.checks import read_text


@pytest.mark.parametrize(
    ("text", "low", "high", "dim"),
    [
        ("12 – 15 EUR", 12, 15, "money:EUR"),
        ("12 EUR - 15 EUR", 12, 15, "money:EUR"),
        ("12 000 – 15 000 EUR", 12_000, 15_000, "money:EUR"),
        ("12\u00a0000 – 15\u00a0000 €", 12_000, 15_000, "money:EUR"),
        ("12,000 – 15,000 EUR", 12_000, 15_000, "money:EUR"),
        ("2 – 8 °C", 2, 8, "temp"),
        ("from -5 to 3 °C", -5, 3, "temp"),
        ("-12 °C", -12, -12, "temp"),
        ("It is minus 12 degrees outside", -12, -12, "temp"),
        ("Balance: − 300 EUR", -300, -300, "money:EUR"),
        ("Delivery – 15 EUR", 15, 15, "money:EUR"),
        ("Price - 15 EUR", 15, 15, "money:EUR"),
    ],
)
def test_a_stretch_or_a_minus(text: str, low: float, high: float, dim: str) -> None:
    (q,) = read_text(text).quantities
    assert (q.low, q.high, q.dim) == (low, high, dim)


@pytest.mark.parametrize("text", ["passe de 12 000 à 9 500 €", "raised from 12 000 to 9 500 EUR"])
def test_the_first_of_two_values_takes_the_unit_of_the_second(text: str) -> None:
    first, second = read_text(text).quantities
    assert (first.low, second.low, first.dim) == (12_000, 9_500, "money:EUR")


def test_five_to_three_is_a_time_only_where_nothing_is_counted() -> None:
    assert [m.minute for m in read_text("The call is at 5 to 3.").moments] == [2 * 60 + 55]
    assert read_text("A ratio of 5 to 3 people.").moments == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("nine metres and a half", 9.5),
        ("2 hours 35", 9300),
        ("2 h 35 min", 9300),
        ("80 мл/ч", 0.08),
    ],
)
def test_a_measure_told_in_two_steps_is_one(text: str, value: float) -> None:
    (q,) = read_text(text).quantities
    assert q.low == pytest.approx(value)


def test_by_the_hour_is_by_the_hour_in_short_too() -> None:
    assert read_text("80 мл/ч").quantities[0].per == read_text("80 мл в час").quantities[0].per
