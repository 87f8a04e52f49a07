"""The file itself: opening, migrating, refusing, copying, restoring."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import SQLModel, create_engine

from core.errors import NotFoundError, SettingError, StorageError
from storage import migrate as migrating
from storage import open_workspace
from storage.database import DEFAULT_FILE, VARIABLE, explain, find_file
from tests.integration.storage.examples import make_trace

PROJECT = Path(__file__).resolve().parents[3]
HEAD = migrating.head_revision()


def revision(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def set_revision(path, value):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (value,))


def test_missing_folders_are_made(tmp_path):
    path = tmp_path / "a" / "b" / "baton.db"
    with open_workspace(f"sqlite:///{path}") as workspace:
        assert workspace.path == path
        assert workspace.updated_from is None
    assert path.exists()
    assert revision(path) == migrating.head_revision()


def test_a_file_may_have_any_name(tmp_path):
    path = tmp_path / "50% of? what#.db"
    with open_workspace(str(path)) as workspace:
        workspace.settings.set("a", 1)
        copy = workspace.backup(tmp_path / "copy %20?.db")
        workspace.restore(copy)
        assert workspace.settings.all() == {"a": 1}
    assert path.exists()


def test_where_the_file_is_looked_for(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert find_file(None) == DEFAULT_FILE == PROJECT / "data" / "baton.db"
    monkeypatch.setenv(VARIABLE, f"sqlite:///{tmp_path}/x.db")
    assert find_file(None) == tmp_path / "x.db"
    assert find_file(str(tmp_path / "y.db")) == tmp_path / "y.db"
    monkeypatch.chdir(tmp_path)
    assert find_file("sqlite:///z.db") == tmp_path / "z.db"
    for bad in ("postgresql://host/db", "sqlite://", "sqlite:///:memory:", "sqlite:///a?mode=ro"):
        with pytest.raises(SettingError, match="sqlite:///"):
            find_file(bad)
    monkeypatch.setenv(VARIABLE, "http://x")
    with pytest.raises(SettingError, match=VARIABLE):
        find_file(None)


def test_the_names_of_the_files_tell_the_revisions():
    """A start reads the names alone; Alembic, who reads the files, must come to the same."""
    scripts = ScriptDirectory.from_config(migrating._config())
    assert scripts.get_current_head() == HEAD
    assert {script.revision for script in scripts.walk_revisions()} == migrating._revisions()


def test_the_migrations_make_the_tables_that_the_code_uses(workspace):
    engine = create_engine(f"sqlite:///{workspace.path}")
    with engine.connect() as connection:
        # Plain strings are VARCHAR to SQLModel and TEXT to us; to SQLite they are the same.
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, SQLModel.metadata) == []
    engine.dispose()


def test_every_connection_is_set_up(workspace):
    with workspace._db.read() as session:
        ask = session.connection().exec_driver_sql
        assert ask("PRAGMA journal_mode").scalar() == "wal"
        assert ask("PRAGMA foreign_keys").scalar() == 1
        assert ask("PRAGMA busy_timeout").scalar() == 30_000
        with pytest.raises(Exception, match="readonly"):
            ask("DELETE FROM settings")


@pytest.fixture
def second_revision(tmp_path, monkeypatch):
    """A program that is one revision ahead of the files there are."""
    folder = tmp_path / "migrations"
    shutil.copytree(PROJECT / "storage" / "migrations", folder)
    (folder / "versions" / "r9998_next.py").write_text(
        "from alembic import op\n"
        f"revision = '9998'\ndown_revision = '{HEAD}'\nbranch_labels = None\ndepends_on = None\n\n"
        "def upgrade():\n"
        "    with op.batch_alter_table('settings') as table:\n"
        "        import sqlalchemy as sa\n"
        "        table.add_column(sa.Column('note', sa.Text(), nullable=True))\n"
        "    op.execute(\"INSERT INTO settings VALUES ('new', '1', 'now', 'note')\")\n"
    )

    def use():
        monkeypatch.setattr(migrating, "MIGRATIONS", folder)

    return use


def test_an_older_file_is_copied_aside_and_updated(tmp_path, second_revision):
    path = tmp_path / "baton.db"
    trace = make_trace()
    with open_workspace(str(path)) as workspace:
        trace_id = workspace.traces.add(trace, "run.json").id
        workspace.settings.set("person", "Ann")
        # The log file still holds the rows: the copy must have them all the same.
        assert path.with_name("baton.db-wal").stat().st_size > 0
        second_revision()
        with open_workspace(str(path)) as updated:
            backup = updated.updated_from
            assert updated.traces.get(trace_id) == trace
            assert updated.settings.all() == {"new": 1, "person": "Ann"}
    assert backup.parent == tmp_path
    assert backup.name.startswith(f"baton.backup-{HEAD}-")
    assert backup.suffix == ".db"
    assert revision(path) == "9998"
    assert revision(backup) == HEAD
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (4,)


def test_a_failed_update_leaves_the_file_as_it_was(tmp_path, second_revision, monkeypatch):
    path = tmp_path / "baton.db"
    with open_workspace(str(path)) as workspace:
        workspace.settings.set("new", "in the way of the update")
    second_revision()
    with pytest.raises(StorageError, match="UNIQUE"):
        open_workspace(str(path))
    assert revision(path) == HEAD
    monkeypatch.undo()
    with open_workspace(str(path)) as workspace:
        assert workspace.settings.get("new") == "in the way of the update"


def test_a_newer_file_is_refused_and_untouched(tmp_path):
    path = tmp_path / "baton.db"
    open_workspace(str(path)).close()
    set_revision(path, "9999")
    before = path.read_bytes()
    with pytest.raises(StorageError, match=r"newer Baton \(revision 9999\)"):
        open_workspace(str(path))
    assert path.read_bytes() == before


def test_a_strangers_file_is_refused_and_untouched(tmp_path):
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another program"):
        open_workspace(str(path))
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["other.db"]


def test_a_file_that_is_no_database_is_refused_and_untouched(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Not a database, but long enough to look like something.")
    with pytest.raises(StorageError, match="isn't a SQLite file"):
        open_workspace(str(path))
    path.write_bytes(b"SQLite format 3\x00" + b"rubbish" * 100)
    with pytest.raises(StorageError, match=r"isn't a SQLite file|damaged"):
        open_workspace(str(path))
    with pytest.raises(StorageError, match="is a folder"):
        open_workspace(str(tmp_path))


def test_an_empty_file_is_taken_as_new(tmp_path):
    path = tmp_path / "baton.db"
    path.touch()
    with open_workspace(str(path)) as workspace:
        assert workspace.traces.list().total == 0


def test_what_is_wrong_with_the_disk_is_said_in_words(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("x")
    with pytest.raises(StorageError, match="a file is in the way"):
        open_workspace(str(blocked / "baton.db"))
    path = Path("x.db")
    for said, words in (
        ("database is locked", "in use"),
        ("attempt to write a readonly database", "read-only"),
        ("[Errno 30] Read-only file system: '/x'", "read-only"),
        ("database or disk is full", "full"),
        ("[Errno 13] Permission denied: '/x'", "may not be opened"),
        ("unable to open database file", "can't be opened"),
        ("disk I/O error", "reports an error"),
        ("database disk image is malformed", "damaged"),
        ("something new", "can't be used: something new"),
    ):
        assert words in explain(path, said)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_named(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StorageError, match="Allow"):
        open_workspace(str(tmp_path / "baton.db"))


def test_a_locked_file_is_said_in_words(workspace, monkeypatch):
    monkeypatch.setattr("storage.database.BUSY_SECONDS", 0.2)
    workspace.close()
    with closing(sqlite3.connect(workspace.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="is in use"):
            workspace.settings.set("a", 1)
        assert workspace.settings.all() == {}, "readers don't wait for the writer"
        other.execute("ROLLBACK")
    workspace.settings.set("a", 1)


START = """
import sys
from storage import open_workspace
sys.stdin.readline()
with open_workspace(sys.argv[1]) as workspace:
    workspace.settings.set(sys.argv[2], 1)
