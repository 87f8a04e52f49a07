"""What the behaviour vector and the acts make of a turn that leaves its role in one clause."""

from __future__ import annotations

import numpy as np
import pytest

from core.drift import compile_roles, score_turn
from core.drift.acts import speech_acts
from core.drift.reading import read
from tests.unit.drift.helpers import TEAM, HashEncoder

ROLES = compile_roles(TEAM, HashEncoder())
OWN = "The total agrees with the invoice. The date was not checked."


@pytest.mark.parametrize(
    ("clause", "role"),
    [
        ("I stored the total in the shared memory under team/total.", "Keeper"),
        ("I sent the invoice to the customer this morning.", "Doer"),
    ],
)
def test_the_offending_clause_names_the_role_it_leans_to(clause, role):
    score = score_turn(ROLES, "Checker", f"{OWN} {clause}")
    assert score.nearest_role == role
    assert score.terms.leak > score_turn(ROLES, "Checker", OWN).terms.leak


def test_every_role_holds_what_all_turns_share():
    shared = ROLES.behaviour.shared_axes
    for role in ROLES.roles.values():
        assert np.allclose(role.own @ shared, shared)


def test_an_act_that_a_profile_allows_counts_without_a_demonstration():
    axes = []
    for acts in ((), ("RECOMMEND",)):
        keeper = TEAM.roles[2].model_copy(
            update={"allowed_speech_acts": (*TEAM.roles[2].allowed_speech_acts, *acts)}
        )
        roles = TEAM.model_copy(update={"roles": (*TEAM.roles[:2], keeper)})
        behaviour = compile_roles(roles, HashEncoder()).behaviour
        leanings = behaviour.clause_leanings(read("I recommend the blue paper."))
        axes.append(leanings[0, behaviour.axis_of["Keeper"]])
    assert axes[1] > axes[0]


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("I was asked whether the list is cleared for print.", "APPROVE"),
        ("The release isn't mine to give.", "APPROVE"),
        ("Steps 1 to 3: done, no errors.", "PLAN"),
        ("Рекомендации отдела лежат в папке.", "RECOMMEND"),
        ("Before I start I ask first.", "DELEGATE"),
    ],
)
def test_what_is_only_spoken_about_is_not_done(text, act):
    assert speech_acts(read(text))[0].get(act, 0.0) < 0.5
