"""One contract over many runs: how often each fact was lost on its way to each recipient."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from core.provenance.model import ObligationState


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """What one analysis of a run came to."""

    analysis_id: str
    trace_id: str
    name: str
    final: tuple[ObligationState, ...]
    not_checked: Mapping[str, str] = field(default_factory=dict)
    """Fact -> why this run can't be asked for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """One fact for one recipient, over all runs."""

    fact: str
    recipient: str
    runs: tuple[tuple[RunResult, str], ...]
    """Each run in which the obligation exists, with the word that its matrix shows."""
    not_checked: tuple[RunResult, ...] = ()

    @property
    def lost(self) -> tuple[tuple[RunResult, str], ...]:
        """Runs with a sure gap."""
        return tuple(
            (run, word) for run, word in self.runs if word not in ("ok", "pending", "unsure")
        )

    @property
    def judged(self) -> int:
        """Runs of which the check is sure: the N of 'lost in n of N'. Pending ones never fell due."""
        return sum(word not in ("pending", "unsure") for _, word in self.runs)

    def count(self, word: str) -> int:
        """Return in how many runs the matrix shows a word."""
        return sum(shown == word for _, shown in self.runs)

    @property
    def worst(self) -> str:
        """Return the word that stands for the cell: the commonest gap, else the commonest word."""
        words = Counter(word for _, word in self.lost) or Counter(word for _, word in self.runs)
        # Ties go by name, so that the same runs give the same picture.
        return min(words, key=lambda word: (-words[word], word)) if words else "pending"


def tally(results: Iterable[RunResult]) -> dict[tuple[str, str], Tally]:
    """Count, for each fact and recipient, what became of it.

    Args:
        results: One analysis of each run.

    Returns:
        A tally for each pair that any run owes, in the order in which they come.
    """
    runs: dict[tuple[str, str], list[tuple[RunResult, str]]] = {}
    skipped: dict[str, list[RunResult]] = {}
    for result in results:
        for state in result.final:
            runs.setdefault((state.fact, state.recipient), []).append((result, state.display))
        for fact in result.not_checked:
            skipped.setdefault(fact, []).append(result)
    return {
        pair: Tally(
            fact=pair[0],
            recipient=pair[1],
            runs=tuple(found),
            not_checked=tuple(skipped.get(pair[0], ())),
        )
        for pair, found in runs.items()
    }


def tally_rows(tallies: Mapping[tuple[str, str], Tally]) -> list[dict[str, object]]:
    """Return the tallies as flat rows for a table or CSV."""
    return [
        {
            "fact": one.fact,
            "recipient": one.recipient,
            "lost": len(one.lost),
            "of": one.judged,
            **{
                word: one.count(word)
                for word in (
                    "ok",
                    "unconsumed",
                    "misrouted",
                    "absent",
                    "late",
                    "contradicted",
                    "unsure",
                    "pending",
                )
            },
            "not_checked": len(one.not_checked),
            "lost_in": [run.name for run, _ in one.lost],
        }
        for one in tallies.values()
    ]
