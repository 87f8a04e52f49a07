"""The price of one plan isn't that of its neighbour, whatever they stand in."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks import compile_fact, read_text
from core.contract.checks.json_spans import json_items
from core.contract.checks.records import groups, separated
from core.contract.checks.spotlight import spotlight
from core.contract.model import Fact
from tests.unit.contract.checks.siblings import structured, told

ROOMS = "| Floor | Room | Seats |\n|---|---|---|\n| 2 | Linden | 8 |\n| 4 | Maple | 14 |\n| 5 | Oak | 18 |"


def lean(kind: str, statement: str, text: str) -> str:
    return compile_fact(Fact(id="F", statement=statement, kind=kind)).states(text).lean


def test_structures_keep_neighbours_apart() -> None:
    right: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for name, fact, label, text in structured():
        every[name] += 1
        every[label] += 1
        hit = lean(fact.kind, fact.statement, text) == label
        right[name] += hit
        right[label] += hit
    assert {name for name in every if right[name] < 0.8 * every[name]} == set()
    assert sum(right.values()) >= 0.93 * sum(every.values())


def test_sentences_keep_neighbours_apart() -> None:
    every = list(told())
    wrong = [text for kind, statement, label, text in every if lean(kind, statement, text) != label]
    assert len(wrong) <= 0.06 * len(every), wrong


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The price of the basic plan is 49 EUR.", "not_conveyed"),
        ("The price of the standard plan is 49 EUR.", "conveyed"),
    ],
)
def test_a_plain_sentence_about_another_thing_says_nothing(text: str, label: str) -> None:
    assert (
        compile_fact(
            Fact(id="F", statement="The price of the standard plan is 49 EUR", kind="value")
        )
        .find(read_text(text), work=False)
        .lean
        == label
    )


@pytest.mark.parametrize(
    "text",
    ["We meet in room 204 for the workshop.", "The workshop has been scheduled in room 204."],
)
def test_to_take_place_names_no_thing_that_another_could_stand_for(text: str) -> None:
    assert lean("value", "The workshop takes place in Room 204", text) == "conveyed"


def test_a_row_is_known_by_its_number_and_the_name_of_its_column() -> None:
    labels = [record.label for record in groups(ROOMS)[0].records]
    assert labels == ["Floor 2 Linden", "Floor 4 Maple", "Floor 5 Oak"]
    assert (
        lean("value", "The meeting room on the fourth floor seats 18 people", ROOMS) != "conveyed"
    )


def test_attributes_of_one_thing_are_not_other_things() -> None:
    """A key that fits the fact better than the one that holds its value must not hide that."""
    text = "| Leg | Date (dd/mm) | Pax |\n|---|---|---|\n| Arrival | 09/09 | 38 |\n| Departure | 13/09 | 36 |"
    assert lean("date", "The group arrives on 9 September", text) == "conveyed"
    text = '{"valve": 6, "open_below_moisture_pct": 22, "close_above_moisture_pct": 31}'
    assert lean("value", "Valve 6 opens at 22 % moisture", text) == "conveyed"


def test_notes_are_never_another_thing() -> None:
    text = (
        "- Standard plan: 49 EUR\n- Basic plan: 39 EUR\n- Correction: the standard plan is 59 EUR"
    )
    check = compile_fact(
        Fact(id="F", statement="The price of the standard plan is 49 EUR", kind="value")
    )
    assert "59 EUR" in check.reads(read_text(text)).text


def test_json_that_is_cut_off_is_read_as_far_as_it_goes() -> None:
    (item,) = json_items('see {"a": {"price": 4}, "b": {"price": 5, "note": "cut of')
    assert [child.key for child in item.children] == ["a", "b"]


def test_tables_without_bars_are_seen() -> None:
    (table,) = separated("item;price\nflyer;12\nposter;14")
    assert [[cell[2] for cell in row] for row in table] == [
        ["item", "price"],
        ["flyer", "12"],
        ["poster", "14"],
    ]
    assert separated("Dear all, I hope, as always, you are well\nand, yes, so am I, thanks") == []


PIECES = st.sampled_from(
    [
        "| a | b |\n",
        "|---|---|\n",
        "- x: 4 kg\n",
        "  y: 5 kg\n",
        "# h\n",
        '{"k": {"p": 4}, ',
        "}",
        "[",
        '"',
        ": ",
        "; ",
        ",",
        "\n",
        "plan ",
        "49 EUR ",
        "**b** – ",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_whatever_the_text_records_lie_in_it_and_places_stay(text: str) -> None:
    for group in groups(text):
        assert len(group.records) >= 2
        for record in group.records:
            assert all(0 <= a <= b <= len(text) for a, b in record.spans)
    view = read_text(text)
    check = compile_fact(Fact(id="F", statement="The price of plan b is 49 EUR", kind="value"))
    lit = spotlight(check.spec, view)
    assert len(lit.text) == len(view.text)
    assert all(lit.text[t.start : t.end] == t.text for t in lit.tokens)
    assert all(clause.zone < len(lit.zones) for clause in lit.clauses)
    check.states(text)
