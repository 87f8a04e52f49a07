"""What a careful colleague would say about a team before it runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.contract.document import dump_yaml
from core.contract.lint import run_lint
from core.contract.lint_model import Finding, LintIssue
from core.contract.reading import Document, Path
from core.live.document import wrong_in
from core.live.team import AgentSpec, Team

_MANY = 12
"""More agents than this are hard to follow (a rule of thumb)."""


def lint_team(content: str | bytes | Team, source: str = "") -> list[LintIssue]:
    """List what is wrong or doubtful about a team.

    Args:
        content: Text or bytes as written, or a team (lines then refer to its YAML form).
        source: Name of the file for messages.

    Returns:
        Issues in the order of the text; never raises.
    """
    text = dump_yaml(content) if isinstance(content, Team) else content
    return run_lint(text, Team, _findings, source)


def _findings(team: Team, document: Document) -> Iterator[Finding]:
    del document
    for path, what, hint in wrong_in(team):
        yield Finding("error", "team", path, f"{what} {hint}".strip())
    if not team.task.strip():
        yield Finding("info", "no-task", ("task",), "No task yet; each run has to name one.")
    if len(team.agents) > _MANY:
        yield Finding(
            "info", "many-agents", ("agents",), f"{len(team.agents)} agents are hard to follow."
        )
    for place, agent in enumerate(team.agents):
        yield from _agent(team, agent, ("agents", place))
    yield from _unreached(team)


def _agent(team: Team, agent: AgentSpec, path: Path) -> Iterator[Finding]:
    if not agent.prompt.strip():
        yield Finding(
            "warning", "no-prompt", path, f"{agent.name} has no prompt: a model won't know its job."
        )
    if not agent.script and not team.model_of(agent.name):
        yield Finding(
            "warning",
            "no-player",
            path,
            f"{agent.name} has neither a model nor a script, so nothing can play it.",
        )


def _unreached(team: Team) -> Iterable[Finding]:
    if not team.agents or any(True for _ in wrong_in(team)):
        return
    reached, ahead = {team.agent_names[0]}, [team.agent_names[0]]
    while ahead:
        for name in team.recipients_of(ahead.pop()):
            if name not in reached:
                reached.add(name)
                ahead.append(name)
    for place, agent in enumerate(team.agents):
        if agent.name not in reached:
            yield Finding(
                "warning",
                "unreached",
                ("agents", place),
                f"Nobody who gets to work may write to {agent.name}, so it never has a turn.",
            )
