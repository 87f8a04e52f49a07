"""Measures how well role drift tells stressed turns from their clean twins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.drift.encoders import Encoder
from core.drift.geometry import compile_roles
from core.drift.model import RoleSet, TurnScore
from core.drift.rewrite import RoleRewriter
from core.drift.score import DriftSettings
from core.drift.stress import SCENARIOS, Fault, HeldOut, Scenario, hold_out, inject
from core.drift.turns import turn_of
from core.errors import InputError
from core.trace.model import Trace


@dataclass(frozen=True, kw_only=True)
class Run:
    """A run to be stressed."""

    trace: Trace
    bound: Mapping[str, str]
    """Agent -> role profile."""
    avoid: frozenset[int] = frozenset()
    """Turns that are known to leave their role without our doing."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One fault with the scores of its turn and of the twin's."""

    fault: Fault
    score: TurnScore
    twin: TurnScore
    tau: float

    @property
    def flagged(self) -> bool:
        """Whether the turn with the fault lies above the threshold."""
        return self.score.energy > self.tau

    @property
    def twin_flagged(self) -> bool:
        """Whether the clean twin does, which is a false alarm."""
        return self.twin.energy > self.tau


@dataclass(frozen=True, kw_only=True)
class StressResult:
    """All outcomes, and why faults could not be put in."""

    outcomes: tuple[Outcome, ...]
    skipped: Mapping[Scenario, Mapping[str, int]]
    tau: float
    encoder: str

    def summary(self) -> dict[str, Any]:
        """Return shares with what they were counted on, as JSON values."""
        return {
            "encoder": self.encoder,
            "tau": self.tau,
            "all": _shares(self.outcomes),
            "scenarios": {
                scenario: _shares([o for o in self.outcomes if o.fault.scenario == scenario])
                | {"skipped": dict(self.skipped.get(scenario, {}))}
                for scenario in SCENARIOS
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per fault, as JSON values."""
        return [
            {
                "scenario": o.fault.scenario,
                "seed": o.fault.seed,
                "trace": o.fault.trace.name,
                "seq": o.fault.seq,
                "agent": o.fault.agent,
                "role": o.fault.role,
                "other": o.fault.other,
                "inserted": o.fault.inserted,
                "energy": o.score.energy,
                "flagged": o.flagged,
                "twin_energy": o.twin.energy,
                "twin_flagged": o.twin_flagged,
            }
            for o in self.outcomes
        ]


def measure_stress(
    runs: Iterable[Run],
    roles: RoleSet,
    encoder: Encoder,
    *,
    scenarios: Sequence[Scenario] = SCENARIOS,
    seeds: Sequence[int] = (0,),
    settings: DriftSettings | None = None,
) -> StressResult:
    """Stress runs and count what is flagged.

    Args:
        runs: Runs that are clean, or whose unclean turns are known.
        roles: The role set; a fifth of its texts is held out first, for compiling and for tau.
        encoder: Encoder of the behaviour vector.
        scenarios: Which faults.
        seeds: One fault per run, scenario and seed; the same fault twice counts once.
        settings: Weights and threshold.
    """
    held: HeldOut = hold_out(roles)
    compiled = compile_roles(held.roles, encoder)
    scorer = RoleRewriter(compiled, None, settings=settings)
    outcomes: list[Outcome] = []
    skipped: dict[Scenario, Counter[str]] = {scenario: Counter() for scenario in scenarios}
    for run in runs:
        seen: set[tuple[str, int, str, str]] = set()
        for scenario in scenarios:
            for seed in seeds:
                try:
                    fault = inject(run.trace, held, run.bound, scenario, seed, run.avoid)
                except InputError as problem:
                    skipped[scenario][problem.what] += 1
                    break
                key = (scenario, fault.seq, fault.agent, fault.inserted)
                if key not in seen:
                    seen.add(key)
                    outcomes.append(_outcome(scorer, fault, run.bound))
    return StressResult(
        outcomes=tuple(outcomes),
        skipped=skipped,
        tau=scorer.tau,
        encoder=compiled.encoder_name,
    )


def _outcome(scorer: RoleRewriter, fault: Fault, bound: Mapping[str, str]) -> Outcome:
    def score(trace: Trace, seq: int) -> TurnScore:
        event = trace.event(seq)
        assert event is not None  # noqa: S101  (the fault names an event of its trace)
        return scorer.score(turn_of(trace, event, bound[event.sender]))

    return Outcome(
        fault=fault,
        score=score(fault.trace, fault.seq),
        twin=score(fault.twin, fault.twin_seq),
        tau=scorer.tau,
    )


def _shares(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    n = len(outcomes)
    return {
        "n": n,
        "flagged": round(sum(o.flagged for o in outcomes) / n, 4) if n else None,
        "twin_flagged": round(sum(o.twin_flagged for o in outcomes) / n, 4) if n else None,
        "rose": round(sum(o.score.energy > o.twin.energy for o in outcomes) / n, 4) if n else None,
    }
