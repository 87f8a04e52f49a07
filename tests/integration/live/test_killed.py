"""A process that dies anywhere in a run: the next one goes on, and nothing shows that it happened."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.lease import LEASE
from storage import open_workspace
from tests.live_support import MEETING, OWN_CONTRACT, spec

PROJECT = Path(__file__).resolve().parents[3]
ACTIONS = ("approve", "edit", "reject", "order")

# Warms up with one run, then forks a driver for every line that it reads: FILE RUN CALLS.
NURSERY = """
import os, sys
from tests.integration.live.test_killed import drive, warm_up
warm_up(sys.argv[1])
print("ready", flush=True)
for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        drive(*line.split())
        os._exit(0)
    print(pid, flush=True)
    print(os.waitpid(pid, 0)[1], flush=True)
"""


class Counted:
    """Writes down every call before it is made."""

    def __init__(self, model, path):
        self.model, self.path = model, path

    def complete(self, request, on_delta=None, cancelled=None):
        with Path(self.path).open("a", encoding="utf-8") as file:
            file.write(json.dumps([request.note, len(request.messages)]) + "\n")
        return self.model.complete(request, on_delta, cancelled)


def drive(path, run_id, calls):
    """Drive a run to its end, and decide about what is parked, always in the same way."""
    from core.live import Driver
    from core.live.scripted import ScriptedModel

    with open_workspace(path) as workspace:
        assert workspace.live.take(run_id, "the same owner", LEASE)
        driver = Driver(
            run_id=run_id,
            journal=workspace.live,
            models=lambda s: Counted(ScriptedModel(s.team, s.contract), calls),
            owner="the same owner",
        )
        while driver.run().status == "waiting":
            held = workspace.live.state(run_id).held
            if held.is_parked:
                decide(workspace, run_id, held)


def warm_up(folder):
    """Load all that a run loads, so that the deaths fall into the runs."""
    path = Path(folder) / "warm.db"
    with open_workspace(str(path)) as workspace:
        run_id = workspace.live.start(the_run())
    drive(str(path), run_id, f"{folder}/warm.jsonl")


def decide(workspace, run_id, held):
    """Send the first text back, order a repair where one was refused, block one, edit one."""
    done = [o for o in workspace.live.state(run_id).outcomes if o.verdict]
    choice = {"action": "approve"}
    if not done:
        choice = {"action": "reject", "then": "again", "reason": "Shorter, please."}
    elif held.agent == "Checker":
        choice = {"action": "edit", "text": "Checked: the tour starts on June 3."}
    elif held.agent == "Writer" and held.report.released != held.text:
        choice = {"action": "reject", "then": "original"}
    workspace.live.decide(
        run_id, seq=held.seq, digest=held.digest, author="Ann", **({"reason": "fits"} | choice)
    )


@contextlib.contextmanager
def nursery(folder):
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY, str(folder)], cwd=PROJECT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout.readline() == "ready\n"
        yield process
        process.stdin.close()


def born(process, *words):
    process.stdin.write(" ".join(map(str, words)) + "\n")
    process.stdin.flush()
    return int(process.stdout.readline())


def story(workspace, run_id):
    """Return all that happened, without clocks."""
    told = []
    for event in workspace.live.events(run_id):
        data = {key: value for key, value in event.data.items() if key != "seconds"}
        told.append((event.seq, event.kind, json.dumps(data, sort_keys=True)))
    return told


def the_run():
    return spec(MEETING, repairs=True, approval="always", contract_text=OWN_CONTRACT)


def check_kills(tmp_path, kills, seed):
    chance = random.Random(seed)
    path = tmp_path / "baton.db"
    with open_workspace(str(path)) as workspace, nursery(tmp_path) as process:
        calm = workspace.live.start(the_run())
        born(process, path, calm, tmp_path / "calm.jsonl")
        began = time.monotonic()
        assert int(process.stdout.readline()) == 0
        seconds = time.monotonic() - began
        expected = story(workspace, calm)
        assert {"question", "answer", "parked", "decided", "returned"} <= {s[1] for s in expected}
        state = workspace.live.state(calm)
        assert state.status == "finished"
        assert {o.by for o in state.outcomes} == {"returned", "repair", "agent", "person"}

        killed = 0
        while killed < kills:
            run_id = workspace.live.start(the_run())
            calls = tmp_path / f"{run_id}.jsonl"
            deaths, status = 0, 1
            while status:
                pid = born(process, path, run_id, calls)
                if killed < kills:
                    time.sleep(chance.uniform(0.0, seconds))
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                status = int(process.stdout.readline())
                deaths += status == signal.SIGKILL
                killed += status == signal.SIGKILL
                assert status in (0, signal.SIGKILL)
            assert story(workspace, run_id) == expected
            made = calls.read_text(encoding="utf-8").splitlines()
            replies = sum(kind == "reply" for _, kind, _ in expected)
            assert replies <= len(made) <= replies + deaths  # only a call in flight is made again
            workspace.file_run(run_id)
            assert workspace.live.state(run_id) == _like(workspace, run_id)
        return killed


def _like(workspace, run_id):
    from core.live import fold

    return fold(workspace.live.events(run_id))


def test_ten_deaths_change_nothing(tmp_path):
    assert check_kills(tmp_path, 10, seed=5) == 10


@pytest.mark.long
def test_a_hundred_deaths_change_nothing(tmp_path):
    assert check_kills(tmp_path, 100, seed=random.randrange(10**6)) == 100
