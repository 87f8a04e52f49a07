"""The policy lab: the same episodes under different policies (method, 'What the ablations teach').

Every episode holds how its run ended natively and with each repair that could be used, so a policy
is replayed by looking up the ending of what it chooses. Priors that were counted on the same
episodes would flatter the gate: without a set of its own, the lab counts them on the other folds.
Episodes of one place, fault and fact differ in nothing but the seed, so they share a fold by default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.gate.admission import same_model
from core.gate.history import History
from core.gate.model import Interval, PriorsSet, RepairName
from core.gate.statistics import mcnemar_exact, wilson_interval
from core.gate.utility import PUBLISHED_RULE, GateRule
from core.probe.counts import rows_of
from core.probe.episode import Arm, Ending, Episode
from core.probe.policies import POLICIES, Knowledge, Policy

FOLDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """One episode under one policy."""

    repair: RepairName | None
    """What the policy chose; None forwards."""
    passed: bool
    tokens: int
    """Of the whole run, with what the policy itself asked a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyResult:
    """How the episodes ended under one policy."""

    name: str
    title: str
    episodes: int
    passed: int
    wins: int
    """Episodes that pass under it and fail natively."""
    losses: int
    p: float
    """Exact two-sided McNemar test against 'never'."""
    tokens: int
    interventions: int
    unchanged: int
    """Interventions after which the verifier said the same as natively."""
    replayed: tuple[Replayed, ...] = ()
    """Each episode, in their order."""

    @property
    def success(self) -> float:
        """Share that passed."""
        return self.passed / self.episodes if self.episodes else 0.0

    @property
    def interval(self) -> Interval:
        """Wilson interval of the share that passed."""
        return wilson_interval(self.passed, self.episodes)

    def to_row(self) -> dict[str, Any]:
        """Return the figures as one flat row of JSON values."""
        return {
            "policy": self.name,
            "title": self.title,
            "episodes": self.episodes,
            "passed": self.passed,
            "success": round(self.success, 6),
            "success_low": round(self.interval.low, 6),
            "success_high": round(self.interval.high, 6),
            "wins": self.wins,
            "losses": self.losses,
            "p": self.p,
            "tokens": self.tokens,
            "interventions": self.interventions,
            "unchanged": self.unchanged,
            "unchanged_share": round(self.unchanged / self.interventions, 6)
            if self.interventions
            else None,
        }


def compared(episodes: Iterable[Episode]) -> tuple[Episode, ...]:
    """Return the episodes that can be replayed: all but the failed ones, in their order."""
    return tuple(e for e in episodes if not e.failed and e.native is not None)


def compare_policies(
    episodes: Iterable[Episode],
    *,
    priors: PriorsSet | Mapping[str, PriorsSet] | None = None,
    for_any_model: bool = True,
    cost_reference: int = 1,
    rule: GateRule = PUBLISHED_RULE,
    policies: Sequence[Policy] = tuple(POLICIES.values()),
    folds: int = FOLDS,
    by_place: bool = True,
) -> tuple[PolicyResult, ...]:
    """Replay episodes under policies.

    Args:
        episodes: Of a calibration, in the order in which they were run; failed ones are left out.
        priors: Frozen counts, one set or one for each model; None counts on the other folds.
        for_any_model: Whether one set is used for agents of another model, too: somebody confirmed
            it. Otherwise nothing is repaired there.
        cost_reference: Tokens of full cost, for counts of the folds.
        rule: Weights and limits of the gate: the sliders.
        policies: Which; by default all.
        folds: In how many parts the episodes are cut, at least two.
        by_place: Whether episodes of one place, fault and fact share a fold. Without it, other
            seeds of the same place help to decide about it: how the gate fares where it was
            calibrated, not where it has never been.

    Returns:
        One result for each policy, in their order.

    Raises:
        ValueError: Fewer than two folds.
    """
    done = compared(episodes)
    if folds < 2:
        raise ValueError("priors of the other folds need at least two folds")
    models = {arm.model for episode in done for arm in episode.arms}
    known: list[Mapping[str, PriorsSet]]
    if isinstance(priors, Mapping):
        known = [priors] * len(done)
    elif priors is not None:
        usable = {m: priors for m in models if for_any_model or same_model(m, priors.model)}
        known = [usable] * len(done)
    else:
        fold_of = _folds(done, folds) if by_place else [n % folds for n in range(len(done))]
        parts = [
            _counted([e for e, n in zip(done, fold_of, strict=True) if n != fold], cost_reference)
            for fold in range(folds)
        ]
        known = [parts[number] for number in fold_of]
    return tuple(_replay(policy, done, known, rule) for policy in policies)


def _folds(episodes: Sequence[Episode], folds: int) -> list[int]:
    """Return the fold of each episode; those that differ in the seed alone have the same."""
    places: dict[tuple[str, str, str], int] = {}
    for episode in episodes:
        places.setdefault((episode.place, episode.fault, episode.fact), len(places))
    return [places[e.place, e.fault, e.fact] % folds for e in episodes]


def _counted(episodes: Sequence[Episode], cost_reference: int) -> Mapping[str, PriorsSet]:
    arms = [arm for episode in episodes for arm in episode.arms]
    return {
        model: PriorsSet(
            name="other folds", model=model or "unknown", cost_reference_tokens=cost_reference,
            rows=tuple(rows_of([arm for arm in arms if arm.model == model], cost_reference)),
        )
        for model in dict.fromkeys(arm.model for arm in arms)
    }  # fmt: skip


def _replay(
    policy: Policy,
    episodes: Sequence[Episode],
    known: Sequence[Mapping[str, PriorsSet]],
    rule: GateRule,
) -> PolicyResult:
    history = History()
    replayed: list[Replayed] = []
    for episode, priors in zip(episodes, known, strict=True):
        name = policy.choose(episode, Knowledge(priors=priors, rule=rule, history=history))
        arm = next((a for a in episode.arms if a.repair == name), None)
        ending = _ending(arm, policy) if arm is not None else episode.native
        assert ending is not None  # noqa: S101  (only compared episodes come here)
        spent = ending.tokens + (policy.spends(episode) if policy.spends else 0)
        replayed.append(
            Replayed(repair=arm.repair if arm else None, passed=ending.passed, tokens=spent)
        )
        if policy.learns and arm is not None:
            history = history.after(
                arm.repair, arm.frontier, rolled_back=arm.decision == "ROLLBACK",
                passed=ending.passed,
            )  # fmt: skip
    return _summed(policy, episodes, tuple(replayed))


def _summed(
    policy: Policy, episodes: Sequence[Episode], replayed: tuple[Replayed, ...]
) -> PolicyResult:
    native = [e.native is not None and e.native.passed for e in episodes]
    pairs = list(zip(replayed, native, strict=True))
    wins = sum(one.passed and not before for one, before in pairs)
    losses = sum(before and not one.passed for one, before in pairs)
    return PolicyResult(
        name=policy.name,
        title=policy.title,
        episodes=len(replayed),
        passed=sum(one.passed for one in replayed),
        wins=wins,
        losses=losses,
        p=mcnemar_exact(wins, losses),
        tokens=sum(one.tokens for one in replayed),
        interventions=sum(one.repair is not None for one in replayed),
        unchanged=sum(one.repair is not None and one.passed == b for one, b in pairs),
        replayed=replayed,
    )


def _ending(arm: Arm, policy: Policy) -> Ending:
    """Return how the run ends with a repair; without rollback, also where it should be undone."""
    if not policy.rolls_back and arm.unchecked is not None:
        return arm.unchecked
    return arm.ending
