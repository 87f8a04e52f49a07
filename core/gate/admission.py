"""The gate: which repair is worth its risk (method, section 2, 'Gate')."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from core.gate.model import Admission, FrontierName, PriorRow, PriorsSet, RepairName
from core.gate.statistics import wilson_interval
from core.gate.utility import PUBLISHED_RULE, GateRule, utility, utility_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentVerdict:
    """What the counts of one segment say, leaving the fact and the model aside."""

    code: Literal["admitted", "few-episodes", "utility", "harm"]
    reason: str


def judge_segment(row: PriorRow, rule: GateRule = PUBLISHED_RULE) -> SegmentVerdict:
    """Apply m >= 5, u > 0 and x <= 0.05 to a segment's counts.

    Returns:
        The first condition that fails, in that order, or ``admitted``.
    """
    if row.episodes < rule.min_episodes:
        return SegmentVerdict(
            code="few-episodes",
            reason=f"only {row.episodes} episodes, at least {rule.min_episodes} are needed",
        )
    u = utility(row, rule)
    if u <= 0:
        return SegmentVerdict(code="utility", reason=f"utility {u:+.2f} is not above zero")
    harm = row.harmed / row.episodes
    if harm > rule.max_harm:
        return SegmentVerdict(
            code="harm", reason=f"harm {harm:.0%} is above the limit of {rule.max_harm:.0%}"
        )
    return SegmentVerdict(code="admitted", reason=f"utility {u:+.2f}, harm {harm:.0%}")


def find_segment(
    priors: PriorsSet, repair: RepairName, frontier: FrontierName
) -> tuple[PriorRow | None, bool]:
    """Return the row of repair x frontier, else the repair's aggregate (ours), and whether it is that."""
    row = priors.row(repair, frontier)
    if row is not None:
        return row, False
    return priors.row(repair, None), True


def admit(
    repair: RepairName,
    frontier: FrontierName,
    *,
    critical: bool,
    priors: PriorsSet | None,
    priors_hash: str = "",
    model: str | None,
    confirmed_other_model: bool = False,
    unsure: bool = False,
    rule: GateRule = PUBLISHED_RULE,
) -> Admission:
    """Decide whether a repair may be applied to a frontier.

    Args:
        repair: Which of the five repairs.
        frontier: Type of the frontier that the controller detected.
        critical: Whether the contract calls the fact critical; others are never repaired.
        priors: Frozen counts, or None if there are none.
        priors_hash: Content hash of ``priors``, kept with the decision.
        model: Model of the agent whose behaviour the repair uses (ASK: the owner, else the
            recipient); None if nobody knows.
        confirmed_other_model: A person confirmed that this set may be used for another model.
        unsure: The check could not tell whether there is a gap at all.
        rule: Weights and limits.

    Returns:
        The decision with every figure that it used. Without usable priors: not admitted, with
        the reason 'no statistics for this model'.
    """
    base = Admission(repair=repair, frontier=frontier, admitted=False, reason="", code="no-priors")
    if priors is None:
        return _refused(base, "no-priors", "no statistics for this model: no priors set was chosen")
    base = _with(base, priors_name=priors.name, priors_model=priors.model, priors_hash=priors_hash)
    other = not same_model(model, priors.model)
    if other and not confirmed_other_model:
        who = f"the agent runs on {model}" if model else "the agent's model is unknown"
        return _refused(
            base,
            "other-model",
            f"no statistics for this model: {who}, the priors were measured on {priors.model}",
        )
    row, is_aggregate = find_segment(priors, repair, frontier)
    if row is None or row.episodes == 0:
        return _refused(
            base, "no-segment", f"the set has no row for {repair} x {frontier}, nor for {repair}"
        )
    base = _with(
        base,
        segment=f"{repair}, aggregate" if is_aggregate else f"{repair} x {frontier}",
        is_aggregate=is_aggregate,
        episodes=row.episodes,
        helped=row.helped,
        neutral=row.neutral,
        harmed=row.harmed,
        utility=round(utility(row, rule), 6),
        utility_terms=tuple(round(t, 6) for t in utility_terms(row, rule)),
        help_interval=wilson_interval(row.helped, row.episodes),
        harm_interval=wilson_interval(row.harmed, row.episodes),
        confirmed_other_model=other,
    )
    if not critical:
        return _refused(
            base, "not-critical", "the fact is not critical; minor gaps are never repaired"
        )
    if unsure and repair != "VERIFY":
        return _refused(base, "unsure", "the check could not tell whether the fact is missing")
    verdict = judge_segment(row, rule)
    return _with(
        base, admitted=verdict.code == "admitted", code=verdict.code, reason=verdict.reason
    )


def same_model(left: str | None, right: str) -> bool:
    """Whether two model names mean the same model: equal but for case and a provider prefix."""
    if not left:
        return False
    return left.rsplit("/", 1)[-1].casefold() == right.rsplit("/", 1)[-1].casefold()


def _refused(base: Admission, code: str, reason: str) -> Admission:
    return _with(base, code=code, reason=reason)


def _with(base: Admission, **changes: object) -> Admission:
    return replace(base, **changes)  # type: ignore[arg-type]