"""


@contextmanager
def spawn(code, *arguments):
    """Start a Python process in the project folder, and make sure that it ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=30)


def test_processes_that_start_at_once_get_one_workspace(tmp_path):
    path = tmp_path / "baton.db"
    with ExitStack() as stack:
        processes = [stack.enter_context(spawn(START, path, f"p{i}")) for i in range(3)]
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        for process in processes:
            assert process.wait(timeout=150) == 0, process.stderr.read()
    with open_workspace(str(path)) as workspace:
        assert sorted(workspace.settings.all()) == ["p0", "p1", "p2"]
        assert len(workspace.priors.list()) == 2
    assert not list(tmp_path.glob("*.backup-*"))


def test_threads_that_start_at_once_get_one_workspace(tmp_path):
    path, errors = str(tmp_path / "baton.db"), []

    def start(number):
        try:
            with open_workspace(path) as workspace:
                workspace.settings.set(f"t{number}", 1)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=start, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with open_workspace(path) as workspace:
        assert len(workspace.settings.all()) == 6


# Backup and restore


def test_backup_and_restore(workspace, tmp_path):
    trace = make_trace()
    trace_id = workspace.traces.add(trace, "run.json").id
    backup = workspace.backup(tmp_path / "copies" / "monday.db")
    assert not list(backup.parent.glob("*-wal")), "the copy is complete in itself"
    workspace.traces.delete(trace_id)
    workspace.settings.set("later", 1)
    kept = workspace.restore(backup)
    assert workspace.traces.get(trace_id) == trace
    assert workspace.settings.get("later") is None
    workspace.settings.set("after", 1)
    with open_workspace(str(workspace.path)) as again:
        assert again.settings.all() == {"after": 1}
    with open_workspace(str(kept)) as before:
        assert before.settings.get("later") == 1
        assert before.traces.list().total == 0
    assert not list(tmp_path.glob("restore-*"))


