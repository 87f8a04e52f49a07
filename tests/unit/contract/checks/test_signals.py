"""What a whole text does with its contents, and what is said part by part."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact, read_text
from core.contract.checks.calibrate import LABELS, probabilities
from core.contract.checks.signals import signals
from core.contract.model import Fact, FactKind


def lean(kind: FactKind, statement: str, text: str) -> str:
    return compile_fact(Fact(id="F1", statement=statement, kind=kind)).states(text).lean


@pytest.mark.parametrize(
    ("text", "unknown", "pointing", "corrected"),
    [
        ("Nobody could tell me the size of the hall.", True, False, False),
        ("Про размер зала пока неизвестно.", True, False, False),
        ("Die Größe der Halle ist noch offen.", True, False, False),
        ("For the size see the floor plan, page 2.", False, True, False),
        ("I wrote 14 chairs. Correction: 16.", False, False, True),
        ("Désormais, la salle ferme à midi.", False, False, True),
        ("The hall has 40 chairs.", False, False, False),
    ],
)
def test_a_text_that_does_not_know_points_or_corrects(
    text: str, unknown: bool, pointing: bool, corrected: bool
) -> None:
    found = signals(read_text(text))
    assert (bool(found.unknown), bool(found.pointing), bool(found.corrected)) == (
        unknown,
        pointing,
        corrected,
    )


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("three quarters of a litre", [0.75]),
        ("two and a quarter million euros", [2_250_000]),
        ("two thirds of the members", [100 * 2 / 3]),
        ("un litre et demi", [1.5]),
        ("512Mi of memory", [512e6]),
    ],
)
def test_fractions_in_words_are_numbers(text: str, values: list[float]) -> None:
    found = [q.low for q in read_text(text).quantities]
    assert all(any(abs(v - f) < 1e-6 * v for f in found) for v in values)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Bids close on Tuesday, 5 May 2026; they are opened two days later.", (2026, 5, 7)),
        ("Sat 09.05.26: packing\nnext day: the move", (2026, 5, 10)),
        ("The market is on the last Sunday of May 2026.", (2026, 5, 31)),
        ("shift log 2026-05-04\nthe lift closes two weeks from today", (2026, 5, 18)),
    ],
)
def test_days_are_counted_from_another_day(text: str, day: tuple[int, int, int]) -> None:
    assert day in [(m.year, m.month, m.day) for m in read_text(text).moments]


@pytest.mark.parametrize(
    ("kind", "statement", "text", "label"),
    [
        (
            "identifier",
            "The meter number is 40817722",
            "Noting it down: forty, eighty-one, seventy-seven, twenty-two is the meter number.",
            "conveyed",
        ),
        (
            "entity",
            "The conductor is Mira Holt",
            "Mira Holt was the conductor until yesterday. As of today Jonas Pell is our conductor.",
            "contradicted",
        ),
        (
            "list",
            "Papers to hand in: passport, diploma",
            "No file is opened unless the passport and the diploma are handed in.",
            "conveyed",
        ),
    ],
)
def test_codes_names_and_lists(kind: FactKind, statement: str, text: str, label: str) -> None:
    assert lean(kind, statement, text) == label


def test_odds_brought_closer_together_keep_their_order() -> None:
    weights = {"one": (2.0, 0.0, -1.0)}
    sure, flat = (probabilities({"one": 1.0}, weights, f) for f in (1.0, 0.5))
    assert sorted(LABELS, key=sure.__getitem__) == sorted(LABELS, key=flat.__getitem__)
    assert sure["conveyed"] > flat["conveyed"] and abs(sum(flat.values()) - 1) < 1e-9


def test_a_verdict_against_its_own_finding_says_why() -> None:
    fact = Fact(id="F1", statement="The rent is at most 900 EUR", kind="limit")
    texts = (
        "The rent: 900 EUR at most, or so the draft says. I don't know, see the contract.",
        "Last year's sheet had the rent at most 900 EUR. Nobody knows the new limit yet.",
        "Rent unknown. 900 EUR was a rumour, the limit is not decided, ask the office.",
    )
    for text in texts:
        verdict = compile_fact(fact).states(text)
        assert verdict.label in (verdict.lean, "unsure") and verdict.reason.endswith(".")
        assert verdict.confidence == max(verdict.scores.values())
