"""Each demo run replayed: the controller finds what was written down before it was asked."""

from __future__ import annotations

import json
from functools import cache

import pytest

from core.contract.checks import compile_fact
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


@each_run
def test_the_end_state_of_every_obligation(team: DemoTeam, run: DemoRun):
    wanted, found = [], []
    for row in EXPECTED[run.key]["states"]:
        name = f"{row['fact']} for {row['recipient']}"
        state = next(
            s
            for s in _analysis(run.key).final
            if (s.fact, s.recipient) == (row["fact"], row["recipient"])
        )
        unsure = row.get("unsure", False)
        flags = {flag: row.get(flag, False) for flag in FLAGS}
        # Beside 'unsure' the status and what hangs on it are only the engine's best guess.
        wanted.append((name, "unsure" if unsure else (row["status"], flags)))
        got = {flag: getattr(state, flag) for flag in FLAGS}
        found.append((name, "unsure" if unsure and state.unsure else (state.status, got)))
    assert found == wanted


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


@pytest.mark.parametrize(
    ("team", "fact_id"),
    [(team, fact.id) for team in TEAMS for fact in team.contract.facts],
    ids=[f"{team.language}/{fact.id}" for team in TEAMS for fact in team.contract.facts],
)
def test_the_examples_in_the_contracts_are_labelled_rightly(team: DemoTeam, fact_id: str):
    fact = team.contract.fact(fact_id)
    assert fact is not None
    check = compile_fact(fact)
    got = [(example.text, check.states(example.text).label) for example in fact.examples]
    assert got == [(example.text, example.label) for example in fact.examples]
