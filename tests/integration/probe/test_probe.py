"""A calibration of a small scripted team: what it counts, and that a kill changes nothing of it."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from core.errors import ConflictError, DocumentError, InputError
from core.gate.priors import priors_hash
from core.live import Driver
from core.live.models import models_for
from core.live.scripted import ScriptedModel
from core.probe.counts import false_alarms
from core.probe.record import ProbeRecord, fold_records
from core.probe.runner import Runner, estimate_before
from core.probe.verifiers import Subject
from storage import open_workspace
from tests.live_support import CONTRACT, DROP_DAY, TEAM, spec
from tests.probe_support import VERIFIER, probe_spec

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened


def runner(workspace, **given):
    probes = workspace.probes
    return Runner(probe_id=probes.create(probe_spec(**given)), store=probes)


def test_a_lost_fact_is_counted_by_the_frontier_that_was_seen(workspace):
    made = runner(workspace, lapse=0.0, faults=("drop", "ignore", "wrong", "misroute"))
    shown = []
    assert made.run(lambda state: shown.append(len(state.episodes))) == "done"
    state = made.state
    assert state.clean_passes and shown == list(range(len(state.plan.episodes) + 1))
    by_fault = {}
    for episode in state.episodes:
        by_fault.setdefault((episode.fault, episode.fact), []).append(episode)
    # The date is in no text but the brief and the notes that the scout alone may read.
    dropped = by_fault["drop", "day"][0]
    assert dropped.detected == "absent" and dropped.native.passed is False
    assert {a.repair: a.effect for a in dropped.arms} == {"RETRIEVE": "helped", "ASK": "helped"}
    assert all(a.decision == "COMMIT" and a.added > 0 for a in dropped.arms)
    # What code can't decide isn't repaired, and what can't be injected is said with the reason.
    assert all(not e.arms for e in by_fault["wrong", "day"])
    assert {s.reason for s in state.plan.skips if s.fault == "misroute"} == {
        "the sender has no choice of recipients"
    }
    controls, alarms, harmed = false_alarms(state.episodes)
    assert (controls, alarms, harmed) == (3, 0, 0)


def test_what_is_done_stays_done(workspace):
    made = runner(workspace, seeds=1, lapse=0.0, faults=("drop",))
    assert made.run() == "done"
    probes, frozen, seq = workspace.probes, made.state.frozen, made.state.seq
    again = Runner(probe_id=made.probe_id, store=probes, by="Bo")
    assert again.run() == "done" and again.state.seq == seq
    # Records that were written when a finished one could still be taken up.
    for data in ({"by": "Bo", "budgets": None}, {"how": "failed", "reason": "gone", "by": "Bo"}):
        seq += 1
        kind = "ended" if "how" in data else "begun"
        probes.append(made.probe_id, ProbeRecord(seq=seq, kind=kind, data=data))
        state = fold_records(probes.records(made.probe_id))
        assert (state.how, state.reason, state.by) == ("done", "", made.state.by)
        assert state.frozen == frozen


def test_the_frozen_set_adds_up(workspace):
    made = runner(workspace, seeds=2, lapse=0.2, faults=("drop", "ignore"))
    assert made.run() == "done"
    (priors,) = made.priors()
    assert made.state.frozen == (priors_hash(priors),)
    assert priors.model == "scripted" and "nothing about any model" in priors.description
    arms = [arm for episode in made.state.episodes for arm in episode.arms]
    whole = {row.repair: row for row in priors.rows if row.frontier is None}
    assert sum(row.episodes for row in whole.values()) == len(arms) > 0
    for repair, total in whole.items():
        parts = [r for r in priors.rows if r.repair == repair and r.frontier]
        for name in ("episodes", "helped", "harmed"):
            assert getattr(total, name) == sum(getattr(part, name) for part in parts)
    assert priors.provisional is any(row.episodes < 5 for row in priors.rows)


def test_a_budget_ends_it_early_and_what_was_counted_can_be_used(workspace):
    made = runner(workspace, seeds=2, budget_calls=25)
    assert made.run() == "budget"
    assert 0 < len(made.state.episodes) < len(made.state.plan.episodes)
    assert made.state.calls <= 25 and not made.state.frozen
    assert all(priors.provisional for priors in made.priors())


def test_two_processes_do_not_mix_and_records_stay(workspace):
    made = runner(workspace, most=1)
    made.run()
    with pytest.raises(ConflictError, match="Another process"):
        workspace.probes.append(made.probe_id, ProbeRecord(seq=1, kind="episode", data={}))
    with closing(sqlite3.connect(workspace.path)) as file:
        for change in ("UPDATE probe_records SET kind = 'x'", "DELETE FROM probe_records"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                file.execute(change)


def test_what_can_not_be_probed(workspace):
    with pytest.raises(InputError, match="no fault 'forget'"):
        probe_spec(faults=("forget",))
    wrong = {"name": "v", "test": {"type": "fact", "fact": "colour"}}
    with pytest.raises(DocumentError, match="no fact 'colour'"):
        runner(workspace, verifier=wrong).run()


def test_models_are_counted_under_their_name(workspace):
    """Whatever speaks the models' protocol can be probed; here the scripted agents stand in."""
    given = {"scripted": False, "most": 4, "faults": ("drop",), "endpoint": "models.example"}
    made = runner(workspace, controls=False, **given)
    made.models = lambda run: ScriptedModel(run.team, run.contract)
    assert made.run() == "done"
    (priors,) = made.priors()
    assert priors.model == "tiny" and priors.model_extra["endpoint"] == "models.example"
    assert estimate_before(workspace.probes.spec(made.probe_id), 4).calls >= made.state.calls


