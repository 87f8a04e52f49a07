"""The one place where pages meet storage and the controller.

    app = services()                       # raises StorageError in words
    app.workspace.traces.list(search="x")
    app.read(name, data)                   # -> Reading; a big file in a process of its own
    app.keep(reading)                      # stores what was read
    app.start_analysis(request)            # -> Job; poll job.state
    app.running()                          # jobs that haven't ended
    app.live.start(spec)                   # live runs: see live_service.py
    app.calls.start(key, words, work)      # a model asked in the background: see model_call.py
    app.calibrations.start(spec, name)     # calibrations: see calib_service.py
    app.setting("timezone", "UTC")         # settings, remembered per process
    cached_trace(id), cached_analysis(id)  # parsed once per process, shared, read-only

Nothing here draws, except that ``cached_*`` use Streamlit's resource cache.
"""

from __future__ import annotations

import gc
import logging
import os
import tempfile
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import IO, TYPE_CHECKING, Any, Literal, TypeVar, cast

import streamlit as st

from core.drift.encoders_endpoint import PREFIX
from core.errors import BatonError
from core.live.models import models_for
from core.llm.endpoint import current_endpoint, taking_along
from core.probe.runner import Runner
from core.report import Analysis
from core.trace.mapper import Preview
from core.trace.mapping import Mapping as RecordMapping
from core.trace.model import Problem, Trace
from core.trace.redact import DEFAULT, Rules
from pages._ui import work
from pages._ui.calib_service import CalibrationService
from pages._ui.corpus_job import CorpusJob, CorpusRequest, run_corpus
from pages._ui.elsewhere import CancelledError, Elsewhere, Running
from pages._ui.live_service import LiveService
from pages._ui.mapping_store import SavedMapping, as_setting, load_mappings, mapping_key
from pages._ui.model_call import ModelCalls
from pages._ui.reading import CANCELLED, INTERRUPTED, Keeping, Reading, is_large
from pages._ui.work_import import FileReading, left_traces, read_file, read_upload, sample_records

if TYPE_CHECKING:
    from core.drift import CompiledRoles
    from core.drift.model import RoleSet

log = logging.getLogger("baton")
R = TypeVar("R")

BIG_TRACE = 400_000
"""Characters of text from which a trace is analysed in another process."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored analysis."""

    id: str
    is_new: bool
    """False: the same inputs had led to the same result before."""


@dataclass(kw_only=True)
class Job:
    """One analysis under way. ``state`` only moves forward."""

    id: str
    trace_id: str
    title: str
    future: Future[Stored] = field(repr=False)

    @property
    def state(self) -> Literal["running", "done", "failed"]:
        """Where the job stands."""
        if not self.future.done():
            return "running"
        return "failed" if self.future.cancelled() or self.future.exception() else "done"

    @property
    def analysis_id(self) -> str | None:
        """The stored analysis, once it is done."""
        return self.future.result().id if self.state == "done" else None

    @property
    def was_there(self) -> bool:
        """Whether an identical analysis had been stored before this one ended."""
        return self.state == "done" and not self.future.result().is_new

    @property
    def problem(self) -> str:
        """What went wrong, fit to show; empty unless it failed."""
        if self.state != "failed":
            return ""
        error = None if self.future.cancelled() else self.future.exception()
        if isinstance(error, BatonError):
            return str(error)
        return "The analysis stopped because of an internal error. The server's log says more."

    def wait(self, seconds: float) -> bool:
        """Wait at most ``seconds`` for the end; return whether it came."""
        try:
            self.future.exception(timeout=seconds)
        except TimeoutError:
            return False
        return True


