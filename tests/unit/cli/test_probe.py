"""``python -m core probe``: what is refused before anything is paid for."""

import json

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from tests.live_support import CONTRACT, TEAM
from tests.probe_support import VERIFIER


@pytest.fixture
def probe(tmp_path, capsys):
    (tmp_path / "team.yaml").write_text(TEAM + "contract: nowhere\nroles: nobody\n")
    (tmp_path / "facts.yaml").write_text(CONTRACT)
    (tmp_path / "test.json").write_text(json.dumps(VERIFIER))
    given = [str(tmp_path / "team.yaml"), "--verifier", str(tmp_path / "test.json"), "--scripted"]
    given += ["--contract", str(tmp_path / "facts.yaml"), "--db", str(tmp_path / "baton.db")]
    given += ["--seeds", "1", "--faults", "drop", "--json"]

    def call(*words):
        code = main(["probe", *given, *words], WorkspaceLibrary)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.mark.parametrize("flag", ["--most", "--max-calls", "--max-tokens"])
def test_limits_below_zero_are_refused(probe, tmp_path, flag):
    code, out, err = probe(flag, "-1")
    assert (code, out) == (2, "") and err.startswith(f"{flag} is -1. ")
    assert not (tmp_path / "baton.db").exists()


@pytest.mark.parametrize(
    ("place", "said"), [("none/p.json", "no such folder"), (".", "this is a folder")]
)
def test_a_place_that_cannot_be_written_is_said_at_once(probe, tmp_path, place, said):
    code, out, err = probe("--out", str(tmp_path / place))
    assert (code, out) == (2, "") and said in err and len(err.splitlines()) == 1
    assert not (tmp_path / "baton.db").exists()


def test_a_contract_that_is_given_takes_the_place_of_one_that_is_not_there(probe, tmp_path):
    code, out, err = probe("--most", "1", "--out", str(tmp_path / "p.json"))
    assert code == 0, err
    assert json.loads(out)["episodes"] == 1 and (tmp_path / "p.json").is_file()


def test_a_budget_below_the_run_without_a_fault_ends_it(probe):
    code, out, _ = probe("--max-calls", "1")
    assert code == 3
    said = json.loads(out)
    assert said["ended"] == "budget" and said["planned"] == 0
