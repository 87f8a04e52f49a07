"""What drives live runs in this server, and the model endpoint of whoever is visiting.

app = services().live
app.start(spec)                 # -> id of the run; it goes on without any browser
app.resume(id, author=...), app.branch(id, at, author=..., reason=...)
app.endpoint(), app.set_endpoint(Endpoint(base_url=..., key=...))   # of this visit; never stored
app.wake()                      # after a decision, so that nobody waits half a second

A typed endpoint belongs to the visit that typed it (visit.py). A run that a visit starts, resumes or
branches takes it along in memory, until the run has ended: it goes on without a tab, and nobody else
can use the key. The environment's endpoint serves everybody.
"""

from __future__ import annotations

import threading
import uuid
from contextlib import AbstractContextManager
from typing import Any

from core.drift.encoders_endpoint import PREFIX, forget_endpoints
from core.errors import BatonError, NoEndpointError, NotFoundError
from core.live.models import models_for
from core.live.spec import RunSpec
from core.live.state import RunState
from core.live.worker import Worker
from core.llm.endpoint import (
    Endpoint,
    Source,
    current_endpoint,
    endpoint_from,
    use_endpoint,
)
from pages._ui.visit import Visits, this_visit

STARTING = 30.0
"""Seconds for which a new run is held back at most, until it has its endpoint."""


class LiveService:
    """Drives the runs of a workspace, those that a dead process left behind included.

    Args:
        workspace: The storage facade (``storage.Workspace``).
    """

    def __init__(self, workspace: Any) -> None:
        self._workspace = workspace
        self.visits = Visits()
        """What visits have typed."""
        self._taken: dict[str, Endpoint] = {}
        self._lock = threading.Lock()
        use_endpoint(self.endpoint)  # an encoder may need it too
        self._worker = Worker(
            workspace.live, models_for(current_endpoint), self._file, around=self._around
        )
        self._worker.start()

    # -- the visit ------------------------------------------------------------------------------

    def endpoint(self) -> Endpoint:
        """Return the endpoint that this visit typed in, else the one of the environment.

        Raises:
            NoEndpointError: There is neither.
            SettingError: The environment's can't be used.
        """
        try:
            return self._typed() or Endpoint.from_environment()
        except NoEndpointError as error:
            raise NoEndpointError(f"{error} Or type its address into Settings.") from None

    def set_endpoint(self, endpoint: Endpoint | None) -> None:
        """Use this endpoint for this visit; None goes back to the environment's."""
        self.visits.keep(this_visit(), endpoint)
        forget_endpoints()

    @property
    def endpoint_is_typed(self) -> bool:
        """Whether the endpoint was typed by this visit rather than found in the environment."""
        return self._typed() is not None

    @property
    def shown_endpoint(self) -> str:
        """The address without its key; empty if there is none for this visit."""
        try:
            return self.endpoint().shown
        except BatonError:
            return ""

    def mark(self, encoder: str) -> str:
        """Return what tells this visit's vectors of an encoder from another visit's, for caches."""
        return self.endpoint().mark if encoder.startswith(PREFIX) else ""

    def _typed(self) -> Endpoint | None:
        return self.visits.endpoint(this_visit())

    # -- runs -----------------------------------------------------------------------------------

    def start(self, spec: RunSpec, name: str = "") -> str:
        """Create a run and begin to drive it; return its id."""
        live, hold = self._workspace.live, uuid.uuid4().hex
        run_id = str(live.start(spec, name, owner=hold, seconds=STARTING))
        self._take_along(run_id, spec)
        live.release(run_id, hold)  # only now, so that it isn't driven without its endpoint
        self.wake()
        return run_id

    def resume(self, run_id: str, *, author: str, reason: str = "") -> None:
        """Let a run go on, with the endpoint of this visit.

        Raises:
            ConflictError: It is neither paused nor failed.
            NoEndpointError: It needs an endpoint, and this visit has none.
        """
        state = self._workspace.live.state(run_id)
        there = self._needed(state, "go on")
        with self._lock:
            before = self._taken.get(run_id)
        self._take_along(run_id, state.run)
        try:
            self._workspace.live.resume(run_id, author=author, reason=reason, endpoint=there)
        except BatonError:
            with self._lock:
                self._taken.pop(run_id, None)
                if before is not None:
                    self._taken[run_id] = before
            raise

    def branch(self, run_id: str, at: int, *, author: str, reason: str = "") -> str:
        """Branch a run; the new one goes on with the endpoint of this visit. Returns its id.

        Raises:
            InputError: There is no boundary at that event.
            NoEndpointError: It needs an endpoint, and this visit has none.
        """
        live = self._workspace.live
        state = live.state(run_id)
        there = self._needed(state, "be branched")
        new = str(live.branch(run_id, at, author=author, reason=reason, endpoint=there))
        self._take_along(new, state.run)  # in time: a person decides before anything is asked
        self.wake()
        return new

    def wake(self) -> None:
        """Look at once for what was started, decided or let go on."""
        self._worker.wake()

    def close(self) -> None:
        """Give the runs up where they are; the next server takes them up."""
        self._worker.close()
        with self._lock:
            self._taken.clear()

    # -- what a run takes along -----------------------------------------------------------------

    def _needed(self, state: RunState, what: str) -> str:
        """Return this visit's address if the run needs one and had another, else ''."""
        if state.run.scripted:
            return ""
        try:
            shown = self.endpoint().shown
        except NoEndpointError:
            raise NoEndpointError(
                f"This run needs a model endpoint to {what}. The one it was started with belonged to "
                "another visit. Type yours into Settings, then try again here."
            ) from None
        return shown if shown != state.endpoint else ""

    def _take_along(self, run_id: str, spec: RunSpec) -> None:
        typed = self._typed() if _needs_endpoint(spec) else None
        for other in [one for one in tuple(self._taken) if self._is_over(one)]:
            with self._lock:
                self._taken.pop(other, None)  # it was kept as a trace by another process
        with self._lock:
            self._taken.pop(run_id, None)
            if typed is not None:
                self._taken[run_id] = typed

    def _is_over(self, run_id: str) -> bool:
        try:
            return self._workspace.live.status(run_id) in ("finished", "stopped")
        except NotFoundError:
            return True

    def _around(self, run_id: str) -> AbstractContextManager[None]:
        return endpoint_from(self._source(run_id))

    def _source(self, run_id: str) -> Source:
        """Return what finds the endpoint of a run: the one it took along, else the environment's.

        The environment's serves only a run that began there: a run of somebody's own endpoint doesn't
        go on elsewhere before a person says so.
        """

        def find() -> Endpoint:
            with self._lock:
                taken = self._taken.get(run_id)
            if taken is not None:
                return taken
            there = self._workspace.live.state(run_id).endpoint
            try:
                here = Endpoint.from_environment()
            except NoEndpointError:
                raise NoEndpointError(_GONE) from None
            if there and here.shown != there:
                raise NoEndpointError(_GONE)
            return here

        return find

    def _file(self, run_id: str) -> None:
        self._workspace.file_run(run_id)
        with self._lock:
            self._taken.pop(run_id, None)


_GONE = (
    "This run needs a model endpoint. The one it was started with belonged to another visit or program, "
    "and this server doesn't have it. Type yours into Settings, then press Go on; what was answered so "
    "far is kept."
)


def _needs_endpoint(spec: RunSpec) -> bool:
    return not spec.scripted or spec.settings.encoder.startswith(PREFIX)
