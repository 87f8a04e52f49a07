"""A statement repeated word for word, and repeated with a change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks.check import compile_fact
from core.contract.model import Fact, FactKind

STATEMENTS: tuple[tuple[FactKind, str], ...] = (
    ("limit", "Each member has paid a fee within the last 90 days"),
    ("limit", "Attachments may be at most 12 MB"),
    ("limit", "The gate may be raised only in winds below 30 knots"),
    ("requirement", "Every label must carry the words 'net weight'"),
    ("date", "Die Teilnehmerliste muss bis 4. Mai verschickt werden"),
    ("value", "Version 2 of the feed sends 40 records per minute"),
    ("prohibition", "Do not open the valve before the pump has stopped"),
    ("free_text", "The shop closes early because its lease ends"),
)


def _states(kind: FactKind, statement: str, text: str) -> tuple[str, str]:
    verdict = compile_fact(Fact(id="F", statement=statement, kind=kind)).states(text)
    return verdict.label, verdict.lean


@pytest.mark.parametrize(("kind", "statement"), STATEMENTS)
@pytest.mark.parametrize(
    "text",
    ["{}", "Good morning, this is what you need. {}. Regards.", "Notes:\n- {}\n- More later."],
)
def test_a_text_that_repeats_a_statement_conveys_it(
    kind: FactKind, statement: str, text: str
) -> None:
    assert _states(kind, statement, text.format(statement))[1] == "conveyed"


@given(
    st.sampled_from(STATEMENTS), st.sampled_from(["value", "limit", "date", "free_text", "list"])
)
def test_whatever_kind_its_author_chose(pair: tuple[FactKind, str], kind: FactKind) -> None:
    assert _states(kind, pair[1], f"{pair[1]}.")[1] == "conveyed"


@pytest.mark.parametrize(
    ("kind", "statement", "text"),
    [
        ("limit", STATEMENTS[0][1], "Each member has paid a fee within the last 60 days"),
        ("value", STATEMENTS[5][1], "Version 2 of the feed sends 55 records per minute."),
        (
            "date",
            STATEMENTS[0][1],
            "It was 90 days; now each member has paid a fee within 120 days.",
        ),
        ("free_text", "The shop is open on Sundays", "The shop is not open on Sundays."),
    ],
)
def test_the_same_sentence_with_another_value_or_a_not_contradicts(
    kind: FactKind, statement: str, text: str
) -> None:
    assert _states(kind, statement, text)[1] == "contradicted"


@pytest.mark.parametrize(
    "text",
    [
        "Version 3 of the feed sends 40 records per minute.",
        "Does version 2 of the feed send 55 records per minute?",
    ],
)
def test_another_thing_of_the_same_words_or_a_question_contradicts_nothing(text: str) -> None:
    assert _states("value", STATEMENTS[5][1], text)[0] != "contradicted"


def test_a_sentence_that_is_taken_back_is_not_taken_for_the_fact() -> None:
    text = "Each member has paid a fee within the last 90 days. That was wrong, it is 60 days."
    assert _states("limit", STATEMENTS[0][1], text)[0] != "conveyed"
