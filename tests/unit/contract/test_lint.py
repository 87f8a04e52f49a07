"""What the linter says, and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.lint import has_errors, lint_contract
from core.contract.lint_names import nearly_equal
from core.contract.lint_values import values_in
from core.contract.model import Contract, Fact

HEAD = "apiVersion: baton/v1\nkind: FactContract\nname: x\nfacts:\n"
GOOD = "- {id: a, statement: s, owner: A, recipients: [B]}\n"


def codes(text, agents=None):
    return {(issue.code, issue.line) for issue in lint_contract(text, agents)}


def test_a_good_contract_has_no_issues():
    assert lint_contract(HEAD + GOOD) == []
    assert lint_contract(HEAD + GOOD, agents=["a", "B"]) == []


ISSUES = {
    "syntax": ("a: [", ("syntax", 1)),
    "empty": ("", ("empty", 0)),
    "missing": ("name: x\nfacts: [{id: a}]", ("missing", 2)),
    "no recipient": (HEAD + "- {id: a, statement: s, owner: A}\n", ("no-recipient", 5)),
    "no owner": (HEAD + "- {id: a, statement: s, recipients: [B]}\n", ("no-owner", 5)),
    "owner gets it": (HEAD + "- {id: a, statement: s, owner: A, recipients: [A]}\n", ("owner-recipient", 5)),
    "twice to one": (
        HEAD + "- id: a\n  statement: s\n  owner: A\n  recipients: [B, B]\n", ("duplicate-recipient", 8)
    ),
    "duplicate id": (HEAD + GOOD + GOOD, ("duplicate-id", 6)),
    "same words": (HEAD + GOOD + GOOD.replace("id: a", "id: b"), ("duplicate-statement", 6)),
    "empty statement": (HEAD + GOOD.replace("statement: s", "statement: ' '"), ("empty-statement", 5)),
    "dependency": (HEAD + GOOD.replace("owner", "depends_on: [b], owner"), ("unknown-dependency", 5)),
    "party": (HEAD.replace("facts", "parties: [A, C]\nfacts") + GOOD, ("unknown-party", 6)),
    "unused party": (HEAD.replace("facts", "parties: [A, B, C]\nfacts") + GOOD, ("unused-party", 4)),
    "unknown key": (HEAD + GOOD.replace("owner", "ticket: 1, owner"), ("unknown-key", 5)),
    "regex": (HEAD + GOOD.replace("owner", 'check: {type: regex, pattern: "["}, owner'), ("bad-regex", 5)),
    "slow": (HEAD + GOOD.replace("owner", 'check: {type: regex, pattern: "(a+)+b"}, owner'), ("bad-regex", 5)),
    "pattern": (HEAD + GOOD.replace("owner", "check: {type: phrase}, owner"), ("no-pattern", 5)),
    "two values": (HEAD + GOOD.replace("statement: s", "statement: 3 rooms for 5 people"), ("two-values", 5)),
    "no facts": (HEAD.replace("facts:", "facts: []"), ("no-facts", 4)),
    "header": ("name: x\nfacts:\n" + GOOD, ("header", 1)),
    "similar": (
        HEAD + GOOD.replace("owner: A", "owner: Trip_Expert").replace("[B]", "[TripExpert]"),
        ("similar-names", 5),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ISSUES)
def test_issues_have_a_code_and_a_line(name):
    text, expected = ISSUES[name]
    assert expected in codes(text)


def test_a_circle_is_named_from_its_first_fact_once():
    facts = "".join(
        f"- {{id: {one}, statement: {one}, owner: A, recipients: [B], depends_on: [{other}]}}\n"
        for one, other in ("ab", "bc", "ca")
    )
    found = [i for i in lint_contract(HEAD + facts) if i.code == "dependency-cycle"]
    assert len(found) == 1
    assert "a -> b -> c -> a" in found[0].message
    assert found[0].line == 5


def test_a_long_chain_of_dependencies_is_no_circle():
    facts = tuple(
        Fact(id=f"f{n}", statement=f"s{n}", depends_on=(f"f{n + 1}",) if n < 1999 else ())
        for n in range(2000)
    )
    assert not [i for i in lint_contract(Contract(name="x", facts=facts)) if "circle" in i.message]


def test_more_than_eight_facts_are_a_warning_at_the_ninth():
    facts = "".join(
        GOOD.replace("id: a, statement: s", f"id: f{n}, statement: s{n}") for n in range(9)
    )
    assert ("many-facts", 13) in codes(HEAD + facts)
    assert not has_errors(lint_contract(HEAD + facts))


def test_an_unknown_agent_is_told_once_with_a_suggestion():
    issues = lint_contract(HEAD + GOOD + GOOD.replace("id: a", "id: b"), agents=["A", "Bb"])
    found = [issue for issue in issues if issue.code == "unknown-agent"]
    assert [issue.line for issue in found] == [5]
    issues = lint_contract(HEAD + GOOD.replace("[B]", "[Verificator]"), agents=["A", "Verifikator"])
    assert "Did you mean 'Verifikator'?" in issues[0].message


def test_a_mistyped_key_gets_a_suggestion():
    issues = lint_contract(HEAD + GOOD.replace("recipients", "reciepients"))
    found = next(issue for issue in issues if issue.code == "unknown-key")
    assert found.severity == "warning"
    assert "Did you mean 'recipients'?" in found.message


def test_a_model_is_linted_like_its_text():
    issues = lint_contract(Contract(name="x", facts=(Fact(id="a", statement="s"),)))
    assert {issue.code for issue in issues} == {"no-recipient", "no-owner"}


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("Budget is at most $45,000", 1),
        ("Бюджет — 450 000 рублей", 1),
        ("Ready by June 15, 2026", 1),
        ("к 15 июня 2026", 1),
        ("2026-06-15T10:30", 1),
        ("ISO-27001 and HL7", 0),
        ("3 rooms by 12.05.2026", 2),
        ("The deadline is August 20 at 15:00 UTC", 1),
        ("By 15:00 on August 20", 1),
        ("Срок: 20 августа в 15:00", 1),
        ("Revenue in Q4 2023 was $40.1 billion", 1),
        ("FY2024 budget is 5 million USD", 1),
        ("The season 2023/24 ends", 1),
        ("It starts in week 12 of 2025", 1),
        ("The report covers Q4 2023", 1),
        ("Between 10 and 12 guests", 1),
        ("10 to 20 users", 1),
        ("10–12 June", 1),
        ("from 9:00 to 17:00", 1),
        ("A plate of 5 x 10 cm", 1),
        ("Python 3.11 runs on port 8080", 0),
        ("Version 2.1.3 ships by June 2", 1),
        ("Flight BA 117 leaves at 9:15", 1),
        ("Call +44 20 7946 0958", 0),
        ("ISO 27001 is certified by June 15", 1),
        ("USD 45,000 at most", 1),
        ("It costs $3.5 million", 1),
        ("$3.5 million for 5 people", 2),
        ("3 rooms for 5 people", 2),
        ("The deadlines are 15 June and 20 June", 2),
        ("45,000 USD by June 15", 2),
    ],
)
def test_numbers_of_a_statement(statement, values):
    assert len(values_in(statement)) == values


def test_names_that_are_one_and_names_that_are_not():
    assert nearly_equal("Verification_Expert", "VerificationExpert")
    assert nearly_equal("Copywriter", "copy writer")
    assert nearly_equal("Requirements Collector", "Requirement Collector")
    assert not nearly_equal("Agent 1", "Agent 2")
    assert not nearly_equal("Writer", "Reader")


@given(st.text(alphabet="0123456789.,-–/:+ QHFYabcBA$€%of to and in"))
def test_values_are_parts_of_the_statement(statement):
    values = values_in(statement)
    assert all(value in statement for value in values)
    assert len(values) <= max(1, sum(sign.isdigit() for sign in statement))
