"""The workspace: everything that outlives the program, behind one name."""

from __future__ import annotations

import glob
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from sqlalchemy import exists, func
from sqlmodel import col, select

from core.errors import NotFoundError, StorageError
from storage.database import Database, connect, find_file, open_engines, words
from storage.info import ContractVersion, QueueFilter, RolesVersion, TeamVersion, Waiting
from storage.migrate import (
    check_is_ours,
    copy_aside,
    copy_database,
    copy_pages,
    head_revision,
    migrate,
)
from storage.priors import Priors
from storage.settings import Settings
from storage.staging import clear_unfinished
from storage.tables import AnalysisRow, DocumentRow, TraceRow
from storage.traces import Traces

if TYPE_CHECKING:
    from core.contract.model import Contract
    from core.drift.model import RoleSet
    from core.gate.history import History
    from core.gate.model import PriorsSet
    from core.live.team import Team
    from storage.analyses import Analyses
    from storage.bases import Bases
    from storage.documents import Documents
    from storage.guards import Guards
    from storage.live import Live
    from storage.probes import Probes
    from storage.reviews import Reviews

R = TypeVar("R")
LEFT_BEHIND = 3600
"""Seconds after which the scratch folder of a restore is nobody's any more."""


def open_workspace(url: str | None = None) -> Workspace:
    """Open a workspace, creating or updating its file where needed.

    Args:
        url: ``sqlite:///file.db`` or a path. None: the environment variable
            ``BATON_DATABASE_URL``, else ``data/baton.db`` in the project folder.

    Returns:
        A workspace for all threads of this process.

    Raises:
        SettingError: The address names no SQLite file.
        StorageError: The file can't be used; says why and what to do.
    """
    path = find_file(url)
    clear_unfinished(path)
    updated_from = migrate(path)
    _sweep(path)
    return Workspace(open_engines(path), updated_from)


