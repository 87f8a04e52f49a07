"""Collects the events of one run, for importers whose format has an order of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.trace.events import make_event
from core.trace.importers.fields import text_or_none
from core.trace.model import Agent, Event, EventKind, Trace
from core.trace.native import with_participants


class RunWriter:
    """Numbers events, collects what is known about agents, and makes the trace.

    Example:
        >>> run = RunWriter("demo")
        >>> run.add("message", "Planner", "Buy seeds.", "line 1", recipients=("Buyer",))
        0
        >>> run.trace("a run").agent_names
        ('Planner', 'Buyer')
    """

    def __init__(self, format_name: str) -> None:
        self.format = format_name
        self.events: list[Event] = []
        self.persons: set[str] = set()
        self.models: dict[str, str] = {}
        self._prompts: dict[str, dict[str, None]] = {}

    def add(self, kind: EventKind, sender: str, text: str, where: str, **values: Any) -> int:
        """Append an event; returns its index in `events`."""
        self.events.append(make_event(len(self.events) + 1, kind, sender, text, where, **values))
        return len(self.events) - 1

    def change(self, index: int, **values: Any) -> None:
        """Change an event that later records say more about."""
        self.events[index] = replace(self.events[index], **values)

    def describe(self, agent: str, text: Any) -> None:
        """Keep a role text or system prompt of an agent, once."""
        found = text_or_none(text)
        if found is not None:
            self._prompts.setdefault(agent, {})[found] = None

    def trace(
        self,
        name: str,
        *,
        task: str = "",
        labels: dict[str, Any] | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> Trace:
        """Return the run; agents that never speak but are described come last."""
        found = [agent.name for agent in with_participants((), self.events)]
        names = dict.fromkeys((*found, *self._prompts))
        agents = tuple(
            Agent(
                name=agent,
                description="\n\n".join(self._prompts.get(agent, ())),
                model=self.models.get(agent),
                is_person=agent in self.persons,
            )
            for agent in names
        )
        return Trace(
            name=name,
            format=self.format,
            agents=agents,
            events=tuple(self.events),
            task=task,
            labels=labels or {},
            metadata=metadata or {},
        )
