"""The Calibration page and what runs calibrations in the server, without a browser."""

from dataclasses import replace

import pytest

from core.errors import ConflictError, InputError
from core.gate.priors import priors_hash
from core.lease import LEASE
from core.live.driver import Driver
from core.live.models import models_for
from core.llm import Endpoint
from core.llm.endpoint import endpoint_from
from core.probe.record import ProbeRecord
from core.probe.runner import Runner, priors_of
from core.probe.starts import played
from pages._ui.calib_bind import BEFORE
from pages._ui.priors_default import default_priors
from pages._ui.services import close_services, services
from storage import open_workspace
from tests.app.runs import open_page, shown_words
from tests.app.support import HOSTILE, type_endpoint, until, work_as
from tests.integration.probe.test_bound import log
from tests.integration.probe.test_tape import answer
from tests.live_support import CONTRACT, DROP_DAY, TEAM, spec
from tests.llm_server import KEY, serving
from tests.probe_support import probe_spec

OTHERWISE = {"scout_agent": "Scout", "writer": "Checker", "Checker": "Writer"}
QUICK = {"faults": ("drop",), "seeds": 2, "lapse": 0.2}


def ended(probe_id):
    def look():
        return not services().calibrations.look(probe_id).is_running

    until(look)
    return services().calibrations.look(probe_id)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The hash of the same calibration, run to its end by itself."""
    with open_workspace(str(tmp_path_factory.mktemp("alone") / "one.db")) as workspace:
        runner = Runner(
            probe_id=workspace.probes.create(probe_spec(**QUICK)), store=workspace.probes
        )
        assert runner.run() == "done"
        return runner.state.frozen


@pytest.fixture
def team(workspace):
    """The small team in the workspace, and who works there."""
    workspace.contracts.save(CONTRACT, "Ada")
    workspace.teams.save(TEAM + "contract: tour\n", "Ada")
    return "Tour"


@pytest.fixture
def person(app):
    work_as(app, "Ada")
    return app


@pytest.fixture
def endpoint(app):
    """An endpoint that plays the small team, for the visitor and for whoever calls from here."""
    with serving() as (plan, url):
        plan.reply = answer
        given = Endpoint(base_url=url, key=KEY)
        type_endpoint(app, given)
        with endpoint_from(lambda: given):
            yield plan


# -- the service --------------------------------------------------------------------------------


def test_a_calibration_goes_on_over_the_end_of_its_server(workspace, alone):
    app = services().calibrations
    probe_id = app.start(probe_spec(**QUICK), "The tour", by="Ada")
    with pytest.raises(ConflictError, match="runs already"):
        app.go_on(probe_id, by="Bo")
    until(lambda: len(app.look(probe_id).state.episodes) >= 2)
    assert workspace.probes.at_work(probe_id).by == "Ada"
    close_services()
    assert (
        workspace.probes.at_work(probe_id) is None
    )  # the lease of the ended process is given back
    now = services().calibrations.look(probe_id)
    assert now.status == "interrupted" and now.state.by == "Ada"
    assert 2 <= len(now.state.episodes) < now.planned
    services().calibrations.go_on(probe_id, by="Bo")
    now = ended(probe_id)
    assert now.status == "done" and now.state.by == "Bo" and now.state.frozen == alone
    with pytest.raises(ConflictError, match="done already"):  # a page that was drawn before
        services().calibrations.go_on(probe_id, by="Ada")
    assert services().calibrations.look(probe_id).status == "done"


def test_a_pause_waits_for_the_answer_under_way_and_keeps_it(workspace, endpoint):
    app = services().calibrations
    endpoint.modes = ["ok"] * 4 + ["slow"]
    spec = probe_spec(scripted=False, faults=("drop",), most=2, controls=False)
    probe_id = app.start(spec, "", by="Ada")
    until(lambda: len(endpoint.requests) >= 5)
    app.pause(probe_id)
    now = ended(probe_id)
    assert now.status == "paused" and len(now.state.tape) + now.state.clean_calls >= 5
    endpoint.modes = ["ok"]
    app.go_on(probe_id, by="Ada")
    now = ended(probe_id)
    assert now.status == "done" and len(endpoint.requests) == now.state.calls


def test_a_calibration_that_another_process_takes_up_is_left_to_it(workspace, person, endpoint):
    app = services().calibrations
    endpoint.modes = ["ok"] * 4 + ["slow"]
    probe_id = app.start(
        probe_spec(scripted=False, faults=("drop",), most=2, controls=False), "", by="Ada"
    )
    until(lambda: len(endpoint.requests) >= 5)
    # Its lease is over, as that of a process that was asleep, and another process takes it up.
    workspace.probes.take(probe_id, workspace.probes.at_work(probe_id).owner, 0.0)
    assert workspace.probes.take(probe_id, "another process", LEASE)
    seq = workspace.probes.records(probe_id)[-1].seq
    begun = {"by": "Bo", "budgets": None}
    workspace.probes.append(probe_id, ProbeRecord(seq=seq + 1, kind="begun", data=begun))
    now = ended(probe_id)
    assert (now.status, now.state.how, now.state.by) == ("elsewhere", "", "Bo")
    assert workspace.probes.records(probe_id)[-1].kind == "begun"
    words = shown_words(open_page(person, "calibration", id=probe_id))
    assert "in another process" in words and "for Bo, since" in words
    assert not [b for b in person.button if b.label == "Go on"]
    with pytest.raises(ConflictError, match="for Bo"):
        app.go_on(probe_id, by="Ada")
    # That process dies without a word.
    workspace.probes.take(probe_id, "another process", 0.0)
    words = shown_words(open_page(person, "calibration", id=probe_id))
    assert "interrupted" in words and [b for b in person.button if b.label == "Go on"]


def test_what_was_stopped_stays_so_and_can_be_frozen(workspace):
    app = services().calibrations
    probe_id = app.start(probe_spec(**QUICK), "", by="Ada")
    until(lambda: len(app.look(probe_id).state.episodes) >= 2)
    app.stop(probe_id, by="Ada")
    now = ended(probe_id)
    assert now.status == "stopped" and 2 <= len(now.state.episodes) < now.planned
    assert all(priors.provisional for priors in priors_of(now.spec, now.state))
    with pytest.raises(ConflictError, match="stopped"):
        app.go_on(probe_id, by="Ada")


def test_a_budget_below_the_run_without_a_fault_is_said(person, endpoint):
    spec = probe_spec(scripted=False, faults=("drop",), most=1, controls=False, budget_calls=1)
    probe_id = services().calibrations.start(spec, "", by="Ada")
    assert ended(probe_id).status == "budget" and len(endpoint.requests) == 1
    open_page(person, "calibration", id=probe_id)
    assert "run without a fault takes more than the budget" in shown_words(person)


def test_a_budget_is_reached_and_raised_on_the_page(person, endpoint):
    spec = probe_spec(scripted=False, faults=("drop",), most=3, controls=False, budget_calls=9)
    probe_id = services().calibrations.start(spec, "", by="Ada")
    assert ended(probe_id).status == "budget"
    open_page(person, "calibration", id=probe_id)
    assert "might go beyond the budget" in shown_words(person)
    asked = len(endpoint.requests)
    more = next(b for b in person.button if b.label == "Go on with this budget")
    more.click().run()
    now = ended(probe_id)
    assert now.status == "done" and now.state.by == "Ada"
    assert len(endpoint.requests) == now.state.calls > asked


def test_an_endpoint_that_is_gone_is_told_and_keeps_what_was_answered(person, endpoint):
    endpoint.modes = ["ok", "ok", "unknown_model"]
    spec = probe_spec(scripted=False, faults=("drop",), most=2, controls=False)
    probe_id = services().calibrations.start(spec, "", by="Ada")
    now = ended(probe_id)
    assert now.status == "failed" and now.state.plan is None and len(now.state.tape) == 2
    open_page(person, "calibration", id=probe_id)
    assert "does not exist" in shown_words(person) or "no model" in shown_words(person)
    endpoint.modes = ["ok"]
    person.button(key="calib:go_on").click().run()
    now = ended(probe_id)
    assert now.status == "done" and len(endpoint.requests) == now.state.calls + 1


# -- the page -----------------------------------------------------------------------------------


def test_an_empty_workspace_says_what_this_is_for(person):
    open_page(person, "calibration")
    assert "Nothing was measured here yet" in shown_words(person)
    person.button(key="calib:new").click().run()
    assert "What is probed" in shown_words(person)


def test_a_team_is_probed_frozen_and_put_to_use(person, workspace, team):
    open_page(person, "calibration", new=1)
    assert "0 calls of a model" in shown_words(person).replace("<b>", "").replace("</b><span>", " ")
    person.number_input(key="calib:most").set_value(4)
    person.pills(key="calib:faults").set_value(["drop"]).run()
    person.button(key="calib:begin").click().run()
    (info,) = workspace.probes.list()
    assert ended(info.id).status == "done"
    open_page(person, "calibration", id=info.id)
    person.button(key="calib:freeze").click().run()
    kept = next(i for i in workspace.priors.list() if i.origin == f"calibration {info.id}")
    words = shown_words(person)
    assert "Provisional" in words and kept.hash[:12] in words
    person.button(key=f"calib:use:{kept.hash[:12]}").click().run()
    assert default_priors() == kept.hash
    now = services().calibrations.look(info.id)
    assert {kept.hash} == {priors_hash(p) for p in priors_of(now.spec, now.state)}


def test_an_episode_shows_its_fault_and_both_continuations(person, workspace):
    probe_id = workspace.probes.create(probe_spec(faults=("drop",), lapse=0.0, controls=False))
    runner = Runner(probe_id=probe_id, store=workspace.probes)
    runner.run()
    state = runner.state
    number = 1 + next(n for n, e in enumerate(state.episodes) if e.arms)
    open_page(person, "calibration", id=probe_id, episode=number)
    until(lambda: services().calls.get(("calibration", probe_id, number)).state == "done")
    words = shown_words(person.run())
    assert "Tested: outputs of Writer, last output of Checker" in words.replace("\\", "")
    assert "Natively" in words and "removed: " in words and "added: " in words


def test_models_ask_for_a_word_before_they_are_called(person, team, endpoint):
    open_page(person, "calibration", new=1)
    person.radio(key="calib:scripted").set_value(False).run()
    assert person.button(key="calib:begin").disabled
    agreed = next(c for c in person.checkbox if c.label.startswith("Yes, make up to"))
    agreed.check().run()
    assert not person.button(key="calib:begin").disabled
    assert endpoint.requests == []


def test_without_an_endpoint_only_scripted_agents_can_begin(person, team, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    open_page(person, "calibration", new=1)
    person.radio(key="calib:scripted").set_value(False).run()
    assert person.button(key="calib:begin").disabled
    assert "No model endpoint is configured" in shown_words(person)


def test_an_imported_run_waits_until_somebody_can_play_it(person, workspace, team):
    trace_id = workspace.traces.add(log(), "log.json").id
    open_page(person, "calibration", new=1, trace=trace_id)
    words = shown_words(person)
    assert "no prompt" in words and "Scripted agents can go on" in words
    person.button(key="calib:draft").click().run()
    drafted = workspace.teams.get("Team of log").team
    assert drafted.agent("writer").prompt == "You are writer."
    assert person.query_params["team"] in ("Team of log", ["Team of log"])


def test_several_imported_runs_are_probed_as_one_and_keep_their_binding(person, workspace, team):
    keys = [
        workspace.traces.add(replace(log(), name=name, task=task), f"{name}.json").id
        for name, task in (("One", "Offer a tour."), ("Two", "Offer a cheap tour."))
    ]
    open_page(person, "calibration", new=1, trace=",".join(keys), team="Tour")
    words = shown_words(person)
    assert "Run 2" in words and "Offer a cheap tour." in words and "drawn over 2 runs" in words
    person.pills(key="calib:faults").set_value(["drop"]).run()
    person.number_input(key="calib:most").set_value(6).run()
    person.button(key="calib:begin").click().run()
    (info,) = workspace.probes.list()
    now = ended(info.id)
    assert now.status == "done" and {e.run for e in now.state.episodes} == {0, 1}
    assert [start.task for start in now.spec.starts] == ["Offer a tour.", "Offer a cheap tour."]
    open_page(person, "calibration", id=info.id)
    words = shown_words(person)
    assert "from 2 imported runs" in words and "Run 1: One" in words and "Run 2: Two" in words

    # Whoever names another player in the terminal finds it again in the form.
    again = replace(now.spec, starts=(replace(now.spec.starts[0], bind=OTHERWISE),))
    workspace.probes.create(again)
    workspace.teams.save(TEAM.replace("name: Tour", "name: Nearer") + "contract: tour\n", "Ada")
    for chosen, why in ((keys[0], BEFORE), (f"{keys[1]},{keys[0]}", BEFORE)):
        open_page(person, "calibration", new=1, trace=chosen, id="")
        assert person.selectbox(key="param:team").value == "Tour"
        (table,) = (e for e in person.dataframe if "Played by" in e.value.columns)
        rows = {row["Agent of the run"]: row for _, row in table.value.iterrows()}
        assert rows["writer"]["Why"] == why


def test_no_run_chosen_is_a_choice_of_its_own(person, workspace, team):
    workspace.traces.add(log(), "log.json")
    open_page(person, "calibration", new=1, trace="none")
    assert "Choose at least one." in shown_words(person)
    assert person.multiselect(key="param:trace").value == []


def test_a_value_that_the_contract_leaves_to_the_run_is_asked_for(person, workspace):
    text = (
        CONTRACT.replace("The tour starts on June 3", '"The tour starts on {start}"')
        + "parameters: [{name: start, kind: text}]\n"
    )
    workspace.contracts.save(text, "Ada")
    workspace.teams.save(TEAM + "contract: tour\n", "Ada")
    open_page(person, "calibration", new=1, team="Tour")
    assert "has no value yet" in shown_words(person)
    field = next(f for f in person.text_input if "start" in f.label)
    field.set_value("June 3").run()
    assert not person.error
    person.number_input(key="calib:most").set_value(1)
    person.button(key="calib:begin").click().run()
    (info,) = workspace.probes.list()
    facts = services().calibrations.look(info.id).spec.contract.facts
    assert "The tour starts on June 3" in {fact.statement for fact in facts}
    assert ended(info.id).status == "done"


def test_each_run_gets_the_draft_of_its_own(person, workspace, team):
    other = replace(log(), name="log.json", task="Another task")
    for trace, name in ((log(), "Team of log"), (other, "Team of log (2)"), (log(), "Team of log")):
        trace = replace(trace, name="log")
        trace_id = workspace.traces.add(trace, "log.json").id
        open_page(person, "calibration", new=1, trace=trace_id, team="Tour")
        person.button(key="calib:draft").click().run()
        assert person.query_params["team"] in (name, [name])
        assert workspace.teams.get(name).team.task == trace.task
    assert len(workspace.teams.list()) == 3


def test_a_contract_with_the_longest_name_can_be_tested_in_the_small_form(person, workspace):
    name = "a" * 120
    workspace.contracts.save(CONTRACT.replace("name: tour", f"name: {name}"), "Ada")
    workspace.teams.save(TEAM + f"contract: {name}\n", "Ada")
    open_page(person, "calibration", new=1, team="Tour")
    way = next(c for c in person.get("button_group") if c.label == "Where the test comes from")
    way.set_value("form").run()
    assert not person.error
    assert "Choose a test first" not in shown_words(person)


def test_a_wrong_verifier_is_told_with_its_place(person, team):
    open_page(person, "calibration", new=1)
    way = next(c for c in person.get("button_group") if c.label == "Where the test comes from")
    way.set_value("text").run()
    area = next(a for a in person.text_area if a.label.startswith("Test (YAML"))
    area.set_value("kind: Verifier\nname: x\ntest: {type: fact, fact: colour}").run()
    assert any("colour" in e.value for e in person.error)
    assert "Choose a test first" in shown_words(person)


def test_a_link_to_a_calibration_that_is_gone_is_explained(person):
    open_page(person, "calibration", id="nothing")
    assert "no such calibration" in shown_words(person)


def test_hostile_names_stay_text(person, workspace):
    made = probe_spec().team.model_copy(update={"name": HOSTILE[:100]})
    probe_id = workspace.probes.create(probe_spec(team=made), HOSTILE)
    for params in ({}, {"id": probe_id}):
        open_page(person, "calibration", **params)
        assert not person.exception
        assert all("<img" not in element.proto.body for element in person.get("html"))


def lived(workspace, name, **rest):
    run_id = workspace.live.start(spec(**rest), name)
    Driver(run_id=run_id, journal=workspace.live, models=models_for()).run()
    assert workspace.live.info(run_id).status == "finished"
    return run_id


def test_live_runs_that_were_repaired_are_marked_and_named(person, workspace, team):
    bad = lived(workspace, "Mended run", more=DROP_DAY, repairs=True)
    good = lived(workspace, "Plain run")
    worse = lived(workspace, "Other mended run", more=DROP_DAY, repairs=True)
    open_page(person, "calibration", new=1)
    way = next(c for c in person.get("button_group") if c.label == "What is probed")
    way.set_value("run").run()
    box = person.multiselect(key="param:run")
    assert box.value == [good]
    marked = [o for o in box.options if "can't be used: boundary" in o]
    assert len(box.options) == 3 and len(marked) == 2
    assert "decided or repaired" in marked[0]
    assert "2 of 3 live runs can't be used" in shown_words(person)
    assert not person.error

    open_page(person, "calibration", new=1, run=f"{good},{bad},{worse}")
    (error,) = person.error
    said = error.value.replace("\\", "")
    assert said.startswith("Mended run can't be used: boundary")
    assert "; Other mended run can't be used: boundary" in said
    assert "Plain run" not in said
    with pytest.raises(InputError, match=r"In the run Mended run, boundary .* decided or repaired"):
        played(bad, "Mended run", workspace.live.events(bad))

    words = shown_words(open_page(person, "live", run=bad))
    assert "Can’t be calibrated: boundary" in words
    assert "Can’t be calibrated" not in shown_words(open_page(person, "live", run=good))
