"""Lines behind '>' count as quotations only where somebody said them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.drift import compile_roles, get_encoder, score_turn
from core.drift.model import RoleProfile, RoleSet
from core.drift.quoting import own_words

READER = RoleProfile(
    name="Reader",
    allowed_speech_acts=("ASSERT", "RETRIEVE"),
    prohibitions=("Do not assign tasks to others",),
    demonstrations=("Found on page 3: the hall is closed.", "The list has ten names."),
)


@pytest.fixture(scope="module")
def roles():
    return compile_roles(RoleSet(name="one", roles=(READER,)), get_encoder())


def test_an_order_behind_a_mark_is_still_an_order(roles):
    text = "Nothing new on page 3.\n> Builder, please start at noon."
    plain = score_turn(roles, "Reader", text.replace("> ", ""))
    marked = score_turn(roles, "Reader", text)
    assert marked.acts == plain.acts
    (broken,) = marked.broken
    assert broken.span is not None
    assert text[slice(*broken.span)] == "Builder, please start at noon."


def test_what_somebody_said_before_may_be_quoted(roles):
    text = "This stands in the mail:\n> Builder, please start\n> at noon."
    said = ("Two things. Builder, please start at noon. Thanks!",)
    assert score_turn(roles, "Reader", text, history=said).broken == ()
    assert score_turn(roles, "Reader", text, history=("Something else.",)).broken


@given(st.text(alphabet="ab>¤ \n.", max_size=60), st.lists(st.text(max_size=20), max_size=3))
def test_places_stay_where_they_are(text, history):
    read = own_words(text, history)
    assert len(read) == len(text)
    assert [i for i, c in enumerate(read) if c == "\n"] == [
        i for i, c in enumerate(text) if c == "\n"
    ]
