"""Reading uploaded files and keeping what is in them: work that may run in a process of its own.

Traces of a large file never pass through the server's own process, where unpacking them would make
every visitor wait. The process that reads them leaves them in a file without a name, and another
one takes them from there into the database when the person says so. Secrets are out by then.
"""

from __future__ import annotations

import gc
import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.errors import BatonError, NotATraceError, TraceFormatError
from core.trace.importers.base import count_handoffs
from core.trace.inferred import Inference, inferences, inferred_count
from core.trace.intake import Intake, take_in
from core.trace.mapper import Preview, preview_records
from core.trace.mapping import Mapping as RecordMapping
from core.trace.model import Problem, Trace
from core.trace.redact import DEFAULT, Rules

SAMPLE = 200
"""Records of an unknown file that a mapping is tried on."""


@dataclass(frozen=True, kw_only=True)
class FoundTrace:
    """One trace in a file, as the preview shows it."""

    name: str
    format: str
    agents: tuple[str, ...]
    events: int
    handoffs: int
    inferred: int
    unknown: int
    timed: bool


@dataclass(frozen=True, kw_only=True)
class FileReading:
    """What one uploaded file holds."""

    name: str
    size: int = 0
    format: str = ""
    title: str = ""
    found: tuple[FoundTrace, ...] = ()
    inferred: tuple[Inference, ...] = ()
    """What rules filled in."""
    problems: tuple[Problem, ...] = ()
    bad_records: int = 0
    removed: Mapping[str, int] = field(default_factory=dict)
    """How many secrets of each kind were taken out of the traces."""
    mapping: RecordMapping | None = None
    """The mapping that it was read by."""
    error: str = ""
    """Why nothing could be read, in one sentence; empty if something was."""
    can_be_mapped: bool = False
    """Whether a file that no importer knows has records to point at."""
    traces: tuple[Trace, ...] = ()
    """The traces; empty if they lie in a file, see `read_upload`."""


def read_file(
    name: str,
    data: bytes | list[bytes],
    rules: Rules = DEFAULT,
    mapping: RecordMapping | None = None,
    known: Sequence[RecordMapping] = (),
    tell: Callable[[Any], None] | None = None,
) -> FileReading:
    """Read one file and take secrets out; a file that can't be read is an answer, no exception.

    Args:
        name: The file's name, for showing.
        data: Its content; taken out of a list as soon as it is parsed.
        rules: What is taken out of the traces.
        mapping: Where the parts of an event stand, if a person has said so.
        known: Mappings of earlier files, for a file that no importer knows.
        tell: Told now and then what is being done, and to how many records or events.
    """
    held = data if isinstance(data, list) else [data]
    size = len(held[0])
    try:
        taken = take_in(
            held,
            name,
            rules=rules,
            mapping=mapping,
            known=known,
            progress=None if tell is None else lambda step, number: tell((step, number)),
        )
    except BatonError as error:
        unknown = isinstance(error, TraceFormatError) and not isinstance(error, NotATraceError)
        mappable = unknown and bool(held) and _has_records(held[0])
        return FileReading(name=name, size=size, error=str(error), can_be_mapped=mappable)
    return _reading(name, size, taken)


def read_upload(
    name: str,
    held: list[bytes],
    rules: Rules,
    mapping: RecordMapping | None,
    known: Sequence[RecordMapping],
    file: int,
    tell: Callable[[Any], None] | None = None,
) -> FileReading:
    """Read one file as `read_file` does, and leave its traces in an open file.

    Args:
        name: The file's name, for showing.
        held: A list with its content.
        rules: What is taken out of the traces.
        mapping: As for `read_file`.
        known: As for `read_file`.
        file: Number of the open file that takes the traces, pickled one after the other.
        tell: As for `read_file`.

    Returns:
        What is in the file, without the traces.
    """
    gc.disable()  # the process ends with this; looking for garbage takes half the time
    reading = read_file(name, held, rules, mapping, known, tell)
    with os.fdopen(os.dup(file), "wb") as out:
        for trace in reading.traces:
            pickle.dump(trace, out, protocol=5)
    return replace(reading, traces=())


def left_traces(file: int) -> Any:
    """Yield the traces that `read_upload` left in an open file."""
    os.lseek(file, 0, os.SEEK_SET)
    with os.fdopen(os.dup(file), "rb") as source:
        while True:
            try:
                yield pickle.load(source)  # noqa: S301  (written by our own process)
            except EOFError:
                return


def sample_records(held: list[bytes], records: str | None) -> Preview:
    """Show the first records of a file that no importer knows; see `preview_records`."""
    return preview_records(held[0], records=records, limit=SAMPLE)


def _reading(name: str, size: int, taken: Intake) -> FileReading:
    result = taken.result
    return FileReading(
        name=name,
        size=size,
        format=result.format,
        title=result.title,
        found=tuple(map(_found, result.traces)),
        inferred=inferences(result.traces),
        problems=tuple(result.problems),
        bad_records=result.bad_records,
        removed=dict(taken.removed),
        mapping=taken.mapping,
        traces=tuple(result.traces),
    )


def _found(trace: Trace) -> FoundTrace:
    counts = count_handoffs([trace])
    return FoundTrace(
        name=trace.name,
        format=trace.format,
        agents=trace.agent_names,
        events=len(trace.events),
        handoffs=counts.total,
        inferred=inferred_count(trace),
        unknown=counts.unknown,
        timed=any(event.at for event in trace.events),
    )


def _has_records(data: bytes) -> bool:
    try:
        preview_records(data, limit=1)
    except BatonError:
        return False
    return True
