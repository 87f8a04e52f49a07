"""Teams as documents that are written."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.lint_model import LintIssue
from core.live.diff import diff_teams
from core.live.document import team_schema
from core.live.lint import lint_team
from core.live.team import AgentSpec, Team
from pages._ui.document_draft import DocumentKind
from pages._ui.services import services

STARTER = """\
# Who works on the task, and who may write to whom? The first agent begins.
apiVersion: baton/v1
kind: Team
name: ""
version: 1
"""

FLOWS = {
    "sequence": "Sequence: each writes to the next",
    "hub": "Hub: all write to the first, which chooses who works",
    "graph": "Graph: each chooses among those it may write to",
}


def _lint(text: str, agents: Sequence[str] | None, examples: bool) -> list[LintIssue]:
    del agents, examples
    return lint_team(text)


TEAMS = DocumentKind(
    page="teams",
    word="team",
    part="agent",
    parts="agents",
    name_of="name",
    model=Team,
    part_model=AgentSpec,
    starter=STARTER,
    lint=_lint,
    diff=diff_teams,
    schema=team_schema,
    store=lambda: services().workspace.teams,
    model_of=lambda stored: stored.team,
)
