"""Reads an event once: which facts does its text state?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.contract.binding import Binding
from core.contract.checks import FactCheck, Verdict, compile_fact, read_text
from core.contract.model import Contract, Fact
from core.trace.model import Event
from core.trace.outputs import is_private


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One event with what the checks found in it. Computed once per event."""

    event: Event
    sender: str
    """Party of the sender, or the plain name where it is bound to none."""
    recipients: tuple[str, ...]
    """Parties that the event reaches (for a broadcast: all other parties too)."""
    addressed: tuple[str, ...]
    """Parties that the event names as its recipients."""
    inferred: bool
    """Whether sender-to-recipient rests on an inference."""
    states: Mapping[str, Verdict]
    """Fact id -> does the text state the fact?"""
    reflects: Mapping[str, Verdict]
    """Fact id -> does the work product reflect the fact? Only for outputs."""


class Observer:
    """Turns events into observations under one contract and binding."""

    def __init__(
        self, contract: Contract, binding: Binding, *, broadcast_delivers: bool = True
    ) -> None:
        self.contract = contract
        self.binding = binding
        self.checks: dict[str, FactCheck] = {fact.id: compile_fact(fact) for fact in contract.facts}
        self._broadcast_delivers = broadcast_delivers
        self._parties = tuple(dict.fromkeys(binding.parties.values()))

    def party(self, name: str) -> str:
        """Return the party of an agent, or the name itself."""
        return self.binding.party(name) or name

    def facts_of(self, party: str) -> tuple[Fact, ...]:
        """Return the facts that the party needs, in contract order."""
        return tuple(fact for fact in self.contract.facts if party in fact.recipients)

    def observe(self, event: Event) -> Observation:
        """Read one event. The work depends on the event's text and the contract alone."""
        view = read_text(event.text)
        sender = self.party(event.sender)
        addressed = tuple(dict.fromkeys(self.party(name) for name in event.recipients))
        recipients = addressed
        inferred = event.recipients_from != "recorded"
        if event.broadcast and self._broadcast_delivers and not is_private(event):
            others = tuple(p for p in self._parties if p != sender and p not in recipients)
            inferred = inferred or bool(others)
            recipients += others
        states = {
            fact_id: check.states(view, in_run=True) for fact_id, check in self.checks.items()
        }
        reflects = (
            {fact.id: self.checks[fact.id].reflects(view) for fact in self.facts_of(sender)}
            if event.kind == "output"
            else {}
        )
        return Observation(
            event=event,
            sender=sender,
            recipients=tuple(r for r in recipients if r != sender),
            addressed=addressed,
            inferred=inferred,
            states=states,
            reflects=reflects,
        )
