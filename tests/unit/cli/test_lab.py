"""``python -m core lab``: the table of policies without a browser."""

import json

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from core.llm.model import Completion, Usage
from storage import open_workspace
from tests.probe_support import EPISODES, keep


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'baton.db'}"


@pytest.fixture
def probe(url):
    with open_workspace(url) as workspace:
        return keep(workspace, EPISODES)


def run(capsys, *words):
    code = main(["lab", *words], WorkspaceLibrary)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_table_says_who_wins(capsys, url, probe):
    code, out, _ = run(capsys, probe, "--db", url)
    assert code == 0
    line = next(line for line in out.splitlines() if line.startswith("Full gate "))
    assert "100.0%" in line and "0.002" in line
    assert "other places" in out


def test_json_holds_every_episode(capsys, url, probe):
    code, out, _ = run(capsys, probe, "--json", "--by-episode", "--db", url)
    found = json.loads(out)
    assert code == 0 and found["schema"] == "baton/policy-lab/1"
    assert found["counts"]["from"] == "episodes" and len(found["episodes"]) == 30
    full = next(one for one in found["policies"] if one["policy"] == "full")
    assert (full["wins"], full["losses"], full["passed"]) == (10, 0, 30)


def test_limits_and_sets_are_taken(capsys, url, probe):
    _, out, _ = run(capsys, probe, "--json", "--min-episodes", "30", "--db", url)
    assert json.loads(out)["policies"][2]["interventions"] == 0
    words = (probe, "--json", "--priors", "GPT-5.6-Terra", "--db", url)
    _, out, _ = run(capsys, *words)
    assert json.loads(out)["policies"][2]["interventions"] == 0  # measured on another model
    _, out, _ = run(capsys, *words, "--other-model")
    assert json.loads(out)["policies"][2]["interventions"] == 10


@pytest.mark.parametrize(
    "words",
    [
        ("--max-harm", "nan"),
        ("--harm-weight", "inf"),
        ("--cost-weight", "-1"),
        ("--min-episodes", "-1"),
        ("--max-calls", "-1"),
        ("--timeout", "nan"),
    ],
)
def test_numbers_that_cannot_be_meant_are_refused(capsys, url, probe, words):
    code, out, err = run(capsys, probe, *words, "--json", "--db", url)
    assert (code, out) == (2, "") and err.startswith(f"{words[0]} is ")


def test_a_model_is_asked_each_question_once(capsys, url, probe, monkeypatch):
    asked = []

    def complete(self, request, on_delta=None, cancelled=None):
        asked.append(request)
        return Completion(text="NONE", usage=Usage(prompt=9, completion=1), model="m")

    monkeypatch.setattr("core.llm.openai_client.OpenAIModel.complete", complete)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    words = (probe, "--ask", "small", "--json", "--db", url)
    code, out, err = run(capsys, *words, "--max-calls", "1")
    assert code == 3 and "budget" in err
    assert "model:small" not in [one["policy"] for one in json.loads(out)["policies"]]
    code, out, _ = run(capsys, *words)
    assert code == 0 and len(asked) == 2  # of 20 gaps: seeds put the same question again
    assert json.loads(out)["policies"][-1]["policy"] == "model:small"
    run(capsys, *words)
    assert len(asked) == 2


def test_what_can_not_be_replayed(capsys, url, probe):
    assert run(capsys, "nothing", "--db", url)[0] == 2
    with open_workspace(url) as workspace:
        empty = keep(workspace, EPISODES[20:])
    code, _, err = run(capsys, empty, "--db", url)
    assert code == 2 and "gap" in err
