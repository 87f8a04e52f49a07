"""The Fact contracts page without a browser: writing, saving, versions, examples, bad files."""

import json

import pytest

from core.contract.document import parse_contract
from pages._ui.contract_form import names_in, names_text
from pages._ui.contract_kind import CONTRACTS, guess_kind, suggest_id
from tests.app.runs import open_page, shown_words
from tests.app.support import CONTRACT, HOSTILE, run, work_as

FACTS = [
    "The budget is at most $45,000",
    "The deadline is June 15",
    "Prices include sales tax",
    "Never mention Acme",
    "Modules to offer: Fleet Planner, Yard Board, Driver App",
]


@pytest.fixture
def named(app, running):
    work_as(app, "Ada")
    return running


@pytest.fixture
def kept(workspace):
    workspace.contracts.save(CONTRACT, "Ada")
    return workspace


@pytest.fixture
def page(app, named):
    return app.run().switch_page("contracts.py").run()


def opened(app, **params):
    app.query_params.update({"name": "proposal", **params})
    return app.run().switch_page("contracts.py").run()


def text(page):
    return " ".join(str(block.proto.body) for block in page.get("html"))


def by(elements, label):
    return next(one for one in elements if one.label == label)


def param(page, name):
    value = page.query_params.get(name, "")
    return value[0] if isinstance(value, list) else value


def draft(page):
    return page.session_state["contracts:drafts"][param(page, "name")]


def write(page, name="proposal"):
    page.button(key="contracts:new").click().run()
    by(page.text_input, "Contract name").input(name).run()
    by(page.text_input, "Parties").input("Collector, Writer , Reviewer,").run()
    for statement in FACTS:
        page.text_input(key="contracts:add").input(statement)
        by(page.button, "Add fact").click().run()
    return page


def test_five_sentences_become_a_saved_contract(page, workspace):
    write(page)
    page.button(key="contracts:save").click().run()
    assert not page.exception and not page.error
    stored = workspace.contracts.get("proposal")
    assert [f.statement for f in stored.contract.facts] == FACTS
    assert [f.kind for f in stored.contract.facts] == [
        "limit",
        "date",
        "requirement",
        "prohibition",
        "list",
    ]
    assert {f.owner for f in stored.contract.facts} == {"Collector"}
    assert {f.recipients for f in stored.contract.facts} == {("Writer", "Reviewer")}
    assert (stored.version, stored.author) == (1, "Ada")
    assert stored.text.startswith("# Which facts")
    assert param(page, "name") == "proposal"


def test_nobody_saves_without_a_name(app, workspace):
    page = write(app.run().switch_page("contracts.py").run())
    page.button(key="contracts:save").click().run()
    assert workspace.contracts.list() == []
    by(page.text_input, "Your name").input("Grace")
    by(page.button, "Continue").click().run()
    assert workspace.contracts.get("proposal").author == "Grace"


def test_a_name_given_beside_save_goes_on_the_version(app, workspace):
    open_page(app, "contracts", new=1)
    by(app.text_input, "Contract name").input("proposal").run()
    by(app.text_input, "Description").input("For May").run()
    name = by(app.text_input, "Saved by")
    name.input("Grace")
    app.button(key="contracts:save").click().run()
    kept = workspace.contracts.get("proposal")
    assert (kept.author, kept.contract.description) == ("Grace", "For May")
    assert "Working as <b>Grace</b>" in shown_words(app)
    assert not [one for one in app.text_input if one.key == "contracts:save_name"]


def test_a_contract_without_a_name_is_not_saved(page, workspace):
    page.button(key="contracts:new").click().run()
    assert page.button(key="contracts:save").disabled
    assert "1 error" in text(page)


