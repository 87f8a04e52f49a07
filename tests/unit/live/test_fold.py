"""The fold: any order of events either leads somewhere sensible or is refused with a sentence."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import ConflictError, TransitionError
from core.live import Driver, apply, desk, fold
from core.live.events import LIVE_KINDS, LiveEvent
from core.live.models import models_for
from core.live.state import RunState
from core.live.steps import next_step
from tests.live_support import DROP_DAY, MEETING, OWN_CONTRACT, spec

START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)


class Memory:
    """A journal in memory."""

    def __init__(self, made):
        first = LiveEvent(seq=1, kind="started", data={"spec": made.to_dict()}, at=START)
        self.kept = [first]

    def events(self, run_id, after=0):
        return self.kept[after:]

    def append(self, run_id, event, state, owner=None):
        if event.seq != len(self.kept) + 1:
            raise ConflictError("taken")
        self.kept.append(event)

    def status(self, run_id):
        return "running"

    def show_progress(self, run_id, agent, text):
        pass

    def driver(self):
        return Driver(run_id="r", journal=self, models=models_for())


def told(made, decide=lambda held: {"action": "approve"}):
    """Return all events of a run, with decisions by a function of what is held."""
    memory = Memory(made)
    driver = memory.driver()
    while driver.run().status == "waiting":
        held = driver.state.held
        desk.decide(memory, "r", seq=held.seq, digest=held.digest, author="Ann", **decide(held))
    return memory.kept


@pytest.fixture(scope="module")
def stories():
    return [
        told(spec()),
        told(spec(DROP_DAY, repairs=True, approval="flagged")),
        told(spec(MEETING, repairs=True, approval="always", contract_text=OWN_CONTRACT)),
        told(spec(approval="always"), lambda held: {"action": "reject", "then": "again"}),
    ]


def test_the_stories_hold_the_kinds_of_a_run(stories):
    kinds = {event.kind for story in stories for event in story}
    rest = {"tools_off", "undone", "expired", "paused", "resumed", "failed", "branched", "recalled"}
    assert kinds == set(LIVE_KINDS) - rest


@given(data=st.data())
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_folding_in_two_parts_is_folding_at_once(stories, data):
    story = data.draw(st.sampled_from(stories))
    cut = data.draw(st.integers(0, len(story)))
    assert fold(story[cut:], fold(story[:cut])) == fold(story)


@given(data=st.data())
@settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_an_event_at_another_place_is_refused_or_leaves_a_run_that_can_go_on(stories, data):
    story = data.draw(st.sampled_from(stories))
    cut = data.draw(st.integers(1, len(story)))
    stray = data.draw(st.sampled_from([e for s in stories for e in s]))
    state = fold(story[:cut])
    event = LiveEvent(seq=state.seq + 1, kind=stray.kind, data=stray.data, at=START)
    try:
        after = apply(state, event)
    except TransitionError as error:
        assert str(error).endswith(".")
        return
    assert after.seq == state.seq + 1
    assert [e.seq for e in after.events] == sorted({e.seq for e in after.events})
    next_step(after, START)  # never an impossible state
    assert fold(story[:cut]) == state  # and the state before is as it was


def test_numbers_have_no_gaps_and_the_end_is_the_end(stories):
    story = stories[0]
    with pytest.raises(TransitionError, match="can't follow"):
        fold([*story[:3], story[4]])
    with pytest.raises(TransitionError, match="started once"):
        apply(RunState(), LiveEvent(seq=1, kind="paused", data={}))
    end = fold(story)
    with pytest.raises(TransitionError, match="finished"):
        apply(end, LiveEvent(seq=end.seq + 1, kind="paused", data={}))
    with pytest.raises(TransitionError, match="knows no event"):
        apply(fold(story[:1]), LiveEvent(seq=2, kind="dance", data={}))


def test_a_decision_about_another_text_never_gets_into_the_record(stories):
    story = stories[2]
    place = next(i for i, e in enumerate(story) if e.kind == "decided")
    state = fold(story[:place])
    wrong = {**story[place].data, "digest": "0" * 64}
    with pytest.raises(TransitionError, match="not what is held"):
        apply(state, LiveEvent(seq=state.seq + 1, kind="decided", data=wrong, at=START))
    decided = apply(state, story[place])
    again = LiveEvent(seq=decided.seq + 1, kind="decided", data=story[place].data, at=START)
    with pytest.raises(TransitionError, match="does not wait"):
        apply(decided, again)


@pytest.mark.parametrize("grace", [0.0, 30.0])
def test_a_decision_is_applied_after_its_time_of_grace(grace):
    memory = Memory(spec(approval="always", grace_seconds=grace))
    driver = memory.driver()
    held = driver.run().held
    desk.decide(memory, "r", seq=held.seq, digest=held.digest, author="Ann", action="approve")
    state = fold(memory.kept)
    at = state.held.verdict.at
    assert next_step(state, at).kind == ("wait" if grace else "apply")
    assert next_step(state, at + timedelta(seconds=30)).kind == "apply"


def test_time_passes_for_nobody_while_the_run_is_paused():
    memory = Memory(spec(approval="always", wait_seconds=60.0))
    state = memory.driver().run()
    late = state.held.parked_at + timedelta(seconds=61)
    assert next_step(state, late).kind == "expire"
    state = desk.pause(memory, "r", author="Ann")
    assert next_step(state, late).kind == "idle"
    state = desk.resume(memory, "r", author="Ann")
    assert (state.status, next_step(state, state.held.parked_at).kind) == ("waiting", "wait")
