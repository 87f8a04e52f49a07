"""Opening trace files of any known format.

`read_bytes` finds the format by content, never by a file's name, and returns everything that can
be used together with a line about each thing that can't. The same content gives the same traces,
whatever the file is called.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

from core.errors import TraceFormatError
from core.trace.importers.autogen import AutogenImporter
from core.trace.importers.base import (
    HandoffCounts,
    Importer,
    ImportResult,
    Report,
    Source,
    count_handoffs,
)
from core.trace.importers.chat import ChatImporter, TauBenchImporter, WhoWhenImporter
from core.trace.importers.decode import SIZE_LIMIT, TextSource, decode
from core.trace.importers.langfuse import LangfuseImporter
from core.trace.importers.native import NativeImporter
from core.trace.importers.otel_sdk import OtelSdkImporter
from core.trace.importers.otlp import OtlpImporter
from core.trace.model import Trace
from core.trace.native import trace_to_dict

__all__ = [
    "IMPORTERS",
    "HandoffCounts",
    "ImportResult",
    "Importer",
    "Report",
    "count_handoffs",
    "formats",
    "read_bytes",
    "read_path",
]

IMPORTERS: Final[tuple[Importer, ...]] = (
    NativeImporter(),
    OtlpImporter(),
    OtelSdkImporter(),
    LangfuseImporter(),
    AutogenImporter(),
    WhoWhenImporter(),
    TauBenchImporter(),
    ChatImporter(),
)
"""In the order in which they are asked; the more particular come first."""


MOSTLY_BAD: Final = 9
"""A file with more than this many bad records for each good one is taken for something else."""


def formats() -> tuple[str, ...]:
    """Return what people call the formats that Baton reads."""
    return tuple(importer.title for importer in IMPORTERS)


def read_bytes(
    data: bytes,
    name: str,
    *,
    limit: int = SIZE_LIMIT,
    progress: Callable[[int], None] | None = None,
) -> ImportResult:
    """Read the traces in a file's bytes.

    Args:
        data: The content.
        name: The file's name; names the traces, decides nothing.
        limit: Largest size in bytes.
        progress: Called with the number of records now and then; what it raises stops the import.

    Returns:
        The traces and what there is to say about them.

    Raises:
        TraceFormatError: If nothing can be used; says what is wrong, where, and what to do.
    """
    report = Report(progress=progress)
    try:
        source = TextSource(decode(data, limit=limit), name, report)
        importer = _find(source)
        traces = tuple(importer.read(source, report))
    except RecursionError:
        raise TraceFormatError(
            "The data is nested too deeply to be a trace.",
            hint="Choose the file with the run in it.",
        ) from None
    usable = report.records - report.bad_records
    if not traces or report.bad_records > MOSTLY_BAD * usable:
        raise _nothing(importer, report)
    return ImportResult(
        format=importer.name,
        title=importer.title,
        traces=_differing(traces, report),
        problems=report.problems,
        bad_records=report.bad_records,
        records=report.records,
    )


def read_path(
    path: Path, *, limit: int = SIZE_LIMIT, progress: Callable[[int], None] | None = None
) -> ImportResult:
    """Read the traces in a file; see `read_bytes`.

    Raises:
        TraceFormatError: Also if the file can't be opened.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)  # one byte too many is refused by its size
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise TraceFormatError(
            f"The file can't be opened: {reason}.", where=path.name, hint="Check path and rights."
        ) from None
    return read_bytes(data, path.name, limit=limit, progress=progress)


def _find(source: Source) -> Importer:
    for importer in IMPORTERS:
        if importer.sniff(source):
            return importer
    raise TraceFormatError(
        f"This is JSON, but of no form that Baton knows: {_describe(source)}.",
        hint=f"Baton reads: {', '.join(formats())}.",
    )


def _describe(source: Source) -> str:
    first = source.first
    what = "lines, the first with" if source.is_lines else "an object with"
    if isinstance(first, list):
        if not first:
            return "an empty list"
        if not isinstance(first[0], dict):
            return "a list without objects"
        first, what = first[0], "a list, its first item with"
    if not isinstance(first, dict) or not first:
        return "an empty object"
    keys = [f"“{key[:30]}”" for key in list(first)[:6]]
    more = f" and {len(first) - 6} more" if len(first) > 6 else ""
    return f"{what} the keys {', '.join(keys)}{more}"


def _nothing(importer: Importer, report: Report) -> TraceFormatError:
    problem = next((p for p in report.problems if p.severity == "error"), None)
    hint = f"It looks like the format “{importer.title}”; check that it is the whole file."
    if problem is None:
        return TraceFormatError("The file holds no event of a run.", hint=hint)
    counts = f"{report.bad_records:,} of {report.records:,} records can't be used."
    return TraceFormatError(f"{problem.message} {counts}", where=problem.where, hint=hint)


def _differing(traces: tuple[Trace, ...], report: Report) -> tuple[Trace, ...]:
    """Return the traces without those whose content occurred before."""
    if len(traces) == 1:
        return traces
    found: dict[bytes, Trace] = {}
    for trace in traces:
        first = found.setdefault(_content_key(trace), trace)
        if first is not trace:
            report.info(
                f"“{trace.name}” has the same content as “{first.name}” and was left out.",
                code="duplicate-run",
            )
    return tuple(found.values())


def _content_key(trace: Trace) -> bytes:
    """Return a key that is equal for runs that differ in name and place only."""
    content = trace_to_dict(trace)
    del content["name"]
    for event in content["events"]:
        event.pop("where", None)
    return sha256(json.dumps(content, sort_keys=True).encode()).digest()
