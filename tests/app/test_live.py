import time
from dataclasses import replace

import pytest

from core.live import make_spec
from core.live.ready import ready_team
from core.llm.endpoint import Endpoint
from pages._ui.live_moving import _held_cell
from pages._ui.prices import read_prices
from pages._ui.priors_default import set_default_priors
from pages._ui.services import services
from pages._ui.visit import SESSION as VISIT
from tests.app.runs import open_page, shown_words
from tests.app.support import work_as

HOSTILE = '<img src=x onerror="alert(1)"> ![x](http://evil.example/a.png) **bold**'


def begin(workspace, approval="always", **changes):
    ready = ready_team("sales-proposal")
    team = ready.team.model_copy(update=changes)
    spec = make_spec(team, ready.contract, approval=approval, scripted=True, author="Ada")
    return workspace.live.start(spec, name="Proposal run")


def until(workspace, run, status):
    services().live.wake()
    for _ in range(400):
        if workspace.live.info(run).status == status:
            return workspace.live.state(run)
        time.sleep(0.02)
    raise AssertionError(workspace.live.info(run).status)


@pytest.fixture
def person(app, workspace):
    work_as(app, "Ada")
    return app


def test_an_empty_workspace_offers_the_ready_teams(person):
    open_page(person, "live")
    words = shown_words(person)
    for name in ("Sales proposal", "Incident review", "Research brief"):
        assert name in words


def test_starting_a_ready_team_keeps_it_with_its_contract_and_roles(person, workspace):
    open_page(person, "live", start="Sales proposal")
    assert [info.name for info in workspace.teams.list()] == ["Sales proposal"]
    start = next(button for button in person.button if button.label == "Start the run")
    start.click().run()
    [info] = workspace.live.list()
    assert (info.author, info.scripted, info.approval) == ("Ada", True, "flagged")


