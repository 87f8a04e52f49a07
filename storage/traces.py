"""Traces and their events."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, cast

from sqlalchemy import func, or_
from sqlmodel import Session, col, delete, select

from core.errors import InputError, NotFoundError, StorageError
from core.trace.events import make_event
from core.trace.inferred import Inference, What, listed
from core.trace.model import BOUNDARY_KINDS, Agent, Event, EventKind, Origin, Problem, Trace
from storage.database import Database
from storage.deletion import count_deletion, delete_trace
from storage.info import DeletionCount, Page, StoredTrace, TraceInfo
from storage.rows import bulk, load, store_texts, text_hash, to_time
from storage.staging import is_large, staged
from storage.tables import AnalysisRow, EventRow, TextRow, TraceProblemRow, TraceRow
from storage.trace_rows import event_row, problem_rows, trace_row

_EVENT = (
    EventRow.seq,
    EventRow.kind,
    EventRow.sender,
    EventRow.recipients,
    TextRow.text,
    EventRow.tool,
    EventRow.call_id,
    EventRow.at,
    EventRow.recipients_from,
    EventRow.kind_from,
    EventRow.rule,
    EventRow.broadcast,
    EventRow.tokens,
    EventRow.source_place,
    EventRow.meta,
)


NAME_LIMIT = 200


class Traces:
    """The traces of a workspace. Their content never changes once stored."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def add(
        self,
        trace: Trace,
        source_name: str,
        problems: Iterable[Problem] = (),
        progress: Callable[[int], None] | None = None,
    ) -> StoredTrace:
        """Store a trace; the same content a second time adds nothing.

        A large one is stored in pieces, so that others can write between them; it shows when all of
        it is there, and leaves nothing if it is stopped.

        Args:
            trace: What an importer read.
            source_name: Name of the file, for display only; it is never used as a path.
            problems: What the importer had to say about the file.
            progress: Called with the number of stored events now and then; what it raises stops it.

        Returns:
            The trace's id (first 12 hex digits of its digest) and whether it is new.
        """
        trace_id = trace.digest[:12]
        with self._db.read() as session:
            known = session.get(TraceRow, trace_id)
            if known is not None and known.digest == trace.digest:
                return StoredTrace(id=trace_id, created=False)
        if known is not None or not is_large(trace):
            return self._finish(trace, source_name, list(problems), staged_before=False)
        with staged(self._db, trace, partial(event_row, trace_id), progress):
            return self._finish(trace, source_name, list(problems), staged_before=True)

    def _finish(
        self, trace: Trace, source_name: str, problems: builtins.list[Problem], staged_before: bool
    ) -> StoredTrace:
        """Store the trace's own row, and its events unless they are there before it."""
        trace_id = trace.digest[:12]
        # Everything is computed before the write lock is taken.
        row = trace_row(trace, trace_id, source_name, len(problems))
        hashes: dict[str, str] = {}
        events: builtins.list[dict[str, Any]] = []
        if not staged_before:
            hashes = {text: text_hash(text) for text in {event.text for event in trace.events}}
            events = [event_row(trace_id, event, hashes) for event in trace.events]
        with self._db.write() as session:
            known = session.get(TraceRow, trace_id)
            if known is not None:
                if known.digest != trace.digest:
                    raise StorageError(f"Another trace has the id {trace_id} already.")
                return StoredTrace(id=trace_id, created=False)
            session.add(row)
            session.flush()
            if staged_before:
                _check_staged(session, trace)
            else:
                # Perhaps something is left of an attempt that was stopped.
                session.exec(delete(EventRow).where(col(EventRow.trace_id) == trace_id))
            store_texts(session, hashes)
            bulk(session, EventRow, events)
            bulk(session, TraceProblemRow, problem_rows(trace_id, problems))
        return StoredTrace(id=trace_id, created=True)

    def list(self, search: str = "", limit: int = 1000, offset: int = 0) -> Page[TraceInfo]:
        """Return traces, newest first, without their events.

        Args:
            search: Words in the name, source, format or task; any case.
            limit: At most this many rows; the page says how many there are.
            offset: Rows to leave out at the start.
        """
        query = select(TraceRow, _analysis_count())
        count = select(func.count()).select_from(TraceRow)
        if needle := search.strip().casefold():
            fits = or_(
                *(
                    func.instr(func.casefold(column), needle) > 0
                    for column in (TraceRow.name, TraceRow.source, TraceRow.format, TraceRow.task)
                )
            )
            query, count = query.where(fits), count.where(fits)
        query = query.order_by(col(TraceRow.imported_at).desc(), TraceRow.id)
        with self._db.read() as session:
            total = session.exec(count).one()
            rows = session.exec(query.limit(limit).offset(offset)).all()
            return Page(rows=tuple(_info(row, analyses) for row, analyses in rows), total=total)

    def info(self, trace_id: str) -> TraceInfo:
        """Return a trace without its events.

        Raises:
            NotFoundError: There is no such trace.
        """
        with self._db.read() as session:
            found = session.exec(
                select(TraceRow, _analysis_count()).where(TraceRow.id == trace_id)
            ).first()
            if found is None:
                raise _missing(trace_id)
            return _info(*found)

    def get(self, trace_id: str) -> Trace:
        """Return the whole trace, equal in digest to the one stored.

        Raises:
            NotFoundError: There is no such trace.
        """
        with self._db.read() as session:
            row = _row(session, trace_id)
            return Trace(
                name=row.name,
                format=row.format,
                agents=tuple(Agent(**agent) for agent in load(row.agents)),
                events=_events(session, trace_id),
                task=row.task,
                labels=load(row.labels),
                metadata=load(row.meta),
            )

    def events_page(
        self,
        trace_id: str,
        offset: int = 0,
        limit: int = 200,
        *,
        sender: str | None = None,
        kinds: Iterable[EventKind] = (),
        text: str = "",
    ) -> Page[Event]:
        """Return a window of the events, read by the index without loading the others.

        Args:
            trace_id: The trace.
            offset: Events to leave out at the start.
            limit: At most this many; the page says how many there are.
            sender: Only events of this agent or tool.
            kinds: Only events of these kinds; none means all.
            text: Only events whose text holds these words, in any case.

        Raises:
            NotFoundError: There is no such trace.
        """
        parts: builtins.list[Any] = []
        if sender is not None:
            parts.append(col(EventRow.sender) == sender)
        if wanted := tuple(kinds):
            parts.append(col(EventRow.kind).in_(wanted))
        if needle := text.strip().casefold():
            parts.append(func.instr(func.casefold(TextRow.text), needle) > 0)
        with self._db.read() as session:
            total = _row(session, trace_id).event_count
            if parts:
                total = session.exec(
                    select(func.count())
                    .select_from(EventRow)
                    .join(TextRow, col(TextRow.hash) == col(EventRow.text_hash))
                    .where(EventRow.trace_id == trace_id, *parts)
                ).one()
            rows = _events(session, trace_id, *parts, offset=offset, limit=limit)
            return Page(rows=rows, total=total)

    def event(self, trace_id: str, seq: int) -> Event:
        """Return one event.

        Raises:
            NotFoundError: There is no such trace or event.
        """
        with self._db.read() as session:
            _row(session, trace_id)
            found = _events(session, trace_id, col(EventRow.seq) == seq)
        if not found:
            raise NotFoundError(f"Trace {trace_id} has no event {seq}.")
        return found[0]

    def problems(self, trace_id: str) -> tuple[Problem, ...]:
        """Return what the importer had to say about the file.

        Raises:
            NotFoundError: There is no such trace.
        """
        with self._db.read() as session:
            _row(session, trace_id)
            rows = session.exec(
                select(TraceProblemRow)
                .where(TraceProblemRow.trace_id == trace_id)
                .order_by(col(TraceProblemRow.position))
            ).all()
            return tuple(
                Problem(
                    severity=cast("Any", row.severity),
                    message=row.message,
                    where=row.source_place,
                    code=row.code,
                )
                for row in rows
            )

    def inferences(self, trace_id: str) -> tuple[Inference, ...]:
        """Return what rules filled in, as `core.trace.inferred.inferences`, without the events.

        Raises:
            NotFoundError: There is no such trace.
        """
        found: Counter[tuple[What, str]] = Counter()
        rule, recipients, kind = col(EventRow.rule), EventRow.recipients_from, EventRow.kind_from
        here = EventRow.trace_id == trace_id
        with self._db.read() as session:
            _row(session, trace_id)
            for what, column in (("recipient", recipients), ("kind", kind)):
                query = select(rule, func.count()).where(here, column == "inferred").group_by(rule)
                for words, number in session.exec(query):
                    found[cast("What", what), words] += number
            unknown = (
                select(EventRow.meta, func.count())
                .where(here, recipients == "unknown", col(EventRow.kind).in_(BOUNDARY_KINDS))
                .group_by(EventRow.meta)
            )
            nobody = sum(
                number
                for meta, number in session.exec(unknown)
                if meta == "{}" or load(meta).get("private") is not True
            )
        return listed(found, nobody)

    def rename(self, trace_id: str, name: str) -> str:
        """Call a trace something else. Its content, and so its id, stay the same.

        Args:
            trace_id: The trace.
            name: The new name; kept in one line of at most 200 characters.

        Returns:
            The name as it is kept.

        Raises:
            InputError: The name is empty.
            NotFoundError: There is no such trace.
        """
        kept = " ".join(name.split())[:NAME_LIMIT].strip()
        if not kept:
            raise InputError("A trace needs a name.")
        with self._db.write() as session:
            row = _row(session, trace_id)
            row.name = kept
            session.add(row)
        return kept

    def deletion_count(self, trace_id: str) -> DeletionCount:
        """Return what ``delete`` would remove.

        Raises:
            NotFoundError: There is no such trace.
        """
        with self._db.read() as session:
            _row(session, trace_id)
            return count_deletion(session, trace_id)

    def delete(self, trace_id: str) -> DeletionCount:
        """Remove a trace with everything that quotes it: analyses, decisions, texts.

        Texts that another trace or analysis still quotes stay.

        Returns:
            What was removed.

        Raises:
            NotFoundError: There is no such trace.
        """
        with self._db.write() as session:
            _row(session, trace_id)
            counted = count_deletion(session, trace_id)
            delete_trace(session, trace_id)
            session.exec(delete(TraceRow).where(col(TraceRow.id) == trace_id))
            return counted


