"""One calibration may begin from several runs; its episodes are drawn over all of them."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from core.cli.app import main
from core.errors import InputError
from core.live.driver import Driver
from core.live.models import models_for
from core.probe.bound import bind_spec
from core.probe.lab import _folds
from core.probe.look import look_at
from core.probe.runner import Runner
from core.probe.spec import ProbeSpec, Start
from core.probe.starts import bases_of, cast_of, live_spec, played
from core.trace.native import trace_to_dict
from storage import open_workspace
from tests.integration.probe.test_bound import log
from tests.integration.probe.test_probe import WorkspaceLibrary
from tests.live_support import CONTRACT, TEAM, contract, spec, team
from tests.probe_support import VERIFIER, probe_spec

BIND = {"scout_agent": "Scout", "writer": "Writer", "Checker": "Checker"}
LOGS = {f"log{n}": log(name=f"Log {n}", task=f"Offer tour {n}.") for n in (1, 2, 3)}
OPEN = CONTRACT.replace("The price is at most $900", '"The price is at most {price}"').replace(
    "facts:", "parameters: [{name: price, kind: quantity}]\nfacts:"
)


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened


def several(**given):
    words = {"faults": ("drop",), "seeds": 2, "lapse": 0.2, "controls": False, **given}
    made = probe_spec(**words)
    for key, trace in LOGS.items():
        made = bind_spec(made, trace, key, BIND)
    return made


def runner(workspace, made):
    bases = bases_of(made, workspace.live.events, LOGS.__getitem__)
    return Runner(
        probe_id=workspace.probes.create(made, "Three"), store=workspace.probes, bases=bases
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A calibration over three runs, run to its end."""
    with open_workspace(str(tmp_path_factory.mktemp("whole") / "baton.db")) as opened:
        made = runner(opened, several(most=7))
        assert made.run() == "done"
        yield made


def test_episodes_are_drawn_over_all_runs_in_an_order_that_the_seed_fixes(workspace, whole):
    one, again = whole, runner(workspace, several(most=7))
    order = [planned.slot.run for planned in one.state.plan.episodes]
    assert set(order) == {0, 1, 2} and order != sorted(order)
    other = runner(workspace, several(most=7, seed=5))
    other.run(lambda state: other.halted.set())
    assert [planned.slot for planned in other.state.plan.episodes] != [
        planned.slot for planned in one.state.plan.episodes
    ]

    # Halted on its way and taken up by another process, which has the runs no more.
    again.run(lambda state: len(state.episodes) == 3 and again.halted.set())
    rest = Runner(probe_id=again.probe_id, store=workspace.probes)
    assert rest.run() == "done" and rest.state.frozen == one.state.frozen
    assert rest.state.episodes == one.state.episodes
    assert Counter(e.run for e in one.state.episodes) == Counter(order)
    (priors,) = one.priors()
    assert all(f"trace:{key}" in priors.sources[0] for key in LOGS)


def test_each_run_keeps_its_task_its_values_and_its_place(whole):
    made = several(most=9)
    assert [made.at(n).team.task for n in range(3)] == [f"Offer tour {n}." for n in (1, 2, 3)]
    back = ProbeSpec.from_dict(json.loads(json.dumps(made.to_dict())))
    assert back == made and back.digest == made.digest
    named = replace(made, starts=(replace(made.starts[0], name="Other"), *made.starts[1:]))
    assert named.digest == made.digest
    fewer = replace(made, starts=made.starts[:2])
    assert fewer.digest != made.digest
    episodes = whole.state.episodes
    places = {(e.run, e.boundary): e.place for e in episodes}
    assert len(set(places.values())) == len(places)
    assert len({e.key for e in episodes}) == len(episodes)
    assert len(set(_folds(episodes, 50))) > 1
    number = next(n for n, e in enumerate(episodes, 1) if e.run == 2)
    seen = look_at(whole.store, whole.probe_id, whole.state, number)
    assert seen.is_same and seen.before in {e.text for e in LOGS["log3"].events}


