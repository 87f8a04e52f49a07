"""Priors sets on the command line: what goes out comes in again as the same set."""

import json

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from core.gate.admission import admit
from core.gate.builtin import GPT_TERRA
from core.gate.document import parse_priors
from core.gate.model import PriorRow, PriorsSet
from core.gate.priors import priors_hash, priors_table
from storage import open_workspace

MEASURED = PriorsSet(
    name="measured here",
    model="tiny-2",
    sources=("calibration of May",),
    cost_reference_tokens=800,
    rows=(
        PriorRow(
            repair="RETRIEVE", frontier="absent", episodes=9, helped=6, harmed=0, mean_cost=0.125
        ),
        PriorRow(repair="RETRIEVE", episodes=14, helped=6, harmed=2, mean_cost=1 / 3),
    ),
)


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'one.db'}"


def run(*words):
    return main([str(word) for word in words], WorkspaceLibrary)


def shown(capsys, *words):
    assert run(*words, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_rows_of_a_published_set(url, capsys):
    found = shown(capsys, "priors", "show", "GPT-5.6-Terra", "--db", url)
    rows = {(row["repair"], row["frontier"]): row for row in found["rows"]}
    assert rows["INTEGRATE", "unconsumed"]["admitted"] is True
    assert round(rows["INTEGRATE", "unconsumed"]["utility"], 2) == 0.33
    assert rows["ASK", None]["admitted"] is False
    assert (rows["ASK", None]["episodes"], rows["ASK", None]["helped"]) == (40, 10)
    assert found["hash"] == priors_hash(GPT_TERRA)


def test_an_exported_set_decides_the_same_in_an_empty_workspace(tmp_path, url, capsys):
    with open_workspace(url) as workspace:
        key = workspace.priors.add(MEASURED, "calibration").hash
    file, other = tmp_path / "out.json", f"sqlite:///{tmp_path / 'two.db'}"
    assert run("priors", "export", key[:8], "--output", file, "--db", url) == 0
    assert run("priors", "import", file, "--db", other) == 0
    assert run("priors", "diff", file, key[:8], "--db", other) == 0
    capsys.readouterr()
    with open_workspace(other) as workspace:
        again = workspace.priors.get(key)
    assert priors_hash(again) == key and again == MEASURED
    assert priors_table(again) == priors_table(MEASURED)
    for frontier in ("absent", "misrouted", "unconsumed"):
        decisions = [
            admit("RETRIEVE", frontier, critical=True, priors=p, priors_hash=key, model="tiny-2")
            for p in (MEASURED, again)
        ]
        assert decisions[0] == decisions[1]
    assert shown(capsys, "priors", "show", key, "--db", other) == shown(
        capsys, "priors", "show", "measured here", "--db", url
    )


def test_csv_needs_the_model(tmp_path, url, capsys):
    file = tmp_path / "rows.csv"
    assert run("priors", "export", "GPT-5.6-Terra", "--format", "csv", "--output", file) == 0
    assert run("priors", "import", file, "--db", url) == 2
    assert "--model" in capsys.readouterr().err
    assert run("priors", "import", file, "--model", "GPT-5.6-Terra", "--db", url) == 0
    with open_workspace(url) as workspace:
        assert workspace.priors.get("rows").rows == GPT_TERRA.rows


def test_merged_sets_are_written_and_read_again(tmp_path, capsys):
    file, other = tmp_path / "own.json", tmp_path / "both.json"
    file.write_text(json.dumps(MEASURED.model_copy(update={"model": "GPT-5.6-Terra",
                               "cost_reference_tokens": None}).to_dict()))  # fmt: skip
    words = ("priors", "merge", file, "GPT-5.6-Terra", "--name", "both")
    assert run(*words, "--output", other) == 0
    assert parse_priors(other.read_text()).sources == (*MEASURED.sources, *GPT_TERRA.sources)
    assert run("priors", "merge", file, file, "--name", "twice") == 2
    assert "count twice" in capsys.readouterr().err


def test_list_needs_no_database(url, capsys):
    names = [one["name"] for one in shown(capsys, "priors", "list", "--db", url)]
    assert names == ["published-deepseek-v4.1-flash", "published-gpt-5.6-terra"]


def test_export_prints_what_reads_back(capsys):
    assert run("priors", "export", priors_hash(GPT_TERRA)[:10]) == 0
    assert parse_priors(capsys.readouterr().out) == GPT_TERRA


def test_different_sets_and_unknown_ones(url, capsys):
    assert run("priors", "diff", "GPT-5.6-Terra", "DeepSeek-V4.1-flash", "--db", url) == 1
    said = capsys.readouterr().out
    assert "now admitted, within chance" in said
    assert "hangs on a handful\nof episodes; more of them would settle it." in said
    assert "4/0/6    aggregate" in said  # what the gate goes by where a set has no row
    assert run("priors", "show", "nobody", "--db", url) == 2
    assert "nobody" in capsys.readouterr().err
