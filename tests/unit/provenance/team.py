"""A tiny language for runs: events in one line each, facts found by phrase.

Phrases stand in for the typed checks here, so that these tests speak of the ledger alone.
"""

from core.contract.binding import Binding
from core.contract.model import Contract, Fact
from core.provenance.tracker import ObligationTracker
from core.trace.model import Event

AGENTS = ("Collector", "Writer", "Reviewer")


def fact(fact_id="budget", phrase="45,000", owner="Collector", recipients=("Writer",), **more):
    return Fact(
        id=fact_id,
        statement=more.pop("statement", f"{fact_id} is {phrase}"),
        owner=owner,
        recipients=recipients,
        check={"type": "phrase", "pattern": phrase},
        **more,
    )


def contract(*facts):
    return Contract(name="test", facts=facts or (fact(),))


def say(sender, to, text, kind="message", **more):
    recipients = (to,) if isinstance(to, str) and to else tuple(to or ())
    return lambda seq: Event(
        seq=seq, kind=kind, sender=sender, recipients=recipients, text=text, **more
    )


def output(sender, to, text, **more):
    return say(sender, to, text, "output", **more)


def tool_result(tool, to, text, **more):
    return say(tool, to, text, "tool_result", tool=tool, **more)


def follow(spec, *events, finish=True, **options):
    tracker = ObligationTracker(spec, Binding(parties={name: name for name in AGENTS}), **options)
    for seq, make in enumerate(events, start=1):
        tracker.extend(make(seq))
    if finish:
        tracker.finish()
    return tracker
