"""Spans of Phoenix and of tools that export its form: nested trees, flat lists, or tables.

Read here: ``{"trace_id", "spans": [{"span_attributes", "child_spans"}]}`` with a start and an ISO
duration, flat spans with a ``context``, an ``attributes`` object (nested or dotted) and ISO times,
and rows whose keys are dotted (``context.span_id``, ``attributes.llm.model_name``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, read_nanos, read_nested, text_or_none
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace
from core.trace.native import type_word

_DURATION: Final = re.compile(r"P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?", re.ASCII)
_FLAT_KEYS: Final = ("context.span_id", "context.trace_id")
_PREFIX: Final = "attributes."
_KEPT_WHOLE: Final = ("metadata", "parameters", "tool_parameters")
_UNFOLDED: Final = ("input_messages", "output_messages", "documents", "tool_calls")
"""Lists whose items become attributes of their own."""


def _is_nested(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "span_id" in value
        and ("span_attributes" in value or "child_spans" in value)
        and "root_span_id" not in value
    )


def _is_flat(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if all(isinstance(value.get(key), str | int) for key in _FLAT_KEYS):
        return True
    return (
        isinstance(value.get("context"), dict)
        and "span_id" in value["context"]
        and isinstance(value.get("attributes"), dict | str)
        and ("span_kind" in value or "status_code" in value)
    )


def _spans_of(value: Any) -> tuple[list[Any], str] | None:
    if _is_flat(value) or _is_nested(value):
        return [value], ""
    for key in ("", "spans", "data"):
        items = value if not key else value.get(key) if isinstance(value, dict) else None
        if isinstance(items, list) and any(_is_flat(i) or _is_nested(i) for i in items[:5]):
            return items, f".{key}" if key else ""
    return None


class PhoenixImporter:
    """OpenInference spans as Phoenix keeps them."""

    name = "phoenix"
    title = "Phoenix spans"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds such spans."""
        return _spans_of(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trace id."""
        by_trace: dict[str, list[Span]] = {}
        for record in source.records():
            items, key = _spans_of(record.value) or ([record.value], "")
            above = _trace_id(record.value)
            waiting: list[tuple[Any, str, str | None]] = []
            for index, item in enumerate(items):
                single = item is record.value
                where = record.where if single else f"{record.where}{key}[{index}]"
                waiting.append((item, where, None))
            waiting.reverse()
            while waiting:
                raw, where, parent = waiting.pop()
                report.record()
                span = _span(raw, where, parent, id_text(above), report)
                if span is None:
                    continue
                by_trace.setdefault(span.trace_id, []).append(span)
                children = raw.get("child_spans")
                if isinstance(children, list):
                    waiting += [
                        (child, f"{where}.child_spans[{index}]", span.span_id)
                        for index, child in reversed(list(enumerate(children)))
                    ]
        stem = PurePath(source.name).stem
        for trace_id, spans in by_trace.items():
            name = stem if len(by_trace) == 1 else f"{stem} · {trace_id[:8]}"
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is not None:
                yield trace


def _trace_id(value: Any) -> Any:
    """Return the id that stands above the spans, alone or with what else is known of the trace."""
    if not isinstance(value, dict):
        return None
    about = value.get("trace")
    return value.get("trace_id") or (about.get("trace_id") if isinstance(about, dict) else None)


def _span(
    raw: Any, where: str, parent: str | None, above: str | None, report: Report
) -> Span | None:
    if not isinstance(raw, dict):
        report.bad(f"A span must be an object, but this is {type_word(raw)}.", where)
        return None
    context = raw.get("context")
    if isinstance(context, dict):
        span_id, trace_id = id_text(context.get("span_id")), id_text(context.get("trace_id"))
    else:
        span_id = id_text(raw.get("context.span_id"))
        trace_id = id_text(raw.get("context.trace_id"))
    span_id = span_id or id_text(raw.get("span_id"))
    trace_id = trace_id or id_text(raw.get("trace_id")) or above
    if span_id is None or trace_id is None:
        report.bad("The span has no ids.", where, "missing-key")
        return None
    attributes = _attributes(raw)
    kind = raw.get("span_kind")
    if isinstance(kind, str) and kind.upper() in ("AGENT", "LLM", "TOOL", "RETRIEVER"):
        attributes.setdefault("openinference.span.kind", kind)
    resource = raw.get("resource_attributes")
    resource = resource if isinstance(resource, dict) else {}
    if "service_name" in raw and (service := text_or_none(raw["service_name"])) is not None:
        resource = {"service.name": service, **resource}
    start = read_nanos(raw.get("start_time", raw.get("timestamp")))
    end = read_nanos(raw.get("end_time"))
    if end is None and start is not None and (length := _length(raw.get("duration"))) is not None:
        end = start + length
    own = id_text(raw.get("parent_id")) or id_text(raw.get("parent_span_id"))
    return Span(
        trace_id=trace_id,
        span_id=span_id,
        parent_id=own or parent,
        name=text_or_none(raw.get("span_name")) or text_or_none(raw.get("name")) or "",
        start=start,
        end=end,
        attributes=attributes,
        where=where,
        error=failure(raw),
        resource=resource,
    )


def _attributes(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes with dotted keys."""
    found = raw.get("span_attributes")
    if isinstance(found, dict):
        nested = any([isinstance(value, dict) and "." not in key for key, value in found.items()])
        return _flat(found) if nested else dict(found)
    found = read_nested(raw.get("attributes"))
    if not isinstance(found, dict):
        found = {
            name: value for key, name in _columns(tuple(raw)) if (value := raw[key]) is not None
        }
    return _flat(found)


@lru_cache(1024)
def _columns(keys: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return which keys of a row are those of attributes, and the attributes' names."""
    return tuple([(key, key[len(_PREFIX) :]) for key in keys if key.startswith(_PREFIX)])


def _flat(found: dict[str, Any]) -> dict[str, Any]:
    """Return attributes that lie in each other with dotted keys."""
    if not any([isinstance(value, dict | list) for value in found.values()]):
        return dict(reversed(found.items()))
    flat: dict[str, Any] = {}
    waiting = list(found.items())
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, dict):
            if key[key.rfind(".") + 1 :] not in _KEPT_WHOLE:
                for name, inner in value.items():
                    waiting.append((f"{key}.{name}", inner))
                continue
        elif isinstance(value, list) and key[key.rfind(".") + 1 :] in _UNFOLDED:
            waiting += [(f"{key}.{index}", inner) for index, inner in enumerate(value)]
            continue
        flat[key] = value
    return flat


def _length(value: Any) -> int | None:
    """Return an ISO 8601 duration in nanoseconds."""
    found = _DURATION.fullmatch(value) if isinstance(value, str) and len(value) < 60 else None
    if found is None:
        return None
    days, hours, minutes, seconds = found.groups("0")
    whole = (int(days) * 24 + int(hours)) * 60 + int(minutes)
    return int((whole * 60 + float(seconds)) * 10**9)
