"""A text says the same whichever line ends it was saved with."""

import pytest

from core.contract.checks.check import compile_fact
from core.contract.model import Fact

TEXTS = (
    "Budget\n======\n\nat most 500 EUR\n",
    "name,budget\nnorth,500 EUR\nsouth,700 EUR\n",
    "Site: south\nBudget: 700 EUR\n\nSite: north\nBudget: at most 500 EUR\n",
    "Do not:\n- exceed the budget of 500 EUR\n- call\n",
)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028", "\u2029", "\x85"])
@pytest.mark.parametrize("text", TEXTS)
def test_line_ends_change_no_verdict(text: str, end: str) -> None:
    check = compile_fact(
        Fact(
            id="budget", statement="The budget of the north site is at most 500 EUR.", kind="limit"
        )
    )
    plain, other = check.states(text), check.states(text.replace("\n", end))
    assert (other.label, other.reason) == (plain.label, plain.reason)
