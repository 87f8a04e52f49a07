"""Reading the files of a plain zip one by one, as if each had been chosen by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from core.errors import TraceFormatError
from core.trace.importers.archive import EMPTY, MAGIC, Archive
from core.trace.importers.base import ImportResult, Report
from core.trace.importers.gzipped import MAGIC as GZIP
from core.trace.model import Problem, Trace

NAME: Final = "zip"


def read_archive(
    archive: Archive, read: Callable[[bytes, str], ImportResult], report: Report
) -> ImportResult:
    """Return the traces of all members; a member that can't be used is a problem, not an end.

    Args:
        archive: The opened archive.
        read: Reads one file.
        report: Takes what there is to say.

    Raises:
        TraceFormatError: If no member holds a trace.
    """
    traces: list[Trace] = []
    titles: dict[str, str] = {}
    records = bad = 0
    for member in archive.members():
        is_eval = member.name.casefold().endswith(".eval")
        if member.data.startswith(GZIP) or (member.data.startswith((MAGIC, EMPTY)) and not is_eval):
            report.warn("An archive in an archive isn't opened.", member.name, "nested-archive")
            continue
        try:
            found = read(member.data, PurePath(member.name).name)
        except TraceFormatError as error:
            report.warn(f"Left out: {error}", member.name, "refused")
            continue
        traces += found.traces
        titles[found.format] = found.title
        records, bad = records + found.records, bad + found.bad_records
        for problem in found.problems:
            report.add(replace(problem, where=f"{member.name} {problem.where}".strip()))
    if not traces:
        first = next(iter(report.problems), Problem(severity="info", message=""))
        raise TraceFormatError(
            "The zip archive holds no file with a trace.",
            where=first.where,
            hint=first.message or "Import the files themselves.",
        )
    one = len(titles) == 1
    return ImportResult(
        format=next(iter(titles)) if one else NAME,
        title=next(iter(titles.values())) if one else "zip archive",
        traces=tuple(traces),
        problems=report.problems,
        bad_records=bad,
        records=records,
    )
