"""Opens the database file: two engines, one lock, and errors in words."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlmodel import Session, create_engine

from core.errors import SettingError, StorageError

PROJECT = Path(__file__).resolve().parents[1]
DEFAULT_FILE = PROJECT / "data" / "baton.db"
VARIABLE = "BATON_DATABASE_URL"
BUSY_SECONDS = 30.0
"""How long a writer waits for another program, such as one that stores a large trace."""


@dataclass(frozen=True)
class Database:
    """Two ways into one SQLite file."""

    path: Path
    writer: Engine
    """Every transaction takes the write lock at once, so read-then-write is safe."""
    reader: Engine
    """Never waits for the writer, and can't write."""
    gate: threading.RLock = field(default_factory=threading.RLock)
    """Queues this process's writers: SQLite's own waiting is a poll without fairness."""

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a short transaction that sees one state of the file and can't change it."""
        with words(self.path), Session(self.reader) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Open a short transaction; all of it is kept, or, after any error, none of it."""
        with words(self.path), self.gate, Session(self.writer) as session:
            yield session
            session.commit()

    def close(self) -> None:
        """Release the file; the next use opens it again."""
        self.writer.dispose()
        self.reader.dispose()


def find_file(url: str | None) -> Path:
    """Return the file that a database address names.

    Args:
        url: ``sqlite:///relative/file.db``, ``sqlite:////absolute/file.db`` or a plain path. None:
            the environment variable ``BATON_DATABASE_URL``, else ``data/baton.db`` in the project.

    Raises:
        SettingError: It names no SQLite file.
    """
    where = "" if url else VARIABLE
    url = url or os.environ.get(VARIABLE, "").strip()
    if not url:
        return DEFAULT_FILE
    if "://" not in url:
        return Path(url).expanduser().absolute()
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise SettingError(
            "The database address can't be read.",
            where=where,
            hint="Write it as sqlite:///data/baton.db.",
        ) from error
    if parsed.get_backend_name() != "sqlite":
        raise SettingError(
            f"Baton keeps its data in SQLite; {parsed.get_backend_name()} can't be used.",
            where=where,
            hint="Write the address as sqlite:///data/baton.db.",
        )
    if not parsed.database or parsed.database == ":memory:" or parsed.query:
        raise SettingError(
            "The database address must name a file and nothing else.",
            where=where,
            hint="Write it as sqlite:///data/baton.db.",
        )
    return Path(parsed.database).expanduser().absolute()


def file_url(path: Path) -> URL:
    """Return the address of a file, whatever characters its name holds."""
    return URL.create("sqlite", database=str(path))


def open_engines(path: Path) -> Database:
    """Return both engines of a file that exists and is at the current revision."""
    return Database(path, _engine(path, "BEGIN IMMEDIATE"), _engine(path, "BEGIN", read_only=True))


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a plain connection with Baton's settings, for copying and checking whole files."""
    address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def configure(connection: Any, *, read_only: bool = False) -> None:
    """Set what SQLite keeps per connection."""
    connection.isolation_level = None  # we say BEGIN ourselves
    connection.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
    use_wal(connection)
    for pragma in ("synchronous=NORMAL", "foreign_keys=ON", "recursive_triggers=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.create_function("casefold", 1, _casefold, deterministic=True)
    if read_only:
        connection.execute("PRAGMA query_only=ON")


def use_wal(connection: Any) -> None:
    """Switch the file to write-ahead logging.

    SQLite answers 'locked' at once, without its busy timeout, if two processes switch together.
    """
    pause = threading.Event()
    for attempt in range(int(BUSY_SECONDS / 0.05)):
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchone()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or attempt + 1 == int(BUSY_SECONDS / 0.05):
                raise
        pause.wait(0.05)


def _casefold(text: object) -> object:
    """Fold case for search; SQLite's own LIKE folds Latin letters only."""
    if isinstance(text, bytes):  # a text with half characters
        text = text.decode("utf-8", "replace")
    return text.casefold() if isinstance(text, str) else text


def _engine(path: Path, begin: str, *, read_only: bool = False) -> Engine:
    # One session of the web server is one thread; they come and go, so the pool may grow.
    engine = create_engine(file_url(path), pool_size=4, max_overflow=60)

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: object) -> None:
        configure(connection, read_only=read_only)

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@contextmanager
def words(path: Path) -> Iterator[None]:
    """Turn what SQLite or the file system says into a sentence for a person.

    Raises:
        StorageError: Something went wrong in the database or with its file.
    """
    try:
        yield
    except DBAPIError as error:
        raise StorageError(explain(path, str(error.orig))) from error
    except (sqlite3.Error, OSError) as error:
        raise StorageError(explain(path, str(error))) from error
    except OverflowError as error:
        raise StorageError("A number here is larger than the database holds.") from error
    except UnicodeEncodeError as error:
        raise StorageError("A name here holds half a character, which no name may.") from error


_SENTENCES = (
    ("locked", "{path} is in use: another program has been writing to it. Try again in a moment."),
    ("disk is full", "The disk that holds {path} is full; nothing was saved. Make room and retry."),
    (
        "no space left",
        "The disk that holds {path} is full; nothing was saved. Make room and retry.",
    ),
    ("readonly", "{path} is read-only; nothing was saved. Allow writing to it and its folder."),
    ("read-only", "{path} is read-only; nothing was saved. Allow writing to it and its folder."),
    ("permission denied", "{path} may not be opened. Allow reading and writing its folder."),
    ("unable to open", "{path} can't be opened. Allow reading and writing it and its folder."),
    ("not a database", "{path} isn't a SQLite file, so Baton leaves it alone."),
    ("malformed", "{path} is damaged. Restore a backup: Settings, or put a backup in its place."),
    ("disk i/o", "The disk that holds {path} reports an error. Nothing was saved."),
    ("append-only", "{said}"),
    ("not a directory", "The folder of {path} can't be made: a file is in the way."),
    ("file exists", "The folder of {path} can't be made: a file is in the way."),
)


def explain(path: Path, said: str) -> str:
    """Return a sentence for what SQLite or the file system said about the file."""
    low = said.lower()
    for mark, sentence in _SENTENCES:
        if mark in low:
            return sentence.format(path=path, said=said)
    return f"{path} can't be used: {said}."
