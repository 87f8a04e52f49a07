"""One contract, many runs: values are taken where they are certain, and never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.binding import Binding
from core.contract.document import dump_binding, dump_yaml, parse_binding, parse_contract
from core.contract.lint import lint_contract
from core.contract.model import Contract, Fact, Parameter
from core.contract.parameters import fill, read_table, values_for
from core.controller import analyse, document_hash
from core.errors import InputError
from core.trace.model import Agent, Event, Trace

TEXT = """\
apiVersion: baton/v1
kind: FactContract
name: offers
parameters:
  - {name: budget, kind: quantity}
  - {name: opening_day, kind: date}
  - {name: customer}
facts:
  - {id: budget, statement: "The budget is at most {budget}", kind: limit, owner: Desk, recipients: [Writer]}
  - {id: day, statement: "The opening day is {opening_day}", kind: date, owner: Desk, recipients: [Writer]}
  - {id: name, statement: "The offer is for {customer}", kind: entity, owner: Desk, recipients: [Writer], depends_on: [day]}
"""


def contract():
    return parse_contract(TEXT)


def run(task="", said="", **metadata):
    return Trace(
        name="run 7",
        format="baton",
        task=task,
        metadata=metadata,
        agents=(Agent(name="Desk"), Agent(name="Writer")),
        events=(
            Event(seq=1, kind="message", sender="Desk", recipients=("Writer",), text=said or "Go."),
            Event(seq=2, kind="output", sender="Writer", text=said or "Done."),
        ),
    )


def test_a_fact_with_all_its_values_is_an_ordinary_fact():
    filled = fill(contract(), {"budget": "$900", "opening_day": "May 3", "customer": "Hill Farm"})
    assert [f.statement for f in filled.contract.facts] == [
        "The budget is at most $900",
        "The opening day is May 3",
        "The offer is for Hill Farm",
    ]
    assert (filled.not_checked, filled.contract.parameters) == ({}, ())


def test_a_fact_without_its_value_is_not_checked_and_says_why():
    filled = fill(contract(), {"budget": "$900", "customer": "Hill Farm", "opening_day": " "})
    assert [f.id for f in filled.contract.facts] == ["budget", "name"]
    assert filled.not_checked == {"day": "Not checked in this run: {opening_day} has no value."}
    assert filled.contract.fact("name").depends_on == ()


def test_a_table_comes_before_metadata_and_metadata_before_the_task():
    task = "Write an offer. The budget is $800."
    trace = run(task, customer="Hill Farm", budget=850)
    found = values_for(contract(), trace, {"budget": "$900", "customer": ""})
    assert dict(found.values) == {"budget": "$900", "customer": "Hill Farm"}
    assert dict(found.sources) == {"budget": "the table", "customer": "the run's metadata"}
    assert values_for(contract(), run(task)).values == {"budget": "$800"}


@pytest.mark.parametrize(
    "task",
    [
        "Write an offer for 800 visitors.",  # nothing is a budget
        "The budget is about $800.",  # not said exactly
        "The old budget was $700, the new budget is $800.",  # two can be meant
        "The travel cost is $800.",
        "",
    ],
)
def test_a_task_that_leaves_a_doubt_gives_no_value(task):
    assert "budget" not in values_for(contract(), run(task)).values


def test_a_task_gives_a_date_that_is_about_the_parameter():
    task = "Print the leaflet by June 1. The opening day is September 14."
    assert values_for(contract(), run(task)).values == {"opening_day": "September 14"}


def test_an_analysis_is_made_with_the_values_and_names_them():
    said = "The budget is at most $900, for Hill Farm."
    binding = Binding(
        parties={"Desk": "Desk", "Writer": "Writer"},
        values={"budget": "$900", "customer": "Hill Farm"},
    )
    analysis = analyse(run(said=said), contract(), binding=binding)
    assert [(s.fact, s.display) for s in analysis.final] == [("budget", "ok"), ("name", "ok")]
    assert analysis.inputs.binding["values"] == {"budget": "$900", "customer": "Hill Farm"}
    assert analysis.inputs.contract_hash == document_hash(contract().to_dict())
    assert parse_binding(dump_binding(binding)) == binding


def test_a_contract_without_parameters_keeps_its_hash_and_its_analyses():
    plain = Contract(name="plain", facts=(Fact(id="a", statement="Keep {this} as it is"),))
    assert "parameters" not in plain.to_dict()
    assert fill(plain, {"this": "that"}).contract is plain
    assert "values" not in Binding(parties={"A": "A"}).to_dict()


def test_a_pattern_takes_the_value_word_for_word():
    text = TEXT.replace("kind: limit,", 'check: {type: regex, pattern: "cost:\\\\s*{budget}"},')
    (fact, *_) = fill(parse_contract(text), {"budget": "$9.50"}).contract.facts
    assert fact.check.pattern == r"cost:\s*\$9\.50"


def test_the_linter_names_parameters_that_do_nothing_and_braces_that_mean_nothing():
    text = TEXT.replace("{customer}", "{custmer}")
    codes = {issue.code: issue.message for issue in lint_contract(text)}
    assert "No fact holds {customer}" in codes["unused-parameter"]
    assert "{custmer}" in codes["undeclared-parameter"]
    assert "limit-without-number" not in codes
    assert lint_contract(TEXT) == []


# -- the table --------------------------------------------------------------------------------


def test_a_table_has_a_row_for_each_run():
    table = read_table("\ufeffRun;budget;customer\nrun 7;$900;\n\nrun 8;$950;Mill\n", contract())
    assert table.row("run 7") == {"budget": "$900", "customer": ""}
    assert table.row("x.json", "run 8") == {"budget": "$950", "customer": "Mill"}
    assert table.row("run 9") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no column that names the run"),
        ("budget\n$9\n", "no column that names the run"),
        ("run,price\na,1\n", "no parameter 'price'"),
        ("run,budget\na,1\na,2\n", "'a' stands twice, again in line 3"),
        ("run,budget\n,2\n", "Line 2 names no run"),
    ],
)
def test_a_table_that_cannot_be_meant_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        read_table(text, contract(), "values.csv")


@given(
    st.dictionaries(
        st.sampled_from(["budget", "opening_day", "customer", "x"]), st.text(max_size=8)
    )
)
def test_every_fact_is_either_checked_or_explained(values):
    filled = fill(contract(), values)
    ids = {fact.id for fact in filled.contract.facts}
    assert ids | set(filled.not_checked) == {"budget", "day", "name"}
    assert not ids & set(filled.not_checked)
    for fact in filled.contract.facts:
        assert set(fact.depends_on) <= ids


def test_parameters_are_written_and_read_back():
    made = Contract(name="a", parameters=(Parameter(name="budget", kind="quantity"),))
    assert parse_contract(dump_yaml(made)) == made
