"""Reviewers' judgements: a set of their own, and how far they agree with the test."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DocumentError, InputError
from core.gate.merge import merge_priors
from core.gate.model import PriorRow, PriorsSet
from core.gate.priors import priors_from_csv, priors_hash, priors_to_csv
from core.gate.statistics import cohen_kappa
from core.probe.judged import (
    EFFECTS,
    Judged,
    agreement,
    judged_boundaries,
    judged_episodes,
    judged_sets,
)
from core.probe.notes import Judgement
from core.probe.prefix import Plan
from core.probe.record import ProbeState
from core.review import ReviewEvent
from tests.probe_support import gap


def word(case, effect, author="Ada", verifier=None, **more):
    given_ = {"repair": "ASK", "frontier": "absent", "model": "m", "cost": 0.5, **more}
    return Judged(case=case, effect=effect, author=author, verifier=verifier, **given_)


def test_judgements_become_a_set_that_says_whose_it_is():
    words = [word(f"p/{n}", "helped" if n < 6 else "harmed") for n in range(8)]
    words += [word("p/9", "neutral", frontier="misrouted"), word("p/10", "helped", model="other")]
    own, other = judged_sets(words)
    assert (own.model, own.evidence, own.name) == ("m", "reviewers", "reviewers-m")
    assert "1 reviewer on 9 repairs" in own.sources[0]
    row = own.row("ASK", "absent")
    assert (row.episodes, row.helped, row.harmed, row.mean_cost) == (8, 6, 2, 0.5)
    assert own.row("ASK", None).episodes == 9 and other.row("ASK", None).episodes == 1


def test_several_people_on_one_repair_are_one_case():
    words = [word("p/1", "helped"), word("p/1", "harmed", "Ben"), word("p/1", "harmed", "Cem"),
             word("p/2", "helped"), word("p/2", "harmed", "Ben"),
             word("p/3", "harmed"), word("p/3", "helped")]  # fmt: skip
    (own,) = judged_sets(words)
    row = own.row("ASK", None)
    # A majority, a tie, and a changed mind.
    assert (row.episodes, row.harmed, row.neutral, row.helped) == (3, 1, 1, 1)


def test_a_test_and_people_are_never_merged_silently():
    (own,) = judged_sets([word("p/1", "helped")])
    tested = PriorsSet(name="tested", model="m", sources=("May",),
                       rows=(PriorRow(repair="ASK", episodes=5, helped=1, harmed=0),))  # fmt: skip
    with pytest.raises(InputError, match="what a test said"):
        merge_priors([own, tested], "both")
    more = own.model_copy(update={"sources": ("June",)})
    assert merge_priors([own, more], "both").evidence == "reviewers"


def test_the_mark_is_part_of_the_hash_and_changes_none_from_before():
    tested = PriorsSet(name="t", model="m", rows=(PriorRow(repair="ASK", episodes=5, helped=1, harmed=0),))  # fmt: skip
    before = PriorsSet.model_validate({k: v for k, v in tested.to_dict().items() if k != "evidence"})  # fmt: skip
    assert priors_hash(before) == priors_hash(tested)
    assert priors_hash(tested.model_copy(update={"evidence": "reviewers"})) != priors_hash(tested)


def test_a_csv_says_whose_words_it_holds():
    (own,) = judged_sets([word("p/1", "helped")])
    text = priors_to_csv(own)
    assert text.splitlines()[0].endswith(",evidence")
    assert priors_from_csv(text, name="back", model="m").evidence == "reviewers"
    with pytest.raises(DocumentError, match="verifier or reviewers"):
        priors_from_csv(text.replace("reviewers", "rumours"), name="back", model="m")
    tested = own.model_copy(update={"evidence": "verifier"})
    assert "evidence" not in priors_to_csv(tested)


def test_agreement_is_over_what_both_have_seen():
    words = [word(f"p/{n}", "helped", verifier="helped") for n in range(4)]
    words += [word(f"p/{n}", "neutral", verifier="neutral") for n in range(4, 8)]
    words += [word("p/8", "helped", verifier="neutral"), word("a:7", "harmed")]
    found = agreement(words)
    assert (found.pairs, found.same) == (9, 8)
    assert found.interval.low < found.share < found.interval.high
    assert found.kappa == pytest.approx((9 * 8 - (5 * 4 + 4 * 5)) / (81 - 40))
    assert found.table["helped", "neutral"] == 1
    assert agreement([]).kappa is None


@given(st.lists(st.tuples(st.sampled_from(EFFECTS), st.sampled_from(EFFECTS)), max_size=60))
def test_kappa_is_one_for_full_agreement_and_knows_no_order(pairs):
    kappa = cohen_kappa(pairs)
    assert kappa == cohen_kappa([(b, a) for a, b in pairs])
    assert kappa is None or kappa <= 1
    full = cohen_kappa([(a, a) for a, _ in pairs])
    assert full is None or full == 1


def test_what_was_judged_in_a_calibration_meets_the_verifiers_word():
    one, two = gap(1, "ASK", "absent", True, False), gap(2, "ASK", "absent", True, True)
    plan = Plan(episodes=(), skips=(), cost_reference=100)
    said = [Judgement(episode=one.key, repair="ASK", effect="harmed", author="Ada"),
            Judgement(episode=two.key, repair="ASK", effect="helped", author="Ada"),
            Judgement(episode="gone", repair="ASK", effect="helped", author="Ada")]  # fmt: skip
    found = judged_episodes("p", ProbeState(plan=plan, episodes=(one, two), judgements=tuple(said)))
    assert [(j.effect, j.verifier, j.cost) for j in found] == [
        ("harmed", "harmed", 0.5), ("helped", "neutral", 0.5),
    ]  # fmt: skip


def test_what_was_judged_in_review_counts_only_if_it_is_whole():
    payload = {"effect": "helped", "repair": "ASK", "frontier": "absent", "model": "m"}
    event = ReviewEvent(analysis_id="a", seq=4, kind="effect", author="Ada", payload=payload)
    broken = [replace(event, payload={**payload, key: "?"}) for key in ("effect", "repair", "frontier")]  # fmt: skip
    (found,) = judged_boundaries([event, *broken, replace(event, kind="judge")])
    assert (found.case, found.verifier, found.cost) == ("a:4", None, 1.0)
