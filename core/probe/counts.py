"""From episodes to priors: counts by repair and by the frontier that the controller detected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from core.gate.model import Interval, PriorRow, PriorsSet, RepairName
from core.gate.priors import priors_hash
from core.gate.statistics import wilson_interval
from core.gate.utility import PUBLISHED_RULE, GateRule, utility
from core.probe.episode import Arm, Episode
from core.probe.spec import CONTROL, SCRIPTED, ProbeSpec, Start

if TYPE_CHECKING:
    from core.probe.record import ProbeState

_MOST_MORE = 1000


def freeze(
    spec: ProbeSpec,
    episodes: Iterable[Episode],
    cost_reference: int,
    rule: GateRule = PUBLISHED_RULE,
    remark: str = "",
) -> tuple[PriorsSet, ...]:
    """Return the priors that the episodes support, one set for each model.

    Args:
        spec: What was probed.
        episodes: Those run so far; failed ones count for nothing. A false alarm at a control
            counts like any other: the repair is what is measured.
        cost_reference: Tokens that count as full cost.
        rule: Says how many episodes a segment needs; a set with fewer somewhere is provisional.
        remark: What a reader must know besides (:func:`remark_of`); no hash holds it.

    Returns:
        Sets with a row for each repair and frontier, and the aggregate of each repair.
    """
    done = [episode for episode in episodes if not episode.failed]
    arms = [arm for episode in done for arm in episode.arms]
    return tuple(
        _set(spec, done, [a for a in arms if a.model == model], model, cost_reference, rule, remark)
        for model in dict.fromkeys(sorted(arm.model for arm in arms))
    )


def _set(
    spec: ProbeSpec,
    done: Sequence[Episode],
    arms: Sequence[Arm],
    model: str,
    reference: int,
    rule: GateRule,
    remark: str,
) -> PriorsSet:
    rows = tuple(rows_of(arms, reference))
    source = (
        f"probe of {spec.team.name}@{spec.team.version} with {spec.contract.name}"
        f"@{spec.contract.version}, verifier {spec.verifier.name}@{spec.verifier.version}, "
        f"{len(done)} episodes, {spec.digest[:12]}" + _runs(spec)
    )
    more = {"contracts": [f"{spec.contract.name}@{spec.contract.version}"]}
    description = "Counted by a probe of one team with one contract and one verifier."
    if model == SCRIPTED:
        description = "Counted on scripted agents. They say nothing about any model."
    return PriorsSet.model_validate(
        {
            "name": _name(f"probe-{spec.team.name}-{model}"),
            "model": model or "unknown",
            "description": description,
            "provisional": any(row.episodes < rule.min_episodes for row in rows),
            "sources": (source,),
            "cost_reference_tokens": reference,
            "rows": rows,
            **more,
            **({"remark": remark} if remark else {}),
            **({"endpoint": spec.endpoint} if spec.endpoint else {}),
        }
    )


def remark_of(state: ProbeState) -> str:
    """Say that a run without a fault fails the test already, and what its counts then mean.

    Returns:
        Empty if every run without a fault passes.
    """
    bad = sum(not run.passes for run in state.runs)
    if not bad:
        return ""
    who = (
        "The run without a fault fails"
        if len(state.runs) == 1
        else f"Without a fault {bad} of {len(state.runs)} runs {'fails' if bad == 1 else 'fail'}"
    )
    where = "" if bad == len(state.runs) else " there"
    return (
        f"{who} the test: {state.clean_reason} So what passes{where} with a repair is owed to its "
        "mending the team's own lapse, not the fault that was put in."
    )


def rows_of(arms: Sequence[Arm], reference: int) -> Iterable[PriorRow]:
    """Return the counts of each repair, over all frontiers and on each one."""
    segments = sorted({(arm.repair, arm.frontier) for arm in arms})
    for repair in dict.fromkeys(name for name, _ in segments):
        mine: list[Arm] = [arm for arm in arms if arm.repair == repair]
        yield _row(repair, None, mine, reference)
        for name, frontier in segments:
            if name == repair:
                yield _row(repair, frontier, [a for a in mine if a.frontier == frontier], reference)


def _row(repair: RepairName, frontier: str | None, arms: Sequence[Arm], reference: int) -> PriorRow:
    costs = [min(1.0, arm.added / reference) for arm in arms]
    return PriorRow.model_validate(
        {
            "repair": repair,
            "frontier": frontier,
            "episodes": len(arms),
            "helped": sum(arm.effect == "helped" for arm in arms),
            "harmed": sum(arm.effect == "harmed" for arm in arms),
            "mean_cost": round(sum(costs) / len(costs), 6),
        }
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCounts:
    """What the episodes that begin from one run show."""

    source: str
    """``run:ID``, ``trace:ID``, or empty: made anew."""
    name: str
    passes: bool
    """Whether the run without a fault passes the test."""
    planned: int
    episodes: int
    compared: int
    """Episodes with a gap that a repair was tried on."""
    native: int
    """Episodes with a fault that pass natively."""
    helped: int
    """Repairs that helped."""
    harmed: int


def runs_of(spec: ProbeSpec, state: ProbeState) -> tuple[RunCounts, ...]:
    """Return what was counted from each clean run, in their order."""
    found = []
    for number, clean in enumerate(state.runs):
        start = spec.starts[number] if spec.starts else Start(source="")
        own = [e for e in state.episodes if e.run == number]
        effects = Counter(arm.effect for e in own for arm in e.arms)
        planned = state.plan.episodes if state.plan else ()
        found.append(
            RunCounts(
                source=start.source,
                name=start.name,
                passes=clean.passes,
                planned=sum(one.slot.run == number for one in planned),
                episodes=len(own),
                compared=sum(bool(e.arms) for e in own),
                native=sum(
                    e.fault != CONTROL and e.native is not None and e.native.passed for e in own
                ),
                helped=effects["helped"],
                harmed=effects["harmed"],
            )
        )
    return tuple(found)


def false_alarms(episodes: Iterable[Episode]) -> tuple[int, int, int]:
    """Return how many controls there were, in how many a gap was seen, and how many repairs harmed."""
    controls = [e for e in episodes if e.fault == CONTROL and not e.failed]
    harmed = sum(arm.effect == "harmed" for e in controls for arm in e.arms)
    return len(controls), sum(e.detected is not None for e in controls), harmed


def more_needed(row: PriorRow, rule: GateRule = PUBLISHED_RULE) -> int | None:
    """Return how many more episodes would settle a segment, if the shares stay as they are.

    Settled (ours): at least ``min_episodes``, and the 95 % interval of u, by the Wilson interval of
    the share that helped, no longer holds zero.

    Returns:
        0 if it is settled; None if even a thousand more wouldn't do, or nothing is known yet.
    """
    if row.episodes == 0:
        return None
    shares = (row.helped / row.episodes, row.harmed / row.episodes)
    for more in range(_MOST_MORE + 1):
        m = row.episodes + more
        if m >= rule.min_episodes and _settled(shares, m, row, rule):
            return more
    return None


def utility_interval(row: PriorRow, rule: GateRule = PUBLISHED_RULE) -> Interval:
    """Return between which values u may lie, by the 95 % interval of the share that helped (ours).

    The share that harmed stays as counted. A row without episodes has u anywhere between full harm
    and full help.
    """
    if row.episodes == 0:
        return Interval(low=-rule.harm_weight - rule.cost_weight, high=rule.help_weight)
    return _between((row.helped / row.episodes, row.harmed / row.episodes), row.episodes, row, rule)


def _between(shares: tuple[float, float], m: int, row: PriorRow, rule: GateRule) -> Interval:
    interval = wilson_interval(min(m, round(shares[0] * m)), m)
    harmed = min(m, ceil(shares[1] * m))
    ends = []
    for share in (interval.low, interval.high):
        helped = min(m - harmed, round(share * m))
        at = row.model_copy(update={"episodes": m, "helped": helped, "harmed": harmed})
        ends.append(utility(at, rule))
    return Interval(low=min(ends), high=max(ends))


def _settled(shares: tuple[float, float], m: int, row: PriorRow, rule: GateRule) -> bool:
    found = _between(shares, m, row, rule)
    return found.low > 0 or found.high <= 0


def _runs(spec: ProbeSpec) -> str:
    """Return the recorded runs that counts rest on; one live run is as good as one made anew."""
    if not spec.is_bound and len(spec.starts) < 2:
        return ""
    return f", going on from {', '.join(start.source for start in spec.starts)}"


def _name(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")[:120]


def hashes(sets: Iterable[PriorsSet]) -> tuple[str, ...]:
    """Return the content hashes of frozen sets."""
    return tuple(priors_hash(one) for one in sets)
