"""OTLP as JSON: one export request, a list of them, or one on each line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, json_text
from core.trace.importers.otlp_logs import is_beside, told_in_logs
from core.trace.importers.otlp_own import own_trace
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span, SpanEvent
from core.trace.model import Trace
from core.trace.native import type_word

_REQUESTS: Final = ("resourceSpans", "resource_spans", "batches")
"""Keys of the blocks of spans; Tempo calls them batches."""
_FLAT: Final = ("", "data", "spans")
"""Keys under which spans may lie that an interface hands out without their requests."""
_NO_SPANS: Final = "These are log records or metrics of OpenTelemetry, not traces."
_NO_PARENT: Final = frozenset(("", "0" * 16, "AAAAAAAAAAA="))


def _get(value: dict[str, Any], *keys: str) -> Any:
    """Return the first of these keys that there is; both JSON spellings are in use."""
    for key in keys:
        if key in value:
            return value[key]
    return None


class OtlpImporter:
    """Spans as collectors and vendors export them."""

    name = "otlp"
    title = "OTLP JSON"

    def sniff(self, source: Source) -> bool:
        """Whether the first value, or the first item of a list, has ``resourceSpans``."""
        first = source.first
        if _flat_spans(first) is not None:
            return True
        if isinstance(first, list):
            return any(isinstance(one, dict) and _get(one, *_REQUESTS) for one in first[:5])
        if not isinstance(first, dict):
            return False
        # a collector may write logs and metrics into the same lines
        return isinstance(_get(first, *_REQUESTS), list) or (source.is_lines and is_beside(first))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trace id; its spans may lie in many requests."""
        by_trace: dict[str, list[Span]] = {}
        told: dict[tuple[str, str], list[SpanEvent]] = {}
        beside = False
        for record in source.records():
            flat = _flat_spans(record.value)
            if flat is not None:
                for span in _all_flat(*flat, record.where, report):
                    by_trace.setdefault(span.trace_id, []).append(span)
                continue
            for request, where in _requests(record.value, record.where):
                beside = beside or is_beside(request)
                for key, event in told_in_logs(request, _any_value):
                    told.setdefault(key, []).append(event)
                for span in _spans(request, where, report):
                    by_trace.setdefault(span.trace_id, []).append(span)
        if beside and not by_trace and not report.bad_records:
            report.warn(_NO_SPANS, code="no-spans")
        stem = PurePath(source.name).stem
        for trace_id, spans in by_trace.items():
            for span in spans if told else ():
                span.events = [*span.events, *told.get((trace_id, span.span_id), ())]
            name = stem if len(by_trace) == 1 else f"{stem} · {trace_id[:8]}"
            trace = own_trace(spans, name, report) or tell_story(
                spans, name=name, format_name=self.name, report=report
            )
            if trace is not None:
                yield trace


def _is_flat_span(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and ("traceId" in value or "trace_id" in value)
        and ("spanId" in value or "span_id" in value)
        and ("startTimeUnixNano" in value or "start_time_unix_nano" in value)
        and not _is_mlflow(value.get("attributes"))
    )


def _is_mlflow(attributes: Any) -> bool:
    return isinstance(attributes, dict) and any(key.startswith("mlflow.") for key in attributes)


def _flat_spans(value: Any) -> tuple[list[Any], str] | None:
    """Return spans that stand without their requests, and where; None if there are none."""
    if _is_flat_span(value):
        return [value], ""
    for key in _FLAT:
        items = value.get(key) if key and isinstance(value, dict) else None if key else value
        if isinstance(items, list) and any(map(_is_flat_span, items[:3])):
            return items, f".{key}" if key else ""
    return None


def _all_flat(items: list[Any], key: str, where: str, report: Report) -> Iterator[Span]:
    for index, raw in enumerate(items):
        place = f"{where}{key}[{index}]"
        report.record()
        if not isinstance(raw, dict):
            report.bad(f"A span is due, but this is {type_word(raw)}.", place, "wrong-type")
            continue
        resource = raw.get("resource")
        inner = resource.get("attributes", resource) if isinstance(resource, dict) else None
        span = _span(raw, place, _attributes(inner), report)
        if span is not None:
            yield span


