"""Prohibitions of a doing that has no predicate of its own."""

from __future__ import annotations

import pytest

from core.drift.conditions import check_condition
from core.drift.doing import forbidden_doing
from core.drift.model import RoleProfile
from core.drift.predicates import Context
from core.drift.reading import read
from core.drift.rules import broken_rules, compile_rules


def broken(rule, text):
    rules, unchecked = compile_rules(RoleProfile(name="R", prohibitions=(rule,)))
    assert not unchecked, rule
    return broken_rules(rules, Context(reading=read(text)))


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("Do not pay invoices", "The delivery is here. I paid the invoice this morning."),
        ("Do not pay invoices", "Paid invoice 12, the receipt is attached."),
        ("Never merge pull requests", "The tests are green, so I have merged the request."),
        ("Don't translate quotations", "We translated both quotations for the reader."),
        ("Do not close tickets or orders", "I am done with it and closed order 7."),
        ("Never disclose personal data to customers", "I disclosed the data to a customer."),
        ("Не закрывать заявки", "Проверил журнал. Я закрыл заявку 71."),
        ("Никогда не платить подрядчикам", "Оплатил подрядчику две поездки."),
    ],
)
def test_a_clause_that_does_it_breaks_the_rule_and_is_named(rule, text):
    (found,) = broken(rule, text)
    assert found.kind == "prohibition" and found.rule == rule
    start, end = found.span
    assert text[start:end] in text and text[start:end] != ""
    assert found.detail.startswith("does “")


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("Do not pay invoices", "The clerk paid the invoice."),
        ("Do not pay invoices", "Shall I pay the invoice?"),
        ("Do not pay invoices", "I have not paid the invoice."),
        ("Do not pay invoices", "Please pay the invoice by Friday."),
        ("Do not pay invoices", "I would pay the invoice if it were mine."),
        ("Do not pay invoices", "The invoice was paid."),
        ("Do not pay invoices", "I paid attention to the date."),
        ("Do not pay invoices", 'The mail says "I paid the invoice".'),
        ("Never disclose personal data to customers", "I disclosed the data to the auditor."),
        ("Не закрывать заявки", "Я не закрывал заявку."),
        ("Не закрывать заявки", "Дежурный закрыл заявку."),
        ("Не закрывать заявки", "Можно закрыть заявку?"),
    ],
)
def test_others_wishes_questions_negations_and_quotations_break_nothing(rule, text):
    assert broken(rule, text) == ()


@pytest.mark.parametrize(
    "rule",
    [
        "Leave the choice of supplier to the buyer",
        "Do not accept payments above 500 euros",
        "Do not say who is to blame",
        "No orders to anybody",
        "Never apologise",
        "Do not publish anything",
        "Do not ship goods unless the client has paid",
        "Не платить без подписи",
    ],
)
def test_what_its_form_leaves_in_doubt_is_left_to_people(rule):
    assert forbidden_doing(rule) is None


def test_it_can_be_written_as_a_typed_rule():
    found = forbidden_doing("Do not grant access rights to guests")
    check_condition(found.condition)
    rule = {"rule": "No rights for guests", "must_not": found.condition}
    rules, _ = compile_rules(RoleProfile(name="R", prohibitions=(rule,)))
    assert broken_rules(rules, Context(reading=read("I granted the right to a guest.")))


def test_an_editor_is_no_editing():
    (found,) = broken("Do not overrule the Editor", "I overruled the editor on the headline.")
    assert "overrule" in found.detail
    assert broken("Do not overrule the Editor", "I rewrote the headline.") == ()