def test_a_backup_into_a_folder_gets_a_dated_name(workspace, tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    backup = workspace.backup(folder)
    assert backup.parent == folder
    assert backup.name.startswith(f"baton.backup-{HEAD}-")
    assert workspace.backup(folder) != backup


def test_a_backup_overwrites_nothing(workspace, tmp_path):
    target = tmp_path / "there.db"
    target.write_text("mine")
    with pytest.raises(StorageError, match="exists already"):
        workspace.backup(target)
    with pytest.raises(StorageError, match="exists already"):
        workspace.backup(workspace.path)
    assert target.read_text() == "mine"


def test_restore_while_others_read_and_write(workspace, tmp_path):
    trace_id = workspace.traces.add(make_trace(), "run.json").id
    backup = workspace.backup(tmp_path / "copy.db")
    stop, errors = threading.Event(), []

    def work(other):
        while not stop.is_set():
            try:
                other.traces.get(trace_id)
                other.settings.set("x", 1)
            except Exception as error:
                errors.append(error)

    with open_workspace(str(workspace.path)) as stranger:
        threads = [threading.Thread(target=work, args=(w,)) for w in (workspace, stranger)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            workspace.restore(backup)
        stop.set()
        for thread in threads:
            thread.join()
        assert errors == []
        assert stranger.traces.list().total == 1


def test_a_restore_does_not_wait_for_ever(workspace, tmp_path, monkeypatch):
    backup = workspace.backup(tmp_path / "copy.db")
    workspace.settings.set("a", 1)
    monkeypatch.setattr("storage.database.BUSY_SECONDS", 0.1)
    monkeypatch.setattr("storage.migrate.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(workspace.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="is in use"):
            workspace.restore(backup)
        other.execute("ROLLBACK")
    assert workspace.settings.all() == {"a": 1}


def test_what_can_not_be_restored_is_refused(workspace, tmp_path):
    workspace.settings.set("mine", 1)
    backup = workspace.backup(tmp_path / "copy.db")
    with pytest.raises(NotFoundError, match="no file"):
        workspace.restore(tmp_path / "nowhere.db")
    text = tmp_path / "notes.txt"
    text.write_text("not a database")
    with pytest.raises(StorageError, match="isn't a SQLite file"):
        workspace.restore(text)
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(StorageError, match="empty"):
        workspace.restore(empty)
    newer = tmp_path / "newer.db"
    shutil.copy(backup, newer)
    set_revision(newer, "9999")
    with pytest.raises(StorageError, match="newer Baton"):
        workspace.restore(newer)
    damaged = tmp_path / "damaged.db"
    data = bytearray(backup.read_bytes())
    data[8192:-4096] = bytes(len(data) - 8192 - 4096)
    damaged.write_bytes(data)
    with pytest.raises(StorageError, match="damaged"):
        workspace.restore(damaged)
    assert workspace.settings.all() == {"mine": 1}
    assert not list(tmp_path.glob("baton.backup-*"))


def test_an_older_backup_is_updated_on_the_way(workspace, tmp_path, second_revision):
    workspace.settings.set("person", "Ann")
    backup = workspace.backup(tmp_path / "old.db")
    workspace.close()
    second_revision()
    with open_workspace(str(workspace.path)) as updated:
        updated.settings.set("person", "Bob")
        updated.restore(backup)
        assert updated.settings.all() == {"new": 1, "person": "Ann"}
    assert revision(backup) == HEAD


def test_a_backup_with_other_pages_can_be_restored(workspace, tmp_path):
    workspace.settings.set("person", "Ann")
    backup = workspace.backup(tmp_path / "pages.db")
    with closing(sqlite3.connect(backup, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size=8192")
        connection.execute("VACUUM")
    workspace.settings.set("person", "Bob")
    workspace.restore(backup)
    assert workspace.settings.get("person") == "Ann"
