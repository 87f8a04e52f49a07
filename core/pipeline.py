"""The boundary pipeline: what joins handoff control and role control (method, section 4)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from core.bench import RepairBench
from core.contract.binding import Binding
from core.contract.model import Contract
from core.contract.parameters import fill
from core.decision import UNDONE, best, decide, ended, with_rewrite
from core.drift.model import RoleSet, TurnScore
from core.errors import ConflictError, RepairError
from core.findings import ReviewNotes, moved
from core.gate.history import History
from core.gate.model import PriorsSet, RepairName
from core.held import AS_PROPOSED, Held, Opened, Ruling, Savepoint, Settled
from core.provenance.graph import ProvenanceGraph
from core.provenance.model import Frontier, ObligationState
from core.provenance.observe import Observation
from core.provenance.tracker import ObligationTracker
from core.repair import (
    NOBODY,
    Candidate,
    Means,
    Postcondition,
    Repair,
    Step,
    Transaction,
)
from core.repair.ask import is_question_or_answer
from core.repair.postconditions import edit_postconditions
from core.report import BoundaryReport, Outcome
from core.review import boundary_digest
from core.settings import ReplaySettings
from core.trace.model import Event, Trace
from core.trace.outputs import is_private
from core.watch import RoleWatch

if TYPE_CHECKING:
    from core.drift.encoders import Encoder


class Controller:
    """Follows one run, event by event, and reports on every boundary.

    On a recorded run, :meth:`step` takes the events as they were. In a live run a boundary is held:
    :meth:`propose` finds what is wrong with it and what could be done, :meth:`settle` does what was
    ruled, and later boundaries are judged by what was released.

    Args:
        contract: Facts and who needs them. Its parameters are filled from the binding's values; a
            fact without its value is left out.
        trace: Participants with their models, and who is a person; its events are not used.
        binding: Which agent is which party and role.
        roles: Role profiles, or None for handoff control alone.
        priors: Frozen counts, or None; without them everything is forwarded.
        settings: See :class:`ReplaySettings`.
        encoder: Encoder of the behaviour vector; None takes the one that the settings name.
        live: Whether what is released is what counts. A recorded text can't be unsent.
        means: Who is there to answer, rewrite or certify in a live run; the default is nobody.
        history: How repairs fared in earlier runs; None leaves it out of account.
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
        live: bool = False,
        means: Means = NOBODY,
        history: History | None = None,
    ) -> None:
        contract = fill(contract, binding.values).contract
        self.contract = contract
        self.settings = settings or ReplaySettings()
        self.binding = binding
        self.live = live
        self.means = means
        self.tracker = ObligationTracker(
            contract, binding, broadcast_delivers=self.settings.broadcast_delivers
        )
        self.graph = ProvenanceGraph(contract)
        self.watch = RoleWatch(roles, binding, self.settings, trace, encoder)
        self.tau = self.watch.tau
        self._events: dict[int, Event] = {}
        self.bench = RepairBench(
            self.tracker,
            self.watch,
            self._events,
            trace=trace,
            priors=priors,
            settings=self.settings,
            history=history,
        )
        self._pending_changes: list[ObligationState] = []
        self._notes = ReviewNotes({fact.id: fact.critical for fact in contract.facts})
        self._open: Opened | None = None
        self._last_seq = 0
        self._draws = True
        """Whether what is filed gets into the graph, which can't be taken back."""

    @property
    def next_seq(self) -> int:
        """Number of the next event; a question that was put to somebody has used two."""
        return self._last_seq + 1

    @property
    def holding(self) -> Held | None:
        """The boundary that is held at the moment."""
        return self._open.held if self._open is not None else None

    def step(self, event: Event) -> BoundaryReport | None:
        """Take the next event in as it is; return a report if it is a boundary.

        Nothing is changed, in a live run neither. A controller that is fed what went out in a run
        stands where the run's own controller stood, so this is also how a run is picked up again.
        """
        held = self._take(event, live=False)
        return self.settle(held).report if held is not None else None

    def propose(self, event: Event) -> Held | None:
        """Take the next event in; if it is a boundary, hold it.

        Args:
            event: Its number must be above all earlier ones.

        Returns:
            What was found and what is proposed; None if the event is no boundary.

        Raises:
            ConflictError: Another boundary is still held, or the number was used already.
        """
        return self._take(event, live=self.live)

    def withdraw(self, held: Held) -> None:
        """Take a held boundary back as if it had never been proposed: nothing goes out.

        Raises:
            ConflictError: It was settled already, or the run is recorded.
        """
        opened = self._opened(held)
        if opened.save is None:
            raise ConflictError("What was sent can't be unsent: this run is recorded.")
        self._back_to(opened.save)
        self._open = None

    def _take(self, event: Event, *, live: bool) -> Held | None:
        if self._open is not None:
            raise ConflictError(
                f"Event {self._open.held.event.seq} is still held; settle it before the next event."
            )
        if event.seq <= self._last_seq:
            raise ConflictError(
                f"Event {event.seq} comes after event {self._last_seq}; its number must be higher."
            )
        if not event.is_boundary or is_private(event) or is_question_or_answer(event):
            self._record(event)
            return None
        return self._hold(event, live=live)

    def _opened(self, held: Held) -> Opened:
        if self._open is None or self._open.held is not held:
            raise ConflictError(f"Event {held.event.seq} was settled already.")
        return self._open

    def settle(self, held: Held, ruling: Ruling = AS_PROPOSED) -> Settled:
        """Do what was ruled at a held boundary: apply, check, COMMIT or ROLLBACK, release.

        Whatever goes wrong in a repair, the message goes out as it was accepted before.

        Args:
            held: What :meth:`propose` returned.
            ruling: By default, what was proposed.

        Returns:
            The final report, and the events for the run's record.

        Raises:
            ConflictError: Something else is held, or the ruling is about another state of it.
            RepairError: A repair was ordered whose prerequisites don't hold; nothing has happened.
        """
        opened = self._opened(held)
        held.check(ruling)
        report = held.report
        if opened.save is not None:
            report = self._carry_out(opened, ruling)
        elif ruling.act != "proposed":
            raise ConflictError("What was sent can't be unsent: this run is recorded.")
        self._open = None
        return self._release(opened, report)

    def rehearse(self, held: Held, ruling: Ruling = AS_PROPOSED) -> Settled:
        """Find what :meth:`settle` would let out, and stand as if the boundary had never been held.

        For who keeps a record of what goes out and takes that in by :meth:`step`: the controller then
        stands as one that was made anew from the record, however it came by its answers. It costs
        the same however long the run is.

        Raises:
            ConflictError: As :meth:`settle`, or the run is recorded.
            RepairError: As :meth:`settle`.
        """
        opened = self._opened(held)
        save = opened.save
        if save is None:
            raise ConflictError("What was sent can't be unsent: this run is recorded.")
        self._draws = False
        try:
            return self.settle(held, ruling)
        finally:
            self._draws = True
            self._open = None
            self._back_to(save)

    def finish(self) -> tuple[ObligationState, ...]:
        """Close the run; return the changes since the last boundary."""
        self._pending_changes += self.tracker.finish()
        changes, self._pending_changes = tuple(self._pending_changes), []
        self.graph.mark_gaps(self.tracker.states())
        return changes

    # -- holding --------------------------------------------------------------------------

    def _hold(self, event: Event, *, live: bool) -> Held:
        save = self._savepoint() if live else None
        try:
            self._open = self._look(event, save)
        except BaseException:
            if save is not None:
                self._back_to(save)
            raise
        return self._open.held

    def _savepoint(self) -> Savepoint:
        return Savepoint(
            mark=self.tracker.mark(),
            changes=tuple(self._pending_changes),
            known=frozenset(self._notes.known),
            last_seq=self._last_seq,
            sums=self.watch.sums,
            history=tuple(self.watch.history),
        )

    def _back_to(self, save: Savepoint) -> None:
        """Stand as before the boundary was looked at."""
        self.tracker.back_to(save.mark)
        self._pending_changes = list(save.changes)
        self._notes.known = set(save.known)
        self.watch.back_to(save.sums, save.history)
        self._last_seq = save.last_seq
        while self._events and next(reversed(self._events)) > save.last_seq:
            self._events.popitem()

    def _look(self, event: Event, save: Savepoint | None) -> Opened:
        live = save is not None
        score, no_score = self.watch.score(event.sender, event.text)
        transaction = Transaction(event.text)
        if live and self.watch.wants_rewrite(score):
            self.watch.rewrite(
                transaction, event, self.means.rewriter, self.tracker.observer.checks
            )
        accepted = replace(event, text=transaction.accepted)
        self._events[event.seq] = event
        seen, changes = self.tracker.extend(accepted)
        self._pending_changes += changes
        frontiers = self.tracker.frontiers_at(seen)
        found = self.bench.candidates(frontiers, seen, accepted.text)
        report, chosen = self._report(event, score, no_score, transaction, frontiers, found)
        held = Held(
            event=event,
            report=report,
            digest=boundary_digest(report) if live else "",
            transaction=transaction,
            repairs={repair.name: repair for _, repair in found if repair is not None},
            chosen=self._feasible(chosen),
        )
        return Opened(held=held, seen=seen, score=score, save=save)

    def _report(
        self,
        event: Event,
        score: TurnScore | None,
        no_score: str,
        transaction: Transaction,
        frontiers: tuple[Frontier, ...],
        found: list[tuple[Candidate, Repair | None]],
    ) -> tuple[BoundaryReport, Candidate | None]:
        considered = tuple(candidate for candidate, _ in found)
        chosen = best(considered)
        decided = decide(transaction.accepted, frontiers, considered, chosen)
        decision, released, reason = with_rewrite(decided, transaction)
        flagged = self.watch.flagged(score)
        reasons = tuple(
            self._notes.reasons(frontiers, self._pending_changes, decision, flagged=flagged)
        )
        sums = self.watch.sums_with(event.sender, score, released, event.text)
        report = BoundaryReport(
            seq=event.seq,
            sender=event.sender,
            recipients=event.recipients,
            kind=event.kind,
            original=event.text,
            released=released,
            decision=decision,
            reason=reason,
            frontiers=frontiers,
            candidates=considered,
            chosen=chosen.repair if chosen else None,
            changes=tuple(self._pending_changes),
            drift=score,
            no_drift_reason=no_score,
            cumulative_drift=_rounded(sums),
            drift_flagged=flagged,
            needs_review=bool(reasons),
            review_reasons=reasons,
            outcome=Outcome(
                act="proposed", accepted=transaction.accepted, rewritten=transaction.rewritten
            )
            if transaction.rewritten is not None
            else None,
        )
        return report, chosen

    def _feasible(self, chosen: Candidate | None) -> RepairName | None:
        if chosen is None or chosen.proposal is None or not self.means.can(chosen.proposal.needs):
            return None
        return chosen.repair

    # -- settling -------------------------------------------------------------------------

    def _carry_out(self, opened: Opened, ruling: Ruling) -> BoundaryReport:
        held, transaction = opened.held, opened.held.transaction
        name = held.chosen if ruling.act == "proposed" else None
        if ruling.act == "order":
            name = self._ordered(held, ruling)
        if name is not None:
            repair = held.repairs[name]
            transaction.repair(name, lambda: repair.apply(self.means))
        repaired = transaction.repaired
        if ruling.act == "edit":
            repaired = Step(text=ruling.text, kept=True, postconditions=self._judge(opened, ruling))
        decision, released, reason = ended(held.report, transaction, ruling, repaired)
        outcome = Outcome(
            act=ruling.act,
            by=ruling.by,
            because=ruling.reason,
            digest=held.digest,
            repair=name,
            accepted=transaction.accepted,
            rewritten=transaction.rewritten,
            repaired=repaired,
            events=tuple(e.seq for e in (*transaction.before, *transaction.after)),
        )
        return replace(
            held.report, decision=decision, released=released, reason=reason, outcome=outcome
        )

    def _ordered(self, held: Held, ruling: Ruling) -> RepairName:
        repair = held.repairs.get(ruling.repair) if ruling.repair else None
        if repair is None:
            refused = {c.repair: c.refused for c in held.report.candidates}
            why = refused.get(ruling.repair) if ruling.repair else "no repair was named"
            raise RepairError(
                f"{ruling.repair or 'A repair'} can't be ordered here: {why or 'there is no gap'}."
            )
        proposal = repair.proposal
        if not self.means.can(proposal.needs):
            raise RepairError(f"{repair.name} can't be carried out in this run: {proposal.note}")
        return repair.name

    def _judge(self, opened: Opened, ruling: Ruling) -> tuple[Postcondition, ...]:
        frontiers = opened.held.report.frontiers
        accepted = opened.seen.event.text
        context = self.bench.context(frontiers[0], opened.seen, accepted) if frontiers else None
        sender = opened.held.event.sender
        return edit_postconditions(
            ruling.text,
            checks=self.tracker.observer.checks,
            verdicts=opened.seen.states,
            context=context,
            energy=self.watch.measure(sender, ruling.text),
        )

    def _release(self, opened: Opened, report: BoundaryReport) -> Settled:
        """Let the text out: from here on it is what everybody has seen."""
        transaction = opened.held.transaction
        before, after = transaction.before, transaction.after
        event = opened.held.event
        seen = opened.seen
        live = opened.save is not None
        if live:
            event = replace(event, seq=event.seq + len(before), text=report.released)
        if opened.save is not None and (before or event.text != seen.event.text):
            self._back_to(opened.save)
            for asked in before:
                self._record(asked)
            seen, changes = self.tracker.extend(event)
            self._pending_changes += changes
            self._know_again(seen)
        sums = self.watch.sums_with(event.sender, opened.score, report.released, report.original)
        self.watch.keep(sums, event.text)
        self._file(seen)
        for certificate in after:
            self._record(certificate)
        if live:
            report = self._final(report, event.seq, sums)
        self._pending_changes = []
        return Settled(report=report, events=(*before, event, *after))

    def _know_again(self, seen: Observation) -> None:
        """What is known of gaps is what went out shows, as for one who only reads the record."""
        still = self.tracker.frontiers_at(seen)
        deque(self._notes.reasons(still, self._pending_changes, "FORWARD", flagged=False), maxlen=0)

    def _final(self, report: BoundaryReport, seq: int, sums: Mapping[str, float]) -> BoundaryReport:
        reasons = report.review_reasons
        if report.decision == "ROLLBACK" and UNDONE not in reasons:
            reasons = (*reasons, UNDONE)
        return replace(
            moved(report, seq),
            changes=tuple(self._pending_changes),
            cumulative_drift=_rounded(sums),
            needs_review=bool(reasons),
            review_reasons=reasons,
        )

    def _record(self, event: Event) -> None:
        """Take in an event that nobody holds."""
        seen, changes = self.tracker.extend(event)
        self._pending_changes += changes
        self.watch.history.append(event.text)
        self._file(seen)

    def _file(self, seen: Observation) -> None:
        self._events[seen.event.seq] = seen.event
        self._last_seq = seen.event.seq
        if self._draws:
            self.graph.extend(seen)


def _rounded(sums: Mapping[str, float]) -> dict[str, float]:
    return {agent: round(value, 6) for agent, value in sums.items()}
