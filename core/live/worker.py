"""Drives runs in the background, whether or not anybody watches.

A worker looks for runs that go on and that nobody drives: new ones, those that a person has let go
on, and those whose process died. Each is driven in a thread of its own under a lease, so that two
processes never drive one run. A run that waits for a person keeps no thread.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from core.drift.encoders import Encoder
from core.errors import BatonError, ConflictError
from core.lease import LEASE, LeaseLostError, Leases, kept_lease, new_owner
from core.live.driver import Advanced, Driver, ModelsFor, utc_now
from core.live.events import LiveEvent
from core.live.fold import apply, fold
from core.live.journal import Journal
from core.live.state import RunState

log = logging.getLogger("baton")
LOOK = 0.5
"""Seconds between two looks for runs to drive."""
RETRY = 60.0
"""Seconds after which a run is looked at again that could be neither led on nor kept as a trace."""
PATIENCE = 5.0
"""Seconds for which a run is left to a worker that has what it needs, before it is said that none has."""
MOST = 8
"""Runs driven at once by one worker."""


class Store(Journal, Leases, Protocol):
    """A journal that also knows who drives what."""

    def to_drive(self) -> Sequence[tuple[str, int]]:
        """Return id and last event of the runs that go on and that nobody drives."""
        ...

    def to_file(self) -> Sequence[str]:
        """Return the runs that ended and are no trace of the workspace yet."""
        ...


FileRun = Callable[[str], object]
"""Makes a trace and an analysis of an ended run."""
Around = Callable[[str], AbstractContextManager[None]]
"""What a thread does within while it works on a run, such as lending it an endpoint."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """A run that waits: nothing happens before another event or a time."""

    seq: int
    until: datetime | None


class Worker:
    """Drives the runs of one store until it is closed.

    Args:
        store: Where the runs are.
        models: What plays the agents of a run.
        file_run: Called with the id of every run that has ended.
        encoder: Encoder for role drift; None takes the embedded one.
        around: Entered with a run's id by the thread that works on it; None: nothing is.
        has_all: Tells by a run's id whether this worker has what the run needs. Where it hasn't, another
            process has time to take the run up. None: it always has.
    """

    def __init__(
        self,
        store: Store,
        models: ModelsFor,
        file_run: FileRun,
        *,
        encoder: Encoder | None = None,
        around: Around | None = None,
        has_all: Callable[[str], bool] | None = None,
    ) -> None:
        self._store = store
        self._models = models
        self._file = file_run
        self._encoder = encoder
        self._around = around or (lambda _: nullcontext())
        self._has_all = has_all or (lambda _: True)
        self._owner = new_owner()
        self._closed = threading.Event()
        self._wake = threading.Event()
        self._lock = threading.Lock()
        self._driving: dict[str, Driver] = {}
        self._resting: dict[str, _Rest] = {}
        self._left: dict[str, tuple[int, float]] = {}
        """Runs that are left to another worker: at which event, and since when."""
        self._unfiled: dict[str, float] = {}
        self._thread = threading.Thread(target=self._look, name="baton-live", daemon=True)

    def start(self) -> None:
        """Begin to look for runs; those that were interrupted go on."""
        self._thread.start()

    def wake(self) -> None:
        """Look at once: something was started, decided or let go on."""
        self._wake.set()

    def driving(self) -> tuple[str, ...]:
        """Return the runs that have a thread just now."""
        with self._lock:
            return tuple(self._driving)

    def close(self, seconds: float = 5.0) -> None:
        """Give all runs up where they are; they can be taken up again. Waits at most so long."""
        self._closed.set()
        self._wake.set()
        with self._lock:
            for driver in self._driving.values():
                driver.halted.set()
        if self._thread.is_alive():
            self._thread.join(seconds)
        for thread in threading.enumerate():
            if thread.name.startswith(f"baton-run-{self._owner}"):
                thread.join(seconds)

    def _look(self) -> None:
        while not self._closed.is_set():
            try:
                self._take_up()
                self._file_ended()
            except BatonError as error:
                log.warning("Live runs can't be looked up: %s", error)
            except Exception:
                log.exception("Live runs can't be looked up")
            self._wake.wait(LOOK)
            self._wake.clear()

    def _take_up(self) -> None:
        found = self._store.to_drive()
        seen = set(found)
        self._left = {r: (seq, at) for r, (seq, at) in self._left.items() if (r, seq) in seen}
        for run_id, seq in found:
            with self._lock:
                if run_id in self._driving or len(self._driving) >= MOST:
                    continue
            rest = self._resting.get(run_id)
            waits = rest is not None and rest.seq == seq
            if waits and rest and (rest.until is None or utc_now() < rest.until):
                continue
            if self._is_left(run_id, seq):
                continue
            if self._store.take(run_id, self._owner, LEASE):
                self._begin(run_id, seq)

    def _is_left(self, run_id: str, seq: int) -> bool:
        """Whether another worker should have the run, and had no time yet to take it up."""
        if self._has_all(run_id):
            return False
        _, since = self._left.setdefault(run_id, (seq, time.monotonic()))
        return time.monotonic() - since < PATIENCE

    def _begin(self, run_id: str, seq: int) -> None:
        driver = Driver(
            run_id=run_id,
            journal=self._store,
            models=self._models,
            owner=self._owner,
            encoder=self._encoder,
        )
        with self._lock:
            if self._closed.is_set():
                return
            self._driving[run_id] = driver
        name = f"baton-run-{self._owner}-{run_id}"
        threading.Thread(target=self._drive, args=(driver, seq), name=name, daemon=True).start()

    def _drive(self, driver: Driver, seq: int) -> None:
        try:
            with (
                self._around(driver.run_id),
                kept_lease(self._store, driver.run_id, self._owner, driver.halted.set),
            ):
                done = drive(driver)
                if done is None:
                    later = utc_now() + timedelta(seconds=RETRY)
                    self._resting[driver.run_id] = _Rest(seq, later)
                elif done.what == "waits":
                    self._resting[driver.run_id] = _Rest(done.state.seq, done.until)
        finally:
            with self._lock:
                self._driving.pop(driver.run_id, None)
            if not self._closed.is_set():
                self._wake.set()

    def _file_ended(self) -> None:
        for run_id in self._store.to_file():
            if run_id in self.driving() or time.monotonic() < self._unfiled.get(run_id, 0.0):
                continue
            try:
                with self._around(run_id):
                    self._file(run_id)
            except Exception:
                self._unfiled[run_id] = time.monotonic() + RETRY
                log.exception("run %s could not be kept as a trace", run_id)


def drive(driver: Driver) -> Advanced | None:
    """Advance a run until it waits or nothing more can happen.

    An error of the program itself fails the run, so that everybody sees it; it can be resumed.

    Returns:
        What the last step did; None if the run was lost to another driver or failed.
    """
    try:
        while not driver.halted.is_set():
            done = driver.advance()
            if done.what != "moved":
                return done
    except LeaseLostError:
        log.info("run %s is driven by another process", driver.run_id)
    except Exception as error:
        log.exception("run %s failed", driver.run_id)
        said = str(error) if isinstance(error, BatonError) else type(error).__name__
        with suppress(BatonError):
            _fail(driver, f"Baton met an error of its own: {said}")
    return None


def _fail(driver: Driver, reason: str) -> None:
    state = fold(driver.journal.events(driver.run_id), RunState())
    if state.is_over or state.status == "failed":
        return
    data = {"code": "internal", "reason": reason}
    event = LiveEvent(seq=state.seq + 1, kind="failed", data=data, at=utc_now())
    with suppress(ConflictError):
        driver.journal.append(driver.run_id, event, apply(state, event), driver.owner)
