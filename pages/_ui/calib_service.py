"""What runs calibrations in this server, whether or not anybody watches.

app = services().calibrations
app.start(spec, name, by="Ada", bases=runs)    # -> id
app.look(id)                                   # -> Standing: the database's word, and how fast it goes
app.pause(id), app.go_on(id, by="Ada"), app.stop(id, by="Ada")

A calibration with models runs in a thread: it waits for answers, and the endpoint's key stays in
this process. The thread takes the endpoint of the visit along that began it or let it go on. One with
scripted agents reckons all the time, so it gets a process of its own. What a server that died left
behind goes on when a person says so: it may cost money. Whoever works on one holds its lease
(:mod:`core.lease`); while another process does, nothing begins here.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from core.errors import BatonError, ConflictError, NoEndpointError
from core.lease import new_owner
from core.live.driver import ModelsFor
from core.live.events import LiveEvent
from core.llm.endpoint import current_endpoint, taking_along
from core.probe.record import AtWork, ProbeRecord, ProbeState, fold_records
from core.probe.runner import Runner, busy
from core.probe.spec import ProbeSpec
from pages._ui.elsewhere import CancelledError, Elsewhere, Running

log = logging.getLogger("baton")
MOST = 3
"""Calibrations that run at once in one server."""
PATIENCE = 5.0
"""Seconds that the end of the server waits for the calls under way to be given up."""
_TRIES = 20
_INTERNAL = "It stopped because of an internal error. The server's log says more."
Status: TypeAlias = Literal[
    "running",
    "pausing",
    "elsewhere",
    "done",
    "paused",
    "stopped",
    "budget",
    "failed",
    "interrupted",
]
Bases: TypeAlias = Sequence[Sequence[LiveEvent]]
"""Recorded runs, as the events of live runs."""
Away: TypeAlias = Callable[..., Any]
"""Runs a calibration in the process in which it is called: ``services.calibrate``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a calibration stands, for a page."""

    id: str
    spec: ProbeSpec
    state: ProbeState
    status: Status
    seconds_left: float | None = None
    """None until an episode was run, or where nothing runs."""
    heard: datetime | None = None
    """When its newest record was written, where this server doesn't run it."""
    at_work: AtWork | None = None
    """Who works on it, where that is another process."""

    @property
    def is_running(self) -> bool:
        """Whether something goes on."""
        return self.status in ("running", "pausing")

    @property
    def planned(self) -> int:
        """How many episodes it will be; 0 before the clean run is through."""
        return len(self.state.plan.episodes) if self.state.plan else 0


@dataclass(kw_only=True)
class _Job:
    """One calibration that this server runs."""

    owner: str
    """Under which name its lease is held."""
    had: int
    """Episodes that were there when it began."""
    paced: float | None = None
    """When the first episode of this time could begin."""
    pausing: bool = False
    runner: Runner | None = None
    child: Running | None = None
    thread: threading.Thread | None = None

    def tell(self, _: object) -> None:
        """Take note that the plan is there, or an episode was run."""
        if self.paced is None:
            self.paced = time.monotonic()

    def halt(self, *, at_once: bool) -> None:
        """Stop after the call under way, or give that up as well."""
        self.pausing = True
        if self.runner is not None:
            self.runner.halted.set()
            if at_once:
                self.runner.cut.set()
        if self.child is not None:
            self.child.cancel()


