"""Compiled role sets, kept so that a program needn't encode all demonstrations again."""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import col

from storage.database import Database
from storage.rows import now
from storage.tables import BasesRow


class Bases:
    """A cache: what is lost is computed again. Meets ``core.drift.bases.BasesStore``."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def get(self, digest: str) -> bytes | None:
        """Return the compiled role set with that digest, or None."""
        with self._db.read() as session:
            row = session.get(BasesRow, digest)
            return None if row is None else row.content

    def put(self, digest: str, content: bytes, *, roles: str, version: int, encoder: str) -> None:
        """Keep a compiled role set; what was kept for the same role set, version and encoder goes.

        Args:
            digest: Hash of role set, encoder and code.
            content: What ``core.drift.bases.pack_roles`` wrote.
            roles: Name of the role set.
            version: Its version.
            encoder: Name and version of the encoder.
        """
        row = {
            "digest": digest,
            "roles": roles,
            "version": version,
            "encoder": encoder,
            "content": content,
            "created_at": now(),
        }
        with self._db.write() as session:
            session.connection().execute(
                delete(BasesRow).where(
                    col(BasesRow.roles) == roles,
                    col(BasesRow.version) == version,
                    col(BasesRow.encoder) == encoder,
                )
            )
            session.connection().execute(
                sqlite_insert(BasesRow).values(row).on_conflict_do_nothing()
            )
