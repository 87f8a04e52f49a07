"""Which messages are work products, where a log has no event of that kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.trace.model import Event, Trace

RULE = "last message before the agent hands over or ends"


def with_inferred_outputs(trace: Trace) -> Trace:
    """Mark work products in a trace whose log doesn't record them (method, 'output').

    A log with at least one recorded output is left alone. Otherwise the last message of each
    agent's turn (the one before somebody else speaks, or the end) becomes an output with
    ``kind_from = "inferred"``. Persons and private thoughts have no outputs.

    Args:
        trace: Any trace.

    Returns:
        The same trace if nothing had to be inferred, else one with the marked events.
    """
    if any(event.kind == "output" for event in trace.events):
        return trace
    agents = {agent.name for agent in trace.agents if not agent.is_person}
    chosen = {event.seq for event in _last_of_each_turn(trace.events) if event.sender in agents}
    if not chosen:
        return trace
    events = tuple(
        replace(event, kind="output", kind_from="inferred", rule=_joined(event.rule))
        if event.seq in chosen
        else event
        for event in trace.events
    )
    return replace(trace, events=events)


def is_private(event: Event) -> bool:
    """Whether the event is an agent's own thought, which nobody else sees."""
    return bool(event.metadata.get("private"))


def _last_of_each_turn(events: tuple[Event, ...]) -> Iterator[Event]:
    last: Event | None = None
    for event in events:
        if event.kind != "message" or is_private(event):
            continue
        if last is not None and last.sender != event.sender:
            yield last
        last = event
    if last is not None:
        yield last


def _joined(rule: str) -> str:
    return f"{rule}; {RULE}" if rule else RULE
