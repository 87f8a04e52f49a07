"""Documents as people write them, and what Baton says when they can't be used."""

import pytest

from core.contract.binding import Binding
from core.contract.document import (
    LocatedError,
    dump_binding,
    dump_yaml,
    load_document,
    parse_binding,
    parse_contract,
    update_text,
)
from core.contract.model import Contract, Fact
from core.errors import DocumentError

CONTRACT = """\
# our contract
apiVersion: baton/v1
kind: FactContract
name: trip   # short
version: 3

team: revenue  # a key of ours
facts:
  # money first
  - id: budget
    statement: "The budget is at most 900 EUR"   # agreed by phone
    kind: limit
    owner: Planner
    recipients: [Booker, Reviewer]
    ticket: X-1
  # then time
  - id: departure
    statement: Departure is on March 3
    owner: Planner
    recipients:
      - Booker
      - Reviewer

  - id: airline
    statement: >
      Never book
      Aerolux
    kind: prohibition
    owner:
    recipients:
# the end
"""


def changed(contract, fact_id, **values):
    facts = tuple(
        fact.model_copy(update=values) if fact.id == fact_id else fact for fact in contract.facts
    )
    return contract.model_copy(update={"facts": facts})


def lines_that_differ(before, after):
    old, new = before.splitlines(), after.splitlines()
    return [line for line in new if line not in old], [line for line in old if line not in new]


def test_a_contract_is_read_with_its_unknown_keys():
    contract = parse_contract(CONTRACT)
    assert contract.version == 3
    assert contract.model_extra == {"team": "revenue"}
    assert contract.facts[0].recipients == ("Booker", "Reviewer")
    assert contract.facts[0].model_extra == {"ticket": "X-1"}


def test_every_value_knows_its_line():
    document = load_document(CONTRACT, "trip.yaml")
    assert document.kind == "FactContract"
    assert document.where(("facts", 1, "statement")) == "trip.yaml, line 18"
    assert document.lines[("facts", 1, "recipients", 1)] == 22
    assert document.mark(("facts", 1, "check")).line == 17, "what isn't there: its parent"


def test_json_is_recognised_by_its_content_and_knows_its_lines():
    text = '{\n  "name": "trip",\n  "facts": [\n    {"id": "a", "statement": "x"}\n  ]\n}\n'
    document = load_document(text, "whatever.txt")
    assert document.format == "json"
    assert document.lines[("facts", 0, "statement")] == 4
    assert parse_contract(text).facts[0].statement == "x"


def test_dates_and_yes_stay_text_as_in_yaml_1_2():
    contract = parse_contract("name: yes\nfacts:\n- {id: no, statement: 2026-06-15}\n")
    assert contract.name == "yes"
    assert contract.facts[0].statement == "2026-06-15"


def test_keys_left_empty_are_not_filled_in_yet():
    contract = parse_contract(CONTRACT)
    assert contract.facts[2].owner == ""
    assert contract.facts[2].recipients == ()


ONE_FACT = "name: x\nfacts:\n- id: a\n  statement: s\n"

