"""Each demo run replayed: the controller finds what was written down before it was asked."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from core.contract.checks import compile_fact
from core.contract.model import Example, Fact
from core.controller import analyse
from core.report import Analysis, BoundaryReport
from storage.demo import FOLDER, DemoRun, DemoTeam, demo_teams

TEAMS = tuple(demo_teams())
RUNS = [(team, run) for team in TEAMS for run in team.runs]
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))["runs"]
FLAGS = ("unsure", "contradicted", "retrievable", "partial")


each_run = pytest.mark.parametrize(("team", "run"), RUNS, ids=[run.key for _, run in RUNS])


@cache
def _analysis(key: str) -> Analysis:
    team, run = next((t, r) for t, r in RUNS if r.key == key)
    return analyse(run.trace, team.contract, team.roles, run.priors)


def _report(analysis: Analysis, seq: int) -> BoundaryReport:
    return next(report for report in analysis.reports if report.seq == seq)


STATES = [(key, row) for key, run in EXPECTED.items() for row in run["states"]]


@pytest.mark.parametrize(
    ("key", "row"),
    [
        pytest.param(key, row, id=f"{key}-{row['fact']}-{row['recipient'].split()[0]}")
        for key, row in STATES
    ],
)
def test_the_end_state_of_every_obligation(key: str, row: dict[str, Any]):
    state = next(
        s for s in _analysis(key).final if (s.fact, s.recipient) == (row["fact"], row["recipient"])
    )
    if row.get("unsure"):
        assert state.unsure, state.reason
        return  # the status and what hangs on it are only the engine's best guess
    wanted = {flag: row.get(flag, False) for flag in FLAGS}
    found = {flag: getattr(state, flag) for flag in FLAGS}
    assert (state.status, found) == (row["status"], wanted), state.reason


@each_run
def test_what_the_gate_admits_and_refuses(team: DemoTeam, run: DemoRun):
    for row in EXPECTED[run.key]["gates"]:
        report = _report(_analysis(run.key), row["seq"])
        assert report.frontiers, report.reason
        assert report.frontiers[0].fact == row["fact"]
        candidate = next(c for c in report.candidates if c.repair == row["repair"])
        assert candidate.admission is not None, candidate.refused
        assert candidate.admission.admitted is row["admitted"], candidate.admission.reason
        assert candidate.admission.code == row["code"]
        assert report.decision == row["decision"], report.reason


@each_run
def test_the_turns_that_leave_their_role_are_flagged_and_no_others(team: DemoTeam, run: DemoRun):
    flagged = [(r.seq, r.sender) for r in _analysis(run.key).reports if r.drift_flagged]
    assert flagged == [(row["seq"], row["agent"]) for row in EXPECTED[run.key]["drifted"]]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_clean_run_has_nothing_to_repair(language: str):
    for report in _analysis(f"{language}/1-clean").reports:
        assert report.frontiers == (), report.reason
        assert report.decision == "FORWARD"
        assert report.released == report.original


@each_run
def test_a_committed_repair_leaves_the_agents_own_text_byte_for_byte(team: DemoTeam, run: DemoRun):
    for report in _analysis(run.key).reports:
        if report.decision == "COMMIT":
            assert report.released.startswith(report.original)
        else:
            assert report.released == report.original


EXAMPLES = [
    (team.language, fact, example)
    for team in TEAMS
    for fact in team.contract.facts
    for example in fact.examples
]


@pytest.mark.parametrize(
    ("fact", "example"),
    [
        pytest.param(fact, example, id=f"{language}-{fact.id}-{example.label}")
        for language, fact, example in EXAMPLES
    ],
)
def test_an_example_in_a_contract_is_read_rightly(fact: Fact, example: Example):
    """The check may be unsure about a text, but not lean the wrong way."""
    verdict = compile_fact(fact).states(example.text)
    assert verdict.lean == example.label, verdict.reason
