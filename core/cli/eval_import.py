"""``python -m core eval import DIR``: what the importers make of every file below a folder.

Each file is read, mapped and redacted, without a database. The time is compared with a bare
``json.loads`` of the same bytes (line by line for JSONL); processor time, so that a busy machine
doesn't count.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from core.cli.files import files_below
from core.cli.terminal import clean, table
from core.errors import BatonError, TraceFormatError
from core.trace.importers import ImportResult, count_handoffs, read_bytes
from core.trace.redact import DEFAULT, redact_all

SMALL: Final = 2**20
"""Files below this size are read several times, since one reading is too short to measure."""
REPEAT_SECONDS: Final = 0.02
_LONGEST: Final = 60


def evaluate_import(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Read every file below a folder.

    Args:
        folder: A folder, or one file.

    Returns:
        Totals with one entry for each format, and one object for each file: ``file``, ``format``,
        ``status`` (trace, refused, error), ``traces``, ``agents``, ``events``, ``handoffs``,
        ``recorded``, ``inferred``, ``unknown``, ``tool_calls``, ``tokens``, ``redacted``,
        ``warnings``, ``bad_records``, ``bytes``, ``seconds``, ``mb_per_second``, ``json_ratio``
        (None for what is no JSON) and ``message``.

    Raises:
        InputError: If there is no such folder.
    """
    rows = [_row(path, folder) for path in files_below(folder)]
    return _summary(rows), rows


def _row(path: Path, folder: Path) -> dict[str, Any]:
    name = path.relative_to(folder).as_posix() if folder.is_dir() else path.name
    row: dict[str, Any] = {"file": name, "format": "", "status": "error", "message": ""}
    try:
        data = path.read_bytes()
    except OSError as error:
        return {**row, "message": f"The file can't be read ({error.strerror})."}
    row["bytes"] = len(data)
    started = time.process_time()
    try:
        seconds, result = _timed(lambda: read_bytes(data, path.name), len(data))
    except TraceFormatError as error:
        taken = round(time.process_time() - started, 6)
        return {**row, "status": "refused", "message": str(error), "seconds": taken}
    except BatonError as error:
        return {**row, "message": str(error)}
    except Exception as error:  # the measure itself must say what an importer failed to say
        return {**row, "message": f"{type(error).__name__}: {error}"}
    cleaning, redacted = _timed(lambda: redact_all(result.traces, DEFAULT), len(data))
    seconds += cleaning
    counts = [count for _, count in redacted]
    row |= _counts(result)
    row["redacted"] = sum(sum(count.values()) for count in counts)
    row["seconds"] = round(seconds, 6)
    row["mb_per_second"] = round(len(data) / 1e6 / seconds, 2) if seconds else None
    bare = _bare(data)
    row["json_ratio"] = round(seconds / bare, 2) if bare else None
    return row


def _counts(result: ImportResult) -> dict[str, Any]:
    events = [event for trace in result.traces for event in trace.events]
    handoffs = count_handoffs(result.traces)
    tokens = [event.tokens for event in events if event.tokens is not None]
    return {
        "format": result.format,
        "status": "trace",
        "traces": len(result.traces),
        "agents": sum(len(trace.agents) for trace in result.traces),
        "events": len(events),
        "handoffs": handoffs.total,
        "recorded": handoffs.recorded,
        "inferred": handoffs.inferred,
        "unknown": handoffs.unknown,
        "tool_calls": sum(event.kind == "tool_call" for event in events),
        "tool_results": sum(event.kind == "tool_result" for event in events),
        "private": sum(event.is_private for event in events),
        "tokens": sum(tokens) if tokens else None,
        "timed": sum(event.at is not None for event in events),
        "labels": sorted({key for trace in result.traces for key in trace.labels}),
        "warnings": sum(problem.severity != "info" for problem in result.problems),
        "bad_records": result.bad_records,
    }


def _timed(act: Callable[[], Any], size: int) -> tuple[float, Any]:
    """Return the shortest processor time of an act, and its result."""
    shortest, total, result = float("inf"), 0.0, None
    for _ in range(7 if size < SMALL else 1):
        started = time.process_time()
        result = act()
        taken = time.process_time() - started
        shortest, total = min(shortest, taken), total + taken
        if total > REPEAT_SECONDS * 7:
            break
    return shortest, result


def _bare(data: bytes) -> float | None:
    """Return the time of a bare ``json.loads``, None if the file is no JSON."""
    if data[:4096].lstrip()[:1] not in (b"{", b"["):
        return None
    try:
        return _timed(lambda: json.loads(data), len(data))[0]
    except (ValueError, RecursionError):
        pass
    lines = [line for line in data.splitlines() if line.strip()]
    try:
        return _timed(lambda: [json.loads(line) for line in lines], len(data))[0]
    except (ValueError, RecursionError):
        return None


def _summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    formats: dict[str, dict[str, Any]] = {}
    for row in rows:
        key = row["format"] or f"({row['status']})"
        one = formats.setdefault(key, {"files": 0})
        one["files"] += 1
        for name in ("traces", "agents", "events", "handoffs", "recorded", "inferred", "unknown",
                     "tool_calls", "tokens", "redacted", "warnings", "bad_records", "bytes"):  # fmt: skip
            one[name] = one.get(name, 0) + (row.get(name) or 0)
        one["seconds"] = round(one.get("seconds", 0) + row.get("seconds", 0), 6)
        ratio = row.get("json_ratio")
        if ratio is not None:
            one["worst_json_ratio"] = max(ratio, one.get("worst_json_ratio", 0))
    return {
        "files": len(rows),
        "traces": sum(row["status"] == "trace" for row in rows),
        "refused": sum(row["status"] == "refused" for row in rows),
        "errors": sum(row["status"] == "error" for row in rows),
        "formats": dict(sorted(formats.items())),
    }


def as_text(summary: dict[str, Any], rows: Sequence[dict[str, Any]]) -> str:
    """Return a line for each file and a table of the formats, for a terminal."""
    heading = ("file", "status", "format", "agents", "events", "rec", "inf", "unk", "calls",
               "tokens", "warn", "sec", "MB/s", "x json")  # fmt: skip
    lines: list[tuple[str, ...]] = [heading]
    for row in rows:
        said = clean(row["message"], _LONGEST) if row["status"] != "trace" else row["format"]
        lines.append(
            (clean(row["file"], _LONGEST), row["status"], said,
             *(_cell(row.get(key)) for key in ("agents", "events", "recorded", "inferred",
               "unknown", "tool_calls", "tokens", "warnings", "seconds", "mb_per_second",
               "json_ratio")))
        )  # fmt: skip
    parts = [table(lines), ""]
    keys = ("files", "traces", "agents", "events", "recorded", "inferred", "unknown",
            "tool_calls", "tokens", "redacted", "warnings", "seconds", "worst_json_ratio")  # fmt: skip
    formats: list[tuple[str, ...]] = [("format", *keys)]
    for name, one in summary["formats"].items():
        formats.append((name, *(_cell(one.get(key)) for key in keys)))
    parts.append(table(formats))
    parts.append(
        f"\n{summary['files']} files: {summary['traces']} traces, {summary['refused']} refused, "
        f"{summary['errors']} errors"
    )
    return "\n".join(parts)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
