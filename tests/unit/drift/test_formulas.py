"""The formulas of role control, by worked example and as properties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.drift.correction import correction_target, objective
from core.drift.energy import (
    cumulative,
    energy,
    leakage,
    linguistic,
    out_of_role,
    projector,
    system_drift,
)
from core.drift.geometry import orthonormal_basis, overlap, principal_angles
from core.drift.model import SPEECH_ACTS, Terms, Weights

D = 6
NUMBERS = st.floats(-2, 2, allow_nan=False, width=32).map(lambda x: round(x, 2))
LAMBDAS = st.sampled_from([0.0, 0.1, 0.5, 1.0, 2.0, 10.0])


@st.composite
def bases(draw: st.DrawFn, most: int = 9) -> np.ndarray:
    """Bases with independent, dependent, zero, no, and more than d columns."""
    k = draw(st.integers(0, most))
    basis = draw(arrays(np.float64, (D, k), elements=NUMBERS))
    if k >= 2 and draw(st.booleans()):
        basis[:, 1] = basis[:, 0] * draw(st.sampled_from([1.0, -1.0, 0.5]))
    return basis


@st.composite
def unit_vectors(draw: st.DrawFn) -> np.ndarray:
    vector = draw(arrays(np.float64, D, elements=NUMBERS))
    norm = np.linalg.norm(vector)
    return vector / norm if norm > 1e-6 else np.eye(D)[0]


@pytest.mark.parametrize(
    ("terms", "expected"),
    [((0.18, 0.11, 0.07, 0.05), 0.36), ((0.57, 0.49, 0.36, 0.31), 1.47)],
)
def test_energy_reproduces_the_published_means(terms, expected):
    out, leak, ling, logic = terms
    assert round(energy(Terms(out=out, leak=leak, ling=ling, logic=logic)), 2) == expected


def test_each_term_has_a_weight_of_its_own():
    ones = Terms(out=1, leak=1, ling=1, logic=1)
    assert energy(ones) == 1 + 1 + 0.5 + 0.75
    assert energy(ones, Weights(alpha=0, beta=0, gamma=0, delta=2)) == 2


@given(bases())
def test_a_projector_is_symmetric_idempotent_and_keeps_its_columns(basis):
    p = projector(basis)
    assert np.allclose(p, p.T)
    assert np.allclose(p @ p, p, atol=1e-6)
    assert np.allclose(p @ basis, basis, atol=1e-5)


@given(bases(), unit_vectors())
def test_out_of_role_and_inside_add_up_to_one(basis, z):
    p = projector(basis)
    out = out_of_role(p, z)
    assert -1e-9 <= out <= 1 + 1e-6
    assert out + leakage(p, z) == pytest.approx(1.0, abs=1e-6)


def test_without_other_roles_nothing_leaks():
    assert leakage(projector(np.zeros((D, 0))), np.eye(D)[0]) == 0.0


@given(bases())
def test_an_orthonormal_basis_spans_no_more_than_its_rows(basis):
    found = orthonormal_basis(basis.T)
    assert np.allclose(found.T @ found, np.eye(found.shape[1]), atol=1e-8)
    p = projector(basis)
    if np.linalg.norm(basis) > 1e-3:
        assert np.allclose(p @ found, found, atol=1e-4)


def test_rank_is_bounded_and_numerical():
    rows = np.vstack([np.eye(D), np.eye(D)])
    assert orthonormal_basis(rows).shape == (D, D)
    assert orthonormal_basis(rows, 2).shape == (D, 2)
    assert orthonormal_basis(np.zeros((3, D))).shape == (D, 0)
    assert orthonormal_basis(np.zeros((0, D))).shape == (D, 0)


@given(st.dictionaries(st.sampled_from(SPEECH_ACTS), st.floats(0, 1)))
def test_allowed_acts_and_refusals_cost_nothing(acts):
    assert linguistic(acts, SPEECH_ACTS) == 0
    assert linguistic(acts, ()) == pytest.approx(
        sum(value for act, value in acts.items() if act != "REFUSE")
    )


@given(bases(), bases(), unit_vectors(), LAMBDAS)
def test_the_target_is_at_least_as_good_as_the_projection(basis, others, z, lam):
    q = projector(others)
    target = correction_target(basis, q, z, lam)
    p = projector(basis)
    assert np.allclose(p @ target, target, atol=1e-5)  # v lies in span(U)
    assert objective(target, z, q, lam) <= objective(p @ z, z, q, lam) + 1e-7


@given(bases(), bases(), unit_vectors(), LAMBDAS, arrays(np.float64, 9, elements=NUMBERS))
def test_no_other_point_of_the_span_is_better(basis, others, z, lam, step):
    q = projector(others)
    target = correction_target(basis, q, z, lam)
    other = target + basis @ step[: basis.shape[1]]
    assert objective(target, z, q, lam) <= objective(other, z, q, lam) + 1e-6


@given(bases(), unit_vectors())
def test_one_role_alone_is_corrected_to_its_projection(basis, z):
    q = np.zeros((D, D))
    assert np.allclose(correction_target(basis, q, z, 0.5), projector(basis) @ z, atol=1e-6)


@given(bases(), unit_vectors(), LAMBDAS)
def test_identical_roles_shrink_the_projection(basis, z, lam):
    p = projector(basis)
    assert np.allclose(correction_target(basis, p, z, lam), p @ z / (1 + lam), atol=1e-5)


@given(bases(), bases(), unit_vectors())
def test_a_stronger_lambda_never_leaks_more(basis, others, z):
    q = projector(others)
    leaks = [leakage(q, correction_target(basis, q, z, lam)) for lam in (0.0, 0.5, 2.0)]
    assert leaks[0] >= leaks[1] - 1e-7 >= leaks[2] - 2e-7


def test_every_agent_decays_each_turn():
    drift = {"A": 2.0, "B": 1.0}
    drift = cumulative(drift, {"A": 0.5})
    assert drift == {"A": 0.95 * 2 + 0.5, "B": 0.95}
    assert system_drift(drift) == pytest.approx(3.35)
    assert cumulative({}, {"C": 0.3}) == {"C": 0.3}


@given(st.lists(st.floats(0, 3), min_size=1, max_size=12), st.sampled_from([0.0, 0.5, 0.95, 1.0]))
def test_cumulative_drift_is_a_discounted_sum(energies, rho):
    drift: dict[str, float] = {}
    for value in energies:
        drift = cumulative(drift, {"A": value}, rho)
    last = len(energies) - 1
    expected = sum(value * rho ** (last - t) for t, value in enumerate(energies))
    assert drift["A"] == pytest.approx(expected)


@given(bases(), bases())
def test_angles_are_symmetric_and_zero_to_oneself(first, second):
    a, b = orthonormal_basis(first.T), orthonormal_basis(second.T)
    assert np.allclose(principal_angles(a, b), principal_angles(b, a), atol=1e-6)
    if a.shape[1]:
        assert np.allclose(principal_angles(a, a), 0, atol=1e-3)
        assert overlap(a, a) == pytest.approx(1.0)
    assert 0 <= overlap(a, b) <= 1 + 1e-9
