"""What reviewers think that repairs did: a set of counts of its own, and its agreement with verifiers.

Judgements never enter the counts of a verifier. They come from two places: episodes of a calibration,
where the verifier has said something about the same repair, and live runs, where nobody else has.
Several people on one repair are one case (ours): the majority counts, a tie is neutral, and whoever
changed her mind counts with her last word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from core.gate.model import FrontierName, Interval, PriorRow, PriorsSet, RepairName
from core.gate.statistics import cohen_kappa, wilson_interval
from core.gate.utility import PUBLISHED_RULE
from core.probe.episode import Effect
from core.probe.record import ProbeState
from core.review import ReviewEvent

EFFECTS: tuple[Effect, ...] = get_args(Effect)
Key = tuple[str, RepairName]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One person's word on one repair."""

    case: str
    """The run and place: an episode of a calibration, or a boundary of an analysis."""
    repair: RepairName
    frontier: FrontierName
    model: str
    """Whose behaviour the repair used."""
    effect: Effect
    author: str
    cost: float = 1.0
    """Normalised, where it is known."""
    verifier: Effect | None = None
    """What the test said about the same repair; None where there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far reviewers and verifiers say the same."""

    pairs: int
    same: int
    kappa: float | None
    """Cohen's kappa over helped, neutral, harmed; None where it isn't defined."""
    table: Mapping[tuple[Effect, Effect], int]
    """Reviewer's word, verifier's word -> how often."""

    @property
    def share(self) -> float:
        """Share of pairs with the same word."""
        return self.same / self.pairs if self.pairs else 0.0

    @property
    def interval(self) -> Interval:
        """Wilson interval of that share."""
        return wilson_interval(self.same, self.pairs)


def judged_episodes(probe_id: str, state: ProbeState) -> tuple[Judged, ...]:
    """Return what people said about the episodes of a calibration, in the order in which they did."""
    arms = {(e.key, arm.repair): arm for e in state.episodes for arm in e.arms}
    reference = max(1, state.plan.cost_reference if state.plan else 1)
    found = []
    for one in state.judgements:
        arm = arms.get((one.episode, one.repair))
        if arm is not None:
            found.append(
                Judged(
                    case=f"{probe_id}/{one.episode}", repair=arm.repair, frontier=arm.frontier,
                    model=arm.model, effect=one.effect, author=one.author, verifier=arm.effect,
                    cost=min(1.0, arm.added / reference),
                )
            )  # fmt: skip
    return tuple(found)


def judged_boundaries(events: Iterable[ReviewEvent]) -> tuple[Judged, ...]:
    """Return what people said about repairs of live runs.

    Args:
        events: Review events, oldest first; those of other kinds, or without what is needed, are
            passed over.
    """
    found = []
    for event in events:
        said: Mapping[str, Any] = event.payload
        fits = (
            event.kind == "effect"
            and said.get("effect") in EFFECTS
            and said.get("repair") in get_args(RepairName)
            and said.get("frontier") in get_args(FrontierName)
        )
        if fits:
            found.append(
                Judged(
                    case=f"{event.analysis_id}:{event.seq}", repair=said["repair"],
                    frontier=said["frontier"], model=str(said.get("model") or "unknown"),
                    effect=said["effect"], author=event.author,
                )
            )  # fmt: skip
    return tuple(found)


def judged_sets(judged: Iterable[Judged]) -> tuple[PriorsSet, ...]:
    """Return reviewers' counts, one set for each model, marked as theirs.

    Args:
        judged: Oldest first.
    """
    known = tuple(judged)
    cases = _cases(known)
    return tuple(_set(model, known, cases) for model in sorted({one.model for one in known}))


def agreement(judged: Iterable[Judged]) -> Agreement:
    """Return how far reviewers and verifiers agree, over cases on which both have a word."""
    pairs = [
        (effect, one.verifier)
        for one, effect in _cases(tuple(judged)).values()
        if one.verifier is not None
    ]
    return Agreement(
        pairs=len(pairs),
        same=sum(left == right for left, right in pairs),
        kappa=cohen_kappa(pairs),
        table=Counter(pairs),
    )


def _cases(judged: Sequence[Judged]) -> dict[Key, tuple[Judged, Effect]]:
    """Return each case once, with the word that counts."""
    last: dict[Key, dict[str, Judged]] = {}
    for one in judged:
        last.setdefault((one.case, one.repair), {})[one.author] = one
    return {
        key: (next(iter(words.values())), _majority([w.effect for w in words.values()]))
        for key, words in last.items()
    }


def _majority(effects: Sequence[Effect]) -> Effect:
    ranked = Counter(effects).most_common(2)
    is_tie = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
    return "neutral" if is_tie else ranked[0][0]


def _set(
    model: str, judged: Sequence[Judged], cases: Mapping[Key, tuple[Judged, Effect]]
) -> PriorsSet:
    own = [(one, effect) for one, effect in cases.values() if one.model == model]
    people = {one.author for one in judged if one.model == model}
    rows: list[PriorRow] = []
    for repair in sorted({one.repair for one, _ in own}):
        mine = [(one, effect) for one, effect in own if one.repair == repair]
        rows.append(_row(repair, None, mine))
        for frontier in sorted({one.frontier for one, _ in mine}):
            rows.append(_row(repair, frontier, [x for x in mine if x[0].frontier == frontier]))
    places = sorted({one.case.split("/")[0].split(":")[0] for one, _ in own})
    return PriorsSet(
        name=re.sub(r"[^a-z0-9.]+", "-", f"reviewers-{model}".lower()).strip("-")[:120],
        model=model or "unknown",
        description="What reviewers think that repairs did; no verifier measured it.",
        evidence="reviewers",
        provisional=any(row.episodes < PUBLISHED_RULE.min_episodes for row in rows),
        sources=(
            f"judgements of {_count(len(people), 'reviewer')} on {_count(len(own), 'repair')} in "
            f"{', '.join(places)}",
        ),
        rows=tuple(rows),
    )


def _row(
    repair: RepairName, frontier: FrontierName | None, cases: Sequence[tuple[Judged, Effect]]
) -> PriorRow:
    return PriorRow(
        repair=repair,
        frontier=frontier,
        episodes=len(cases),
        helped=sum(effect == "helped" for _, effect in cases),
        harmed=sum(effect == "harmed" for _, effect in cases),
        mean_cost=round(sum(one.cost for one, _ in cases) / len(cases), 6),
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
