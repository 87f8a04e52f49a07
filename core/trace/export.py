"""Traces for other tools: our own JSONL, and OTLP-JSON with the ``gen_ai.*`` conventions.

In OTLP each event is a span below one root. What the conventions have a word for is said in their
words, so that other tools show it; the rest, who handed what to whom and how that is known, stands
under ``baton.*`` and is read back without loss. A time that the trace doesn't have stays 0, which
is OTLP's 'unknown'.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from core.trace.model import Event, Trace
from core.trace.native import agent_to_dict, event_to_dict, write_jsonl

EVENT: Final = "baton.event"
HEADER: Final = "baton.trace"
SCOPE: Final = "baton"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ROLES: Final = {"message": "assistant", "output": "assistant", "verifier": "tool"}


@dataclass(frozen=True, kw_only=True)
class ExportCount:
    """What an export holds; said before it starts."""

    agents: int
    events: int
    handoffs: int
    labels: int


def count_export(trace: Trace) -> ExportCount:
    """Return what an export of the trace will hold."""
    return ExportCount(
        agents=len(trace.agents),
        events=len(trace.events),
        handoffs=sum(event.is_boundary and bool(event.recipients) for event in trace.events),
        labels=len(trace.labels),
    )


def part_of(trace: Trace, events: Sequence[Event]) -> Trace:
    """Return a trace with some of its events only: what a filter lets through.

    Args:
        trace: The whole trace.
        events: The events that stay, in order; they keep their numbers.

    Returns:
        The same trace if all stay. Else the agents that take part in these events and no labels,
        which are about the whole; its metadata say of which trace it is a part.
    """
    if len(events) == len(trace.events):
        return trace
    names = {name for event in events for name in (event.sender, *event.recipients)}
    return replace(
        trace,
        agents=tuple(agent for agent in trace.agents if agent.name in names),
        events=tuple(events),
        labels={},
        metadata={**trace.metadata, "part_of": trace.digest[:12]},
    )


def to_jsonl(trace: Trace) -> str:
    """Return the trace in Baton's own form: a header, then one event on each line."""
    return write_jsonl(trace)


def to_otlp(trace: Trace) -> str:
    """Return the trace as one OTLP export request in JSON.

    The importer gives back the same events, recipients and labels.
    """
    trace_id = trace.digest[:32]
    root = "f" * 16
    times = [nanos for event in trace.events if (nanos := _nanos(event.at)) is not None]
    header = {
        "name": trace.name,
        "format": trace.format,
        "task": trace.task,
        "agents": [agent_to_dict(agent) for agent in trace.agents],
        "labels": dict(trace.labels),
        "metadata": dict(trace.metadata),
    }
    spans: list[dict[str, Any]] = [
        _span(
            trace_id,
            root,
            "",
            trace.name or "run",
            min(times, default=0),
            max(times, default=0),
            {HEADER: _json(header), "input.value": trace.task},
        )
    ]
    for event in trace.events:
        at = _nanos(event.at) or 0
        spans.append(
            _span(trace_id, f"{event.seq:016x}", root, _title(event), at, at, _attributes(event))
        )
    service = _pairs({"service.name": "baton"})
    request = {
        "resourceSpans": [
            {
                "resource": {"attributes": service},
                "scopeSpans": [{"scope": {"name": SCOPE}, "spans": spans}],
            }
        ]
    }
    return json.dumps(request, ensure_ascii=False) + "\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _nanos(at: datetime | None) -> int | None:
    return None if at is None else (at - _EPOCH) // timedelta(microseconds=1) * 1000


def _title(event: Event) -> str:
    if event.kind in ("tool_call", "tool_result"):
        return f"execute_tool {event.tool or 'tool'}"
    return f"invoke_agent {event.sender}"


def _attributes(event: Event) -> dict[str, Any]:
    # The text stands in the conventions' attribute only; it may be large.
    own = {key: value for key, value in event_to_dict(event).items() if key != "text"}
    found: dict[str, Any] = {EVENT: _json(own)}
    if event.kind in ("tool_call", "tool_result"):
        found["gen_ai.operation.name"] = "execute_tool"
        found["gen_ai.tool.name"] = event.tool or "tool"
        if event.call_id is not None:
            found["gen_ai.tool.call.id"] = event.call_id
        asks = event.kind == "tool_call"
        found["gen_ai.tool.call.arguments" if asks else "gen_ai.tool.call.result"] = event.text
        if asks:
            found["gen_ai.agent.name"] = event.sender
        return found
    found["gen_ai.operation.name"] = "invoke_agent"
    found["gen_ai.agent.name"] = event.sender
    part = {"type": "text", "content": event.text}
    role = _ROLES[event.kind]
    found["gen_ai.output.messages"] = _json([{"role": role, "parts": [part]}])
    if event.tokens is not None:
        found["gen_ai.usage.output_tokens"] = event.tokens
    return found


def _span(
    trace_id: str,
    span_id: str,
    parent: str,
    name: str,
    start: int,
    end: int,
    attributes: Mapping[str, Any],
) -> dict[str, Any]:
    return {
        "traceId": trace_id,
        "spanId": span_id,
        "parentSpanId": parent,
        "name": name,
        "kind": 1,
        "startTimeUnixNano": str(start),
        "endTimeUnixNano": str(end),
        "attributes": _pairs(attributes),
        "status": {},
    }


def _pairs(attributes: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "key": key,
            "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value},
        }
        for key, value in attributes.items()
    ]