class Services:
    """What pages may use."""

    def __init__(self, workspace: Any) -> None:
        self.workspace = workspace
        """The storage facade (``storage.Workspace``)."""
        self.live = LiveService(workspace)
        """Drives live runs, also those that an earlier server left behind."""
        self.calibrations = CalibrationService(
            workspace, models_for(current_endpoint), calibrate, database_url()
        )
        """Runs calibrations: see calib_service.py."""
        self.calls = ModelCalls()
        """Calls to a model that go on while nobody watches: see model_call.py."""
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="baton-job")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="baton-read")
        self._keepers = ThreadPoolExecutor(1, thread_name_prefix="baton-keep")
        self._corpus_thread = ThreadPoolExecutor(1, thread_name_prefix="baton-corpus")
        self._corpora: dict[tuple[str, int], CorpusJob] = {}
        self._elsewhere = Elsewhere()
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}
        self._settings: dict[str, Any] = {}

    def setting(self, key: str, default: Any = None) -> Any:
        """Return a setting; asked of the database once, since many pages ask many times."""
        if key not in self._settings:
            self._settings[key] = self.workspace.settings.get(key, None)
        value = self._settings[key]
        return default if value is None else value

    def set_setting(self, key: str, value: Any) -> None:
        """Keep a setting."""
        self.workspace.settings.set(key, value)
        self._settings[key] = value

    def read(
        self, name: str, data: bytes, rules: Rules = DEFAULT, mapping: RecordMapping | None = None
    ) -> Reading:
        """Begin to read an uploaded file; a small one is read when this returns.

        Args:
            name: The file's name, for showing.
            data: Its content.
            rules: What is taken out of the traces; keys and tokens by default.
            mapping: Where the parts of an event stand, if a person has said so. Else the saved
                mapping that fits reads what no importer knows.
        """
        known = [] if mapping else [saved.mapping for saved in self.saved_mappings()]
        reading = Reading(name=name, size=len(data))
        if not is_large(data):
            reading.future.set_result(read_file(name, data, rules, mapping, known))
            return reading
        reading.spool = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the reading)
        weakref.finalize(reading, reading.spool.close)
        self._readers.submit(self._read, reading, [data], rules, mapping, known)
        return reading

    def _read(self, reading: Reading, held: list[bytes], *how: Any) -> None:
        try:
            file = cast("IO[bytes]", reading.spool).fileno()
            found = self._elsewhere.call(
                read_upload, reading.name, held, *how, file, running=reading.running, files=(file,)
            )
        except CancelledError:
            found = FileReading(name=reading.name, size=reading.size, error=CANCELLED)
        except BatonError as error:
            found = FileReading(name=reading.name, size=reading.size, error=str(error))
        except Exception:
            log.exception("an uploaded file could not be read")
            found = FileReading(name=reading.name, size=reading.size, error=INTERRUPTED)
        reading.future.set_result(found)

    def keep(self, reading: Reading, running: Running | None = None) -> list[Any]:
        """Store the traces that were read from a file; what is here already isn't stored twice.

        Args:
            reading: What was read.
            running: Hears how many events of a large file are stored, and can stop that.

        Returns:
            A ``storage.info.StoredTrace`` for each trace.

        Raises:
            CancelledError: It was stopped; the traces before the one at hand are stored.
        """
        found = reading.result
        if reading.spool is None:
            add = self.workspace.traces.add
            return [add(trace, reading.name, found.problems) for trace in found.traces]
        file = reading.spool.fileno()
        try:
            return self._elsewhere.call(
                keep_traces,
                database_url(),
                file,
                reading.name,
                found.problems,
                files=(file,),
                running=running or Running(),
            )
        finally:
            self.workspace.clear_unfinished()  # of a process that was stopped

    def start_keeping(self, readings: list[Reading]) -> Keeping:
        """Begin to store what was read from files, whether or not anybody keeps watching."""
        keeping = Keeping(events=sum(f.events for r in readings for f in r.result.found))
        keeping.future = self._keepers.submit(self._keep_all, keeping, readings)
        return keeping

    def _keep_all(self, keeping: Keeping, readings: list[Reading]) -> list[Any]:
        return [one for reading in readings for one in self.keep(reading, keeping.running)]

    def sample(self, data: bytes, records: str | None) -> Preview:
        """Return the first records of a file that no importer knows. Raises TraceFormatError."""
        return self._call(is_large(data), sample_records, [data], records)

    def saved_mappings(self) -> list[SavedMapping]:
        """Return the mappings that people saved, by name."""
        return load_mappings(self.workspace.settings.all())

    def save_mapping(self, mapping: RecordMapping) -> None:
        """Keep a mapping for the next file like it; one of the same name is replaced."""
        self.workspace.settings.set(mapping_key(mapping.name), as_setting(mapping))

    def delete_mapping(self, name: str) -> None:
        """Forget a mapping; traces that were read by it stay."""
        self.workspace.settings.delete(mapping_key(name))

    def start_analysis(self, request: work.AnalysisRequest, author: str, title: str) -> Job:
        """Analyse a trace and store the result, whether or not anybody keeps watching."""
        with self._lock:
            number = len(self._jobs) + 1
            job_id = f"{request.trace_id}-{number}"
            future = self._threads.submit(taking_along(self._analyse), request, author)
            job = self._jobs[job_id] = Job(
                id=job_id, trace_id=request.trace_id, title=title, future=future
            )
        return job

    def start_corpus(self, request: CorpusRequest, author: str) -> CorpusJob:
        """Replay a contract over many runs, whether or not anybody keeps watching.

        A replay of the same version that is under way is returned instead of a second one.
        """
        with self._lock:
            known = self._corpora.get(request.key)
            if known is not None and not known.done:
                return known
            job = self._corpora[request.key] = CorpusJob(request=request)
            job.future = self._corpus_thread.submit(
                taking_along(run_corpus),
                job,
                self.workspace,
                self._elsewhere,
                author,
                self.compiled_roles,
            )
        return job

    def corpus(self, key: tuple[str, int]) -> CorpusJob | None:
        """Return the last replay of a contract's version in this process, or None."""
        return self._corpora.get(key)

    def job(self, job_id: str) -> Job | None:
        """Return a job of this process, or None."""
        return self._jobs.get(job_id)

    def running(self) -> list[Job]:
        """Return the jobs that have not ended."""
        return [job for job in self._jobs.values() if job.state == "running"]

    def encoder_name(self) -> str:
        """Return the name of the encoder that the settings choose."""
        return work.replay_settings(self.setting("analysis", {})).encoder

    def compiled_roles(self, roles: RoleSet, encoder: str) -> CompiledRoles:
        """Return a role set ready for scoring, from the file if it was compiled before.

        Args:
            roles: The profiles.
            encoder: Name of the encoder, as :func:`core.drift.get_encoder` knows it.

        Raises:
            BatonError: A rule that can't be understood, or an encoder that can't be used here.
        """
        from core.drift import get_encoder
        from core.drift.bases import compile_once

        return compile_once(roles, get_encoder(encoder), self.workspace.bases)

    def load_demo(self, author: str) -> Any:
        """Load the demo workspace; loading it twice adds nothing."""
        from storage.demo import load_demo

        return load_demo(self.workspace, author)

    def close(self) -> None:
        """Stop the workers and release the database file."""
        self.live.close()
        self.calibrations.close()
        self.calls.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._keepers.shutdown(wait=False, cancel_futures=True)
        for corpus in self._corpora.values():
            corpus.cancel()
        self._corpus_thread.shutdown(wait=False, cancel_futures=True)
        self._elsewhere.close()
        close = getattr(self.workspace, "close", None)
        if close:
            close()

    def _analyse(self, request: work.AnalysisRequest, author: str) -> Stored:
        trace = self.workspace.traces.get(request.trace_id)
        big = sum(len(event.text) for event in trace.events) > BIG_TRACE
        try:
            if request.roles and request.binding.roles:
                name = work.replay_settings(request.settings).encoder
                # The endpoint's key stays in this process.
                big = big and not name.startswith(PREFIX)
                compiled = self.compiled_roles(request.roles, name)
                if big:  # the other process would compile once more
                    from core.drift.bases import pack_roles

                    request = replace(request, bases=pack_roles(compiled))
            analysis = self._call(big, work.analyse_request, trace, request)
            known = {info.id for info in self.workspace.analyses.list(request.trace_id)}
            stored = str(self.workspace.analyses.add(analysis, request.trace_id, author))
            return Stored(stored, is_new=stored not in known)
        except BatonError:
            raise
        except Exception:
            log.exception("analysis of %s failed", request.trace_id)
            raise

    def _call(self, elsewhere: bool, function: Callable[..., R], *args: Any) -> R:
        return self._elsewhere.call(function, *args) if elsewhere else function(*args)


