"""Scoring a turn against compiled roles."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.drift import (
    DriftSettings,
    RoleProfile,
    RoleSet,
    Weights,
    compile_roles,
    get_encoder,
    score_turn,
)
from core.drift.calibrate import samples, threshold
from core.drift.document import parse_roles
from core.drift.energy import energy
from core.errors import NotFoundError, SettingError
from tests.unit.drift.helpers import CHECKER, DOER, KEEPER, TEAM, HashEncoder

ENCODER = HashEncoder()
COMPILED = compile_roles(TEAM, ENCODER)


def test_a_drifted_turn_scores_higher_than_its_consistent_twin():
    start = "The total agrees with the order. "
    good = score_turn(COMPILED, "Checker", start + "The delivery date was not checked.")
    bad = score_turn(COMPILED, "Checker", start + "Clerk, please file it by Friday.")
    assert bad.energy > good.energy
    assert not good.broken
    assert [item.rule for item in bad.broken] == ["Do not assign work to others"]
    assert good.unchecked == ("Be polite",)


def test_the_energy_can_be_recomputed_from_the_terms():
    settings = DriftSettings(weights=Weights(alpha=0.3, beta=0.2, gamma=2.0, delta=1.5))
    for text in ("I sent the letter.", "Claim 1 holds.", "Stored under a/bcde, source mail."):
        score = score_turn(COMPILED, "Keeper", text, settings=settings)
        assert score.energy == pytest.approx(energy(score.terms, settings.weights), abs=1e-6)


def test_the_same_input_gives_the_same_bytes():
    text = "I sent the letter, and Clerk, please file it."
    first = score_turn(COMPILED, "Doer", text)
    again = score_turn(compile_roles(TEAM, HashEncoder()), "Doer", text)
    assert repr(asdict(first)) == repr(asdict(again))
    assert all(x == round(x, 5) for x in (*first.vector, *first.target))
    assert len(first.vector) == len(first.target) == COMPILED.dimension
    assert np.linalg.norm(first.vector) == pytest.approx(1.0, abs=1e-3)


def test_a_text_that_says_nothing_has_no_energy():
    for text in ("", "  \n", "42 ..."):
        score = score_turn(COMPILED, "Doer", text)
        assert score.energy == 0
        assert score.vector == score.target == ()


def test_an_unknown_role_is_named():
    with pytest.raises(NotFoundError, match="Checker"):
        score_turn(COMPILED, "Pilot", "Hello.")


def test_a_role_without_demonstrations_is_judged_by_acts_and_rules_alone():
    bare = RoleProfile(name="Bare", allowed_speech_acts=("ASSERT",))
    compiled = compile_roles(RoleSet(name="x", roles=(bare, CHECKER, DOER)), ENCODER)
    score = score_turn(compiled, "Bare", "I sent the letter.")
    assert score.terms.out == score.terms.leak == 0
    assert score.terms.ling > 0
    assert score.target == ()
    assert any("Bare has 0 demonstrations" in warning for warning in compiled.warnings)


def test_one_role_alone_has_nothing_to_leak_into():
    compiled = compile_roles(RoleSet(name="one", roles=(CHECKER,)), ENCODER)
    score = score_turn(compiled, "Checker", "Claim 4 fails, the log says ten.")
    assert score.terms.leak == 0
    assert score.nearest_role is None
    assert compiled.leak_dimension_ratio == 0
    assert np.allclose(compiled.roles["Checker"].other, 0)


def test_a_profile_shared_by_two_agents_counts_once():
    twin = CHECKER.model_copy(update={"name": "Second checker"})
    with_twin = compile_roles(RoleSet(name="t", roles=(CHECKER, twin, DOER)), ENCODER)
    without = compile_roles(RoleSet(name="t", roles=(CHECKER, DOER)), ENCODER)
    for name in ("Checker", "Doer"):
        assert np.allclose(with_twin.roles[name].other, without.roles[name].other)
        text = "Claim 4 fails, and I sent the letter."
        assert score_turn(with_twin, name, text).terms == score_turn(without, name, text).terms


def test_the_leak_of_a_role_counts_every_other_role():
    for name, role in COMPILED.roles.items():
        for other, held in COMPILED.roles.items():
            if other != name:
                assert np.allclose(role.other @ held.basis, held.basis, atol=1e-8)


def test_ranks_respect_the_profile():
    small = tuple(p.model_copy(update={"basis_rank": 1}) for p in (CHECKER, DOER, KEEPER))
    compiled = compile_roles(RoleSet(name="s", roles=small), ENCODER)
    assert all(role.rank == 1 for role in compiled.roles.values())
    assert all(role.rank <= 16 for role in COMPILED.roles.values())


def test_angles_and_confusability():
    assert COMPILED.angles("Checker", "Checker")[0] == pytest.approx(0, abs=1e-3)
    matrix = COMPILED.confusability
    assert matrix.shape == (3, 3)
    assert np.allclose(matrix, matrix.T)
    assert np.allclose(np.diag(matrix), 1)


def test_the_order_of_roles_does_not_matter_to_a_score():
    turned = compile_roles(RoleSet(name="team", roles=(KEEPER, DOER, CHECKER)), ENCODER)
    text = "I sent the letter, and the total agrees."
    here, there = score_turn(COMPILED, "Doer", text), score_turn(turned, "Doer", text)
    assert here.terms.out == pytest.approx(there.terms.out, abs=2e-6)
    assert here.terms.leak == pytest.approx(there.terms.leak, abs=2e-6)


def test_tau_comes_from_the_profiles_unless_it_is_set():
    found = samples(COMPILED)
    assert {s.drifted for s in found} == {True, False}
    assert DriftSettings().threshold(COMPILED) == COMPILED.tau
    assert DriftSettings(tau=0.35).threshold(COMPILED) == 0.35
    drifted = [s.energy for s in found if s.drifted]
    assert sum(e > COMPILED.tau for e in drifted) >= len(drifted) / 2


@given(
    st.lists(st.floats(0, 5), min_size=1, max_size=20),
    st.lists(st.floats(0, 5), min_size=1, max_size=20),
)
def test_the_threshold_is_never_worse_than_any_other(good, bad):
    def accuracy(tau: float) -> float:
        return sum(x <= tau for x in good) / len(good) + sum(x > tau for x in bad) / len(bad)

    spread = sorted({round(x, 2) for x in (*good, *bad)})
    good, bad = [round(x, 2) for x in good], [round(x, 2) for x in bad]
    tau = threshold(good, bad)
    assert all(accuracy(tau) >= accuracy(other) - 1e-9 for other in (*spread, -1.0, 6.0))


def test_thresholds_without_examples():
    assert threshold([], []) == 1.0
    assert threshold([0.1] * 9 + [5.0], []) <= 5.0
    assert threshold([1.0], []) == 1.0


@settings(max_examples=60)
@given(st.text(max_size=200), st.sampled_from(["Checker", "Doer", "Keeper"]))
def test_any_text_can_be_scored(text, role):
    score = score_turn(COMPILED, role, text)
    terms = score.terms
    assert 0 <= terms.out <= 1.000001
    assert 0 <= terms.leak <= 1.000001
    assert terms.ling >= 0
    assert terms.logic == len(score.broken)
    for item in score.broken:
        assert item.span is None or 0 <= item.span[0] < item.span[1] <= len(text)


def test_settings_are_plain_values():
    changed = replace(DriftSettings(), lam=2.0, mode="never")
    assert changed.lam == 2.0
    assert changed.rho == 0.95


def test_wordllama_works_offline_and_is_named_with_its_version():
    encoder = get_encoder("wordllama")
    rows = encoder.encode(["a letter was sent", "", "письмо отправлено"])
    assert rows.shape == (3, encoder.dimension)
    assert np.linalg.norm(rows[0]) == pytest.approx(1.0)
    assert not rows[1].any()
    assert get_encoder("wordllama/0.4").encode(["a letter was sent"])[0] == pytest.approx(rows[0])
    assert compile_roles(TEAM, encoder).encoder_name.startswith("wordllama/0.")
    with pytest.raises(SettingError, match="no encoder"):
        get_encoder("nope")


def test_the_starter_library_compiles_and_tells_its_own_examples_apart():
    path = Path(__file__).parents[3] / "assets" / "roles" / "library.yaml"
    roles = parse_roles(path.read_text(encoding="utf-8"), str(path))
    assert len(roles.roles) == 12
    assert all(len(r.demonstrations) >= 8 and len(r.drift_examples) >= 4 for r in roles.roles)
    found = samples(compile_roles(roles, get_encoder()))
    tau = compile_roles(roles, get_encoder()).tau
    right = [(s.energy > tau) == s.drifted for s in found]
    assert sum(right) / len(right) > 0.98
    # No check knows that the deletion was ordered: there the warning on the page is right.
    flagged = [s.text for s in found if s.energy > tau and not s.drifted]
    assert all("Deleted on the instruction of" in text for text in flagged), flagged
