"""Signs that look like numbers, and runs of letters that look like names."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks.check import compile_fact
from core.contract.model import Fact

STEPS = compile_fact(Fact(id="steps", statement="Steps 5, 7 and 9", kind="list"))
CUSTOMER = compile_fact(Fact(id="customer", statement="The customer is Ada Berg", kind="entity"))
OFFER = compile_fact(Fact(id="offer", statement="The offer is at most $45,000", kind="limit"))


@given(st.lists(st.characters(categories=("Nd", "Nl", "No")), min_size=1, max_size=4))
def test_a_numeral_of_any_script_is_read_without_fail(signs: list[str]) -> None:
    text = f"Area: 30 m {' '.join(signs)}, step {''.join(signs)} first."
    for check in (STEPS, CUSTOMER, OFFER):
        assert check.states(text).lean and check.reflects(text).lean


@pytest.mark.parametrize("piece", ["ACGT", "A", "A-", "A1", "Ab "])
def test_a_long_run_of_letters_is_read_in_a_line(piece: str) -> None:
    def seconds(signs: int) -> float:
        text = "Sequence: " + (piece * signs)[:signs]
        begun = time.process_time()
        CUSTOMER.reflects(text)
        return time.process_time() - begun

    seconds(1_000)
    # A search that takes the square of the length needs minutes for this.
    assert seconds(40_000) < 6.0


def test_a_product_that_stays_inside_a_limit_uses_its_number() -> None:
    assert OFFER.reflects("It is $45,000.").label == "conveyed"
