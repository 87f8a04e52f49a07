"""The controller beside a run that goes on stands as one that is made anew from the run's record."""

import pytest

from core.live import desk
from core.live.boundary import held_event
from core.live.judge import Judge, run_trace
from core.live.ready import ready_team
from core.live.spec import make_spec
from tests.live_support import MEETING, OWN_CONTRACT, spec
from tests.unit.live.test_fold import Memory


def asks_and_carries():
    """A run in which a fact is asked for and another one carried over."""
    return spec(MEETING, repairs=True, approval="always", contract_text=OWN_CONTRACT)


def measures_roles():
    """A run whose messages have energies."""
    ready = ready_team("sales-proposal")
    return make_spec(
        ready.team, ready.contract, roles=ready.roles, approval="always", scripted=True
    )


@pytest.mark.parametrize("make", [asks_and_carries, measures_roles])
def test_following_a_run_is_as_good_as_reading_it_from_its_beginning(make):
    made = make()
    memory = Memory(made)
    driver = memory.driver()
    decided = 0
    while driver.run().status == "waiting":
        held = driver.state.held
        assert Judge(made).propose(driver.state, held_event(held)).report == held.report
        act = {"action": "approve"} if decided else {"action": "reject", "then": "again"}
        desk.decide(memory, "r", seq=held.seq, digest=held.digest, author="Ann", **act)
        decided += 1
    state = driver.state
    assert decided >= 3
    trace = run_trace(state, "A run")
    assert driver.judge.analysis(state, trace) == Judge(made).analysis(state, trace)
