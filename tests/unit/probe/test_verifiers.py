"""Verifiers: what they say of a run, and what they say of a document that can't be used."""

import json
import time
from importlib.metadata import EntryPoint

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.document import parse_contract
from core.errors import DocumentError
from core.live.ready import ASSETS, ready_team
from core.probe.verifiers import Subject, compile_verifier, parse_verifier, plugins, verifier_schema
from core.trace.events import make_event

CONTRACT = parse_contract(
    "name: tour\nfacts:\n"
    "- {id: price, statement: The price is at most $900, kind: limit}\n"
    "- {id: day, statement: The tour starts on June 3, kind: date}\n"
)
FINAL = "Our offer: $850 for nine hikers.\nThe tour starts on June 3.\n"
RUN = Subject(
    (
        make_event(1, "message", "Scout", "TODO: the guide is missing", "", recipients=("Writer",)),
        make_event(2, "tool_call", "Scout", '{"seats": 9}', "", tool="book"),
        make_event(3, "tool_result", "book", "refused", "", recipients=("Scout",), tool="book"),
        make_event(4, "output", "Writer", FINAL, ""),
    )
)


def verifier(test):
    return parse_verifier("name: v\ntest: " + json.dumps(test))


def passes(run=RUN, **test):
    return compile_verifier(verifier(test), CONTRACT).verify(run).passed


def told(text):
    return Subject((make_event(1, "output", "Writer", text, ""),))


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ({"type": "contains", "text": "our  offer:\n$850"}, True),
        ({"type": "contains", "text": "our offer", "ignore_case": False}, False),
        ({"type": "contains", "text": "guide"}, False),
        ({"type": "contains", "text": "guide", "at": "messages"}, True),
        ({"type": "contains", "text": "June", "agent": "Scout", "at": "messages"}, False),
        ({"type": "not_contains", "text": "TODO"}, True),
        ({"type": "not_contains", "text": "TODO", "at": "messages"}, False),
        ({"type": "not_contains", "text": "x", "at": "tool_calls", "tool": "cancel"}, True),
        ({"type": "contains", "text": "x", "at": "tool_calls", "tool": "cancel"}, False),
        ({"type": "contains", "text": "refused", "at": "tool_results", "agent": "Scout"}, True),
        ({"type": "regex", "pattern": r"\$8\d0"}, True),
        ({"type": "fact", "fact": "day"}, True),
        ({"type": "fact", "fact": "price"}, True),
        ({"type": "fact", "fact": "price", "how": "states"}, False),
        ({"type": "fact", "statement": "The tour starts on June 4", "kind": "date"}, False),
        ({"type": "number", "value": 9}, True),
        ({"type": "number", "value": 900, "tolerance": 50}, True),
        ({"type": "number", "value": 900, "relative": 0.01}, False),
        ({"type": "number", "value": 9, "after": "offer", "pick": "first"}, False),
        ({"type": "number", "value": 9, "after": "offer", "pick": "last"}, True),
        ({"type": "exact", "answer": "850"}, False),
        (
            {
                "type": "json_schema",
                "at": "tool_calls",
                "schema": {"properties": {"seats": {"type": "integer", "minimum": 9}}},
            },
            True,
        ),
    ],
)
def test_one_test_of_a_run(test, expected):
    assert passes(**test) is expected


def test_tests_are_joined():
    good, bad = {"type": "fact", "fact": "day"}, {"type": "exact", "answer": "x"}
    assert passes(type="all_of", tests=[good, good]) and not passes(
        type="all_of", tests=[good, bad]
    )
    assert passes(type="any_of", tests=[bad, good]) and not passes(type="any_of", tests=[bad])
    assert passes(type="count", tests=[good, bad, good], at_least=2, at_most=2)
    assert not passes(type="count", tests=[good, bad, good], at_most=1)
    found = compile_verifier(verifier({"type": "all_of", "tests": [good, bad]}), CONTRACT).verify(
        RUN
    )
    assert [part.passed for part in found.parts] == [True, False]
    assert "“x”" in found.reason


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ({"type": "contians", "text": "a"}, "Did you mean 'contains'?"),
        ({"text": "a"}, "'test' has no 'type'"),
        ({"type": "contains"}, "'text' of 'test' is missing"),
        ({"type": "all_of", "tests": []}, "is empty"),
        ({"type": "regex", "pattern": "(a+)+$"}, "test: The regular expression repeats a group"),
        ({"type": "all_of", "tests": [{"type": "regex", "pattern": "("}]}, "test.tests[0]"),
        ({"type": "fact"}, "either 'fact' or 'statement'"),
        ({"type": "plugin", "name": "nobody"}, "No verifier is installed"),
        ({"type": "json_schema", "schema": {"$ref": "https://example.org/x"}}, "outside"),
        ({"type": "json_schema", "schema": {"pattern": "(a+)+$"}}, "repeats a group"),
        ({"type": "json_schema", "schema": {"patternProperties": {}}}, "Name the properties"),
        ({"type": "json_schema", "schema": {"type": "strin"}}, "no JSON Schema"),
    ],
)
def test_a_document_that_can_not_be_used(test, said):
    with pytest.raises(DocumentError) as found:
        verifier(test)
    assert said in str(found.value)


def test_a_fact_must_be_in_the_contract():
    with pytest.raises(DocumentError, match="no fact 'colour'"):
        compile_verifier(verifier({"type": "fact", "fact": "colour"}), CONTRACT)


def test_no_pattern_and_no_schema_takes_long_on_a_hostile_text():
    text = json.dumps("a" * 200_000)
    begun = time.process_time()
    passes(told(text), type="regex", pattern="[a]+[a]+b")
    passes(told(text), type="json_schema", schema={"$ref": "#"})
    assert not passes(told(text), type="json_schema", schema={"pattern": "[a]+[a]+b"})
    assert passes(told(text), type="json_schema", schema={"pattern": "^a{3,20}[a-c]+"})
    assert time.process_time() - begun < 5


def test_only_installed_python_is_run(monkeypatch):
    point = EntryPoint(
        name="even", value="tests.unit.probe.test_verifiers:even", group=plugins.GROUP
    )
    monkeypatch.setattr(plugins, "entry_points", lambda group: [point])
    assert passes(type="plugin", name="even", options={"of": 4})
    assert not passes(type="plugin", name="even", options={"of": 3})


def even(events, options):
    return len(events) == 4 and options["of"] % 2 == 0


def test_the_published_schema_takes_what_the_parser_takes():
    schema = verifier_schema()
    document = {
        "name": "v",
        "test": {"type": "any_of", "tests": [{"type": "exact", "answer": "x"}]},
    }
    jsonschema.validate(document, schema)
    parse_verifier(json.dumps(document))
    document["test"]["tests"][0]["type"] = "judge"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema)


@given(st.integers(-99_999, 99_999), st.integers(0, 50))
def test_a_number_is_found_within_its_tolerance_and_not_outside(value, tolerance):
    run = told(f"The answer is {value}.")
    assert passes(run, type="number", value=value + tolerance, tolerance=tolerance)
    assert not passes(run, type="number", value=value + tolerance + 1, tolerance=tolerance)


def test_the_ready_verifier_fits_its_team():
    ready = ready_team("sales-proposal")
    file = ASSETS / "teams" / ready.key / "verifier.yaml"
    compile_verifier(parse_verifier(file.read_text(), file.name), ready.contract)
