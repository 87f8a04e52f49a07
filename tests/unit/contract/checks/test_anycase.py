"""Expressions that take capitals and small letters for the same find what ``re.I`` finds."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract.checks import cues, moods, number_cues, signals
from core.contract.checks.anycase import AnyCase, lowered

_CUES = [
    value
    for module in (cues, moods, number_cues, signals)
    for value in vars(module).values()
    if isinstance(value, AnyCase)
]
_WORDS = (
    "Must MUST not Not NEVER please ask WHETHER it was moved Moved to Monday nicht NICHT mehr Über über "
    "больше НЕ более Нельзя must\u017f I\u0307t \u0130t ta\u017fk µg ΣΑΣ désormais DÉSORMAIS ß ẞ no longer We went Went . ? , ; - 12 9:30"
).split()
_TEXTS = st.lists(st.sampled_from(_WORDS) | st.text(max_size=4), max_size=14).map(" ".join)


def _spans(found: Iterable[re.Match[str]]) -> list[tuple[tuple[int, int], ...]]:
    return [match.regs for match in found]


@given(text=_TEXTS, number=st.integers(0, len(_CUES) - 1))
@settings(max_examples=300, deadline=None)
def test_finds_what_the_flag_finds(text: str, number: int) -> None:
    quick = _CUES[number]
    exact = re.compile(quick.pattern, quick.flags)
    assert _spans(quick.finditer(text)) == _spans(exact.finditer(text))
    for start in (0, len(text) // 2):
        one, other = quick.search(text, start), exact.search(text, start)
        assert (one and one.regs) == (other and other.regs)
        one, other = quick.match(text, start), exact.match(text, start)
        assert (one and one.group()) == (other and other.group())


def test_a_part_may_heed_capitals() -> None:
    name = AnyCase(r"\bby (?-i:[A-Z][a-z]+)\b")
    assert [m.group() for m in name.finditer("by noon, BY Anna, by Otto")] == ["BY Anna", "by Otto"]


@pytest.mark.parametrize("text", ["\u0130ki", "ta\u017fk", "5 µg", "ΣΑΣ"])
def test_letters_without_a_small_form_of_their_own_are_left_alone(text: str) -> None:
    assert lowered(text) is None


def test_every_letter_that_the_flag_takes_for_another_is_known() -> None:
    """What ``re.I`` takes for a letter of our alphabets, and isn't its capital, has no small form here."""
    ours = "abcdefghijklmnopqrstuvwxyzßàáâäçèéêëíîïñóôöœùúûüабвгдеёжзийклмнопрстуфхцчшщъыьэюя"
    like = re.compile(f"[{ours}]", re.IGNORECASE)
    every = "".join(map(chr, range(0x80, 0x1_0000)))
    for match in like.finditer(every):
        sign = match.group()
        assert sign.lower() in ours or lowered(sign) is None, hex(ord(sign))
