"""What a careful colleague says about a team, and what changed between two of its versions."""

import pytest

from core.live.diff import diff_teams
from core.live.lint import lint_team
from core.live.ready import KEYS, ready_team

TEAM = """\
apiVersion: baton/v1
kind: Team
name: Two people
task: Answer the question.
flow: sequence
agents:
  - name: Asker
    prompt: Ask.
    script: ["What is the price?"]
  - name: Answerer
    prompt: Answer.
    script: ["It is 12 euros."]
"""


def codes(text):
    return [issue.code for issue in lint_team(text)]


@pytest.mark.parametrize("key", KEYS)
def test_ready_teams_have_nothing_to_mend(key):
    assert lint_team(ready_team(key).team_text) == []


def test_a_sound_team_has_nothing_to_mend():
    assert codes(TEAM) == []


def test_an_agent_that_nothing_can_play_is_named_with_its_line():
    issues = lint_team(TEAM.replace('    script: ["It is 12 euros."]\n', ""))
    [issue] = [i for i in issues if i.code == "no-player"]
    assert "Answerer" in issue.message
    assert issue.line == 10


def test_an_agent_that_nobody_writes_to_is_named():
    extra = "  - name: Forgotten\n    prompt: Wait.\n    script: [Hello]\n"
    closed = TEAM.replace("    prompt: Answer.\n", "    prompt: Answer.\n    sends_to: [Asker]\n")
    assert codes(closed + extra) == ["unreached"]


def test_an_unknown_recipient_is_an_error_and_never_a_crash():
    broken = TEAM.replace("    prompt: Ask.\n", "    prompt: Ask.\n    sends_to: [Answere]\n")
    [issue] = [i for i in lint_team(broken) if i.severity == "error"]
    assert "Did you mean 'Answerer'?" in issue.message


def test_text_that_is_no_team_is_an_issue():
    assert lint_team("agents: [")[0].severity == "error"
    assert lint_team("")[0].severity == "error"


def test_a_difference_names_agents_and_whether_runs_can_be_compared():
    old = ready_team("sales-proposal").team
    agents = (old.agents[0].model_copy(update={"prompt": "Be brief."}), *old.agents[1:-1])
    new = old.model_copy(update={"description": "Another.", "agents": agents})
    found = {(c.kind, ".".join(map(str, c.path))): c.breaking for c in diff_teams(old, new)}
    assert found == {
        ("changed", "description"): False,
        ("changed", f"agents.{old.agents[0].name}.prompt"): True,
        ("removed", f"agents.{old.agents[-1].name}"): True,
    }
    assert diff_teams(old, old) == []