def _requests(value: Any, where: str) -> Iterator[tuple[Any, str]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield item, f"{where}[{index}]"
    else:
        yield value, where


def _items(value: Any, keys: tuple[str, ...], where: str, report: Report) -> Iterator[Any]:
    """Yield the objects of a list under one of these keys, each with its path."""
    items = _get(value, *keys)
    if items is None:
        return
    path = f"{where}.{next(key for key in keys if key in value)}"
    if not isinstance(items, list):
        report.record()
        report.bad(f"“{keys[0]}” must be a list, but it is {type_word(items)}.", path, "wrong-type")
        return
    for index, item in enumerate(items):
        items[index] = None  # read once; a large file would be in memory twice
        if isinstance(item, dict):
            yield item, f"{path}[{index}]"
        else:
            report.record()
            report.bad(
                f"An object is due, but this is {type_word(item)}.",
                f"{path}[{index}]",
                "wrong-type",
            )


def _spans(request: Any, where: str, report: Report) -> Iterator[Span]:
    if not isinstance(request, dict):
        report.record()
        report.bad(f"An export request is due, but this is {type_word(request)}.", where)
        return
    for block, path in _items(request, _REQUESTS, where, report):
        resource = block.get("resource")
        shared = _attributes(resource.get("attributes")) if isinstance(resource, dict) else {}
        names = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")
        for scope, inner in _items(block, names, path, report):
            for raw, place in _items(scope, ("spans",), inner, report):
                report.record()
                span = _span(raw, place, shared, report)
                if span is not None:
                    yield span


def _span(raw: dict[str, Any], where: str, resource: dict[str, Any], report: Report) -> Span | None:
    trace_id = id_text(_get(raw, "traceId", "trace_id"))
    span_id = id_text(_get(raw, "spanId", "span_id"))
    if trace_id is None or span_id is None:
        missing = "traceId" if trace_id is None else "spanId"
        report.bad(f"The span has no “{missing}”.", where, "missing-key")
        return None
    parent = id_text(_get(raw, "parentSpanId", "parent_span_id")) or ""
    name = raw.get("name")
    events = raw.get("events")
    return Span(
        trace_id=trace_id,
        span_id=span_id,
        parent_id=None if parent in _NO_PARENT else parent,
        name=name if isinstance(name, str) else "",
        start=_nanos(_get(raw, "startTimeUnixNano", "start_time_unix_nano")),
        end=_nanos(_get(raw, "endTimeUnixNano", "end_time_unix_nano")),
        attributes=_attributes(raw.get("attributes")),
        where=where,
        error=failure(raw),
        resource=resource,
        events=[
            SpanEvent(str(event.get("name", "")), _attributes(event.get("attributes")))
            for event in (events if isinstance(events, list) else ())
            if isinstance(event, dict)
        ],
    )


def _nanos(value: Any) -> int | None:
    """Return nanoseconds since 1970; int64 is a text in JSON."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 20:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63:
        return value
    return None


def _attributes(items: Any) -> dict[str, Any]:
    """Return OTLP's list of key and value as a plain object."""
    if isinstance(items, dict):  # some exporters write a plain object
        return items
    if not isinstance(items, list):
        return {}
    return {
        item["key"]: _any_value(item.get("value"))
        for item in items
        if isinstance(item, dict) and isinstance(item.get("key"), str)
    }


def _any_value(value: Any) -> Any:
    """Return the JSON value of OTLP's AnyValue."""
    if not isinstance(value, dict):
        return value
    if "stringValue" in value and isinstance(value["stringValue"], str):
        return value["stringValue"]
    for key, found in value.items():
        if key in ("stringValue", "string_value", "bytesValue", "bytes_value"):
            return found if isinstance(found, str) else json_text(found)
        if key in ("intValue", "int_value"):
            return (
                int(found)
                if isinstance(found, str) and found.isdecimal() and len(found) < 20
                else found
            )
        if key in ("boolValue", "bool_value", "doubleValue", "double_value"):
            return found
        if key in ("arrayValue", "array_value") and isinstance(found, dict):
            values = found.get("values")
            return [_any_value(item) for item in values] if isinstance(values, list) else []
        if key in ("kvlistValue", "kvlist_value") and isinstance(found, dict):
            return _attributes(found.get("values"))
    return None
