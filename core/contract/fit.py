"""Whether a run is one that a contract was written for, by the names of its agents alone."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.bind import match_name
from core.contract.model import Contract

_SURE = ("same", "spelling")
"""Ways in which two names are one; a word in common is no proof."""


def played_by_name(agents: Sequence[str], contract: Contract) -> frozenset[str]:
    """Return the parties that an agent plays by the same name, or the same written differently.

    Args:
        agents: Names of the run's agents.
        contract: Names the parties.
    """
    matches = (match_name(agent, contract.party_names) for agent in agents)
    return frozenset(match.name for match in matches if match.name and match.how in _SURE)


def misfit(agents: Sequence[str], contract: Contract) -> str:
    """Return why a run doesn't fit a contract; '' if it does.

    A run fits if at least half of the parties are played by the same or nearly the same names,
    among them the owner and a recipient of some fact. Otherwise every fact would count as lost in
    a run that never owed it.

    Args:
        agents: Names of the run's agents.
        contract: Facts and parties.

    Returns:
        A sentence for a person, or ''.
    """
    parties = contract.party_names
    played = played_by_name(agents, contract)
    if not parties:
        return "The contract names no party."
    if len(played) * 2 < len(parties):
        lacking = ", ".join(name for name in parties if name not in played)
        return f"{len(played)} of {len(parties)} parties by name; nobody is named {lacking}."
    if not any(
        (not fact.owner or fact.owner in played) and played & set(fact.recipients)
        for fact in contract.facts
    ):
        return "Of no fact are both the owner and a recipient in it."
    return ""
