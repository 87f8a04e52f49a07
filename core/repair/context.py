"""What a repair may look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.contract.checks import FactCheck, Verdict
from core.contract.model import Fact
from core.provenance.model import Evidence, Frontier
from core.trace.model import Event

RULE_KINDS = frozenset(("limit", "requirement", "prohibition"))
"""Kinds of facts that are obeyed rather than stated; code never writes them into a deliverable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairContext:
    """One frontier at one boundary, with everything visible that bears on it."""

    frontier: Frontier
    fact: Fact
    event: Event
    """The held boundary."""
    text: str
    """The accepted text, to which the repair would be applied."""
    checks: Mapping[str, FactCheck]
    """Fact id -> its check, for all facts of the contract."""
    verdicts: Mapping[str, Verdict]
    """Fact id -> what the accepted text states, as the observation found it."""
    source: Event | None
    """Visible event that states the fact: sent by somebody, or lying in a tool result."""
    source_is_state: bool
    """Whether ``source`` is a document or tool result rather than a message."""
    sources: tuple[Event, ...] = ()
    """All visible events that state the whole fact, earliest first."""
    parts: Mapping[str, Event] = field(default_factory=dict)
    """For a list: item -> first visible event that has it."""
    owner_present: bool = True
    """Whether the fact's owner takes part in the run."""
    owner_agent: str = ""
    """Agent that plays the owner; empty where its name is the owner's."""
    drift_of: Callable[[str], tuple[float, float] | None] = lambda _: None
    """Text -> (energy, threshold) in the sender's role; None where there is no energy."""

    @property
    def check(self) -> FactCheck:
        """The check of the fact in question."""
        return self.checks[self.fact.id]

    @property
    def on_own_output(self) -> bool:
        """Whether the gap is in the sender's own work product."""
        return self.frontier.side == "sender"

    @property
    def rule_in_deliverable(self) -> bool:
        """Whether code would have to write a rule into a work product, which it never does.

        A message that only counts as a work product because the log has none is a handoff.
        """
        deliverable = self.event.kind == "output" and self.event.kind_from == "recorded"
        return self.fact.kind in RULE_KINDS and (self.on_own_output or deliverable)

    @property
    def delivery(self) -> Evidence | None:
        """Where the fact was delivered to the recipient, if it was."""
        return next((e for e in self.frontier.evidence if e.role == "delivers"), None)
