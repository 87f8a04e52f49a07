"""A run of another program is gone on from by a team that its agents are bound to."""

import json
from dataclasses import replace

import pytest

from core.cli.app import main
from core.errors import InputError
from core.live.fold import fold
from core.probe.bound import bind_spec, bound_run, draft_team, problem, suggest_bind
from core.probe.runner import Runner
from core.probe.spec import Start
from core.trace.model import Agent, Event, Trace
from core.trace.native import trace_to_dict
from storage import open_workspace
from tests.integration.probe.test_probe import WorkspaceLibrary
from tests.live_support import CONTRACT, TEAM, team
from tests.probe_support import VERIFIER, probe_spec

BRIEF = "The price is at most $900.\nThe tour starts on June 3."
OFFER = "Our offer: $850, which keeps to the price of at most $900.\nThe tour starts on June 3."


def log(**changes):
    """What another program wrote down about three agents of nearly the same names."""
    said = [
        ("message", "Guest", ("scout_agent",), "Please offer me a tour."),
        ("tool_result", "search", ("scout_agent",), "Tours start in June."),
        ("message", "scout_agent", ("writer", "Checker"), BRIEF),
        ("message", "writer", ("scout_agent",), "Which bus do we take?"),
        ("output", "writer", ("Checker",), OFFER),
        ("output", "Checker", (), "Checked: the tour starts on June 3, as the brief says."),
    ]
    agents = (
        Agent(name="Guest", is_person=True),
        *map(_agent, ("scout_agent", "writer", "Checker")),
    )
    events = tuple(
        Event(seq=10 * n, kind=kind, sender=who, recipients=to, text=text)
        for n, (kind, who, to, text) in enumerate(said, 1)
    )
    return replace(Trace(name="log", format="x", agents=agents, events=events), **changes)


def _agent(name):
    return Agent(name=name, description=f"You are {name}.", model="tiny")


def bound(trace=None, **given):
    trace = trace or log()
    spec = probe_spec(**given)
    names = {who: match.name for who, match in suggest_bind(trace, spec.team).items()}
    return bind_spec(spec, trace, trace.digest[:12], names)


def test_the_log_up_to_a_boundary_is_what_the_continuations_share(tmp_path):
    spec = bound(faults=("drop", "ignore"), lapse=0.0)
    events = bound_run(log(), spec)
    state = fold(events)
    assert [e.text for e in state.events if e.is_boundary] == [
        e.text for e in log().events if e.is_boundary
    ]
    assert [e.sender for e in state.events if e.kind == "message"][:2] == ["Guest", "Scout"]
    with open_workspace(str(tmp_path / "baton.db")) as workspace:
        runner = Runner(
            probe_id=workspace.probes.create(spec), store=workspace.probes, bases=(events,)
        )
        assert runner.run() == "done"
        (priors,) = runner.priors()
    found = runner.state
    assert found.is_given and found.clean_passes
    # The question to the Scout isn't what this team's flow would send, so that it stays history.
    reasons = {s.reason for s in found.plan.skips if "in the log to Scout" in s.reason}
    assert len(reasons) == 1
    brief = min(e.boundary for e in found.episodes)
    dropped = next(
        e for e in found.episodes if (e.boundary, e.fault, e.fact) == (brief, "drop", "day")
    )
    assert dropped.detected == "absent" and not dropped.native.passed
    assert {arm.repair: arm.effect for arm in dropped.arms}["ASK"] == "helped"
    assert f"trace:{log().digest[:12]}" in priors.sources[0]


def test_the_counts_of_a_log_are_counts_of_that_log():
    other = log(task="Another one.")
    assert bound().digest != bound(other).digest
    assert replace(probe_spec(), starts=(Start(source="run:1"),)).digest == probe_spec().digest


def test_the_person_with_the_task_may_be_a_party():
    facts = (
        CONTRACT + "- {id: wish, statement: Offer a tour by bus, owner: Guest, recipients: [Scout]}"
    )
    from core.contract.document import parse_contract

    spec = replace(probe_spec(), contract=parse_contract(facts))
    names = {"scout_agent": "Scout", "writer": "Writer", "Checker": "Checker"}
    made = bind_spec(spec, log(), "x", names)
    assert made.starts[0].outside == {"Guest": "Guest"}
    assert made.run_spec(None).binding.parties["Guest"] == "Guest"


@pytest.mark.parametrize(
    ("bind", "scripted", "said"),
    [
        ({"scout_agent": "Scout", "Checker": "Checker"}, True, "Nobody plays writer"),
        ({"scout_agent": "Pilot"}, True, "no agent 'Pilot'"),
        ({"pilot": "Scout"}, True, "no agent 'pilot'"),
        ({"scout_agent": "Scout", "writer": "Writer", "Checker": "Checker"}, False, "no prompt"),
    ],
)
def test_who_can_not_go_on_is_told(bind, scripted, said):
    assert said in problem(log(), team(), bind, scripted=scripted)
    with pytest.raises(InputError, match=said):
        bind_spec(probe_spec(scripted=scripted), log(), "x", bind)


def test_a_run_none_of_whose_texts_the_team_would_send_is_refused():
    alone = log(events=log().events[:4])
    spec = bound(alone)
    lonely = spec.team.model_copy(
        update={
            "agents": tuple(a.model_copy(update={"sends_to": ("Checker",)}) for a in team().agents)
        }
    )
    with pytest.raises(InputError, match="can't be played by Tour"):
        start = replace(spec.starts[0], bind={**spec.starts[0].bind, "Checker": "Checker"})
        bound_run(alone, replace(spec, team=lonely, starts=(start,)))


def test_a_team_is_drafted_from_the_log():
    made = draft_team(log(), "From the log")
    assert made.agent_names == ("scout_agent", "writer", "Checker") and made.flow == "graph"
    assert made.agent("writer").sends_to == ("scout_agent", "Checker")
    assert made.agent("scout_agent").prompt == "You are scout_agent."
    names = {name: name for name in made.agent_names}
    assert problem(log(), made, names, scripted=False) == ""
    spec = bind_spec(replace(probe_spec(), team=made), log(), "x", names)
    sent = [e for e in bound_run(log(), spec) if e.kind == "boundary"]
    assert [tuple(e.data["recipients"]) for e in sent][:2] == [
        ("writer", "Checker"), ("scout_agent",),
    ]  # fmt: skip


def test_the_command_binds_as_well(tmp_path, capsys):
    (tmp_path / "team.yaml").write_text(TEAM + "contract: facts.yaml\n")
    (tmp_path / "facts.yaml").write_text(CONTRACT)
    (tmp_path / "test.json").write_text(json.dumps(VERIFIER))
    (tmp_path / "log.json").write_text(json.dumps(trace_to_dict(log())))
    words = [
        "probe",
        "--run",
        str(tmp_path / "log.json"),
        "--verifier",
        str(tmp_path / "test.json"),
    ]
    words += ["--most", "2", "--faults", "drop", "--json", "--db", str(tmp_path / "one.db")]
    assert main([*words, "--scripted"], WorkspaceLibrary) == 2
    capsys.readouterr()
    players = ["--team", str(tmp_path / "team.yaml"), "--scripted"]
    assert main([*words, *players, "--bind", "writer"], WorkspaceLibrary) == 2
    assert "--bind" in capsys.readouterr().err
    assert main([*words, *players, "--bind", "writer=Writer"], WorkspaceLibrary) == 0
    assert json.loads(capsys.readouterr().out)["episodes"] == 2
