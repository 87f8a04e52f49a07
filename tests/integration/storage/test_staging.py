"""A large trace is stored in pieces: others write meanwhile, and nothing of it shows too early."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing

import pytest

from core.trace.events import make_event
from core.trace.model import Trace
from core.trace.native import with_participants
from storage import open_workspace, staging


def long_trace(events=4_500, name="long"):
    found = tuple(
        make_event(n, "message", f"a{n % 3}", f"Row {n // 2} of the orchard \udce9", f"line {n}",
                   recipients=(f"a{(n + 1) % 3}",))
        for n in range(1, events + 1)
    )  # fmt: skip
    return Trace(name=name, format="test", agents=tuple(with_participants((), found)), events=found)


def rows(path, query):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_it_comes_back_as_it_was_and_only_once(workspace):
    trace = long_trace()
    first = workspace.traces.add(trace, "a.json")
    assert workspace.traces.get(first.id) == trace
    assert not workspace.traces.add(trace, "b.json").created
    assert rows(workspace.path, "PRAGMA foreign_key_check") == []


def test_nothing_shows_before_all_is_there_and_others_write_meanwhile(workspace):
    seen = []

    def look(done):
        workspace.settings.set("orchard", done)  # waits if the lock is held
        seen.append((done, workspace.traces.list().total))

    workspace.traces.add(long_trace(), "a.json", progress=look)
    assert seen == [(2000, 0), (4000, 0), (4500, 0)]
    assert workspace.traces.list().total == 1


def test_stopping_leaves_nothing(workspace):
    kept = workspace.traces.add(long_trace(2_100), "kept.json").id
    texts = rows(workspace.path, "SELECT count(*) FROM texts")

    def stop(done):
        if done >= 4000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workspace.traces.add(long_trace(), "a.json", progress=stop)
    assert rows(workspace.path, "SELECT DISTINCT trace_id FROM events") == [(kept,)]
    assert rows(workspace.path, "SELECT count(*) FROM texts") == texts
    assert workspace.traces.get(kept) == long_trace(2_100)


def test_the_next_start_removes_what_a_killed_program_left(workspace, monkeypatch):
    monkeypatch.setattr(staging, "_remove", lambda *_: None)  # killed: no time for tidying
    with pytest.raises(KeyboardInterrupt):
        workspace.traces.add(long_trace(), "a.json", progress=raise_interrupt)
    assert rows(workspace.path, "SELECT count(*) FROM events") == [(2000,)]
    monkeypatch.undo()
    with open_workspace(str(workspace.path)) as again:
        assert rows(workspace.path, "SELECT count(*) FROM events") == [(0,)]
        assert rows(workspace.path, "SELECT count(*) FROM texts") == [(0,)]
        assert again.traces.add(long_trace(), "a.json").created


def test_a_copy_made_while_a_trace_was_stored_is_tidied_where_it_is_opened(workspace, tmp_path):
    copy = tmp_path / "elsewhere" / "copy.db"
    copy.parent.mkdir()

    def copy_it(done):
        if not copy.exists():
            workspace.backup(copy)

    workspace.traces.add(long_trace(), "a.json", progress=copy_it)
    assert rows(copy, "SELECT count(*) FROM events") == [(2000,)]
    with open_workspace(str(copy)) as opened:
        assert rows(copy, "SELECT count(*) FROM events") == [(0,)]
        assert opened.traces.list().total == 0
    assert rows(copy, "PRAGMA foreign_key_check") == []


def raise_interrupt(done):
    raise KeyboardInterrupt


def test_a_start_leaves_the_work_of_others_alone(workspace):
    def start_another(done):
        open_workspace(str(workspace.path)).close()

    stored = workspace.traces.add(long_trace(), "a.json", progress=start_another)
    assert workspace.traces.get(stored.id) == long_trace()


def test_two_may_store_the_same(workspace):
    trace = long_trace()
    made = []
    with open_workspace(str(workspace.path)) as other:
        threads = [
            threading.Thread(target=lambda w=w: made.append(w.traces.add(trace, "a.json").created))
            for w in (workspace, other)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert sorted(made) == [False, True]
    assert workspace.traces.get(trace.digest[:12]) == trace


def test_writers_of_other_programs_come_between(workspace):
    waited = []
    end = threading.Event()

    def write():
        with closing(sqlite3.connect(workspace.path, timeout=30, isolation_level=None)) as mine:
            while not end.is_set():
                start = time.monotonic()
                mine.execute("BEGIN IMMEDIATE")
                mine.execute("COMMIT")
                waited.append(time.monotonic() - start)

    thread = threading.Thread(target=write)
    thread.start()
    workspace.traces.add(long_trace(20_000), "a.json")
    end.set()
    thread.join(30)
    assert len(waited) > 10
    assert max(waited) < 5
