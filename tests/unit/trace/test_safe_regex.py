"""Patterns that people write never take long, whatever text they meet."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.trace.redact import Rules, redact_text
from core.trace.safe_regex import bounded_pattern, check_pattern


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("(a+)+b", "repeats inside"),
        ("(a|aa)*c", "alternatives"),
        (r"(a)\1", "refers back"),
        ("a*b*c*", "two open repeats"),
        ("[", "can't be read"),
        ("  ", "empty"),
        ("a" * 301, "longer"),
    ],
)
def test_what_is_refused(pattern, words):
    with pytest.raises(InputError, match=words):
        check_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", [r"\w+@", r"[A-Z]+-\d+", r"\s*\w+!", r"(?:\d{1,9}){1}x", "a.*z"]
)
def test_what_passes_is_quick_on_any_text(pattern):
    found = bounded_pattern(pattern)
    for text in ("a" * 100_000, "A1" * 50_000, " " * 100_000, "7" * 100_000):
        started = time.process_time()
        found.sub("x", text)
        assert time.process_time() - started < 3


@settings(max_examples=100, deadline=None)
@given(st.text("aB7-_ ", max_size=60))
def test_a_bounded_pattern_finds_what_the_pattern_finds(text):
    import re

    pattern = r"[A-Z]+-[0-9]+"
    assert bounded_pattern(pattern).findall(text) == re.findall(pattern, text)


def test_a_long_match_goes_in_pieces_and_whole():
    text, counts = redact_text("0" * 450, Rules(secrets=False, patterns=("[0-9]+",)))
    assert "0" not in text
    assert counts == {"pattern: [0-9]+": 3}
