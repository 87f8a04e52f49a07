"""The controller's instructions hold every part, in both languages."""

import re

import pytest
from hypothesis import given, settings

from core.contract.model import Contract, Fact
from core.contract.prompt import (
    HONEST_NOTES,
    SLOTS,
    agents_md_rules,
    cell,
    contract_table,
    controller_prompt,
    quick_start,
)
from tests.unit.contract.strategies import contracts, words

CONTRACT = Contract(
    name="trip",
    facts=(
        Fact(id="budget", statement="At most 900 EUR", kind="limit", owner="Planner", recipients=("Booker",)),
        Fact(id="wish", statement="Место у окна | проход", owner="", critical=False, depends_on=("budget",)),
    ),
)  # fmt: skip
LANGS = ("en", "ru")


@pytest.mark.parametrize("lang", LANGS)
def test_the_prompt_has_all_slots_once_and_all_words(lang):
    prompt = controller_prompt(CONTRACT, lang)
    for slot in SLOTS:
        assert prompt.count(slot) == 1
    for word in (
        "unconsumed", "misrouted", "absent", "retrievable", "pending", "late", "contradicted", "unsure",
        "ASK", "INTEGRATE", "VERIFY", "DECOMPOSE", "RETRIEVE", "FORWARD", "COMMIT", "ROLLBACK",
        "| id | status | decision |", "VERDICT:", "FINAL MESSAGE:",
    ):  # fmt: skip
        assert word in prompt
    assert "limit:" in prompt
    assert "prohibition:" not in prompt, "only the kinds that occur are explained"


@pytest.mark.parametrize("lang", LANGS)
def test_facts_stand_in_the_table_in_their_own_language(lang):
    table = contract_table(CONTRACT, lang).splitlines()
    assert len(table) == 4
    assert "At most 900 EUR" in table[2]
    assert "Место у окна \\| проход" in table[3]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 8 for row in table)


def test_the_russian_prompt_is_russian():
    prompt = controller_prompt(Contract(name="x"), "ru")
    letters = [c for c in prompt if c.isalpha()]
    cyrillic = [c for c in letters if "а" <= c.lower() <= "я" or c in "ёЁ"]
    assert len(cyrillic) > 0.8 * len(letters)


@pytest.mark.parametrize("lang", LANGS)
def test_the_quick_start_asks_for_what_the_contract_lacks(lang):
    text = quick_start(CONTRACT, lang)
    interview = text.split("\nPROMPT\n")[0]
    for slot in SLOTS:
        assert slot in interview
    assert interview.count("wish: Место у окна | проход") == 2, "owner and recipients"
    assert "budget:" not in interview
    assert text.endswith(controller_prompt(CONTRACT, lang))


@pytest.mark.parametrize("lang", LANGS)
def test_the_rule_list_names_the_facts(lang):
    rules = agents_md_rules(CONTRACT, lang)
    assert "At most 900 EUR" in rules
    assert rules.count("\n- ") >= 10
    assert len(rules.splitlines()) < 30


@pytest.mark.parametrize("lang", LANGS)
def test_the_notes_are_honest(lang):
    notes = " ".join(HONEST_NOTES[lang]).replace(",", ".")
    assert "70.0" in notes
    assert "75.6" in notes
    assert len(HONEST_NOTES[lang]) >= 3


@given(words)
def test_a_cell_is_one_line_and_can_not_be_left(text):
    escaped = cell(text)
    assert len(escaped.splitlines()) <= 1
    assert re.search(r"(?<!\\)(?:\\\\)*\|", escaped) is None


@settings(max_examples=30, deadline=None)
@given(contracts())
def test_any_contract_becomes_a_prompt(contract):
    for lang in LANGS:
        assert controller_prompt(contract, lang).endswith("\n")
        assert quick_start(contract, lang)
        assert agents_md_rules(contract, lang)