def test_a_change_in_the_form_keeps_comments_and_unknown_keys(app, named, kept):
    own = CONTRACT.replace("facts:", "x-team: blue\nfacts:  # mine")
    kept.contracts.save(own, "Ada")
    page = opened(app)
    by(page.text_area, "Statement").input("The budget is at most $50,000.").run()
    assert "unsaved changes" in text(page)
    assert "x-team: blue" in draft(page).text and "# mine" in draft(page).text
    page.button(key="contracts:save").click().run()
    assert kept.contracts.get("proposal").contract.facts[0].statement.endswith("$50,000.")
    assert kept.contracts.get("proposal").version == 3


def test_text_and_form_are_one_document(app, named, kept):
    page = opened(app)
    draft(page).replace(CONTRACT.replace("June 15", "June 16"))
    page.run()
    assert "June 16" in page.radio[0].options[1]


def test_renaming_a_fact_keeps_what_depends_on_it(app, named, kept):
    kept.contracts.save(CONTRACT + "    depends_on: [budget]\n", "Ada")
    page = opened(app)
    by(page.text_input, "Fact id").input("money").run()
    contract = parse_contract(draft(page).text)
    assert contract.facts[0].id == "money" and contract.facts[1].depends_on == ("money",)
    by(page.text_input, "Fact id").input("deadline").run()
    assert "already" in page.warning[0].value
    assert parse_contract(draft(page).text).facts[0].id == "money"


def test_facts_are_moved_and_removed(app, named, kept):
    page = opened(app)
    page.button(key="contracts:down").click().run()
    assert [f.id for f in parse_contract(draft(page).text).facts] == ["deadline", "budget"]
    page.button(key="contracts:remove").click().run()
    assert [f.id for f in parse_contract(draft(page).text).facts] == ["deadline"]
    page.button(key="contracts:discard").click().run()
    assert not draft(page).dirty


def test_errors_disable_saving_and_lead_to_their_fact(app, named, kept):
    page = opened(app)
    draft(page).replace(CONTRACT.replace("recipients: [Copywriter]", "recipients: []"))
    page.run()
    assert page.button(key="contracts:save").disabled
    issue = next(b for b in page.button if "no recipient" in b.label)
    issue.click().run()
    assert param(page, "fact") == "deadline"


def test_two_facts_of_one_id_can_be_told_apart_and_mended(app, named, kept):
    page = opened(app)
    draft(page).replace(CONTRACT.replace("id: deadline", "id: budget"))
    page.run()
    assert page.button(key="contracts:save").disabled
    page.radio[0].set_value(1).run()
    by(page.text_input, "Fact id").input("deadline").run()
    assert not page.button(key="contracts:save").disabled


def test_somebody_else_saved_meanwhile(app, named, kept):
    page = opened(app)
    by(page.text_input, "Description").input("mine").run()
    kept.contracts.save(CONTRACT.replace("June 15", "June 16"), "Grace")
    page.button(key="contracts:save").click().run()
    assert "Grace saved version 2" in page.warning[0].value
    assert kept.contracts.get("proposal").version == 2
    page.button(key="contracts:save").click().run()
    assert kept.contracts.get("proposal").version == 3


def test_another_contract_is_not_overwritten_by_its_name(page, kept):
    write(page, "proposal")
    assert page.button(key="contracts:save").disabled
    assert "already" in page.error[0].value


def test_try_it_and_keep_an_example(app, named, kept):
    page = opened(app, view="try")
    page.text_area(key="contracts:try:text").input("We deliver by June 20 for $44,000.").run()
    shown = text(page)
    assert "contradicted" in shown and "20" in shown
    page.selectbox(key="contracts:keep:fact").select_index(1)
    page.button(key="contracts:keep").click().run()
    example = parse_contract(draft(page).text).facts[1].examples[0]
    assert (example.label, example.author) == ("conveyed", "Ada")
    page.button(key="contracts:save").click().run()
    assert any("judged otherwise" in w.value for w in page.warning)


