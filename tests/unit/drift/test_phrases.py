"""How many of many ways of saying it are heard, and how few false ones."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from core.drift import CompiledRoles, compile_roles, get_encoder, score_turn
from core.drift.acts import speech_acts
from core.drift.document import parse_roles
from core.drift.predicates import PREDICATES, Context
from core.drift.reading import read
from tests.unit.drift.phrases import HEARD, HOLDS, NOT_HEARD
from tests.unit.drift.turns import CONSISTENT, DRIFTED

LIBRARY = Path(__file__).parents[3] / "assets" / "roles" / "library.yaml"


def missed(phrases, heard) -> list[str]:
    return [
        f"{name}: {text}"
        for name, texts in phrases.items()
        for text in texts
        if not heard(name, text)
    ]


def count(phrases) -> int:
    return sum(len(texts) for texts in phrases.values())


def performs(act: str, text: str) -> bool:
    return speech_acts(read(text))[0].get(act, 0.0) >= 0.5


@lru_cache
def library() -> CompiledRoles:
    return compile_roles(parse_roles(LIBRARY.read_text(encoding="utf-8"), ""), get_encoder())


def test_most_ways_of_performing_an_act_are_heard():
    lost = missed(HEARD, performs)
    assert len(lost) <= 0.05 * count(HEARD), "\n".join(lost)


def test_few_sentences_are_taken_for_an_act_that_they_only_resemble():
    false = missed(NOT_HEARD, lambda act, text: not performs(act, text))
    assert len(false) <= 0.15 * count(NOT_HEARD), "\n".join(false)


def test_most_ways_of_breaking_a_rule_are_seen():
    lost = missed(HOLDS, lambda name, text: bool(PREDICATES[name](Context(reading=read(text)), {})))
    assert len(lost) <= 0.05 * count(HOLDS), "\n".join(lost)


def test_the_library_sees_most_drift_and_lets_consistent_turns_pass():
    roles = library()
    calm = missed(CONSISTENT, lambda role, text: not score_turn(roles, role, text).broken)
    assert len(calm) <= 0.12 * count(CONSISTENT), "\n".join(calm)
    unseen = missed(DRIFTED, lambda role, text: bool(score_turn(roles, role, text).broken))
    assert len(unseen) <= 0.2 * count(DRIFTED), "\n".join(unseen)
