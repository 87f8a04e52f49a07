"""Looking up words first finds what searching every clause for every phrase finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.drift.lexicon.expand import alternatives, needs
from core.drift.lexicon.model import clause_pattern, find_all

SOURCES = (
    r"\bhence\b|\b(?:no|not any) (?:hits?|match(?:es)?)\b",
    r"^(?:then |so )?(?:ask|tell) (?!me\b)(?:the )?[a-z]+\b",
    r"\bclean\w*\b|\w+ing up\b|(?<!un)likely\b",
    r"\bby\s+(?:the\s+)?(?:noon|\d{1,2}(?!%))\b|§|\b[a-z]{1,3}-\d+",
    r"\b(?:\w+ ){0,2}times?$|[?(]|\bпровер\w+|^нет\b",
    r"\bit(?:'s| is) (?:a |an )?(?:very )?good\b(?=[.,]|$)",
)
PATTERNS = {source: clause_pattern(source) for source in SOURCES}
WORDS = (
    "hence no not any hit hits match matches ask tell me the cook then so cleaning clean tidying up "
    "likely unlikely by noon 12 12% § r-2 two times time ? ( проверено нет it's it is a an very "
    "good, good goods"
).split()


@pytest.mark.parametrize("source", SOURCES)
@given(words=st.lists(st.lists(st.sampled_from(WORDS), max_size=8), max_size=3))
def test_the_same_clauses_are_found_as_by_plain_search(source, words):
    clauses = [" ".join(clause) for clause in words]
    plain = {i for i, clause in enumerate(clauses) if re.search(source, clause)}
    assert find_all(clauses)[0].get(PATTERNS[source], set()) == plain


def test_a_pattern_is_split_at_its_outermost_bars_only():
    assert alternatives(r"a(?:b|c)|[|(]d|\|e") == ["a(?:b|c)", "[|(]d", r"\|e"]


def test_a_phrase_is_written_out_into_the_words_it_needs():
    ways = needs(r"\bgive (?:it|them) back\b")
    assert ways is not None
    assert {way.words for way in ways} == {
        frozenset({"give", "it", "back"}),
        frozenset({"give", "them", "back"}),
    }


def test_only_a_lone_word_is_taken_for_the_match_itself():
    exact = {
        s: [n.exact for n in needs(s) or []] for s in (r"\bhence\b", r"^hence\b", r"\bso it\b")
    }
    assert exact == {r"\bhence\b": [True], r"^hence\b": [False], r"\bso it\b": [False]}


def test_a_phrase_without_any_fixed_letters_is_searched_everywhere():
    assert needs(r"\b\w+\s*\w+\b") is None


def test_every_phrase_that_ships_can_be_searched_for():
    from core.drift.lexicon.cues import ACT_CUES
    from core.drift.lexicon.phrases import PHRASES

    sources = [source for group in ACT_CUES.values() for _, source in group]
    shipped = [clause_pattern(source) for source in sources] + list(PHRASES.values())
    assert all(phrase.compiled for pattern in shipped for phrase in pattern.phrases)


def test_what_is_too_much_to_write_out_still_tells_where_a_word_begins() -> None:
    many = "|".join(f"w{number}" for number in range(300))

    assert [need.words for need in needs(rf"\b(?:{many}) he\b") or ()] == [{"he"}]
    assert [need.words for need in needs(rf"\bhe (?:{many})\b") or ()] == [{"he"}]
    # Without a space the letters may be the end of any word.
    assert [need.words for need in needs(rf"\b(?:{many})he\b") or ()] == [frozenset()]
