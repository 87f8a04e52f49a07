"""Baton's own trace form: one JSON document, or JSONL with the header on the first line.

A key that holds its default value is left out when written and may be left out when read, so a
trace written by hand can be as short as ``{"kind": "Trace", "name": "run 1", "events": [...]}``.
Times carry a zone, ``seq`` is strictly increasing, and an event without ``seq`` takes the next
number. Senders and recipients that ``agents`` doesn't list are added to it in order of first
appearance; the tools behind ``tool_call`` and ``tool_result`` events, and verifiers, are not.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final

from core.trace.model import Agent, Event, Trace
from core.trace.native_read import (
    EVENT_DEFAULTS,
    EVENT_KINDS,
    FORMAT,
    HeaderReader,
    NativeFormatError,
    event_from_dict,
    participants,
    seq_problem,
    trace_from_dict,
    type_word,
    with_participants,
)
from core.trace.schema import API_VERSION, TRACE_SCHEMA, trace_schema

__all__ = [
    "API_VERSION",
    "EVENT_KINDS",
    "FORMAT",
    "TRACE_SCHEMA",
    "HeaderReader",
    "NativeFormatError",
    "agent_to_dict",
    "event_from_dict",
    "event_to_dict",
    "participants",
    "seq_problem",
    "trace_from_dict",
    "trace_schema",
    "trace_to_dict",
    "type_word",
    "with_participants",
    "write_json",
    "write_jsonl",
]


def _time_text(at: datetime) -> str:
    """Return ISO 8601 in UTC with a final Z."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def agent_to_dict(agent: Agent) -> dict[str, Any]:
    """Return an agent as JSON values, without the keys that hold their defaults."""
    found: dict[str, Any] = {"name": agent.name}
    if agent.description:
        found["description"] = agent.description
    if agent.model is not None:
        found["model"] = agent.model
    if agent.is_person:
        found["is_person"] = True
    return found


_SIMPLE: Final = (
    "tool", "call_id", "recipients_from", "kind_from", "rule", "broadcast", "tokens", "where",
)  # fmt: skip
"""Parts of an event that stand in a file as they are."""


def event_to_dict(event: Event) -> dict[str, Any]:
    """Return an event as JSON values, without the keys that hold their defaults."""
    found: dict[str, Any] = {"seq": event.seq, "kind": event.kind, "from": event.sender}
    if event.recipients:
        found["to"] = list(event.recipients)
    if event.text:
        found["text"] = event.text
    if event.at is not None:
        found["at"] = _time_text(event.at)
    for key in _SIMPLE:
        value = getattr(event, key)
        if value != EVENT_DEFAULTS[key]:
            found[key] = value
    if event.metadata:
        found["metadata"] = dict(event.metadata)
    return found


def _header(trace: Trace) -> dict[str, Any]:
    found: dict[str, Any] = {
        "apiVersion": API_VERSION,
        "kind": "Trace",
        "name": trace.name,
        "format": trace.format,
    }
    if trace.task:
        found["task"] = trace.task
    found["agents"] = [agent_to_dict(agent) for agent in trace.agents]
    if trace.labels:
        found["labels"] = dict(trace.labels)
    if trace.metadata:
        found["metadata"] = dict(trace.metadata)
    return found


def trace_to_dict(trace: Trace) -> dict[str, Any]:
    """Return a trace as JSON values in the native form; the inverse of `trace_from_dict`."""
    return {**_header(trace), "events": [event_to_dict(event) for event in trace.events]}


def write_json(trace: Trace, *, indent: int | None = 2) -> str:
    """Return a trace as one JSON document in the native form, ending with a line break."""
    return json.dumps(trace_to_dict(trace), ensure_ascii=False, indent=indent) + "\n"


def write_jsonl(trace: Trace) -> str:
    """Return a trace as JSONL in the native form: the header, then one event on each line.

    Line separators inside texts are escaped (JSON does), so a line is always a record. The
    Unicode separators U+2028 and U+2029 and U+0085 are escaped too, since editors break at them.
    """
    lines = [_header(trace), *map(event_to_dict, trace.events)]
    return "".join(
        json.dumps(line, ensure_ascii=False)
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
        .replace("\u0085", "\\u0085")
        + "\n"
        for line in lines
    )
