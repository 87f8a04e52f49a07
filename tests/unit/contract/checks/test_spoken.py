"""Numbers, shares and times as people say them, and what stands in a fact's place in a work product."""

from __future__ import annotations

import pytest

from core.contract.checks import FactCheck, compile_fact, read_text
from core.contract.checks.spoken_shares import spoken_shares
from core.contract.model import Fact, FactKind


def check(kind: FactKind, statement: str) -> FactCheck:
    return compile_fact(Fact(id="F1", statement=statement, kind=kind))


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("Keep one twentieth of the seats free.", 5.0),
        ("Нужно две трети голосов.", 200 / 3),
        ("Пеня: одна десятая процента в день.", 0.1),
        ("Ein Zehntel der Summe wird sofort fällig.", 10.0),
        ("Un cinquième du parc est en panne.", 20.0),
        ("La mitad del personal trabaja de noche.", 50.0),
    ],
)
def test_shares_in_words(text: str, percent: float) -> None:
    assert [round(value, 6) for _, _, value in spoken_shares(text)] == [round(percent, 6)]


@pytest.mark.parametrize(
    "text",
    [
        "A third party signs.",
        "By the fifth of May.",
        "Wait a quarter of an hour.",
        "В первой половине дня.",
    ],
)
def test_ordinals_and_spans_of_time_are_no_shares(text: str) -> None:
    assert not spoken_shares(text)


@pytest.mark.parametrize(
    ("text", "low", "dim"),
    [
        ("The wall is six metres forty high.", 6.4, "length"),
        ("The coat dries in 1 h 30 min.", 5400.0, "time"),
        ("Connected load: 0.4 MVA.", 400.0, "apparent"),
        ("Potassium 4.1 (g/l, taken at noon)", 0.0041, "mass"),
        ("Money (EUR): granted 7,300 for the hall.", 7300.0, "money:EUR"),
        ("Wir haben noch zwei Dutzend Stühle im Lager.", 24.0, ""),
        ("Il reste une vingtaine de places dans la salle.", 20.0, ""),
    ],
)
def test_measures_in_everyday_forms(text: str, low: float, dim: str) -> None:
    found = [(q.low, q.dim) for q in read_text(text).quantities]
    assert any(abs(value - low) < 1e-9 and kind == dim for value, kind in found)


def test_a_date_with_dots_is_no_number() -> None:
    assert not read_text("Signed on 03.05.2027 in Graz.").quantities


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("Паром отходит в четверть одиннадцатого вечера.", 22 * 60 + 15),
        ("Встреча без четверти девять утра у входа.", 8 * 60 + 45),
        ("Wir treffen uns um Viertel nach acht im Büro.", 8 * 60 + 15),
        ("Le train part à neuf heures moins le quart de la gare.", 8 * 60 + 45),
        ("El tren sale a las nueve menos cuarto de la estación.", 8 * 60 + 45),
        ("The papers have to be in by 18.00 on Friday.", 18 * 60),
    ],
)
def test_times_in_words_of_five_languages(text: str, minute: int) -> None:
    assert minute in [m.minute for m in read_text(text).moments]


def test_a_stretch_of_time_is_no_move() -> None:
    call = check("date", "The demo is on 12 May at 14:00")
    assert call.states("The demo on 12 May runs from 14:00 to 15:30.").lean == "conveyed"
    assert call.states("The demo on 12 May is moved from 14:00 to 15:30.").lean == "contradicted"


@pytest.mark.parametrize(
    ("kind", "statement", "text", "lean"),
    [
        (
            "entity",
            "District concerned: San Pablo",
            "To all in San Marcos: boil the water.",
            "contradicted",
        ),
        (
            "entity",
            "Door colour: Forest Green 3",
            "Two floors. Door in Sand Beige 5.",
            "contradicted",
        ),
        ("value", "The steel is S355/J2", "Ordered: 40 t of S235/J2 steel.", "contradicted"),
        (
            "date",
            "Museum visit on 4 May at 2 pm",
            "4 May: picnic, then the museum visit at 4 pm.",
            "contradicted",
        ),
        (
            "date",
            "Museum visit on 4 May at 2 pm",
            "4 May: the museum visit at 2 pm, then a picnic.",
            "conveyed",
        ),
        (
            "limit",
            "Night work: at most 9 hours per nurse per week",
            "Night work in total 88 hours, over twelve nurses.",
            "conveyed",
        ),
    ],
)
def test_what_a_work_product_has_in_the_place_of_a_fact(
    kind: FactKind, statement: str, text: str, lean: str
) -> None:
    assert check(kind, statement).reflects(text).lean == lean


def test_nobody_is_sure_of_a_name_that_isnt_there() -> None:
    verdict = check("entity", "The caterer is Olive & Thyme").reflects(
        "Menu for Friday: soup, fish, tart."
    )
    assert verdict.label != "conveyed"


@pytest.mark.parametrize(
    ("kind", "statement", "text", "lean"),
    [
        (
            "entity",
            "The site manager is Clara Hvidtfeldt",
            "Site manager: C. Hvidtfeldt",
            "conveyed",
        ),
        (
            "entity",
            "The site manager is Clara Hvidtfeldt",
            "Clara Hvidtfeldt has handed the site to Tom Ruud; he is site manager now.",
            "contradicted",
        ),
        (
            "limit",
            "A proposal may have at most 20 pages",
            "Write as many pages as you like in the proposal.",
            "contradicted",
        ),
        (
            "requirement",
            "Every change must be reviewed by two people",
            "One reviewer is enough for a change.",
            "contradicted",
        ),
        (
            "value",
            "The total of the invoice is 12,480 EUR",
            "| item | EUR |\n|---|---|\n| work | 12,480 |\n| invoice total | 14,960 |",
            "contradicted",
        ),
    ],
)
def test_names_limits_and_rules(kind: FactKind, statement: str, text: str, lean: str) -> None:
    assert check(kind, statement).states(text).lean == lean


def test_a_looser_group_of_words_only_joins_languages() -> None:
    english, russian = (read_text(t).tokens[0].senses for t in ("overtime", "сверхурочные"))
    assert any(s.startswith("^=") for s in english)
    assert any(s.startswith("@=") for s in russian)
