"""Decisions of earlier analyses of a run: carried over to a newer one, or why they aren't."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from core.carrying import carried, why_no_override, why_not
from core.contract.model import Contract
from core.contract.parameters import fill
from core.overrides import fold_overrides
from core.report import BoundaryReport
from core.review import ReviewEvent
from storage.analysis_rows import read_reports, read_states
from storage.documents import CONTRACTS
from storage.queries import CLOSING, DECIDING, review_event
from storage.rows import dump, load, now
from storage.tables import AnalysisRow, BoundaryRow, DocumentRow, ReviewRow

_WRONG = "wrong_verdict"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A decision about the same event under another analysis of the run."""

    event: ReviewEvent
    contract: str
    """Name and version under which it was made."""
    why_not: str
    """Why it doesn't stand here; '' if it does."""


def carry_over(session: Session, analysis_id: str) -> int:
    """Store again, for an analysis, what people decided about the same questions before.

    What anybody has done there already is left alone.

    Args:
        session: Of a transaction that writes.
        analysis_id: The newer analysis.

    Returns:
        How many decisions and words against a verdict were carried over.
    """
    row = session.get(AnalysisRow, analysis_id)
    if row is None:
        return 0
    stands = [one for one in _decisions(session, row) if not one.why_not]
    stands += [one for one in _overrides(session, row) if not one.why_not]
    for one in stands:
        event = carried(one.event, to=row.id, contract=one.contract)
        boundary = session.get(BoundaryRow, (row.id, event.seq))
        session.add(
            ReviewRow(
                id=uuid.uuid4().hex,
                analysis_id=row.id,
                seq=event.seq,
                kind=event.kind,
                author=event.author,
                at=now(),
                reason=event.reason,
                payload=dump(dict(event.payload)),
                digest=event.digest or (boundary.digest if boundary else ""),
            )
        )
    return len(stands)


def earlier_decisions(session: Session, analysis_id: str) -> tuple[Earlier, ...]:
    """Return standing decisions of the run's other analyses about what nobody decided in this one."""
    row = session.get(AnalysisRow, analysis_id)
    return tuple(_decisions(session, row)) if row is not None else ()


def _decisions(session: Session, row: AnalysisRow) -> list[Earlier]:
    last: dict[int, tuple[ReviewEvent, AnalysisRow]] = {}
    for event, source in _said(session, row, DECIDING):
        last[event.seq] = (event, source)
    here = set(
        session.exec(
            select(ReviewRow.seq).where(
                ReviewRow.analysis_id == row.id, col(ReviewRow.kind).in_(DECIDING)
            )
        )
    )
    found = []
    for number, (event, source) in sorted(last.items()):
        if event.kind not in CLOSING or number in here:
            continue
        after = _report(session, row.id, number)
        if after is None or not after.needs_review:
            continue
        before = _report(session, source.id, number)
        found.append(
            Earlier(
                event=event,
                contract=_contract_words(source),
                why_not=why_not(before, after, *_statements(session, source, row))
                if before is not None
                else "its analysis can't be read",
            )
        )
    return found


def _overrides(session: Session, row: AnalysisRow) -> list[Earlier]:
    """Return what people said against verdicts of the other analyses, and nobody about this one's."""
    said = _said(session, row, (_WRONG,))
    if not said:
        return []
    # In the order in which they were said: what was taken back later stands nowhere.
    standing = fold_overrides(event for event, _ in said)
    by_id = {event.id: (event, source) for event, source in said}
    rows = session.exec(
        select(ReviewRow).where(ReviewRow.analysis_id == row.id, ReviewRow.kind == _WRONG)
    )
    spoken = [review_event(found).payload for found in rows]
    taken = {(payload.get("fact"), payload.get("recipient")) for payload in spoken}
    states = {
        (s.fact, s.recipient, s.seq): s
        for final in (False, True)
        for s in read_states(session, row.id, final=final)
    }
    found = []
    for override in standing.values():
        event, source = by_id[override.id]
        if (override.fact, override.recipient) in taken:
            continue
        if session.get(BoundaryRow, (row.id, event.seq)) is None:
            continue
        found.append(
            Earlier(
                event=event,
                contract=_contract_words(source),
                why_not=why_no_override(
                    override, states.get(override.key), *_statements(session, source, row)
                ),
            )
        )
    return found


def _said(
    session: Session, row: AnalysisRow, kinds: tuple[str, ...]
) -> list[tuple[ReviewEvent, AnalysisRow]]:
    """Return events of the other analyses of the run under a contract of that name, oldest first."""
    rows = session.exec(
        select(ReviewRow, AnalysisRow)
        .join(AnalysisRow, col(AnalysisRow.id) == col(ReviewRow.analysis_id))
        .where(
            AnalysisRow.trace_id == row.trace_id,
            AnalysisRow.contract_name == row.contract_name,
            AnalysisRow.id != row.id,
            col(ReviewRow.kind).in_(kinds),
        )
        .order_by(col(ReviewRow.number))
    )
    return [(review_event(event), source) for event, source in rows]


def _report(session: Session, analysis_id: str, seq: int) -> BoundaryReport | None:
    return next(iter(read_reports(session, analysis_id, seq=seq)), None)


def _statements(
    session: Session, before: AnalysisRow, after: AnalysisRow
) -> tuple[Mapping[str, str] | None, Mapping[str, str] | None]:
    """Return what the facts of two analyses say, with the values of the run; None: it isn't kept."""
    values = [load(row.binding).get("values", {}) for row in (before, after)]
    if before.contract_hash == after.contract_hash and values[0] == values[1]:
        return {}, {}
    said, says = (
        _filled(session, row, known) for row, known in zip((before, after), values, strict=True)
    )
    return said, says


def _filled(
    session: Session, row: AnalysisRow, values: Mapping[str, str]
) -> Mapping[str, str] | None:
    """Return fact id -> statement; None if the contract isn't kept."""
    stored = session.exec(
        select(DocumentRow).where(
            DocumentRow.kind == CONTRACTS.word, DocumentRow.hash == row.contract_hash
        )
    ).first()
    if stored is None:
        return None
    filled = fill(Contract.model_validate(load(stored.data)), values).contract
    return {fact.id: fact.statement for fact in filled.facts}


def _contract_words(row: AnalysisRow) -> str:
    version = row.contract_version
    return row.contract_name if version is None else f"{row.contract_name}@{version}"