def test_models_without_an_endpoint_are_refused_in_words(person, workspace, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    open_page(person, "live", start="Sales proposal")
    next(r for r in person.radio if r.label == "Who plays the agents").set_value(False)
    next(button for button in person.button if button.label == "Start the run").click().run()
    assert "No model endpoint is configured" in shown_words(person)
    assert workspace.live.list() == []


def test_a_ready_team_is_named_in_a_link_as_on_the_command_line(person, workspace):
    open_page(person, "live", start="sales-proposal")
    assert "There is no such team" not in shown_words(person)
    assert [team.name for team in workspace.teams.list()] == ["Sales proposal"]
    open_page(person, "live", start="nobody-knows")
    assert "There is no such team" in shown_words(person)


def verb(person, name):
    """The button of a verb; its key names what is held."""
    return next(b for b in person.button if (b.key or "").startswith(f"live:{name}:"))


def test_a_held_message_is_shown_with_why_it_waits_and_sent(person, workspace):
    run = begin(workspace)
    seq = until(workspace, run, "waiting").held.seq
    open_page(person, "live", run=run)
    assert "waits for you" in shown_words(person)
    words = shown_words(person)
    assert "none sent yet, one held" in words
    # Badge, cell and evidence speak of a message that nobody has got yet.
    assert "<b>a person</b><span>it waits for</span>" in words
    assert "isn&#x27;t in this message to" in words and "never reached" not in words
    held = workspace.live.state(run).held
    cell = _held_cell(held, held.report.frontiers[0])
    assert cell.note == "if sent as it is"
    assert "RETRIEVE or ASK can be ordered against it." in cell.title
    admitted = replace(held, report=replace(held.report, chosen="RETRIEVE"))
    assert _held_cell(admitted, held.report.frontiers[0]).note == "without RETRIEVE"
    verb(person, "approve").click().run()
    decided = [e for e in workspace.live.events(run) if e.kind == "decided"]
    assert [(e.data["seq"], e.data["author"]) for e in decided] == [(seq, "Ada")]


def test_a_second_decision_on_the_same_message_is_refused_in_words(person, workspace):
    run = begin(workspace)
    held = until(workspace, run, "waiting").held
    open_page(person, "live", run=run)
    workspace.live.decide(
        run, seq=held.seq, digest=held.digest, action="approve", author="Bo", reason=""
    )
    verb(person, "approve").click().run()
    assert any("Bo" in w.value or "decided" in w.value for w in person.warning)


def test_a_form_that_was_open_says_who_decided_meanwhile(person, workspace):
    run = begin(workspace)
    held = until(workspace, run, "waiting").held
    open_page(person, "live", run=run)
    verb(person, "verb:edit").click().run()
    workspace.live.decide(
        run, seq=held.seq, digest=held.digest, action="approve", author="Bo", reason=""
    )
    person.run()
    said = [w.value.replace("\\", "") for w in person.warning]
    assert "Bo has decided meanwhile: approved. What you had typed was not sent." in said


def test_a_decision_about_a_text_that_was_sent_back_does_not_hit_the_same_text_again(
    person, workspace
):
    agents = ready_team("sales-proposal").team.agents
    first = agents[0].model_copy(update={"script": ("Nothing to report.",) * 3})
    run = begin(workspace, agents=(first, *agents[1:]))
    held = until(workspace, run, "waiting").held
    open_page(person, "live", run=run)
    workspace.live.decide(
        run, seq=held.seq, digest=held.digest, action="reject", author="Bo", reason="Say more."
    )
    services().live.wake()
    for _ in range(400):
        again = workspace.live.state(run).held
        if again is not None and again.is_parked and again.digest != held.digest:
            break
        time.sleep(0.02)
    assert (again.seq, again.text) == (held.seq, held.text)
    verb(person, "approve").click().run()  # of the first text, in a tab left open
    assert "sent back by Bo" in person.warning[0].value
    assert "has written it again" in person.warning[0].value
    assert workspace.live.state(run).held == again
    assert "written again" in shown_words(open_page(person, "review"))


def test_a_click_that_was_under_way_while_the_next_message_took_its_place_decides_nothing(
    person, workspace
):
    run = begin(workspace)
    held = until(workspace, run, "waiting").held
    open_page(person, "live", run=run)
    click = verb(person, "approve").click()
    workspace.live.decide(
        run, seq=held.seq, digest=held.digest, action="approve", author="Bo", reason=""
    )
    services().live.wake()
    for _ in range(400):
        after = workspace.live.state(run).held
        if after is not None and after.is_parked and after.digest != held.digest:
            break
        time.sleep(0.02)
    assert after.digest != held.digest
    click.run()
    assert workspace.live.state(run).held.verdict is None


def test_sending_back_asks_for_a_reason(person, workspace):
    run = begin(workspace)
    until(workspace, run, "waiting")
    open_page(person, "live", run=run)
    verb(person, "verb:reject").click().run()
    next(b for b in person.button if b.label == "Send it back").click().run()
    assert "Please give a reason" in shown_words(person)
    assert workspace.live.state(run).held.verdict is None


def test_an_ended_run_links_to_its_trace_and_counts_its_tokens(person, workspace):
    run = begin(workspace, approval="auto")
    until(workspace, run, "finished")
    for _ in range(200):
        if workspace.live.info(run).analysis_id:
            break
        services().live.wake()
    open_page(person, "live", run=run, show="tokens")
    words = shown_words(person)
    assert "finished" in words
    assert "native" in words
    assert "Scripted agents call no model" in words
    tiles = next(
        str(h.proto.body) for h in person.get("html") if "bt-live-tiles" in str(h.proto.body)
    )
    assert tiles.rstrip().endswith("<b>nobody</b><span>at work</span></div></div>")  # without a bar
    links = [e.proto.label for e in person.get("page_link")]
    assert "Trace view" in links
    kinds = [str(getattr(e.proto, "label", "")) for e in person.main]
    assert kinds.index("Delete…") > max(kinds.index(n) for n in ("Calibrate", "Review"))


@pytest.mark.parametrize("show", ["facts", "graph", "energy", "tokens", "nonsense"])
def test_every_part_opens(person, workspace, show):
    run = begin(workspace, approval="auto")
    until(workspace, run, "finished")
    open_page(person, "live", run=run, show=show)
    assert not person.exception
    assert not person.error


def test_hostile_words_stay_words(person, workspace):
    ready = ready_team("sales-proposal")
    agents = tuple(a.model_copy(update={"script": (HOSTILE,)}) for a in ready.team.agents)
    run = begin(workspace, agents=agents, task=HOSTILE, name="Hostile")
    until(workspace, run, "waiting")
    open_page(person, "live", run=run)
    words = shown_words(person)
    assert "<img src=x" not in words
    assert "&lt;img src=x" in words


def test_a_link_to_no_run_and_to_no_team_says_so(person):
    open_page(person, "live", run="nothing")
    assert "There is no such run" in shown_words(person)
    del person.query_params["run"]
    open_page(person, "live", start="Nobody")
    assert "There is no such team" in shown_words(person)


def test_a_typed_key_stays_in_memory(person, workspace):
    open_page(person, "settings")
    address = next(f for f in person.text_input if f.label == "Address")
    key = next(f for f in person.text_input if f.label == "Key")
    address.set_value("http://127.0.0.1:9/v1")
    key.set_value("sk-very-secret-1")
    next(b for b in person.button if b.label == "Use it").click().run()
    kept = services().live.visits.endpoint(person.session_state[VISIT])
    assert kept == Endpoint(base_url="http://127.0.0.1:9/v1", key="sk-very-secret-1")
    assert "sk-very-secret-1" not in shown_words(person)
    assert not any("sk-very-secret-1" in str(f.value) for f in person.text_input)


def test_a_team_is_written_as_a_form(person, workspace):
    open_page(person, "teams", new=1)
    next(f for f in person.text_input if f.label == "Team name").set_value("Two people").run()
    for name in ("Asker", "Answerer"):
        next(f for f in person.text_input if f.label == "New agent").set_value(name)
        next(b for b in person.button if b.label == "Add agent").click().run()
    next(b for b in person.button if b.key == "teams:save").click().run()
    [info] = workspace.teams.list()
    assert workspace.teams.get(info.name).team.agent_names == ("Asker", "Answerer")
    links = {link.proto.label for link in person.get("page_link")}
    assert "Start a run" in links and "Analyse a trace with it" not in links


def test_without_a_team_the_way_leads_to_the_ready_ones(person):
    open_page(person, "teams")
    assert "Choose a ready team on Live runs" in {
        link.proto.label for link in person.get("page_link")
    }


def test_prices_are_typed_in_settings_and_a_run_keeps_them(person, workspace):
    assert [p.model for p in read_prices([{"Model": " tiny ", "Prompts": 2, "Answers": 10.0}])] == [
        "tiny"
    ]
    assert read_prices([{"Model": "half", "Prompts": 2, "Answers": None}]) == ()
    services().set_setting("prices", [{"model": "tiny", "input": 2, "output": 10}])
    open_page(person, "settings")
    assert "Prices of models" in shown_words(person)
    open_page(person, "live", start="Sales proposal")
    next(button for button in person.button if button.label == "Start the run").click().run()
    [info] = workspace.live.list()
    [price] = workspace.live.state(info.id).run.team.prices
    assert (price.model, price.output) == ("tiny", 10)
    assert workspace.live.state(info.id).run.settings.drift_mode == "never"


def test_the_story_is_read_and_an_ended_run_can_be_deleted(person, workspace):
    run = begin(workspace)
    until(workspace, run, "waiting")
    workspace.live.stop(run, author="Ada", reason="Enough.")
    for _ in range(400):
        if workspace.live.info(run).trace_id:
            break
        services().live.wake()
        time.sleep(0.02)
    trace_id = workspace.live.info(run).trace_id
    open_page(person, "live", run=run, show="story")
    words = shown_words(person)
    assert "held it for a person" in words
    assert "Enough." in words
    open_page(person, "live", run=run)
    person.button(key=f"live:delete:{run}").click().run()
    assert "Events of the run" in shown_words(person)
    assert workspace.traces.deletion_count(trace_id).analyses == 1


def start_button(app):
    return next(button for button in app.button if button.label == "Start the run")


def test_a_team_without_a_contract_gets_none_that_it_has_nothing_to_do_with(person, workspace):
    for key in ("incident-review", "sales-proposal"):
        workspace.contracts.save(ready_team(key).contract_text, "Ada")
    workspace.teams.save(
        "apiVersion: baton/v1\nkind: Team\nname: Duo\nversion: 1\ntask: Write.\n"
        "agents: [{name: Scout, script: [Hello]}, {name: Pen, script: [Bye]}]\n",
        "Ada",
    )
    open_page(person, "live", start="Duo")
    start_button(person).click().run()
    assert "Please choose a fact contract" in shown_words(person)
    next(s for s in person.selectbox if s.label == "Fact contract").set_value("incident-handoffs")
    start_button(person).click().run()
    assert "Fewer than two agents of Duo are parties" in shown_words(person)
    assert workspace.live.list() == []


def test_priors_that_would_count_for_nothing_are_told_before_the_start(person, workspace):
    open_page(person, "live", start="Sales proposal")
    priors = next(s for s in person.selectbox if s.label == "Priors")
    priors.set_value(next(p.hash for p in workspace.priors.list()))
    start_button(person).click().run()
    assert "scripted agents are no model" in shown_words(person)
    assert workspace.live.list() == []


def test_what_was_chosen_stays_when_news_come_with_an_older_address(person, workspace):
    run = begin(workspace)
    until(workspace, run, "waiting")
    open_page(person, "live", run=run)
    switch = next(c for c in person.button_group if c.key == "live:show")
    switch.set_value("tokens").run()
    assert "native" in shown_words(person)
    del person.query_params["show"]  # what the browser still had when it asked for news
    person.run()
    assert "native" in shown_words(person)
    person.query_params["show"] = "energy"  # a link
    person.run()
    assert "native" not in shown_words(person)


def test_the_values_of_a_run_are_asked_for_before_it_starts(person, workspace):
    ready = ready_team("sales-proposal")
    text = ready.contract_text.replace("$18,000", "{cap}").replace(
        "facts:", "parameters:\n  - {name: cap, about: budget, kind: quantity}\nfacts:", 1
    )
    workspace.contracts.save(text, "Ada")
    open_page(person, "live", start="Sales proposal")
    start_button(person).click().run()
    assert "{cap} has no value yet" in person.error[0].value.replace("\\", "")
    next(f for f in person.text_input if f.label.replace("\\", "") == "{cap}").set_value("$18,000")
    start_button(person).click().run()
    [info] = workspace.live.list()
    assert workspace.live.state(info.id).run.binding.values == {"cap": "$18,000"}
    until(workspace, info.id, "waiting")
    words = shown_words(open_page(person, "live", run=info.id, show="facts"))
    assert "at most $18,000" in words
    assert "{cap}" not in words


def test_history_is_switched_on_for_a_run_and_its_screen_says_so(person, workspace):
    from tests.live_support import PRIORS

    workspace.priors.add(PRIORS, "test")
    open_page(person, "live", start="Sales proposal")
    priors = next(s for s in person.selectbox if s.label == "Priors")
    priors.set_value(next(p.hash for p in workspace.priors.list() if p.name == "tried")).run()
    person.checkbox(key="live:history").check()
    next(c for c in person.checkbox if "another model" in c.label).check()
    start_button(person).click().run()
    (run,) = workspace.live.list()
    assert workspace.live.state(run.id).run.history is not None
    assert "History of earlier runs with these priors is heeded" in shown_words(person)


def test_priors_of_another_model_are_refused_for_models_too(person, workspace, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    open_page(person, "live", start="Sales proposal")
    next(s for s in person.selectbox if s.label == "Priors").set_value(
        next(p.hash for p in workspace.priors.list() if p.built_in)
    ).run()
    next(r for r in person.radio if r.label == "Who plays the agents").set_value(False)
    next(t for t in person.text_input if t.label == "Model").input("quite-another")
    start_button(person).click().run()
    assert "no agent of this team runs on it" in shown_words(person)
    assert workspace.live.list() == []


def priors_box(person):
    return next(s for s in person.selectbox if s.label == "Priors")


def test_counts_of_scripted_agents_fit_a_run_of_scripted_agents(person, workspace, monkeypatch):
    from tests.live_support import PRIORS

    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    own = PRIORS.model_copy(update={"name": "own", "model": "scripted"})
    kept = workspace.priors.add(own, "test").hash
    set_default_priors(kept)
    open_page(person, "live", start="Sales proposal")
    assert priors_box(person).value == kept
    assert not [c for c in person.checkbox if "another model" in c.label]
    start_button(person).click().run()
    (info,) = workspace.live.list()
    until(workspace, info.id, "waiting")
    words = shown_words(open_page(person, "live", run=info.id))
    assert "Priors of another model" not in words
    told = [
        c.admission for c in workspace.live.state(info.id).held.report.candidates if c.admission
    ]
    assert told and {a.code for a in told} <= {"admitted", "no-segment"}
    assert any(a.admitted for a in told)
    person.query_params.pop("run", None)
    open_page(person, "live", start="Sales proposal", run="")
    next(r for r in person.radio if r.label == "Who plays the agents").set_value(False).run()
    assert priors_box(person).value == "none"
    words = shown_words(person).replace("\\", "")
    assert (
        "own, used in this workspace, isn't proposed here: it was measured with scripted agents"
        in words
    )


def test_priors_of_the_workspace_that_do_not_fit_are_not_chosen_silently(person, workspace):
    built = next(p for p in workspace.priors.list() if p.built_in)
    set_default_priors(built.hash)
    open_page(person, "live", start="Sales proposal")
    assert priors_box(person).value == "none"
    words = shown_words(person).replace("\\", "")
    assert f"{built.name}, used in this workspace, isn't proposed here" in words
    priors_box(person).set_value(built.hash).run()
    next(r for r in person.radio if r.label == "Who plays the agents").set_value(False).run()
    assert priors_box(person).value == built.hash  # chosen by hand
    next(r for r in person.radio if r.label == "Who plays the agents").set_value(True).run()
    start_button(person).click().run()
    assert "scripted agents are no model" in shown_words(person)
