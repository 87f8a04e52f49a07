"""Numbers, dates, codes and lists: which value is in force, what it is of, which way it is bounded."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks import compile_fact, read_text
from core.contract.checks.bounds import comparator
from core.contract.checks.periods import periods
from core.contract.model import Fact, FactKind

C, X, N = "conveyed", "contradicted", "not_conveyed"


def lean(kind: FactKind, statement: str, text: str) -> str:
    return compile_fact(Fact(id="F1", statement=statement, kind=kind)).states(text).lean


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Rent was 1,450 EUR per month until March; since April it is 1,520 EUR.", X),
        ("Earlier I wrote 1,450 for the rent. Correction: 1,540 per month.", X),
        ("The rent rises from 1,450 to 1,520 EUR per month.", X),
        ("Rent per month: 1,520 EUR (previously 1,450 EUR)", X),
        ("The rent went down from 1,520 to 1,450 EUR per month.", C),
        ("Rent per month: 1,450 EUR (was 1,390)", C),
        ("Rent is 1,450 EUR per week.", X),
    ],
)
def test_the_value_in_force_decides(text: str, label: str) -> None:
    assert lean("value", "Rent is 1,450 EUR per month", text) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Anything bigger than 25 MB is rejected by the uploader.", C),
        ("maxUploadBytes: 26214400", C),
        ("Fichiers de 25 Mo maximum", C),
        ("Uploads: up to and including 25 MB.", C),
        ("Each upload file must be at least 25 MB.", X),
        ("The 25 MB cap on uploads no longer applies; 100 MB is allowed now.", X),
        ("I uploaded a 25 MB file yesterday and it took a minute.", N),
    ],
)
def test_a_limit_needs_words_that_bound_it(text: str, label: str) -> None:
    assert lean("limit", "Upload files may be at most 25 MB", text) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Orders under 50 units are not accepted.", C),
        ("You have to take fifty units or more per order.", C),
        ("The maximum order is 50 units.", X),
        ("50 units were ordered last week.", N),
    ],
)
def test_a_refusal_turns_the_bound_round(text: str, label: str) -> None:
    assert lean("limit", "The minimum order is 50 units", text) == label


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("Uptime was 99.95 percent in May", "April uptime: 99.95%"),
        ("Uptime was 99.95 percent in May", "The target for uptime is 99.95% as always."),
        ("Boiler 3 runs at 64 °C", "Boiler 2 runs at 64 °C, boiler 3 is being cleaned."),
        ("Open tickets are 112", "Ticket 112 is still open and waits for the vendor."),
        ("Revenue in 2024 was 3.1 million EUR", "In 2023 revenue was 3.1 million EUR."),
    ],
)
def test_the_same_value_of_something_else_is_no_delivery(statement: str, text: str) -> None:
    assert lean("value", statement, text) == N


@pytest.mark.parametrize(
    ("statement", "text", "label"),
    [
        ("Report covers Q4 2023", "Period of the report: October to December 2023", C),
        ("Report covers Q4 2023", "Der Bericht umfasst das vierte Quartal 2023.", C),
        ("Report covers Q4 2023", "The report covers Q3 2023.", X),
        ("The audit starts in week 23", "Die Prüfung beginnt in KW 23.", C),
        ("The audit starts in week 23", "Audit begins in calendar week 24.", X),
        ("The lease ends on 30 June 2026", "Bail jusqu'à fin juin 2026.", C),
        ("Delivery is due on 14 March 2025", "Today is Monday, 10 March 2025. Delivery is due on Friday this week.", C),
        ("Delivery is due on 14 March 2025", "Written 12 March 2025: delivery is due the day after tomorrow.", C),
        ("Delivery is due on 14 March 2025", "Delivery was planned for 14 March but the carrier slipped; it's the 17th now.", X),
        ("The training takes place August 1-7", "Training will be in the first week of August.", C),
        ("The hearing is on 5 November", "The hearing of 5 November is cancelled; new date: 19 November.", X),
    ],
)  # fmt: skip
def test_dates_are_read_in_all_their_forms(statement: str, text: str, label: str) -> None:
    assert lean("date", statement, text) == label


@pytest.mark.parametrize(
    ("statement", "text", "label"),
    [
        ("The offices are in Lyon, Porto and Riga", "Три офиса: Лион, Порту и Рига.", C),
        ("The offices are in Lyon, Porto and Riga", "Offices: Lyon and Porto. Riga was closed last year.", X),
        ("Bring passport, visa and vaccination card", "Are passport, visa and vaccination card needed?", N),
        ("Required documents: passport, visa, receipt", "Required documents are only passport and visa.", X),
        ("Shops that close early: 4, 6 and 9", "Early closing: the fourth, the sixth and the ninth shop.", C),
        ("Still missing: invoice, photos, permit", "The permit came in today. Missing: invoice and photos.", X),
    ],
)  # fmt: skip
def test_lists_hold_numbers_names_and_what_is_gone(statement: str, text: str, label: str) -> None:
    assert lean("list", statement, text) == label


def test_a_code_in_groups_is_one_code() -> None:
    fact = "The account is GB29 NWBK 6016 1331 9268 19"
    assert lean("identifier", fact, "Account GB29NWBK60161331926819, please.") == C
    assert lean("identifier", fact, "Account GB29 NWBK 6016 1331 9268 91, please.") == X


@pytest.mark.parametrize(
    "text",
    ["keep the hold between 4 and 8 degrees", "hold at 6 ± 2 °C", "The hold must not get colder than 4 °C or warmer than 8 °C."],
)  # fmt: skip
def test_a_range_is_told_in_many_ways(text: str) -> None:
    assert lean("value", "The temperature in the hold is 4 to 8 °C", text) == C


@given(st.sampled_from(["at most ", "no more than ", "max. "]), st.text("abc ", max_size=20))
def test_words_right_before_a_number_bound_it(cue: str, rest: str) -> None:
    assert comparator("it is " + cue, " " + rest) == "le"


@given(st.integers(1, 4), st.integers(2000, 2099))
def test_quarters_keep_their_number_and_year(quarter: int, year: int) -> None:
    for text in (f"Q{quarter} {year}", f"Q{quarter}/{year}", f"{quarter}. Quartal {year}"):
        assert [(name, y) for _, _, name, y in periods(text)] == [(f"Q{quarter}", year)]


@pytest.mark.parametrize("seed", ["a", " ", "word ", "max ", "a-", "see ", "VAT "])
def test_a_hostile_statement_or_text_costs_no_more_than_its_length(seed: str) -> None:
    started = time.process_time()
    compile_fact(Fact(id="F1", statement=(seed * 100_000)[:100_000], kind="limit"))
    read_text((seed * 100_000)[:100_000])
    assert time.process_time() - started < 3.0


@pytest.mark.parametrize("text", ["It comes in English and Welsh.", "It is in Welsh and French."])
def test_one_language_isnt_another(text: str) -> None:
    check = compile_fact(Fact(id="F", statement="Languages: English, Welsh, Polish", kind="list"))
    assert check.states(text).lean == "not_conveyed"
