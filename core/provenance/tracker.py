"""The state of every obligation, kept up to date event by event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.contract.binding import Binding
from core.contract.model import Contract
from core.provenance.certificate import certificate_of
from core.provenance.due import due_seq
from core.provenance.ledger import FactLedger, PairLedger
from core.provenance.model import GAPS, Evidence, Frontier, ObligationState, Status
from core.provenance.observe import Observation, Observer
from core.provenance.reasons import state_reason
from core.trace.model import Event

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The tracker as it was before a boundary that is still held."""

    ledgers: dict[str, FactLedger]
    pairs: dict[Pair, PairLedger]
    states: dict[Pair, ObligationState]
    last_seq: int


def _ledgers(ledgers: dict[str, FactLedger]) -> dict[str, FactLedger]:
    return {key: replace(ledger, parts=dict(ledger.parts)) for key, ledger in ledgers.items()}


def _pairs(pairs: dict[Pair, PairLedger]) -> dict[Pair, PairLedger]:
    return {key: replace(pair, items=set(pair.items)) for key, pair in pairs.items()}


class ObligationTracker:
    """Follows a run and knows at any time what has reached whom.

    A new event costs work in proportion to that event's text and to the contract, never to the
    length of the trace.

    Args:
        contract: The facts.
        binding: Which agent is which party. Names that are bound to none stay as they are.
        broadcast_delivers: Whether a message in a group chat counts as delivered to every bound
            party (marked inferred).
    """

    def __init__(
        self, contract: Contract, binding: Binding, *, broadcast_delivers: bool = True
    ) -> None:
        self.contract = contract
        self.observer = Observer(contract, binding, broadcast_delivers=broadcast_delivers)
        self.ledgers = {fact.id: FactLedger(fact) for fact in contract.facts}
        self.pairs: dict[Pair, PairLedger] = {
            (fact.id, recipient): PairLedger(fact, recipient)
            for fact in contract.facts
            for recipient in dict.fromkeys(fact.recipients)
            if recipient != fact.owner
        }
        self._states: dict[Pair, ObligationState] = {
            pair: ObligationState(
                fact=pair[0], recipient=pair[1], seq=0, status="pending", reason="Not due yet."
            )
            for pair in self.pairs
        }
        self._last_seq = 0

    def extend(self, event: Event) -> tuple[Observation, tuple[ObligationState, ...]]:
        """Take the next event in.

        Returns:
            What the checks found in the event, and the obligations whose state it changed.
        """
        seen = self.observer.observe(event)
        self._last_seq = event.seq
        for ledger in self.ledgers.values():
            ledger.observe(seen)
        for key, pair in self.pairs.items():
            was_due = self._states[key].due_seq is not None
            pair.observe(seen, self.ledgers[pair.fact.id], due=was_due)
        certified = certificate_of(event)
        if certified is not None and (key := (certified.fact, certified.recipient)) in self.pairs:
            self.pairs[key].certify(certified)
        return seen, tuple(self._changes(event.seq, at_end=False))

    def mark(self) -> Mark:
        """Return a savepoint: everything that later events may change."""
        return Mark(
            ledgers=_ledgers(self.ledgers),
            pairs=_pairs(self.pairs),
            states=dict(self._states),
            last_seq=self._last_seq,
        )

    def back_to(self, mark: Mark) -> None:
        """Forget every event since the savepoint, which stays good for another time."""
        self.ledgers, self.pairs = _ledgers(mark.ledgers), _pairs(mark.pairs)
        self._states, self._last_seq = dict(mark.states), mark.last_seq

    def finish(self) -> tuple[ObligationState, ...]:
        """Close the trace: what can't change any more is judged as such. Returns the changes."""
        return tuple(self._changes(self._last_seq, at_end=True))

    def state(self, fact: str, recipient: str) -> ObligationState:
        """Return the current state of one obligation."""
        return self._states[fact, recipient]

    def states(self) -> tuple[ObligationState, ...]:
        """Return the current state of every obligation, in contract order."""
        return tuple(self._states.values())

    def frontiers_at(self, seen: Observation) -> tuple[Frontier, ...]:
        """Return the unresolved obligations at a boundary, earliest first.

        Examined are the sender's own delivered obligations against this text, and the
        recipients' due ones. Order: event at which the obligation fell due, contract order,
        order of recipients (method, section 2, 'Frontiers at a boundary').

        Args:
            seen: The boundary, after ``extend`` has taken it in.
        """
        order = {key: index for index, key in enumerate(self._states)}
        found = [
            frontier
            for key, state in self._states.items()
            if (frontier := self._frontier(key, state, seen)) is not None
        ]
        return tuple(sorted(found, key=lambda f: (f.due_seq, order[f.fact, f.recipient])))

    def _frontier(self, key: Pair, state: ObligationState, seen: Observation) -> Frontier | None:
        if state.due_seq is None:
            return None
        own_work = seen.event.kind == "output" and state.recipient == seen.sender
        if state.status == "unconsumed" and own_work:
            side = "sender"
        elif state.status in ("absent", "misrouted") and state.recipient in seen.recipients:
            side = "recipient"
        else:
            return None
        return Frontier(
            fact=state.fact,
            recipient=state.recipient,
            status=state.status,
            boundary_seq=seen.event.seq,
            due_seq=state.due_seq,
            side=side,  # type: ignore[arg-type]
            critical=self.pairs[key].fact.critical,
            unsure=state.unsure,
            contradicted=state.contradicted,
            retrievable=state.retrievable,
            partial=state.partial,
            other_value=state.other_value,
            reason=state.reason,
            evidence=state.evidence,
        )

    def _changes(self, seq: int, *, at_end: bool) -> Iterator[ObligationState]:
        for key, pair in self.pairs.items():
            state = judge(pair, self.ledgers[pair.fact.id], self.ledgers, seq=seq, at_end=at_end)
            before = self._states[key]
            if replace(state, seq=before.seq) != before:
                self._states[key] = state
                yield state


