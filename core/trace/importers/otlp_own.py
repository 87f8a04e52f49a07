"""Traces that Baton itself exported to OTLP: each span holds one event, word for word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.fields import read_nested
from core.trace.importers.spans import Span
from core.trace.model import Event, Trace
from core.trace.native import HeaderReader, event_from_dict

EVENT: Final = "baton.event"
HEADER: Final = "baton.trace"


def own_trace(spans: Sequence[Span], name: str, report: Report) -> Trace | None:
    """Return the trace that spans of our own export hold, None if they are somebody else's.

    Args:
        spans: Spans of one trace.
        name: Name for a trace that has none.
        report: Takes spans that can't be used.
    """
    found = [span for span in spans if isinstance(span.attributes.get(EVENT), str)]
    head = next((span for span in spans if isinstance(span.attributes.get(HEADER), str)), None)
    if not found or head is None:
        return None
    data = read_nested(head.attributes[HEADER])
    if not isinstance(data, dict):
        return None
    header = HeaderReader(data, path=head.where, unknown="warning")
    events: list[Event] = []
    for span in found:
        raw = read_nested(span.attributes[EVENT])
        if not isinstance(raw, dict):
            report.bad("The span's event can't be read.", span.where)
            continue
        raw = {**raw, "text": _text(span, raw.get("kind"))}
        event, problems = event_from_dict(
            raw, path=span.where, next_seq=len(events) + 1, unknown="warning"
        )
        if event is not None:
            events.append(event)
        else:
            report.bad_records += 1
        for problem in problems:
            report.add(problem)
    events.sort(key=lambda event: event.seq)
    unique = {event.seq: event for event in events}
    if not unique:
        return None
    return header.trace(list(unique.values()), name=name)


def _text(span: Span, kind: Any) -> str:
    keys = {"tool_call": "gen_ai.tool.call.arguments", "tool_result": "gen_ai.tool.call.result"}
    key = keys.get(kind) if isinstance(kind, str) else None
    if key is not None:
        value = span.attributes.get(key)
        return value if isinstance(value, str) else ""
    messages = read_nested(span.attributes.get("gen_ai.output.messages"))
    try:
        text = messages[0]["parts"][0]["content"]
    except (TypeError, KeyError, IndexError):
        return ""
    return text if isinstance(text, str) else ""
