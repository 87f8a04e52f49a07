"""Priors sets, frozen under their content hash."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from string import hexdigits

from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, col, or_, select

from core.errors import InputError, NotFoundError
from core.gate.builtin import BUILT_IN
from core.gate.model import PriorsSet
from core.gate.priors import FEWEST_SIGNS, priors_hash
from storage.database import Database
from storage.info import PriorsInfo
from storage.rows import dump, load, now, to_time
from storage.tables import PriorsRow


class Priors:
    """The priors sets of a workspace, built-in ones included."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def add(self, priors: PriorsSet, origin: str) -> PriorsInfo:
        """Store a set; the same content a second time adds nothing.

        Args:
            priors: The set.
            origin: Where it came from, in words.
        """
        key = priors_hash(priors)
        with self._db.write() as session:
            _add(session, (priors,), origin=origin, built_in=False)
            session.flush()
            return _info(session.get_one(PriorsRow, key))

    def add_built_in(self) -> None:
        """Store the sets that ship with the program, so that old analyses keep their figures."""
        hashes = {priors_hash(priors) for priors in BUILT_IN}
        with self._db.read() as session:
            known = set(session.exec(select(PriorsRow.hash).where(col(PriorsRow.hash).in_(hashes))))
        if known != hashes:
            with self._db.write() as session:
                _add(session, BUILT_IN, origin="built in", built_in=True)

    def list(self) -> builtins.list[PriorsInfo]:
        """Return all sets: built-in ones first, then the newest."""
        with self._db.read() as session:
            rows = session.exec(
                select(PriorsRow).order_by(
                    col(PriorsRow.built_in).desc(),
                    col(PriorsRow.added_at).desc(),
                    col(PriorsRow.name),
                )
            ).all()
            return [_info(row) for row in rows]

    def get(self, hash_or_name: str) -> PriorsSet:
        """Return a set.

        Args:
            hash_or_name: Its content hash, its name (then the newest of that name), or the first
                six or more signs of the hash.

        Raises:
            NotFoundError: There is no such set.
            InputError: The signs begin the hashes of several sets.
        """
        with self._db.read() as session:
            return PriorsSet.model_validate(load(_find(session, hash_or_name).data))

    def info(self, hash_or_name: str) -> PriorsInfo:
        """Return a set without its rows.

        Raises:
            NotFoundError: There is no such set.
        """
        with self._db.read() as session:
            return _info(_find(session, hash_or_name))


def _find(session: Session, hash_or_name: str) -> PriorsRow:
    row = session.exec(
        select(PriorsRow)
        .where(or_(PriorsRow.hash == hash_or_name, PriorsRow.name == hash_or_name))
        .order_by(
            (col(PriorsRow.hash) == hash_or_name).desc(),
            col(PriorsRow.added_at).desc(),
        )
        .limit(1)
    ).first()
    return row if row is not None else _by_prefix(session, hash_or_name)


def _by_prefix(session: Session, start: str) -> PriorsRow:
    found: builtins.list[PriorsRow] = []
    if len(start) >= FEWEST_SIGNS and set(start.lower()) <= set(hexdigits):
        query = select(PriorsRow).where(col(PriorsRow.hash).startswith(start.lower())).limit(2)
        found = builtins.list(session.exec(query))
    if not found:
        raise NotFoundError(f"There is no priors set {start}.")
    if len(found) > 1:
        raise InputError(f"Several priors sets begin with {start}.", hint="Give more signs.")
    return found[0]


def _add(session: Session, sets: Iterable[PriorsSet], *, origin: str, built_in: bool) -> None:
    rows = [
        {
            "hash": priors_hash(priors),
            "name": priors.name,
            "model": priors.model,
            "data": dump(priors.to_dict()),
            "row_count": len(priors.rows),
            "built_in": built_in,
            "origin": origin,
            "added_at": now(),
        }
        for priors in sets
    ]
    session.connection().execute(sqlite_insert(PriorsRow).on_conflict_do_nothing(), rows)


def _info(row: PriorsRow) -> PriorsInfo:
    return PriorsInfo(
        hash=row.hash,
        name=row.name,
        model=row.model,
        built_in=row.built_in,
        rows=row.row_count,
        origin=row.origin,
        added_at=to_time(row.added_at),
    )
