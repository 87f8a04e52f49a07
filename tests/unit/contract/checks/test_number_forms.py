"""How values are written: each form must read as the same number, unit, rate and bound."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact, read_text
from core.contract.checks.quantities import Quantity
from core.contract.model import Fact


def _only(text: str) -> Quantity:
    found = read_text(text).quantities
    assert len(found) == 1, (text, [q.raw for q in found])
    return found[0]


@pytest.mark.parametrize("gap", [",", " ", "\u00a0", "\u202f", "\u2009", "'", "’", "_"])
def test_groups_of_digits(gap: str) -> None:
    assert _only(f"The fee is 12{gap}500 EUR.").low == 12500


@pytest.mark.parametrize(
    ("form", "value", "dim"),
    [
        (".75 kg", 0.75, "mass"),
        ("half a million euros", 5e5, "money:EUR"),
        ("a quarter of a million euros", 25e4, "money:EUR"),
        ("a hundred and twenty euros", 120, "money:EUR"),
        ("a quarter of a second", 0.25, "time"),
        ("two-and-a-half hours", 9000, "time"),
        ("½ hour", 1800, "time"),
        ("a dozen and a half eggs", 18, ""),
        ("one-eighty seats", 180, ""),
        ("1.5e6 rows", 1.5e6, ""),
        ("5 percentage points", 5, "percent"),
        ("3 grand", 3000, ""),
        ("3 grand pianos", 3, ""),
        ("8 fl oz", 0.2365882, "volume"),
        ("5 square feet", 0.4645152, "area"),
        ("68 degrees Fahrenheit", 20, "temp"),
        ("A$12", 12, "money:AUD"),
        ("12 dollars and 50 cents", 12.5, "money:USD"),
    ],
)
def test_english_forms(form: str, value: float, dim: str) -> None:
    q = _only(f"We have {form} for it.")
    assert (q.low, q.dim) == (pytest.approx(value, rel=1e-5), dim)


@pytest.mark.parametrize(
    ("text", "value", "dim"),
    [
        ("У нас девяносто кубов воды.", 90000, "volume"),
        ("У нас шесть соток земли.", 600, "area"),
        ("У нас тысяча двести рублей.", 1200, "money:RUB"),
        ("У нас две сотни яиц.", 200, ""),
        ("Обойдёмся пятьюдесятью рублями.", 50, "money:RUB"),
        ("Обойдёмся тремястами рублями.", 300, "money:RUB"),
        ("Нужно три четверти часа.", 2700, "time"),
        ("Нужно пол-литра молока.", 0.5, "volume"),
        ("Das sind zwölfeinhalbtausend Euro.", 12500, "money:EUR"),
        ("Das sind 45,- EUR.", 45, "money:EUR"),
        ("Das sind drei viertel Liter.", 0.75, "volume"),
        ("Nous avons deux millions et demi d'euros.", 2.5e6, "money:EUR"),
        ("Nous avons 3 milliards d'euros.", 3e9, "money:EUR"),
        ("Tenemos medio millón de euros.", 5e5, "money:EUR"),
        ("Tenemos dos horas y media.", 9000, "time"),
    ],
)
def test_forms_of_other_languages(text: str, value: float, dim: str) -> None:
    q = _only(text)
    assert (q.low, q.dim) == (pytest.approx(value), dim)


@pytest.mark.parametrize("dash", ["-", " - ", "–", " – ", "—", "‑", "−", "...", "…", " to "])
def test_stretches(dash: str) -> None:
    q = _only(f"It costs 12{dash}15 EUR there.")
    assert (q.low, q.high, q.dim, q.comparator) == (12, 15, "money:EUR", "range")


@pytest.mark.parametrize(
    ("form", "low", "high"),
    [
        ("-5 to -2 °C", -5, -2),
        ("-5 °C to 10 °C", -5, 10),
        ("6 °C ± 2", 4, 8),
        ("20 °C ± 10 %", 18, 22),
        ("12k-15k °C", 12000, 15000),
    ],
)
def test_stretches_of_degrees(form: str, low: float, high: float) -> None:
    q = _only(f"Keep it at {form} always.")
    assert (q.low, q.high, q.comparator) == (pytest.approx(low), pytest.approx(high), "range")


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("The bag is 23 kg, no more.", "le"),
        ("The bag is at or below 23 kg.", "le"),
        ("There is a 23 kg cap.", "le"),
        ("The bag is 23+ kg.", "ge"),
        ("The bag is 23 kg and up.", "ge"),
        ("The bag is in excess of 23 kg.", "gt"),
        ("La valise pèse au moins 23 kg.", "ge"),
        ("La valise pèse pas moins de 23 kg.", "ge"),
        ("La maleta pesa al menos 23 kg.", "ge"),
        ("La maleta pesa a lo sumo 23 kg.", "le"),
        ("Чемодан весит 23 кг и не больше.", "le"),
        ("Der Koffer wiegt ab 23 kg.", "ge"),
        ("if weight > 23: raise ValueError", "le"),
        ("reject when weight >= 23", "lt"),
        ("assert weight <= 23", "le"),
        ("It took 100 requests/min and 23 kg.", "eq"),
    ],
)
def test_bounds(text: str, bound: str) -> None:
    q = read_text(text).quantities[-1]
    assert (q.comparator, abs(q.low)) == (bound, q.low)


@pytest.mark.parametrize(
    ("text", "per"),
    [
        ("It costs 120 EUR monthly there.", "month"),
        ("It costs €120 p.p. there.", "person"),
        ("It yields 5 % p.a. there.", "year"),
        ("Das kostet 120 Euro im Monat dort.", "month"),
        ("Cela coûte 120 € la nuit ici.", "night"),
        ("Это стоит 120 рублей с человека здесь.", "person"),
        ("It serves 100 req/s there.", "second"),
        ("The pump moves 25.0 L/s there.", "second"),
        ("He works 40 hours a week there.", "week"),
    ],
)
def test_rates(text: str, per: str) -> None:
    assert _only(text).per == {per}


@pytest.mark.parametrize(
    "text",
    ["Call +49 30 1234567 today.", "Call 030-1234567 today.", "ISBN 978-3-16-148410-0 is it."],
)
def test_numbers_that_count_nothing(text: str) -> None:
    assert not read_text(text).quantities


def test_a_flow_agrees_in_any_unit() -> None:
    check = compile_fact(Fact(id="F", statement="The pump delivers 25.0 L/s", kind="value"))
    assert check.states("The pump delivers 90 m³ per hour.").lean == "conveyed"


def test_another_cap_in_other_words_contradicts() -> None:
    fact = Fact(id="F", statement="Up to three checked bags per passenger", kind="limit")
    said = compile_fact(fact).states("No more than two checked bags per traveller.")
    assert said.lean == "contradicted"
