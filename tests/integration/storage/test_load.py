"""Many events, many threads, a killed process.

Times are those of the processor, so that a busy machine does not fail the tests.
"""

import sqlite3
import threading
import time
from contextlib import closing

from core.review import ReviewEvent
from core.trace.model import Agent, Event, Trace
from storage import QueueFilter, open_workspace
from tests.integration.storage.examples import make_analysis, make_report, make_trace
from tests.integration.storage.test_files import spawn


def big_trace(events):
    return Trace(
        name="big",
        format="baton",
        agents=(Agent(name="a"), Agent(name="b")),
        events=tuple(
            Event(
                seq=i,
                kind="message",
                sender="ab"[i % 2],
                recipients=("ba"[i % 2],),
                text=f"Event {i} says something that is not too short. " * 4,
            )
            for i in range(1, events + 1)
        ),
    )


def test_a_trace_of_33_000_events(workspace):
    trace = big_trace(33_000)
    assert trace.digest
    start = time.process_time()
    trace_id = workspace.traces.add(trace, "big.json").id
    added = time.process_time() - start
    start = time.process_time()
    page = workspace.traces.events_page(trace_id, offset=32_900, limit=50)
    read = time.process_time() - start
    assert page.rows == trace.events[32_900:32_950]
    start = time.process_time()
    assert workspace.traces.list().rows[0].events == 33_000
    listed = time.process_time() - start
    start = time.process_time()
    assert workspace.traces.get(trace_id) == trace
    whole = time.process_time() - start
    start = time.process_time()
    workspace.traces.delete(trace_id)
    deleted = time.process_time() - start
    figures = f"add {added:.2f} page {read:.4f} list {listed:.4f} get {whole:.2f} del {deleted:.2f}"
    assert added < 3, figures
    assert read < 0.2, figures
    assert listed < 0.1, figures
    assert deleted < 5, figures


def test_an_analysis_of_2_000_boundaries(workspace):
    trace = big_trace(2_000)
    stored = workspace.traces.add(trace, "big.json")
    analysis = make_analysis(trace)
    start = time.process_time()
    key = workspace.analyses.add(analysis, stored.id, "Ann")
    added = time.process_time() - start
    start = time.process_time()
    assert workspace.analyses.get(key) == analysis
    read = time.process_time() - start
    start = time.process_time()
    page = workspace.reviews.queue(QueueFilter(text="event 77"), limit=50)
    queued = time.process_time() - start
    assert page.total == 11
    start = time.process_time()
    assert workspace.waiting().boundaries == 2_000
    waiting = time.process_time() - start
    figures = f"add {added:.2f} get {read:.2f} queue {queued:.3f} waiting {waiting:.3f}"
    assert added < 5, figures
    assert queued < 1, figures
    assert waiting < 1, figures


def plan(workspace, statement, *arguments):
    with closing(sqlite3.connect(workspace.path)) as connection:
        connection.create_function("casefold", 1, str)
        rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", arguments)
        return "\n".join(row[3] for row in rows)


def statements(workspace, act):
    """Return what the workspace really sent to SQLite during an act."""
    seen = []
    with workspace._db.read() as session:
        raw = session.connection().connection.driver_connection
    workspace.close()
    del raw
    from sqlalchemy import event

    def listen(connection, cursor, statement, parameters, context, many):
        seen.append((statement, parameters))

    event.listen(workspace._db.reader, "before_cursor_execute", listen)
    try:
        act()
    finally:
        event.remove(workspace._db.reader, "before_cursor_execute", listen)
    return seen


def test_the_indexes_are_used(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    key = workspace.analyses.add(make_analysis(trace), stored.id, "Ann")

    def act():
        workspace.traces.events_page(stored.id, 1, 2)
        workspace.traces.list()
        workspace.analyses.list(stored.id)
        workspace.analyses.report(key, 1)
        workspace.analyses.turns(key)
        workspace.reviews.queue()
        workspace.reviews.state(key, 1)

    sent = [(s, p) for s, p in statements(workspace, act) if s.lstrip().startswith("SELECT")]
    assert len(sent) > 8
    plans = "\n".join(plan(workspace, s, *p) for s, p in sent)
    for table in ("events", "texts", "review_events", "boundary_reports", "turn_logs"):
        assert f"SCAN {table}" not in plans, plans
    for columns in ("(trace_id=?)", "(trace_id=? AND seq=?)"):
        assert f"events_1 {columns}" in plans, plans
    assert "ix_boundary_reports_review" in plans
    assert "ix_review_events_boundary" in plans


def test_listing_traces_reads_no_events(workspace):
    workspace.traces.add(make_trace(), "run.json")
    sent = statements(workspace, lambda: workspace.traces.list(search="x"))
    assert not any("events " in s or "texts" in s for s, _ in sent)


def test_eight_threads_lose_nothing(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    analysis = make_analysis(trace, reports=[make_report(trace.events[0])])
    key = workspace.analyses.add(analysis, stored.id, "Ann")
    errors = []

    def work(number):
        try:
            for i in range(100):
                workspace.reviews.append(
                    ReviewEvent(
                        analysis_id=key, seq=1, kind="judge", author=f"t{number}", reason=str(i)
                    )
                )
                if i % 10 == 0:
                    workspace.reviews.queue()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    events = workspace.reviews.for_analysis(key)
    assert len({(e.author, e.reason) for e in events}) == len(events) == 800


def test_of_many_that_decide_at_once_one_wins(workspace):
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    key = workspace.analyses.add(make_analysis(trace), stored.id, "Ann")
    digest = workspace.reviews.queue().rows[0].digest
    answers = []

    def decide(number, opened):
        try:
            opened.reviews.append(
                ReviewEvent(
                    analysis_id=key, seq=1, kind="approve", author=f"t{number}", digest=digest
                )
            )
            answers.append("won")
        except Exception as error:
            answers.append(type(error).__name__)

    with open_workspace(str(workspace.path)) as other:
        threads = [
            threading.Thread(target=decide, args=(n, (workspace, other)[n % 2])) for n in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(answers) == ["ConflictError"] * 7 + ["won"]


WRITE = """
import sys
from storage import open_workspace
from tests.integration.storage.examples import make_analysis, make_trace
with open_workspace(sys.argv[1]) as workspace:
    number = 0
    while True:
        trace = make_trace(f"run {number}", salt=str(number))
        stored = workspace.traces.add(trace, "run.json")
        workspace.analyses.add(make_analysis(trace), stored.id, "Ann")
        number += 1
        print("stored", flush=True)
"""


def test_a_killed_writer_leaves_a_whole_file(tmp_path):
    path = tmp_path / "baton.db"
    for kill_after in (3, 8):
        with spawn(WRITE, path) as process:  # which ends it by SIGKILL
            for _ in range(kill_after):
                line = process.stdout.readline()
                assert line, process.stderr.read()
        with open_workspace(str(path)) as workspace:
            traces = workspace.traces.list().rows
            assert len(traces) >= kill_after, "what was acknowledged is there"
            for info in traces:
                assert workspace.traces.get(info.id).digest == info.digest
            analyses = workspace.analyses.list()
            assert len(traces) - len(analyses) <= 1
            for kept in analyses:
                assert workspace.analyses.get(kept.id).digest == kept.digest
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
