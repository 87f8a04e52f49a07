"""What is stored comes back as it was."""

import json
from dataclasses import replace

import pytest

from core.controller import document_hash
from core.errors import ConflictError, InputError, NotFoundError, SettingError
from core.gate.model import PriorRow, PriorsSet
from core.report_load import analysis_from_dict
from core.trace.inferred import inferences
from core.trace.model import Agent, Event, Problem, Trace
from storage import open_workspace
from tests.integration.storage.examples import (
    CONTRACT,
    ROLES,
    make_analysis,
    make_report,
    make_trace,
)


def test_a_trace_comes_back_with_its_digest(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    assert stored.created
    assert stored.id == trace.digest[:12]
    back = workspace.traces.get(stored.id)
    assert back == trace
    assert back.digest == trace.digest


def test_the_same_trace_twice_adds_nothing(workspace):
    first = workspace.traces.add(make_trace("a"), "a.json")
    second = workspace.traces.add(make_trace("another name"), "b.json")
    assert (second.id, second.created) == (first.id, False)
    page = workspace.traces.list()
    assert page.total == 1
    assert page.rows[0].source == "a.json"


def test_half_characters_and_nul_survive(workspace):
    odd = "half \ud83d emoji, nul \x00, \u0440\u0443\u0431\u043b\u044c, \U0001f600"
    trace = Trace(
        name=odd,
        format="baton",
        agents=(Agent(name=odd),),
        events=(Event(seq=1, kind="message", sender=odd, text=odd, metadata={odd: odd}),),
        task=odd,
    )
    stored = workspace.traces.add(trace, odd)
    assert workspace.traces.get(stored.id) == trace
    assert workspace.traces.info(stored.id).source == odd
    assert workspace.traces.list("РУБЛЬ").total == 1
    assert workspace.traces.events_page(stored.id, text="РУБЛЬ").total == 1
    analysis = make_analysis(trace)
    key = workspace.analyses.add(analysis, stored.id, "Ann")
    assert workspace.analyses.get(key) == analysis
    assert workspace.reviews.queue().rows[0].excerpt.startswith("half ")
    assert workspace.analyses.boundaries(key)[0].excerpt.startswith("half ")


def test_info_counts_without_loading(workspace):
    problem = Problem(severity="warning", message="No time.", where="$.x", code="no-time")
    stored = workspace.traces.add(make_trace(), "run.json", [problem])
    info = workspace.traces.info(stored.id)
    assert (info.agents, info.events, info.boundaries, info.handoffs) == (2, 4, 4, 2)
    assert (info.inferred, info.problems, info.analyses, info.has_task) == (2, 1, 0, True)
    assert info.agent_names == ("Collector", "Copywriter")
    assert info.imported_at.tzinfo is not None
    assert workspace.traces.problems(stored.id) == (problem,)


def test_what_rules_filled_in_is_counted_without_loading_the_events(workspace):
    made = make_trace()
    events = (
        Event(seq=1, kind="message", sender="A", recipients=("B",), recipients_from="inferred", rule="next"),
        Event(seq=2, kind="output", sender="B", kind_from="inferred", rule="last", recipients_from="unknown"),
        Event(seq=3, kind="message", sender="A", recipients_from="unknown", metadata={"private": True}),
        Event(seq=4, kind="message", sender="A", recipients_from="unknown", metadata={"x": 1}),
        Event(seq=5, kind="message", sender="A", recipients=("B",), recipients_from="inferred", rule="next"),
    )  # fmt: skip
    trace = replace(made, events=events)
    stored = workspace.traces.add(trace, "run.json")
    assert workspace.traces.inferences(stored.id) == inferences([trace])
    assert [one.count for one in inferences([trace])] == [2, 1, 2]
    with pytest.raises(NotFoundError):
        workspace.traces.inferences("nothing")


def test_traces_are_found_by_words_in_any_case(workspace):
    workspace.traces.add(make_trace("Коммерческое ПРЕДЛОЖЕНИЕ", salt="1"), "a.json")
    workspace.traces.add(make_trace("Quote", salt="2"), "b.json")
    assert [t.source for t in workspace.traces.list("предложение").rows] == ["a.json"]
    assert workspace.traces.list("100%").total == 0
    page = workspace.traces.list(limit=1, offset=1)
    assert (page.total, [t.name for t in page.rows]) == (2, ["Коммерческое ПРЕДЛОЖЕНИЕ"])


def test_one_event_and_a_window_of_events(workspace):
    trace = make_trace(events=10)
    stored = workspace.traces.add(trace, "run.json")
    page = workspace.traces.events_page(stored.id, offset=3, limit=2)
    assert page.total == 10
    assert page.rows == trace.events[3:5]
    assert workspace.traces.event(stored.id, 7) == trace.events[6]
    page = workspace.traces.events_page(stored.id, limit=1, sender="Copywriter", text="MESSAGE")
    assert (page.total, page.rows) == (4, (trace.events[1],))
    assert workspace.traces.events_page(stored.id, kinds=["tool_call"]).total == 0
    with pytest.raises(NotFoundError, match="no event 99"):
        workspace.traces.event(stored.id, 99)


def test_missing_things_are_named(workspace):
    for read in (workspace.traces.get, workspace.traces.info, workspace.traces.delete):
        with pytest.raises(NotFoundError, match="no trace abc"):
            read("abc")
    with pytest.raises(NotFoundError, match="no contract quote"):
        workspace.contracts.get("quote")
    with pytest.raises(NotFoundError, match="no analysis abc"):
        workspace.analyses.get("abc")
    with pytest.raises(NotFoundError, match="no trace abc"):
        workspace.analyses.add(make_analysis(make_trace()), "abc", "Ann")
    with pytest.raises(NotFoundError, match="no priors set abc"):
        workspace.priors.get("abc")


def test_every_save_is_a_new_version(workspace):
    first = workspace.contracts.save(CONTRACT, "Ann")
    assert (first.version, first.author, first.text) == (1, "Ann", CONTRACT)
    again = workspace.contracts.save(CONTRACT, "Bob")
    assert (again.version, again.author) == (1, "Ann")
    second = workspace.contracts.save(CONTRACT.replace("45 000", "50 000"), "Bob")
    assert second.version == 2
    assert second.contract.version == 2
    assert "version: 2" in second.text
    assert "# Why this contract exists." in second.text
    assert second.hash != first.hash
    assert second.hash == document_hash(second.contract.to_dict())
    assert workspace.contracts.get("quote") == second
    assert workspace.contracts.get("quote", 1) == first
    assert [v.version for v in workspace.contracts.versions("quote")] == [2, 1]
    (info,) = workspace.contracts.list()
    assert (info.name, info.version, info.versions, info.size) == ("quote", 2, 2, 1)


def test_of_two_who_wrote_on_the_same_version_one_is_told(workspace):
    workspace.contracts.save(CONTRACT, "Ann", base=0)
    workspace.contracts.save(CONTRACT.replace("45 000", "50 000"), "Bob", base=1)
    with pytest.raises(ConflictError, match="Bob saved version 2 of quote meanwhile"):
        workspace.contracts.save(CONTRACT.replace("45 000", "40 000"), "Ann", base=1)
    with pytest.raises(ConflictError, match="already"):
        workspace.contracts.save(CONTRACT, "Cem", base=0)  # begun as new, under a taken name
    assert len(workspace.contracts.versions("quote")) == 2


def test_a_version_that_jumps_ahead_is_kept(workspace):
    workspace.contracts.save(CONTRACT, "Ann")
    saved = workspace.contracts.save(CONTRACT.replace("version: 1", "version: 7"), "Ann")
    assert saved.version == 1, "only the number changed, so nothing new was said"
    changed = CONTRACT.replace("version: 1", "version: 7").replace("45", "46")
    assert workspace.contracts.save(changed, "Ann").version == 7


@pytest.mark.parametrize("form", ["json", "no version", "pretty json"])
def test_the_version_is_written_into_any_form(workspace, form):
    if form == "no version":
        text = CONTRACT.replace("version: 1\n", "")
    else:
        data = workspace.contracts.save(CONTRACT, "Ann").contract.to_dict()
        data["facts"][0]["version"] = 1
        data["name"] = "other"
        text = json.dumps(data, indent=2 if "pretty" in form else None)
    first = workspace.contracts.save(text, "Ann")
    second = workspace.contracts.save(text.replace("45 000", "46 000"), "Ann")
    assert (second.version, second.contract.version) == (2, 2)
    assert second.contract.facts[0].model_extra == first.contract.facts[0].model_extra
    assert workspace.contracts.save(second.text, "Ann").version == 2


def test_role_sets_have_versions_too(workspace):
    first = workspace.roles.save(ROLES, "Ann")
    assert workspace.roles.get("sales") == first
    assert workspace.roles.list()[0].size == 1
    assert workspace.contracts.list() == []


def test_a_version_carries_a_name(workspace):
    with pytest.raises(InputError, match="carries a name"):
        workspace.contracts.save(CONTRACT, "  ")


def test_priors_are_frozen_under_their_hash(workspace):
    assert [info.built_in for info in workspace.priors.list()] == [True, True]
    mine = PriorsSet(
        name="mine",
        model="m-1",
        rows=(
            PriorRow(repair="ASK", frontier=None, episodes=9, helped=3, harmed=1, mean_cost=0.5),
        ),
    )
    info = workspace.priors.add(mine, "mine.json")
    assert workspace.priors.add(mine, "again.json") == info
    assert workspace.priors.get(info.hash) == mine
    assert workspace.priors.get("mine") == mine
    assert (info.rows, info.built_in, info.origin) == (1, False, "mine.json")
    built_in = workspace.priors.list()[0]
    same = workspace.priors.add(workspace.priors.get(built_in.hash), "copy.json")
    assert same.built_in


def test_an_analysis_comes_back_with_its_digest(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    analysis = make_analysis(trace)
    key = workspace.analyses.add(analysis, stored.id, "Ann", {"replay": 1.5})
    back = workspace.analyses.get(key)
    assert back.to_json() == analysis.to_json()
    assert back == analysis
    assert back.digest[:12] == key
    assert workspace.analyses.report(key, 3) == analysis.reports[2]
    assert workspace.analyses.states(key) == analysis.states
    assert workspace.analyses.states(key, final=True) == analysis.final


def test_plain_values_are_read_back_too():
    analysis = make_analysis(make_trace())
    assert analysis_from_dict(json.loads(analysis.to_json())) == analysis
    with pytest.raises(ValueError, match="has no surprise"):
        analysis_from_dict(analysis.to_dict() | {"surprise": 1})


def test_info_of_an_analysis(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    key = workspace.analyses.add(make_analysis(trace), stored.id, "Ann", {"replay": 1.5})
    info = workspace.analyses.info(key)
    assert (info.contract_name, info.contract_version, info.trace_name) == ("quote", 1, "run")
    assert (info.boundaries, info.needs_review, info.open_reviews) == (4, 4, 4)
    assert info.statuses == {"late": 1}
    assert info.timings == {"replay": 1.5}
    assert info.earliest_gap == ("budget", "Copywriter")
    assert info.is_newest
    assert workspace.traces.info(stored.id).analyses == 1


def test_the_same_analysis_twice_is_one_row_and_two_runs(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    old = workspace.analyses.add(make_analysis(trace), stored.id, "Ann", {"replay": 1.0})
    new = workspace.analyses.add(
        make_analysis(trace, contract="quote@2", settings={"tau": 1}), stored.id, "Ann"
    )
    assert [(i.id, i.is_newest) for i in workspace.analyses.list()] == [(new, True), (old, False)]
    assert workspace.analyses.add(make_analysis(trace), stored.id, "Bob", {"replay": 2.0}) == old
    assert [(i.id, i.is_newest) for i in workspace.analyses.list()] == [(old, True), (new, False)]
    info = workspace.analyses.info(old)
    assert (info.author, info.timings) == ("Ann", {"replay": 2.0})
    assert [i.id for i in workspace.analyses.list(stored.id, newest_only=True)] == [old]
    assert workspace.analyses.list("other") == []


def test_turns_and_boundaries_as_rows(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    reports = [make_report(e, energy=None if e.seq == 2 else 1.25) for e in trace.events]
    key = workspace.analyses.add(make_analysis(trace, reports=reports), stored.id, "Ann")
    turns = workspace.analyses.turns(key)
    assert [turn.seq for turn in turns] == [1, 3, 4]
    assert turns[0].terms == reports[0].drift.terms
    assert turns[0].acts == {"QUESTION": 0.75}
    rows = workspace.analyses.boundaries(key)
    assert [row.energy for row in rows] == [1.25, None, 1.25, 1.25]
    assert rows[0].excerpt == trace.events[0].text
    assert rows[0].status == "pending"


def test_settings_keep_json_and_no_secrets(workspace, tmp_path):
    assert workspace.settings.get("person") is None
    assert workspace.settings.get("zone", "UTC") == "UTC"
    workspace.settings.set("person", "Ann")
    workspace.settings.set("person", "Bob")
    workspace.settings.set("columns", ["a", {"b": 1}])
    assert workspace.settings.all() == {"columns": ["a", {"b": 1}], "person": "Bob"}
    with pytest.raises(SettingError, match="secret"):
        workspace.settings.set("openai_api_key", "x")
    with pytest.raises(SettingError, match="can't be stored"):
        workspace.settings.set("odd", object())
    with open_workspace(str(tmp_path / "baton.db")) as second:
        assert second.settings.get("person") == "Bob"


def test_a_setting_is_forgotten(workspace):
    workspace.settings.set("colour", "red")
    workspace.settings.delete("colour")
    workspace.settings.delete("colour")
    assert workspace.settings.get("colour") is None


def test_what_waits(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    workspace.traces.add(make_trace(salt="other"), "other.json")
    workspace.analyses.add(make_analysis(trace), stored.id, "Ann")
    workspace.contracts.save(CONTRACT, "Ann")
    waiting = workspace.waiting()
    assert (waiting.boundaries, waiting.analyses, waiting.traces) == (4, 1, 2)
    assert (waiting.traces_without_analysis, waiting.contracts) == (1, 1)


def test_a_renamed_trace_keeps_its_id_and_content(workspace):
    from core.errors import InputError, NotFoundError
    from core.trace.model import Trace

    trace = Trace(name="run.json", format="baton", agents=(), events=())
    stored = workspace.traces.add(trace, "run.json")
    assert workspace.traces.rename(stored.id, "  Offer\n of May ") == "Offer of May"
    assert workspace.traces.get(stored.id).name == "Offer of May"
    assert workspace.traces.get(stored.id).digest == trace.digest
    assert not workspace.traces.add(trace, "run.json").created
    assert workspace.traces.info(stored.id).name == "Offer of May"
    with pytest.raises(InputError):
        workspace.traces.rename(stored.id, " \n ")
    with pytest.raises(NotFoundError):
        workspace.traces.rename("0" * 12, "x")
