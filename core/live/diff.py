"""What changed between two versions of a team, and what that means for its runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.contract.diff import Change, simple_changes
from core.contract.reading import Path
from core.live.team import AgentSpec, Team

_MATTERS = "Runs before and after can't be compared as if the team were the same."
_PEOPLE = "For people; no run depends on it."


def diff_teams(old: Team, new: Team) -> list[Change]:
    """List what changed between two versions of a team.

    Args:
        old: The version that earlier runs used.
        new: The version that replaces it.

    Returns:
        Changes: the team's own keys first, then agents in the order of ``new``, removed ones last.
    """
    rules = {
        key: (True, _MATTERS)
        for key in ("task", "model", "flow", "contract", "roles", "documents", "stop", "faults")
    }
    rules |= {
        "name": (False, _PEOPLE),
        "description": (False, _PEOPLE),
        "budgets": (False, "A run may end earlier or later; what is said stays the same."),
    }
    skip = ("apiVersion", "kind", "version", "agents")
    changes = list(simple_changes(old.to_dict(), new.to_dict(), (), rules, skip))
    before = {agent.name: agent for agent in old.agents}
    after = {agent.name: agent for agent in new.agents}
    for agent in new.agents:
        if agent.name in before:
            changes += _agent_changes(before[agent.name], agent)
        else:
            changes.append(_whole("added", agent))
    changes += [_whole("removed", agent) for agent in old.agents if agent.name not in after]
    return changes


def _agent_changes(old: AgentSpec, new: AgentSpec) -> Iterator[Change]:
    path: Path = ("agents", new.name)
    before, after = old.model_dump(mode="json"), new.model_dump(mode="json")
    rules = dict.fromkeys(after, (True, _MATTERS))
    yield from simple_changes(before, after, path, rules, ("name",))


def _whole(kind: Any, agent: AgentSpec) -> Change:
    values = agent.model_dump(mode="json")
    return Change(
        kind=kind,
        path=("agents", agent.name),
        before=None if kind == "added" else values,
        after=values if kind == "added" else None,
        breaking=True,
        why=_MATTERS,
    )