def test_versions_and_their_difference(app, named, kept):
    kept.contracts.save(CONTRACT.replace("June 15", "June 16"), "Grace")
    page = opened(app, view="versions")
    shown = text(page)
    assert "breaking" in shown and "Grace" in shown and "June 16" in shown
    page = opened(app, version="1")
    assert "read-only" in text(page) and not page.text_input
    page.button(key="contracts:newest").click().run()
    assert kept.contracts.get("proposal").version == 3
    assert "June 15" in kept.contracts.get("proposal").text


def test_the_controller_prompt_in_two_languages(app, named, kept):
    page = opened(app, view="prompt", lang="ru", text="rules")
    assert "June 15" in page.code[0].value
    page = opened(app, view="prompt", lang="en", text="prompt")
    assert "{task}" in page.code[0].value


def test_a_trace_brings_its_agents_as_parties(app, named, workspace):
    trace = workspace.traces.add(run(), "run.json").id
    app.query_params.update({"new": "1", "trace": trace})
    page = app.run().switch_page("contracts.py").run()
    assert "Write a proposal." in text(page)
    assert by(page.text_input, "Parties").value == "Collector, Copywriter, Reviewer"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n\x00",
        "name: \u00e9".encode("utf-16"),
        b"a0: &a0 [x]\n"
        + b"".join(
            b"a%d: &a%d [*a%d,*a%d,*a%d,*a%d]\n" % (n, n, *[n - 1] * 4) for n in range(1, 20)
        ),
        b"[" * 5_000,
        b"- 1",
        b"a: 1\na: 2",
    ],
)
def test_a_file_that_is_no_document_gets_one_sentence(page, workspace, data):
    page.file_uploader[0].upload("bad.yaml", data, "text/yaml").run()
    assert len(page.error) == 1 and "Traceback" not in page.error[0].value
    assert workspace.contracts.list() == []


@pytest.mark.parametrize(
    "content",
    [
        CONTRACT.replace("id: deadline", "id: budget"),
        CONTRACT.replace("statement: The deadline is June 15.", "statement: {a: b}"),
        CONTRACT.replace("facts:", "facts: 5\nx:"),
        "hello: world",
        CONTRACT.replace("name: proposal", "name: " + 300 * "x").replace(
            "id: budget", "id: " + 99 * "y"
        ),
        CONTRACT.replace("kind: FactContract", "kind: RoleSet"),
    ],
)
def test_a_document_with_faults_opens_with_them_and_is_not_saved(page, workspace, content):
    page.file_uploader[0].upload("own.yaml", content.encode(), "text/yaml").run()
    assert not page.exception and not page.error
    assert page.button(key="contracts:save").disabled
    assert workspace.contracts.list() == []


def test_json_comes_in_and_stays_json(page, workspace):
    data = json.dumps(parse_contract(CONTRACT).to_dict())
    page.file_uploader[0].upload("own.json", data.encode(), "application/json").run()
    page.button(key="contracts:save").click().run()
    assert json.loads(workspace.contracts.get("proposal").text)["name"] == "proposal"


def test_hostile_text_stays_text(page, workspace):
    page.button(key="contracts:new").click().run()
    by(page.text_input, "Contract name").input(HOSTILE[:110]).run()
    page.text_input(key="contracts:add").input(HOSTILE)
    by(page.button, "Add fact").click().run()
    assert not page.exception
    assert "<img src=x" not in text(page)
    assert "![x]" not in page.radio[0].options[0]


def test_an_unknown_contract_is_explained(app, named):
    app.query_params["name"] = "nothing"
    page = app.run().switch_page("contracts.py").run()
    assert "no contract nothing" in page.error[0].value.replace("\\", "")


def test_names_with_commas_come_back():
    names = ("Smith, John", 'The "Writer"', "Reviewer")
    assert names_in(names_text(names)) == names
    assert names_in(" a,b ,, a") == ("a", "b")


