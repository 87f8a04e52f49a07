"""A typed endpoint belongs to the visit that typed it, and to the runs that this visit starts."""

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import NoEndpointError
from core.live import make_spec
from core.live.models import models_for
from core.live.worker import Worker
from core.llm import Endpoint
from core.llm.endpoint import current_endpoint
from pages._ui.services import close_services, services
from storage import open_workspace
from tests.app.conftest import PAGES
from tests.app.runs import open_page, shown_words
from tests.app.support import type_endpoint, until, work_as
from tests.live_support import CONTRACT, TEAM, contract, team
from tests.llm_server import KEY, serving
from tests.probe_support import probe_spec

ELSEWHERE = Endpoint(base_url="http://127.0.0.1:9/v1", key="sk-typed-123456", retries=0)


@pytest.fixture(autouse=True)
def _bare(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


@pytest.fixture
def ada(app, workspace):
    workspace.contracts.save(CONTRACT, "Ada")
    workspace.teams.save(TEAM + "contract: tour\n", "Ada")
    work_as(app, "Ada")
    return app


@pytest.fixture
def bo(workspace):
    other = AppTest.from_file(str(PAGES / "_shell.py"), default_timeout=30)
    work_as(other, "Bo")
    return other


def type_in(app, address, key):
    open_page(app, "settings")
    next(f for f in app.text_input if f.label == "Address").set_value(address)
    next(f for f in app.text_input if f.label == "Key").set_value(key)
    next(b for b in app.button if b.label == "Use it").click().run()


def start_models(app):
    open_page(app, "live", start="Tour")
    next(r for r in app.radio if r.label == "Who plays the agents").set_value(False)
    next(r for r in app.radio if r.label == "Who lets a message go").set_value("auto")
    next(b for b in app.button if b.label == "Start the run").click().run()
    return services().workspace.live.list()


def press(app, label):
    next(b for b in app.button if b.label == label).click().run()


def test_what_one_visit_typed_serves_no_other_and_is_in_no_file(ada, bo, workspace):
    type_in(ada, ELSEWHERE.base_url, ELSEWHERE.key)
    assert "typed in this browser" in shown_words(ada)
    open_page(bo, "settings")
    assert "No model endpoint is configured" in shown_words(bo)
    assert start_models(bo) == []
    assert "No model endpoint is configured" in shown_words(bo)
    open_page(ada, "settings")
    press(ada, "Forget it")
    assert "No model endpoint is configured" in shown_words(ada)
    for file in workspace.path.parent.glob("baton.db*"):
        assert ELSEWHERE.key.encode() not in file.read_bytes()


def test_a_run_takes_the_endpoint_along_until_it_ends_and_others_can_watch(ada, bo, workspace):
    with serving() as (plan, url):
        type_in(ada, url, KEY)
        plan.modes = ["slow"]
        (run,) = start_models(ada)
        open_page(ada, "settings")
        press(ada, "Forget it")  # the run has it all the same
        open_page(bo, "live", run=run.id)
        assert f"models at {url}" in shown_words(bo)
        plan.modes = ["ok"]
        until(lambda: workspace.live.info(run.id).trace_id)
        assert workspace.live.info(run.id).status == "finished" and plan.requests
    until(lambda: not services().live._taken)  # and no longer than that


def test_a_run_whose_endpoint_is_gone_says_so_and_goes_on_with_one_of_another_visit(
    ada, bo, workspace
):
    with serving() as (plan, url):
        spec = make_spec(team(), contract(), endpoint=ELSEWHERE.shown, author="Ada")
        run = services().live.start(spec, "The tour")  # as if it were left by a server that died
        until(lambda: workspace.live.info(run).status == "failed")
        open_page(bo, "live", run=run)
        assert "belonged to another visit" in shown_words(bo)
        press(bo, "Go on")
        assert "This run needs a model endpoint to go on" in shown_words(bo)
        assert workspace.live.info(run).status == "failed" and plan.requests == []
        type_endpoint(ada, Endpoint(base_url=url, key=KEY, retries=0))
        open_page(ada, "live", run=run)
        press(ada, "Go on")
        until(lambda: workspace.live.info(run).status == "finished")
        assert workspace.live.state(run).endpoint == url


def test_whoever_lets_a_run_go_on_pays_for_it(ada, workspace):
    with serving() as (plan, url), open_workspace(str(workspace.path)) as there:
        first = Endpoint(base_url=url, key=KEY, retries=0)
        type_endpoint(ada, first)
        plan.modes = ["slow"]
        (run,) = start_models(ada)
        here = services().live
        assert here._source(run.id)() is first and here._has_all(run.id)
        workspace.live.pause(run.id, author="Ada")
        until(lambda: there.live.to_drive() == [] and not here._worker.driving())
        # Bo lets it go on at another server of the same database, with what he typed there.
        there.live.take(run.id, "another server", 20.0)
        there.live.resume(run.id, author="Bo", endpoint="")
        asked = len(plan.requests)
        with pytest.raises(NoEndpointError, match="belonged to another visit"):
            here._source(run.id)()
        there.live.release(run.id, "another server")
        assert not here._has_all(run.id)
        until(lambda: workspace.live.info(run.id).status == "failed")  # nobody has taken it up
        until(lambda: not here._taken)
        assert len(plan.requests) == asked


def test_a_run_that_failed_keeps_nobodys_key(ada, workspace):
    with serving() as (_, url):
        type_endpoint(ada, Endpoint(base_url=url, key="sk-wrong-123456", retries=0))
        (run,) = start_models(ada)
        until(lambda: workspace.live.info(run.id).status == "failed")
        until(lambda: not services().live._taken)


def test_a_run_is_left_to_the_server_that_has_its_endpoint(workspace, monkeypatch):
    services().live.close()
    spec = make_spec(team(), contract(), endpoint=ELSEWHERE.shown, author="Ada")
    run = workspace.live.start(spec, "The tour")
    has, files = [], []
    other = Worker(
        workspace.live, models_for(current_endpoint), files.append, has_all=lambda one: one in has
    )
    for _ in range(3):
        other._take_up()
        assert other.driving() == () and workspace.live.to_drive() == [(run, 1)]
    monkeypatch.setattr("core.live.worker.PATIENCE", 0.0)  # nobody has taken it up: it says so
    other._take_up()
    until(lambda: workspace.live.info(run).status == "failed")
    other.close()


def test_the_environment_serves_everybody_but_not_a_run_of_another_endpoint(
    bo, workspace, monkeypatch
):
    with serving() as (plan, url):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        spec = make_spec(team(), contract(), endpoint=ELSEWHERE.shown, author="Ada")
        foreign = services().live.start(spec, "A tour of elsewhere")
        until(lambda: workspace.live.info(foreign).status == "failed")
        assert plan.requests == []
        own = services().live.start(make_spec(team(), contract(), endpoint=url), "A tour of ours")
        until(lambda: workspace.live.info(own).status == "finished")
        open_page(bo, "live", run=foreign)
        press(bo, "Go on")  # a person says so
        until(lambda: workspace.live.info(foreign).status == "finished")


def test_a_branch_needs_an_endpoint_of_its_own_visit(ada, bo, workspace):
    with serving() as (_, url):
        type_endpoint(ada, Endpoint(base_url=url, key=KEY, retries=0))
        (run,) = start_models(ada)
        until(lambda: workspace.live.info(run.id).status == "finished")
        at = workspace.live.state(run.id).outcomes[0].boundary_live_seq
        with pytest.raises(NoEndpointError, match="to be branched"):
            services().live.branch(run.id, at, author="Bo")
        assert len(workspace.live.list()) == 1


def test_a_calibration_of_another_visit_says_what_it_needs(bo, workspace):
    probe_id = workspace.probes.create(probe_spec(scripted=False), "The tour")
    open_page(bo, "calibration", id=probe_id)
    assert "belonged to another visit" in shown_words(bo)
    press(bo, "Go on")
    assert not services().calibrations.is_running(probe_id)
    assert workspace.probes.records(probe_id) == []


def test_a_closed_server_forgets_what_was_typed(ada, workspace):
    type_endpoint(ada, ELSEWHERE)
    open_page(ada, "settings")
    assert "typed in this browser" in shown_words(ada)
    close_services()
    open_page(ada, "settings")
    assert "No model endpoint is configured" in shown_words(ada)
