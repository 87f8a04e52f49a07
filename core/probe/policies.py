"""What could be done at a gap: policies that choose a repair, or none, for an episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from core.decision import TIES
from core.gate.admission import find_segment, judge_segment
from core.gate.history import History
from core.gate.model import PriorRow, PriorsSet, RepairName
from core.gate.utility import PUBLISHED_RULE, GateRule, utility
from core.probe.episode import Arm, Episode


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What a policy may use. Never the outcome of the episode that it decides about."""

    priors: PriorsSet | Mapping[str, PriorsSet]
    """Counts for every agent, or by the agents' model; a model without counts gets no repair."""
    rule: GateRule = PUBLISHED_RULE
    history: History = field(default_factory=History)

    def counts(self, model: str) -> PriorsSet | None:
        """Return the counts that apply to a model, or None."""
        return self.priors if isinstance(self.priors, PriorsSet) else self.priors.get(model)


Choose: TypeAlias = Callable[[Episode, Knowledge], RepairName | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One way to act at gaps."""

    name: str
    title: str
    """For people."""
    choose: Choose
    learns: bool = False
    """Whether its own run-time outcomes reach its history."""
    rolls_back: bool = True
    """Whether a repair whose postconditions fail is undone."""
    spends: Callable[[Episode], int] | None = None
    """Tokens that deciding itself takes, where a model is asked."""


def _never(episode: Episode, known: Knowledge) -> RepairName | None:
    return None


def _always(episode: Episode, known: Knowledge) -> RepairName | None:
    """Take the most fitting repair that can be used, whatever the counts say."""
    names = [arm.repair for arm in episode.arms]
    return min(names, key=TIES.index, default=None)


def _gated(
    episode: Episode, known: Knowledge, *, aggregate: bool, history: bool
) -> RepairName | None:
    best: tuple[float, int] | None = None
    chosen: RepairName | None = None
    for arm in episode.arms:
        priors = known.counts(arm.model)
        row = _row(arm, priors, aggregate) if priors is not None else None
        if row is None or judge_segment(row, known.rule).code != "admitted":
            continue
        u = utility(row, known.rule)
        if history:
            u -= known.history.of(arm.repair, arm.frontier).discount
        rank = (u, -TIES.index(arm.repair))
        if u > 0 and (best is None or rank > best):
            best, chosen = rank, arm.repair
    return chosen


def _row(arm: Arm, priors: PriorsSet, aggregate: bool) -> PriorRow | None:
    if aggregate:
        return priors.row(arm.repair, None)
    return find_segment(priors, arm.repair, arm.frontier)[0]


def _full(episode: Episode, known: Knowledge) -> RepairName | None:
    return _gated(episode, known, aggregate=False, history=True)


def _no_history(episode: Episode, known: Knowledge) -> RepairName | None:
    return _gated(episode, known, aggregate=False, history=False)


def _aggregate(episode: Episode, known: Knowledge) -> RepairName | None:
    return _gated(episode, known, aggregate=True, history=False)


def _checklist(episode: Episode, known: Knowledge) -> RepairName | None:
    """A list of facts without a graph sees that one is missing, not why: one repair for every gap.

    It takes the repair with the highest aggregate u; where that can't be used, nothing happens.
    """
    priors = known.counts(episode.arms[0].model) if episode.arms else None
    if priors is None:
        return None
    rows = [r for r in priors.rows if r.frontier is None and r.episodes]
    best = max(rows, key=lambda r: (utility(r, known.rule), -TIES.index(r.repair)), default=None)
    return best.repair if best is not None else None


POLICIES: Mapping[str, Policy] = {
    policy.name: policy
    for policy in (
        Policy(name="never", title="Never repair", choose=_never),
        Policy(name="always", title="Repair every gap", choose=_always),
        Policy(name="full", title="Full gate", choose=_full, learns=True),
        Policy(name="no-history", title="Gate without history", choose=_no_history),
        Policy(name="aggregate", title="One utility per repair", choose=_aggregate),
        Policy(name="checklist", title="Checklist without graph", choose=_checklist),
        Policy(
            name="no-rollback", title="Full gate without rollback", choose=_full, learns=True,
            rolls_back=False,
        ),
    )
}  # fmt: skip
"""By name. 'A model decides' isn't among them: it has to be asked first (:mod:`core.probe.decide`)."""
