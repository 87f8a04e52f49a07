"""Which runs a contract is meant for."""

import pytest

from core.contract.document import parse_contract
from core.contract.fit import misfit

CONTRACT = parse_contract(
    """
apiVersion: baton/v1
kind: FactContract
name: menu
parties: [Brief Writer, Cook, Taster, Waiter]
facts:
  - {id: salt, statement: No salt., owner: Brief Writer, recipients: [Cook]}
""",
    "",
)


@pytest.mark.parametrize(
    ("agents", "reason"),
    [
        (("Brief Writer", "Cook"), ""),
        (("brief_writer", "CookAgent", "Guest"), ""),
        (("Writer", "Guest"), "0 of 4 parties"),  # 'Writer' is no 'Brief Writer'
        (("Cook",), "1 of 4 parties"),
        (("Taster", "Waiter"), "both the owner and a recipient"),
        (("Writer", "Taster", "Cook"), "both the owner and a recipient"),
        ((), "0 of 4 parties"),
    ],
)
def test_a_run_fits_by_names_that_are_the_same(agents, reason):
    said = misfit(agents, CONTRACT)
    assert (said == "") == (reason == "") and reason in said
