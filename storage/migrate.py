"""Brings a database file to the current revision: one process at a time, the old file kept."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import NullPool

from core.errors import StorageError
from storage.database import BUSY_SECONDS, configure, connect, file_url, words

if TYPE_CHECKING:  # Loaded for a file that isn't up to date, and for no other.
    from alembic.config import Config

APPLICATION_ID = 0x4261746E
"""Written into the head of the file ('Batn'), so that a stranger's file is never touched."""
MIGRATIONS = Path(__file__).parent / "migrations"
_one_thread = threading.Lock()  # Alembic's context is global to the process


def migrate(path: Path) -> Path | None:
    """Create the file or bring it to the current revision.

    The write lock is taken before anything is looked at, so of two processes that start together
    the second waits and then finds nothing left to do. All steps are one transaction.

    Args:
        path: The database file; missing folders are made.

    Returns:
        Where the file was copied before it was changed; None if it was new or up to date.

    Raises:
        StorageError: It isn't ours, is newer than this program, or can't be opened.
    """
    with words(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise StorageError(f"{path} is a folder; name a file.")
        if path.exists() and not path.is_file():
            raise StorageError(f"{path} is a device, not a file; name a file.")
        if check_is_ours(path) == head_revision():
            return None
        with _one_thread:
            return _migrate(path)


def head_revision() -> str:
    """Return the revision that this program writes."""
    return max(_revisions())


def _revisions() -> frozenset[str]:
    """Return the revisions that this program knows, by the numbers in their files' names.

    A file is named ``rNNNN_what_it_does.py`` and bears revision NNNN: so a start reads names alone.
    """
    found = (MIGRATIONS / "versions").glob("r[0-9][0-9][0-9][0-9]_*.py")
    return frozenset(file.name[1:5] for file in found)


def revision_of(connection: sqlite3.Connection, path: Path) -> str | None:
    """Return the revision of an open file, None for an empty one.

    Raises:
        StorageError: It belongs to another program, or to a newer Baton.
    """
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not names:
        return None
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID or "alembic_version" not in names:
        raise StorageError(
            f"{path} is a SQLite file of another program, so Baton leaves it alone. "
            "Choose another file."
        )
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    revision = str(row[0]) if row else ""
    if revision not in _revisions():
        raise StorageError(
            f"{path} was written by a newer Baton (revision {revision or 'unknown'}). "
            "Update the program, or choose another file; nothing was changed."
        )
    return revision


def check_is_ours(path: Path) -> str | None:
    """Look at a file without changing a byte of it.

    Returns:
        Its revision; None if it is missing or empty.

    Raises:
        StorageError: It is no SQLite file, another program's, or a newer Baton's.
    """
    with words(path):
        if not path.exists() or path.stat().st_size == 0:
            return None
        # Only SQLite may open the file: closing a handle of our own would drop every lock that
        # this process holds on it (POSIX), and another program would clear the log in use here.
        with closing(connect(path, read_only=True)) as connection:
            return revision_of(connection, path)


def copy_aside(path: Path, revision: str, folder: Path | None = None) -> Path:
    """Copy the file, with all that its write-ahead log holds, under a dated name.

    Args:
        path: The database file.
        revision: Its revision, for the name.
        folder: Where the copy goes; None means beside the file.

    Returns:
        ``<name>.backup-<revision>-<timestamp>.db`` in that folder.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    target = (folder or path.parent) / f"{path.stem}.backup-{revision}-{stamp}.db"
    copy_database(path, target)
    return target


def copy_database(source: Path, target: Path) -> None:
    """Copy one SQLite file into a new one, complete in itself (no log file beside it)."""
    try:
        with (
            closing(connect(source, read_only=True)) as old,
            closing(connect(target)) as new,
        ):
            copy_pages(old, new)
            new.execute("PRAGMA journal_mode=DELETE").fetchone()
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def copy_pages(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Replace all that the target holds, in one transaction.

    Raises:
        sqlite3.OperationalError: Either file was locked for too long. SQLite's own copying would
            wait for ever.
    """
    deadline = time.monotonic() + 2 * BUSY_SECONDS

    def watch(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked")

    source.backup(target, progress=watch)


def _migrate(path: Path) -> Path | None:
    from alembic import command

    with _locked(path) as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)  # noqa: S101  (tells mypy; always so)
        revision = revision_of(raw, path)
        if revision == head_revision():
            return None
        backup = copy_aside(path, revision) if revision else None
        if revision is None:
            raw.execute(f"PRAGMA application_id={APPLICATION_ID}")
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        broken = raw.execute("PRAGMA foreign_key_check").fetchone()
        if broken:
            raise StorageError(f"{path} can't be updated: rows of {broken[0]} hang in the air.")
        connection.commit()
        return backup


@contextmanager
def _locked(path: Path) -> Iterator[Connection]:
    """Hold the file's write lock; rebuilding tables needs foreign keys off before it is taken."""
    engine = create_engine(file_url(path), poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _: object) -> None:
        configure(connection)
        connection.execute("PRAGMA foreign_keys=OFF")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    finally:
        engine.dispose()


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    # Alembic reads % as the start of a placeholder.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config
