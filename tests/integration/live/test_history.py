"""What earlier runs say about a repair: taken off u, kept beside the counts, logged, switched off by default."""

import json
from dataclasses import replace

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from core.gate.history import History
from core.gate.priors import priors_hash
from core.live import Driver
from core.live.models import models_for
from core.live.spec import RunSpec
from core.probe.runner import Runner
from storage import open_workspace
from tests.live_support import CONTRACT, DROP_DAY, PRIORS, TEAM, spec
from tests.probe_support import probe_spec
from tests.unit.controller.team_live import GOOD, MODEL, live
from tests.unit.provenance.team import say

STATED = say("Collector", "Reviewer", "The budget is 45,000 dollars.")
LOST = say("Collector", "Writer", "Please write the offer.")


def bad(repair, frontier, uses, good=0):
    history = History()
    for n in range(uses + good):
        history = history.after(repair, frontier, rolled_back=n < uses)
    return history


def proposed(history):
    controller = live(history=history)
    controller.settle(controller.propose(STATED(1)))
    return controller.propose(LOST(2)).report


def test_a_repair_that_went_wrong_often_is_held_back_and_stays_admitted():
    free, held = proposed(None), proposed(bad("INTEGRATE", "misrouted", 200))
    own = next(c.admission for c in free.candidates if c.repair == free.chosen)
    assert (free.chosen, free.decision) == ("INTEGRATE", "COMMIT") and own.history is None
    said = next(c.admission for c in held.candidates if c.repair == "INTEGRATE")
    assert said.admitted and said.utility == own.utility  # counts decide the admission
    assert said.is_held_back and said.worth == pytest.approx(said.utility - said.history.discount)
    assert (said.history.uses, said.history.bad) == (200, 200)
    assert held.decision == "FORWARD" and held.chosen is None
    assert "INTEGRATE held back: 200 of 200 uses in earlier runs went wrong" in held.reason


def test_a_little_trouble_is_told_and_changes_nothing():
    report = proposed(bad("INTEGRATE", "misrouted", 1, good=9))
    said = next(c.admission for c in report.candidates if c.repair == "INTEGRATE")
    assert report.chosen == "INTEGRATE" and said.history.discount == pytest.approx(0.025)
    assert proposed(bad("INTEGRATE", "absent", 200)).chosen == "INTEGRATE"  # another gap


def test_nothing_is_known_at_first():
    report = proposed(History())
    said = next(c.admission for c in report.candidates if c.repair == "INTEGRATE")
    assert (said.history.uses, said.history.discount) == (0, 0.0) and report.chosen == "INTEGRATE"
    assert GOOD.model == MODEL


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened


def led(workspace, **rest):
    run_id = workspace.live.start(spec(DROP_DAY, repairs=True, **rest))
    Driver(run_id=run_id, journal=workspace.live, models=models_for()).run()
    return run_id


def test_runs_of_the_workspace_teach_it_by_priors(workspace):
    assert workspace.runtime_history(PRIORS) == History()
    led(workspace)
    used = workspace.runtime_history(PRIORS).of("RETRIEVE", "absent")
    assert (used.uses, used.bad) == (1, 0)
    other = PRIORS.model_copy(update={"sources": ("another count",)})
    assert priors_hash(other) != priors_hash(PRIORS)
    assert workspace.runtime_history(other) == History()


def test_the_test_of_the_calibration_is_the_final_verifier(workspace):
    never = {
        "name": "never",
        "test": {"type": "contains", "text": "no such words", "at": "outputs"},
    }
    made = probe_spec(verifier=never, most=1, faults=("drop",), controls=False)
    probe = Runner(probe_id=workspace.probes.create(made), store=workspace.probes)
    probe.run()
    (counted,) = probe.priors()
    trusted = counted.model_copy(update={"rows": PRIORS.rows})
    run = replace(spec(DROP_DAY, repairs=True), priors=trusted)
    run_id = workspace.live.start(run)
    Driver(run_id=run_id, journal=workspace.live, models=models_for()).run()
    used = workspace.runtime_history(trusted).of("RETRIEVE", "absent")
    assert (used.uses, used.bad) == (1, 1)  # it was applied and verified, and the run failed


def test_a_run_keeps_the_history_it_was_started_with_and_logs_it(workspace):
    history = bad("RETRIEVE", "absent", 500)
    made = spec(DROP_DAY, repairs=True, history=history)
    assert RunSpec.from_dict(json.loads(json.dumps(made.to_dict()))) == made
    assert "history" not in spec(DROP_DAY, repairs=True).to_dict()  # off by default
    run_id = led(workspace, history=history)
    first = workspace.live.state(run_id).outcomes[0].report
    said = next(c.admission for c in first.candidates if c.repair == "RETRIEVE")
    assert said.admitted and said.history.bad == 500
    assert first.chosen != "RETRIEVE"
    event = next(e for e in workspace.live.events(run_id) if e.kind == "boundary")
    logged = [c["admission"] for c in event.data["report"]["candidates"] if c["admission"]]
    assert {"uses": 500, "bad": 500, "discount": pytest.approx(0.490196)} in [
        one["history"] for one in logged
    ]
    _, analysis_id = workspace.file_run(run_id)
    analysis = workspace.analyses.get(analysis_id)
    assert analysis.inputs.settings["live"]["history"] == history.to_list()
    kept = next(c.admission for c in analysis.reports[0].candidates if c.repair == "RETRIEVE")
    assert kept.history == said.history


def test_the_command_line_switches_it_on(tmp_path, capsys):
    url = f"sqlite:///{tmp_path / 'baton.db'}"
    with open_workspace(url) as workspace:
        workspace.priors.add(PRIORS, "test")
        led(workspace)
    files = tmp_path / "team.yaml", tmp_path / "tour.yaml"
    for file, text in zip(files, (TEAM, CONTRACT), strict=True):
        file.write_text(text)
    words = ["run", str(files[0]), "--contract", str(files[1]), "--scripted", "--db", url]
    assert main([*words, "--history"], WorkspaceLibrary) == 2
    assert "no history without priors" in capsys.readouterr().err
    assert main([*words, "--priors", "tried", "--other-model"], WorkspaceLibrary) == 0
    assert main([*words, "--priors", "tried", "--other-model", "--history"], WorkspaceLibrary) == 0
    with open_workspace(url) as workspace:
        heeding, without, _ = (workspace.live.state(run.id).run for run in workspace.live.list())
    assert heeding.history.of("RETRIEVE", "absent").uses == 1
    assert without.history is None