def test_no_run_counts_twice_and_none_may_lack(workspace):
    with pytest.raises(InputError, match="named twice"):
        bind_spec(several(), LOGS["log1"], "log1", BIND)
    alone = Runner(probe_id=workspace.probes.create(several()), store=workspace.probes)
    with pytest.raises(InputError, match="not at hand"):
        alone.run()


def live(workspace, **given):
    run_id = workspace.live.start(spec(**given))
    Driver(run_id=run_id, journal=workspace.live, models=models_for()).run()
    return played(run_id, f"run {run_id}", workspace.live.events(run_id))


def test_live_runs_of_one_team_may_differ_in_task_and_values(workspace):
    words = {"contract_text": OPEN}
    runs = [
        live(workspace, values={"price": "$900"}, **words),
        live(workspace, values={"price": "$800"}, task="Offer a cheaper tour.", **words),
    ]
    cast = cast_of(runs)
    assert cast.contract.parameters and cast.scripted
    made = live_spec(replace(probe_spec(), team=cast.team, contract=cast.contract), runs)
    assert [made.at(n).contract.fact("price").statement for n in (0, 1)] == [
        "The price is at most $900", "The price is at most $800",
    ]  # fmt: skip
    assert made.at(1).team.task == "Offer a cheaper tour."
    assert not cast_of(runs[:1]).contract.parameters


def test_runs_that_say_nothing_together_are_refused(workspace):
    one = live(workspace)
    edited = team().model_copy(update={"stop_phrase": "END"})
    strangers = {
        "another team": replace(one, run=replace(one.run, team=edited)),
        "scripted": replace(one, run=replace(one.run, scripted=False)),
        "another contract": replace(one, run=replace(one.run, contract=contract(OPEN))),
    }
    for said, other in strangers.items():
        with pytest.raises(InputError, match=said):
            cast_of([one, other])


def test_the_command_takes_several_runs_and_folders(tmp_path, capsys):
    (tmp_path / "team.yaml").write_text(TEAM + "contract: facts.yaml\n")
    (tmp_path / "facts.yaml").write_text(CONTRACT)
    (tmp_path / "test.json").write_text(json.dumps(VERIFIER))
    logs = tmp_path / "logs"
    logs.mkdir()
    for key, trace in LOGS.items():
        (logs / f"{key}.json").write_text(json.dumps(trace_to_dict(trace)))
    strange = replace(LOGS["log1"], events=[replace(e, sender="Nobody") for e in log().events])
    (logs / "strange.json").write_text(json.dumps(trace_to_dict(strange)))
    (logs / "notes.txt").write_text("no run")
    base = ["probe", "--verifier", str(tmp_path / "test.json"), "--most", "4", "--faults", "drop"]
    base += ["--json", "--scripted", "--team", str(tmp_path / "team.yaml")]
    base += ["--db", f"sqlite:///{tmp_path / 'one.db'}"]
    assert main([*base, "--run", str(logs), "--bind", "writer=Writer"], WorkspaceLibrary) == 0
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert [run["name"] for run in said["runs"]] == ["Log 1", "Log 2", "Log 3"]
    assert sum(run["planned"] for run in said["runs"]) == said["episodes"] == 4
    assert "strange.json" in err and "notes.txt" in err
    two = [*base, "--run", str(logs / "log1.json"), "--run", str(logs / "log2.json")]
    assert main(two, WorkspaceLibrary) == 0
    assert len(json.loads(capsys.readouterr().out)["runs"]) == 2
    assert main([*two, "--bind", "Pilot=Writer"], WorkspaceLibrary) == 2
    assert "Pilot" in capsys.readouterr().err


def test_a_calibration_of_one_run_is_written_as_before():
    one = replace(probe_spec(), starts=(Start(source="trace:x", bind=BIND),))
    assert "starts" not in one.to_dict() and one.to_dict()["source"] == "trace:x"
    assert ProbeSpec.from_dict(one.to_dict()).starts == one.starts
