"""Review events, append-only, and the queue of boundaries that wait for a person."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from sqlalchemy import and_, asc, desc, func, literal, not_, or_, union_all
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from core.carrying import CARRIED
from core.errors import ConflictError, InputError, NotFoundError
from core.review import (
    REVIEW_KINDS,
    STATUS_OF,
    ReviewEvent,
    ReviewKind,
    ReviewState,
    fold_reviews,
)
from storage.carrying import Earlier, earlier_decisions
from storage.database import Database
from storage.info import Neighbours, Page, QueueFilter, QueueItem
from storage.queries import (
    CLOSING,
    DECIDING,
    excerpt,
    excerpt_text,
    last_decision,
    newest_analyses,
    review_event,
    status_of,
)
from storage.rows import dump, load, now, to_time
from storage.tables import AnalysisRow, BoundaryRow, ReviewRow, TextRow, TraceRow


class Reviews:
    """What people decided. Nothing here is ever changed or removed; taking back is an event too."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def append(self, event: ReviewEvent) -> ReviewEvent:
        """Store one event, if it still fits where the boundary stands.

        approve, edit, reject and order close a boundary; skip and escalate set it aside, so that
        somebody can still decide. ``revert`` opens it again. ``judge``, ``wrong_verdict``,
        ``opinion`` and ``effect`` are annotations and always fit.

        Args:
            event: What the person did. ``digest`` names what she saw; ``id`` and ``at`` may be
                left out. An event whose id is stored already is not stored twice.

        Returns:
            The event as stored, with its id and time.

        Raises:
            InputError: Nobody is named as author, or the kind is unknown.
            NotFoundError: There is no such analysis or boundary.
            ConflictError: The boundary is decided already, there is nothing to revert, or the
                person decided about something else than what is there; says who and when.
        """
        if not event.author.strip():
            raise InputError("A decision carries a name.", hint="Set your name in Settings.")
        if event.kind not in REVIEW_KINDS:
            raise InputError(f"{event.kind!r} is no decision; use {', '.join(REVIEW_KINDS)}.")
        with self._db.write() as session:
            boundary = session.get(BoundaryRow, (event.analysis_id, event.seq))
            if boundary is None:
                raise NotFoundError(
                    f"There is no boundary at event {event.seq} of analysis {event.analysis_id}; "
                    "its trace may have been deleted."
                )
            if event.id:
                known = session.exec(select(ReviewRow).where(ReviewRow.id == event.id)).first()
                if known is not None:
                    return _same(review_event(known), event)
            _refuse_unfit(session, event, boundary.digest)
            row = ReviewRow(
                id=event.id or uuid.uuid4().hex,
                analysis_id=event.analysis_id,
                seq=event.seq,
                kind=event.kind,
                author=event.author.strip(),
                at=now(),
                reason=event.reason,
                payload=dump(dict(event.payload)),
                digest=event.digest or boundary.digest,
            )
            session.add(row)
            session.flush()
            return review_event(row)

    def for_analysis(self, analysis_id: str) -> tuple[ReviewEvent, ...]:
        """Return every event of an analysis, oldest first."""
        with self._db.read() as session:
            rows = session.exec(
                select(ReviewRow)
                .where(ReviewRow.analysis_id == analysis_id)
                .order_by(col(ReviewRow.number))
            ).all()
            return tuple(review_event(row) for row in rows)

    def state(self, analysis_id: str, seq: int) -> ReviewState:
        """Return where one boundary stands, with its whole history."""
        with self._db.read() as session:
            return fold_reviews(_history(session, analysis_id, seq))

    def earlier(self, analysis_id: str) -> tuple[Earlier, ...]:
        """Return what was decided under other analyses of the run about what is open in this one.

        Each says why it wasn't carried over, by event.
        """
        with self._db.read() as session:
            return earlier_decisions(session, analysis_id)

    def of_kind(self, kind: ReviewKind) -> tuple[ReviewEvent, ...]:
        """Return the events of one kind in the whole workspace, oldest first."""
        with self._db.read() as session:
            rows = session.exec(
                select(ReviewRow).where(ReviewRow.kind == kind).order_by(col(ReviewRow.number))
            ).all()
            return tuple(review_event(row) for row in rows)

    def all(self, limit: int = 1000, offset: int = 0) -> Page[ReviewEvent]:
        """Return the events of the whole workspace, newest first: the audit log."""
        with self._db.read() as session:
            total = session.exec(select(func.count()).select_from(ReviewRow)).one()
            rows = session.exec(
                select(ReviewRow).order_by(col(ReviewRow.number).desc()).limit(limit).offset(offset)
            ).all()
            return Page(rows=tuple(review_event(row) for row in rows), total=total)

    def queue(
        self, wanted: QueueFilter | None = None, limit: int = 1000, offset: int = 0
    ) -> Page[QueueItem]:
        """Return the boundaries that a filter lets through, in its order.

        Args:
            wanted: The filter; None means the open boundaries of the newest analyses.
            limit: At most this many rows; the page says how many there are.
            offset: Rows to leave out at the start.
        """
        wanted = wanted or QueueFilter()
        query = _joined(columns(BoundaryRow, AnalysisRow, col(TraceRow.name), excerpt(), ReviewRow))
        order = (desc(key) if falling else key for key, falling in _order(wanted))
        query = query.where(_fits(wanted)).order_by(*order).limit(limit).offset(offset)
        count = _joined(select(func.count())).where(_fits(wanted))
        with self._db.read() as session:
            total = session.exec(count).one()
            rows = session.exec(query).all()
            return Page(rows=tuple(_item(*row) for row in rows), total=total)

    def neighbours(self, wanted: QueueFilter, analysis_id: str, seq: int) -> Neighbours:
        """Return what comes before and after a boundary inside exactly the filtered queue.

        A boundary that has just been decided may no longer pass the filter; its neighbours are
        then those between which it stood.

        Args:
            wanted: The filter of the queue.
            analysis_id: The analysis of the boundary.
            seq: Its event.
        """
        here = and_(col(BoundaryRow.analysis_id) == analysis_id, col(BoundaryRow.seq) == seq)
        fits = _fits(wanted)
        order = _order(wanted)
        names = [f"key{index}" for index in range(len(order))]
        what = [col(BoundaryRow.analysis_id), col(BoundaryRow.seq)]
        what += [key.label(name) for name, (key, _) in zip(names, order, strict=True)]
        # Two arms, since one condition with OR would keep SQLite from using its indexes.
        inside = _joined(columns(*what, literal(1))).where(fits)
        outside = _joined(columns(*what, literal(0))).where(here, not_(fits))
        query = union_all(inside, outside).order_by(
            *(
                desc(name) if falling else asc(name)
                for name, (_, falling) in zip(names, order, strict=True)
            )
        )
        with self._db.read() as session:
            found = session.connection().execute(query)
            rows = [((row[0], row[1]), bool(row[-1])) for row in found]
        keys = [key for key, _ in rows]
        total = sum(is_inside for _, is_inside in rows)
        if (analysis_id, seq) not in keys:
            return Neighbours(
                previous=None, next=keys[0] if keys else None, position=None, total=total
            )
        index = keys.index((analysis_id, seq))
        return Neighbours(
            previous=keys[index - 1] if index else None,
            next=keys[index + 1] if index + 1 < len(keys) else None,
            position=index + 1 if rows[index][1] else None,
            total=total,
        )


