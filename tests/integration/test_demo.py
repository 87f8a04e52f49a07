"""The demo in a workspace: loaded once, loaded twice, and beside a person's own edits."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage import Workspace, open_workspace
from storage.demo import demo_teams, load_demo


@pytest.fixture
def workspace(tmp_path: Path):
    opened = open_workspace(f"sqlite:///{tmp_path / 'demo.db'}")
    yield opened
    opened.close()


def test_one_call_fills_an_empty_workspace(workspace: Workspace):
    loaded = load_demo(workspace)

    assert (loaded.contracts, loaded.role_sets) == (2, 2)
    assert loaded.traces == loaded.new_traces == loaded.analyses == 12
    assert workspace.traces.list().total == 12
    assert {info.name for info in workspace.contracts.list()} == {
        "sales-proposal",
        "sales-proposal-ru",
    }
    for trace_id in loaded.trace_ids:
        assert len(workspace.analyses.list(trace_id)) == 1


def test_the_first_run_stands_on_top_of_every_list(workspace: Workspace):
    loaded = load_demo(workspace)

    assert workspace.analyses.list()[0].trace_id == loaded.trace_ids[0]
    assert workspace.traces.list().rows[0].id == loaded.trace_ids[0]


def test_a_second_call_adds_nothing(workspace: Workspace):
    first = load_demo(workspace)
    second = load_demo(workspace)

    assert second.new_traces == 0
    assert second.trace_ids == first.trace_ids
    assert second.analyses == first.analyses
    assert workspace.traces.list().total == 12
    assert len(workspace.contracts.versions("sales-proposal")) == 1
    assert len(workspace.analyses.list()) == 12


def test_what_is_stored_is_what_the_controller_said(workspace: Workspace):
    loaded = load_demo(workspace)
    runs = [run for team in demo_teams() for run in team.runs]

    for trace_id, run in zip(loaded.trace_ids, runs, strict=True):
        assert workspace.traces.get(trace_id) == run.trace
        info = workspace.analyses.list(trace_id)[0]
        assert workspace.analyses.get(info.id).inputs.trace_digest == run.trace.digest


def test_an_edited_demo_contract_stays_the_latest(workspace: Workspace):
    load_demo(workspace)
    text = workspace.contracts.get("sales-proposal").text
    edited = text.replace("$45,000\n", "$50,000\n", 1)
    assert edited != text
    workspace.contracts.save(edited, "An analyst")

    load_demo(workspace)

    latest = workspace.contracts.get("sales-proposal")
    assert latest.version == 2
    assert "$50,000" in latest.contract.facts[0].statement
    assert len(workspace.analyses.list()) == 12
