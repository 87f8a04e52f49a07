"""The figures of a run, each from the rows of its turn log and nothing else (method, section 3).

Whoever has the exported log can compute them again: :func:`aggregate` takes the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CONSISTENT, DRIFTED = "consistent", "drifted"
PUBLISHED_MEANS = {CONSISTENT: 0.36, DRIFTED: 1.47}
"""Mean energies in the paper; they belong to another encoder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregates:
    """Figures of one run; None where there is nothing to count."""

    scored: int
    """Turns with an energy."""
    mean_energy: float | None
    """Mean E of the texts as the agents wrote them."""
    released_energy: float | None
    """RDE, mean E of the texts as released."""
    above: int
    """Turns above the threshold."""
    judged: int
    consistency: float | None
    """RC, share of judged turns that are consistent; never a thresholded energy."""
    sources: Mapping[str, int]
    """Who judged (person, model, label), and how many turns each."""
    judged_means: Mapping[str, tuple[float, int]]
    """Mean E of the turns judged consistent and drifted, with their number."""
    system_drift: float | None
    """D_sys after the last turn."""
    tokens: int | None
    """Tokens of all turns; None if the log doesn't say for every one."""


def aggregate(rows: Iterable[Mapping[str, Any]], tau: float | None = None) -> Aggregates:
    """Compute the figures of a run.

    Args:
        rows: Rows of the turn log, in order, with the keys ``energy, released_energy, threshold,
            judgement, judgement_source, d_sys, tokens``; missing keys count as None.
        tau: Threshold to count with; None takes each row's own.
    """
    rows = list(rows)
    scored = [row for row in rows if row.get("energy") is not None]
    energies = [float(row["energy"]) for row in scored]
    released = [float(_first(row.get("released_energy"), row["energy"])) for row in scored]
    judged = [row for row in rows if row.get("judgement") in (CONSISTENT, DRIFTED)]
    good = sum(row["judgement"] == CONSISTENT for row in judged)
    sources: dict[str, int] = {}
    for row in judged:
        source = str(row.get("judgement_source") or "person")
        sources[source] = sources.get(source, 0) + 1
    means = {}
    for verdict in (CONSISTENT, DRIFTED):
        found = [float(r["energy"]) for r in scored if r.get("judgement") == verdict]
        if found:
            means[verdict] = (_mean(found) or 0.0, len(found))
    tokens = [row.get("tokens") for row in rows]
    return Aggregates(
        scored=len(scored),
        mean_energy=_mean(energies),
        released_energy=_mean(released),
        above=sum(_is_above(row, tau) for row in scored),
        judged=len(judged),
        consistency=good / len(judged) if judged else None,
        sources=sources,
        judged_means=means,
        system_drift=rows[-1].get("d_sys") if scored else None,
        tokens=sum(int(n) for n in tokens if n is not None)
        if tokens and None not in tokens
        else None,
    )


def _is_above(row: Mapping[str, Any], tau: float | None) -> bool:
    limit = tau if tau is not None else row.get("threshold")
    return limit is not None and float(row["energy"]) > float(limit)


def _first(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def gain_per_10k(consistency: float, prompt_only: float, tokens: int) -> float:
    """Return RCG/C, the gain in role consistency per 10,000 tokens.

    Args:
        consistency: RC of the run, in percent.
        prompt_only: RC of the same task under a role prompt alone, in percent.
        tokens: Tokens of the run.

    Returns:
        ``(RC - RC_prompt_only) / (tokens in thousands / 10)``, in percentage points.

    Raises:
        ValueError: Without tokens there is no share of them.

    Examples:
        >>> round(gain_per_10k(93.5, 67.4, 132_800), 2)
        1.97
    """
    if tokens <= 0:
        raise ValueError("The number of tokens must be positive.")
    return (consistency - prompt_only) / (tokens / 10_000)
