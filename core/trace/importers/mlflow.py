"""MLflow's traces, as ``Trace.to_json`` and the page write them: version 2 and 3.

The attributes of a span are JSON written in texts; ids are hex or base64, times in nanoseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.decode import parse_json
from core.trace.importers.fields import id_text, read_nested, text_or_none
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace

_KINDS: Final = {
    "AGENT": "AGENT", "LLM": "LLM", "CHAT_MODEL": "LLM", "TOOL": "TOOL", "RETRIEVER": "RETRIEVER",
}  # fmt: skip


_JSON_STARTS: Final = frozenset('{["-0123456789tfn \t\r\n')
"""What a text of JSON may begin with."""


def _spans_of(value: Any) -> list[Any] | None:
    data = value.get("data") if isinstance(value, dict) and "info" in value else None
    spans = data.get("spans") if isinstance(data, dict) else None
    fits = isinstance(spans, list) and any(
        isinstance(span, dict)
        and isinstance(span.get("attributes"), dict)
        and any(str(key).startswith("mlflow.") for key in span["attributes"])
        for span in spans[:3]
    )
    return spans if fits else None


class MlflowImporter:
    """Traces exported from MLflow."""

    name = "mlflow"
    title = "MLflow trace"

    def sniff(self, source: Source) -> bool:
        """Whether the first value has the information and the spans of a trace."""
        return _spans_of(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each."""
        stem = PurePath(source.name).stem
        for record in source.records():
            found = _spans_of(record.value)
            if found is None:
                report.record()
                report.bad("This holds no MLflow trace.", record.where)
                continue
            spans = []
            for index, raw in enumerate(found):
                report.record()
                where = f"{record.where}.data.spans[{index}]"
                span = _span(raw, where) if isinstance(raw, dict) else None
                if span is None:
                    report.bad("The span has no id.", where, "missing-key")
                else:
                    spans.append(span)
            if not spans:
                continue
            name = f"{stem} · {record.where}" if source.is_lines else stem
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is not None:
                yield trace


def _span(raw: dict[str, Any], where: str) -> Span | None:
    context = raw.get("context")
    context = context if isinstance(context, dict) else raw
    span_id = id_text(context.get("span_id"))
    if span_id is None:
        return None
    given = raw.get("attributes")
    found = {
        str(key): _value(value) for key, value in (given.items() if isinstance(given, dict) else ())
    }
    kind = str(found.pop("mlflow.spanType", "")).upper()
    attributes: dict[str, Any] = {**found, "openinference.span.kind": _KINDS.get(kind)}
    for key, own in (("input.value", "mlflow.spanInputs"), ("output.value", "mlflow.spanOutputs")):
        if attributes.pop(own, None) not in (None, "", {}):
            attributes[key] = _inner(found[own])
    usage = found.get("mlflow.chat.tokenUsage")
    if isinstance(usage, dict):
        attributes["gen_ai.usage.output_tokens"] = usage.get("output_tokens")
    model = text_or_none(found.get("mlflow.llm.model"))
    if model is not None:
        attributes["gen_ai.request.model"] = model
    return Span(
        trace_id=id_text(context.get("trace_id")) or id_text(raw.get("trace_id")) or "",
        span_id=span_id,
        parent_id=id_text(raw.get("parent_id")) or id_text(raw.get("parent_span_id")),
        name=text_or_none(raw.get("name")) or "",
        start=_nanos(raw.get("start_time_unix_nano", raw.get("start_time"))),
        end=_nanos(raw.get("end_time_unix_nano", raw.get("end_time"))),
        attributes=attributes,
        where=where,
        error=failure(raw),
    )


def _value(text: Any) -> Any:
    """Return what an attribute holds: JSON written in a text."""
    if not isinstance(text, str) or text[:1] not in _JSON_STARTS:
        return text
    try:
        return parse_json(text)
    except ValueError:
        return read_nested(text)


def _inner(value: Any) -> Any:
    """Return what stands alone in an object of arguments."""
    if isinstance(value, dict) and len(value) == 1:
        only = next(iter(value.values()))
        return only if isinstance(only, str) else value
    return value


def _nanos(value: Any) -> int | None:
    if isinstance(value, str) and value.isdecimal() and len(value) < 20:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
