"""Many processes write events of live runs at the same time: none is refused, none is lost."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.errors import ConflictError
from core.live import Driver, fold
from core.live.models import models_for
from storage import open_workspace
from tests.live_support import spec

PROJECT = Path(__file__).resolve().parents[3]
# Warms up once, then forks the writers: FILE RUN COUNT SECONDS.
OFFICE = """
import sys
from tests.integration.live.test_many_writers import office
office(*sys.argv[1:])
"""


def office(path, shared, count, seconds):
    """Let so many processes write for so many seconds; tell what each of them did."""
    with open_workspace(f"{path}.warm.db") as workspace:
        write_one(workspace, "warm")
    begin = time.time() + 0.2
    children = {}
    for number in range(int(count)):
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            time.sleep(max(0.0, begin - time.time()))
            told = write(path, shared, f"writer-{number}", float(seconds))
            os.write(writing, json.dumps(told).encode())
            os._exit(0)
        os.close(writing)
        children[pid] = reading
    found = []
    for pid, reading in children.items():
        with os.fdopen(reading) as pipe:
            found.append(json.loads(pipe.read()))
        assert os.waitpid(pid, 0)[1] == 0
    sys.stdout.write(json.dumps(found))


def write(path, shared, name, seconds):
    """Start and drive runs of one's own; in between race the others for one run."""
    runs, done = {}, 0
    until = time.monotonic() + seconds
    with open_workspace(path) as workspace:
        while time.monotonic() < until or len(runs) < 2:  # a busy machine is no failure
            runs.update(write_one(workspace, name))
            for act in (workspace.live.pause, workspace.live.resume):
                try:
                    act(shared, author=name)
                    done += 1
                except ConflictError:
                    pass  # somebody else had done it
            workspace.live.show_progress(shared, name, "writing")
    return runs, done


def write_one(workspace, name):
    run_id = workspace.live.start(spec(author=name))
    assert workspace.live.take(run_id, name, 30)
    driver = Driver(run_id=run_id, journal=workspace.live, models=models_for(), owner=name)
    return {run_id: driver.run().seq}


def check_writers(tmp_path, count, seconds):
    path = tmp_path / "baton.db"
    with open_workspace(str(path)) as workspace:
        shared = workspace.live.start(spec())
        told = subprocess.run(
            [sys.executable, "-c", OFFICE, str(path), shared, str(count), str(seconds)],
            cwd=PROJECT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        assert "locked" not in told.stderr and "Error" not in told.stderr
        told = json.loads(told.stdout)
        assert len(told) == count and all(runs for runs, _ in told)
        total = 0
        for run_id, last in ((r, n) for runs, _ in told for r, n in runs.items()):
            info = workspace.live.info(run_id)
            assert (info.status, info.last_seq) == ("finished", last)
            assert [e.seq for e in workspace.live.events(run_id)] == list(range(1, last + 1))
            total += last
        racing = workspace.live.events(shared)
        assert len(racing) == 1 + sum(done for _, done in told)
        assert fold(racing).seq == len(racing) > 8
        return total


def test_eight_processes_write_for_a_few_seconds(tmp_path):
    assert check_writers(tmp_path, 8, 2.0) > 8 * 10


@pytest.mark.long
def test_eight_processes_write_for_a_minute(tmp_path):
    assert check_writers(tmp_path, 8, 60.0) > 1000
