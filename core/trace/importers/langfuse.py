"""Langfuse's traces: the download of one, and what its interface answers.

Read here: ``{trace, observations}`` as the page downloads it, a trace with its observations inside,
lists of such traces, and lists or lines of observations alone, which say to which trace they belong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.decode import parse_json
from core.trace.importers.fields import id_text, read_nanos, read_nested, text_or_none
from core.trace.importers.langfuse_words import read_worded, worded_traces
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace
from core.trace.native import type_word

_KINDS: Final = {"AGENT": "AGENT", "GENERATION": "LLM", "TOOL": "TOOL", "RETRIEVER": "RETRIEVER"}
_ROLE: Final = re.compile(r"role='([^'\n]{1,120})'")
_EMPTY: Final = ({"content": "role"}, '{"content":"role"}')
"""What stands for nothing at all in what went in and out."""
_NO_AGENT: Final = frozenset(("Agent workflow",))
"""Names of agent observations that frame a run and are no agent."""


_TYPES: Final = frozenset(
    ("SPAN", "GENERATION", "EVENT", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING",
     "GUARDRAIL")
)  # fmt: skip


def _is_observation(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and str(value.get("type")).upper() in _TYPES
        and "startTime" in value
        and ("traceId" in value or "parentObservationId" in value)
    )


def _observations(value: Any) -> tuple[list[Any], str] | None:
    """Return the observations of a trace and where they lie.

    Those at the top hold more than the ones inside the trace.
    """
    if not isinstance(value, dict):
        return None
    inner = value.get("trace")
    found = value.get("observations")
    if isinstance(inner, dict):
        if not found and isinstance(inner.get("observations"), list):
            return inner["observations"], ".trace.observations"
        return (found, ".observations") if isinstance(found, list) else None
    if isinstance(found, list) and any(map(_is_observation, found[:3])):
        return found, ".observations"
    return None


def _is_trace(value: Any) -> bool:
    if isinstance(value, list):
        return any(_is_observation(item) or _observations(item) for item in value[:3])
    return _observations(value) is not None or _is_observation(value)


def _groups(
    source: Source, report: Report
) -> Iterator[tuple[list[Any], list[str], dict[str, Any]]]:
    """Yield the observations of each trace, their places, and what stands beside them."""
    alone: dict[str, tuple[list[Any], list[str]]] = {}
    for record in source.records():
        items = record.value if isinstance(record.value, list) else [record.value]
        for index, item in enumerate(items):
            where = record.where if item is record.value else f"{record.where}[{index}]"
            found = _observations(item)
            if found is not None:
                places = [f"{where}{found[1]}[{number}]" for number in range(len(found[0]))]
                inner = item.get("trace")
                yield found[0], places, inner if isinstance(inner, dict) else item
            elif _is_observation(item):
                kept, places = alone.setdefault(id_text(item.get("traceId")) or "", ([], []))
                kept.append(item)
                places.append(where)
            else:
                report.record()
                report.bad("This holds no Langfuse trace.", where)
    for kept, places in alone.values():
        yield kept, places, {}


class LangfuseImporter:
    """Traces downloaded from Langfuse."""

    name = "langfuse"
    title = "Langfuse trace"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds traces with observations, or observations."""
        return _is_trace(source.first) or worded_traces(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each export; observations are spans, in the order of their times."""
        if not _is_trace(source.first):
            yield from read_worded(source, report, self.name)
            return
        stem = PurePath(source.name).stem
        groups = list(_groups(source, report))
        for items, places, beside in groups:
            spans = []
            for item, where in zip(items, places, strict=True):
                report.record()
                span = _span(item, where, report)
                if span is not None:
                    spans.append(span)
            if not spans:
                continue
            own = id_text(beside.get("id")) or spans[0].trace_id or spans[0].where
            name = stem if len(groups) == 1 else f"{stem} · {own[:36]}"
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is not None:
                scores = beside.get("scores")
                yield replace(trace, labels={"scores": scores} if scores else {})


def _span(raw: Any, where: str, report: Report) -> Span | None:
    if not isinstance(raw, dict):
        report.bad(f"An observation must be an object, but this is {type_word(raw)}.", where)
        return None
    span_id = id_text(raw.get("id"))
    if span_id is None:
        report.bad("The observation has no id.", where, "missing-key")
        return None
    metadata = read_nested(raw.get("metadata"))
    attributes: dict[str, Any] = {}
    resource = None
    if isinstance(metadata, dict) and metadata:
        inner = read_nested(metadata.get("attributes"))
        attributes = {**metadata, **inner} if isinstance(inner, dict) else metadata.copy()
        resource = read_nested(metadata.get("resourceAttributes"))
    name = text_or_none(raw.get("name")) or ""
    kind = _KINDS.get(str(raw.get("type")).upper())
    if kind is None and text_or_none(attributes.get("gen_ai.agent.name")):
        kind = "AGENT"
    attributes.pop("gen_ai.operation.name", None)
    attributes["openinference.span.kind"] = None if name in _NO_AGENT else kind
    for key, own in (("input.value", "input"), ("output.value", "output")):
        value = raw.get(own)
        if value is not None and value != "" and value not in _EMPTY:
            attributes[key] = _without_definitions(_unquoted(value))
    if kind == "LLM" and text_or_none(raw.get("model")):
        attributes["gen_ai.response.model"] = raw["model"]
    if name == "Task._execute_core":
        _read_crew_task(attributes, raw)
    usage = raw.get("usageDetails") or raw.get("usage")
    if isinstance(usage, dict) and "output" in usage:
        attributes["gen_ai.usage.output_tokens"] = usage["output"]
    return Span(
        trace_id=id_text(raw.get("traceId")) or "",
        span_id=span_id,
        parent_id=id_text(raw.get("parentObservationId")),
        name=name,
        start=read_nanos(raw.get("startTime")),
        end=read_nanos(raw.get("endTime")),
        attributes=attributes,
        where=where,
        error=failure(raw),
        resource=resource if isinstance(resource, dict) else {},
    )


def _read_crew_task(attributes: dict[str, Any], raw: dict[str, Any]) -> None:
    """Read a task of CrewAI: its agent is printed into the input, its words are in the output."""
    asked, answered = read_nested(raw.get("input")), read_nested(raw.get("output"))
    role = _ROLE.search(str(asked.get("agent"))) if isinstance(asked, dict) else None
    if role is None or not isinstance(answered, dict):
        return
    attributes["openinference.span.kind"] = "AGENT"
    attributes["gen_ai.agent.name"] = role[1]
    attributes["input.value"] = answered.get("description")
    attributes["output.value"] = answered.get("raw")


def _unquoted(value: Any) -> Any:
    """Return words that were written as a JSON text; tables keep every value that way."""
    if isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == '"':
        try:
            inner = parse_json(value)
        except ValueError:
            return value
        return inner if isinstance(inner, str) else value
    return value


def _without_definitions(value: Any) -> Any:
    """Return messages without those that only list the tools on offer."""
    value = read_nested(value)
    if not isinstance(value, list):
        return value
    return [
        item
        for item in value
        if not (isinstance(item, dict) and item.get("role") == "tool" and _is_definition(item))
    ]


def _is_definition(item: dict[str, Any]) -> bool:
    content = read_nested(item.get("content"))
    return isinstance(content, dict) and content.get("type") == "function"