class CalibrationService:
    """Runs the calibrations of a workspace.

    Args:
        workspace: The storage facade (``storage.Workspace``).
        models: Finds what plays a team.
        away: Runs a calibration in another process.
        url: Address of the database, for that process.
    """

    def __init__(self, workspace: Any, models: ModelsFor, away: Away, url: str | None) -> None:
        self._store = workspace.probes
        self._models = models
        self._away = away
        self._url = url
        self._elsewhere = Elsewhere(MOST)
        self._lock = threading.Lock()
        self._jobs: dict[str, _Job] = {}
        self._states: dict[str, ProbeState] = {}
        self._specs: dict[str, ProbeSpec] = {}
        self._closed = False

    def start(self, spec: ProbeSpec, name: str, *, by: str, bases: Bases = ()) -> str:
        """Keep a new calibration and begin to run it; return its id.

        Raises:
            ConflictError: Too many run already.
            NoEndpointError: It asks models, and this visit has no endpoint for them.
        """
        self._room()
        if not spec.scripted:
            current_endpoint()
        probe_id = str(self._store.create(spec, name))
        self._begin(probe_id, by=by, bases=bases)
        return probe_id

    def go_on(
        self,
        probe_id: str,
        *,
        by: str,
        budgets: tuple[int, int] | None = None,
        bases: Bases = (),
    ) -> None:
        """Take a calibration up where it stands.

        Args:
            probe_id: Which.
            by: Who says so.
            budgets: Most calls and tokens from now on; None leaves them.
            bases: The recorded runs that it begins from, where the plan isn't made yet.

        Raises:
            ConflictError: It runs already, here or in another process, it is done or was stopped, or
                too many run.
            NoEndpointError: It asks models, and this visit has no endpoint for them.
        """
        self._room()
        if not self._spec(probe_id).scripted:
            _needs_one()
        self._begin(probe_id, by=by, budgets=budgets, bases=bases)

    def pause(self, probe_id: str) -> None:
        """Let it stand after the answer that is being written; nothing is lost."""
        if job := self._jobs.get(probe_id):
            job.halt(at_once=False)

    def stop(self, probe_id: str, *, by: str) -> None:
        """End it for good; what it counted can be frozen. The answer under way is given up."""
        job = self._jobs.get(probe_id)
        if job is not None:
            job.halt(at_once=True)
            if job.thread is not None:
                job.thread.join(PATIENCE)
        self._end(probe_id, "stopped", "", by)

    def look(self, probe_id: str) -> Standing:
        """Return where a calibration stands. Raises NotFoundError."""
        with self._lock:
            job = self._jobs.get(probe_id)
        at_work = self._store.at_work(probe_id) if job is None else None
        state, spec = self._state(probe_id), self._spec(probe_id)
        if job is None:
            return Standing(
                id=probe_id, spec=spec, state=state, at_work=at_work,
                status="elsewhere" if at_work is not None else _status(state),
                heard=self._store.heard(probe_id),
            )  # fmt: skip
        ran = len(state.episodes) - job.had
        planned = len(state.plan.episodes) if state.plan else 0
        left = None
        if ran > 0 and job.paced is not None:
            left = (time.monotonic() - job.paced) / ran * (planned - len(state.episodes))
        return Standing(
            id=probe_id, spec=spec, state=state, seconds_left=left,
            status="pausing" if job.pausing else "running",
        )  # fmt: skip

    def is_running(self, probe_id: str) -> bool:
        """Whether this server runs it just now."""
        return probe_id in self._jobs

    def close(self) -> None:
        """Give up whatever runs; it can be taken up again."""
        with self._lock:
            self._closed = True
            jobs = list(self._jobs.values())
        for job in jobs:
            job.halt(at_once=True)
        self._elsewhere.close()
        for job in jobs:
            if job.thread is not None:
                job.thread.join(PATIENCE)

    # -- running --------------------------------------------------------------------------------

    def _room(self) -> None:
        with self._lock:
            if len(self._jobs) >= MOST:
                raise ConflictError(
                    f"{MOST} calibrations run already. Wait for one of them, or pause it."
                )

    def _begin(self, probe_id: str, **given: Any) -> None:
        spec, state = self._spec(probe_id), self._state(probe_id)
        if state.how == "stopped":
            raise ConflictError("This calibration was stopped; begin a new one.")
        if state.frozen:
            raise ConflictError("This calibration is done already.")
        if (at_work := self._store.at_work(probe_id)) is not None and probe_id not in self._jobs:
            raise ConflictError(busy(at_work))
        job = _Job(owner=new_owner(), had=len(state.episodes))
        given["owner"] = job.owner
        with self._lock:
            if self._closed:
                raise ConflictError("The server is closing.")
            if probe_id in self._jobs:
                raise ConflictError("This calibration runs already.")
            self._jobs[probe_id] = job
        if spec.scripted:
            job.child = Running(job.tell)
        else:
            job.runner = Runner(probe_id=probe_id, store=self._store, models=self._models, **given)
        job.thread = threading.Thread(
            target=taking_along(self._run),
            args=(probe_id, job, given),
            name="baton-calibration",
            daemon=True,
        )
        job.thread.start()

    def _run(self, probe_id: str, job: _Job, given: dict[str, Any]) -> None:
        try:
            if job.runner is not None:
                job.runner.run(job.tell)
            else:
                words = (self._url, probe_id, given)
                self._elsewhere.call(self._away, *words, running=job.child)
        except CancelledError:
            # Its process was ended and could not give the lease back.
            self._store.release(probe_id, job.owner)
            if not self._closed:
                self._end(probe_id, "halted", "", "")
        except ConflictError as error:
            # Another process runs it now; how it ends is that one's to say.
            log.info("calibration %s was left to another process: %s", probe_id, error)
        except BatonError as error:
            log.warning("calibration %s ended: %s", probe_id, error)
            self._end(probe_id, "failed", str(error), "")
        except Exception:
            if not self._closed:
                log.exception("calibration %s failed", probe_id)
                self._end(probe_id, "failed", _INTERNAL, "")
        finally:
            with self._lock:
                self._jobs.pop(probe_id, None)

    def _end(self, probe_id: str, how: str, reason: str, by: str) -> None:
        """Say in the records how it ended, behind whatever others wrote."""
        data = {"how": how, "reason": reason, "by": by}
        for _ in range(_TRIES):
            state = self._state(probe_id)
            if state.how in ("stopped", "done") or (state.how and how != "stopped"):
                return
            try:
                record = ProbeRecord(seq=state.seq + 1, kind="ended", data=data)
                self._store.append(probe_id, record)
            except ConflictError:
                continue
            return

    # -- looking --------------------------------------------------------------------------------

    def _state(self, probe_id: str) -> ProbeState:
        known = self._states.get(probe_id, ProbeState())
        new = self._store.records(probe_id, after=known.seq)
        if new:
            known = self._states[probe_id] = fold_records(new, known)
        return known

    def _spec(self, probe_id: str) -> ProbeSpec:
        if probe_id not in self._specs:
            self._specs[probe_id] = self._store.spec(probe_id)
        return self._specs[probe_id]


NO_ENDPOINT = (
    "This calibration needs a model endpoint to go on. The one it was begun with belonged to another "
    "visit. Type yours into Settings, then press Go on."
)


def _needs_one() -> None:
    try:
        current_endpoint()
    except NoEndpointError:
        raise NoEndpointError(NO_ENDPOINT) from None


def _status(state: ProbeState) -> Status:
    known: dict[str, Status] = {
        "done": "done",
        "halted": "paused",
        "stopped": "stopped",
        "budget": "budget",
        "failed": "failed",
    }
    return known.get(state.how, "interrupted")
