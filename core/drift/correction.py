"""Where a drifted turn should have been: the correction target in closed form."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


def correction_matrix(basis: Matrix, other: Matrix, lam: float = 0.5) -> Matrix:
    """Return ``U (U^T U + lam U^T Q U)^+ U^T``, which takes every z to its target.

    Args:
        basis: U, shape ``(d, k)``; dependent columns and k > d are fine.
        other: Q, shape ``(d, d)``.
        lam: How strongly the other roles repel.

    Returns:
        Shape ``(d, d)``; zeros if the role has no basis.
    """
    if basis.shape[1] == 0:
        return np.zeros((basis.shape[0], basis.shape[0]))
    gram = basis.T @ basis + lam * (basis.T @ other @ basis)
    matrix: Matrix = basis @ np.linalg.pinv(gram, rcond=1e-10, hermitian=True) @ basis.T
    return matrix


def correction_target(basis: Matrix, other: Matrix, vector: Matrix, lam: float = 0.5) -> Matrix:
    """Return ``z_target = U c`` with ``c = (U^T U + lam U^T Q U)^+ U^T z``.

    It minimises :func:`objective` over the span of U (method, section 3).

    Args:
        basis: U, shape ``(d, k)``; dependent columns and k > d are fine.
        other: Q, shape ``(d, d)``, projector on the span of the other roles; zeros if none.
        vector: z, shape ``(d,)``.
        lam: How strongly the other roles repel; 0 gives the projection P z.

    Returns:
        Shape ``(d,)``; zeros if the role has no basis.
    """
    return correction_matrix(basis, other, lam) @ vector


def objective(candidate: Matrix, vector: Matrix, other: Matrix, lam: float = 0.5) -> float:
    """Return ``J(v) = ||v - z||^2 + lam ||Q v||^2``."""
    miss = candidate - vector
    inside = other @ candidate
    return float(miss @ miss + lam * (inside @ inside))