_SILENT = 0.87
"""Least probability that nothing delivered the fact from which a gap is sure. Raised until no delivered
fact of the labelled runs used for building was surely called lost: a false alarm does more harm
than a doubt."""


def judge(
    pair: PairLedger,
    ledger: FactLedger,
    ledgers: dict[str, FactLedger],
    *,
    seq: int,
    at_end: bool,
) -> ObligationState:
    """Return the state of an obligation from its ledgers (method, section 1).

    Args:
        pair: What has reached the recipient and what it did with it.
        ledger: Where the fact has been seen.
        ledgers: All ledgers, for ``depends_on``.
        seq: Event after which the state holds.
        at_end: Whether the trace is complete.
    """
    due = due_seq(pair, ledger, ledgers, at_end=at_end)
    base = ObligationState(fact=pair.fact.id, recipient=pair.recipient, seq=seq, status="pending")
    if pair.delivered is not None:
        state = _delivered(base, pair, due, at_end=at_end)
    elif pair.maybe_delivered is not None:
        state = replace(_delivered(base, pair, due, at_end=at_end), unsure=True)
    else:
        state = _undelivered(base, pair, ledger, due, at_end=at_end)
    state = replace(state, evidence=_evidence(pair, ledger, state))
    return replace(state, reason=state_reason(pair.fact, state))


def _delivered(
    base: ObligationState, pair: PairLedger, due: int | None, *, at_end: bool
) -> ObligationState:
    delivery = pair.delivered or pair.maybe_delivered
    assert delivery is not None  # noqa: S101  (the caller has just looked)
    state = replace(base, status="ok", due_seq=due, delivered_seq=delivery.seq)
    if pair.judged_output_seq is None:
        missed = pair.output_when_due_seq is not None
        worked_before = pair.last_output_seq is not None
        state = replace(state, status="late" if missed or (at_end and worked_before) else "ok")
        return _with_stale(state, pair)
    if pair.reflected is not None:
        return _with_stale(replace(state, reflected_seq=pair.reflected.seq), pair)
    state = replace(state, due_seq=pair.judged_output_seq)
    if pair.broken is not None:
        return replace(state, status="unconsumed", contradicted=True, other_value=pair.broken_value)
    if pair.maybe_reflected is not None:
        return replace(state, status=_lean_status(pair), unsure=True)
    return _with_stale(replace(state, status="unconsumed"), pair)


def _lean_status(pair: PairLedger) -> Status:
    return "ok" if pair.maybe_lean == "conveyed" else "unconsumed"


def _with_stale(state: ObligationState, pair: PairLedger) -> ObligationState:
    if pair.stale is None:
        return state
    return replace(state, contradicted=True, other_value=pair.stale_value)


def _undelivered(
    base: ObligationState,
    pair: PairLedger,
    ledger: FactLedger,
    due: int | None,
    *,
    at_end: bool,
) -> ObligationState:
    silent = pair.doubt is None and pair.knows is None and pair.silence >= _SILENT
    if due is None:
        base = replace(base, unsure=at_end and not silent)
        return _with_stale(base, pair) if pair.stale else base
    state = replace(base, due_seq=due, partial=pair.partial is not None or ledger.partly_visible)
    if ledger.sent is not None or ledger.maybe_sent is not None:
        state = replace(state, status="misrouted")
    else:
        state = replace(state, status="absent", retrievable=ledger.retrievable is not None)
    which = ledger.sent is None and ledger.maybe_sent is not None
    # Whether anybody else got it decides between absent and misrouted.
    which = which or (ledger.sent is None and ledger.sent_p > 1.0 - _SILENT)
    state = replace(state, unsure=which or not silent)
    if pair.broken is not None:
        return replace(state, contradicted=True, other_value=pair.broken_value)
    return _with_stale(state, pair)


def _evidence(pair: PairLedger, ledger: FactLedger, state: ObligationState) -> tuple[Evidence, ...]:
    """Return what a reader has to see to believe the state, in order of events."""
    found = [pair.delivered or pair.maybe_delivered, pair.reflected, pair.broken, pair.stale]
    if state.status == "unconsumed":
        found.append(pair.ignored)
    if state.unsure:
        found += [pair.maybe_reflected]
    if pair.delivered is None:
        found += [ledger.sent, ledger.retrievable if ledger.sent is None else None, pair.partial]
        found.append(ledger.maybe_sent if ledger.sent is None else None)
        found.append(pair.doubt if state.unsure else None)
    return tuple(sorted((e for e in found if e is not None), key=lambda e: (e.seq, e.role)))


def earliest_gap(states: tuple[ObligationState, ...]) -> tuple[str, str] | None:
    """Return fact and recipient of the gap that fell due first, or None.

    Ties go by contract order, then by order of recipients; ``states`` must be in that order.
    """
    gaps = [s for s in states if s.status in GAPS and s.due_seq is not None]
    if not gaps:
        return None
    first = min(gaps, key=lambda s: s.due_seq or 0)
    return first.fact, first.recipient