def _refuse_unfit(session: Session, event: ReviewEvent, digest: str) -> None:
    decides = event.kind in STATUS_OF
    if event.digest != digest and (decides or event.digest):
        raise ConflictError(_STALE)
    if not decides:
        return
    # A boundary may carry many annotations; they don't bear on what fits.
    state = fold_reviews(_history(session, event.analysis_id, event.seq, kinds=DECIDING))
    if event.kind == "revert":
        if not state.can_revert:
            raise ConflictError("There is no decision to revert" + _who(state) + ".")
        return
    if state.is_closed or state.status == STATUS_OF[event.kind]:
        raise ConflictError(
            f"This boundary is {state.status} already{_who(state)}. Revert that first."
            if state.is_closed
            else f"This boundary is {state.status} already{_who(state)}."
        )


_STALE = (
    "What you decided about is not what is stored for this boundary. Reload, look again and decide."
)


def _who(state: ReviewState) -> str:
    if state.by is None or state.by.at is None:
        return ""
    return f": {state.by.kind} by {state.by.author} on {state.by.at:%Y-%m-%d at %H:%M:%S} UTC"


def _same(known: ReviewEvent, event: ReviewEvent) -> ReviewEvent:
    as_sent = replace(known, at=event.at, author=event.author, digest=event.digest or known.digest)
    if as_sent != replace(event, digest=as_sent.digest) or known.author != event.author.strip():
        raise ConflictError(f"Another event has the id {event.id} already.")
    return known


