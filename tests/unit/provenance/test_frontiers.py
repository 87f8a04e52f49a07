"""Which gaps a boundary shows, and in which order."""

from core.contract.binding import Binding
from core.provenance.tracker import ObligationTracker, earliest_gap
from tests.unit.provenance.team import AGENTS, contract, fact, follow, output, say


def frontiers(spec, *events):
    tracker = ObligationTracker(spec, Binding(parties={name: name for name in AGENTS}))
    seen = None
    for seq, make in enumerate(events, start=1):
        seen, _ = tracker.extend(make(seq))
    return tracker.frontiers_at(seen)


def test_the_recipients_gap_shows_at_the_handoff():
    (found,) = frontiers(contract(), say("Collector", "Writer", "Please write."))
    assert (found.fact, found.recipient, found.status, found.side) == (
        "budget",
        "Writer",
        "absent",
        "recipient",
    )


def test_the_senders_gap_shows_at_its_output():
    (found,) = frontiers(
        contract(), say("Collector", "Writer", "45,000"), output("Writer", "Reviewer", "The offer.")
    )
    assert (found.status, found.side) == ("unconsumed", "sender")


def test_a_gap_of_a_third_agent_does_not_show():
    assert not frontiers(
        contract(),
        say("Collector", "Writer", "Please write."),
        say("Collector", "Reviewer", "The Writer is on it."),
    )


def test_the_earliest_comes_first_then_contract_order_then_recipients():
    spec = contract(
        fact("tone", "formal", recipients=("Reviewer", "Writer")),
        fact("budget"),
        fact("date", "June 15"),
    )
    found = frontiers(
        spec,
        say("Collector", "Reviewer", "The date is June 15."),
        say("Collector", "Writer", "Please write."),
    )
    # 'tone' was never visible; it fell due for the Writer at event 2, with the others.
    assert [(f.fact, f.due_seq) for f in found] == [("tone", 2), ("budget", 2), ("date", 2)]


def test_earliest_gap_of_a_whole_run():
    tracker = follow(
        contract(fact("budget"), fact("tone", "formal", recipients=("Reviewer",))),
        say("Collector", "Reviewer", "Please check."),
        say("Collector", "Writer", "Please write."),
    )
    assert earliest_gap(tracker.states()) == ("tone", "Reviewer")


def test_no_gap():
    tracker = follow(contract(), say("Collector", "Writer", "45,000"))
    assert earliest_gap(tracker.states()) is None
