"""What all importers share: the source they read, the report they fill, the protocol they meet.

An importer is a small module for one format. It decides by content, never by a file's name,
whether a source is its own (`sniff`), and turns its records into traces (`read`). It asks the
source for records one by one and hands traces over one by one, so a source may well be read
piecemeal. Whatever can't be used is told to the report and left out; nothing is invented.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from core.trace.model import Problem, Trace

MAX_PROBLEMS: Final = 200
"""Problems listed one by one; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Record:
    """One top-level value of a source.

    Attributes:
        value: The JSON value.
        where: ``$`` for a document, ``line 12`` for a line of JSONL.
    """

    value: Any
    where: str


class Source(Protocol):
    """A file that an importer reads."""

    @property
    def name(self) -> str:
        """The file's name, for showing only."""

    @property
    def first(self) -> Any:
        """The first top-level value: the document, or the first usable line of JSONL."""

    @property
    def is_lines(self) -> bool:
        """Whether this is JSONL with more than one line."""

    def records(self) -> Iterator[Record]:
        """Yield the top-level values in order; a document is one record."""


@dataclass
class Report:
    """What an importer has to say while it reads.

    Attributes:
        records: Records seen so far: messages, spans or lines, as the format has them.
        bad_records: How many of them can't be used.
        progress: Called with `records` now and then; what it raises stops the import.
        parsing: Called with the percent of a large file that are parsed, likewise.
    """

    records: int = 0
    bad_records: int = 0
    progress: Callable[[int], None] | None = None
    parsing: Callable[[int], None] | None = None
    _problems: list[Problem] = field(default_factory=list)
    _more: int = 0

    def record(self, count: int = 1) -> None:
        """Count records, and tell who is waiting."""
        self.records = now = self.records + count
        if self.progress is not None and now % 1000 < count:
            self.progress(now)

    def bad(self, message: str, where: str, code: str = "bad-record") -> None:
        """Tell that a record can't be used and is left out."""
        self.bad_records += 1
        self.add(Problem(severity="error", message=message, where=where, code=code))

    def warn(self, message: str, where: str = "", code: str = "") -> None:
        """Tell about something that was used, but not without doubt."""
        self.add(Problem(severity="warning", message=message, where=where, code=code))

    def info(self, message: str, where: str = "", code: str = "") -> None:
        """Tell about something worth knowing."""
        self.add(Problem(severity="info", message=message, where=where, code=code))

    def add(self, problem: Problem) -> None:
        """Add a problem, or count it if the list is full."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(problem)
        else:
            self._more += 1

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems; past `MAX_PROBLEMS` the last one says how many more there are."""
        if not self._more:
            return tuple(self._problems)
        more = Problem(severity="info", message=f"And {self._more:,} more.", code="more")
        return (*self._problems, more)


class Importer(Protocol):
    """One format."""

    name: str
    """Short stable name, kept as `Trace.format`."""
    title: str
    """What people call the format, for lists of formats that Baton reads."""

    def sniff(self, source: Source) -> bool:
        """Whether the source is of this format; looks at `Source.first` only."""

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the runs in the source; a run without events may be left out."""


@dataclass(frozen=True, kw_only=True)
class ImportResult:
    """What came out of a file, before anyone commits to it.

    Attributes:
        format: Name of the importer.
        title: What people call the format.
        traces: The runs, each with at least one event.
        problems: What to say about the file, at most `MAX_PROBLEMS` and a count of the rest.
        bad_records: Records that were left out.
        records: Records seen, good and bad.
    """

    format: str
    title: str
    traces: tuple[Trace, ...]
    problems: tuple[Problem, ...] = ()
    bad_records: int = 0
    records: int = 0


@dataclass(frozen=True, kw_only=True)
class HandoffCounts:
    """Handoffs of a trace by how their recipients are known."""

    recorded: int = 0
    inferred: int = 0
    unknown: int = 0
    """Messages and outputs of which nobody says where they went; not handoffs."""

    @property
    def total(self) -> int:
        """Messages and outputs with recipients."""
        return self.recorded + self.inferred


def count_handoffs(traces: Sequence[Trace]) -> HandoffCounts:
    """Count the boundaries of traces by how their recipients are known."""
    recorded = inferred = unknown = 0
    for trace in traces:
        for event in trace.events:
            if not event.is_boundary:
                continue
            if event.recipients:
                recorded += event.recipients_from == "recorded"
                inferred += event.recipients_from == "inferred"
            else:
                unknown += event.recipients_from == "unknown"
    return HandoffCounts(recorded=recorded, inferred=inferred, unknown=unknown)
