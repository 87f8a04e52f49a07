"""What drives live runs in this server, and the model endpoint of whoever is visiting.

app = services().live
app.start(spec)                 # -> id of the run; it goes on without any browser
app.resume(id, author=...), app.branch(id, at, author=..., reason=...)
app.endpoint(), app.set_endpoint(Endpoint(base_url=..., key=...))   # of this visit; never stored
app.wake()                      # after a decision, so that nobody waits half a second

A typed endpoint belongs to the visit that typed it (visit.py). A run that a visit starts, resumes or
branches takes it along in memory, until the run has ended or failed, or somebody lets it go on with
another: it goes on without a tab, and nobody else can use the key. Of several servers with one database
only the one that has the key leads such a run. The environment's endpoint serves everybody.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
        self._taken: dict[str, tuple[int, Endpoint]] = {}
        """Endpoints of runs, and for which `let_go_on` of the run each was given."""
        self._lock = threading.Lock()
        use_endpoint(self.endpoint)  # an encoder may need it too
        self._worker = Worker(
            workspace.live,
            models_for(current_endpoint),
            self._file,
            around=self._around,
            has_all=self._has_all,
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
        with self._lock:
            self._keep(run_id, live.state(run_id), self._typed())
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
        typed = self._typed()
        with self._lock:  # so that it isn't driven without its endpoint
            after = self._workspace.live.resume(
                run_id, author=author, reason=reason, endpoint=there
            )
            self._keep(run_id, after, typed)

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
        with self._lock:  # in time: a person decides before anything is asked
            self._keep(new, live.state(new), self._typed())
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

    def _keep(self, run_id: str, state: RunState, typed: Endpoint | None) -> None:
        """Let a run take along what its visit typed, in place of what it had. Holds the lock."""
        for other in [one for one in self._taken if self._is_over(one)]:
            del self._taken[other]  # another process has led it to its end
        self._taken.pop(run_id, None)
        if typed is not None and _needs_endpoint(state.run):
            self._taken[run_id] = state.let_go_on, typed

    def _is_over(self, run_id: str) -> bool:
        try:
            return self._workspace.live.status(run_id) in ("finished", "stopped", "failed")
        except NotFoundError:
            return True

    @contextmanager
    def _around(self, run_id: str) -> Iterator[None]:
        try:
            with endpoint_from(self._source(run_id)):
                yield
        finally:
            with self._lock, suppress(BatonError):
                if self._workspace.live.status(run_id) == "failed":
                    self._taken.pop(run_id, None)  # whoever lets it go on gives it an endpoint

    def _has_all(self, run_id: str) -> bool:
        """Whether this server has the endpoint that a run needs, or the run needs none."""
        try:
            if _needs_endpoint(self._workspace.live.state(run_id).run):
                self._source(run_id)()
        except NoEndpointError:
            return False
        except BatonError:
            return True  # the run itself says so
        return True

    def _source(self, run_id: str) -> Source:
        """Return what finds the endpoint of a run: the one it took along, else the environment's.

        The environment's serves only a run that began there: a run of somebody's own endpoint doesn't
        go on elsewhere before a person says so.
        """

        def find() -> Endpoint:
            with self._lock:
                state = self._workspace.live.state(run_id)
                since, taken = self._taken.get(run_id, (0, None))
            if taken is not None and since == state.let_go_on:
                return taken
            there = state.endpoint
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
