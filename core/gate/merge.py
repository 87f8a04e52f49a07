"""Several priors sets of one model as one, with all their sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.errors import InputError
from core.gate.admission import same_model
from core.gate.model import MOST_EPISODES, PriorRow, PriorsSet
from core.gate.priors import priors_hash
from core.gate.utility import PUBLISHED_RULE, GateRule

_WHO = {"verifier": "a test", "reviewers": "reviewers"}


def merge_priors(
    sets: Sequence[PriorsSet], name: str, rule: GateRule = PUBLISHED_RULE
) -> PriorsSet:
    """Add the counts of sets up, segment by segment; the mean cost is weighted by episodes.

    Args:
        sets: At least two, of one model and with one cost reference.
        name: Of the new set.
        rule: Says how many episodes a segment needs; a set with fewer somewhere is provisional.

    Raises:
        InputError: They belong to different models, hold what a test and what people said, measure
            cost differently, one is there twice or shares a source with another, so that episodes
            would count twice, or a segment gets too many episodes.

    Example:
        >>> from core.gate.builtin import DEEPSEEK
        >>> own = PriorsSet(name="own", model="deepseek-v4.1-flash", sources=("May",), rows=(
        ...     PriorRow(repair="ASK", episodes=8, helped=2, harmed=1),))
        >>> merge_priors([DEEPSEEK, own], "both").row("ASK", None).episodes
        60
    """
    _fit(sets)
    segments = dict.fromkeys((r.repair, r.frontier) for one in sets for r in one.rows)
    rows = tuple(
        _sum([r for one in sets for r in one.rows if (r.repair, r.frontier) == key])
        for key in segments
    )
    return PriorsSet(
        name=name,
        model=sets[0].model,
        description="Merged from " + ", ".join(f"{o.name} ({priors_hash(o)[:12]})" for o in sets),
        provisional=any(row.episodes < rule.min_episodes for row in rows),
        evidence=sets[0].evidence,
        sources=tuple(source for one in sets for source in one.sources),
        cost_reference_tokens=sets[0].cost_reference_tokens,
        rows=rows,
        **_remarks(sets),
    )


def _remarks(sets: Sequence[PriorsSet]) -> dict[str, Any]:
    """Return what must be known of the sets, if anything."""
    said = " ".join(dict.fromkeys(f"{one.name}: {one.remark}" for one in sets if one.remark))
    return {"remark": said} if said else {}


def _fit(sets: Sequence[PriorsSet]) -> None:
    if len(sets) < 2:
        raise InputError("Merging takes at least two priors sets.")
    first = sets[0]
    for other in sets[1:]:
        if not same_model(other.model, first.model):
            raise InputError(
                f"{first.name} was measured on {first.model}, {other.name} on {other.model}.",
                hint="Priors belong to one model; keep them apart.",
            )
        if other.evidence != first.evidence:
            raise InputError(
                f"{first.name} holds what {_WHO[first.evidence]} said, {other.name} what "
                f"{_WHO[other.evidence]} said.",
                hint="Keep them apart; compare them side by side.",
            )
        if other.cost_reference_tokens != first.cost_reference_tokens:
            raise InputError(
                f"{first.name} and {other.name} measure cost against different numbers of tokens.",
                hint="Probe both with the same cost reference.",
            )
    hashes = [priors_hash(one) for one in sets]
    sources = [source for one in sets for source in one.sources]
    if len(set(hashes)) < len(hashes) or len(set(sources)) < len(sources):
        raise InputError("The same episodes are in two of the sets and would count twice.")


def _sum(rows: Sequence[PriorRow]) -> PriorRow:
    episodes = sum(row.episodes for row in rows)
    if episodes > MOST_EPISODES:
        raise InputError(
            f"Together {rows[0].repair} has {episodes:,} episodes; a segment may have at most "
            f"{MOST_EPISODES:,}."
        )
    cost = sum(row.episodes * row.mean_cost for row in rows) / episodes if episodes else 1.0
    return PriorRow(
        repair=rows[0].repair,
        frontier=rows[0].frontier,
        episodes=episodes,
        helped=sum(row.helped for row in rows),
        harmed=sum(row.harmed for row in rows),
        mean_cost=round(min(1.0, cost), 6),
    )
