"""Spans as OpenTelemetry's Python SDK prints them: a list with ``context`` and ``parent``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, read_nanos
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span, SpanEvent
from core.trace.model import Trace
from core.trace.native import type_word


def _is_span(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("context"), dict)
        and "span_id" in value["context"]
        and isinstance(value.get("attributes"), dict)
    )


def _spans_of(value: Any) -> tuple[list[Any], str] | None:
    """Return the spans in a document and the key that they lie under."""
    if isinstance(value, list) and any(map(_is_span, value[:5])):
        return value, ""
    items = value.get("spans") if isinstance(value, dict) else None
    if isinstance(items, list) and any(map(_is_span, items[:5])):
        return items, ".spans"
    return ([value], "") if _is_span(value) else None


class OtelSdkImporter:
    """The SDK's own JSON, from its console or in-memory exporter."""

    name = "otel_sdk"
    title = "OpenTelemetry SDK spans"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds SDK spans."""
        return _spans_of(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trace id."""
        by_trace: dict[str, list[Span]] = {}
        for record in source.records():
            items, key = _spans_of(record.value) or ([record.value], "")
            for index, item in enumerate(items):
                single = item is record.value
                where = record.where if single else f"{record.where}{key}[{index}]"
                report.record()
                span = _span(item, where, report)
                if span is not None:
                    by_trace.setdefault(span.trace_id, []).append(span)
        stem = PurePath(source.name).stem
        for trace_id, spans in by_trace.items():
            name = stem if len(by_trace) == 1 else f"{stem} · {trace_id[:8]}"
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is not None:
                yield trace


def _span(raw: Any, where: str, report: Report) -> Span | None:
    if not _is_span(raw):
        report.bad(f"A span with a context is due, but this is {type_word(raw)}.", where)
        return None
    context, parent = raw["context"], raw.get("parent")
    trace_id, span_id = id_text(context.get("trace_id")), id_text(context.get("span_id"))
    if trace_id is None or span_id is None:
        report.bad("The span's context has no ids.", where, "missing-key")
        return None
    parent_id = parent.get("span_id") if isinstance(parent, dict) else raw.get("parent_id")
    resource = raw.get("resource")
    shared = resource.get("attributes") if isinstance(resource, dict) else None
    events = raw.get("events")
    return Span(
        trace_id=trace_id,
        span_id=span_id,
        parent_id=id_text(parent_id),
        name=raw["name"] if isinstance(raw.get("name"), str) else "",
        start=_nanos(raw.get("start_time")),
        end=_nanos(raw.get("end_time")),
        attributes=raw["attributes"],
        where=where,
        error=failure(raw),
        resource=shared if isinstance(shared, dict) else {},
        events=[
            SpanEvent(str(event.get("name", "")), event["attributes"])
            for event in (events if isinstance(events, list) else ())
            if isinstance(event, dict) and isinstance(event.get("attributes"), dict)
        ],
    )


def _nanos(value: Any) -> int | None:
    """Return nanoseconds since 1970 of a number or an ISO time."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 < value < 2**63 else None
    return read_nanos(value) if isinstance(value, str) else None
