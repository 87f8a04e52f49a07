"""Live runs in the server: they go on without a browser, and a new server takes them up."""

from pages._ui.services import close_services, services
from tests.app.support import until
from tests.live_support import spec


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