class Workspace:
    """Traces, documents, analyses, decisions and settings in one SQLite file.

    Safe to share between threads: every method is one short transaction of its own.
    """

    def __init__(self, database: Database, updated_from: Path | None = None) -> None:
        self._db = database
        self.updated_from = updated_from
        """Copy of the file as it was before this start updated it; None if nothing was updated."""
        self.traces = Traces(database)
        self.priors = Priors(database)
        self.settings = Settings(database)
        self._rooms: dict[str, Any] = {}
        self._opening = threading.RLock()
        self.priors.add_built_in()

    def _room(self, name: str, make: Callable[[], R]) -> R:
        """Return what keeps one kind of thing, made when somebody first asks for it."""
        with self._opening:
            if name not in self._rooms:
                self._rooms[name] = make()
            return cast("R", self._rooms[name])

    @property
    def contracts(self) -> Documents[Contract, ContractVersion]:
        """The fact contracts."""
        from storage.documents import CONTRACTS, Documents

        return self._room("contracts", lambda: Documents(self._db, CONTRACTS))

    @property
    def roles(self) -> Documents[RoleSet, RolesVersion]:
        """The role sets."""
        from storage.documents import ROLES, Documents

        return self._room("roles", lambda: Documents(self._db, ROLES))

    @property
    def teams(self) -> Documents[Team, TeamVersion]:
        """The teams."""
        from storage.documents import TEAMS, Documents

        return self._room("teams", lambda: Documents(self._db, TEAMS))

    @property
    def bases(self) -> Bases:
        """The compiled role sets."""
        from storage.bases import Bases

        return self._room("bases", lambda: Bases(self._db))

    @property
    def live(self) -> Live:
        """The live runs."""
        from storage.live import Live

        return self._room("live", lambda: Live(self._db))

    @property
    def guards(self) -> Guards:
        """The guarded runs."""
        from storage.guards import Guards

        return self._room("guards", lambda: Guards(self._db))

    @property
    def probes(self) -> Probes:
        """The calibrations."""
        from storage.probes import Probes

        return self._room("probes", lambda: Probes(self._db))

    @property
    def analyses(self) -> Analyses:
        """The analyses."""
        from storage.analyses import Analyses

        return self._room("analyses", lambda: Analyses(self._db))

    @property
    def reviews(self) -> Reviews:
        """The decisions of people."""
        from storage.reviews import Reviews

        return self._room("reviews", lambda: Reviews(self._db))

    def warm(self) -> None:
        """Load all that keeps something, so that the first visitor of a server doesn't wait for it."""
        _ = (self.contracts, self.roles, self.teams, self.bases, self.live, self.guards)
        _ = (self.probes, self.analyses, self.reviews)

    @property
    def path(self) -> Path:
        """The database file."""
        return self._db.path

    def waiting(self) -> Waiting:
        """Return what waits for the person, for the home page."""
        from storage.documents import CONTRACTS

        counts = {
            status: self.reviews.queue(QueueFilter(status=status), limit=0).total
            for status in ("open", "skipped", "escalated")
        }
        analysed = exists().where(col(AnalysisRow.trace_id) == col(TraceRow.id))
        with self._db.read() as session:
            names = select(DocumentRow.name).where(DocumentRow.kind == CONTRACTS.word).distinct()
            return Waiting(
                boundaries=counts["open"],
                skipped=counts["skipped"],
                escalated=counts["escalated"],
                traces=session.exec(select(func.count()).select_from(TraceRow)).one(),
                analyses=session.exec(select(func.count()).select_from(AnalysisRow)).one(),
                contracts=session.exec(select(func.count()).select_from(names.subquery())).one(),
                traces_without_analysis=session.exec(
                    select(func.count()).select_from(TraceRow).where(~analysed)
                ).one(),
            )

    def file_run(self, run_id: str) -> tuple[str, str]:
        """Keep an ended live run as a trace with its analysis. As :func:`storage.live_filing.file_run`."""
        from storage.live_filing import file_run

        return file_run(self, run_id)

    def runtime_history(self, priors: PriorsSet) -> History:
        """Return how a set's repairs fared in earlier live runs, beside its frozen counts."""
        from storage.runtime import runtime_history

        return runtime_history(self, priors)

    def backup(self, path: Path | str) -> Path:
        """Write a complete copy of the workspace, while others go on working.

        Args:
            path: A new file, or an existing folder in which a file with a dated name is made.

        Returns:
            The file that was written.

        Raises:
            StorageError: The file exists already or can't be written.
        """
        target = Path(path).absolute()
        if target.is_dir():
            with words(target):
                return copy_aside(self.path, head_revision(), target)
        if target.exists():
            raise StorageError(f"{target} exists already; name a new file for the backup.")
        with words(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f"{target.name}.part")
            part.unlink(missing_ok=True)
            try:
                copy_database(self.path, part)
                return part.replace(target)
            finally:
                part.unlink(missing_ok=True)

    def restore(self, path: Path | str) -> Path:
        """Replace everything in the workspace by what a backup holds.

        The backup is checked, and brought to the current revision, on a copy. The present content is
        copied aside. The exchange itself is one transaction of SQLite: other open connections, also
        those of other processes, see the old content or the new, never a mixture.

        Args:
            path: A file that ``backup`` wrote, of this or an earlier version of Baton.

        Returns:
            Where the content before the restore is kept.

        Raises:
            NotFoundError: There is no such file.
            StorageError: It isn't a Baton workspace, is damaged, or is newer than this program.
        """
        source = Path(path).absolute()
        if not source.is_file():
            raise NotFoundError(f"There is no file {source}.")
        if check_is_ours(source) is None:
            raise StorageError(f"{source} is empty; there is nothing to restore.")
        _check_whole(source)
        with (
            words(self.path),
            tempfile.TemporaryDirectory(dir=self.path.parent, prefix=_scratch(self.path)) as folder,
        ):
            copy = Path(folder) / "copy.db"
            copy_database(source, copy)
            migrate(copy)
            with self._db.gate:
                self._db.close()
                with closing(connect(self.path)) as live:
                    page_size = live.execute("PRAGMA page_size").fetchone()[0]
                    kept = copy_aside(self.path, head_revision())
                    with closing(connect(copy)) as new:
                        new.execute("PRAGMA journal_mode=DELETE").fetchone()
                        new.execute(f"PRAGMA page_size={page_size}")
                        new.execute("VACUUM")  # a WAL file only takes pages of its own size
                        copy_pages(new, live)
                self._db.close()
        self.priors.add_built_in()
        return kept

    def clear_unfinished(self) -> None:
        """Remove what a program left that was stopped while it stored a trace."""
        clear_unfinished(self.path)

    def close(self) -> None:
        """Release the file; the workspace opens it again when it is used again."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _scratch(path: Path) -> str:
    return f".{path.stem}-restore-"


def _sweep(path: Path) -> None:
    """Remove what a restore left behind whose process was killed: whole copies of the content."""
    for folder in path.parent.glob(f"{glob.escape(_scratch(path))}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > LEFT_BEHIND:
                shutil.rmtree(folder)


def _check_whole(path: Path) -> None:
    damaged = f"{path} is damaged; nothing was changed. Choose another backup."
    try:
        with closing(connect(path, read_only=True)) as connection:
            (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise StorageError(damaged) from error
    if said != "ok":
        raise StorageError(damaged)
