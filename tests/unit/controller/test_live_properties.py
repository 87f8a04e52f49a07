"""Whatever is said, answered and ruled: the transaction's promises hold at every boundary."""

from hypothesis import given, settings
from hypothesis import strategies as st

from core.held import Ruling
from core.repair import Means
from tests.unit.controller.team_live import Someone, live
from tests.unit.provenance.team import contract, fact, output, say, tool_result

SPEC = contract(
    fact(),
    fact("rival", "Never mention Acme", kind="prohibition", recipients=("Writer", "Reviewer")),
    fact("extra", "a red stamp", owner="Writer", recipients=("Reviewer",)),
)
TEXTS = st.sampled_from(
    [
        "The budget is 45,000 dollars.",
        "Never mention Acme.",
        "With a red stamp.",
        "Please write the offer.",
        "Never mention Acme; 45,000 it is.",
        "",
        "Lone \ud800 half",
    ]
)
PAIRS = st.sampled_from(
    [("Collector", "Writer"), ("Collector", "Reviewer"), ("Writer", "Reviewer"), ("Reviewer", "")]
)
SAYINGS = st.builds(
    lambda pair, text, kind: (output if kind else say)(pair[0], pair[1], text),
    PAIRS,
    TEXTS,
    st.booleans(),
) | st.builds(lambda text: tool_result("crm", "Collector", text), TEXTS)
HELPERS = st.one_of(
    st.none(),
    TEXTS.map(Someone),
    st.just(ValueError("no connection")).map(Someone),
)


def rulings(held, act, text):
    if act == "order":
        names = sorted(name for name in held.repairs if name in ("INTEGRATE", "RETRIEVE"))
        proposals = [n for n in names if held.repairs[n].proposal.text is not None]
        act = "order" if proposals else "original"
        return Ruling(
            act=act, repair=(proposals or [None])[0], by="Ada", digest=held.digest, text=text
        )
    return Ruling(act=act, text=text, by="Ada", digest=held.digest)


def stands(controller):
    """Return all that a controller remembers of its run."""
    return (
        controller.tracker.mark(),
        controller.watch.sums,
        list(controller.watch.history),
        set(controller._notes.known),
        list(controller._pending_changes),
        dict(controller._events),
        controller.next_seq,
        sorted(controller.graph.graph.nodes(data=True), key=str),
        sorted(controller.graph.graph.edges(data=True), key=str),
    )


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(SAYINGS, st.sampled_from(["proposed", "original", "edit", "order"])), max_size=7
    ),
    HELPERS,
    TEXTS,
)
def test_rehearsing_finds_what_settling_does_and_leaves_no_trace(events, asker, edit):
    kept, anew = live(SPEC, means=Means(asker=asker)), live(SPEC, means=Means(asker=asker))
    for make, act in events:
        before = stands(kept)
        held = kept.propose(make(kept.next_seq))
        if held is None:
            anew.step(make(anew.next_seq))
            continue
        settled = kept.rehearse(held, rulings(held, act, edit))
        assert stands(kept) == before
        twin = anew.propose(make(anew.next_seq))
        assert anew.rehearse(twin, rulings(twin, act, edit)) == settled
        for event in settled.events:
            kept.step(event)
        anew = rebuilt(kept, asker)
        assert stands(anew) == stands(kept)


def rebuilt(kept, asker):
    """Return a controller made anew from what went out."""
    made = live(SPEC, means=Means(asker=asker))
    for event in kept._events.values():
        made.step(event)
    return made


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(SAYINGS, st.sampled_from(["proposed", "original", "edit", "order"])), max_size=7
    ),
    HELPERS,
    HELPERS,
    TEXTS,
)
def test_every_boundary_keeps_the_promises(events, asker, author, edit):
    controller = live(SPEC, means=Means(asker=asker, author=author))
    sent = []
    for make, act in events:
        event = make(controller.next_seq)
        held = controller.propose(event)
        if held is None:
            sent.append(event)
            continue
        settled = controller.settle(held, rulings(held, act, edit))
        sent += settled.events
        report, outcome = settled.report, settled.report.outcome
        assert report.original == event.text
        assert [e.text for e in settled.events if e.seq == report.seq] == [report.released]
        if report.decision == "ROLLBACK":
            assert report.released == outcome.accepted == event.text
            assert not outcome.repaired.kept
        if report.decision == "COMMIT":
            found = outcome.repaired.postconditions
            assert found and all(p.holds for p in found)
        if report.decision == "FORWARD" and outcome.act != "edit":
            assert report.released == event.text
        assert len(settled.events) <= 3
    again = live(SPEC)
    for event in sent:
        again.step(event)
    assert again.tracker.states() == controller.tracker.states()
    assert [e.seq for e in sent] == list(range(1, len(sent) + 1))
    calls = sum(len(helper.requests) for helper in (asker, author) if helper is not None)
    assert calls <= 2 * sum(1 for e in events)
