"""Lays out every repair for the earliest gap of a boundary, and has the gate judge each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.contract.model import Fact
from core.gate.admission import admit
from core.gate.history import History
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from core.provenance.model import Frontier
from core.provenance.observe import Observation
from core.provenance.tracker import ObligationTracker
from core.repair import REPAIRS, Candidate, Repair, RepairContext
from core.settings import ReplaySettings
from core.trace.model import Event, Trace
from core.watch import RoleWatch


class RepairBench:
    """Knows what is visible at a boundary and whose counts apply.

    Args:
        tracker: State of every obligation.
        watch: Energies, for the check that a repair doesn't raise them.
        events: All events so far by number; grows as the run goes on.
        trace: Participants with their models.
        priors: Frozen counts, or None.
        settings: Rule of the gate, and whether another model's counts may be used.
        history: How repairs fared in earlier runs; None where that is switched off.
    """

    def __init__(
        self,
        tracker: ObligationTracker,
        watch: RoleWatch,
        events: Mapping[int, Event],
        *,
        trace: Trace,
        priors: PriorsSet | None,
        settings: ReplaySettings,
        history: History | None = None,
    ) -> None:
        self._tracker = tracker
        self._watch = watch
        self._events = events
        self._trace = trace
        self._priors = priors
        self._priors_hash = priors_hash(priors) if priors else ""
        self._settings = settings
        self._history = history

    def candidates(
        self, frontiers: tuple[Frontier, ...], seen: Observation, text: str
    ) -> list[tuple[Candidate, Repair | None]]:
        """Return every repair with what the gate says, and the repair itself where it exists.

        Args:
            frontiers: Gaps of the boundary, earliest first; only the first is worked on.
            seen: The boundary.
            text: The accepted text, to which a repair would be applied.
        """
        if not frontiers:
            return []
        frontier = frontiers[0]
        context = self.context(frontier, seen, text)
        found: list[tuple[Candidate, Repair | None]] = []
        for kind in REPAIRS:
            if refused := kind.refusal(context):
                none = Candidate(repair=kind.name, admission=None, proposal=None, refused=refused)
                found.append((none, None))
                continue
            repair = kind(context)
            behaves = context.fact.owner if kind.name == "ASK" else frontier.recipient
            admission = admit(
                kind.name,
                frontier.status,
                critical=frontier.critical,
                priors=self._priors,
                priors_hash=self._priors_hash,
                model=self.model_of(behaves),
                confirmed_other_model=self._settings.confirmed_other_model,
                unsure=frontier.unsure,
                rule=self._settings.rule,
            )
            if self._history is not None:
                past = self._history.note(kind.name, frontier.status)
                admission = replace(admission, history=past)
            candidate = Candidate(repair=kind.name, admission=admission, proposal=repair.proposal)
            found.append((candidate, repair))
        return found

    def context(self, frontier: Frontier, seen: Observation, text: str) -> RepairContext:
        """Return one gap with everything visible that bears on it."""
        event = seen.event
        fact = self._fact(frontier.fact)
        ledger = self._tracker.ledgers[fact.id]
        pair = self._tracker.pairs[fact.id, frontier.recipient]
        found = [e for e in (pair.delivered, ledger.sent, ledger.retrievable) if e is not None]
        sources = tuple(self._events[e.seq] for e in found if e.seq != event.seq)
        in_state = next((s for s in sources if s.kind == "tool_result"), None)
        source = sources[0] if sources else None
        if frontier.status == "absent" or (source is not None and source.kind == "tool_result"):
            source = in_state or source
        checks = self._tracker.observer.checks
        owners = self._tracker.observer.binding.agents_of(fact.owner)
        return RepairContext(
            frontier=frontier,
            fact=fact,
            event=event,
            text=text,
            checks=checks,
            verdicts=seen.states,
            source=source,
            source_is_state=source is not None and source.kind == "tool_result",
            sources=sources,
            parts={
                item: self._events[ledger.parts[item]]
                for item in checks[fact.id].spec.items
                if ledger.parts.get(item, event.seq) != event.seq
            },
            owner_present=bool(owners),
            owner_agent=owners[0] if owners else "",
            drift_of=lambda changed: self._watch.measure(event.sender, changed),
        )

    def model_of(self, party: str) -> str | None:
        """Return the model of the agent that plays the party, or None if nobody says."""
        binding = self._tracker.observer.binding
        for agent in (*binding.agents_of(party), party):
            if model := binding.models.get(agent):
                return model
            found = self._trace.agent(agent)
            if found is not None and found.model:
                return found.model
        return None

    def _fact(self, fact_id: str) -> Fact:
        fact = self._tracker.contract.fact(fact_id)
        assert fact is not None  # noqa: S101  (frontiers come from this contract)
        return fact
