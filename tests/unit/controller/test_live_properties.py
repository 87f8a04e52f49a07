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
