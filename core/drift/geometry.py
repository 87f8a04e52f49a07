"""Role bases, projectors, and what one can read off them (method, section 3)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from core.drift.behaviour import Behaviour
from core.drift.correction import correction_matrix
from core.drift.doubt import doubts
from core.drift.encoders import Encoder, encoder_id
from core.drift.energy import projector
from core.drift.model import RoleProfile, RoleSet, Rule
from core.drift.rules import compile_rules

Matrix = NDArray[np.float64]

EXACT = 1e-6
"""Singular values below this share of the largest one count as zero."""

ROLE_NOISE = 0.7
"""The same for the texts of one role, whose weaker directions count as noise.

Behaviour vectors are built so that a role points one way. With hand-written demonstrations the weaker
directions are the accidents of single texts; kept, they let every other role in, and the span of
all other roles fills the space.
"""

LEAK_WARNING = 0.5
"""Above this share of the space the leakage term is nearly constant and says little."""


def orthonormal_basis(rows: Matrix, rank: int | None = None, tolerance: float = EXACT) -> Matrix:
    """Return an orthonormal basis of the span of some vectors.

    Args:
        rows: Shape ``(n, d)``, one vector per row; rows of zeros and duplicates are fine.
        rank: Upper bound of the number of directions; the strongest are kept.
        tolerance: Share of the largest singular value below which a direction is left out.

    Returns:
        Shape ``(d, k)`` with ``k = min(rank, numerical rank)``, possibly 0.
    """
    if rows.size == 0:
        return np.zeros((rows.shape[1] if rows.ndim == 2 else 0, 0))
    _, strengths, directions = np.linalg.svd(rows, full_matrices=False)
    if strengths.size == 0 or strengths[0] <= 1e-12:
        return np.zeros((rows.shape[1], 0))
    keep = int(np.sum(strengths > strengths[0] * tolerance))
    if rank is not None:
        keep = min(rank, keep)
    basis: Matrix = np.ascontiguousarray(directions[:keep].T)
    # The sign of a singular vector is arbitrary; fix it so that runs agree.
    for column in range(basis.shape[1]):
        if basis[np.argmax(np.abs(basis[:, column])), column] < 0:
            basis[:, column] *= -1
    return basis


def principal_angles(first: Matrix, second: Matrix) -> Matrix:
    """Return the principal angles between two subspaces, ascending, in radians.

    Args:
        first: Orthonormal columns, shape ``(d, k)``.
        second: Orthonormal columns, shape ``(d, m)``.

    Returns:
        ``min(k, m)`` angles in [0, pi/2]; empty if one of them has no directions.
    """
    if first.shape[1] == 0 or second.shape[1] == 0:
        return np.zeros(0)
    cosines = np.linalg.svd(first.T @ second, compute_uv=False)
    angles: Matrix = np.arccos(np.clip(cosines, -1.0, 1.0))
    return np.sort(angles)


def overlap(first: Matrix, second: Matrix) -> float:
    """Return how much two subspaces share, in [0, 1]: mean squared cosine of the angles."""
    angles = principal_angles(first, second)
    return float(np.mean(np.cos(angles) ** 2)) if angles.size else 0.0


@dataclass(frozen=True, kw_only=True)
class RoleGeometry:
    """One role with everything about it that does not change from turn to turn."""

    profile: RoleProfile
    allowed: frozenset[str]
    basis: Matrix = field(repr=False)
    """U, orthonormal, shape ``(d, k)``; k = 0 without description and demonstrations."""
    own: Matrix = field(repr=False)
    """P, shape ``(d, d)``."""
    other_basis: Matrix = field(repr=False)
    """V, orthonormal basis of the span of all other roles."""
    other: Matrix = field(repr=False)
    """Q, shape ``(d, d)``; zeros if there is no other role."""
    doubt: Mapping[str, float] = field(default_factory=dict)
    """How far acts outside the role are to be doubted; see :mod:`core.drift.doubt`."""
    rules: tuple[Rule, ...] = ()
    unchecked: tuple[str, ...] = ()
    """Rules that are not machine-checked."""

    _corrections: dict[float, Matrix] = field(default_factory=dict, repr=False, compare=False)

    def correction(self, lam: float) -> Matrix:
        """Return the matrix that takes z to its correction target, shape ``(d, d)``.

        Args:
            lam: lambda; the matrix is computed once for each.
        """
        known = self._corrections.get(lam)
        if known is None:
            known = self._corrections[lam] = correction_matrix(self.basis, self.other, lam)
        return known

    @property
    def rank(self) -> int:
        """k, the number of directions of the role."""
        return int(self.basis.shape[1])


@dataclass(frozen=True, kw_only=True)
class CompiledRoles:
    """A role set made ready for one encoder: bases, projectors, rules, threshold."""

    name: str
    version: int
    digest: str
    """Hash of profiles, encoder and code; the key for caches."""
    encoder: Encoder = field(repr=False)
    behaviour: Behaviour = field(repr=False)
    roles: Mapping[str, RoleGeometry] = field(repr=False)
    tau: float = 1.0
    """Calibrated threshold of the energy at default weights."""
    warnings: tuple[str, ...] = ()
    """Sentences for the person who maintains the profiles."""

    @property
    def encoder_name(self) -> str:
        """Name and version, such as ``wordllama/0.4.0``."""
        return encoder_id(self.encoder)

    @property
    def dimension(self) -> int:
        """Length d of the behaviour vector."""
        return self.behaviour.dimension

    @cached_property
    def leak_dimension_ratio(self) -> float:
        """Dim span(V) / d, the largest over the roles; above one half D_leak says little."""
        widest = max((r.other_basis.shape[1] for r in self.roles.values()), default=0)
        return float(widest / self.dimension) if self.dimension else 0.0

    def angles(self, first: str, second: str) -> tuple[float, ...]:
        """Return the principal angles between two roles, in degrees, ascending."""
        radians = principal_angles(self.roles[first].basis, self.roles[second].basis)
        return tuple(round(float(np.degrees(angle)), 4) for angle in radians)

    @cached_property
    def confusability(self) -> Matrix:
        """Symmetric matrix in [0, 1], in the order of ``roles``: shared part of two bases."""
        bases = [role.basis for role in self.roles.values()]
        matrix = np.eye(len(bases))
        for i, first in enumerate(bases):
            for j in range(i + 1, len(bases)):
                matrix[i, j] = matrix[j, i] = overlap(first, bases[j])
        return matrix

    def nearest(self, vector: Matrix, apart_from: str | None = None) -> str | None:
        """Return the role whose subspace holds most of a vector; ties go to the first.

        Args:
            vector: z, shape ``(d,)``.
            apart_from: A role that is left out: what its subspace holds is taken off first, so
                that the answer names the other role towards which the turn leans.
        """
        if apart_from is not None:
            own = self.roles[apart_from].basis
            vector = vector - own @ (own.T @ vector)
        best: str | None = None
        most = 1e-9
        held = self._belongs @ (self._stacked.T @ vector) ** 2
        for name, share in zip(self.roles, held.tolist(), strict=True):
            if name != apart_from and share > most + 1e-9:
                best, most = name, share
        return best

    @cached_property
    def _stacked(self) -> Matrix:
        """All bases side by side, so that one product serves all roles."""
        if not self.roles:
            return np.zeros((self.dimension, 0))
        return np.ascontiguousarray(np.hstack([role.basis for role in self.roles.values()]))

    @cached_property
    def _belongs(self) -> Matrix:
        """Which column of the stacked bases is whose, shape ``(roles, columns)``."""
        ranks = [role.rank for role in self.roles.values()]
        return np.repeat(np.eye(len(ranks)), ranks, axis=1)


def profile_texts(profile: RoleProfile) -> tuple[str, ...]:
    """Return the texts that span a role: its description, then its demonstrations."""
    texts = (profile.description, *profile.demonstrations)
    return tuple(text for text in texts if text.strip())


def role_set_digest(roles: RoleSet, encoder: Encoder) -> str:
    """Return the hash that identifies a compiled role set."""
    canonical = json.dumps(roles.to_dict(), ensure_ascii=False, sort_keys=True)
    material = f"{_code()}\n{encoder_id(encoder)}\n{canonical}"
    return sha256(material.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1)
def _code() -> str:
    """Return a hash of this folder's code, word lists and weights: another version measures otherwise."""
    digest = sha256()
    for file in sorted(p for p in Path(__file__).parent.rglob("*") if p.suffix in {".py", ".json"}):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def role_basis(profile: RoleProfile, rows: Matrix, shared: Matrix | None = None) -> Matrix:
    """Return U of one role, shape ``(d, k)``, from the behaviour vectors of its texts.

    ``k = min(16, numerical rank)``, where the profile may set a lower bound than 16 and the
    numerical rank leaves out what counts as noise (:data:`ROLE_NOISE`). Directions that belong to every
    role, if given, come first.
    """
    rank = min(16, profile.basis_rank)
    if shared is None or not rows.size:
        return orthonormal_basis(rows, rank, ROLE_NOISE)
    own = orthonormal_basis(
        rows - rows @ shared @ shared.T, max(1, rank - shared.shape[1]), ROLE_NOISE
    )
    return np.hstack((shared, own))[:, -rank:] if own.shape[1] else shared[:, :rank]


