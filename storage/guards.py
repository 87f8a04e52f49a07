"""Guarded runs: append-only records of an engineer's own agents, and what people decide about them."""

from __future__ import annotations

import builtins
import threading
import uuid
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from sqlmodel import Session, col, select

from core.drift.encoders import Encoder
from core.errors import ConflictError, NotFoundError, OvertakenError
from core.guard.journal import GuardKind, GuardRecord, GuardState, decision_data, fold_guard
from core.guard.record import recovered_run
from core.report import Act
from storage.database import Database
from storage.deletion import delete_guard_run
from storage.info import GuardParked, GuardRunInfo
from storage.rows import dump, load, now, to_time
from storage.tables import GuardRecordRow, GuardRunRow

if TYPE_CHECKING:
    from storage.workspace import Workspace

OPEN, CLOSED = "open", "closed"
SOURCE = "guard"
"""Where a run came from, in the list of traces."""
HEARD = 5.0
"""Seconds between two notes that a guard is there."""
SILENT = 60.0
"""Seconds without a sign of its program after which a run counts as left behind."""
KEPT = 64
"""States of runs that a process remembers, so that a page that polls folds new records only."""


class Guards:
    """The guarded runs of a workspace."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._states: dict[str, GuardState] = {}
        self._lock = threading.Lock()

    def begin(self, name: str, opened: Mapping[str, Any]) -> str:
        """Begin the record of a run; return its id."""
        run_id, at = uuid.uuid4().hex[:12], now()
        row = GuardRunRow(
            id=run_id, name=name, created_at=at, changed_at=at, heard_at=at, status=OPEN,
            waiting=0, last_seq=1, analysis_id="",
        )  # fmt: skip
        first = GuardRecordRow(run_id=run_id, seq=1, kind="opened", at=at, data=dump(dict(opened)))
        with self._db.write() as session:
            session.add(row)
            session.flush()
            session.add(first)
        return run_id

    def records(self, run_id: str) -> Sequence[GuardRecord]:
        """Return the record of a run. Raises NotFoundError."""
        with self._db.read() as session:
            _row(session, run_id)
            return _records(session, run_id, 0)

    def take_up(self, run_id: str) -> int:
        """Go on with the record of a run whose program is gone; that one can't write to it any more.

        Returns:
            How often the run was taken up, this time included: what ``append`` wants to hear.

        Raises:
            ConflictError: The run is closed.
            NotFoundError: There is no such run.
        """
        with self._db.write() as session:
            row = _row(session, run_id)
            if row.status != OPEN:
                raise ConflictError("The run is closed already; begin a new one.")
            self._add(session, row, "resumed", {})
            row.heard_at = now()
            return self._folded(session, run_id).resumed

    def append(
        self, run_id: str, kind: GuardKind, data: Mapping[str, Any], *, turn: int = 0
    ) -> None:
        """Add what the guard saw or did.

        Args:
            run_id: The run.
            kind: What happened.
            data: What its kind holds.
            turn: How often the run had been taken up when the guard began.

        Raises:
            OvertakenError: Another program has taken the run up since.
            NotFoundError: There is no such run.
        """
        with self._db.write() as session:
            row = _row(session, run_id)
            self._is_its_turn(session, run_id, turn)
            self._add(session, row, kind, data)
            row.heard_at = now()

    def decide(
        self,
        run_id: str,
        digest: str,
        act: Act,
        *,
        by: str,
        reason: str = "",
        text: str = "",
        repair: str = "",
    ) -> None:
        """Decide about a message that waits; its guard carries that out when it looks next.

        Arguments and errors as in :func:`core.guard.journal.decision_data`.
        """
        with self._db.write() as session:
            row = _row(session, run_id)
            data = decision_data(
                self._folded(session, run_id),
                digest,
                act,
                by=by,
                reason=reason,
                text=text,
                repair=repair,
            )
            self._add(session, row, "decided", data)

    def decisions(self, run_id: str, after: int, *, turn: int = 0) -> Sequence[GuardRecord]:
        """Return the decisions above a number, and note that their guard is there.

        Arguments and errors as in :meth:`append`.
        """
        at = now()
        with self._db.read() as session:
            row = _row(session, run_id)
            self._is_its_turn(session, run_id, turn)
            is_news = row.last_seq > after
            heard = to_time(row.heard_at)
            found = _records(session, run_id, after) if is_news else []
        if (to_time(at) - heard).total_seconds() > HEARD:
            with self._db.write() as session:
                _row(session, run_id).heard_at = at
        return [record for record in found if record.kind == "decided"]

    def info(self, run_id: str) -> GuardRunInfo:
        """Return a run without its record. Raises NotFoundError."""
        with self._db.read() as session:
            return _info(_row(session, run_id))

    def list(self, *, open_only: bool = False) -> builtins.list[GuardRunInfo]:
        """Return the runs, the newest first."""
        query = select(GuardRunRow).order_by(col(GuardRunRow.created_at).desc())
        if open_only:
            query = query.where(GuardRunRow.status == OPEN)
        with self._db.read() as session:
            return [_info(row) for row in session.exec(query)]

    def state(self, run_id: str) -> GuardState:
        """Return how a run stands; only new records are read. Raises NotFoundError."""
        with self._db.read() as session:
            _row(session, run_id)
            return self._folded(session, run_id)

    def parked(self) -> tuple[GuardParked, ...]:
        """Return the messages that wait for a person, the longest waiting first."""
        query = select(GuardRunRow).where(GuardRunRow.status == OPEN, col(GuardRunRow.waiting) > 0)
        with self._db.read() as session:
            infos = [_info(row) for row in session.exec(query)]
        found = [
            GuardParked(run=info, held=held)
            for info in infos
            for held in self.state(info.id).waiting
        ]
        return tuple(sorted(found, key=lambda one: one.held.since))

    def file(self, workspace: Workspace, run_id: str, encoder: Encoder | None = None) -> str:
        """Keep what the record of a dead process holds as a trace with an analysis.

        Args:
            workspace: Where it goes.
            run_id: A run that nobody closed; afterwards it is closed.
            encoder: Encoder for role drift; None takes the one of the run's settings.

        Returns:
            Id of the analysis.

        Raises:
            ConflictError: It was closed by its own process, or nothing has gone out.
        """
        state = self.state(run_id)
        if state.is_closed:
            raise ConflictError("The run is closed already.")
        if not state.events:
            raise ConflictError("Nothing has gone out in this run; there is nothing to keep.")
        trace, analysis = recovered_run(state, encoder)
        stored = workspace.traces.add(trace, SOURCE)
        analysis_id = workspace.analyses.add(analysis, stored.id, SOURCE)
        with self._db.write() as session:
            self._add(session, _row(session, run_id), "filed", {"analysis": analysis_id})
        return analysis_id

    def _is_its_turn(self, session: Session, run_id: str, turn: int) -> None:
        if self._folded(session, run_id).resumed != turn:
            raise OvertakenError(
                "Another program has taken this run up; this one sends and records nothing more of it."
            )

    def deletion_count(self, run_id: str) -> int:
        """Return how many records ``delete`` would remove. Raises NotFoundError."""
        with self._db.read() as session:
            return _row(session, run_id).last_seq

    def delete(self, run_id: str) -> int:
        """Remove a run that is over, with its record. Its trace stays.

        Returns:
            How many records went.

        Raises:
            ConflictError: Its program is still at work, or may be: it was there a moment ago.
            NotFoundError: There is no such run.
        """
        with self._db.write() as session:
            row = _row(session, run_id)
            quiet = (to_time(now()) - to_time(row.heard_at)).total_seconds()
            if row.status == OPEN and quiet <= SILENT:
                raise ConflictError(
                    "The program of this run is still there. Let it end, or wait until it has been "
                    f"silent for {SILENT:.0f} seconds."
                )
            counted = row.last_seq
            session.expunge(row)
            delete_guard_run(session, run_id)
        with self._lock:
            self._states.pop(run_id, None)
        return counted

    def _add(
        self, session: Session, row: GuardRunRow, kind: GuardKind, data: Mapping[str, Any]
    ) -> None:
        at, seq = now(), row.last_seq + 1
        record = GuardRecord(seq=seq, kind=kind, data=data, at=to_time(at))
        after = fold_guard([record], self._folded(session, row.id))
        session.add(GuardRecordRow(run_id=row.id, seq=seq, kind=kind, at=at, data=dump(dict(data))))
        row.last_seq, row.changed_at = seq, at
        row.waiting, row.analysis_id = len(after.waiting), after.analysis_id
        row.status = CLOSED if after.is_closed else OPEN
        session.add(row)

    def _folded(self, session: Session, run_id: str) -> GuardState:
        known = self._states.get(run_id, GuardState())
        new = _records(session, run_id, known.seq)
        if not new:
            return known
        state = fold_guard(new, known)
        with self._lock:
            while len(self._states) >= KEPT:
                self._states.pop(next(iter(self._states)))
            self._states[run_id] = state
        return state


def _row(session: Session, run_id: str) -> GuardRunRow:
    row = session.get(GuardRunRow, run_id)
    if row is None:
        raise NotFoundError(f"There is no guarded run {run_id}.")
    return row


def _records(session: Session, run_id: str, after: int) -> builtins.list[GuardRecord]:
    rows = session.exec(
        select(GuardRecordRow)
        .where(GuardRecordRow.run_id == run_id, col(GuardRecordRow.seq) > after)
        .order_by(col(GuardRecordRow.seq))
    )
    return [
        GuardRecord(
            seq=row.seq, kind=cast("GuardKind", row.kind), data=load(row.data), at=to_time(row.at)
        )
        for row in rows
    ]


def _info(row: GuardRunRow) -> GuardRunInfo:
    return GuardRunInfo(
        id=row.id,
        name=row.name,
        created_at=to_time(row.created_at),
        changed_at=to_time(row.changed_at),
        heard_at=to_time(row.heard_at),
        is_open=row.status == OPEN,
        waiting=row.waiting,
        last_seq=row.last_seq,
        analysis_id=row.analysis_id,
    )
