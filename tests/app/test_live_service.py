"""Live runs in the server: they go on without a browser, and a new server takes them up."""

import threading

import pytest

from core.errors import NoEndpointError
from core.llm import Endpoint
from pages._ui.services import close_services, services
from tests.live_support import spec


def until(holds):
    tick = threading.Event()
    for _ in range(400):
        if holds():
            return
        tick.wait(0.05)
    raise AssertionError("It never came to that.")


def test_a_run_goes_on_over_the_end_of_its_server(workspace):
    run_id = services().live.start(spec(approval="always"), "The tour")
    until(lambda: services().workspace.live.info(run_id).status == "waiting")
    close_services()
    app = services()
    for _ in range(3):
        until(app.workspace.live.parked)
        (parked,) = app.workspace.live.parked()
        app.workspace.live.decide(
            run_id, seq=parked.held.seq, digest=parked.held.digest, action="approve", author="Ann"
        )
        app.live.wake()
    until(lambda: app.workspace.live.info(run_id).trace_id)
    info = app.workspace.live.info(run_id)
    assert (info.name, info.status) == ("The tour", "finished")
    assert app.workspace.traces.get(info.trace_id).name == "The tour"


def test_a_typed_endpoint_is_kept_in_memory_alone(workspace, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    app = services()
    assert app.live.shown_endpoint == ""
    with pytest.raises(NoEndpointError, match="into Settings"):
        app.live.endpoint()
    app.live.set_endpoint(Endpoint(base_url="http://127.0.0.1:8000/v1", key="sk-typed-123456"))
    assert app.live.shown_endpoint == "http://127.0.0.1:8000/v1"
    close_services()
    assert services().live.shown_endpoint == ""
    for file in workspace.path.parent.glob("baton.db*"):
        assert b"sk-typed-123456" not in file.read_bytes()
