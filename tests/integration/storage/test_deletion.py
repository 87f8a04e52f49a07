"""Deleting a trace takes all that quotes it, and nothing else."""

import sqlite3
from contextlib import closing

import pytest

from core.errors import NotFoundError
from core.review import ReviewEvent, boundary_digest
from storage.tables import SQLModel
from tests.integration.storage.examples import CONTRACT, make_analysis, make_trace

KEPT = {"alembic_version", "documents", "priors", "settings"}


def count_rows(workspace):
    tables = [*SQLModel.metadata.tables]
    with closing(sqlite3.connect(workspace.path)) as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in tables
        }


def fill(workspace, trace):
    stored = workspace.traces.add(trace, "run.json")
    analysis = make_analysis(trace)
    key = workspace.analyses.add(analysis, stored.id, "Ann")
    workspace.reviews.append(
        ReviewEvent(
            analysis_id=key,
            seq=1,
            kind="approve",
            author="Ann",
            digest=boundary_digest(analysis.reports[0]),
        )
    )
    return stored.id, key


def test_everything_that_quotes_the_trace_goes(workspace):
    workspace.contracts.save(CONTRACT, "Ann")
    before = count_rows(workspace)
    trace_id, key = fill(workspace, make_trace())
    counted = workspace.traces.deletion_count(trace_id)
    assert (counted.events, counted.analyses, counted.boundaries) == (4, 1, 4)
    assert (counted.review_events, counted.problems) == (1, 0)
    assert counted.texts == 8, "four messages and four proposed repairs"
    assert workspace.traces.delete(trace_id) == counted
    assert count_rows(workspace) == before
    with pytest.raises(NotFoundError):
        workspace.analyses.get(key)
    assert workspace.waiting().boundaries == 0
    assert workspace.reviews.all().total == 0


def test_what_another_trace_quotes_stays(workspace):
    one, two = make_trace(salt="1"), make_trace(salt="2")
    one_id, _ = fill(workspace, one)
    two_id, two_key = fill(workspace, two)
    counted = workspace.traces.deletion_count(one_id)
    assert counted.texts == 6, "the last message and its repair are said in both runs"
    analysis = workspace.analyses.get(two_key)
    workspace.traces.delete(one_id)
    assert workspace.traces.get(two_id) == two
    assert workspace.analyses.get(two_key) == analysis
    assert len(workspace.reviews.for_analysis(two_key)) == 1
    assert count_rows(workspace)["texts"] == 8
    workspace.traces.delete(two_id)
    assert count_rows(workspace)["texts"] == 0


def test_a_deleted_trace_can_be_imported_again(workspace):
    trace = make_trace()
    for _ in range(2):
        trace_id, _ = fill(workspace, trace)
        workspace.traces.delete(trace_id)
    assert workspace.traces.list().total == 0


def test_no_row_hangs_in_the_air(workspace):
    trace_id, _ = fill(workspace, make_trace(salt="1"))
    fill(workspace, make_trace(salt="2"))
    workspace.traces.delete(trace_id)
    with closing(sqlite3.connect(workspace.path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT count(*) FROM purges").fetchone() == (0,)
