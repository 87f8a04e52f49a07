"""Traces and their events.

A trace is one run of a team of agents: an ordered list of observable events. Nothing here reads
an agent's private state, and nothing is invented: what a file doesn't say is marked as inferred,
with the rule that inferred it, or as unknown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, TypeAlias

EventKind: TypeAlias = Literal["message", "tool_call", "tool_result", "output", "verifier"]
"""``output`` is an agent's work product, ``verifier`` a public verdict of an external test."""

Origin: TypeAlias = Literal["recorded", "inferred", "unknown"]
"""How we know: the file says so, a rule says so, or nobody says."""

BOUNDARY_KINDS: frozenset[EventKind] = frozenset(("message", "output"))
"""Kinds of events that are boundaries: an agent's text about to leave it."""


_MACHINE_MADE = re.compile(r"(?=.*\d)[0-9a-f]{8}[0-9a-f-]{8,}", re.I)


def is_machine_made(name: str) -> bool:
    """Whether a run's name is a digest or a UUID: no person knows a run by it."""
    return _MACHINE_MADE.fullmatch(name.strip()) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One observable event.

    ``tool_result`` events have the tool as sender and the calling agent as recipient.
    An event without recipients is addressed to nobody (filed, final, public).
    """

    seq: int
    """Position in the trace, from 1, strictly increasing; the only order that counts."""
    kind: EventKind
    sender: str
    """Name of the agent, tool or person that produced it."""
    recipients: tuple[str, ...] = ()
    text: str = ""
    tool: str | None = None
    """Name of the tool, for tool calls and tool results."""
    call_id: str | None = None
    """Joins a tool result to its call, where the file says so."""
    at: datetime | None = None
    """Recorded time, UTC; None if the file has none."""
    recipients_from: Origin = "recorded"
    kind_from: Origin = "recorded"
    """``inferred`` for a message taken as an output (method, 'output')."""
    rule: str = ""
    """The rule that inferred recipients or kind, in words a person understands."""
    broadcast: bool = False
    """Visible to every participant (a group chat). Not the same as 'everyone read it'."""
    tokens: int | None = None
    """Tokens that the producing model call reported for this event alone."""
    where: str = ""
    """Line or JSON path in the source file."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """What else the file says about the event; JSON values. ``private`` is reserved, see below."""

    @property
    def is_private(self) -> bool:
        """Whether this is a thought that stayed with its agent (``metadata["private"]``).

        Such an event has no recipients, is no boundary and delivers nothing; it shows only what
        lay in the agent's own context.
        """
        return self.metadata.get("private") is True

    @property
    def is_boundary(self) -> bool:
        """Whether the controller checks this event: text that leaves its agent."""
        return self.kind in BOUNDARY_KINDS and not self.is_private


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """A participant of the run."""

    name: str
    description: str = ""
    """Role text or system prompt, where the file has one."""
    model: str | None = None
    """Name of the language model that played it, where the file says so."""
    is_person: bool = False
    """A human or the user side of a chat; persons have no drift energy."""


@dataclass(frozen=True, kw_only=True)
class Trace:
    """One run of a team."""

    name: str
    """Shown name: file name, or the id that the file gives the run."""
    format: str
    """Name of the importer that read it, such as ``whowhen`` or ``otlp``."""
    agents: tuple[Agent, ...]
    """Participants in order of first appearance; tools aren't agents."""
    events: tuple[Event, ...]
    task: str = ""
    """What the team was asked to do, where the file says so."""
    labels: Mapping[str, Any] = field(default_factory=dict)
    """Ground truth that came with the file. Shown to people, never to a detector."""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over everything but the name: the same content has the same digest."""
        from core.trace.native import trace_to_dict

        content = trace_to_dict(self)
        content.pop("name", None)
        text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def agent_names(self) -> tuple[str, ...]:
        """Names of the participants, in order of first appearance."""
        return tuple(agent.name for agent in self.agents)

    def agent(self, name: str) -> Agent | None:
        """Return the participant with that name, or None (tools have no entry)."""
        return next((agent for agent in self.agents if agent.name == name), None)

    def event(self, seq: int) -> Event | None:
        """Return the event with that sequence number, or None."""
        return next((event for event in self.events if event.seq == seq), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing an importer or a linter has to say about its input."""

    severity: Literal["error", "warning", "info"]
    message: str
    """What is wrong and what was done about it, in one sentence."""
    where: str = ""
    """File, line or JSON path."""
    code: str = ""
    """Short stable name, such as ``duplicate-id``."""
