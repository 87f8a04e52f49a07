"""Numbers, dates and names that a rewrite must neither lose nor make up."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.drift.content import content_of

MAIL = "Ask Dana Ruiz about ticket OPS-71: 3 seats at $1,200 by June 15, see https://example.org/a."


def test_what_counts():
    found = content_of(MAIL)
    assert {3.0, 1200.0} <= found.numbers
    assert {"dana", "ruiz", "ops-71", "https://example.org/a"} <= found.names
    assert found.moments == {(("month", 6), ("day", 15))}


def test_the_first_word_of_a_sentence_is_no_name():
    assert not content_of("Checked. All of it holds.\n- Next step\n**Verdict**").names


def test_another_form_is_no_loss_and_a_longer_date_keeps_a_shorter_one():
    one = content_of("It is at most 45k on June 15.")
    other = content_of("On June 15, 2026, it is at most 45,000.")
    assert one.missing_from(other) == ()
    assert other.missing_from(one) == ("June 15, 2026",)


def test_what_is_lost_is_named_in_the_texts_own_words():
    assert "OPS-71" in content_of(MAIL).missing_from(content_of("Ask Dana Ruiz."))
    assert content_of("Nothing here.").kept_in(content_of("")) == 1.0


@given(st.text(max_size=200))
def test_a_text_keeps_all_of_itself(text):
    found = content_of(text)
    assert found.missing_from(found) == ()
    assert found.kept_in(found) == 1.0
    assert 0.0 <= found.kept_in(content_of("Other words.")) <= 1.0


@pytest.mark.parametrize("piece", ["a", "1", "a-", "a.", "а", "/a", "Anna ", "a+"])
def test_the_time_for_long_words_and_many_names_is_linear(piece):
    times = []
    for size in (5_000, 20_000):
        started = time.process_time()
        content_of(piece * (size // len(piece)))
        times.append(time.process_time() - started)
    assert times[1] < max(8 * times[0], 0.3)
