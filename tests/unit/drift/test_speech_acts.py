"""What a clause does, in English and Russian."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.drift.acts import speech_acts
from core.drift.model import SPEECH_ACTS
from core.drift.reading import mask_quotes, read, split_clauses


def acts(text: str) -> set[str]:
    found, _ = speech_acts(read(text))
    return {act for act, confidence in found.items() if confidence >= 0.5}


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Is the hall free on Sunday?", "QUESTION"),
        ("Found in the handbook, section 4, page 12.", "RETRIEVE"),
        ("I compared the sum with the ledger, and it agrees.", "VERIFY"),
        ("I have cancelled the order and sent a new one.", "EXECUTE"),
        ("Booked three seats for tomorrow.", "EXECUTE"),
        ("Builder, please start at noon.", "DELEGATE"),
        ("Nina, the second chapter is yours.", "DELEGATE"),
        ("In short: two people agreed and one did not.", "SUMMARIZE"),
        ("I won't run this step.", "REFUSE"),
        ("First freeze the list, then copy it, and if that fails we wait a day.", "PLAN"),
        ("I would recommend the smaller pump.", "RECOMMEND"),
        ("You should pay in two rates.", "RECOMMEND"),
        ("The leaflet is hereby approved.", "APPROVE"),
        ("I saved the price in the shared memory.", "WRITE_MEMORY"),
        ("The train leaves at nine.", "ASSERT"),
        ("Noted; the train leaves at nine.", "ASSERT"),
        ("Noted under train/departure: nine.", "WRITE_MEMORY"),
        ("Noted in the shared log.", "WRITE_MEMORY"),
        ("Я отправил письмо и отменил заказ.", "EXECUTE"),
        ("Пусть Анна проверит смету до пятницы.", "DELEGATE"),
        ("Советую взять второй вариант.", "RECOMMEND"),
        ("Сверил сумму с договором, она подтверждается.", "VERIFY"),
        ("Я записал дату в общую память.", "WRITE_MEMORY"),
        ("Кратко: решения нет.", "SUMMARIZE"),
        ("Свободен ли зал в воскресенье?", "QUESTION"),
    ],
)
def test_the_act_is_heard(text, act):
    assert act in acts(text)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("The Checker has sent the letter.", "EXECUTE"),  # somebody else did it
        ("I have not sent the letter.", "EXECUTE"),
        ("Noted; the train leaves at nine.", "WRITE_MEMORY"),  # a receipt
        ("Noted, thanks.", "WRITE_MEMORY"),
        ("Should I send the letter?", "EXECUTE"),
        ('The minutes say "I approve the plan".', "APPROVE"),  # quoted
        ("The mail that I sent is attached.", "EXECUTE"),  # names a mail
        ("It isn't approved.", "APPROVE"),
        ("Release notes of the last version.", "RECOMMEND"),  # a heading, no imperative
        ("Finished: floor plan, price list.", "EXECUTE"),  # a status, not a report of one's own
        ("Not in memory: the tax number.", "WRITE_MEMORY"),
    ],
)
def test_what_only_looks_like_the_act_is_not(text, act):
    assert act not in acts(text)


def test_a_clause_carries_its_own_acts_and_place():
    text = "Claim 4 fails, the log says ten. Author, please correct it by Monday."
    _, clauses = speech_acts(read(text))
    asked = [c for c in clauses if c.acts.get("DELEGATE", 0) >= 0.5]
    assert [text[c.start : c.end] for c in asked] == ["Author, please correct it by Monday."]


def test_known_agents_are_spoken_to_without_a_please():
    text = "westwind, the second list by noon."
    assert read(text).addressed == ()
    assert read(text, frozenset({"westwind"})).addressed == ()  # a name starts with a capital
    assert read("Westwind, nothing new.", frozenset({"Westwind"})).addressed == ("Westwind",)


def test_nothing_to_read_gives_nothing():
    for text in ("", "   ", "... 42 !!", "\n\n"):
        assert speech_acts(read(text)) == ({}, ())


@given(st.text(max_size=300))
def test_any_text_can_be_read(text):
    found, clauses = speech_acts(read(text))
    assert set(found) <= set(SPEECH_ACTS)
    assert all(0 <= value <= 1 for value in found.values())
    last = 0
    for clause in clauses:
        assert last <= clause.start < clause.end <= len(text)
        last = clause.end


@given(st.text(alphabet="aB .,;:!?\n\"'«»“”1-", max_size=200))
def test_clauses_cover_every_letter_once(text):
    covered = [0] * len(text)
    for start, end, _ in split_clauses(text):
        for position in range(start, end):
            covered[position] += 1
    assert all(count <= 1 for count in covered)
    assert len(mask_quotes(text)) == len(text)
    lost = {c for c, n in zip(text, covered, strict=True) if not n and c.isalnum()}
    assert not lost


@given(st.integers(1, 6))
def test_saying_it_more_often_does_not_make_it_more(times):
    once, _ = speech_acts(read("I sent the letter."))
    often, _ = speech_acts(read(" ".join(["I sent the letter."] * times)))
    assert once == often


@pytest.mark.parametrize("piece", ["if the ", "first ", "a-b", "x\n", "ich habe ", '"', "Anna, "])
def test_a_hostile_text_is_read_in_bounded_time(piece):
    text = piece * (200_000 // len(piece))
    _, clauses = speech_acts(read(text))  # the test's own timeout is the judge
    assert all(clause.end <= 20_000 for clause in clauses)
