"""Live runs: append-only events, a shown row beside them, and a lease for the one who drives."""

from __future__ import annotations

import builtins
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import or_, update
from sqlmodel import Session, col, select

from core.errors import ConflictError, NotFoundError
from core.lease import LeaseLostError
from core.live import desk
from core.live.driver import utc_now
from core.live.events import Action, LiveEvent
from core.live.fold import fold
from core.live.spec import RunSpec
from core.live.state import ENDED, RunState
from storage import leases
from storage.database import Database
from storage.deletion import count_live_run, delete_live_run
from storage.info import LiveRunInfo, ParkedBoundary
from storage.rows import dump, load, now, to_time
from storage.tables import LiveEventRow, LiveRunRow

ACTIVE = ("running", "waiting")
"""Statuses in which somebody has to drive the run."""
KEPT = 64
"""States of runs that a process remembers, so that a page that polls folds new events only."""


class Live:
    """The live runs of a workspace. A :class:`core.live.journal.Journal` and more."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._states: dict[str, RunState] = {}
        self._lock = threading.Lock()

    # -- starting and looking -----------------------------------------------------------------

    def start(self, spec: RunSpec, name: str = "", *, owner: str = "", seconds: float = 0.0) -> str:
        """Create a run; somebody has to drive it (see :mod:`core.live.worker`).

        Args:
            spec: Everything it works with.
            name: Shown name; empty: the team's name and the time.
            owner: Driver that has the lease from the first moment, before any server sees the run.
            seconds: How long it has it.

        Returns:
            The id of the run.
        """
        event = LiveEvent(seq=1, kind="started", data={"spec": spec.to_dict()}, at=utc_now())
        return self._create([event], spec, name, (owner, time.time() + seconds if owner else 0.0))

    def branch(self, run_id: str, at: int, *, author: str, reason: str = "", name: str = "",
               endpoint: str = "") -> str:  # fmt: skip
        """Start a new run that goes another way from a boundary; the parent stays as it is.

        Args:
            run_id: The parent.
            at: Number of its ``boundary`` event (``Outcome.boundary_live_seq``).
            author: Who branches.
            reason: Why.
            name: Shown name of the new run.
            endpoint: Address of its models, as shown; empty: where the parent's were.

        Returns:
            The id of the new run; there the boundary is parked.

        Raises:
            InputError: There is no boundary at that event.
        """
        events = desk.branch_events(
            builtins.list(self.events(run_id)), at, parent=run_id, author=author, reason=reason,
            endpoint=endpoint,
        )  # fmt: skip
        spec = fold(events).run
        return self._create(events, spec, name or f"{self.info(run_id).name}, branch")

    def state(self, run_id: str) -> RunState:
        """Return where a run stands; only events since the last question are read.

        Raises:
            NotFoundError: There is no such run.
        """
        known = self._states.get(run_id, RunState())
        new = self.events(run_id, after=known.seq)
        if not new:
            if known.seq == 0:
                raise _missing(run_id)
            return known
        state = fold(new, known)
        with self._lock:
            while len(self._states) >= KEPT:
                self._states.pop(next(iter(self._states)))
            self._states[run_id] = state
        return state

    def info(self, run_id: str) -> LiveRunInfo:
        """Return a run without its events. Raises NotFoundError."""
        with self._db.read() as session:
            return _info(_row(session, run_id))

    def list(self, *, active_only: bool = False) -> builtins.list[LiveRunInfo]:
        """Return the runs, the newest first."""
        query = select(LiveRunRow).order_by(col(LiveRunRow.created_at).desc())
        if active_only:
            query = query.where(col(LiveRunRow.status).in_((*ACTIVE, "paused")))
        with self._db.read() as session:
            return [_info(row) for row in session.exec(query)]

    def parked(self) -> tuple[ParkedBoundary, ...]:
        """Return the boundaries that wait for a person, the longest waiting first."""
        with self._db.read() as session:
            rows = session.exec(
                select(LiveRunRow)
                .where(col(LiveRunRow.waiting_seq).is_not(None))
                .order_by(col(LiveRunRow.waiting_since))
            ).all()
            infos = [_info(row) for row in rows]
        found = []
        for info in infos:
            held = self.state(info.id).held
            if held is not None and held.is_parked and held.parked_at is not None:
                found.append(ParkedBoundary(run=info, held=held, since=held.parked_at))
        return tuple(found)

    # -- the journal --------------------------------------------------------------------------

    def events(self, run_id: str, after: int = 0) -> Sequence[LiveEvent]:
        """Return the events with a number above ``after``, in order. Raises NotFoundError."""
        with self._db.read() as session:
            rows = session.exec(
                select(LiveEventRow)
                .where(LiveEventRow.run_id == run_id, col(LiveEventRow.seq) > after)
                .order_by(col(LiveEventRow.seq))
            ).all()
            if not rows:
                _row(session, run_id)
            return [_event(row) for row in rows]

    def append(
        self, run_id: str, event: LiveEvent, state: RunState, owner: str | None = None
    ) -> None:
        """Store one event and the shown row after it. Arguments and errors as in Journal."""
        with self._db.write() as session:
            row = _row(session, run_id)
            if owner is not None and row.lease_owner != owner:
                raise LeaseLostError("Another process drives this run now.")
            if row.last_seq != event.seq - 1:
                raise ConflictError("Somebody else was faster; look again.")
            _show(row, state, event)
            session.add(row)
            session.add(_event_row(run_id, event))

    def status(self, run_id: str) -> str:
        """Return the status of the run. Raises NotFoundError."""
        with self._db.read() as session:
            found = session.exec(select(LiveRunRow.status).where(LiveRunRow.id == run_id)).first()
            if found is None:
                raise _missing(run_id)
            return found

    def show_progress(self, run_id: str, agent: str, text: str) -> None:
        """Let everybody see what an agent is writing just now; an empty text ends it."""
        with self._db.write() as session:
            session.connection().execute(
                update(LiveRunRow)
                .where(col(LiveRunRow.id) == run_id)
                .values(writing_agent=agent if text else "", writing=text)
            )

    # -- people -------------------------------------------------------------------------------

    def decide(self, run_id: str, *, seq: int, digest: str, action: Action, author: str,
               reason: str = "", text: str | None = None, repair: str = "", then: str = "",
               certificate: Mapping[str, str] | None = None) -> RunState:  # fmt: skip
        """Decide about a parked boundary. Arguments and errors as in :func:`core.live.desk.decide`."""
        return desk.decide(
            self, run_id, seq=seq, digest=digest, action=action, author=author, reason=reason,
            text=text, repair=repair, then=then, certificate=certificate,
        )  # fmt: skip

    def undo(
        self, run_id: str, *, seq: int, digest: str, author: str, reason: str = "", verdict: int = 0
    ) -> RunState:
        """Take back a decision that is not applied yet. As :func:`core.live.desk.undo`."""
        return desk.undo(
            self, run_id, seq=seq, digest=digest, author=author, reason=reason, verdict=verdict
        )

    def pause(self, run_id: str, *, author: str, reason: str = "") -> RunState:
        """Let the run stand after the call under way. As :func:`core.live.desk.pause`."""
        return desk.pause(self, run_id, author=author, reason=reason)

    def resume(self, run_id: str, *, author: str, reason: str = "", endpoint: str = "") -> RunState:
        """Let a paused or failed run go on. As :func:`core.live.desk.resume`."""
        return desk.resume(self, run_id, author=author, reason=reason, endpoint=endpoint)

    def stop(self, run_id: str, *, author: str, reason: str = "") -> RunState:
        """End a run at once. As :func:`core.live.desk.stop`."""
        return desk.stop(self, run_id, author=author, reason=reason)

    def deletion_count(self, run_id: str) -> int:
        """Return how many events ``delete`` would remove. Raises NotFoundError."""
        with self._db.read() as session:
            _row(session, run_id)
            return count_live_run(session, run_id)

    def delete(self, run_id: str) -> int:
        """Remove an ended run with its events. Its trace, and branches of it, stay.

        Returns:
            How many events went.

        Raises:
            ConflictError: It has not ended, or its trace is just being kept.
            NotFoundError: There is no such run.
        """
        with self._db.write() as session:
            row = _row(session, run_id)
            if row.status not in ENDED:
                raise ConflictError("The run has not ended. Stop it first.")
            if leases.is_held(row):
                raise ConflictError("The run is just being closed. Try again in a moment.")
            counted = count_live_run(session, run_id)
            session.expunge(row)
            delete_live_run(session, run_id)
        with self._lock:
            self._states.pop(run_id, None)
        return counted

    # -- driving ------------------------------------------------------------------------------

    def take(self, run_id: str, owner: str, seconds: float) -> bool:
        """Take or renew the lease; False if another driver holds it."""
        with self._db.write() as session:
            row = _row(session, run_id)
            before = row.lease_owner
            if not leases.take(row, owner, seconds):
                return False
            row.interrupted += before not in ("", owner)
            session.add(row)
            return True

    def release(self, run_id: str, owner: str) -> None:
        """Give the lease back, if it is still ours."""
        with self._db.write() as session:
            row = session.get(LiveRunRow, run_id)
            if row is not None:
                leases.release(row, owner)
                session.add(row)

    def to_drive(self) -> Sequence[tuple[str, int]]:
        """Return id and last event of the runs that go on and that nobody drives, oldest first."""
        at = time.time()
        query = (
            select(LiveRunRow.id, LiveRunRow.last_seq)
            .where(
                col(LiveRunRow.status).in_(ACTIVE),
                or_(
                    col(LiveRunRow.lease_owner) == "",
                    col(LiveRunRow.lease_until) <= at,
                    col(LiveRunRow.lease_until) > at + leases.LONGEST,
                ),
            )
            .order_by(col(LiveRunRow.created_at))
        )
        with self._db.read() as session:
            return [(run_id, seq) for run_id, seq in session.exec(query)]

    def to_file(self) -> Sequence[str]:
        """Return the runs that ended and whose trace is not in the workspace yet."""
        query = select(LiveRunRow.id).where(
            col(LiveRunRow.status).in_(("finished", "stopped")), LiveRunRow.trace_id == ""
        )
        with self._db.read() as session:
            return builtins.list(session.exec(query))

    def set_filed(self, run_id: str, trace_id: str, analysis_id: str) -> None:
        """Note under which ids an ended run lies in the workspace."""
        with self._db.write() as session:
            row = _row(session, run_id)
            row.trace_id, row.analysis_id = trace_id, analysis_id
            session.add(row)

    def _create(
        self,
        events: builtins.list[LiveEvent],
        spec: RunSpec,
        name: str,
        lease: tuple[str, float] = ("", 0.0),
    ) -> str:
        run_id = uuid.uuid4().hex[:12]
        state, at = fold(events), now()
        row = LiveRunRow(
            id=run_id,
            name=name or f"{spec.name}, {at[:16].replace('T', ' ')}",
            team=f"{spec.team.name}@{spec.team.version}",
            contract=f"{spec.contract.name}@{spec.contract.version}",
            approval=spec.approval,
            scripted=spec.scripted,
            author=spec.author,
            created_at=at,
            changed_at=at,
            status="new",
            how="",
            reason="",
            last_seq=0,
            turns=0,
            tokens=0,
            waiting_digest="",
            writing_agent="",
            writing="",
            parent="",
            parent_seq=0,
            trace_id="",
            analysis_id="",
            lease_owner=lease[0],
            lease_until=lease[1],
            interrupted=0,
        )
        _show(row, state, events[-1])
        with self._db.write() as session:
            session.add(row)
            session.flush()
            for event in events:
                session.add(_event_row(run_id, event))
        return run_id


def _missing(run_id: str) -> NotFoundError:
    return NotFoundError(f"There is no live run {run_id}.")


def _row(session: Session, run_id: str) -> LiveRunRow:
    row = session.get(LiveRunRow, run_id)
    if row is None:
        raise _missing(run_id)
    return row


def _show(row: LiveRunRow, state: RunState, event: LiveEvent) -> None:
    held = state.held if state.held is not None and state.held.is_parked else None
    shown = held if not state.is_over else None
    row.status, row.how, row.reason = state.status, state.how, state.reason
    row.last_seq, row.turns, row.tokens = state.seq, state.turn_count, state.account.total
    row.waiting_seq = shown.seq if shown else None
    row.waiting_digest = shown.digest if shown else ""
    row.waiting_since = shown.parked_at.isoformat() if shown and shown.parked_at else None
    row.parent, row.parent_seq = state.parent, state.parent_seq
    row.changed_at = _time(event)
    if event.kind in ("reply", "failed", "stopped", "finished", "tools_off"):
        row.writing_agent = row.writing = ""


def _time(event: LiveEvent) -> str:
    return event.at.isoformat(timespec="microseconds") if event.at else now()


def _event_row(run_id: str, event: LiveEvent) -> LiveEventRow:
    return LiveEventRow(
        run_id=run_id, seq=event.seq, kind=event.kind, at=_time(event), data=dump(dict(event.data))
    )


def _event(row: LiveEventRow) -> LiveEvent:
    return LiveEvent(
        seq=row.seq, kind=cast("Any", row.kind), data=load(row.data), at=to_time(row.at)
    )


def _info(row: LiveRunRow) -> LiveRunInfo:
    return LiveRunInfo(
        id=row.id,
        name=row.name,
        team=row.team,
        contract=row.contract,
        approval=cast("Any", row.approval),
        scripted=row.scripted,
        author=row.author,
        created_at=to_time(row.created_at),
        changed_at=to_time(row.changed_at),
        status=cast("Any", row.status),
        how=row.how,
        reason=row.reason,
        last_seq=row.last_seq,
        turns=row.turns,
        tokens=row.tokens,
        waiting_seq=row.waiting_seq,
        waiting_digest=row.waiting_digest,
        waiting_since=to_time(row.waiting_since) if row.waiting_since else None,
        writing_agent=row.writing_agent,
        writing=row.writing,
        parent=row.parent,
        parent_seq=row.parent_seq,
        trace_id=row.trace_id,
        analysis_id=row.analysis_id,
        is_driven=leases.is_held(row),
        interrupted=row.interrupted,
    )
