"""A person's word against the check is an overlay: folded from events, never written into rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.overrides import (
    LABELS,
    fold_overrides,
    key_of,
    overlaid,
    overlay,
    override_payload,
    withdrawn_payload,
)
from core.provenance.model import Evidence, ObligationState
from core.review import ReviewEvent

PLACE = Evidence(seq=2, role="ignores", span=None, reason="not there", confidence=0.8)


def state(**values):
    given_values = {"fact": "deadline", "recipient": "Writer", "seq": 4, "status": "unconsumed"}
    return ObligationState(**(given_values | {"evidence": (PLACE,)} | values))


def said(seen, label, *, author="Ada", name="e1"):
    return ReviewEvent(
        analysis_id="a",
        seq=4,
        kind="wrong_verdict",
        author=author,
        reason="it says so in the second line",
        payload=override_payload(seen, label),
        id=name,
    )


def test_a_word_replaces_the_state_that_was_seen_and_no_other():
    seen, later = state(), state(seq=9)
    standing = fold_overrides([said(seen, "ok")])
    now = overlay(seen, standing[key_of(seen)])
    assert (now.display, now.is_gap) == ("ok", False)
    assert now.reason == "Ada: it says so in the second line"
    assert now.evidence == seen.evidence  # what the check rested on stays to be read
    assert overlaid([seen, later], standing)[1] is later


def test_the_last_word_counts_and_can_be_taken_back():
    seen = state()
    first, second = said(seen, "ok"), said(seen, "absent", author="Bob", name="e2")
    standing = fold_overrides([first, second])[key_of(seen)]
    assert (standing.label, standing.author, standing.was) == ("absent", "Bob", "unconsumed")
    back = ReviewEvent(
        analysis_id="a",
        seq=4,
        kind="wrong_verdict",
        author="Ada",
        payload=withdrawn_payload(standing),
    )
    assert fold_overrides([first, second, back]) == {}


def test_a_contradiction_is_a_flag_on_whatever_status_there_is():
    seen = state(status="ok", unsure=True)
    now = overlay(seen, fold_overrides([said(seen, "contradicted")])[key_of(seen)])
    assert (now.display, now.status, now.unsure) == ("contradicted", "ok", False)


@pytest.mark.parametrize("label", ["unsure", "unconsumed", "wrong", ""])
def test_what_says_nothing_against_the_check_is_refused(label):
    with pytest.raises(InputError):
        override_payload(state(), label)


@given(
    status=st.sampled_from(["ok", "pending", "unconsumed", "misrouted", "absent", "late"]),
    unsure=st.booleans(),
    contradicted=st.booleans(),
    label=st.sampled_from(LABELS),
)
def test_what_a_person_says_is_what_is_shown(status, unsure, contradicted, label):
    seen = state(status=status, unsure=unsure, contradicted=contradicted)
    if label == seen.display:
        return
    now = overlay(seen, fold_overrides([said(seen, label)])[key_of(seen)])
    assert now.display == label
    assert not now.unsure


@given(
    st.dictionaries(
        st.sampled_from(["fact", "recipient", "after", "status", "was", "note"]),
        st.one_of(
            st.none(),
            st.sampled_from(["", "deadline", "Writer"]),
            st.integers(),
            st.sampled_from(LABELS),
        ),
    )
)
def test_a_payload_of_another_make_breaks_nothing(payload):
    event = ReviewEvent(analysis_id="a", seq=1, kind="wrong_verdict", author="Ada", payload=payload)
    assert all(found.label in LABELS for found in fold_overrides([event]).values())
