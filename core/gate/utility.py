"""The utility of a repair on a segment (method, section 2, 'Gate')."""

from __future__ import annotations

from dataclasses import dataclass

from core.gate.model import PriorRow


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRule:
    """Weights and limits of the gate. The defaults are the published ones."""

    help_weight: float = 1.0
    neutral_weight: float = 0.25
    harm_weight: float = 2.0
    cost_weight: float = 0.25
    max_harm: float = 0.05
    """Largest share x of harmed episodes that is still admitted."""
    min_episodes: int = 5
    """Fewest episodes m on which a segment may be trusted."""


PUBLISHED_RULE = GateRule()


def utility_terms(
    row: PriorRow, rule: GateRule = PUBLISHED_RULE
) -> tuple[float, float, float, float]:
    """Return the four signed summands of u = w_h h - w_n n - w_x x - w_c c.

    Args:
        row: Counts of the segment; must have at least one episode.
        rule: Weights.

    Returns:
        (w_h h, -w_n n, -w_x x, -w_c c) with shares h, n, x and mean normalised cost c in [0, 1].

    Raises:
        ValueError: If the segment has no episodes; shares are undefined then.
    """
    if row.episodes == 0:
        raise ValueError("a segment without episodes has no utility")
    m = row.episodes
    return (
        rule.help_weight * row.helped / m,
        -rule.neutral_weight * row.neutral / m,
        -rule.harm_weight * row.harmed / m,
        -rule.cost_weight * row.mean_cost,
    )


def utility(row: PriorRow, rule: GateRule = PUBLISHED_RULE) -> float:
    """Return u of a segment.

    Example:
        >>> row = PriorRow(repair="ASK", episodes=52, helped=8, harmed=0)
        >>> round(utility(row), 2)
        -0.31
    """
    return sum(utility_terms(row, rule))
