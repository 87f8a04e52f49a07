"""Storing a large trace piece by piece, so that nobody else who writes waits long.

Its events come first, each piece in a short transaction of its own; the trace's own row comes last.
Readers ask for that row first, so nothing of a trace shows before all of it is there. Events
without a trace are what a program left that was stopped; the next start removes them. Who stores
holds a lock on a file beside the database, which goes with the program, so nobody's work under way
is taken for left behind.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from core.trace.model import Event, Trace
from storage.database import Database, configure, connect, words
from storage.rows import text_hash
from storage.tables import AnyText, EventRow

PIECE: Final = 2_000
"""Events in one transaction at most."""
PIECE_TEXT: Final = 1_000_000
"""Characters in one transaction, from which it ends."""
PAUSE: Final = 0.03
"""Seconds between two pieces, in which others come to write."""

_SLEEP: Final = threading.Event()

_FIND: Final = """
WITH RECURSIVE found(id) AS (
    SELECT min(trace_id) FROM events
    UNION ALL
    SELECT (SELECT min(trace_id) FROM events WHERE trace_id > found.id) FROM found
    WHERE found.id IS NOT NULL
)
SELECT id FROM found WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM traces)
"""
_QUOTED: Final = (
    ("events", "text_hash"),
    ("boundary_reports", "original_hash"),
    ("boundary_reports", "released_hash"),
    ("gate_decisions", "text_hash"),
)


def is_large(trace: Trace) -> bool:
    """Whether a trace takes more than one piece."""
    return len(trace.events) > PIECE or sum(len(e.text) for e in trace.events) > PIECE_TEXT


@contextmanager
def staged(
    database: Database,
    trace: Trace,
    row: Callable[[Event, dict[str, str]], dict[str, Any]],
    progress: Callable[[int], None] | None = None,
) -> Iterator[None]:
    """Store a trace's events, and hold the lock while the caller stores the trace's own row.

    Args:
        database: Where to.
        trace: The trace.
        row: Makes the row of an event, given the hashes of the texts.
        progress: Called with the number of stored events; what it raises stops and undoes it.
    """
    trace_id = trace.digest[:12]
    with words(database.path), _holding(database.path):
        with closing(connect(database.path)) as connection:
            configure(connection)
            connection.execute("PRAGMA foreign_keys=OFF")  # the trace's own row comes last
            try:
                done = 0
                for piece in _pieces(trace.events):
                    hashes = {text: text_hash(text) for text in {e.text for e in piece}}
                    rows = [row(event, hashes) for event in piece]
                    with database.gate:
                        _insert(connection, rows, hashes)
                    done += len(piece)
                    if progress is not None:
                        progress(done)
                    _SLEEP.wait(PAUSE)
            except BaseException:
                _remove(connection, trace_id)
                raise
        yield


def clear_unfinished(path: Path) -> None:
    """Remove events that a program left whose storing was stopped, unless somebody stores now.

    They may also come with a copy of a database that was made meanwhile.
    """
    if not path.is_file() or not _unfinished(path):
        return
    with words(path), closing(sqlite3.connect(_lock_file(path), timeout=0)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return  # somebody stores, and will do this later
        with closing(connect(path)) as connection:
            configure(connection)
            for (trace_id,) in connection.execute(_FIND).fetchall():
                _remove(connection, trace_id)


def _unfinished(path: Path) -> bool:
    """Whether there are events without their trace; costs one step in an index per trace.

    A file that can't be asked is somebody else's to judge: opening it says what is wrong.
    """
    try:
        with closing(connect(path)) as connection:
            return connection.execute(_FIND).fetchone() is not None
    except sqlite3.Error:
        return False


def _lock_file(path: Path) -> Path:
    return path.with_name(f"{path.name}-storing")


@contextmanager
def _holding(path: Path) -> Iterator[None]:
    """Hold a lock that many may hold at once, but not beside `clear_unfinished`."""
    with closing(sqlite3.connect(_lock_file(path), timeout=30, isolation_level=None)) as lock:
        lock.execute("CREATE TABLE IF NOT EXISTS storing (row INTEGER)")
        lock.execute("BEGIN")
        lock.execute("SELECT count(*) FROM storing").fetchone()
        yield


def _pieces(events: Sequence[Event]) -> Iterator[list[Event]]:
    piece: list[Event] = []
    size = 0
    for event in events:
        piece.append(event)
        size += len(event.text)
        if len(piece) == PIECE or size > PIECE_TEXT:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


_TEXT: Final = AnyText()
_COLUMNS: Final = tuple(EventRow.__table__.columns.keys())  # type: ignore[attr-defined]
_INSERT_EVENT: Final = (
    f"INSERT INTO events ({', '.join(_COLUMNS)}) "  # noqa: S608  (columns of our own table)
    f"VALUES ({', '.join('?' * len(_COLUMNS))}) ON CONFLICT DO NOTHING"
)


def _bound(value: Any) -> Any:
    return _TEXT.process_bind_param(value, None) if isinstance(value, str) else value  # type: ignore[arg-type]


def _insert(
    connection: sqlite3.Connection, rows: list[dict[str, Any]], hashes: dict[str, str]
) -> None:
    texts = sorted((key, _bound(text)) for text, key in hashes.items())
    values = [tuple(_bound(row[name]) for name in _COLUMNS) for row in rows]
    with _transaction(connection):
        connection.executemany(
            "INSERT INTO texts (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING", texts
        )
        connection.executemany(_INSERT_EVENT, values)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _remove(connection: sqlite3.Connection, trace_id: str) -> None:
    """Remove a trace's events, unless the trace is there, and texts that nobody quotes then."""
    free = " AND ".join(
        f"NOT EXISTS (SELECT 1 FROM {table} WHERE {column} = ?1)"  # noqa: S608  (our own names)
        for table, column in _QUOTED
    )
    while True:
        with _transaction(connection):
            known = connection.execute("SELECT 1 FROM traces WHERE id = ?", (trace_id,)).fetchone()
            found = connection.execute(
                "SELECT seq, text_hash FROM events WHERE trace_id = ? LIMIT ?", (trace_id, PIECE)
            ).fetchall()
            if known or not found:
                return
            connection.executemany(
                "DELETE FROM events WHERE trace_id = ? AND seq = ?",
                [(trace_id, seq) for seq, _ in found],
            )
            connection.executemany(
                f"DELETE FROM texts WHERE hash = ?1 AND {free}",  # noqa: S608
                [(key,) for key in {key for _, key in found}],
            )
        _SLEEP.wait(PAUSE)
