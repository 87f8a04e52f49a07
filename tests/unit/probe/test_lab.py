"""The policy lab on episodes whose true effects are known."""

import random
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.gate.builtin import GPT_TERRA
from core.gate.history import History
from core.gate.model import PriorRow, PriorsSet
from core.gate.statistics import mcnemar_exact
from core.probe.counts import more_needed, rows_of
from core.probe.episode import Arm, Ending, Episode, effect_of
from core.probe.lab import compare_policies
from core.probe.policies import POLICIES, Knowledge

# Frontier -> (how often it occurs, repair -> (helps, harms)). Asking mostly changes nothing and
# does harm; integrating mends half of the unconsumed ones; for what is misrouted it does harm.
TRUTH = {
    "unconsumed": (0.4, {"INTEGRATE": (0.6, 0.0)}),
    "misrouted": (0.3, {"INTEGRATE": (0.05, 0.5)}),
    "absent": (0.3, {"ASK": (0.05, 0.4)}),
}


def ending(passed, tokens=100):
    return Ending(passed=passed, reason="", tokens=tokens, how="quiet")


def arm_of(repair, frontier, native, passed, **more):
    given = {"decision": "COMMIT", "model": "m", "added": 20, **more}
    return Arm(
        repair=repair, frontier=frontier, ending=ending(passed, 120),
        effect=effect_of(native, passed), **given,
    )  # fmt: skip


PLACES = count(1)


def episode(frontier, native, *arms, **more):
    """Return an episode at a place of its own."""
    return Episode(
        **{"boundary": next(PLACES), "seed": 1, **more}, fault="drop", fact="f",
        native=ending(native), detected=frontier, arms=arms,
    )  # fmt: skip


def draw(number, seed):
    rng = random.Random(seed)
    for _ in range(number):
        frontier = rng.choices(list(TRUTH), [share for share, _ in TRUTH.values()])[0]
        ((repair, (helps, harms)),) = TRUTH[frontier][1].items()
        x = rng.random()
        native, passed = (False, True) if x < helps else (True, False) if x > 1 - harms else (
            (same := rng.random() < 0.5), same)  # fmt: skip
        yield episode(frontier, native, arm_of(repair, frontier, native, passed))


def results(episodes, **rest):
    return {result.name: result for result in compare_policies(episodes, **rest)}


def regret(count, seed, test):
    """How much success is lost against who knows the truth: integrate what is unconsumed."""
    arms = [arm for one in draw(count, seed) for arm in one.arms]
    priors = PriorsSet(name="drawn", model="m", rows=tuple(rows_of(arms, 100)))
    ideal = PriorsSet(
        name="truth", model="m",
        rows=(
            PriorRow(repair="INTEGRATE", frontier="unconsumed", episodes=100, helped=60, harmed=0),
            PriorRow(repair="INTEGRATE", episodes=100, helped=30, harmed=20),
        ),
    )  # fmt: skip
    gate = (POLICIES["no-history"],)
    best, own = (results(test, priors=p, policies=gate) for p in (ideal, priors))
    return best["no-history"].success - own["no-history"].success


def test_the_lab_recovers_what_is_true():
    found = results(draw(400, 1))
    never, always, full = found["never"], found["always"], found["full"]
    assert always.success < never.success < full.success
    assert full.p < 0.001 and full.losses == 0 and full.wins > 50
    assert found["aggregate"].success < full.success
    assert found["checklist"].success < full.success
    assert (never.interventions, never.wins, never.losses, never.p) == (0, 0, 0, 1.0)
    assert always.interventions == 400 and always.tokens > full.tokens > never.tokens
    assert always.p == mcnemar_exact(always.wins, always.losses)
    assert always.unchanged == 400 - always.wins - always.losses


def test_regret_falls_as_episodes_grow():
    test = list(draw(200, 99))
    few, more, many = (
        sum(regret(count, seed, test) for seed in range(20)) / 20 for count in (6, 12, 60)
    )
    assert few > more + 0.02 and more > many + 0.02 and many < 0.01


def test_counts_of_the_same_episode_are_not_used_for_it():
    """Five episodes that helped admit a repair, but each of them may use only the other four."""
    helped = [episode("absent", False, arm_of("RETRIEVE", "absent", False, True)) for _ in range(5)]
    assert results(helped, folds=5)["full"].interventions == 0
    more = helped + [replace(one, boundary=next(PLACES)) for one in helped]
    assert results(more, folds=5)["full"].interventions == 10
    with pytest.raises(ValueError, match="two folds"):
        compare_policies(helped, folds=1)