@pytest.mark.parametrize(
    ("sentence", "kind", "name"),
    [
        ("The budget is at most $45,000", "limit", "budget"),
        ("Бюджет не более 450 000 рублей", "limit", "byudzhet-rubley"),
        ("Срок сдачи 15 июня", "date", "srok-sdachi"),
        ("Order number is AB-1234", "identifier", "order-number"),
        ("The customer is Kestrel Freight", "entity", "customer-kestrel"),
        ("The team has 12 people", "value", "team-has"),
        ("Не упоминать Ромашку", "prohibition", "upominat"),
        ("中文", "free_text", "fact"),
    ],
)
def test_kind_and_id_are_guessed_from_a_sentence(sentence, kind, name):
    assert guess_kind(sentence) == kind
    assert suggest_id(sentence, []).split("-")[0] == name.split("-")[0]
    assert suggest_id(sentence, [suggest_id(sentence, [])]).endswith("-2")


def test_save_says_when_there_is_nothing_to_save(app, named, kept):
    page = opened(app)
    save = page.button(key="contracts:save")
    assert save.label == "Saved"
    assert save.help == "Nothing has changed since version 1."
    save.click().run()  # what is typed at that very moment comes with the press, so it isn't disabled
    assert kept.contracts.get("proposal").version == 1
    by(page.text_input, "Description").input("For May").run()
    save = page.button(key="contracts:save")
    assert (save.label, save.disabled) == ("Save version 2", False)


def test_a_new_contract_says_that_it_needs_a_name(page):
    page.button(key="contracts:new").click().run()
    save = page.button(key="contracts:save")
    assert save.disabled and save.help == "Give the contract a name first."
    assert by(page.text_input, "Contract name").placeholder.startswith("Needed")


TWINS = """\
name: twins
parameters: [{name: sum, kind: quantity}]
facts:
  - {id: same, statement: The first is red, owner: A, recipients: [B]}
  - {id: same, statement: The second is green, owner: A, recipients: [B]}
  - {id: cap, statement: "It costs at most {sum}", kind: limit, owner: A, recipients: [B]}
"""


def test_of_two_facts_with_one_id_the_one_that_was_chosen_is_taken(app, workspace):
    work_as(app, "Ada")
    open_page(app, "contracts", new=1, view="try")
    app.session_state["contracts:drafts"][""].replace(TWINS)
    app.text_area(key="contracts:try:text").set_value("The first is red.").run()
    box = app.selectbox(key="contracts:keep:fact")
    assert box.options == ["same · (1)", "same · (2)", "cap"]
    box.set_value(0).run()
    app.button(key="contracts:keep").click().run()
    facts = app.session_state["contracts:drafts"][""].model(CONTRACTS).facts
    assert [len(fact.examples) for fact in facts] == [1, 0, 0]


def test_a_fact_that_waits_for_a_value_is_tried_with_one(app, workspace):
    open_page(app, "contracts", new=1, view="try")
    app.session_state["contracts:drafts"][""].replace(TWINS)
    app.text_area(key="contracts:try:text").set_value("It costs at most $900.").run()
    assert "{sum} has no value" in shown_words(app)
    app.text_input(key="contracts:try:value:sum").set_value("$900").run()
    assert "has no value" not in shown_words(app)


def test_parameters_are_a_line_of_the_form(app, workspace):
    from pages._ui.contract_form import parameters_in, parameters_text

    line = "budget (quantity), opening_day (date), customer"
    found = parameters_in(line)
    assert [(p.name, p.kind) for p in found] == [
        ("budget", "quantity"),
        ("opening_day", "date"),
        ("customer", "text"),
    ]
    assert parameters_text(found) == line
    assert [p.name for p in parameters_in("{a b}, 2x, a b, (date), été")] == ["a_b", "_2x", "t"]
    open_page(app, "contracts", new=1)
    field = next(f for f in app.text_input if "differ from run to run" in f.label)
    field.set_value("budget (quantity)").run()
    contract = app.session_state["contracts:drafts"][""].model(CONTRACTS)
    assert [(p.name, p.kind) for p in contract.parameters] == [("budget", "quantity")]
