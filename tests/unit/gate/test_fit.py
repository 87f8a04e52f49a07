"""Which priors say something about a run."""

import pytest

from core.contract.document import parse_contract
from core.gate.builtin import DEEPSEEK, GPT_TERRA
from core.gate.fit import priors_fit
from core.gate.model import PriorRow, PriorsSet

PLAYED = {"Collector": "acme/gpt-5.6-terra", "Writer": "another"}


def contract(kind):
    return parse_contract(f"""\
apiVersion: baton/v1
kind: FactContract
name: one
facts:
  - {{id: parts, statement: "Parts: lid, base, seal", kind: {kind}, owner: Collector, recipients: [Writer]}}
""")


def counted(repair, episodes=9):
    row = PriorRow(repair=repair, frontier=None, episodes=episodes, helped=4, harmed=0)
    return PriorsSet(name="own", model="gpt-5.6-Terra", rows=(row,))


def test_a_set_fits_where_its_model_plays():
    fit = priors_fit(GPT_TERRA, PLAYED, contract("value"))
    assert fit.fits and fit.episodes == 58
    assert fit.why == (
        "it was measured on GPT-5.6-Terra, which plays Collector, and counts ASK and INTEGRATE"
    )


def test_the_model_of_nobody_fits_nobody_and_says_who_played():
    fit = priors_fit(DEEPSEEK, PLAYED, None)
    assert not fit.fits
    assert fit.why.endswith("and acme/gpt-5.6-terra and another played this run")
    assert "names no model" in priors_fit(DEEPSEEK, {"Collector": ""}, None).why


@pytest.mark.parametrize(
    ("repair", "kind", "fits"),
    [
        ("DECOMPOSE", "list", True),
        ("DECOMPOSE", "value", False),
        ("VERIFY", "value", True),
        ("VERIFY", "free_text", False),
        ("ASK", "free_text", True),
    ],
)
def test_a_repair_that_no_fact_calls_for_is_no_reason(repair, kind, fits):
    fit = priors_fit(counted(repair), PLAYED, contract(kind))
    assert fit.fits is fits
    assert fits or fit.why == f"no fact of this contract calls for {repair}"


def test_few_episodes_say_nothing():
    assert priors_fit(counted("ASK", 4), PLAYED, None).why.startswith("no repair in it has 5")
