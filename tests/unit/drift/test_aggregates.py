"""Figures of a run from the rows of its log."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.drift import DriftSettings, Weights, compile_roles
from core.drift.aggregates import aggregate, gain_per_10k
from core.drift.calibrate import tau_for
from core.drift.correction import correction_target
from core.drift.targets import correction_map, floor_energies
from tests.unit.drift.helpers import TEAM, HashEncoder


@pytest.fixture(scope="module")
def compiled():
    return compile_roles(TEAM, HashEncoder())


def row(energy, judgement=None, **more):
    return {"energy": energy, "threshold": 1.0, "judgement": judgement, "d_sys": energy, **more}


def test_rc_counts_judgements_never_energies():
    found = aggregate([row(0.1, "drifted"), row(9.0, "consistent"), row(9.0), row(None)])
    assert (found.consistency, found.judged, found.above, found.scored) == (0.5, 2, 2, 3)
    assert aggregate([row(9.0)]).consistency is None


def test_sources_are_told_apart():
    rows = [row(1.0, "drifted"), row(1.0, "consistent", judgement_source="label")]
    assert aggregate(rows).sources == {"person": 1, "label": 1}


def test_rde_is_that_of_released_texts_with_the_uncorrected_mean_beside_it():
    found = aggregate([row(2.0, released_energy=0.5), row(1.0)])
    assert (found.mean_energy, found.released_energy) == (1.5, 0.75)


def test_another_threshold_counts_anew():
    rows = [row(0.5), row(1.5)]
    assert (aggregate(rows).above, aggregate(rows, 0.2).above, aggregate(rows, 2.0).above) == (
        1,
        2,
        0,
    )


def test_an_empty_log_has_no_figures():
    found = aggregate([])
    assert (found.scored, found.mean_energy, found.tokens, found.system_drift) == (
        0,
        None,
        None,
        None,
    )


def test_tokens_count_only_if_every_turn_has_them():
    assert aggregate([row(1.0, tokens=5), row(1.0, tokens=7)]).tokens == 12
    assert aggregate([row(1.0, tokens=5), row(1.0)]).tokens is None


def test_published_gain():
    assert gain_per_10k(93.5, 67.4, 132_800) == pytest.approx(1.97, abs=0.005)
    with pytest.raises(ValueError, match="tokens"):
        gain_per_10k(90, 60, 0)


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.5, 2.0]))
def test_many_targets_at_once_are_the_targets_one_by_one(seed, lam):
    compiled = compile_roles(TEAM, HashEncoder())
    role = compiled.roles["Doer"]
    vector = np.random.default_rng(seed).normal(size=compiled.dimension)
    vector /= np.linalg.norm(vector)
    one = correction_target(role.basis, role.other, vector, lam)
    np.testing.assert_allclose(correction_map(role, lam) @ vector, one, atol=1e-9)
    (floor,) = floor_energies(role, [vector], lam, Weights())
    unit = one / np.linalg.norm(one)
    assert floor == pytest.approx(float(np.sum((role.other @ unit) ** 2)), abs=1e-9)
    assert floor_energies(role, [], lam, Weights()) == []


def test_other_weights_have_tau_calibrated_again(compiled):
    assert tau_for(compiled, Weights()) == compiled.tau
    strict = Weights(alpha=0.0, beta=0.0, gamma=0.0, delta=5.0)
    tau = DriftSettings(weights=strict).threshold(compiled)
    assert tau == tau_for(compiled, strict) != compiled.tau
    assert DriftSettings(weights=strict, tau=0.3).threshold(compiled) == 0.3
