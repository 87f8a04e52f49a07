"""Sure where it is plain, and only there."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact, read_text
from core.contract.checks.model import VerdictLabel
from core.contract.checks.plain import plainness
from core.contract.model import Fact, FactKind

C, X, N, U = "conveyed", "contradicted", "not_conveyed", "unsure"


def label(kind: FactKind, statement: str, text: str) -> VerdictLabel:
    return compile_fact(Fact(id="F1", statement=statement, kind=kind)).states(text).label


def work(kind: FactKind, statement: str, text: str) -> VerdictLabel:
    return compile_fact(Fact(id="F1", statement=statement, kind=kind)).reflects(text).label


@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        ("limit", "The rent is at most 900 EUR"),
        ("date", "The parade starts on 3 May"),
        ("requirement", "Invoices must be sent by post"),
        ("requirement", "Preise enthalten Mehrwertsteuer"),
        ("identifier", "The gate code is KX-4410"),
        ("list", "Courses: soup, trout, plum cake"),
        ("value", "The barn holds 64 sheep"),
        ("prohibition", "Never mention Quillfern"),
    ],
)
def test_a_fact_in_its_own_words_is_surely_conveyed(kind: FactKind, statement: str) -> None:
    assert label(kind, statement, statement) == C
    assert label(kind, statement, f"Good morning. {statement}. Bye for now.") == C


@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        ("limit", "The rent is at most 900 EUR"),
        ("date", "The parade starts on 3 May"),
        ("requirement", "Invoices must be sent by post"),
        ("identifier", "The gate code is KX-4410"),
        ("list", "Courses: soup, trout, plum cake"),
        ("prohibition", "Never mention Quillfern"),
    ],
)
def test_a_text_with_nothing_in_common_surely_does_not_convey(
    kind: FactKind, statement: str
) -> None:
    assert label(kind, statement, "It rained, so the children stayed in and drew cats.") == N


def test_a_complete_list_needs_neither_its_order_nor_its_title() -> None:
    statement = "Tools to pack: Torque Key, Feeler Gauge, Oil Can"
    assert (
        label("list", statement, "He takes the Oil Can, the Feeler Gauge and the Torque Key.") == C
    )
    assert label("list", statement, "He takes the Oil Can and the Torque Key.") == N
    assert label("list", statement, "We never lend anything. The Oil Can is blue.") == N


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All fares are shown including VAT.", C),
        ("Show every fare with VAT, please.", C),
        ("Fares are without VAT.", X),
        ("The fares don't include VAT.", X),
        ("VAT on the fares: as usual.", U),
        ("Fares went up in spring.", N),
    ],
)
def test_what_a_price_includes(text: str, expected: str) -> None:
    assert label("requirement", "Fares include VAT", text) == expected


def test_what_is_usual_stays_open() -> None:
    assert label("limit", "The rent is at most 900 EUR", "Rent: the usual limit.") == U
    assert label("limit", "Аренда — не более 90 000 рублей", "Аренда: лимит как обычно.") == U


def test_a_count_of_something_else_is_another_count() -> None:
    assert label("value", "The guests need 40 beds", "The garage has space for 40 bicycles.") != C


def test_a_name_that_must_not_be_named() -> None:
    assert label("prohibition", "Never mention Quillfern", "Unlike Quillfern, we call back.") == X
    rule = "Das Lied „Mondhase“ darf nicht gekürzt werden"
    assert work("prohibition", rule, "„Mondhase“ steht an dritter Stelle des Programms.") != X


@pytest.mark.parametrize(
    "text",
    [
        "The desk is open 7-9 pm.",
        "Desk: 19:00 to 21:00",
        "The desk is open between seven and nine in the evening.",
    ],
)
def test_both_ends_of_a_range_of_times_are_read(text: str) -> None:
    assert label("date", "The desk is open from 7 to 9 pm", text) == C
    times = [m.minute for m in read_text(text).moments]
    assert times == [19 * 60, 21 * 60]


def test_a_range_over_noon_begins_in_the_morning() -> None:
    assert [m.minute for m in read_text("Lunch: 11-1 pm").moments] == [11 * 60, 13 * 60]


def test_a_dash_joins_a_label_with_its_value() -> None:
    statement = "Срок сдачи — 4 марта"
    assert label("date", statement, "По новому плану срок сдачи — 11 марта.") == X
    assert label("date", statement, "По новому плану срок сдачи — 4 марта.") == C


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (
            "Споры решает суд по месту нахождения покупателя",
            "Споры решает суд по месту нахождения продавца.",
        ),
        ("Die Schlüssel bekommt der Mieter", "Die Schlüssel bekommt der Vermieter."),
        ("Costs are paid by the landlord", "Costs are paid by the tenant."),
        ("Los gastos los paga el vendedor", "Los gastos los paga el comprador."),
    ],
)
def test_the_opposite_party_contradicts(statement: str, text: str) -> None:
    check = compile_fact(Fact(id="F1", statement=statement, kind="requirement"))
    assert check.states(text).lean == X
    assert check.states(statement).lean == C


@pytest.mark.parametrize(
    ("kind", "statement", "text"),
    [
        ("value", "38 people travel", "Coach booked, 38 places, departure from the north gate."),
        (
            "value",
            "The reserve is 4.6 million",
            "Checked: the reserve of 4.6 agrees with the table.",
        ),
        ("date", "Doors close on Friday at 18:00", "All doors were locked on Friday, 17:48."),
    ],
)
def test_a_work_product_may_use_a_fact_without_stating_it(
    kind: FactKind, statement: str, text: str
) -> None:
    check = compile_fact(Fact(id="F1", statement=statement, kind=kind))
    assert check.reflects(text).lean == C


def test_plainness_of_a_sentence() -> None:
    spec = compile_fact(Fact(id="F1", statement="The rent is at most 900 EUR", kind="limit")).spec
    whole = plainness(spec, read_text("Fine. The rent is at most 900 EUR."))
    assert whole.sure_sentence and whole.best == 1.0 and not whole.nothing
    asked = plainness(spec, read_text("Is the rent at most 900 EUR?"))
    assert asked.doubt and not asked.sure_sentence
    other = plainness(spec, read_text("The cat sleeps."))
    assert other.nothing and other.void


def test_a_full_name_needs_no_label() -> None:
    fact = Fact(id="F1", statement="Publisher: Osier Lane Books", kind="entity")
    assert compile_fact(fact).states("We signed with Osier Lane Books on Monday.").lean == C


def test_a_rule_is_passed_on_or_broken_by_what_it_rules_out() -> None:
    fact = Fact(id="F1", statement="The puzzle must work without a ruler", kind="requirement")
    check = compile_fact(fact)
    assert check.states("Children of six; they will have no rulers.").lean == C
    assert check.states("Task 4: you may use your ruler here.").lean == X


def test_silence_on_a_requirement_is_never_sure() -> None:
    assert work("requirement", "Invoices must be sent by post", "The roof is finished.") == U
