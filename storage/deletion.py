"""Deletes a trace with all that quotes it, or a live run with its events, and nothing else."""

# ruff: noqa: S608  (every name put into a statement is a constant of this file)

from __future__ import annotations

from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from storage.info import DeletionCount

# Every column that quotes a text, with the condition that says whose row it is.
_MINE = "analysis_id IN (SELECT id FROM analyses WHERE trace_id = :trace)"
_QUOTES = (
    ("events", "text_hash", "trace_id = :trace"),
    ("boundary_reports", "original_hash", _MINE),
    ("boundary_reports", "released_hash", _MINE),
    ("gate_decisions", "text_hash", _MINE),
)
_OF_ANALYSIS = (
    "review_events",
    "turn_logs",
    "gate_decisions",
    "frontiers",
    "obligation_states",
    "boundary_reports",
    "analysis_runs",
)

_ORPHANS = (
    "SELECT hash FROM ("
    + " UNION ".join(
        f"SELECT {column} AS hash FROM {table} WHERE {mine} AND {column} IS NOT NULL"
        for table, column, mine in _QUOTES
    )
    + ") AS mine WHERE "
    + " AND ".join(
        f"NOT EXISTS (SELECT 1 FROM {table} AS q WHERE q.{column} = mine.hash"
        f" AND NOT q.{condition})"
        for table, column, condition in _QUOTES
    )
)
"""Texts that only rows of this trace quote."""


def count_deletion(session: Session, trace_id: str) -> DeletionCount:
    """Count what goes when the trace goes."""

    def count(query: str) -> int:
        found: Any = session.connection().execute(text(query), {"trace": trace_id}).scalar_one()
        return int(found)

    return DeletionCount(
        events=count("SELECT count(*) FROM events WHERE trace_id = :trace"),
        problems=count("SELECT count(*) FROM trace_problems WHERE trace_id = :trace"),
        analyses=count("SELECT count(*) FROM analyses WHERE trace_id = :trace"),
        boundaries=count(f"SELECT count(*) FROM boundary_reports WHERE {_MINE}"),
        review_events=count(f"SELECT count(*) FROM review_events WHERE {_MINE}"),
        texts=count(f"SELECT count(*) FROM ({_ORPHANS})"),
    )


def delete_trace(session: Session, trace_id: str) -> None:
    """Delete all rows that belong to the trace, but not its own row."""
    connection = session.connection()

    def run(statement: str) -> None:
        connection.execute(text(statement), {"trace": trace_id})

    run("CREATE TEMP TABLE IF NOT EXISTS orphans (hash TEXT PRIMARY KEY)")
    run("DELETE FROM orphans WHERE :trace IS NOT NULL")
    run(f"INSERT INTO orphans {_ORPHANS}")
    # Review events are append-only; a row in purges is the only leave to delete them.
    run("INSERT INTO purges SELECT id FROM analyses WHERE trace_id = :trace")
    for table in _OF_ANALYSIS:
        run(f"DELETE FROM {table} WHERE {_MINE}")
    run("DELETE FROM purges WHERE analysis_id IN (SELECT id FROM analyses WHERE trace_id = :trace)")
    run("DELETE FROM analyses WHERE trace_id = :trace")
    run("DELETE FROM trace_problems WHERE trace_id = :trace")
    run("DELETE FROM events WHERE trace_id = :trace")
    run("DELETE FROM texts WHERE :trace IS NOT NULL AND hash IN (SELECT hash FROM orphans)")
    run("DELETE FROM orphans WHERE :trace IS NOT NULL")


def count_live_run(session: Session, run_id: str) -> int:
    """Count the events that go when a live run goes."""
    found: Any = session.connection().execute(
        text("SELECT count(*) FROM live_events WHERE run_id = :run"), {"run": run_id}
    )
    return int(found.scalar_one())


def delete_live_run(session: Session, run_id: str) -> None:
    """Delete a live run with its events. The trace that it left is none of its rows."""
    _delete_run(session, run_id, "live", "live_events", "live_runs")


def delete_guard_run(session: Session, run_id: str) -> None:
    """Delete a guarded run with its records. The trace that it left is none of its rows."""
    _delete_run(session, run_id, "guard", "guard_records", "guard_runs")


def _delete_run(session: Session, run_id: str, word: str, events: str, runs: str) -> None:
    # What happened is append-only; a row in purges is the only leave to delete it.
    for statement in (
        f"INSERT INTO purges VALUES ('{word}:' || :run)",
        f"DELETE FROM {events} WHERE run_id = :run",
        f"DELETE FROM {runs} WHERE id = :run",
        f"DELETE FROM purges WHERE analysis_id = '{word}:' || :run",
    ):
        session.connection().execute(text(statement), {"run": run_id})