def role_geometry(
    profile: RoleProfile, basis: Matrix, other: Matrix, team: Sequence[RoleProfile] = ()
) -> RoleGeometry:
    """Put a role together with its projectors and rules.

    Args:
        profile: The role.
        basis: U, shape ``(d, k)``.
        other: V, orthonormal basis of the span of all other roles.
        team: All roles of the set.

    Raises:
        DocumentError: A typed rule that can't be understood.
    """
    rules, unchecked = compile_rules(profile, [r for r in team if not _same_role(r, profile)])
    return RoleGeometry(
        profile=profile,
        allowed=frozenset(profile.allowed_speech_acts),
        basis=basis,
        own=projector(basis),
        other_basis=other,
        other=projector(other),
        rules=rules,
        unchecked=unchecked,
        doubt=doubts(profile),
    )


def _same_role(first: RoleProfile, second: RoleProfile) -> bool:
    """Whether two entries are one profile under two names."""
    return (
        first.description == second.description
        and first.demonstrations == second.demonstrations
        and set(first.allowed_speech_acts) == set(second.allowed_speech_acts)
    )


def role_bases(
    profiles: Sequence[RoleProfile], vectors: Sequence[Matrix], shared: Matrix | None = None
) -> list[tuple[Matrix, Matrix]]:
    """Return U and V for every profile.

    Args:
        profiles: The roles, of which two may be the same profile.
        vectors: Per role the behaviour vectors of its texts, shape ``(n_i, d)``.
        shared: Directions that belong to every role, orthonormal, shape ``(d, s)``.

    Returns:
        Per role U, shape ``(d, k_i)``, and an orthonormal basis of the span of all other roles'
        U. A profile that occurs twice counts once: neither copy repels the other.
    """
    bases = [
        role_basis(profile, rows, shared) for profile, rows in zip(profiles, vectors, strict=True)
    ]
    result = []
    for i, profile in enumerate(profiles):
        others = [
            bases[j].T
            for j, other in enumerate(profiles)
            if j != i and not _same_role(profile, other)
        ]
        stacked = np.vstack(others) if others else np.zeros((0, bases[i].shape[0]))
        result.append((bases[i], orthonormal_basis(stacked)))
    return result


