"""The demo's files are complete, readable, and what their README says."""

from __future__ import annotations

import json
from datetime import date

import pytest

from core.contract.lint import lint_contract
from core.drift.lint import lint_roles
from core.drift.model import SPEECH_ACTS
from storage.demo import FOLDER, DemoRun, DemoTeam, demo_teams

TEAMS = tuple(demo_teams())
RUNS = [(team, run) for team in TEAMS for run in team.runs]
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))["runs"]

each_team = pytest.mark.parametrize("team", TEAMS, ids=lambda team: team.language)
each_run = pytest.mark.parametrize(("team", "run"), RUNS, ids=[run.key for _, run in RUNS])


def test_two_teams_in_two_languages_with_their_runs():
    assert [team.language for team in TEAMS] == ["en", "ru"]
    assert [len(team.runs) for team in TEAMS] == [8, 4]


@each_team
def test_a_contract_stays_small_and_names_its_parties(team: DemoTeam):
    assert 4 <= len(team.contract.facts) <= 6
    assert set(team.contract.parties) == set(team.contract.party_names)
    assert any(not fact.critical for fact in team.contract.facts), "one minor fact is shown too"


@each_team
def test_a_role_has_enough_to_be_told_apart(team: DemoTeam):
    assert 3 <= len(team.roles.roles) <= 5
    for role in team.roles.roles:
        assert role.description
        assert role.obligations
        assert role.prohibitions
        assert len(role.demonstrations) >= 6
        assert len(role.drift_examples) >= 3
        assert set(role.allowed_speech_acts) <= set(SPEECH_ACTS)


@each_team
def test_the_lint_has_nothing_to_complain_of(team: DemoTeam):
    issues = [*lint_contract(team.contract_text, team.contract.parties)]
    issues += lint_roles(team.roles_text)
    assert [issue for issue in issues if issue.severity != "info"] == []


@each_run
def test_a_run_is_short_enough_to_read_at_one_sitting(team: DemoTeam, run: DemoRun):
    assert 6 <= len(run.trace.events) <= 14
    assert any(event.kind == "output" for event in run.trace.events)
    assert any(event.kind == "tool_result" for event in run.trace.events)


@each_run
def test_times_are_recorded_and_run_forward(team: DemoTeam, run: DemoRun):
    times = [event.at for event in run.trace.events]
    assert all(at is not None for at in times)
    assert times == sorted(times)
    assert all(at.date() >= date(2026, 5, 1) for at in times)


@each_run
def test_every_party_and_role_finds_its_agent_by_name(team: DemoTeam, run: DemoRun):
    assert set(team.contract.party_names) <= set(run.trace.agent_names)
    assert set(run.trace.agent_names) <= {role.name for role in team.roles.roles}


@each_run
def test_the_model_of_the_team_has_built_in_statistics(team: DemoTeam, run: DemoRun):
    assert run.priors is not None
    assert {agent.model for agent in run.trace.agents} == {run.priors.model}


@each_run
def test_an_expectation_is_written_for_every_obligation(team: DemoTeam, run: DemoRun):
    wanted = {(fact.id, name) for fact in team.contract.facts for name in fact.recipients}
    listed = [(row["fact"], row["recipient"]) for row in EXPECTED[run.key]["states"]]
    assert len(listed) == len(set(listed))
    assert set(listed) == wanted


def test_no_expectation_is_left_over():
    assert set(EXPECTED) == {run.key for _, run in RUNS}


def test_every_kind_of_gap_occurs_in_the_english_team():
    rows = [row for key, run in EXPECTED.items() if key[:2] == "en" for row in run["states"]]
    shown = {row["status"] for row in rows}
    assert shown >= {"ok", "unconsumed", "misrouted", "absent", "late"}
    for flag in ("contradicted", "unsure", "retrievable", "partial"):
        assert any(row.get(flag) for row in rows), flag
    assert any(run["drifted"] for run in EXPECTED.values())


def test_the_readme_of_the_demo_names_every_run():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    for _, run in RUNS:
        assert run.key in text, run.key
