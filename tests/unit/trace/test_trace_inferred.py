"""What was inferred, by rule."""

from core.trace.inferred import inferences, inferred_count
from core.trace.model import Event, Trace


def event(seq, **values):
    return Event(**{"seq": seq, "kind": "message", "sender": "A", "recipients": ("B",), **values})


def trace(*events):
    return Trace(name="t", format="baton", agents=(), events=events)


def test_rules_are_counted_in_words():
    nearest = {"recipients_from": "inferred", "rule": "the next different speaker"}
    run = trace(
        event(1, **nearest),
        event(2, **nearest),
        event(3, kind="output", kind_from="inferred", rule="the last message of a turn"),
        event(4, recipients=(), recipients_from="unknown"),
        event(5),
    )
    assert [one.words for one in inferences([run])] == [
        "recipient: the next different speaker, 2 messages",
        "kind of event: the last message of a turn, 1 message",
        "recipient: unknown, no rule can tell, 1 message",
    ]
    assert inferred_count(run) == 3


def test_an_event_counts_once_and_both_things_are_named():
    run = trace(event(1, recipients_from="inferred", kind_from="inferred", rule="both"))
    assert inferred_count(run) == 1
    assert [one.what for one in inferences([run])] == ["kind", "recipient"]


def test_several_traces_add_up():
    run = trace(event(1, recipients_from="inferred", rule="x"))
    assert inferences([run, run])[0].count == 2
    assert inferences([trace(event(1))]) == ()
