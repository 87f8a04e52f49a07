"""Two processes never work on one calibration: whoever does holds a lease."""

import threading

import pytest

from core.cli.app import main
from core.errors import ConflictError
from core.lease import LEASE, LeaseLostError
from core.probe.record import fold_records
from core.probe.runner import Runner
from storage import open_workspace
from tests.integration.probe.test_probe import WorkspaceLibrary
from tests.probe_support import probe_spec


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened


def runner(workspace, probe_id, **given):
    return Runner(probe_id=probe_id, store=workspace.probes, **given)


def test_a_second_one_is_told_who_works_on_it_and_since_when(workspace):
    probe_id = workspace.probes.create(probe_spec(most=3))
    first, second = runner(workspace, probe_id, by="Ada"), runner(workspace, probe_id, by="Bob")
    said = []

    def look(state):
        if not said:
            with pytest.raises(ConflictError, match=r"for Ada, since 2.* UTC") as refused:
                second.run()
            said.append(str(refused.value))
            assert workspace.probes.at_work(probe_id).by == "Ada"

    assert first.run(look) == "done" and said
    assert workspace.probes.at_work(probe_id) is None
    assert "Bob" not in str([r.data for r in workspace.probes.records(probe_id)])


def test_what_a_dead_process_held_is_free_after_a_while_and_it_writes_no_more(workspace):
    probe_id = workspace.probes.create(probe_spec(most=3))
    first, second = runner(workspace, probe_id), runner(workspace, probe_id)

    def sleep(state):
        if len(state.episodes) == 1:
            assert workspace.probes.take(probe_id, first.owner, 0.0)  # its time is over
            assert workspace.probes.at_work(probe_id) is None
            assert second.run() == "done"

    with pytest.raises(LeaseLostError):
        first.run(sleep)
    state = fold_records(workspace.probes.records(probe_id))
    assert len(state.episodes) == 3 and state.frozen and state.how == "done"


def test_a_lease_of_a_clock_that_was_set_back_holds_nobody_up(workspace):
    probe_id = workspace.probes.create(probe_spec())
    assert workspace.probes.take(probe_id, "one", 10 * LEASE)
    assert not workspace.probes.take(probe_id, "two", LEASE)
    assert workspace.probes.take(probe_id, "one", 1e6)
    assert workspace.probes.take(probe_id, "two", LEASE)
    workspace.probes.release(probe_id, "one")
    assert workspace.probes.at_work(probe_id).owner == "two"


def test_the_command_waits_for_a_lease_that_nobody_renews(workspace, capsys):
    probe_id = workspace.probes.create(probe_spec(most=1))
    assert workspace.probes.take(probe_id, "one that died", 0.3)
    words = ["probe", "--resume", probe_id, "--db", f"sqlite:///{workspace.path}"]
    assert main(words, WorkspaceLibrary) == 0
    assert "Waiting up to" in capsys.readouterr().err


def test_the_command_does_not_wait_for_one_that_works(workspace, capsys):
    probe_id = workspace.probes.create(probe_spec(most=1))
    assert workspace.probes.take(probe_id, "one that works", LEASE)
    over = threading.Event()

    def work():
        more = 1
        while not over.wait(0.1):
            workspace.probes.take(probe_id, "one that works", LEASE + more)
            more += 1

    working = threading.Thread(target=work)
    working.start()
    words = ["probe", "--resume", probe_id, "--db", f"sqlite:///{workspace.path}"]
    assert main(words, WorkspaceLibrary) == 2
    assert "Another process works on this calibration" in capsys.readouterr().err
    over.set()
    working.join()
    assert not workspace.probes.records(probe_id)
