"""Importing with redaction and mappings, exporting, and measuring importers, headless."""

from __future__ import annotations

import json

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from core.trace.importers import read_bytes
from tests.unit.trace.trace_samples_more import MORE

SECRET = "sk-proj-a8F3kd92LmQ0zX77vbN1"
MAPPING = "kind: TraceMapping\nsender: who\nrecipient: whom\ntext: words\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in").mkdir()
    text = [
        {"role": "user", "content": f"My key is {SECRET}, mail ida@example.org."},
        {"role": "assistant", "name": "Desk", "content": "Noted, Ida."},
    ]
    (tmp_path / "in" / "run.json").write_text(json.dumps(text), "utf-8")
    (tmp_path / "in" / "session.json").write_bytes(MORE["google_adk"])
    (tmp_path / "in" / "broken.json").write_text('{"messages": [', "utf-8")
    (tmp_path / "log.jsonl").write_text(
        '{"who": "A", "whom": "B", "words": "Go."}\n{"who": "B", "whom": "A", "words": "Gone."}\n'
    )
    (tmp_path / "map.yaml").write_text(MAPPING)
    (tmp_path / "names.txt").write_text("Ida\n")
    return tmp_path


@pytest.fixture
def run(folder, monkeypatch, capsys):
    monkeypatch.setenv("BATON_DATABASE_URL", f"sqlite:///{folder / 'db' / 'baton.db'}")
    monkeypatch.chdir(folder)

    def call(*words):
        code = main(words, WorkspaceLibrary)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def stored(run, trace_id):
    return run("export", trace_id)[1]


def test_keys_are_taken_out_before_anything_is_stored(run):
    code, out, _ = run("import", "in/run.json")
    assert code == 0
    assert "redacted: 2 × key" in out
    text = stored(run, out.split()[0])
    assert SECRET not in text
    assert "[redacted: key]" in text
    assert "ida@example.org" in text


def test_more_can_be_taken_out_and_nothing_if_so_wished(run):
    _, out, _ = run("import", "in/run.json", "--redact-emails", "--redact-names", "names.txt",
                    "--redact-pattern", "Noted", "--redact-field", "x")  # fmt: skip
    text = stored(run, out.split()[0])
    assert not any(word in text for word in ("ida@example.org", "Ida", "Noted", SECRET))
    _, out, _ = run("import", "in/run.json", "--no-redact")
    assert SECRET in stored(run, out.split()[0])
    assert run("import", "in/run.json", "--redact-pattern", "(")[0] == 2


def test_several_paths_and_files_that_cannot_be_used(run):
    code, out, err = run("import", "in", "log.jsonl")
    assert code == 2
    assert "2 imported" in out
    assert "broken.json" in err


def test_unknown_records_by_a_mapping(run):
    code, out, _ = run("import", "log.jsonl", "--mapping", "map.yaml")
    assert code == 0
    assert "mapped  2 agents, 2 events" in out
    code, _, err = run("import", "log.jsonl", "--mapping", "names.txt")
    assert code == 2
    assert "no mapping" in err


@pytest.mark.parametrize("form", ["jsonl", "otlp", "prov", "graphml"])
def test_exports_of_a_file(run, folder, form):
    code, out, err = run("export", "in/session.json", "--format", form, "--output", "out")
    assert (code, out) == (0, "")
    assert "6 events, 3 handoffs, 3 agents" in err
    text = (folder / "out").read_text("utf-8")
    assert "Closed until Friday." in text
    if form in ("jsonl", "otlp"):
        again = read_bytes(text.encode(), "x").traces[0]
        assert again.digest == read_bytes(MORE["google_adk"], "x").traces[0].digest


def test_an_export_needs_one_run(run, folder):
    (folder / "two.json").write_bytes(MORE["mast"])
    code, _, err = run("export", "two.json")
    assert code == 2
    assert "holds 2 runs" in err


def test_importers_are_measured(run, folder):
    (folder / "in" / "set.test.json").write_text('{"eval_cases": []}')
    code, out, _ = run("eval", "import", "in", "--rows", "rows.jsonl")
    assert code == 0
    assert "4 files: 2 traces, 2 refused, 0 errors" in out
    rows = {
        row["file"]: row
        for row in map(json.loads, (folder / "rows.jsonl").read_text().splitlines())
    }
    session = rows["session.json"]
    assert (session["status"], session["format"], session["agents"]) == ("trace", "google_adk", 3)
    assert (session["recorded"], session["inferred"], session["unknown"]) == (1, 2, 0)
    assert (session["events"], session["handoffs"], session["tool_calls"]) == (6, 3, 1)
    assert session["tokens"] == 6
    assert session["seconds"] > 0
    assert session["json_ratio"] > 0
    assert rows["run.json"]["redacted"] == 2  # the request is the task too
    assert rows["broken.json"]["status"] == "refused"
    assert "evaluation set" in rows["set.test.json"]["message"]
    summary = json.loads(run("eval", "import", "in", "--format", "json")[1])
    assert summary["formats"]["google_adk"]["handoffs"] == 3
    assert run("eval", "import", "nowhere")[0] == 2
