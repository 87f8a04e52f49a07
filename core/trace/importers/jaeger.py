"""Jaeger's JSON: traces with spans whose attributes are tags."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, text_or_none
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span, SpanEvent
from core.trace.model import Trace


def _stored(value: Any) -> list[dict[str, Any]] | None:
    """Return spans as Jaeger stores them, each with its process, as traces."""
    if not isinstance(value, list) or not _is_trace({"spans": value}):
        return None
    by_trace: dict[str, list[Any]] = {}
    for span in value:
        own = id_text(span.get("traceID")) if isinstance(span, dict) else None
        by_trace.setdefault(own or "", []).append(span)
    return [{"traceID": own, "spans": spans} for own, spans in by_trace.items()]


def _traces(value: Any, where: str) -> list[tuple[dict[str, Any], str]]:
    """Return the traces in a value, each with its place."""
    stored = _stored(value)
    if stored is not None:
        return [(one, where) for one in stored]
    items = value.get("data") if isinstance(value, dict) else None
    if not isinstance(items, list):
        return [(value, where)] if _is_trace(value) else []
    return [
        (one, f"{where}.data[{n}]")
        for n, one in enumerate(items)
        if one.__class__ is dict and "spans" in one and _is_trace(one)
    ]


def _is_trace(value: Any) -> bool:
    spans = value.get("spans") if isinstance(value, dict) else None
    return isinstance(spans, list) and any(
        isinstance(span, dict) and "spanID" in span and "operationName" in span
        for span in spans[:3]
    )


class JaegerImporter:
    """Traces as Jaeger's page and interface hand them out."""

    name = "jaeger"
    title = "Jaeger JSON"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds such traces."""
        return bool(_traces(source.first, "$"))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each."""
        stem = PurePath(source.name).stem
        for record in source.records():
            found = _traces(record.value, record.where)
            for raw, where in found:
                spans = list(_spans(raw, where, report))
                own = id_text(raw.get("traceID")) or where
                name = stem if len(found) == 1 and not source.is_lines else f"{stem} · {own[:8]}"
                if spans:
                    trace = tell_story(spans, name=name, format_name=self.name, report=report)
                    if trace is not None:
                        yield trace


def _spans(trace: dict[str, Any], where: str, report: Report) -> Iterator[Span]:
    processes = trace.get("processes")
    for index, raw in enumerate(trace["spans"]):
        place = f"{where}.spans[{index}]"
        report.record()
        span_id = id_text(raw.get("spanID")) if isinstance(raw, dict) else None
        if span_id is None:
            report.bad("The span has no id.", place, "missing-key")
            continue
        process = raw.get("process")
        if isinstance(processes, dict):
            process = processes.get(str(raw.get("processID")))
        service = text_or_none(process.get("serviceName")) if isinstance(process, dict) else None
        start = _micros(raw.get("startTime"))
        length = _micros(raw.get("duration"))
        yield Span(
            trace_id=id_text(raw.get("traceID")) or "",
            span_id=span_id,
            parent_id=_parent(raw),
            name=text_or_none(raw.get("operationName")) or "",
            start=start,
            end=None if start is None or length is None else start + length,
            attributes=_tags(raw.get("tags")),
            where=place,
            resource={"service.name": service} if service else {},
            events=_events(raw.get("logs")),
        )


def _events(logs: Any) -> list[SpanEvent]:
    """Return what happened inside a span: Jaeger keeps it as logs with fields."""
    found = []
    for log in logs if isinstance(logs, list) else ():
        fields = _tags(log.get("fields")) if isinstance(log, dict) else {}
        name = fields.get("event") or fields.get("name")
        if isinstance(name, str):
            found.append(SpanEvent(name, fields))
    return found


def _parent(raw: dict[str, Any]) -> str | None:
    references = raw.get("references")
    for one in references if isinstance(references, list) else ():
        if isinstance(one, dict) and one.get("refType", "CHILD_OF") == "CHILD_OF":
            return id_text(one.get("spanID"))
    return id_text(raw.get("parentSpanID"))


def _micros(value: Any) -> int | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value * 1000 if whole and 0 <= value < 2**53 else None


def _tags(items: Any) -> dict[str, Any]:
    return {
        item["key"]: item.get("value")
        for item in (items if isinstance(items, list) else ())
        if isinstance(item, dict) and isinstance(item.get("key"), str)
    }
