"""When a person is asked before a text goes out."""

import pytest

from core.approval import asks_a_person
from core.gate import PriorRow, PriorsSet
from tests.unit.controller.team_live import GOOD, MODEL, live, play
from tests.unit.provenance.team import contract, fact, say

CLEAN = say("Collector", "Reviewer", "The budget is 45,000 dollars.")
LOST = say("Collector", "Writer", "Please write the offer.")
FEW = PriorsSet(
    name="few", model=MODEL, rows=(PriorRow(repair="INTEGRATE", episodes=6, helped=4, harmed=0),)
)


def report(priors=GOOD, spec=None, text=LOST):
    controller = live(spec, priors=priors)
    if text is LOST:
        play(controller, CLEAN)
    return controller.propose(text(controller.next_seq)).report


@pytest.mark.parametrize(
    ("approval", "clean", "lost"), [("auto", 0, 0), ("flagged", 0, 1), ("always", 1, 1)]
)
def test_the_modes(approval, clean, lost):
    assert len(asks_a_person(approval, report(text=CLEAN))) == clean
    assert len(asks_a_person(approval, report())) == lost


def test_a_wide_interval_of_harm_is_said_in_figures():
    reasons = asks_a_person("flagged", report(FEW))
    assert any("harmed 0 of 6, up to 39% is not excluded" in reason for reason in reasons)


def test_missing_counts_are_a_reason():
    assert any("no counts" in reason for reason in asks_a_person("flagged", report(None)))


def test_a_minor_gap_asks_nobody():
    assert asks_a_person("flagged", report(spec=contract(fact(critical=False)))) == ()
