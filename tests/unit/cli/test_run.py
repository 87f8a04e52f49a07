"""``python -m core run``: as a person types it, and as a script reads it."""

import json

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from tests.live_support import CONTRACT, TEAM


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def call(*words):
        code = main(["run", *words, "--db", str(tmp_path / "baton.db")], WorkspaceLibrary)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def files(tmp_path):
    (tmp_path / "team.yaml").write_text(TEAM + "contract: facts.yaml\n")
    (tmp_path / "facts.yaml").write_text(CONTRACT)
    return str(tmp_path / "team.yaml")


def test_a_team_runs_to_its_end_and_its_facts_decide_the_exit_code(run, files):
    code, out, err = run(files, "--scripted")
    assert code == 0 and "0 critical gaps" in out and "finished (quiet), 3 turns" in out
    assert "turn 1/24" in err and "Checker writes" in err
    code, out, _ = run("sales-proposal", "--scripted", "--json")
    said = json.loads(out)
    assert code == said["exit_code"] == 1
    assert said["status"] == "finished" and len(said["trace"]) == 12
    assert said["result"]["earliest_gap"]["fact"] == "opening"


def test_a_run_that_waits_too_long_goes_on_and_can_be_looked_at_again(run, files):
    code, out, _ = run(files, "--scripted", "--approval", "always", "--wait", "0", "--json")
    said = json.loads(out)
    assert (code, said["boundaries"]) == (0, 3)
    code, out, _ = run("--resume", said["run"], "--json")
    assert code == 0 and json.loads(out)["trace"] == said["trace"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Name a team"),
        (["team.yaml"], "no file 'team.yaml'"),
        (["sales-proposal"], "No model endpoint is configured"),
        (["--resume", "0123456789ab"], "There is no database"),
        (["sales-proposal", "--resume", "0123456789ab"], "one of the two"),
    ],
)
def test_what_cannot_be_run_is_said_in_a_sentence(run, words, said):
    code, out, err = run(*words)
    assert (code, out) == (2, "") and said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--encoder", "nosuch"], "no encoder called 'nosuch'"),
        (["--timeout", "nan"], "--timeout is nan."),
        (["--timeout", "0"], "--timeout is 0.0."),
        (["--wait", "-1"], "--wait is -1.0."),
    ],
)
def test_a_slip_is_said_before_a_run_begins(run, files, tmp_path, words, said):
    code, out, err = run(files, "--scripted", *words)
    assert (code, out) == (2, "") and said in err and len(err.splitlines()) == 1
    assert not (tmp_path / "baton.db").exists()


def test_a_contract_that_is_given_takes_the_place_of_one_that_is_not_there(run, tmp_path):
    (tmp_path / "team.yaml").write_text(TEAM + "contract: nowhere\nroles: nobody\n")
    (tmp_path / "facts.yaml").write_text(CONTRACT)
    (tmp_path / "roles.yaml").write_text(
        "apiVersion: baton/v1\nkind: RoleSet\nname: r\nroles:\n"
        "  - {name: Scout, description: Finds tours and their prices.}\n"
    )
    team, facts = str(tmp_path / "team.yaml"), str(tmp_path / "facts.yaml")
    code, _, err = run(team, "--scripted", "--contract", facts)
    assert code == 2 and "nobody" in err
    code, _, err = run(
        team, "--scripted", "--contract", facts, "--roles", str(tmp_path / "roles.yaml")
    )
    assert code == 0, err
    code, _, err = run(team, "--scripted", "--roles", str(tmp_path / "roles.yaml"))
    assert code == 2 and "nowhere" in err


def test_a_team_without_a_model_needs_one(run, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    code, _, err = run("sales-proposal")
    assert code == 2 and "have no model" in err and "scripted agents" in err
    assert not (tmp_path / "baton.db").exists()