REFUSED = {
    "number where text is due": (
        "name: x\nfacts:\n- id: a\n  statement: 45000\n",
        "c.yaml, line 4: 'statement' of fact 'a' should be text, but is the number 45000. "
        'Put it in quotes: "45000".',
    ),
    "text where a list is due": (
        ONE_FACT + "  recipients: Joe\n",
        "c.yaml, line 5: 'recipients' of fact 'a' should be a list, but is the text 'Joe'. "
        "Write one item a line after '- ', or [a, b].",
    ),
    "mistyped kind": (
        ONE_FACT + "  kind: limt\n",
        "c.yaml, line 5: 'kind' of fact 'a' should be one of value, limit, date, entity, "
        "identifier, list, requirement, prohibition, free_text, but is the text 'limt'. "
        "Did you mean 'limit'?",
    ),
    "fact without statement": (
        "name: x\nfacts:\n- id: a\n",
        "c.yaml, line 3: 'statement' of fact 'a' is missing.",
    ),
    "duplicate id": (ONE_FACT + "- id: a\n  statement: t\n", "c.yaml, line 5: The id 'a' stands twice."),
    "duplicate key": (
        "name: x\nname: y\n",
        "c.yaml, line 2: The key 'name' stands twice in the same group (first in line 1).",
    ),
    "roles": ("kind: RoleSet\nname: x\n", "c.yaml, line 1: This is a set of role profiles"),
    "something else": ("messages: []\n", "c.yaml, line 1: This doesn't look like a fact contract"),
    "newer version": (
        "apiVersion: baton/v9\nname: x\nfacts: []\n",
        "c.yaml, line 1: 'apiVersion' should be baton/v1, but is the text 'baton/v9'.",
    ),
    "a list": ("- a\n", "c.yaml, line 1: The document is a list"),
    "empty": (" \n", "c.yaml: The document is empty."),
    "only comments": ("# hello\n", "c.yaml: The document is empty."),
    "two documents": ("a: 1\n---\na: 2\n", "c.yaml, line 2: The file holds more than one document"),
    "colon in text": ("name: a: b\n", "c.yaml, line 1: This is no valid YAML: a ':' stands"),
    "tab": ("name: x\nfacts:\n\t- id: a\n", "c.yaml, line 3: This is no valid YAML: a tab"),
    "open quote": ('name: x\nfacts: "ab\nc\n', "c.yaml, line 2: This is no valid YAML: a quotation mark"),
    "object": ("name: !!python/name:os.system x\n", "c.yaml, line 1: The tag '!!python/name:os.system'"),
    "merge key": ("a: &a {b: 1}\nc:\n  <<: *a\n", "c.yaml, line 3: Merge keys ('<<')"),
    "anchor in itself": ("a: &a [*a]\n", "c.yaml, line 1: The anchor 'a' holds itself."),
    "deep": ("a: " + "[" * 5000, "c.yaml, line 1: The document is nested more than 40 levels"),
    "deep json": ('{"a":' * 9000, "nested more than 40 levels deep"),
    "broken json": ('{"a" 1}', "c.yaml, line 1: This is no valid JSON: a ':' is due here."),
    "NaN": ('{"a": NaN}', "c.yaml: NaN is no number that JSON knows."),
    "zip": (b"PK\x03\x04rest", "c.yaml: This is a zip archive. Unpack it first."),
    "binary": (b"\x89PNG\r\n\x00\x00", "c.yaml: This is a binary file, not text."),
    "UTF-16": ("name: x".encode("utf-16"), "c.yaml: The file is written in UTF-16. Save it as UTF-8."),
    "latin-1": ("name: x\nteam: café".encode("latin-1"), "c.yaml, line 2: The file is not written"),
    "too large": (b"#" * 1_500_000, "c.yaml: The document has 1.5 MB; the most is 1 MB."),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input_gets_one_clear_sentence(name):
    content, sentence = REFUSED[name]
    with pytest.raises(DocumentError) as caught:
        parse_contract(content, "c.yaml")
    assert sentence in str(caught.value)


def test_a_yaml_bomb_is_refused_at_once():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    with pytest.raises(LocatedError, match="grow out of hand"):
        load_document("\n".join(lines))


def test_further_problems_are_counted():
    with pytest.raises(DocumentError, match=r"\(And 2 more problems\.\)"):
        parse_contract("name: x\nversion: 0\nfacts:\n- id: a b\n  statement: ''\n")


def test_a_text_that_says_it_already_is_left_alone():
    assert update_text(CONTRACT, parse_contract(CONTRACT)) == CONTRACT


def test_an_edit_changes_one_line_and_keeps_its_quotes_and_comment():
    after = changed(parse_contract(CONTRACT), "budget", statement="The budget is at most 800 EUR")
    text = update_text(CONTRACT, after)
    assert lines_that_differ(CONTRACT, text) == (
        ['    statement: "The budget is at most 800 EUR"   # agreed by phone'],
        ['    statement: "The budget is at most 900 EUR"   # agreed by phone'],
    )
    assert parse_contract(text) == after


def test_lists_are_edited_in_the_style_they_are_written_in():
    contract = parse_contract(CONTRACT)
    after = changed(contract, "budget", recipients=("Booker", "Auditor"))
    after = changed(after, "departure", recipients=("Booker", "Auditor"))
    text = update_text(CONTRACT, after)
    new, _ = lines_that_differ(CONTRACT, text)
    assert new == ["    recipients: [Booker, Auditor]", "      - Auditor"]
    assert parse_contract(text) == after


def test_a_fact_is_added_removed_and_moved_with_all_comments_kept():
    contract = parse_contract(CONTRACT)
    seat = Fact(id="seat", statement="Seat 12: by the window", owner="Planner")
    budget, departure, airline = contract.facts
    after = contract.model_copy(update={"facts": (departure, airline, budget, seat)})
    text = update_text(CONTRACT, after)
    assert parse_contract(text) == after
    for comment in ("# our contract", "# a key of ours", "# money first", "# the end"):
        assert comment in text
    without = contract.model_copy(update={"facts": (budget, airline)})
    text = update_text(CONTRACT, without)
    assert parse_contract(text) == without
    assert "departure" not in text
    assert "# agreed by phone" in text


def test_json_keeps_its_order_and_indentation():
    text = '{\n    "facts": [],\n    "name": "x",\n    "ours": 1\n}'
    after = parse_contract(text).model_copy(update={"name": "y"})
    assert update_text(text, after) == text.replace('"x"', '"y"')


def test_windows_line_ends_stay():
    text = CONTRACT.replace("\n", "\r\n")
    after = parse_contract(text).model_copy(update={"version": 4, "description": "Hello"})
    updated = update_text(text, after)
    assert parse_contract(updated) == after
    assert updated.count("\n") == updated.count("\r\n") == text.count("\n") + 1


def test_text_that_can_not_be_read_is_written_anew():
    contract = Contract(name="x")
    assert parse_contract(update_text("{{{", contract)) == contract


def test_anchors_are_written_out_when_one_use_changes():
    text = "name: x\nfacts:\n- &one {id: a, statement: s, recipients: &r [A]}\n- id: b\n  statement: t\n  recipients: *r\n"
    contract = parse_contract(text)
    after = changed(contract, "b", recipients=("B",))
    assert parse_contract(update_text(text, after)) == after


def test_a_new_contract_is_written_for_people():
    contract = Contract(
        name="trip",
        facts=(Fact(id="when", statement="On March 3", owner="Planner", recipients=("A", "B")),),
    )
    assert dump_yaml(contract) == (
        "apiVersion: baton/v1\nkind: FactContract\nname: trip\nversion: 1\nfacts:\n"
        "  - id: when\n    statement: On March 3\n    owner: Planner\n    recipients: [A, B]\n"
    )


def test_a_binding_reads_back():
    binding = Binding(parties={"7": "true", "B": "C"}, roles={"B": "Critic"}, models={})
    assert parse_binding(dump_binding(binding)) == binding
    with pytest.raises(DocumentError, match="'B' of 'parties' should be text"):
        parse_binding("parties: {B: 1}\n")


def test_blank_lines_between_facts_are_kept():
    text = "name: x\nfacts:\n  - id: a\n    statement: s\n\n  - id: b\n    statement: t\n"
    contract = parse_contract(text)
    a, b = contract.facts
    only_b = contract.model_copy(update={"facts": (b,)})
    assert update_text(text, only_b) == "name: x\nfacts:\n  - id: b\n    statement: t\n"
    third = contract.model_copy(update={"facts": (a, Fact(id="c", statement="u"), b)})
    assert update_text(text, third) == text.replace("\n\n", "\n\n  - id: c\n    statement: u\n\n")