def live_run(workspace, **rest):
    run_id = workspace.live.start(spec(**rest))
    Driver(run_id=run_id, journal=workspace.live, models=models_for()).run()
    return workspace.live.events(run_id)


def test_a_recorded_live_run_is_as_good_as_a_new_one(workspace):
    words = {"faults": ("drop",), "controls": False, "lapse": 0.2}
    new, old = runner(workspace, **words), runner(workspace, **words)
    old.bases = (live_run(workspace),)
    assert new.run() == old.run() == "done"
    assert old.state.episodes == new.state.episodes
    assert old.state.frozen == new.state.frozen


def test_the_command_begins_from_a_live_run(workspace, tmp_path, capsys):
    run_id = workspace.live.start(spec())
    Driver(run_id=run_id, journal=workspace.live, models=models_for()).run()
    (tmp_path / "test.json").write_text(json.dumps(VERIFIER))
    words = ["probe", "--run", run_id, "--verifier", str(tmp_path / "test.json"), "--most", "2"]
    words += ["--faults", "drop", "--json", "--db", str(workspace.path)]
    assert main(words, WorkspaceLibrary) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["episodes"] == 2 and workspace.probes.list()[0].id == said["probe"]
    assert main([*words, "--resume", said["probe"]], WorkspaceLibrary) == 2
    assert "one of the three" in capsys.readouterr().err


def test_a_run_that_was_repaired_shows_nothing_native(workspace):
    made = runner(workspace)
    made.bases = (live_run(workspace, more=DROP_DAY, repairs=True),)
    with pytest.raises(InputError, match="decided or repaired"):
        made.run()
    made.bases = (live_run(workspace, approval="always", wait_seconds=3600),)
    with pytest.raises(InputError, match="waiting"):
        made.run()


def test_a_verifier_reads_what_went_out(workspace):
    made = runner(
        workspace, most=1, verifier={"name": "v", "test": {"type": "exact", "answer": "x"}}
    )
    made.run()
    assert not made.state.clean_passes and "“x”" in made.state.clean_reason
    assert Subject(()).texts("output") == ()


# -- as a process ---------------------------------------------------------------------------------


class CommandLine:
    """Runs ``python -m core probe`` on files in a folder."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "team.yaml").write_text(TEAM + "contract: facts.yaml\n")
        (folder / "facts.yaml").write_text(CONTRACT)
        (folder / "test.json").write_text(json.dumps(VERIFIER))

    def start(self, name, *words):
        database = f"sqlite:///{self.folder / name}.db"
        return subprocess.Popen(
            [sys.executable, "-m", "core", "probe", *words, "--db", database],
            cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "OPENAI_BASE_URL": ""},
        )  # fmt: skip

    def probe(self, name, *words):
        team = str(self.folder / "team.yaml")
        given = ("--verifier", str(self.folder / "test.json"), "--scripted", *words)
        return self.start(name, team, *given)

    def killed_and_resumed(self, name, after, *words):
        """Kill it when so many episodes are shown; return what the resumed one says."""
        process = self.probe(name, *words)
        shown = next(line for line in process.stderr if f"episode {after}/" in line)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        key = shown.split()[0]
        with open_workspace(str(self.folder / f"{name}.db")) as workspace:
            at_work = workspace.probes.at_work(key)
            workspace.probes.release(key, at_work.owner)  # as if its time were over
        return self.end(self.start(name, "--resume", key, "--json"))

    def end(self, process):
        out, err = process.communicate(timeout=150)
        assert process.returncode == 0, err
        return json.loads(out)


def test_a_killed_calibration_freezes_to_the_same_hash(tmp_path):
    line = CommandLine(tmp_path)
    words = ("--seeds", "2", "--most", "8", "--lapse", "0.2")
    out = tmp_path / "priors.json"
    whole = line.end(line.probe("one", *words, "--json", "--policies", "--out", str(out)))
    assert [one["policy"] for one in whole["policies"]][:2] == ["never", "always"]
    assert whole["episodes"] == whole["planned"] == 8 and whole["priors"]
    again = line.killed_and_resumed("two", 4, *words)
    assert again["priors"] == whole["priors"]
    assert (again["calls"], again["tokens"]) == (whole["calls"], whole["tokens"])
    with open_workspace(str(tmp_path / "two.db")) as workspace:
        kept = workspace.priors.get(whole["priors"][0]["hash"])
    assert kept.model_dump(mode="json", by_alias=True) == json.loads(out.read_text())


@pytest.mark.long
def test_sixty_episodes_are_killed_half_way_and_freeze_to_the_same_hash(tmp_path):
    line = CommandLine(tmp_path)
    words = ("--seeds", "8", "--most", "64")
    whole = line.end(line.probe("one", *words, "--json"))
    assert whole["episodes"] == 64
    assert line.killed_and_resumed("two", 32, *words)["priors"] == whole["priors"]


def test_models_cost_something_so_that_it_asks_first(tmp_path):
    line = CommandLine(tmp_path)
    team, test = str(tmp_path / "team.yaml"), str(tmp_path / "test.json")
    process = line.start("one", team, "--verifier", test)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2 and "endpoint" in err