def _missing(trace_id: str) -> NotFoundError:
    return NotFoundError(f"There is no trace {trace_id}; it may have been deleted.")


def _row(session: Session, trace_id: str) -> TraceRow:
    row = session.get(TraceRow, trace_id)
    if row is None:
        raise _missing(trace_id)
    return row


def _analysis_count() -> Any:
    return (
        select(func.count())
        .select_from(AnalysisRow)
        .where(AnalysisRow.trace_id == TraceRow.id)
        .correlate(TraceRow)
        .scalar_subquery()
    )


def _check_staged(session: Session, trace: Trace) -> None:
    """Make sure that the events are there: another program may have removed the trace meanwhile."""
    count = select(func.count()).select_from(EventRow)
    here = count.where(EventRow.trace_id == trace.digest[:12])
    if session.exec(here).one() != len(trace.events):
        raise StorageError("The trace was deleted while it was being stored. Import it again.")


def _events(
    session: Session, trace_id: str, *conditions: Any, offset: int = 0, limit: int | None = None
) -> tuple[Event, ...]:
    query = select(*_EVENT).join(  # type: ignore[call-overload]
        TextRow, col(TextRow.hash) == col(EventRow.text_hash)
    )
    query = query.where(EventRow.trace_id == trace_id).order_by(col(EventRow.seq))
    if limit is None and not offset:
        query = query.where(*conditions)
    else:
        # The window is cut on the index alone: rows before it need not be read, nor their texts.
        window = select(EventRow.seq).where(EventRow.trace_id == trace_id, *conditions)
        if conditions:
            window = window.join(TextRow, col(TextRow.hash) == col(EventRow.text_hash))
        window = window.order_by(col(EventRow.seq)).limit(-1 if limit is None else limit)
        query = query.where(col(EventRow.seq).in_(window.offset(offset)))
    return tuple([_event(row) for row in session.exec(query)])


@lru_cache(4096)
def _recipients(names: str) -> tuple[str, ...]:
    return tuple(load(names))


def _event(row: Any) -> Event:
    at: str | None = row[7]
    return make_event(
        row[0],
        cast("EventKind", row[1]),
        row[2],
        row[4],
        row[13],
        recipients=_recipients(row[3]),
        tool=row[5],
        call_id=row[6],
        at=datetime.fromisoformat(at) if at else None,
        recipients_from=cast("Origin", row[8]),
        kind_from=cast("Origin", row[9]),
        rule=row[10],
        broadcast=row[11],
        tokens=row[12],
        metadata={} if row[14] == "{}" else load(row[14]),
    )


def _info(row: TraceRow, analyses: int) -> TraceInfo:
    return TraceInfo(
        id=row.id,
        digest=row.digest,
        name=row.name,
        format=row.format,
        task=row.task,
        agents=row.agent_count,
        agent_names=tuple(agent["name"] for agent in load(row.agents)),
        events=row.event_count,
        boundaries=row.boundary_count,
        handoffs=row.handoff_count,
        inferred=row.inferred_count,
        problems=row.problem_count,
        source=row.source,
        imported_at=to_time(row.imported_at),
        analyses=analyses,
        labels=load(row.labels),
    )
