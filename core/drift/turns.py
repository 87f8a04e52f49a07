"""One event of a recorded run as a turn that can be scored or rewritten."""

from __future__ import annotations

from core.drift.rewrite import Turn
from core.trace.model import Event, Trace

CONTEXT_TURNS = 8
"""How many earlier texts the predicates of role control may look at."""


def turn_of(trace: Trace, event: Event, role: str, text: str | None = None) -> Turn:
    """Return an event as a turn, with what was said before it.

    Args:
        trace: The run.
        event: A message or output.
        role: The role profile of its sender.
        text: Another text in its place; None takes its own.
    """
    earlier = [e for e in trace.events if e.seq < event.seq][-CONTEXT_TURNS:]
    return Turn(
        text=event.text if text is None else text,
        role=role,
        history=tuple(e.text for e in earlier),
        agents=trace.agent_names,
        context=tuple(f"{e.sender}: {e.text}" for e in earlier if e.is_boundary),
    )
