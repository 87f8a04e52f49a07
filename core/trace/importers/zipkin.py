"""Zipkin's JSON: lists of spans with tags, alone or as lists of traces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, text_or_none
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace
from core.trace.native import type_word


def _is_span(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and {"traceId", "id", "timestamp"} <= set(value)
        and ("localEndpoint" in value or "tags" in value)
        and not isinstance(value.get("timestamp"), str)
    )


def _spans_of(value: Any, where: str) -> Iterator[tuple[Any, str]]:
    for index, item in enumerate(value if isinstance(value, list) else [value]):
        place = f"{where}[{index}]" if isinstance(value, list) else where
        if isinstance(item, list):
            yield from _spans_of(item, place)
        else:
            yield item, place


class ZipkinImporter:
    """Spans as Zipkin's page and interface hand them out."""

    name = "zipkin"
    title = "Zipkin JSON"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds such spans."""
        first = source.first
        for _ in range(2):
            first = first[0] if isinstance(first, list) and first else first
        return _is_span(first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trace id."""
        by_trace: dict[str, list[Span]] = {}
        for record in source.records():
            for raw, where in _spans_of(record.value, record.where):
                report.record()
                span = _span(raw, where)
                if span is None:
                    report.bad(f"A span is due, but this is {type_word(raw)}.", where)
                else:
                    by_trace.setdefault(span.trace_id, []).append(span)
        stem = PurePath(source.name).stem
        for trace_id, spans in by_trace.items():
            name = stem if len(by_trace) == 1 else f"{stem} · {trace_id[:8]}"
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is not None:
                yield trace


def _span(raw: Any, where: str) -> Span | None:
    if not isinstance(raw, dict):
        return None
    trace_id, span_id = id_text(raw.get("traceId")), id_text(raw.get("id"))
    if trace_id is None or span_id is None:
        return None
    endpoint = raw.get("localEndpoint")
    service = text_or_none(endpoint.get("serviceName")) if isinstance(endpoint, dict) else None
    start, length = _micros(raw.get("timestamp")), _micros(raw.get("duration"))
    tags = raw.get("tags")
    return Span(
        trace_id=trace_id,
        span_id=span_id,
        parent_id=id_text(raw.get("parentId")),
        name=text_or_none(raw.get("name")) or "",
        start=start,
        end=None if start is None or length is None else start + length,
        attributes=tags if isinstance(tags, dict) else {},
        where=where,
        error=failure(tags) if isinstance(tags, dict) else "",
        resource={"service.name": service} if service else {},
    )


def _micros(value: Any) -> int | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value * 1000 if whole and 0 <= value < 2**53 else None
