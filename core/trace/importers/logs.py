"""Logs in free text: what each framework's log looks like, and reading one into a run.

A log is recognised by its content. Its lines are those of a text file, or of a text inside a JSON
record; the records around it, and their labels, are read elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Final, Protocol

from core.trace.importers.base import Report
from core.trace.importers.log_ag2 import Ag2Log
from core.trace.importers.log_appworld import AppWorldLog
from core.trace.importers.log_chatdev import ChatDevLog
from core.trace.importers.log_hyperagent import HyperAgentLog
from core.trace.importers.log_magentic import MagenticLog
from core.trace.importers.log_metagpt import MetaGptConsole, MetaGptLog
from core.trace.model import Trace


class TextLog(Protocol):
    """One kind of log."""

    name: str
    """Short stable name, kept as `Trace.format`."""
    title: str

    def sniff(self, text: str) -> bool:
        """Whether the text is such a log; looks at its beginning only."""

    def read(self, text: str, where: str, report: Report) -> Trace | None:
        """Return the run, without a name, or None if the log holds no event.

        Args:
            text: The whole log.
            where: JSON path of the text, or '' for a file; lines are counted from 1.
            report: Takes what can't be read.
        """


LOGS: Final[tuple[TextLog, ...]] = (
    ChatDevLog(),
    HyperAgentLog(),
    MetaGptLog(),
    MetaGptConsole(),
    AppWorldLog(),
    MagenticLog(),
    Ag2Log(),
)
SEEN: Final = 400_000
"""Characters at the beginning that decide; installation noise may stand before a run."""


def find_log(text: str) -> TextLog | None:
    """Return the kind of log that a text is, or None."""
    start = text[:SEEN]
    return next((log for log in LOGS if log.sniff(start)), None)


def read_log(log: TextLog, text: str, name: str, report: Report) -> Iterator[Trace]:
    """Yield the run of a log file."""
    trace = log.read(text, "", report)
    if trace is not None:
        yield Trace(
            name=PurePath(name).stem,
            format=trace.format,
            agents=trace.agents,
            events=trace.events,
            task=trace.task,
            labels=trace.labels,
            metadata=trace.metadata,
        )
