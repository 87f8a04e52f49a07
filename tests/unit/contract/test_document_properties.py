"""What holds for every contract and every text."""

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.contract.document import (
    dump_json,
    dump_yaml,
    load_document,
    parse_contract,
    update_text,
)
from core.contract.lint import lint_contract
from core.contract.model import Contract
from core.errors import DocumentError
from tests.unit.contract.strategies import contracts, words


@settings(max_examples=60, deadline=None)
@given(contracts())
@example(Contract(name="x", x_a={"<<": None}))
def test_yaml_reads_back_equal(contract):
    assert parse_contract(dump_yaml(contract)) == contract


@settings(max_examples=60, deadline=None)
@given(contracts())
def test_json_reads_back_equal(contract):
    text = dump_json(contract)
    assert parse_contract(text) == contract
    assert json.loads(text)["kind"] == "FactContract"


@settings(max_examples=60, deadline=None)
@given(contracts(), contracts())
def test_an_updated_text_says_what_the_contract_says(before, after):
    for text in (dump_yaml(before), dump_json(before)):
        assert parse_contract(update_text(text, after)) == after


@settings(max_examples=60, deadline=None)
@given(contracts(), st.integers(0, 10), words)
def test_a_changed_statement_changes_nothing_else(contract, position, statement):
    if not contract.facts:
        return
    position %= len(contract.facts)
    facts = list(contract.facts)
    facts[position] = facts[position].model_copy(update={"statement": statement})
    changed = contract.model_copy(update={"facts": tuple(facts)})
    text = dump_yaml(contract)
    commented = "# mine\n" + text.replace("\nfacts:\n", "\nfacts:   # ours\n")
    updated = update_text(commented, changed)
    assert parse_contract(updated) == changed
    assert updated.startswith("# mine\n")
    if facts[position] == contract.facts[position]:
        assert updated == commented


noise = st.one_of(
    st.text(max_size=200),
    st.text(alphabet="{}[]\"':,-&*!|>#% \n\tab01\\u", max_size=80),
    st.binary(max_size=120),
)


@settings(max_examples=300, deadline=None)
@given(noise)
def test_arbitrary_text_raises_nothing_but_a_document_error(content):
    for read in (load_document, parse_contract):
        try:
            read(content)
        except DocumentError as error:
            assert error.what.endswith((".", "?", "!"))
            assert "pydantic" not in str(error)


@settings(max_examples=200, deadline=None)
@given(noise)
def test_lint_never_raises(content):
    lint_contract(content)
    lint_contract(content, agents=["A"])


@settings(max_examples=60, deadline=None)
@given(contracts())
def test_lint_never_raises_for_a_contract_and_points_into_its_text(contract):
    lines = len(dump_yaml(contract).splitlines()) + 1
    for issue in lint_contract(contract, agents=["Collector", "x"]):
        assert 0 <= issue.line <= lines
        assert issue.message


@settings(max_examples=100, deadline=None)
@given(contracts(), st.data())
def test_lint_and_reading_survive_a_damaged_contract(contract, data):
    text = dump_yaml(contract)
    cut = data.draw(st.integers(0, len(text)))
    piece = data.draw(st.text(alphabet="{}[]\"':,-&*!|>#% \n\t", max_size=5))
    damaged = text[:cut] + piece + text[cut + data.draw(st.integers(0, 5)) :]
    lint_contract(damaged)
    try:
        parse_contract(damaged)
    except DocumentError as error:
        assert error.what
