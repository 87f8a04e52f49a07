"""Who gets a text: what the flow says, or what the agent itself wrote on its first line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.contract.names import squashed
from core.live.team import Team

DONE = "DONE"
_SEPARATOR = re.compile(r"[,;&]|\band\b", re.IGNORECASE)
_MARKUP = " \t\r*_`#>.!?'\"“”«»"
TO_LINE = re.compile(r"^\s*[*_#>`]*\s*TO\s*[*_`]*\s*:\s*(?P<names>[^\n]+)\n?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Where a text goes."""

    recipients: tuple[str, ...]
    text: str
    """Without the line that named the recipients."""
    how: Literal["flow", "chosen", "fallback"]
    """Said by the flow, chosen by the agent, or the first allowed one since it named none."""
    finish: bool = False


def route(team: Team, agent: str, text: str) -> Route:
    r"""Return where an agent's text goes.

    Args:
        team: Who may write to whom.
        agent: Who wrote it.
        text: As the model gave it.

    Example:
        >>> from core.live.team import AgentSpec, Team
        >>> team = Team(name="duo", flow="graph", agents=(AgentSpec(name="Ann"), AgentSpec(name="Bo")))
        >>> route(team, "Ann", "TO: Bo\nThe date is May 3.").recipients
        ('Bo',)
    """
    allowed = team.recipients_of(agent)
    found = TO_LINE.match(text)
    if not team.chooses(agent) and not (found and team.may_finish(agent)):
        return Route(recipients=allowed, text=text, how="flow")
    if found is None:
        return Route(recipients=allowed[:1], text=text, how="fallback", finish=not allowed)
    rest = text[found.end() :].lstrip("\n")
    chosen, others = _named(found["names"], allowed)
    if squashed(DONE) in map(squashed, others) and team.may_finish(agent):
        return Route(recipients=(), text=rest or text, how="chosen", finish=True)
    if chosen:
        return Route(recipients=chosen, text=rest or text, how="chosen")
    return Route(recipients=allowed[:1], text=text, how="fallback", finish=not allowed)


def _named(line: str, allowed: tuple[str, ...]) -> tuple[tuple[str, ...], list[str]]:
    """Return the agents that a line names, in the order of ``allowed``, and what is nobody's name.

    A name may hold what stands between names ("Research and Development"), may consist of signs
    alone, and may differ from another in a sign ("C" and "C++"): what is written just so comes first.
    """
    found: set[str] = set()
    for name in sorted(filter(_SEPARATOR.search, allowed), key=len, reverse=True):
        written = r"\s+".join(map(re.escape, name.split()))
        line, times = re.subn(rf"(?<!\w){written}(?!\w)", ",", line, flags=re.IGNORECASE)
        if times:
            found.add(name)
    others = []
    for part in _SEPARATOR.split(line):
        exact = {name for name in allowed if _plain(name) == _plain(part)}
        key = squashed(part)
        same = exact or {name for name in allowed if key and squashed(name) == key}
        found |= same
        if not same:
            others.append(part)
    return tuple(name for name in allowed if name in found), others


def _plain(name: str) -> str:
    return " ".join(name.strip(_MARKUP).casefold().split())
