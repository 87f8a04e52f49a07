"""The energy of a turn and how it adds up over a run (method, section 3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from core.drift.model import Terms, Weights

Matrix = NDArray[np.float64]

ALWAYS_ALLOWED = "REFUSE"
"""Declining is allowed to every role."""


def projector(basis: Matrix) -> Matrix:
    """Return the orthogonal projector on the column space, ``U (U^T U)^+ U^T``.

    Args:
        basis: Shape ``(d, k)``; columns may be dependent, k may exceed d or be 0.

    Returns:
        Shape ``(d, d)``, symmetric and idempotent.
    """
    if basis.shape[1] == 0:
        return np.zeros((basis.shape[0], basis.shape[0]))
    projection: Matrix = (
        basis @ np.linalg.pinv(basis.T @ basis, rcond=1e-10, hermitian=True) @ basis.T
    )
    return (projection + projection.T) / 2


def out_of_role(projection: Matrix, vector: Matrix) -> float:
    """Return ``D_out = ||(I - P) z||^2``, in [0, 1] for a unit vector."""
    rest = vector - projection @ vector
    return float(rest @ rest)


def leakage(other: Matrix, vector: Matrix) -> float:
    """Return ``D_leak = ||Q z||^2``, in [0, 1] for a unit vector."""
    part = other @ vector
    return float(part @ part)


def linguistic(acts: Mapping[str, float], allowed: Collection[str]) -> float:
    """Return ``D_ling = ||(1 - b) * l||_1``: confidence mass of acts outside the role.

    Args:
        acts: l, confidence in [0, 1] per speech act.
        allowed: Acts with b = 1; ``REFUSE`` always counts as one of them.
    """
    return float(
        sum(
            confidence
            for act, confidence in sorted(acts.items())
            if act not in allowed and act != ALWAYS_ALLOWED
        )
    )


def energy(terms: Terms, weights: Weights | None = None) -> float:
    """Return ``E = alpha D_out + beta D_leak + gamma D_ling + delta D_logic``.

    Examples:
        >>> round(energy(Terms(out=0.18, leak=0.11, ling=0.07, logic=0.05)), 2)
        0.36
    """
    w = weights or Weights()
    return w.alpha * terms.out + w.beta * terms.leak + w.gamma * terms.ling + w.delta * terms.logic


def cumulative(
    previous: Mapping[str, float], turn: Mapping[str, float], rho: float = 0.95
) -> dict[str, float]:
    """Return ``D_i(t) = rho D_i(t-1) + E_i,t`` for every agent; silent agents decay too.

    Args:
        previous: D_i(t-1) per agent.
        turn: E of the released text, for the agents that spoke in this turn.
        rho: Share that is remembered, in [0, 1].
    """
    names = sorted({*previous, *turn})
    return {name: rho * previous.get(name, 0.0) + turn.get(name, 0.0) for name in names}


def system_drift(drift: Mapping[str, float]) -> float:
    """Return ``D_sys = sum_i D_i``."""
    return float(sum(drift[name] for name in sorted(drift)))
