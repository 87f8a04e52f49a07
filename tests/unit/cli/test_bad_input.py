"""Whatever is handed in, the answer is one sentence and exit code 2; 1 means a lost fact."""

import io
import json
import sys

import pytest

from core.__main__ import WorkspaceLibrary, _versioned
from core.cli.app import main
from core.cli.terminal import prepare

TRACE = {
    "apiVersion": "baton/v1",
    "kind": "Trace",
    "name": "run",
    "format": "baton",
    "agents": [{"name": "A"}, {"name": "B"}],
    "events": [
        {"seq": 1, "kind": "message", "from": "A", "to": ["B"], "text": "The budget is 45,000."},
        {"seq": 2, "kind": "output", "from": "B", "to": ["A"], "text": "Done for 45,000."},
    ],
}
CONTRACT = """\
apiVersion: baton/v1
kind: FactContract
name: c
version: 1
facts:
  - {id: b, statement: "The budget is 45,000.", owner: A, recipients: [B]}
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setenv("BATON_DATABASE_URL", f"sqlite:///{tmp_path / 'baton.db'}")
    (tmp_path / "trace.json").write_text(json.dumps(TRACE))
    (tmp_path / "contract.yaml").write_text(CONTRACT)
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "line.json").write_text('{"id": "a"}')
    (tmp_path / "odd.json").write_text('{"id": "a", "agents": 1, "events": 2, "contract": 3}')
    (tmp_path / "list.json").write_text('{"id": "a", "expected": ["x"]}')
    (tmp_path / "roles.yaml").write_text(
        "apiVersion: baton/v1\nkind: RoleSet\nname: r\nroles:\n"
        "  - {name: A, description: Knows the budget.}\n"
    )
    (tmp_path / "not.json").write_text("a: b")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["check", "trace.json", "--contract", "c@²"],
        ["check", "trace.json", "--contract", "c@99999999999999999999999"],
        ["check", "trace.json", "--contract", "half \ud83d"],
        ["check", "trace.json", "--contract", "x" * 5_000],
        ["check", "x" * 5_000, "--contract", "contract.yaml"],
        ["import", "x" * 5_000],
        ["eval", "traces", "deep.json"],
        ["eval", "facts", "deep.json"],
        ["eval", "traces", "line.json"],
        ["eval", "traces", "trace.json"],
        ["eval", "traces", "odd.json"],
        ["eval", "traces", "list.json"],
        ["stress", "trace.json", "--roles", "roles.yaml", "--avoid", "trace.json:99999"],
        ["eval", "drift", "line.json", "--roles", "not.json"],
    ],
)
def test_bad_input_is_one_sentence_and_code_2(files, monkeypatch, capsys, words):
    monkeypatch.chdir(files)
    assert main(words, WorkspaceLibrary) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "error of its own" not in said.err


def test_an_error_of_our_own_is_no_lost_fact(monkeypatch, capsys):
    def broken(url, *, create):
        raise ZeroDivisionError("boom")

    assert main(["check", "abcdefabcdef", "--contract", "x"], broken) == 2
    assert "error of its own (ZeroDivisionError: boom)" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json", "junit"])
def test_a_terminal_without_our_letters_gets_the_report_all_the_same(files, monkeypatch, form):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    name = files / "прогон.json"
    name.write_bytes((files / "trace.json").read_bytes())
    words = ["check", str(name), "--contract", str(files / "contract.yaml"), "--format", form]
    assert main(words, WorkspaceLibrary) in (0, 3)
    sys.stdout.flush()
    said = raw.getvalue()
    if form == "json":
        assert json.loads(said)["results"][0]["source"] == str(name)
    elif form == "junit":
        assert "прогон" in said.decode("utf-8")  # as its first line says
    else:
        assert b"\\u043f" in said


def test_half_characters_leave_json_valid():
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="utf-8")
    prepare(stream, utf8=True)
    stream.write(json.dumps({"a": "half \ud83d"}, ensure_ascii=False))
    stream.flush()
    assert json.loads(raw.getvalue()) == {"a": "half \ud83d"}


def test_a_name_with_an_at_sign_that_is_no_version_stays_a_name():
    assert _versioned("team@2") == ("team", 2)
    assert _versioned("team@²") == ("team@²", None)
    assert _versioned("ann@example") == ("ann@example", None)
