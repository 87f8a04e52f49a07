"""A calibration that ends in the middle of an episode asks for no reply twice."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

import pytest

from core.errors import ConflictError
from core.gate.priors import priors_hash
from core.live.scripted import ScriptedModel
from core.llm.model import ChatModel
from core.probe.look import look_at
from core.probe.record import ProbeRecord
from core.probe.runner import Runner
from storage import open_workspace
from tests.integration.probe.test_probe import PROJECT
from tests.live_support import CONTRACT, TEAM
from tests.llm_server import KEY, serving
from tests.probe_support import VERIFIER, probe_spec

BRIEF = "The price is at most $900. The tour starts on June 3."


@dataclass
class Counted:
    """A model that counts its calls and halts the work at one of them."""

    inner: ChatModel
    at: int = 0
    halted: threading.Event = field(default_factory=threading.Event)
    calls: int = 0

    def complete(self, request, on_delta=None, cancelled=None):
        self.calls += 1
        if self.calls == self.at:
            self.halted.set()
        return self.inner.complete(request, on_delta, cancelled)


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened


def counted(workspace, probe_id="", at=0, **more):
    """A runner whose models are scripted agents that are asked like any model."""
    spec = probe_spec(scripted=False, most=3, faults=("drop",), controls=False)
    runner = Runner(
        probe_id=probe_id or workspace.probes.create(spec), store=workspace.probes, **more
    )
    model = Counted(ScriptedModel(spec.run_spec(None).team, spec.contract), at, runner.halted)
    runner.models = lambda run: model
    return runner, model


@pytest.mark.parametrize("at", [1, 2, 8, 13])
def test_what_was_answered_before_a_halt_is_not_asked_again(workspace, at):
    whole, alone = counted(workspace)
    assert whole.run() == "done"
    first, before = counted(workspace, at=at)
    assert first.run() == "halted" and first.state.how == "halted"
    assert before.calls == at == first.state.calls
    second, after = counted(workspace, first.probe_id)
    assert second.run() == "done"
    assert before.calls + after.calls == alone.calls == second.state.calls
    assert second.state.episodes == whole.state.episodes
    assert second.state.frozen == whole.state.frozen == tuple(map(priors_hash, whole.priors()))


def test_an_episode_is_looked_at_again_without_a_call(workspace):
    runner, model = counted(workspace)
    runner.run()
    calls = model.calls
    seen = look_at(workspace.probes, runner.probe_id, runner.state, 1)
    episode = runner.state.episodes[0]
    assert {arm.repair for arm in episode.arms} <= set(seen.ends) and "native" in seen.ends
    assert seen.edit.text != seen.before and seen.edit.text in seen.shared[-1].text
    assert seen.is_same and model.calls == calls


def test_a_budget_can_be_raised_on_the_way(workspace):
    first, _ = counted(workspace, budgets=(10, 0))
    assert first.run() == "budget" and first.state.budgets == (10, 0)
    second, _ = counted(workspace, first.probe_id, budgets=(0, 0), by="Ann")
    assert second.run() == "done" and second.state.by == "Ann"


@pytest.mark.parametrize(("budgets", "calls"), [((1, 0), 1), ((2, 0), 2), ((0, 1), 1)])
def test_the_run_without_a_fault_heeds_the_budget(workspace, budgets, calls):
    first, before = counted(workspace, budgets=budgets)
    assert first.run() == "budget" and before.calls == first.state.calls == calls
    assert first.state.plan is None and first.state.how == "budget"
    assert "run without a fault" in first.state.reason
    again, none = counted(workspace, first.probe_id)
    assert again.run() == "budget" and none.calls == 0
    whole, alone = counted(workspace)
    assert whole.run() == "done"
    more, after = counted(workspace, first.probe_id, budgets=(0, 0))
    assert more.run() == "done" and before.calls + after.calls == alone.calls
    assert more.state.episodes == whole.state.episodes


def test_a_halt_is_no_matter_of_the_budget(workspace):
    runner, model = counted(workspace, at=1, budgets=(2, 0))
    assert runner.run() == "halted" and model.calls == 1


def test_what_was_stopped_does_not_go_on(workspace):
    first, _ = counted(workspace, at=8)
    first.run()
    record = ProbeRecord(
        seq=first.state.seq + 1, kind="ended", data={"how": "stopped", "reason": "", "by": "Ann"}
    )
    workspace.probes.append(first.probe_id, record)
    second, _ = counted(workspace, first.probe_id)
    with pytest.raises(ConflictError, match="stopped"):
        second.run()
    assert all(priors.provisional for priors in second.priors())


def test_a_note_of_somebody_else_is_no_other_runner(workspace):
    runner, model = counted(workspace)

    def note(state):
        if len(state.episodes) == 1:
            data = {"episode": "1", "repair": "ASK", "effect": "neutral", "author": "Ann"}
            record = ProbeRecord(seq=state.seq + 1, kind="judged", data=data)
            workspace.probes.append(runner.probe_id, record)

    assert runner.run(note) == "done"
    assert len(runner.state.judgements) == 1 and model.calls == runner.state.calls


def answer(body):
    """What the small team says, so that the clean run passes the test."""
    if body["messages"][0]["content"].startswith("You are Checker"):
        return "Checked: the tour starts on June 3, as the brief says."
    return BRIEF


def test_a_killed_process_pays_for_no_reply_twice(tmp_path):
    (tmp_path / "team.yaml").write_text(TEAM + "contract: facts.yaml\ntools: false\n")
    (tmp_path / "facts.yaml").write_text(CONTRACT)
    (tmp_path / "test.json").write_text(json.dumps(VERIFIER))
    words = ["--db", f"sqlite:///{tmp_path / 'one.db'}", "--json"]
    new = [str(tmp_path / "team.yaml"), "--verifier", str(tmp_path / "test.json"), "--yes"]
    new += ["--most", "3", "--faults", "drop", "--no-controls"]
    with serving() as (plan, url):
        plan.reply = answer
        env = {**os.environ, "OPENAI_BASE_URL": url, "OPENAI_API_KEY": KEY}

        def start(*given):
            return subprocess.Popen(
                [sys.executable, "-m", "core", "probe", *given, *words],
                cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
            )  # fmt: skip

        process = start(*new)
        limit = time.monotonic() + 60
        while len(plan.requests) < 10 and time.monotonic() < limit:  # in the second episode
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        with open_workspace(str(tmp_path / "one.db")) as workspace:
            (kept,) = workspace.probes.list()
        out, err = start("--resume", kept.id).communicate(timeout=100)
        said = json.loads(out or "{}")
        assert said.get("ended") == "done", err
        # The call under way when it was killed is the only one whose answer can be lost.
        assert said["calls"] <= len(plan.requests) <= said["calls"] + 1


def test_what_another_process_goes_on_with_is_left_to_it(workspace):
    first, model = counted(workspace, at=8)

    class Another:
        def set(self):
            after = workspace.probes.records(first.probe_id)[-1].seq
            begun = {"by": "Ann", "budgets": None}
            workspace.probes.append(
                first.probe_id, ProbeRecord(seq=after + 1, kind="begun", data=begun)
            )

    model.halted = Another()
    with pytest.raises(ConflictError, match="Another process"):
        first.run()
    assert model.calls == 8
    last = workspace.probes.records(first.probe_id)[-1]
    assert (last.kind, last.data["by"]) == ("begun", "Ann")
