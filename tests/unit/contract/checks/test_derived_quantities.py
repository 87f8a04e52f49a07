"""Values that a text gives only through others."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact, read_text
from core.contract.checks.evidence import Finding
from core.contract.model import Fact


def _found(statement: str, text: str) -> Finding:
    check = compile_fact(Fact(id="F", statement=statement, kind="value"))
    return check.find(check.reads(read_text(text)), work=False)


@pytest.mark.parametrize(
    ("statement", "text", "code", "words"),
    [
        (
            "The school has 1,204 pupils",
            "The pupils of the school: 602 girls and 602 boys; nobody else.",
            "derived-sum",
            "1,204: 602 + 602.",
        ),
        (
            "The cost of the move is 18 450 EUR",
            "Cost of the move: van 12 000 EUR, packing 5 300 EUR, storage 1 150 EUR. Nothing else.",
            "derived-sum",
            "18 450 EUR: 12 000 EUR + 5 300 EUR + 1 150 EUR.",
        ),
        (
            "The order is 240 eggs",
            "The order is 20 trays of 12 eggs.",
            "derived-product",
            "240: 20 × 12.",
        ),
        (
            "The jackets cost 360 EUR",
            "We pay for 12 jackets at 30 EUR each.",
            "derived-product",
            "360 EUR: 12 × 30 EUR.",
        ),
        (
            "Donations paid 64 % of the roof",
            "The grant paid 36 % of the roof, the rest came from donations.",
            "derived-rest",
            "64 %: 100 % - 36 %.",
        ),
        (
            "The licence costs 4,800 EUR with the duty",
            "The licence costs 4 000 EUR plus 20 % duty.",
            "derived-percent",
            "4,800 EUR: 4 000 EUR + 20 %.",
        ),
        (
            "Sunday work pays 1.75 times the wage",
            "Sunday work pays the wage plus 75 %.",
            "derived-percent",
            "1.75: 1 + 75 %.",
        ),
        (
            "The club has 90 voters",
            "Three quarters of the 120 members of the club are voters.",
            "derived-share",
            "90: Three quarters of 120.",
        ),
    ],
)
def test_value_given_through_others(statement: str, text: str, code: str, words: str) -> None:
    found = _found(statement, text)
    assert (found.lean, found.code, found.reason) == ("conveyed", code, words)
    assert found.span is not None


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        # No word says that the parts are all.
        ("The school has 1,204 pupils", "The school has 602 girls and 602 boys as pupils."),
        # The sum is of something else.
        ("The school has 1,204 pupils", "In total we bought 602 pens and 602 brushes."),
        # The result differs.
        ("The order is 250 eggs", "The order is 20 trays of 12 eggs."),
        # It is only supposed.
        ("The order is 240 eggs", "If the order were 20 trays of 12 eggs, we would need a van."),
    ],
)
def test_no_value_is_made_up(statement: str, text: str) -> None:
    assert not _found(statement, text).code.startswith("derived")
