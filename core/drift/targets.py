"""Correction targets of many turns at once, from their stored vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.drift.geometry import RoleGeometry
from core.drift.model import Weights

Matrix = NDArray[np.float64]


def correction_map(role: RoleGeometry, lam: float) -> Matrix:
    """Return the matrix that takes a vector z to its target ``U (U^T U + lam U^T Q U)^+ U^T z``.

    Args:
        role: The role with its own and the other roles' projectors.
        lam: How strongly the other roles repel.

    Returns:
        Shape ``(d, d)``; zeros for a role without a basis.
    """
    basis = role.basis
    if basis.shape[1] == 0:
        return np.zeros_like(role.own)
    gram = basis.T @ basis + lam * (basis.T @ role.other @ basis)
    found: Matrix = basis @ np.linalg.pinv(gram, rcond=1e-10, hermitian=True) @ basis.T
    return found


def floor_energies(
    role: RoleGeometry, vectors: Sequence[Sequence[float]], lam: float, weights: Weights
) -> list[float]:
    """Return the least energy that a text at the target of each turn could have.

    At the target a text lies inside its role (D_out is 0) and, at best, uses no forbidden act and
    breaks no rule; what remains is the part that the role shares with others. No text has been
    written: a rewrite is scored again before it counts.

    Args:
        role: The role.
        vectors: z of each turn, all of length d.
        lam: lambda of the correction.
        weights: Weights of the energy.
    """
    if not vectors:
        return []
    stacked = np.asarray(vectors, dtype=np.float64) @ correction_map(role, lam).T
    lengths = np.linalg.norm(stacked, axis=1, keepdims=True)
    unit = np.divide(stacked, lengths, out=np.zeros_like(stacked), where=lengths > 1e-12)
    leaks = np.sum((unit @ role.other.T) ** 2, axis=1)
    return [float(weights.beta * leak) for leak in leaks]