def test_other_seeds_of_the_same_place_are_not_used_either():
    """They differ in nothing but the seed: with them, the counts would know the answer."""
    arm = arm_of("RETRIEVE", "absent", False, True)
    helped = [episode("absent", False, arm, boundary=9, seed=n) for n in range(40)]
    assert results(helped)["full"].interventions == 0
    assert results(helped, by_place=False)["full"].interventions == 40
    elsewhere = [episode("absent", False, arm) for _ in range(8)]
    assert results(helped + elsewhere)["full"].interventions == 48


def test_counts_of_one_model_say_nothing_about_another():
    def gap(model, helps):
        arm = arm_of("RETRIEVE", "absent", not helps, helps, model=model)
        return episode("absent", not helps, arm)

    mixed = [gap(*kind) for _ in range(20) for kind in (("good", True), ("bad", False))]
    full = results(mixed)["full"]
    assert (full.wins, full.losses, full.interventions) == (20, 0, 20)
    one = PriorsSet(
        name="good", model="good",
        rows=(PriorRow(repair="RETRIEVE", episodes=20, helped=20, harmed=0),),
    )  # fmt: skip
    confirmed, refused = (
        results(mixed, priors=one, for_any_model=any_model)["no-history"]
        for any_model in (True, False)
    )
    assert (confirmed.interventions, refused.interventions) == (40, 20)


def test_each_episode_of_a_policy_can_be_looked_up():
    gap = episode("unconsumed", False, arm_of("INTEGRATE", "unconsumed", False, True))
    (full,) = compare_policies([gap], priors=GPT_TERRA, policies=[POLICIES["full"]])
    assert [(one.repair, one.passed, one.tokens) for one in full.replayed] == [
        ("INTEGRATE", True, 120)
    ]


def test_published_counts_integrate_the_unconsumed_only():
    gap = episode("unconsumed", False, arm_of("INTEGRATE", "unconsumed", False, True))
    other = episode("misrouted", False, arm_of("INTEGRATE", "misrouted", False, True))
    found = results([gap, other], priors=GPT_TERRA)
    assert (found["full"].wins, found["full"].interventions) == (1, 1)
    assert found["aggregate"].interventions == 0
    # Without frontiers a list takes one repair for all gaps: INTEGRATE has the highest u.
    assert found["checklist"].interventions == 2


def test_history_takes_a_repair_out_that_goes_wrong():
    bad = episode("unconsumed", True, arm_of("INTEGRATE", "unconsumed", True, False))
    found = results([bad] * 200, priors=GPT_TERRA)
    assert found["no-history"].interventions == 200
    assert 0 < found["full"].interventions < 30
    assert found["full"].losses == found["full"].interventions
    history = History().after("ASK", "absent", rolled_back=True)
    assert history.of("ASK", "absent").discount > 0 == history.of("ASK", "misrouted").discount


def test_without_rollback_what_should_be_undone_goes_out():
    arm = arm_of(
        "INTEGRATE", "unconsumed", True, True, decision="ROLLBACK", unchecked=ending(False)
    )
    found = results([episode("unconsumed", True, arm)], priors=GPT_TERRA)
    assert found["full"].losses == 0 and found["no-rollback"].losses == 1


def test_failed_episodes_count_for_nothing():
    assert results([episode(None, True), episode(None, False, failed=True)])["never"].episodes == 1


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_more_episodes_are_asked_for_until_it_is_settled(helped, neutral, harmed):
    m = helped + neutral + harmed
    row = PriorRow(repair="ASK", episodes=m, helped=helped, harmed=harmed)
    more = more_needed(row)
    if m == 0:
        assert more is None
    elif more is not None:
        assert more == 0 or m + more >= 5
        scaled = {"episodes": m * 30, "helped": helped * 30, "harmed": harmed * 30}
        assert more_needed(row.model_copy(update=scaled)) is not None


def test_every_policy_forwards_where_nothing_can_be_done():
    known = Knowledge(priors=GPT_TERRA)
    assert all(p.choose(episode("absent", True), known) is None for p in POLICIES.values())
