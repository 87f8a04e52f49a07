"""OpenAI Agents SDK: traces and spans as its processors export them.

Handoffs are spans of their own. The usual model span (``response``) has no words, only an id and
a usage: a handoff is then recorded without its text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, read_nanos, text_or_none
from core.trace.importers.source import Document
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace
from core.trace.native import type_word

_OBJECTS: Final = ("trace", "trace.span")
_KINDS: Final = {
    "agent": "AGENT",
    "generation": "LLM",
    "response": "LLM",
    "function": "TOOL",
    "mcp_tools": "OTHER",
    "handoff": "HANDOFF",
}


def _is_item(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("object") not in _OBJECTS:
        return False
    return value["object"] == "trace" or isinstance(value.get("span_data"), dict)


def _items(value: Any, where: str) -> Iterator[tuple[Any, str]]:
    if isinstance(value, dict) and not _is_item(value):
        for key in ("data", "items", "spans", "traces"):
            if isinstance(value.get(key), list):
                yield from _items(value[key], f"{where}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, list) or (isinstance(item, dict) and "data" in item):
                yield from _items(item, f"{where}[{index}]")
            else:
                yield item, f"{where}[{index}]"
    else:
        yield value, where


class OpenAIAgentsImporter:
    """Traces of the OpenAI Agents SDK."""

    name = "openai_agents"
    title = "OpenAI Agents SDK trace"

    def sniff(self, source: Source) -> bool:
        """Whether one of the first items is a trace or span object."""
        for index, (item, _) in enumerate(_items(source.first, "$")):
            if _is_item(item):
                return True
            if index > 3:
                break
        return False

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trace id."""
        by_trace: dict[str, list[Span]] = {}
        heads: dict[str, dict[str, Any]] = {}
        seen: set[str] = set()
        for record in source.records():
            for item, where in _items(record.value, record.where):
                report.record()
                if not _is_item(item):
                    report.bad(f"A trace or span is due, but this is {type_word(item)}.", where)
                    continue
                key = id_text(item.get("id"))
                if item["object"] == "trace":
                    if key is not None:
                        heads[key] = item
                    continue
                trace_id = id_text(item.get("trace_id"))
                if key is None or trace_id is None:
                    report.bad("The span has no ids.", where, "missing-key")
                    continue
                if key in seen:
                    report.info(
                        "The span occurs twice and was counted once.", where, "duplicate-id"
                    )
                    continue
                seen.add(key)
                by_trace.setdefault(trace_id, []).append(_span(item, key, trace_id, where))
        stem = PurePath(source.name).stem
        for trace_id, spans in by_trace.items():
            head = heads.get(trace_id, {})
            title = text_or_none(head.get("workflow_name"))
            own = title or trace_id[:14]
            name = stem if len(by_trace) == 1 else f"{stem} · {own}"
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is None:
                continue
            metadata = dict(trace.metadata)
            for key in ("workflow_name", "group_id"):
                if isinstance(head.get(key), str):
                    metadata[key] = head[key]
            yield Trace(
                name=trace.name, format=trace.format, agents=trace.agents, events=trace.events,
                task=trace.task, metadata=metadata,
            )  # fmt: skip


def _span(raw: dict[str, Any], key: str, trace_id: str, where: str) -> Span:
    data = raw["span_data"]
    kind = str(data.get("type"))
    name = text_or_none(data.get("name")) or kind
    attributes: dict[str, Any] = {"openinference.span.kind": _KINDS.get(kind)}
    if kind == "agent":
        attributes["gen_ai.agent.name"] = name
    elif kind == "function":
        attributes["gen_ai.tool.name"] = name
        attributes["input.value"] = data.get("input")
        attributes["output.value"] = data.get("output")
    elif kind == "handoff":
        attributes["handoff.from"] = data.get("from_agent")
        attributes["handoff.to"] = data.get("to_agent")
    elif kind in ("generation", "response"):
        attributes["input.value"] = data.get("input")
        attributes["output.value"] = data.get("output")
        attributes["gen_ai.response.model"] = data.get("model")
        usage = data.get("usage")
        if isinstance(usage, dict):
            attributes["gen_ai.usage.output_tokens"] = usage.get("output_tokens")
            attributes.setdefault("gen_ai.usage.completion_tokens", usage.get("completion_tokens"))
    return Span(
        trace_id=trace_id,
        span_id=key,
        parent_id=id_text(raw.get("parent_id")),
        name=name,
        start=read_nanos(raw.get("started_at")),
        end=read_nanos(raw.get("ended_at")),
        attributes=attributes,
        where=where,
        error=failure(raw),
    )


def spans_in_log(data: bytes, name: str) -> Document | None:
    """Return the traces and spans that a log's lines hold behind other text; None without spans.

    Args:
        data: The file.
        name: Its name.
    """
    if b'"object"' not in data or b'"trace.span"' not in data:
        return None
    found: list[Any] = []
    decoder = json.JSONDecoder()
    for line in data.decode("utf-8", "replace").splitlines():
        start = line.find('{"')
        if start < 0 or '"object"' not in line:
            continue
        try:
            value, _ = decoder.raw_decode(line, start)
        except (ValueError, RecursionError):
            continue
        if _is_item(value):
            found.append(value)
    # A text about the format may quote the head of a trace; a log of a run has its spans.
    has_spans = any(item["object"] == "trace.span" for item in found)
    return Document(found, name) if has_spans else None