def _history(
    session: Session, analysis_id: str, seq: int, *, kinds: Sequence[str] = REVIEW_KINDS
) -> list[ReviewEvent]:
    rows = session.exec(
        select(ReviewRow)
        .where(
            ReviewRow.analysis_id == analysis_id,
            ReviewRow.seq == seq,
            col(ReviewRow.kind).in_(kinds),
        )
        .order_by(col(ReviewRow.number))
    )
    return [review_event(row) for row in rows]


def _joined(query: Any) -> Any:
    return (
        query.select_from(BoundaryRow)
        .join(AnalysisRow, col(AnalysisRow.id) == col(BoundaryRow.analysis_id))
        .join(TraceRow, col(TraceRow.id) == col(AnalysisRow.trace_id))
        .join(TextRow, col(TextRow.hash) == col(BoundaryRow.original_hash))
        .outerjoin(ReviewRow, col(ReviewRow.number) == last_decision())
    )


def _fits(wanted: QueueFilter) -> Any:
    kind = col(ReviewRow.kind)
    by_status: dict[str, Any] = {
        "open": or_(kind.is_(None), kind == "revert"),
        "decided": kind.in_(CLOSING),
        "skipped": kind == "skip",
        "escalated": kind == "escalate",
        "reverted": kind == "revert",
    }
    parts = [by_status[wanted.status]] if wanted.status != "all" else []
    if not wanted.all_boundaries:
        parts.append(col(BoundaryRow.needs_review).is_(True))
    if wanted.analysis_id:
        parts.append(BoundaryRow.analysis_id == wanted.analysis_id)
    elif not wanted.all_analyses:
        parts.append(col(BoundaryRow.analysis_id).in_(newest_analyses()))
    if wanted.trace_id:
        parts.append(AnalysisRow.trace_id == wanted.trace_id)
    if wanted.contract:
        parts.append(AnalysisRow.contract_name == wanted.contract)
    if needle := wanted.text.strip().casefold():
        places = (TextRow.text, BoundaryRow.sender, TraceRow.name, BoundaryRow.reason)
        parts.append(or_(*(func.instr(func.casefold(place), needle) > 0 for place in places)))
    return and_(True, *parts)


def _order(wanted: QueueFilter) -> tuple[tuple[Any, bool], ...]:
    """Return what the queue is sorted by, each with whether it falls."""
    in_run = (
        (col(AnalysisRow.created_at), False),
        (col(BoundaryRow.analysis_id), False),
        (col(BoundaryRow.seq), False),
    )
    if wanted.sort == "age":
        return in_run
    if wanted.sort == "trace":
        return ((func.casefold(TraceRow.name), False), (col(AnalysisRow.trace_id), False), *in_run)
    return (
        (col(BoundaryRow.risk), True),
        (col(BoundaryRow.critical_gaps), True),
        (func.coalesce(BoundaryRow.energy, 0.0), True),
        *in_run,
    )


def _item(
    row: BoundaryRow, analysis: AnalysisRow, trace: str, text: str | bytes, last: ReviewRow | None
) -> QueueItem:
    version = analysis.contract_version
    return QueueItem(
        analysis_id=row.analysis_id,
        seq=row.seq,
        trace_id=analysis.trace_id,
        trace_name=trace,
        contract=analysis.contract_name
        if version is None
        else f"{analysis.contract_name}@{version}",
        sender=row.sender,
        recipients=tuple(load(row.recipients)),
        kind=row.kind,
        decision=cast("Any", row.decision),
        reason=row.reason,
        review_reasons=tuple(load(row.review_reasons)),
        risk=row.risk,
        critical_gaps=row.critical_gaps,
        frontiers=row.frontier_count,
        energy=row.energy,
        drift_flagged=row.drift_flagged,
        digest=row.digest,
        excerpt=excerpt_text(text),
        status=status_of(last.kind if last else None),
        decided_by=last.author if last else "",
        decided_at=to_time(last.at) if last else None,
        carried=bool(last and CARRIED in load(last.payload)),
        created_at=to_time(analysis.created_at),
    )
