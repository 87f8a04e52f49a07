"""Whether a priors set says anything about a run: by who plays it, and by what can go wrong in it (ours)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.contract.model import Contract
from core.gate.admission import same_model
from core.gate.model import PriorsSet
from core.gate.utility import PUBLISHED_RULE

_NAMED = 3


@dataclass(frozen=True, slots=True)
class PriorsFit:
    """What a set can say about a run."""

    fits: bool
    why: str
    """The rest of a sentence that begins with 'it fits:' or 'it doesn't fit:'."""
    episodes: int = 0
    """Of the rows that can be used: the more, the better it fits."""


def priors_fit(
    priors: PriorsSet, models: Mapping[str, str], contract: Contract | None
) -> PriorsFit:
    """Return whether a set's counts hold for a run.

    They do if the model that they were measured on plays one of the agents, and if a repair with
    enough episodes is one that facts of these kinds can call for.

    Args:
        priors: The set.
        models: Agent -> model that plays it, as far as the log or a person says.
        contract: The facts; None: any repair may be called for.
    """
    known = {model for model in models.values() if model}
    if not known:
        return PriorsFit(False, f"it was measured on {priors.model}, and the log names no model")
    played = [agent for agent, model in models.items() if same_model(model, priors.model)]
    if not played:
        return PriorsFit(
            False, f"it was measured on {priors.model}, and {_and(sorted(known))} played this run"
        )
    enough = [row for row in priors.rows if row.episodes >= PUBLISHED_RULE.min_episodes]
    if not enough:
        return PriorsFit(
            False, f"no repair in it has {PUBLISHED_RULE.min_episodes} episodes or more"
        )
    rows = [row for row in enough if _may_be_needed(row.repair, contract)]
    names: list[str] = list(dict.fromkeys(row.repair for row in rows or enough))
    if not rows:
        return PriorsFit(False, f"no fact of this contract calls for {_and(names, 'or')}")
    return PriorsFit(
        True,
        f"it was measured on {priors.model}, which plays {_and(played)}, and counts {_and(names)}",
        sum(row.episodes for row in rows),
    )


def _may_be_needed(repair: str, contract: Contract | None) -> bool:
    """Whether facts of a contract can call for a repair; only some repairs depend on their kind."""
    if contract is None:
        return True
    kinds = {fact.kind for fact in contract.facts}
    if repair == "DECOMPOSE":
        return "list" in kinds
    return repair != "VERIFY" or bool(kinds - {"free_text"})


def _and(words: list[str], last: str = "and") -> str:
    if len(words) > _NAMED:
        words = [*words[: _NAMED - 1], f"{len(words) - _NAMED + 1} others"]
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final
