"""Small-sample statistics of the gate and of policy comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import comb, sqrt

from core.gate.model import Interval

Z_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


def wilson_interval(successes: int, trials: int, z: float = Z_95) -> Interval:
    """Return the Wilson score interval of a share.

    Args:
        successes: Count, 0 <= successes <= trials.
        trials: Count; 0 gives [0, 1], which says that nothing is known.
        z: Quantile; the default gives 95 %.

    Returns:
        Lower and upper bound, both in [0, 1] and around the observed share.

    Raises:
        ValueError: If the counts don't fit together.

    Example:
        >>> round(wilson_interval(0, 6).high, 2)
        0.39
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes don't fit {trials} trials")
    if trials == 0:
        return Interval(low=0.0, high=1.0)
    share = successes / trials
    denominator = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / denominator
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / denominator
    return Interval(
        low=0.0 if successes == 0 else max(0.0, centre - half),
        high=1.0 if successes == trials else min(1.0, centre + half),
    )


def mcnemar_exact(wins: int, losses: int) -> float:
    """Return the exact two-sided McNemar p-value of a paired comparison.

    Only discordant pairs count: under the null hypothesis, wins follow Binomial(wins + losses, 1/2).
    Published examples (method, section 2): 16/5 p = 0.027, 12/3 p = 0.035, 36/12 p < 0.001.

    Args:
        wins: Pairs in which only the first policy passes.
        losses: Pairs in which only the second passes.

    Returns:
        Probability in (0, 1]; 1.0 without discordant pairs.

    Raises:
        ValueError: If a count is negative.

    Example:
        >>> round(mcnemar_exact(16, 5), 3)
        0.027
    """
    if wins < 0 or losses < 0:
        raise ValueError("counts can't be negative")
    pairs = wins + losses
    tail = sum(comb(pairs, k) for k in range(min(wins, losses) + 1))
    return float(min(1.0, 2 * tail / 2**pairs))


def fisher_exact(left: int, left_of: int, right: int, right_of: int) -> float:
    """Return Fisher's exact two-sided p-value of two shares from independent samples.

    Args:
        left: Successes in the first sample.
        left_of: Size of the first sample.
        right: Successes in the second.
        right_of: Size of the second.

    Returns:
        Probability in (0, 1] of a table at most as likely as this one, with the same margins.

    Raises:
        ValueError: If the counts don't fit together.

    Example:
        >>> round(fisher_exact(8, 10, 1, 10), 4)
        0.0055
    """
    if not (0 <= left <= left_of and 0 <= right <= right_of):
        raise ValueError("successes don't fit the samples")
    total, successes = left_of + right_of, left + right
    tables = range(max(0, successes - right_of), min(left_of, successes) + 1)
    # Integers, so that tables of equal likelihood compare as equal.
    ways = {k: comb(left_of, k) * comb(right_of, successes - k) for k in tables}
    return sum(w for w in ways.values() if w <= ways[left]) / comb(total, successes)


def cohen_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Return Cohen's kappa: agreement of two judges beyond what their habits would give by chance.

    Args:
        pairs: What the first and the second said about each case.

    Returns:
        At most 1; 0 is chance. None without pairs, and where both always say the same one thing:
        chance would agree fully, too.

    References:
        J. Cohen, A coefficient of agreement for nominal scales, 1960.

    Example:
        >>> cohen_kappa([("a", "a"), ("a", "a"), ("b", "b"), ("b", "a")])
        0.5
    """
    n = len(pairs)
    left, right = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    same = sum(a == b for a, b in pairs)
    chance = sum(left[name] * right[name] for name in left)
    if n * n == chance:
        return None
    return (n * same - chance) / (n * n - chance)
