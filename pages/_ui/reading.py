"""One uploaded file that is being read, here or in a process of its own."""

from __future__ import annotations

import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import IO, Any

from core.trace.importers.archive import MAGIC
from pages._ui.elsewhere import Running
from pages._ui.work_import import FileReading

BIG_FILE = 4_000_000
"""Bytes from which a file is parsed in another process, so that other visitors don't wait."""
CANCELLED = "Reading was cancelled."
INTERRUPTED = "Reading stopped because of an internal error. The server's log says more."


def is_large(data: bytes) -> bool:
    """Whether a file is read in a process of its own: large, or an archive that may become so."""
    return len(data) > (BIG_FILE // 20 if data.startswith(MAGIC) else BIG_FILE)


@dataclass(kw_only=True)
class Reading:
    """One uploaded file that is being read."""

    name: str
    size: int
    future: Future[FileReading] = field(default_factory=Future, repr=False)
    running: Running = field(default_factory=Running, repr=False)
    spool: IO[bytes] | None = field(default=None, repr=False)
    """Where the traces of a large file lie; it has no name and goes with the reading."""
    started: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> bool:
        """Whether it was read, refused or cancelled."""
        return self.future.done()

    @property
    def result(self) -> FileReading:
        """What was found; waits for it."""
        return self.future.result()

    def cancel(self) -> None:
        """Stop reading."""
        self.running.cancel()


@dataclass(kw_only=True)
class Keeping:
    """What was read is being stored."""

    events: int
    """Events of all traces."""
    future: Future[list[Any]] = field(default_factory=Future, repr=False)
    running: Running = field(default_factory=Running, repr=False)

    @property
    def done(self) -> bool:
        """Whether it ended."""
        return self.future.done()

    def cancel(self) -> None:
        """Stop; the trace that is being stored leaves nothing."""
        self.running.cancel()