_COMPILED: dict[str, CompiledRoles] = {}
_KEEP = 16
_LOCK = Lock()


def compile_roles(roles: RoleSet, encoder: Encoder) -> CompiledRoles:
    """Compile a role set for one encoder.

    Args:
        roles: The profiles. A role without description and demonstrations gets an empty basis:
            D_out is then left out (0), and a warning says so.
        encoder: What turns text into vectors.

    Returns:
        Bases, projectors, machine-checked rules and the calibrated threshold. Deterministic. The
        last few results are kept for the process, by the hash of role set and encoder.

    Raises:
        DocumentError: A typed rule that can't be understood.
    """
    digest = role_set_digest(roles, encoder)
    known = remembered(digest, encoder)
    if known is not None:
        return known
    compiled = _compile(roles, encoder, digest)
    remember(compiled)
    return compiled


def remembered(digest: str, encoder: Encoder) -> CompiledRoles | None:
    """Return a role set that this process has compiled before, or None."""
    with _LOCK:
        known = _COMPILED.get(digest)
    return known if known is not None and known.encoder is encoder else None


def remember(compiled: CompiledRoles) -> None:
    """Keep a compiled role set for the process; the oldest ones go."""
    with _LOCK:
        while len(_COMPILED) >= _KEEP:
            _COMPILED.pop(next(iter(_COMPILED)))
        _COMPILED[compiled.digest] = compiled


def _compile(roles: RoleSet, encoder: Encoder, digest: str) -> CompiledRoles:
    from core.drift.calibrate import calibrate  # calibration scores turns, which needs this module

    profiles = roles.roles
    behaviour = Behaviour.learn(profiles, encoder)
    vectors = [behaviour.vectors(profile_texts(profile)) for profile in profiles]
    warnings = _warnings(profiles)
    compiled: dict[str, RoleGeometry] = {}
    for profile, (basis, other) in zip(
        profiles, role_bases(profiles, vectors, behaviour.shared_axes), strict=True
    ):
        compiled[profile.name] = role_geometry(profile, basis, other, profiles)
    draft = CompiledRoles(
        name=roles.name,
        version=roles.version,
        digest=digest,
        encoder=encoder,
        behaviour=behaviour,
        roles=compiled,
        warnings=tuple(warnings),
    )
    return calibrate(draft)


def _warnings(profiles: Sequence[RoleProfile]) -> list[str]:
    found = []
    for profile in profiles:
        count = len(profile.demonstrations)
        if count < 3:
            found.append(
                f"{profile.name} has {count} demonstration{'s' * (count != 1)}; "
                "with fewer than three its distance from the role says little."
            )
        if not profile.allowed_speech_acts:
            found.append(f"{profile.name} allows no speech act, so everything it says drifts.")
    names = sorted(profile.name for profile in profiles)
    found.extend(f"Two roles are called {a}." for a, b in pairwise(names) if a == b)
    return found
