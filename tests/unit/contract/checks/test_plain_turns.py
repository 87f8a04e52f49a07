"""Short plain sentences: another thing, a waived duty, a lifted ban, changed sides, another one of a kind."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact, read_text
from core.contract.model import Fact

BADGE = ("requirement", "Visitors must wear a badge")
PLAN = ("requirement", "The manual must be written in Spanish")
BAN = ("prohibition", "Do not serve peanuts at the party")
COACH = ("entity", "The coach is Nina Brandt")
ORDER = ("requirement", "All invoices must be approved by finance before payment")
PREFER = ("free_text", "Guests prefer tea to coffee")

TURNED = [
    (BADGE, "Visitors don't have to wear a badge.", "duty-waived"),
    (BADGE, "Visitors need not wear a badge.", "duty-waived"),
    (BADGE, "A badge is optional for visitors.", "duty-waived"),
    (("requirement", "Gäste müssen einen Ausweis tragen"), "Gäste müssen keinen Ausweis tragen, das ist nicht mehr nötig.", "duty-waived"),
    (("requirement", "Гости должны носить бейдж"), "Гостям не нужно носить бейдж.", "duty-waived"),
    (("requirement", "Les visiteurs doivent porter un badge"), "Il n'est pas nécessaire que les visiteurs portent un badge.", "duty-waived"),
    (("requirement", "Los visitantes deben llevar una tarjeta"), "No hace falta que los visitantes lleven una tarjeta.", "duty-waived"),
    (PLAN, "Write the manual in Italian.", "another-of-class"),
    (("requirement", "The form must be printed in blue"), "The form must be printed in green.", "another-of-class"),
    (ORDER, "Invoices must be approved by finance after payment.", "order-changed"),
    (ORDER, "Invoices are approved by finance after the payment.", "order-changed"),
    (("free_text", "The gate is closed after departure"), "The gate is closed before departure.", "order-changed"),
    (("requirement", "Rechnungen müssen vor der Zahlung freigegeben werden"), "Rechnungen müssen nach der Zahlung freigegeben werden.", "order-changed"),
    (BAN, "The ban on serving peanuts at the party has been lifted.", "ban-lifted"),
    (COACH, "Omar Reyes has replaced Nina Brandt as coach.", "role-passed-on"),
    (COACH, "Coach: Omar Reyes (was Nina Brandt)", "role-passed-on"),
    (PREFER, "Guests prefer coffee to tea.", "sides-changed"),
    (("free_text", "The outage was caused by a storm"), "The outage was caused by a faulty switch, not by a storm.", "denied-part"),
]  # fmt: skip
KEPT = [
    (BADGE, "Please make sure that visitors wear a badge."),
    (BADGE, "Every visitor has to wear a badge."),
    (BADGE, "Visitors without a badge will be rejected."),
    (PLAN, "Write the manual in Spanish."),
    (ORDER, "Finance has to approve every invoice before it is paid."),
    (ORDER, "Payment of invoices only after finance has approved them."),
    (ORDER, "Invoices must not be approved by finance after payment, but before."),
    (BAN, "No peanuts at the party, please."),
    (COACH, "Nina Brandt is our coach."),
    (COACH, "Nina Brandt has replaced Omar Reyes as coach."),
    (PREFER, "Our guests prefer tea to coffee."),
]
ANOTHER = [
    (BADGE, "Visitors must wear a helmet."),
    (BAN, "Do not serve peanuts at the meeting."),
    (BAN, "Do not serve alcohol at the party."),
]  # fmt: skip


def _found(fact: tuple[str, str], text: str) -> tuple[str, str]:
    check = compile_fact(Fact(id="F", kind=fact[0], statement=fact[1]))
    finding = check.find(check.reads(read_text(text)), work=False)
    return finding.lean, finding.code


@pytest.mark.parametrize(("fact", "text", "code"), TURNED)
def test_a_plain_sentence_turns_the_fact_round(fact: tuple[str, str], text: str, code: str) -> None:
    assert _found(fact, text) == ("contradicted", code)


@pytest.mark.parametrize(("fact", "text"), KEPT)
def test_a_plain_sentence_in_other_words_passes_it_on(fact: tuple[str, str], text: str) -> None:
    assert _found(fact, text)[0] == "conveyed"


@pytest.mark.parametrize(("fact", "text"), ANOTHER)
def test_another_thing_in_the_same_place_is_not_the_fact(fact: tuple[str, str], text: str) -> None:
    assert _found(fact, text)[0] == "not_conveyed"
