"""Contract authoring begins with a trace: propose, accept line by line, go on in the form."""

import pytest

from pages._ui.contract_kind import CONTRACTS
from pages._ui.contract_suggest import merged, suggested, taken
from tests.app.runs import contract_of, open_page, param, shown_words, store
from tests.app.support import HOSTILE, run, work_as


@pytest.fixture
def trace_id(workspace):
    return workspace.traces.add(run(), "run.json").id


def test_a_trace_without_analysis_leads_to_its_suggestions(app, trace_id):
    open_page(app, "trace_view", trace=trace_id)
    (link,) = [link for link in app.get("page_link") if "Suggest facts" in link.proto.label]
    assert f"suggest={trace_id}" in link.proto.query_string


def test_what_is_ticked_becomes_a_new_contract_in_the_form(app, workspace, trace_id):
    work_as(app, "Ada")
    open_page(app, "contracts", suggest=trace_id)
    assert "The budget is at most $45,000" in shown_words(app)
    app.button(key="contracts:suggest:take").click().run()
    assert param(app, "new") == "1"
    draft = app.session_state["contracts:drafts"][""]
    contract = draft.model(CONTRACTS)
    # Two agents are seen to work with the date, and none with the limit: the order of the list.
    assert [fact.kind for fact in contract.facts] == ["date", "limit"]
    assert {fact.owner for fact in contract.facts} == {"Collector"}
    assert workspace.contracts.list() == []  # nothing is stored before she saves
    app.button(key="contracts:save").click().run()
    assert workspace.contracts.list()[0].size == 2


def test_they_can_go_into_a_contract_that_there_is(app, workspace, trace_id):
    workspace.contracts.save("name: mine\nfacts:\n- {id: budget, statement: Red ink}\n", "Ada")
    open_page(app, "contracts", suggest=trace_id)
    app.selectbox(key="contracts:suggest:into").set_value("mine").run()
    app.button(key="contracts:suggest:take").click().run()
    contract = app.session_state["contracts:drafts"]["mine"].model(CONTRACTS)
    assert len({fact.id for fact in contract.facts}) == len(contract.facts) == 3
    assert contract.facts[0].statement == "Red ink"


def test_lines_are_taken_as_they_were_edited(app, trace_id):
    open_page(app, "contracts")
    found = suggested(trace_id)
    rows = [
        {
            "Take": True,
            "Statement": "Ink is red",
            "Kind": "value",
            "Owner": "Reviewer",
            "Recipients": ["Reviewer"],
        },
        {"Take": False, "Statement": "left out"},
    ]
    kept, problems = taken(found, rows)
    assert [(s.fact.statement, s.fact.owner) for s in kept] == [("Ink is red", "Reviewer")]
    assert problems == ["‘Ink is red’ has no recipient yet."]


def test_the_same_sentence_is_not_added_twice():
    own = contract_of()
    assert merged(own, own) == own


def test_hostile_names_and_texts_stay_text(app, workspace):
    trace = run(name=HOSTILE, writer=HOSTILE)
    key = workspace.traces.add(trace, "run.json").id
    open_page(app, "contracts", suggest=key)
    assert "<img" not in shown_words(app)
    app.button(key="contracts:suggest:take").click().run()
    assert not app.exception


def test_without_traces_it_says_where_to_begin(app, workspace):
    open_page(app, "contracts", suggest="choose")
    assert "No trace yet" in shown_words(app)


def test_the_list_offers_to_begin_with_a_trace(app, workspace):
    store(workspace)
    open_page(app, "contracts")
    app.button(key="contracts:from_trace").click().run()
    assert param(app, "suggest") == "choose"
    assert "Choose a run" in shown_words(app)
