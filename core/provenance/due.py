"""When an obligation falls due (method, section 1, 'Due'; ours)."""

from __future__ import annotations

from collections.abc import Mapping

from core.provenance.ledger import FactLedger, PairLedger


def due_seq(
    pair: PairLedger, ledger: FactLedger, ledgers: Mapping[str, FactLedger], *, at_end: bool
) -> int | None:
    """Return the event at which delivery fell due, or None while it is pending.

    The rule: the owner's first message or output to the recipient once the fact is visible; if
    the owner hasn't written to it, the first message or output that anyone sends it after that;
    for a fact never visible, the owner's first handoff to it, else the first handoff to it.
    Facts that it depends on must be visible first.

    Two readings make the rule usable while the run still goes on. As long as the owner has said
    nothing at all it may still write, so a stranger's message doesn't make the obligation due
    before the end of the trace. And if nobody writes to the recipient once the fact is visible,
    its own next output is the moment; at the end of the trace, for a recipient that took part,
    it is the send that missed it.

    Args:
        pair: What has reached the recipient.
        ledger: Where the fact has been seen.
        ledgers: The ledgers of all facts, for ``depends_on``.
        at_end: Whether the trace is complete.
    """
    waiting = [ledgers[name].visible_seq for name in pair.fact.depends_on if name in ledgers]
    if any(seq is None for seq in waiting):
        return None
    moment = _moment(pair, ledger, at_end=at_end)
    if moment is None:
        return None
    return max([moment, *(seq for seq in waiting if seq is not None)])


def _moment(pair: PairLedger, ledger: FactLedger, *, at_end: bool) -> int | None:
    stranger_counts = at_end or ledger.owner_acted_seq is not None
    if ledger.visible_seq is None:
        if pair.owner_first_seq is not None:
            return pair.owner_first_seq
        first = pair.anyone_first_seq or (pair.own_first_output_seq if at_end else None)
        return _not_before_owner(first, ledger) if stranger_counts else None
    if pair.owner_wrote_seq is not None:
        return pair.owner_wrote_seq
    if pair.anyone_wrote_seq is not None and stranger_counts:
        return pair.anyone_wrote_seq
    took_part = pair.anyone_first_seq is not None or pair.own_first_output_seq is not None
    if at_end and took_part and ledger.sent is not None:
        return ledger.sent.seq
    return pair.first_output_seq


def _not_before_owner(seq: int | None, ledger: FactLedger) -> int | None:
    """A stranger's first message counts once the owner has had its say."""
    if seq is None or ledger.owner_acted_seq is None:
        return seq
    return max(seq, ledger.owner_acted_seq)
