"""Langfuse's trace export: one object with a trace and its observations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, read_nested, read_time, text_or_none
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace
from core.trace.native import type_word

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_KINDS: Final = {"AGENT": "AGENT", "GENERATION": "LLM", "TOOL": "TOOL", "RETRIEVER": "RETRIEVER"}
_ROLE: Final = re.compile(r"role='([^'\n]{1,120})'")
_NO_AGENT: Final = frozenset(("Agent workflow",))
"""Names of agent observations that frame a run and are no agent."""


def _observations(value: Any) -> list[Any] | None:
    """Return the observations; those at the top hold more than the ones inside the trace."""
    if not (isinstance(value, dict) and isinstance(value.get("trace"), dict)):
        return None
    found = value.get("observations")
    if not found:
        found = value["trace"].get("observations")
    return found if isinstance(found, list) else None


class LangfuseImporter:
    """Traces downloaded from Langfuse."""

    name = "langfuse"
    title = "Langfuse trace"

    def sniff(self, source: Source) -> bool:
        """Whether the first value has a trace and observations."""
        return _observations(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each export; observations are spans, in the order of their times."""
        stem = PurePath(source.name).stem
        for record in source.records():
            items = _observations(record.value)
            if items is None:
                report.record()
                report.bad("This holds no Langfuse trace.", record.where)
                continue
            spans = []
            for index, item in enumerate(items):
                report.record()
                span = _span(item, f"{record.where}.observations[{index}]", report)
                if span is not None:
                    spans.append(span)
            name = f"{stem} · {record.where}" if source.is_lines else stem
            if not spans:
                continue
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is None:
                continue
            scores = record.value["trace"].get("scores")
            yield Trace(
                name=trace.name,
                format=trace.format,
                agents=trace.agents,
                events=trace.events,
                task=trace.task,
                labels={"scores": scores} if scores else {},
                metadata=trace.metadata,
            )


def _span(raw: Any, where: str, report: Report) -> Span | None:
    if not isinstance(raw, dict):
        report.bad(f"An observation must be an object, but this is {type_word(raw)}.", where)
        return None
    span_id = id_text(raw.get("id"))
    if span_id is None:
        report.bad("The observation has no id.", where, "missing-key")
        return None
    metadata = read_nested(raw.get("metadata"))
    metadata = metadata if isinstance(metadata, dict) else {}
    inner = read_nested(metadata.get("attributes"))
    attributes: dict[str, Any] = {**metadata, **(inner if isinstance(inner, dict) else {})}
    name = text_or_none(raw.get("name")) or ""
    kind = _KINDS.get(str(raw.get("type")).upper())
    if kind is None and text_or_none(attributes.get("gen_ai.agent.name")):
        kind = "AGENT"
    attributes.pop("gen_ai.operation.name", None)
    attributes["openinference.span.kind"] = None if name in _NO_AGENT else kind
    for key, own in (("input.value", "input"), ("output.value", "output")):
        if raw.get(own) not in (None, "", {"content": "role"}, '{"content":"role"}'):
            attributes[key] = _without_definitions(raw[own])
    if kind == "LLM" and text_or_none(raw.get("model")):
        attributes["gen_ai.response.model"] = raw["model"]
    if name == "Task._execute_core":
        _read_crew_task(attributes, raw)
    usage = raw.get("usageDetails")
    if isinstance(usage, dict) and "output" in usage:
        attributes["gen_ai.usage.output_tokens"] = usage["output"]
    resource = read_nested(metadata.get("resourceAttributes"))
    return Span(
        trace_id=id_text(raw.get("traceId")) or "",
        span_id=span_id,
        parent_id=id_text(raw.get("parentObservationId")),
        name=name,
        start=_nanos(raw.get("startTime")),
        end=_nanos(raw.get("endTime")),
        attributes=attributes,
        where=where,
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


def _without_definitions(value: Any) -> Any:
    """Return messages without those that only list the tools on offer."""
    value = read_nested(value)
    if not isinstance(value, list):
        return value
    return [item for item in value if not _is_definition(item)]


def _is_definition(item: Any) -> bool:
    if not (isinstance(item, dict) and item.get("role") == "tool"):
        return False
    content = read_nested(item.get("content"))
    return isinstance(content, dict) and content.get("type") == "function"


def _nanos(value: Any) -> int | None:
    at = read_time(value)
    return None if at is None else (at - _EPOCH) // timedelta(microseconds=1) * 1000
