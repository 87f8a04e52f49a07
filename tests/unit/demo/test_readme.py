"""What the README shows works as shown."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from core.cli.app import main
from core.contract.document import parse_binding, parse_contract
from core.contract.lint import lint_contract

PROJECT = Path(__file__).resolve().parents[3]
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def _no_database(url: str | None):
    raise AssertionError("the README's commands on files need no database")


def test_the_shortest_contract_is_a_contract():
    text, more, who = _blocks("yaml")
    contract = parse_contract(text, "README.md")
    assert [fact.id for fact in contract.facts] == ["budget"]
    with_value = parse_contract(f"name: offers\n{more}", "README.md")
    assert [one.name for one in with_value.parameters] == ["budget"]
    assert not [i for i in lint_contract(with_value) if i.severity != "info"]
    assert parse_binding(who, "README.md").party("writer_agent") == "Copywriter"


def test_the_library_call_runs(monkeypatch: pytest.MonkeyPatch):
    (_, code) = _blocks("python")
    monkeypatch.chdir(PROJECT)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert "deadline for Copywriter is misrouted" in printed.getvalue()


def test_the_guard_runs_as_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (code, _) = _blocks("python")
    monkeypatch.chdir(PROJECT)
    code = code.replace("data/guarded.db", f"{tmp_path}/guarded.db")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert "> Their budget is at most $45,000. | budget for Copywriter" in printed.getvalue()
    assert (tmp_path / "guarded.db").exists()


def test_the_command_on_the_demo_ends_as_the_table_says(monkeypatch: pytest.MonkeyPatch, capsys):
    (command,) = [block for block in _blocks("sh") if "4-misrouted" in block]
    words = command.replace("\\\n", " ").split()
    assert words[:3] == [".venv/bin/python", "-m", "core"]
    monkeypatch.chdir(PROJECT)
    assert main(words[3:], _no_database) == 1
    assert "misrouted" in capsys.readouterr().out


def test_files_it_names_exist():
    for name in re.findall(r"`((?:core|pages|storage|assets/demo|\.streamlit)/[\w./-]+)`", README):
        if name != ".streamlit/secrets.toml":  # the one file that must not be in the project
            assert (PROJECT / name).exists(), name
