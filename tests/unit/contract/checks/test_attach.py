"""What a value belongs to, what takes its place, and how units and limits are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks import compile_fact, read_text
from core.contract.checks.attach import only_later
from core.contract.checks.items import list_items
from core.contract.checks.measure import rate_ratio
from core.contract.checks.model import Label
from core.contract.model import Fact, FactKind

C, X, N = "conveyed", "contradicted", "not_conveyed"


def found(kind: FactKind, statement: str, text: str) -> tuple[Label, str]:
    """Return the label that the decider leans to, and its class of evidence."""
    check = compile_fact(Fact(id="F1", statement=statement, kind=kind))
    finding = check.find(read_text(text), work=False)
    return finding.lean, finding.code


@pytest.mark.parametrize(
    ("text", "label", "code"),
    [
        (
            "The band's visit is on 4 May. The choir comes when the hall is painted.",
            N,
            "said-of-other",
        ),
        ("The choir will visit us on 4 May.", C, "date-stated-same"),
    ],
)
def test_a_value_before_the_facts_thing_is_of_something_else(
    text: str, label: str, code: str
) -> None:
    assert found("date", "The choir's visit is on 4 May", text) == (label, code)


def test_a_value_is_the_facts_where_the_text_names_its_thing_nowhere() -> None:
    statement = "The well is 85 m deep"
    text = "Drilled down to 85 metres at Miller's."
    assert found("value", statement, text) == (C, "number-in-other-words")
    assert found("value", statement, f"{text} How deep the well is, I don't know.")[0] == N


def test_a_small_bare_number_may_stand_for_anything() -> None:
    lean, _ = found("value", "The jury has 7 members", "Bus 7 stops at the corner. It rains a lot.")
    assert lean == N


def test_another_value_of_the_kind_contradicts_where_the_thing_is_named_nowhere_else() -> None:
    statement = "The parcel weighs 12 kg"
    assert found("value", statement, "It came to 15 kg on our scale.")[0] == X
    assert found("value", statement, "The dog is 15 kg. The parcel is still here.")[0] == N


def test_a_rate_needs_what_it_counts_by() -> None:
    statement = "Parking costs 18 EUR per day"
    assert found("value", statement, "Parking comes to 18 EUR.") == (N, "rate-missing")
    assert found("value", statement, "Parking comes to 18 EUR a day.")[0] == C
    assert found("value", statement, '{"parking_eur_per_day": 18}')[0] == C


def test_what_the_next_sentence_leaves_open_is_not_conveyed() -> None:
    statement = "The stall fee is 70 EUR"
    text = "The stall fee is 70 EUR. Whether that is the fee for both days, nobody knows."
    assert found("value", statement, text) == (N, "open-behind")
    text = "The stall fee is 70 EUR. The weather for Sunday is unknown."
    assert found("value", statement, text)[0] == C


@pytest.mark.parametrize(
    "text",
    [
        "The tank level was set at 40 cm on Monday; reduced to 32 cm after the leak.",
        "Tank level 40 cm [strike this, the diver measured 32 cm].",
        "Bis gestern stand der Tank bei 40 cm, jetzt sind es 32 cm. Tank level.",
        "The tank level is 32 cm, eight less than the week before (40 cm).",
        "The tank level isn't 40 cm, that is the pond. The tank level is 32 cm.",
    ],
)
def test_the_value_that_holds_now_contradicts(text: str) -> None:
    assert found("value", "The tank level is 40 cm", text)[0] == X


def test_a_limit_that_is_no_denial_takes_nothing_back() -> None:
    text = "The tank level must not be more than 40 cm, at 32 cm the pump starts."
    assert found("limit", "The tank level is at most 40 cm", text)[0] == C


def test_a_date_counted_from_another_is_the_one_that_holds() -> None:
    text = "Entries close a week beyond the 9 March, so on 16 March."
    assert found("date", "Entries close on 9 March", text)[0] == X


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("The clamp takes 1.5 Nm", "Clamp: tighten to 150 Ncm"),
        ("The cell stores 2.4 kWh", "| what | value |\n|---|---|\n| cell, stores | 2,400 Wh |"),
        ("Compost: 20 tonnes per hectare", "Compost: 2 kg per square metre"),
        ("The simulation took 48 CPU hours", "The simulation took 2 CPU days"),
        ("The ditch is 70 cm wide", "The ditch is seven decimetres wide"),
    ],
)
def test_units_convert(fact: str, text: str) -> None:
    assert found("value", fact, text)[0] == C


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("The slide stays closed at 30 km/h of wind and above.", "lt"),
        ("A run of 9 hours or more fails.", "lt"),
        ("Dig 50 cm or deeper.", "ge"),
        ("A minimum of 50 cm or more, anything else is rejected.", "ge"),
        ("Boards of 30 mm or thinner.", "le"),
    ],
)
def test_a_range_that_is_refused_leaves_the_other_side(text: str, sign: str) -> None:
    assert read_text(text).quantities[0].comparator == sign


@pytest.mark.parametrize(
    ("statement", "items"),
    [
        ("Lockers 4, 9 and 12 are to be repainted", ("4", "9", "12")),
        ("The pass covers trams, ferries and the museum", ("trams", "ferries", "museum")),
        ("Das Paket umfasst Zelt, Matte und Kocher", ("Zelt", "Matte", "Kocher")),
        ("Colours are red, green and blue", ("red", "green", "blue")),
    ],
)
def test_items_stand_before_the_verb_or_behind_it(statement: str, items: tuple[str, ...]) -> None:
    assert list_items(statement) == items


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Today, 2 June 2025, we pack. We sail exactly a fortnight from now.", (16, 6)),
        ("The letter came on 3 March 2025. Two weeks from that day we answer.", (17, 3)),
        ("Heute ist Montag, der 5. Mai. Spätestens heute in einer Woche.", (12, 5)),
    ],
)
def test_days_are_counted_from_the_day_of_writing_or_another(
    text: str, day: tuple[int, int]
) -> None:
    assert day in {(m.day, m.month) for m in read_text(text).moments}


def test_codes_of_a_list_have_their_own_things() -> None:
    statement = "The cracked tile is logged as FX-210"
    text = "So far: cracked tile in the hall (FX-210), loose hinge (FX-214)."
    assert found("identifier", statement, text)[0] == C
    text = "The cracked tile does not run under FX-210. The cracked tile is FX-214."
    assert found("identifier", statement, text)[0] == X


def test_a_name_whose_part_is_left_open_or_taken_over() -> None:
    statement = "The caterer for the gala is Olive Kitchen"
    text = "Olive Kitchen offered 900 for the gala, Brasserie Nord 870. Which of the two it is, Tom knows."
    assert found("entity", statement, text)[0] == N
    text = "Olive Kitchen had no free staff, so I rebooked the gala with Brasserie Nord."
    assert found("entity", statement, text)[0] == X


@given(st.sampled_from(["day", "hour", "week", "ha", "m²"]), st.integers(1, 500))
def test_a_rate_converted_there_and_back_is_the_same(per: str, amount: int) -> None:
    names = {"ha": "hectare", "m²": "square metre"}
    one = read_text(f"{amount} kg per {names.get(per, per)}").quantities[0]
    other = read_text("3 kg per " + ("square metre" if per in ("ha", "m²") else "week"))
    there = rate_ratio(one, other.quantities[0])
    back = rate_ratio(other.quantities[0], one)
    assert there is not None and back is not None and abs(there * back - 1) < 1e-9


@given(st.text(max_size=200), st.integers(0, 200))
def test_the_share_that_comes_later_is_a_share(text: str, place: int) -> None:
    spec = compile_fact(Fact(id="F1", statement="The tank level is 40 cm", kind="value")).spec
    share = only_later(spec, read_text(text), (place, place))
    assert share is None or 0.0 <= share <= 1.0
