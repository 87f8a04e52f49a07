"""Small-sample statistics of the gate and of policy comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from math import erfc, fsum, sqrt

from core.gate.model import Interval

Z_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""
MOST_EXACT = 40_000_000
"""Up to so many pairs or episodes in all, a test is exact; that takes well below a second."""
LEAST = 1e-300
"""A p-value below it is given as this: still smaller numbers lose their digits as floats."""
TIE = 1e-10
"""Tables whose likelihoods differ by less than this share count as equally likely."""


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
    Beyond :data:`MOST_EXACT` pairs it is McNemar's chi-square test instead, from which the exact one
    differs by then in the fourth digit at most.

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
    pairs, fewer = wins + losses, min(wins, losses)
    if pairs > MOST_EXACT:
        return _normal((wins - losses) ** 2, pairs)
    likely = _likelihoods(pairs // 2, 0, pairs, lambda k: (pairs - k) / (k + 1))
    tail = fsum(w for k, w in likely.items() if k <= fewer)
    return min(1.0, max(LEAST, 2 * tail / fsum(likely.values())))


def fisher_exact(left: int, left_of: int, right: int, right_of: int) -> float:
    """Return Fisher's exact two-sided p-value of two shares from independent samples.

    Beyond :data:`MOST_EXACT` episodes in all it is the chi-square test without correction instead.

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
    # In one order, so that both orders give the same float.
    (left_of, left), (right_of, right) = sorted(((left_of, left), (right_of, right)))
    total, successes = left_of + right_of, left + right
    if total > MOST_EXACT:
        apart = left * right_of - right * left_of
        return _normal(apart * apart * total, left_of * right_of * successes * (total - successes))
    low, high = max(0, successes - right_of), min(left_of, successes)
    mode = (left_of + 1) * (successes + 1) // (total + 2)

    def up(k: int) -> float:
        return (left_of - k) * (successes - k) / ((k + 1) * (right_of - successes + k + 1))

    likely = _likelihoods(min(max(mode, low), high), low, high, up)
    most = likely.get(left, 0.0) * (1 + TIE)
    found = fsum(w for w in likely.values() if w <= most) / fsum(likely.values())
    return min(1.0, max(LEAST, found))


def _likelihoods(mode: int, low: int, high: int, up: Callable[[int], float]) -> dict[int, float]:
    """Return how likely each number is, the mode being 1; what is below LEAST is absent.

    Args:
        mode: The most likely number.
        low: Smallest possible one.
        high: Largest possible one.
        up: How much likelier k + 1 is than k.
    """

    def walk(numbers: range, step: Callable[[int], float]) -> Iterator[tuple[int, float]]:
        likely = 1.0
        for k in numbers:
            likely *= step(k)
            if likely < LEAST:
                return
            yield k, likely

    found = {mode: 1.0}
    found.update(walk(range(mode + 1, high + 1), lambda k: up(k - 1)))
    found.update(walk(range(mode - 1, low - 1, -1), lambda k: 1 / up(k)))
    return found


def _normal(square: int, by: int) -> float:
    """Return the two-sided p-value of a normal deviate whose square is ``square / by``."""
    if square == 0:
        return 1.0
    if square > 2000 * by:  # further out than LEAST, and perhaps than a float can hold
        return LEAST
    return max(LEAST, erfc(sqrt(square / by / 2)))


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
