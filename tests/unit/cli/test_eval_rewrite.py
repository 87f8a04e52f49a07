"""Over-correction, measured on labelled turns."""

import json

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from core.cli.eval_rewrite import evaluate_rewrite
from core.drift.rewrite import Reply
from core.errors import DocumentError
from tests.unit.drift.helpers import TEAM, HashEncoder

KEPT = "The total of 40 agrees with the invoice."
TURNS = [
    {"id": "a", "role": "Checker", "label": "consistent", "text": KEPT},
    {
        "id": "b",
        "role": "Checker",
        "label": "drifted",
        "text": f"{KEPT} Author, please change the date by Friday and send me 12 copies.",
    },
]


def measured(**more):
    return evaluate_rewrite(TURNS, TEAM.to_dict(), encoder=HashEncoder(), **more)


def test_without_a_model_the_preview_is_measured():
    summary, rows = measured()
    assert summary["by"] == "preview made by code"
    assert (summary["consistent"]["touched"], summary["drifted"]["touched"]) == (0, 1)
    assert summary["drifted"]["content_kept"] < 1, "what stood in the clause is gone"
    assert [row["id"] for row in rows] == ["a", "b"] and rows[0]["text"] == KEPT


def test_a_model_that_rewrites_everything_is_seen_on_consistent_turns():
    def ask(system, user):
        if "between <" not in system:  # asked for clauses alone
            return Reply(text="1: -", tokens=7)
        mark = system.split("between <")[1].split(">")[0]
        return Reply(
            text=f"<{mark}>The total of 40 agrees with the whole invoice.</{mark}>", tokens=7
        )

    summary, _ = measured(ask=ask, mode="every_turn")
    found = summary["consistent"]
    assert (found["asked"], found["touched"] + found["refused"]) == (1, 1)
    assert found["tokens"] >= 7


def test_a_turn_without_its_fields_is_named():
    with pytest.raises(DocumentError, match="turn 1"):
        evaluate_rewrite([{"role": "Checker"}], TEAM.to_dict(), encoder=HashEncoder())
    with pytest.raises(DocumentError, match="Clerk"):
        evaluate_rewrite([{**TURNS[0], "role": "Clerk"}], TEAM.to_dict(), encoder=HashEncoder())


def test_from_the_command_line(tmp_path, capsys, monkeypatch):
    (tmp_path / "turns.jsonl").write_text("\n".join(map(json.dumps, TURNS)), "utf-8")
    (tmp_path / "roles.json").write_text(json.dumps(TEAM.to_dict()), "utf-8")
    words = ["eval", "rewrite", str(tmp_path / "turns.jsonl")]
    assert main([*words, "--roles", str(tmp_path / "roles.json")], WorkspaceLibrary) == 0
    assert json.loads(capsys.readouterr().out)["drifted"]["turns"] == 1
    assert main(words, WorkspaceLibrary) == 2
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    full = [*words, "--roles", str(tmp_path / "roles.json"), "--model", "m"]
    assert main(full, WorkspaceLibrary) == 2
    assert "No model endpoint" in capsys.readouterr().err
