"""Calibrations: what each was started with, and its append-only records."""

from __future__ import annotations

import builtins
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from core.errors import ConflictError, NotFoundError
from core.lease import LeaseLostError
from core.probe.record import AtWork, ProbeRecord, RecordKind
from core.probe.spec import ProbeSpec
from storage import leases
from storage.database import Database
from storage.info import ProbeInfo
from storage.rows import dump, load, now, to_time
from storage.tables import ProbeRecordRow, ProbeRow

_MOST_BOUND = 20
"""So many of the newest calibrations of a run are asked how it was bound."""


class Probes:
    """The calibrations of a workspace. A :class:`core.probe.record.ProbeStore`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def create(self, spec: ProbeSpec, name: str = "") -> str:
        """Keep a new calibration; somebody has to run it (see :mod:`core.probe.runner`).

        Args:
            spec: Everything it works with.
            name: Shown name; empty: the team's.

        Returns:
            Its id.
        """
        probe_id = uuid.uuid4().hex[:12]
        row = ProbeRow(
            id=probe_id, name=name or spec.team.name, data=dump(spec.to_dict()), created_at=now()
        )
        with self._db.write() as session:
            session.add(row)
        return probe_id

    def spec(self, probe_id: str) -> ProbeSpec:
        """Return what a calibration was started with. Raises NotFoundError."""
        with self._db.read() as session:
            return ProbeSpec.from_dict(load(_row(session, probe_id).data))

    def records(
        self, probe_id: str, after: int = 0, until: int | None = None
    ) -> Sequence[ProbeRecord]:
        """Return the records above ``after``, up to ``until``, in order. Raises NotFoundError."""
        query = (
            select(ProbeRecordRow)
            .where(ProbeRecordRow.probe_id == probe_id, col(ProbeRecordRow.seq) > after)
            .order_by(col(ProbeRecordRow.seq))
        )
        if until is not None:
            query = query.where(col(ProbeRecordRow.seq) <= until)
        with self._db.read() as session:
            _row(session, probe_id)
            rows = session.exec(query)
            return [
                ProbeRecord(seq=r.seq, kind=cast("RecordKind", r.kind), data=load(r.data))
                for r in rows
            ]

    def heard(self, probe_id: str) -> datetime | None:
        """Return when the newest record was written; None before the first."""
        query = select(func.max(ProbeRecordRow.at)).where(ProbeRecordRow.probe_id == probe_id)
        with self._db.read() as session:
            at = session.exec(query).one()
        return to_time(at) if at else None

    def take(self, probe_id: str, owner: str, seconds: float) -> bool:
        """Take or renew the lease; False if another process works on it. Raises NotFoundError."""
        with self._db.write() as session:
            row = _row(session, probe_id)
            taken = leases.take(row, owner, seconds)
            session.add(row)
            return taken

    def release(self, probe_id: str, owner: str) -> None:
        """Give the lease back, if it is still ours."""
        with self._db.write() as session:
            row = session.get(ProbeRow, probe_id)
            if row is not None:
                leases.release(row, owner)
                session.add(row)

    def at_work(self, probe_id: str) -> AtWork | None:
        """Return who works on it just now; None if it can be taken up. Raises NotFoundError."""
        began = (
            select(ProbeRecordRow)
            .where(ProbeRecordRow.probe_id == probe_id, ProbeRecordRow.kind == "begun")
            .order_by(col(ProbeRecordRow.seq).desc())
            .limit(1)
        )
        with self._db.read() as session:
            row = _row(session, probe_id)
            if not leases.is_held(row):
                return None
            last = session.exec(began).first()
            return AtWork(
                owner=row.lease_owner,
                until=datetime.fromtimestamp(row.lease_until, UTC),
                by=str(load(last.data).get("by", "")) if last else "",
                since=to_time(last.at) if last else None,
            )

    def append(self, probe_id: str, record: ProbeRecord, owner: str | None = None) -> None:
        """Keep one more record.

        Args:
            probe_id: The calibration.
            record: With its number.
            owner: Who works on it and holds the lease; None for what a person does.

        Raises:
            NotFoundError: There is no such calibration.
            LeaseLostError: ``owner`` doesn't hold the lease any more.
            ConflictError: Another process has written a record of that number, or one is missing.
        """
        new = ProbeRecordRow(
            probe_id=probe_id, seq=record.seq, kind=record.kind, at=now(), data=dump(record.data)
        )
        taken = ConflictError("Another process runs this calibration just now.")
        try:
            with self._db.write() as session:
                row = _row(session, probe_id)
                if owner is not None and row.lease_owner != owner:
                    raise LeaseLostError("Another process works on this calibration now.")
                last = session.exec(
                    select(func.max(ProbeRecordRow.seq)).where(ProbeRecordRow.probe_id == probe_id)
                ).one()
                if record.seq != (last or 0) + 1:
                    raise taken
                session.add(new)
        except IntegrityError as error:
            raise taken from error

    def bound_before(self, trace_id: str) -> tuple[tuple[str, dict[str, str]], ...]:
        """Return how a run of another program was bound in calibrations, the newest first.

        Returns:
            Name of the team that went on from it, and its agents -> agents of the team.
        """
        source = f"trace:{trace_id}"
        query = (
            select(ProbeRow)
            .where(col(ProbeRow.data).contains(source, autoescape=True))
            .order_by(col(ProbeRow.created_at).desc())
            .limit(_MOST_BOUND)
        )
        with self._db.read() as session:
            specs = [ProbeSpec.from_dict(load(row.data)) for row in session.exec(query)]
        return tuple(
            (spec.team.name, dict(start.bind))
            for spec in specs
            for start in spec.starts
            if start.source == source
        )

    def list(self) -> builtins.list[ProbeInfo]:
        """Return the calibrations, the newest first."""
        counts = (
            select(ProbeRecordRow.probe_id, func.count())
            .where(ProbeRecordRow.kind == "episode")
            .group_by(col(ProbeRecordRow.probe_id))
        )
        with self._db.read() as session:
            episodes = dict(session.exec(counts).all())
            rows = session.exec(select(ProbeRow).order_by(col(ProbeRow.created_at).desc()))
            return [
                ProbeInfo(
                    id=row.id,
                    name=row.name,
                    created_at=to_time(row.created_at),
                    episodes=episodes.get(row.id, 0),
                )
                for row in rows
            ]


def _row(session: Session, probe_id: str) -> ProbeRow:
    row = session.get(ProbeRow, probe_id)
    if row is None:
        raise NotFoundError(f"There is no calibration {probe_id}.")
    return row
