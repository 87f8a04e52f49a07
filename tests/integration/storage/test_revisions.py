"""A workspace as each revision wrote it opens with all that it held.

``revisions/<revision>.sql`` is the dump of a file that a program of that revision wrote; it is
never written again.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.probe.record import fold_records
from storage import open_workspace
from storage.migrate import APPLICATION_ID, head_revision
from tests.integration.storage.examples import CONTRACT

DUMPS = sorted((Path(__file__).parent / "revisions").glob("*.sql"))


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
def test_a_file_of_an_earlier_revision_keeps_everything(dump, tmp_path):
    path = tmp_path / "baton.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    with open_workspace(str(path)) as workspace:
        (trace,) = workspace.traces.list().rows
        assert workspace.traces.get(trace.id).digest == trace.digest
        (analysis,) = workspace.analyses.list()
        assert workspace.analyses.get(analysis.id).digest == analysis.digest
        (event,) = workspace.reviews.for_analysis(analysis.id)
        assert (event.kind, event.author, event.reason) == ("approve", "Ann", "fits")
        assert workspace.contracts.get("quote", 1).text == CONTRACT
        assert workspace.roles.list()[0].name == "sales"
        assert workspace.settings.get("person") == "Ann"
        assert (workspace.updated_from is None) == (dump.stem == head_revision())


def test_every_revision_has_a_dump():
    assert DUMPS[-1].stem == head_revision(), "add a dump of the new revision to revisions/"


def test_a_live_run_of_an_earlier_revision_still_waits(tmp_path):
    path = tmp_path / "baton.db"
    dump = next(d for d in DUMPS if d.stem == "0004")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    with open_workspace(str(path)) as workspace:
        (parked,) = workspace.live.parked()
        assert (parked.run.name, parked.run.status) == ("Tour, kept", "waiting")
        assert parked.held.report.sender == "Scout"


def test_a_guarded_run_of_an_earlier_revision_still_waits(tmp_path):
    path = tmp_path / "baton.db"
    dump = next(d for d in DUMPS if d.stem == "0007")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    with open_workspace(str(path)) as workspace:
        (parked,) = workspace.guards.parked()
        assert (parked.run.name, parked.run.is_open) == ("Guarded, kept", True)
        assert parked.held.event.text == "Please write the offer."
        assert [r.outcome.by for r in workspace.guards.state(parked.run.id).reports] == ["Ann"]


def test_a_calibration_of_an_earlier_revision_can_be_taken_up(tmp_path):
    path = tmp_path / "baton.db"
    dump = next(d for d in DUMPS if d.stem == "0005")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    with open_workspace(str(path)) as workspace:
        (info,) = workspace.probes.list()
        assert (info.name, info.episodes) == ("Tour, kept", 1)
        state = fold_records(workspace.probes.records(info.id))
        assert state.is_done and state.frozen
        assert workspace.probes.spec(info.id).contract.name == "tour"


def test_a_calibration_whose_worker_died_long_ago_is_free(tmp_path):
    path = tmp_path / "baton.db"
    dump = next(d for d in DUMPS if d.stem == "0008")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    with open_workspace(str(path)) as workspace:
        info = next(i for i in workspace.probes.list() if i.name == "Two logs, kept")
        starts = workspace.probes.spec(info.id).starts
        assert [start.name for start in starts] == ["Log 1", "Log 2"]
        assert workspace.probes.at_work(info.id) is None
        assert workspace.probes.take(info.id, "the next one", 20.0)
        assert workspace.probes.at_work(info.id).by == "Ann"
