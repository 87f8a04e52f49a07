"""What a repair may look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
    """All visible events that state the fact or a part of it, earliest first."""
    owner_present: bool = True
    """Whether the fact's owner takes part in the run."""
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
    def delivery(self) -> Evidence | None:
        """Where the fact was delivered to the recipient, if it was."""
        return next((e for e in self.frontier.evidence if e.role == "delivers"), None)
