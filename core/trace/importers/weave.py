"""Calls of W&B Weave: a list of them, or one on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.fields import id_text, read_count, read_nanos, text_or_none
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace

_OPERATION: Final = re.compile(r"(?:weave:///.*/op/)?([^/:]{1,200})(?::[^/]*)?")
_MODEL_CALL: Final = re.compile(
    r"(?:openai|anthropic|litellm|mistralai|cohere|groq|google|vertexai|bedrock)\..*", re.IGNORECASE
)
_AGENT: Final = re.compile(
    r"(?P<name>\w*agent\w*)|(?P<owner>\w+)\.(?:run|invoke|forward|predict)", re.IGNORECASE
)


def _is_call(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("op_name"), str)
        and "trace_id" in value
        and "inputs" in value
    )


class WeaveImporter:
    """Calls exported from Weave."""

    name = "weave"
    title = "Weave calls"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a call or a list of calls."""
        first = source.first
        if isinstance(first, dict) and isinstance(first.get("calls"), list):
            first = first["calls"]
        return _is_call(first[0] if isinstance(first, list) and first else first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trace id."""
        by_trace: dict[str, list[Span]] = {}
        for record in _records(source):
            report.record()
            span_id = id_text(record.value.get("id")) if _is_call(record.value) else None
            if span_id is None:
                report.bad("This is no call with an id.", record.where)
                continue
            span = _span(record.value, span_id, record.where)
            by_trace.setdefault(span.trace_id, []).append(span)
        stem = PurePath(source.name).stem
        for trace_id, spans in by_trace.items():
            name = stem if len(by_trace) == 1 else f"{stem} · {trace_id[:8]}"
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is not None:
                yield trace


def _records(source: Source) -> Iterator[Record]:
    for record in source.records():
        value, where = record.value, record.where
        if isinstance(value, dict) and isinstance(value.get("calls"), list):
            value, where = value["calls"], f"{where}.calls"
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield Record(item, f"{where}[{index}]")
        else:
            yield Record(value, where)


def _span(raw: dict[str, Any], span_id: str, where: str) -> Span:
    found = _OPERATION.fullmatch(raw["op_name"])
    name = text_or_none(raw.get("display_name")) or (found[1] if found else raw["op_name"][:200])
    attributes: dict[str, Any] = {}
    inputs = raw.get("inputs")
    own = raw.get("attributes")
    kind = text_or_none(own.get("kind")) if isinstance(own, dict) else None
    agent = _AGENT.fullmatch(name)
    if _MODEL_CALL.fullmatch(name) or kind == "llm":
        attributes["openinference.span.kind"] = "LLM"
        if isinstance(inputs, dict) and text_or_none(inputs.get("model")):
            attributes["gen_ai.request.model"] = inputs["model"]
        usage = _tokens(raw.get("summary"))
        if usage is not None:
            attributes["gen_ai.usage.output_tokens"] = usage
    elif kind in ("tool", "agent"):
        attributes["openinference.span.kind"] = kind.upper()
    elif agent is not None:
        attributes["openinference.span.kind"] = "AGENT"
        attributes["gen_ai.agent.name"] = agent["name"] or agent["owner"]
    if isinstance(inputs, dict):
        kept = {key: value for key, value in inputs.items() if key != "self"}
        texts = [value for value in kept.values() if isinstance(value, str)]
        attributes["input.value"] = texts[0] if len(kept) == 1 and texts else kept
    if raw.get("output") is not None:
        attributes["output.value"] = raw["output"]
    return Span(
        trace_id=id_text(raw.get("trace_id")) or "",
        span_id=span_id,
        parent_id=id_text(raw.get("parent_id")),
        name=name,
        start=read_nanos(raw.get("started_at")),
        end=read_nanos(raw.get("ended_at")),
        attributes=attributes,
        where=where,
        error=failure(raw),
    )


def _tokens(summary: Any) -> int | None:
    """Return the tokens written by the one model that a call used."""
    usage = summary.get("usage") if isinstance(summary, dict) else None
    if not isinstance(usage, dict) or len(usage) != 1:
        return None
    counts = next(iter(usage.values()))
    if not isinstance(counts, dict):
        return None
    written = read_count(counts.get("completion_tokens"))
    return read_count(counts.get("output_tokens")) if written is None else written
