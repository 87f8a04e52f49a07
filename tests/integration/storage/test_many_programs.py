"""Several programs on one file, some of which die: nothing is lost, nothing is half there."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import StorageError
from storage import open_workspace
from storage.workspace import LEFT_BEHIND
from tests.integration.storage.examples import make_trace

PROJECT = Path(__file__).resolve().parents[3]
OTHER = """
import sys
from storage import open_workspace
with open_workspace(sys.argv[1]) as workspace:
    workspace.settings.set("theirs", 1)
    print(workspace.settings.all())
"""
BUSY = """
import sys
from pathlib import Path
from storage import open_workspace
from tests.integration.storage.examples import make_trace
workspace = open_workspace(sys.argv[1])
print("ready", flush=True)
for number in range(10_000):
    trace = make_trace(name=f"{sys.argv[2]}-{number}", events=60, salt=f"{sys.argv[2]}-{number}")
    stored = workspace.traces.add(trace, "run.json")
    print("kept", stored.id, flush=True)
    if number % 3 == 2:
        copy = Path(sys.argv[1]).with_name(f"copy-{sys.argv[2]}-{number}.db")
        workspace.restore(workspace.backup(copy))
"""


def other(code, *arguments):
    return [sys.executable, "-c", code, *map(str, arguments)]


def test_looking_at_the_file_keeps_the_locks_on_it(workspace):
    workspace.settings.set("mine", 1)  # leaves a connection in the pool, as a server has them
    open_workspace(str(workspace.path)).close()
    log = workspace.path.with_name(workspace.path.name + "-wal")
    before = log.stat().st_ino
    subprocess.run(other(OTHER, workspace.path), cwd=PROJECT, check=True, capture_output=True)
    assert log.stat().st_ino == before  # the other program didn't take itself for the last one
    workspace.settings.set("mine", 2)
    said = subprocess.run(
        other(OTHER, workspace.path), cwd=PROJECT, check=True, capture_output=True, text=True
    ).stdout
    assert "'mine': 2" in said


def test_a_killed_program_leaves_whole_things(tmp_path):
    path = tmp_path / "baton.db"
    kept = set()
    chance = random.Random(5)
    for number in range(4):
        with subprocess.Popen(
            other(BUSY, path, number), cwd=PROJECT, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            time.sleep(chance.uniform(0.02, 1))
            child.send_signal(signal.SIGKILL)
            kept |= {line.split()[1] for line in child.stdout if line.endswith("\n")}
        with open_workspace(str(path)) as workspace:
            stored = {info.id: info for info in workspace.traces.list(limit=100_000).rows}
            assert kept <= set(stored)
            for trace_id in list(stored)[:3]:
                assert workspace.traces.get(trace_id).digest[:12] == trace_id
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            torn = """SELECT id FROM traces WHERE event_count !=
                (SELECT count(*) FROM events WHERE trace_id = traces.id)"""
            assert connection.execute(torn).fetchall() == []


def test_what_a_killed_restore_left_is_swept_up_later(tmp_path):
    path = tmp_path / "baton.db"
    old, new = tmp_path / ".baton-restore-old", tmp_path / ".baton-restore-new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "copy.db").write_bytes(b"private")
    past = time.time() - LEFT_BEHIND - 60
    os.utime(old, (past, past))
    open_workspace(str(path)).close()
    assert not old.exists()
    assert new.exists()  # somebody may be restoring right now


def test_numbers_and_names_beyond_the_database_are_said_in_words(workspace):
    stored = workspace.traces.add(make_trace(), "run.json")
    with pytest.raises(StorageError, match="larger than the database holds"):
        workspace.traces.event(stored.id, 10**30)
    with pytest.raises(StorageError, match="half a character"):
        workspace.contracts.get("half \ud83d")


def test_a_device_is_no_database():
    with pytest.raises(StorageError, match="is a device"):
        open_workspace("/dev/null")
