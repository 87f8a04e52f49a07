"""Where a live run stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

from core.live.events import Action, Purpose
from core.live.spec import RunSpec
from core.repair.means import Certificate
from core.report import BoundaryReport
from core.trace.model import Event, EventKind

RunStatus: TypeAlias = Literal[
    "new", "running", "waiting", "paused", "stopped", "failed", "finished"
]
ENDED: frozenset[RunStatus] = frozenset(("stopped", "finished"))
"""Nothing can follow. A failed run can be resumed."""
REFUSALS = 3
"""So many refusals in a row stop a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAccount:
    """Where the tokens went."""

    native: int = 0
    """The agents' own calls, without what the controller put into their prompts."""
    prompt_overhead: int = 0
    """Passages that repairs put into messages, counted in every prompt that holds them."""
    controller: int = 0
    """Messages brought back into their role."""
    repair: int = 0
    """Questions to owners and rewrites by authors."""
    estimated: bool = False
    """Whether a server sent no counts somewhere."""

    @property
    def total(self) -> int:
        """All tokens."""
        return self.native + self.prompt_overhead + self.controller + self.repair

    def shares(self) -> dict[str, float]:
        """Return each part of the overhead as a share of native."""
        base = self.native or 1
        return {
            "prompt_overhead": self.prompt_overhead / base,
            "controller": self.controller / base,
            "repair": self.repair / base,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCall:
    """A call that was begun and has no stored reply yet."""

    call: str
    agent: str
    purpose: Purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One reply inside a turn, with the results of the tools it called."""

    text: str
    tool_calls: tuple[Mapping[str, Any], ...] = ()
    results: tuple[Mapping[str, Any], ...] = ()
    is_cut: bool = False
    """Whether the answer ended at its limit of tokens, in the middle of what it had to say."""

    @property
    def open_tool(self) -> Mapping[str, Any] | None:
        """The first tool call without a result."""
        return next(iter(self.tool_calls[len(self.results) :]), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The turn under way."""

    agent: str
    number: int
    """Of this agent, from 1."""
    exchanges: tuple[Exchange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a person decided about a held boundary."""

    action: Action
    author: str
    digest: str
    reason: str = ""
    text: str | None = None
    repair: str = ""
    then: Literal["", "original", "again"] = ""
    certificate: Certificate | None = None
    """What the person certified, where VERIFY was ordered."""
    at: datetime | None = None
    live_seq: int = 0
    """Number of the run's event that holds it: what an undo takes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question that the controller put to an agent; never put twice."""

    key: str
    purpose: Purpose
    addressee: str
    text: str
    reply: str | None = None
    """What the model said, from the moment it is stored."""
    tokens: int = 0
    is_answered: bool = False
    error: str = ""
    """Why there is no answer, if there is none to be had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A boundary between its author and its recipients."""

    seq: int
    agent: str
    turn: int
    recipients: tuple[str, ...]
    kind: EventKind
    text: str
    report: BoundaryReport
    digest: str
    """Name of exactly what is decided about: what would be sent, and the turn that wrote it."""
    judged: str
    """Name of what would be sent, as the controller finds it again."""
    route: str = "flow"
    finish: bool = False
    is_cut: bool = False
    """Whether the text ends at a limit of tokens."""
    is_again: bool = False
    """Whether a person has sent an earlier text back, and this one was written instead."""
    parked_at: datetime | None = None
    reasons: tuple[str, ...] = ()
    verdict: Verdict | None = None
    expired: bool = False

    @property
    def is_parked(self) -> bool:
        """Whether it waits for a person."""
        return self.parked_at is not None and self.verdict is None and not self.expired


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one boundary."""

    seq: int
    live_seq: int
    """Event of the run at which it was delivered or returned."""
    boundary_live_seq: int
    """Event of the run that holds the boundary: the place to branch from."""
    report: BoundaryReport
    """How it ended; of a returned text: what was proposed."""
    released: str
    by: str
    """``agent``, ``repair``, ``person``, ``expiry``; ``returned`` if it was not sent."""
    verdict: Verdict | None = None
    expired: bool = False
    digest: str = ""
    """Name of exactly what was held."""
    is_cut: bool = False


@dataclass(frozen=True, kw_only=True)
class RunState:
    """A run after some of its events."""

    seq: int = 0
    """Number of the last event."""
    spec: RunSpec | None = None
    status: RunStatus = "new"
    how: str = ""
    """How it ended: ``done``, ``quiet``, ``phrase``, ``budget``, ``refusals``, ``person``."""
    reason: str = ""
    events: tuple[Event, ...] = ()
    """What went out, as a trace holds it."""
    queue: tuple[str, ...] = ()
    """Agents that have something to work on, in order."""
    turns: Mapping[str, int] = field(default_factory=dict)
    """Turns begun, by agent."""
    turn: Turn | None = None
    call: OpenCall | None = None
    calls: int = 0
    held: Held | None = None
    held_live_seq: int = 0
    asked: Mapping[str, Asked] = field(default_factory=dict)
    """Questions of the controller, by key."""
    outcomes: tuple[Outcome, ...] = ()
    account: TokenAccount = field(default_factory=TokenAccount)
    usage: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Tokens in and out, by the model that was asked; what they cost: :mod:`core.live.cost`."""
    seconds: float = 0.0
    """Of model calls; waiting for a person is free."""
    no_tools: Mapping[str, str] = field(default_factory=dict)
    """Agents whose model can't call tools, with the reason."""
    returned: Mapping[str, str] = field(default_factory=dict)
    """Agents that have to write a text again, with what the person said."""
    returned_text: Mapping[str, str] = field(default_factory=dict)
    refusals: int = 0
    """Refusals in a row."""
    ending: str = ""
    """Why no further turn begins, once something said so."""
    parent: str = ""
    parent_seq: int = 0
    moved_to: str = ""
    """Where the models are, if whoever let the run go on has them elsewhere."""
    let_go_on: int = 0
    """Number of the event by which somebody last let the run go on, or branched it; 0: its start."""

    @property
    def next_seq(self) -> int:
        """Number that the next public event gets."""
        return self.events[-1].seq + 1 if self.events else 1

    def uses_tools(self, agent: str) -> bool:
        """Whether the agent reads documents with tools; otherwise they stand in its prompt."""
        team = self.run.team
        return team.tools and agent not in self.no_tools and bool(team.documents_of(agent))

    @property
    def open_question(self) -> Asked | None:
        """The question that waits for its answer."""
        return next((asked for asked in self.asked.values() if not asked.is_answered), None)

    @property
    def turn_count(self) -> int:
        """Turns begun, of all agents."""
        return sum(self.turns.values())

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow."""
        return self.status in ENDED

    @property
    def run(self) -> RunSpec:
        """What the run was started with.

        Raises:
            TransitionError: It wasn't started yet.
        """
        from core.errors import TransitionError

        if self.spec is None:
            raise TransitionError("The run has not been started.")
        return self.spec

    @property
    def endpoint(self) -> str:
        """Address of the models as shown, without a key; empty for scripted agents."""
        return self.moved_to or self.run.endpoint
