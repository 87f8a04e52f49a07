"""The boundary pipeline: what joins handoff control and role control (method, section 4)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from core.contract.binding import Binding
from core.contract.model import Contract, Fact
from core.decision import best, decide, gap_words
from core.drift.encoders import Encoder, get_encoder
from core.drift.geometry import compile_roles
from core.drift.model import RoleSet, TurnScore
from core.drift.score import DriftSettings, score_turn
from core.gate.admission import admit
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from core.provenance.graph import ProvenanceGraph
from core.provenance.model import Frontier, ObligationState
from core.provenance.observe import Observation
from core.provenance.tracker import ObligationTracker
from core.repair import REPAIRS, Candidate, RepairContext
from core.report import BoundaryReport, Decision
from core.settings import ReplaySettings
from core.trace.model import Event, Trace
from core.trace.outputs import is_private
from core.trace.quotes import own_words

_CONTEXT_TURNS = 8
"""How many earlier texts the predicates of role control may look at."""


class Controller:
    """Follows one run, event by event, and reports on every boundary.

    Args:
        contract: Facts and who needs them.
        roles: Role profiles, or None for handoff control alone.
        priors: Frozen counts, or None; without them everything is forwarded.
        settings: See :class:`ReplaySettings`.
        binding: Which agent is which party and role.
        agents: Participants with their models and who is a person.
        encoder: Encoder of the behaviour vector; None takes the embedded one.
    """

    def __init__(
        self,
        contract: Contract,
        *,
        trace: Trace,
        binding: Binding,
        roles: RoleSet | None = None,
        priors: PriorsSet | None = None,
        settings: ReplaySettings | None = None,
        encoder: Encoder | None = None,
    ) -> None:
        self.contract = contract
        self.settings = settings or ReplaySettings()
        self.binding = binding
        self.tracker = ObligationTracker(
            contract, binding, broadcast_delivers=self.settings.broadcast_delivers
        )
        self.graph = ProvenanceGraph(contract)
        self._trace = trace
        self._priors = priors
        self._priors_hash = priors_hash(priors) if priors else ""
        self._events: dict[int, Event] = {}
        self._pending_changes: list[ObligationState] = []
        self._known_gaps: set[tuple[str, str, str]] = set()
        self._context: deque[str] = deque(maxlen=_CONTEXT_TURNS)
        self._drift_sums: dict[str, float] = {}
        self._drift = DriftSettings(
            weights=self.settings.weights, lam=self.settings.lam, tau=self.settings.tau
        )
        bound = set(binding.roles.values())
        self._compiled = compile_roles(roles, encoder or get_encoder()) if roles and bound else None
        self.tau = self.settings.tau
        if self._compiled is not None and self.tau is None:
            self.tau = self._compiled.tau

    def step(self, event: Event) -> BoundaryReport | None:
        """Take the next event in; return a report if it is a boundary."""
        self._events[event.seq] = event
        seen, changes = self.tracker.extend(event)
        self.graph.extend(seen)
        self._pending_changes += changes
        if not event.is_boundary or is_private(event):
            self._context.append(event.text)
            return None
        report = self._boundary(event, seen)
        self._context.append(event.text)
        self._pending_changes = []
        return report

    def finish(self) -> tuple[ObligationState, ...]:
        """Close the run; return the changes since the last boundary."""
        self._pending_changes += self.tracker.finish()
        changes, self._pending_changes = tuple(self._pending_changes), []
        self.graph.mark_gaps(self.tracker.states())
        return changes

    def _boundary(self, event: Event, seen: Observation) -> BoundaryReport:
        score, no_score = self._score(event.sender, event.text)
        frontiers = self.tracker.frontiers_at(seen)
        candidates: tuple[Candidate, ...] = ()
        if frontiers:
            candidates = tuple(self._candidates(frontiers[0], seen))
        chosen = best(candidates)
        decision, released, reason = decide(event.text, frontiers, candidates, chosen)
        cumulative = self._accumulate(event.sender, score, released, event.text)
        flagged = score is not None and self.tau is not None and score.energy > self.tau
        reasons = tuple(self._review_reasons(frontiers, decision, chosen, flagged=flagged))
        return BoundaryReport(
            seq=event.seq,
            sender=event.sender,
            recipients=event.recipients,
            kind=event.kind,
            original=event.text,
            released=released,
            decision=decision,
            reason=reason,
            frontiers=frontiers,
            candidates=candidates,
            chosen=chosen.repair if chosen else None,
            changes=tuple(self._pending_changes),
            drift=score,
            no_drift_reason=no_score,
            cumulative_drift=cumulative,
            drift_flagged=flagged,
            needs_review=bool(reasons),
            review_reasons=reasons,
        )

    # -- role control ---------------------------------------------------------------------

    def _score(self, sender: str, text: str) -> tuple[TurnScore | None, str]:
        if self._compiled is None:
            return None, "No role set was chosen." if not self.binding.roles else "No role set."
        agent = self._trace.agent(sender)
        if agent is not None and agent.is_person:
            return None, "A person has no role drift."
        role = self.binding.roles.get(sender)
        if role is None:
            return None, f"{sender} is bound to no role profile."
        if role not in self._compiled.roles:
            return None, f"The role set has no profile {role}."
        score = score_turn(
            self._compiled,
            role,
            own_words(text),
            history=tuple(self._context),
            agents=self._trace.agent_names,
            settings=self._drift,
        )
        return score, ""

    def _accumulate(
        self, sender: str, score: TurnScore | None, released: str, original: str
    ) -> Mapping[str, float]:
        """D_i(t) = rho D_i(t-1) + E_i,t; every role-bound agent decays each turn."""
        if self._compiled is None:
            return {}
        for agent in self.binding.roles:
            self._drift_sums[agent] = self.settings.rho * self._drift_sums.get(agent, 0.0)
        if score is not None:
            final = score if released == original else self._score(sender, released)[0]
            self._drift_sums[sender] += final.energy if final else 0.0
        return {agent: round(value, 6) for agent, value in self._drift_sums.items()}

    def _drift_of(self, sender: str, text: str) -> tuple[float, float] | None:
        score, _ = self._score(sender, text)
        if score is None or self.tau is None:
            return None
        return score.energy, self.tau

    # -- handoff control ------------------------------------------------------------------

    def _candidates(self, frontier: Frontier, seen: Observation) -> Iterator[Candidate]:
        context = self._repair_context(frontier, seen)
        for repair in REPAIRS:
            refused = repair.refusal(context)
            if refused:
                yield Candidate(repair=repair.name, admission=None, proposal=None, refused=refused)
                continue
            behaves = context.fact.owner if repair.name == "ASK" else frontier.recipient
            admission = admit(
                repair.name,
                frontier.status,
                critical=frontier.critical,
                priors=self._priors,
                priors_hash=self._priors_hash,
                model=self.model_of(behaves),
                confirmed_other_model=self.settings.confirmed_other_model,
                unsure=frontier.unsure,
                rule=self.settings.rule,
            )
            yield Candidate(
                repair=repair.name, admission=admission, proposal=repair.propose(context)
            )

    def _repair_context(self, frontier: Frontier, seen: Observation) -> RepairContext:
        event = seen.event
        fact = self._fact(frontier.fact)
        ledger = self.tracker.ledgers[fact.id]
        pair = self.tracker.pairs[fact.id, frontier.recipient]
        found = [e for e in (pair.delivered, ledger.sent, ledger.retrievable) if e is not None]
        sources = tuple(self._events[e.seq] for e in found if e.seq != event.seq)
        in_state = next((s for s in sources if s.kind == "tool_result"), None)
        source = sources[0] if sources else None
        if frontier.status == "absent" or (source is not None and source.kind == "tool_result"):
            source = in_state or source
        return RepairContext(
            frontier=frontier,
            fact=fact,
            event=event,
            text=event.text,
            checks=self.tracker.observer.checks,
            verdicts=seen.states,
            source=source,
            source_is_state=source is not None and source.kind == "tool_result",
            sources=sources,
            owner_present=bool(self.binding.agents_of(fact.owner)),
            drift_of=lambda text: self._drift_of(event.sender, text),
        )

    def model_of(self, party: str) -> str | None:
        """Return the model of the agent that plays the party, or None if nobody says."""
        for agent in (*self.binding.agents_of(party), party):
            if model := self.binding.models.get(agent):
                return model
            found = self._trace.agent(agent)
            if found is not None and found.model:
                return found.model
        return None

    def _fact(self, fact_id: str) -> Fact:
        fact = self.contract.fact(fact_id)
        assert fact is not None  # noqa: S101  (frontiers come from this contract)
        return fact

    def _review_reasons(
        self,
        frontiers: tuple[Frontier, ...],
        decision: Decision,
        chosen: Candidate | None,
        *,
        flagged: bool,
    ) -> Iterator[str]:
        """Say why a person should look, each gap once and not at every later boundary."""
        for frontier in frontiers:
            key = (frontier.fact, frontier.recipient, frontier.status)
            if not frontier.critical or key in self._known_gaps:
                continue
            self._known_gaps.add(key)
            if frontier.contradicted:  # One sentence for both: what lacks, and what came instead.
                self._known_gaps.add((frontier.fact, frontier.recipient, "contradicted"))
            yield gap_words(frontier)
        for state in self._pending_changes:
            kind = "contradicted" if state.contradicted else "unsure"
            critical = self._fact(state.fact).critical
            seen_before = (state.fact, state.recipient, kind) in self._known_gaps
            if critical and (state.contradicted or state.unsure) and not seen_before:
                self._known_gaps.add((state.fact, state.recipient, kind))
                if state.contradicted:
                    other = f": {state.other_value}" if state.other_value else ""
                    yield f"{state.fact} is contradicted at {state.recipient}{other}"
                elif not any(
                    f.fact == state.fact and f.recipient == state.recipient for f in frontiers
                ):
                    yield f"the check is unsure about {state.fact} for {state.recipient}"
        if decision == "ROLLBACK":
            yield "the repair was undone"
        if flagged:
            yield "role drift is above the threshold"
