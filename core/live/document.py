"""Teams as text: read, checked beyond what the model can know, with the line of every problem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.contract.document import load_document, to_error
from core.contract.names import did_you_mean
from core.contract.reading import Path
from core.contract.schema import json_schema_for
from core.contract.validation import check_document, problem_at
from core.live.team import Team


def parse_team(content: str | bytes, source: str = "") -> Team:
    """Read and check a team.

    Args:
        content: YAML or JSON text, or the bytes of a file.
        source: Name of the file for messages.

    Raises:
        DocumentError: One sentence about the first problem, with its line.
    """
    document = load_document(content, source)
    team, problems = check_document(document, Team)
    if team is None:
        raise to_error(problems, source)
    for path, what, hint in wrong_in(team):
        raise to_error([problem_at(document, path, what, hint)], source)
    return team


def team_schema() -> dict[str, Any]:
    """Return the JSON Schema of a team."""
    return json_schema_for(
        Team,
        "team",
        "Baton team",
        "Agents that work on a task: who may write to whom, what they read, and when they stop.",
    )


def wrong_in(team: Team) -> Iterator[tuple[Path, str, str]]:
    """Yield what the model alone can't know to be wrong: where, what, and a hint."""
    if not team.agents:
        yield ("agents",), "A team needs at least one agent.", "List them under 'agents'."
        return
    names, documents = set(team.agent_names), {d.name for d in team.documents}
    yield from _twice(team.agent_names, "agents", "agent")
    yield from _twice([d.name for d in team.documents], "documents", "document")
    if team.flow == "hub" and len(team.agents) < 2:
        yield ("agents",), "A hub needs somebody to work with.", "Add a second agent."
    for place, agent in enumerate(team.agents):
        for index, other in enumerate(agent.sends_to):
            path: Path = ("agents", place, "sends_to", index)
            if other == agent.name:
                yield path, f"{agent.name} can't write to itself.", ""
            yield from _unknown(other, names, path, "agent")
        for index, name in enumerate(agent.documents or ()):
            yield from _unknown(name, documents, ("agents", place, "documents", index), "document")
    if team.stop.agent:
        yield from _unknown(team.stop.agent, names, ("stop", "agent"), "agent")
    yield from _wrong_faults(team, names)


def _wrong_faults(team: Team, names: set[str]) -> Iterator[tuple[Path, str, str]]:
    for index, fault in enumerate(team.faults):
        for key, name in (("agent", fault.agent), ("to", fault.to)):
            if name:
                yield from _unknown(name, names, ("faults", index, key), "agent")
        if fault.kind == "misroute" and not fault.to:
            yield ("faults", index), "A misrouted fact needs somebody who gets it.", "Add 'to'."
        elif fault.kind == "misroute" and team.flow == "sequence":
            what = "In a sequence nobody chooses who gets a text, so none can be misrouted."
            yield ("faults", index), what, "Take the flow graph or hub."


def _twice(names: Any, key: str, noun: str) -> Iterator[tuple[Path, str, str]]:
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name in seen:
            yield (key, place, "name"), f"The {noun} '{name}' stands twice.", "Rename one."
        seen.add(name)


def _unknown(name: str, known: set[str], path: Path, noun: str) -> Iterator[tuple[Path, str, str]]:
    if name not in known:
        guess = did_you_mean(name, sorted(known))
        yield path, f"There is no {noun} '{name}'.", f"Did you mean '{guess}'?" if guess else ""
