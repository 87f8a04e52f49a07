"""Langfuse's lists of traces and pages of sessions: of each trace only what went in and came out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.fields import (
    NotTextError,
    content_text,
    id_text,
    json_text,
    read_nested,
    text_or_none,
)
from core.trace.importers.session_log import SessionLog
from core.trace.model import Trace

_MARKS: Final = ("sessionId", "htmlPath", "projectId", "userId", "release", "observations")
_TOLD: Final = (
    "Only what went in and came out of these traces is in the file; what happened inside is not. "
    "Download a trace, or its observations, to see more."
)


def is_worded(value: Any) -> bool:
    """Whether a value is a trace without its observations, but with words of its own."""
    if not isinstance(value, dict) or "id" not in value or "timestamp" not in value:
        return False
    inside = value.get("observations")
    if isinstance(inside, list) and any(isinstance(one, dict) for one in inside):
        return False
    return any(key in value for key in _MARKS) and any(
        value.get(key) not in (None, "", {}) for key in ("input", "output")
    )


def worded_traces(value: Any) -> list[Any] | None:
    """Return the traces of a list, of a session, or of an interface's answer; None if none is."""
    items = value.get("traces", value.get("data")) if isinstance(value, dict) else value
    items = items if isinstance(items, list) else [value]
    return items if any(map(is_worded, items[:5])) else None


def read_worded(source: Source, report: Report, format_name: str) -> Iterator[Trace]:
    """Yield one trace for each session; a trace without a session is one by itself."""
    sessions: dict[str, list[Record]] = {}
    for record in source.records():
        for index, item in enumerate(worded_traces(record.value) or ()):
            where = record.where if item is record.value else f"{record.where}[{index}]"
            report.record()
            if is_worded(item):
                own = id_text(item.get("sessionId")) or id_text(item.get("id")) or where
                sessions.setdefault(own, []).append(Record(item, where))
            else:
                report.bad("This trace holds no words.", where)
    report.info(_TOLD, code="words-only")
    for own, records in sessions.items():
        log = SessionLog()
        log.about["session_id"] = own
        for record in sorted(records, key=lambda one: str(one.value.get("timestamp"))):
            _take(log, record.value, record.where)
        trace = log.trace(source, report, format_name, own[:36] if len(sessions) > 1 else "")
        if trace is not None:
            yield trace


def _take(log: SessionLog, trace: dict[str, Any], where: str) -> None:
    asked, answered = _words(trace.get("input")), _words(trace.get("output"))
    if asked:
        log.add({"role": "user", "content": asked}, where, trace.get("timestamp"))
    if answered:
        name = text_or_none(trace.get("name")) or "assistant"
        log.add({"role": "assistant", "name": name, "content": answered}, where)


def _words(value: Any) -> str:
    """Return the words of what went in or out: of messages the last one's."""
    value = read_nested(value)
    if isinstance(value, dict) and isinstance(value.get("messages"), list):
        value = value["messages"]
    if isinstance(value, list) and value and isinstance(value[-1], dict):
        value = value[-1]
    if isinstance(value, dict):
        inner = value.get("content", next(iter(value.values())) if len(value) == 1 else None)
        if isinstance(inner, str | list):
            try:
                return content_text(inner)
            except NotTextError:
                return json_text(value)
    return "" if value is None else json_text(value)
