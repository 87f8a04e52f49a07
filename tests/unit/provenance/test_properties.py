"""What must hold for every run."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract.binding import Binding
from core.provenance.graph import ProvenanceGraph
from core.provenance.tracker import ObligationTracker
from tests.unit.provenance.team import AGENTS, contract, fact, follow, output, say, tool_result

TEXTS = st.sampled_from(["45,000", "June 15", "45,000 by June 15", "hello", ""])
EVENTS = st.one_of(
    st.builds(say, st.sampled_from(AGENTS), st.sampled_from([*AGENTS, ""]), TEXTS),
    st.builds(output, st.sampled_from(AGENTS), st.sampled_from([*AGENTS, ""]), TEXTS),
    st.builds(tool_result, st.just("crm"), st.sampled_from(AGENTS), TEXTS),
)
SPEC = contract(
    fact(recipients=("Writer", "Reviewer")),
    fact("date", "June 15", recipients=("Writer",), depends_on=("budget",)),
)


@given(st.lists(EVENTS, max_size=14))
def test_following_is_deterministic(events):
    first, second = follow(SPEC, *events), follow(SPEC, *events)
    assert first.states() == second.states()


@given(st.lists(EVENTS, max_size=14))
def test_a_state_never_speaks_of_events_to_come(events):
    tracker = ObligationTracker(SPEC, Binding(parties={name: name for name in AGENTS}))
    for seq, make in enumerate(events, start=1):
        _, changes = tracker.extend(make(seq))
        for state in changes:
            assert state.seq == seq
            places = [e.seq for e in state.evidence]
            assert all(1 <= place <= seq for place in places)
            assert places == sorted(places)


@given(st.lists(EVENTS, max_size=14))
def test_the_last_change_is_the_state(events):
    tracker = ObligationTracker(SPEC, Binding(parties={name: name for name in AGENTS}))
    last = {}
    for seq, make in enumerate(events, start=1):
        for state in tracker.extend(make(seq))[1]:
            last[state.fact, state.recipient] = state
    for key, state in last.items():
        assert tracker.state(*key) == state


@given(st.lists(EVENTS, max_size=14))
def test_frontiers_are_due_unresolved_and_ordered(events):
    tracker = ObligationTracker(SPEC, Binding(parties={name: name for name in AGENTS}))
    for seq, make in enumerate(events, start=1):
        seen, _ = tracker.extend(make(seq))
        found = tracker.frontiers_at(seen)
        assert [f.due_seq for f in found] == sorted(f.due_seq for f in found)
        for frontier in found:
            state = tracker.state(frontier.fact, frontier.recipient)
            assert state.status == frontier.status
            assert frontier.due_seq <= seq


@given(st.lists(EVENTS, max_size=10))
@settings(max_examples=50)
def test_the_graph_grows_only_and_every_edge_says_when_and_how(events):
    tracker = ObligationTracker(SPEC, Binding(parties={name: name for name in AGENTS}))
    graph = ProvenanceGraph(SPEC)
    before = set(graph.graph.nodes)
    for seq, make in enumerate(events, start=1):
        seen, _ = tracker.extend(make(seq))
        graph.extend(seen)
        now = set(graph.graph.nodes)
        assert before <= now
        before = now
    for _, _, data in graph.graph.edges(data=True):
        assert data["origin"] in ("recorded", "inferred")
        assert 0 <= data["seq"] <= len(events)


def test_a_new_event_costs_the_same_in_a_long_trace():
    def cost(tracker, start, count):
        events = [say("Collector", "Writer", f"note {n}")(start + n) for n in range(count)]
        best = float("inf")
        for event in events:
            began = time.perf_counter()
            tracker.extend(event)
            best = min(best, time.perf_counter() - began)
        return best

    tracker = ObligationTracker(SPEC, Binding(parties={name: name for name in AGENTS}))
    early = cost(tracker, 1, 200)
    cost(tracker, 201, 3000)
    late = cost(tracker, 3201, 200)
    assert late < 5 * early
