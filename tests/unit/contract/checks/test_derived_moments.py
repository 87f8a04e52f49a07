"""Days that a text gives only by another day that it names."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks import FactCheck, compile_fact, read_text
from core.contract.checks.moments import moments
from core.contract.model import Fact, FactKind

Day = tuple[int | None, int | None, int | None]


def derived(text: str) -> list[Day]:
    """Return the days of a text that were worked out."""
    return [(m.year, m.month, m.day) for m in moments(text) if m.derived]


def check(statement: str, kind: FactKind = "date") -> FactCheck:
    return compile_fact(Fact(id="F1", statement=statement, kind=kind))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("We load three days before 4 May.", [(None, 5, 1)]),
        ("We load a week before Friday, 19 May.", [(None, 5, 12)]),
        ("The crates arrive on 4 May; we open them two days later.", [(None, 5, 6)]),
        ("The fair opens on 4 May. We build the day before.", [(None, 5, 3)]),
        ("The choir sings on 4 May. We leave the day after the choir.", [(None, 5, 5)]),
        ("The last day of August is free; the very next morning we start.", [(None, 8, 31), (None, 9, 1)]),
        ("Sixty days after 1 March 2027", [(2027, 4, 30)]),
        ("the 3rd working day after Thursday 4 June 2026", [(2026, 6, 9)]),
        ("The review is on the Monday after 4 June 2026.", [(2026, 6, 8)]),
        ("Today is Mon, 1 June 2026. On the Monday after next we close.", [(2026, 6, 15)]),
        ("All month is open. Today Wed 3 June. It ends ten days from today.", [(None, 6, 13)]),
        ("Please file by the end of the second quarter, on its last day.", [(None, 6, 30)]),
        ("| Thu 9 July | tents |\n| the day after | games |", [(None, 7, 10)]),
        ("We fly on 2 May, stay four nights and come home the next morning.", [(None, 5, 6)] * 2),
        ("Eine Woche vor dem 19. Mai", [(None, 5, 12)]),
        ("Am 18. Mai, einem Montag, ist Probe, am Tag darauf die Feier.", [(None, 5, 19)]),
        ("Montag, 18. Mai: Probe. Die Feier am Freitag derselben Woche.", [(None, 5, 22)]),
        ("Zwei Monate nach dem 31. Dezember 2025", [(2026, 2, 28)]),
        ("Le lendemain du 3 mai", [(None, 5, 4)]),
        ("La veille du 1er mai", [(None, 4, 30)]),
        ("Le 3 mai, deux jours plus tard, on signe.", [(None, 5, 5)]),
        ("Tres semanas antes del 30 de mayo", [(None, 5, 9)]),
        ("El 3 de mayo cargamos; al día siguiente salimos.", [(None, 5, 4)]),
        ("За неделю до 19 мая", [(None, 5, 12)]),
        ("Через три дня после 19 мая", [(None, 5, 22)]),
        ("Приедем 10 июня, на следующее утро начнём.", [(None, 6, 11)]),
    ],
)  # fmt: skip
def test_days_counted_from_a_day_of_the_text(text: str, days: list[Day]) -> None:
    assert derived(text) == days


@pytest.mark.parametrize(
    "text",
    [
        "We start two days after the concert.",  # no day of the concert
        "It ends three days from today.",  # nobody says what today is
        "Choir on 5 May, band on 7 May. The day after we rest.",  # two days could be meant
        "The next day, 5 May, is free.",  # it says itself which day
        "28 February, two days later",  # a leap year or not
        "The 3rd working day after 4 June",  # which weekday is 4 June?
        "The day after tomorrow, and 4 May.",
        "On 4 May we have three days of rain.",
    ],
)
def test_nothing_is_worked_out_where_two_days_could_be_meant(text: str) -> None:
    assert derived(text) == []


@given(
    st.dates(dt.date(2021, 1, 1), dt.date(2059, 1, 1)),
    st.integers(1, 300),
    st.sampled_from([("days", 1), ("weeks", 7)]),
    st.sampled_from([1, -1]),
)
def test_counting_agrees_with_the_calendar(
    day: dt.date, number: int, unit: tuple[str, int], sign: int
) -> None:
    way = "after" if sign > 0 else "before"
    want = day + dt.timedelta(days=sign * number * unit[1])
    text = f"Due {number} {unit[0]} {way} {day.isoformat()}."
    assert derived(text) == [(want.year, want.month, want.day)]


def test_a_day_worked_out_conveys_a_fact_and_says_how() -> None:
    text = "The tent goes up on Thursday, 9 July; the summer fair opens the day after."
    verdict = check("The summer fair opens on Friday, 10 July").states(text)
    assert verdict.lean == "conveyed"
    assert verdict.span is not None
    assert text[slice(*verdict.span)] == "the day after"


def test_another_day_worked_out_contradicts_the_thing_it_is_said_of() -> None:
    text = "Today is Tue, 6 Oct. The pour of slab C takes place three days from today."
    verdict = check("The pour of slab C takes place on 12 October").states(text)
    assert verdict.lean == "contradicted"
    assert "9 October" in verdict.reason


def test_a_day_worked_out_stays_a_stretch_of_time_as_well() -> None:
    view = read_text("The rent is due thirty days after 3 May 2026.")
    assert [(m.month, m.day) for m in view.moments if m.derived] == [(6, 2)]
    assert [(q.low, q.dim) for q in view.quantities if q.dim == "time"] == [(30 * 86400.0, "time")]
