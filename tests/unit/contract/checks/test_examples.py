"""The checks on labelled examples: each phenomenon by itself, then the whole collection."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact
from core.contract.checks.model import Verdict
from core.contract.model import Fact, FactKind
from tests.unit.contract.checks.cases import CASES


def states(kind: FactKind, statement: str, text: str) -> Verdict:
    return compile_fact(Fact(id="F1", statement=statement, kind=kind)).states(text)


def reflects(kind: FactKind, statement: str, text: str) -> Verdict:
    return compile_fact(Fact(id="F1", statement=statement, kind=kind)).reflects(text)


def test_most_examples_lean_to_their_label() -> None:
    leans = [(states(kind, fact, text), label) for kind, fact, label, text in CASES]
    right = sum(verdict.lean == label for verdict, label in leans)
    assert right / len(leans) > 0.8


def test_sure_verdicts_are_rarely_wrong() -> None:
    sure = [
        (verdict.label, label)
        for kind, fact, label, text in CASES
        if (verdict := states(kind, fact, text)).label != "unsure"
    ]
    assert len(sure) > 0.3 * len(CASES)
    assert sum(given == label for given, label in sure) / len(sure) > 0.9


@pytest.mark.parametrize(
    "text",
    [
        "Monthly cloud spend: twelve thousand euros at the most.",
        "cloud spend max. 12k EUR a month",
        "The cloud may cost us up to 12.000 € per month, says Ruth.",
        '{"cloud_spend_limit_eur": 12000}',
        "| Item | Limit (EUR) |\n|---|---|\n| Cloud spend | 12,000 |",
    ],
)
def test_a_limit_is_found_in_any_spelling(text: str) -> None:
    verdict = states("limit", "Cloud spend is at most 12,000 EUR per month", text)
    assert verdict.lean == "conveyed"
    assert verdict.span is not None
    assert "12" in text[slice(*verdict.span)] or "twelve" in text[slice(*verdict.span)]


def test_the_same_number_for_rows_is_no_budget() -> None:
    verdict = states("limit", "The budget is at most 12,000 EUR", "The table has 12,000 rows.")
    assert verdict.lean == "not_conveyed"


def test_another_value_contradicts_and_is_named() -> None:
    verdict = states("value", "The loan has an interest of 4.75%", "Interest on the loan: 5.25%.")
    assert verdict.lean == "contradicted"
    assert "5.25" in verdict.other_value


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("Cache lifetime is 15 minutes", "The cache keeps entries for 900 seconds."),
        ("Parcels weigh at most 2 kg", "Parcels may weigh 2,000 g at most."),
        ("Wind limit is 10 m/s", "The limit for wind is 36 km/h."),
        ("Upload limit is 20 MB", "Limit for an upload: 20971520 bytes"),
        ("The discount is 8.5%", "discount = 0.085"),
    ],
)
def test_units_are_converted(statement: str, text: str) -> None:
    assert states("value", statement, text).lean == "conveyed"


def test_a_question_is_no_statement() -> None:
    verdict = states("value", "The fee is 85 EUR", "Is the fee really 85 EUR?")
    assert verdict.lean == "not_conveyed"


def test_a_value_replaced_in_the_text_is_outdated() -> None:
    text = "The fee was 85 EUR. Correction: from now on the fee is 95 EUR."
    verdict = states("value", "The fee is 85 EUR", text)
    assert verdict.lean == "contradicted"
    assert states("value", "The fee is 95 EUR", text).lean == "conveyed"


def test_a_fact_may_name_its_outdated_value() -> None:
    check = compile_fact(Fact(id="F1", statement="The fee is 95 EUR (was 85 EUR)", kind="value"))
    assert check.states("The fee is 95 EUR.").lean == "conveyed"
    assert check.states("The fee is 85 EUR.").lean == "contradicted"


def test_a_rounded_value_is_not_enough() -> None:
    statement = "The sample has 1,204 participants"
    assert states("value", statement, "About 1,200 participants.").lean == "not_conveyed"
    assert states("value", statement, "Participants: 1 204").lean == "conveyed"


def test_half_a_range_is_not_enough() -> None:
    statement = "The essay has 900 to 1,200 words"
    assert states("limit", statement, "Write up to 1,200 words.").lean == "not_conveyed"
    assert states("limit", statement, "The essay has 900-1200 words.").lean == "conveyed"


def test_a_list_reports_what_is_missing() -> None:
    verdict = states("list", "Colours: red, green, blue", "We have it in blue and in red.")
    assert verdict.lean == "not_conveyed"
    assert verdict.missing == ("green",)
    assert set(verdict.found) == {"red", "blue"}
    assert verdict.partial


def test_an_identifier_keeps_its_digits_whatever_its_spacing() -> None:
    statement = "The container is QXRU 771204-5"
    assert states("identifier", statement, "box qxru7712045 is on deck").lean == "conveyed"
    assert states("identifier", statement, "QXRU 771240-5 is on deck").lean == "contradicted"
    assert states("identifier", statement, "The box is on deck.").lean == "not_conveyed"


def test_an_entity_is_found_by_an_alias() -> None:
    fact = Fact(
        id="F1", statement="The auditor is Brandt & Vos", kind="entity", aliases=("Brandt",)
    )
    assert compile_fact(fact).states("Auditor: Brandt, since May.").lean == "conveyed"


@pytest.mark.parametrize(
    "text",
    [
        "The hearing is on 3 March, 14:30.",
        "Hearing: 2027-03-03, half past two in the afternoon",
        "Die Verhandlung ist am 3. März um 14:30 Uhr.",
        "L'audience aura lieu le 3 mars à 14h30.",
        "La audiencia es el 3 de marzo a las 14:30.",
        "Заседание 3 марта в 14:30.",
    ],
)
def test_a_date_is_found_in_five_languages(text: str) -> None:
    assert states("date", "The hearing is on 3 March at 14:30", text).lean == "conveyed"


def test_a_relative_date_needs_the_date_of_the_text() -> None:
    statement = "The inspection is on 3 May"
    assert (
        states("date", statement, "Note of 2 May. The inspection is tomorrow.").lean == "conveyed"
    )
    assert states("date", statement, "The inspection is tomorrow.").lean == "not_conveyed"


def test_time_zones_are_converted() -> None:
    statement = "The freeze starts on Saturday at 22:00 UTC"
    assert states("date", statement, "Freeze: Saturday 23:00 CET").lean == "conveyed"


def test_silence_obeys_a_prohibition_but_does_not_state_it() -> None:
    statement = "Never mention Orlow in the offer"
    text = "Our offer: two machines, delivered in May."
    assert states("prohibition", statement, text).lean == "not_conveyed"
    assert reflects("prohibition", statement, text).lean == "conveyed"
    assert reflects("prohibition", statement, "Better than Orlow!").lean == "contradicted"
    assert states("prohibition", statement, "Don't mention Orlow, please.").lean == "conveyed"


def test_a_work_product_reflects_a_limit_by_staying_inside() -> None:
    statement = "The total price must not exceed 40,000 EUR"
    assert reflects("limit", statement, "Total price: 38,500 EUR").lean == "conveyed"
    assert reflects("limit", statement, "Total price: 41,900 EUR").lean == "contradicted"


def test_the_check_is_shown_in_words() -> None:
    def words(kind: FactKind, statement: str) -> str:
        return compile_fact(Fact(id="F1", statement=statement, kind=kind)).words

    assert words("limit", "Budget is at most $45,000") == "budget: at most 45 000 USD"
    assert words("date", "The tender closes on 21 August 2027").endswith("21 August 2027")
    assert words("list", "Colours: red, green, blue") == "all 3 of: red, green, blue"
    assert words("prohibition", "Never mention Orlow") == "forbidden: mention orlow"
    rule = words("requirement", "The offer must name the delivery dates")
    assert rule == "a rule about: offer, name, delivery, dates"
    free = words("free_text", "The customer dislikes the old system")
    assert free == "by its meaning, told by: customer, dislikes, old, system"