def keep_traces(
    url: str | None,
    file: int,
    source_name: str,
    problems: Sequence[Problem],
    tell: Callable[[Any], None],
) -> list[Any]:
    """Store the traces that lie in an open file; runs in a process of its own."""
    from storage import open_workspace

    gc.disable()  # the process ends with this; looking for garbage takes half the time
    with open_workspace(url) as workspace:
        return [
            workspace.traces.add(trace, source_name, problems, tell) for trace in left_traces(file)
        ]


def calibrate(
    url: str | None, probe_id: str, given: Mapping[str, Any], tell: Callable[[Any], None]
) -> str:
    """Run a calibration with scripted agents; runs in a process of its own, and ends with its parent."""
    from storage import open_workspace

    with open_workspace(url) as workspace:
        runner = Runner(probe_id=probe_id, store=workspace.probes, **given)
        # Nobody hears what is told once the server has died: the pipe is closed, and this ends.
        return runner.run(lambda state: tell(len(state.episodes)))


def database_url() -> str | None:
    """Return the database address from the environment; None for the default file."""
    return os.environ.get("BATON_DATABASE_URL") or None


@st.cache_resource(show_spinner=False, on_release=lambda app: app.close())
def _services(url: str | None) -> Services:
    from storage import open_workspace

    return Services(open_workspace(url))


def services() -> Services:
    """Return the process-wide services.

    Raises:
        StorageError: The database file can't be opened; the message says why.
    """
    return _services(database_url())


def close_services() -> None:
    """Release everything (used when the server stops, and after a restore)."""
    _services.clear()
    forget_cached()


def forget_cached() -> None:
    """Drop parsed traces and analyses (after something was deleted or restored)."""
    _trace.clear()
    _analysis.clear()


@st.cache_resource(max_entries=16, show_spinner=False)
def _trace(url: str | None, trace_id: str) -> Trace:
    return services().workspace.traces.get(trace_id)  # type: ignore[no-any-return]


@st.cache_resource(max_entries=16, show_spinner=False)
def _analysis(url: str | None, analysis_id: str) -> Analysis:
    return services().workspace.analyses.get(analysis_id)  # type: ignore[no-any-return]


def cached_trace(trace_id: str) -> Trace:
    """Return a stored trace, parsed once per process. Raises NotFoundError."""
    return _trace(database_url(), trace_id)


def cached_analysis(analysis_id: str) -> Analysis:
    """Return a stored analysis, parsed once per process. Raises NotFoundError."""
    return _analysis(database_url(), analysis_id)


__all__ = [
    "Job",
    "Services",
    "cached_analysis",
    "cached_trace",
    "close_services",
    "forget_cached",
    "services",
]
