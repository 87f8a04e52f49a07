"""The policy lab: the same episodes under different policies (method, 'What the ablations teach').

Every episode holds how its run ended natively and with each repair that could be used, so a policy
is replayed by looking up the ending of what it chooses. Priors that were counted on the same
episodes would flatter the gate: without a set of its own, the lab counts them on the other folds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.gate.history import History
from core.gate.model import Interval, PriorsSet
from core.gate.statistics import mcnemar_exact, wilson_interval
from core.gate.utility import PUBLISHED_RULE, GateRule
from core.probe.counts import rows_of
from core.probe.episode import Arm, Ending, Episode
from core.probe.policies import POLICIES, Knowledge, Policy

FOLDS = 5


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

    @property
    def success(self) -> float:
        """Share that passed."""
        return self.passed / self.episodes if self.episodes else 0.0

    @property
    def interval(self) -> Interval:
        """Wilson interval of the share that passed."""
        return wilson_interval(self.passed, self.episodes)


def compare_policies(
    episodes: Iterable[Episode],
    *,
    priors: PriorsSet | None = None,
    cost_reference: int = 1,
    rule: GateRule = PUBLISHED_RULE,
    policies: Sequence[Policy] = tuple(POLICIES.values()),
    folds: int = FOLDS,
) -> tuple[PolicyResult, ...]:
    """Replay episodes under policies.

    Args:
        episodes: Of a calibration, in the order in which they were run; failed ones are left out.
        priors: Frozen counts from elsewhere; None counts them on the other folds.
        cost_reference: Tokens of full cost, for counts of the folds.
        rule: Weights and limits of the gate: the sliders.
        policies: Which; by default all.
        folds: In how many parts the episodes are cut, at least two.

    Returns:
        One result for each policy, in their order.

    Raises:
        ValueError: Fewer than two folds.
    """
    done = [episode for episode in episodes if not episode.failed and episode.native is not None]
    if folds < 2:
        raise ValueError("priors of the other folds need at least two folds")
    if priors is not None:
        sets = [priors] * len(done)
    else:
        parts = [
            _counted([e for n, e in enumerate(done) if n % folds != fold], cost_reference)
            for fold in range(folds)
        ]
        sets = [parts[number % folds] for number in range(len(done))]
    return tuple(_replay(policy, done, sets, rule) for policy in policies)


def _counted(episodes: Sequence[Episode], cost_reference: int) -> PriorsSet:
    arms = [arm for episode in episodes for arm in episode.arms]
    return PriorsSet(
        name="other folds", model="lab", cost_reference_tokens=cost_reference,
        rows=tuple(rows_of(arms, cost_reference)),
    )  # fmt: skip


def _replay(
    policy: Policy, episodes: Sequence[Episode], sets: Sequence[PriorsSet], rule: GateRule
) -> PolicyResult:
    result = PolicyResult(
        name=policy.name, title=policy.title, episodes=len(episodes), passed=0, wins=0, losses=0,
        p=1.0, tokens=0, interventions=0, unchanged=0,
    )  # fmt: skip
    history = History()
    for episode, priors in zip(episodes, sets, strict=True):
        native = episode.native
        assert native is not None  # noqa: S101  (compare_policies has looked)
        known = Knowledge(priors=priors, rule=rule, history=history)
        name = policy.choose(episode, known)
        arm = next((a for a in episode.arms if a.repair == name), None)
        ending = native if arm is None else _ending(arm, policy)
        result = replace(
            result,
            passed=result.passed + ending.passed,
            wins=result.wins + (ending.passed and not native.passed),
            losses=result.losses + (native.passed and not ending.passed),
            tokens=result.tokens + ending.tokens,
            interventions=result.interventions + (name is not None),
            unchanged=result.unchanged + (name is not None and ending.passed == native.passed),
        )
        if policy.learns and arm is not None:
            history = history.after(
                arm.repair, arm.frontier, rolled_back=arm.decision == "ROLLBACK",
                passed=ending.passed,
            )  # fmt: skip
    return replace(result, p=mcnemar_exact(result.wins, result.losses))


def _ending(arm: Arm, policy: Policy) -> Ending:
    """Return how the run ends with a repair; without rollback, also where it should be undone."""
    if not policy.rolls_back and arm.unchecked is not None:
        return arm.unchecked
    return arm.ending
