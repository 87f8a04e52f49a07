"""The threshold tau, calibrated per encoder and role set from the profiles' own texts.

Published thresholds belong to another encoder. What a profile itself offers are demonstrations
(consistent by definition) and drift examples. Each demonstration is scored as if it had been left
out of its role, since a role always fits the texts it was built from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.drift.acts import speech_acts
from core.drift.doubt import doubted, doubts
from core.drift.energy import energy, leakage, linguistic, out_of_role, projector
from core.drift.geometry import (
    CompiledRoles,
    RoleGeometry,
    profile_texts,
    role_basis,
)
from core.drift.model import Terms, Weights
from core.drift.predicates import Context
from core.drift.reading import read
from core.drift.rules import broken_rules

DEFAULT_TAU = 1.0
"""Threshold without any example to calibrate it with."""

CONSISTENT_SHARE = 0.9
"""Without drift examples: the share of demonstrations that stays below tau."""

BLUR = 0.2
"""Spread of a single text's energy, as a share of the standard deviation of all."""

NEARLY_EQUAL = 0.9
"""Overlap of two role bases above which a warning is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The energy of one of a profile's own texts."""

    role: str
    text: str
    drifted: bool
    energy: float


def samples(compiled: CompiledRoles, weights: Weights | None = None) -> tuple[Sample, ...]:
    """Score every demonstration (left out of its role) and every drift example of a role set."""
    found = []
    for name, role in compiled.roles.items():
        profile = role.profile
        rows = compiled.behaviour.vectors(profile_texts(profile))
        texts = profile_texts(profile)
        for text in profile.demonstrations:
            if text.strip():
                vector = compiled.behaviour.left_out.get(text)
                keep = [row for row, other in zip(rows, texts, strict=True) if other != text]
                stacked = np.array(keep) if keep else np.zeros((0, compiled.dimension))
                basis = role_basis(profile, stacked, compiled.behaviour.shared_axes)
                if vector is None:
                    vector = compiled.behaviour.vector(read(text))
                e = _energy(role, text, vector, projector(basis), weights)
                found.append(Sample(role=name, text=text, drifted=False, energy=e))
        for text in profile.drift_examples:
            if text.strip():
                vector = compiled.behaviour.vector(read(text))
                e = _energy(role, text, vector, role.own, weights)
                found.append(Sample(role=name, text=text, drifted=True, energy=e))
    return tuple(found)


def _energy(
    role: RoleGeometry,
    text: str,
    vector: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    own: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    weights: Weights | None,
) -> float:
    reading = read(text)
    acts = doubted(speech_acts(reading)[0], doubts(role.profile, without=text))
    known = role.rank > 0 and bool(np.any(vector))
    terms = Terms(
        out=out_of_role(own, vector) if known else 0.0,
        leak=leakage(role.other, vector) if known else 0.0,
        ling=linguistic(acts, role.allowed),
        logic=float(len(broken_rules(role.rules, Context(reading=reading)))),
    )
    return energy(terms, weights)


def threshold(consistent: Sequence[float], drifted: Sequence[float]) -> float:
    """Return the threshold that separates two sets of energies best.

    Args:
        consistent: Energies of texts that should stay below.
        drifted: Energies of texts that should lie above; may be empty.

    Returns:
        Of the stretches on which the balanced accuracy is highest, the middle of the one where it
        is highest also if every text is spread around its energy (:data:`BLUR`): a profile has
        few texts, and the next one won't score exactly the same. Without drifted texts the 90 %
        quantile of the consistent ones; :data:`DEFAULT_TAU` without any.
    """
    good = np.sort(np.asarray(consistent, dtype=np.float64))
    bad = np.sort(np.asarray(drifted, dtype=np.float64))
    if good.size == 0:
        return DEFAULT_TAU
    if bad.size == 0:
        return round(float(np.quantile(good, CONSISTENT_SHARE)), 4)
    values = np.unique(np.concatenate((good, bad)))
    edges = np.concatenate(([values[0] - 0.1], (values[1:] + values[:-1]) / 2, [values[-1] + 0.1]))
    below = np.searchsorted(good, edges, side="right") / good.size
    above = 1 - np.searchsorted(bad, edges, side="right") / bad.size
    exact = np.round((below + above) / 2, 9)
    width = max(float(np.concatenate((good, bad)).std()) * BLUR, 1e-3)
    smooth = _step((edges[:, None] - good) / width).mean(axis=1)
    smooth += _step((bad - edges[:, None]) / width).mean(axis=1)
    smooth[exact < exact.max()] = -1.0
    best = np.flatnonzero(np.round(smooth, 9) == np.round(smooth.max(), 9))
    return round(float(edges[best[len(best) // 2]]), 4)


def _step(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a smooth step from 0 to 1."""
    smooth: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(distance, -40.0, 40.0)))
    return smooth


_KNOWN: dict[tuple[str, Weights], float] = {}
_KEEP = 64


def tau_for(compiled: CompiledRoles, weights: Weights) -> float:
    """Return the threshold of a role set under some weights.

    Args:
        compiled: The role set; its own tau was calibrated under the method's weights.
        weights: The weights in use. Others than the method's have the profiles' texts scored
            again, once for each role set and weights.
    """
    if weights == Weights():
        return compiled.tau
    key = (compiled.digest, weights)
    if key not in _KNOWN:
        scored = samples(compiled, weights)
        while len(_KNOWN) >= _KEEP:
            _KNOWN.pop(next(iter(_KNOWN)))
        _KNOWN[key] = threshold(
            [s.energy for s in scored if not s.drifted], [s.energy for s in scored if s.drifted]
        )
    return _KNOWN[key]


def calibrate(compiled: CompiledRoles) -> CompiledRoles:
    """Return the role set with its threshold and with warnings about its profiles."""
    scored = samples(compiled)
    tau = threshold(
        [s.energy for s in scored if not s.drifted], [s.energy for s in scored if s.drifted]
    )
    warnings = list(compiled.warnings)
    for sample in scored:
        if not sample.drifted and sample.energy > tau:
            head = sample.text if len(sample.text) <= 60 else sample.text[:57] + "..."
            warnings.append(
                f"A demonstration of {sample.role} itself scores as drifted when left out "
                f"(E {sample.energy:.2f} > {tau:.2f}): “{head}”"
            )
    names = list(compiled.roles)
    for i, first in enumerate(names):
        for j in range(i + 1, len(names)):
            if compiled.confusability[i, j] > NEARLY_EQUAL:
                warnings.append(f"{first} and {names[j]} are nearly the same role.")
    return replace(compiled, tau=tau, warnings=tuple(warnings))
