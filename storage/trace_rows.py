"""What a trace looks like as rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from core.trace.inferred import inferred_count
from core.trace.model import Event, Problem, Trace
from storage.rows import dump, now
from storage.tables import TraceRow


def trace_row(trace: Trace, trace_id: str, source: str, problems: int) -> TraceRow:
    """Return the row of a trace without its events."""
    boundaries = [event for event in trace.events if event.is_boundary]
    return TraceRow(
        id=trace_id,
        digest=trace.digest,
        name=trace.name,
        format=trace.format,
        task=trace.task,
        agents=dump([asdict(agent) for agent in trace.agents]),
        labels=dump(dict(trace.labels)),
        meta=dump(dict(trace.metadata)),
        source=source,
        imported_at=now(),
        agent_count=len(trace.agents),
        event_count=len(trace.events),
        boundary_count=len(boundaries),
        handoff_count=sum(1 for event in boundaries if event.recipients),
        inferred_count=inferred_count(trace),
        problem_count=problems,
    )


def problem_rows(trace_id: str, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return the rows of what an importer had to say."""
    return [
        {
            "trace_id": trace_id,
            "position": position,
            "severity": problem.severity,
            "message": problem.message,
            "source_place": problem.where,
            "code": problem.code,
        }
        for position, problem in enumerate(problems)
    ]


@lru_cache(4096)
def _names(recipients: tuple[str, ...]) -> str:
    return dump(list(recipients))


def event_row(trace_id: str, event: Event, hashes: dict[str, str]) -> dict[str, Any]:
    """Return the row of an event, given the hashes of the texts."""
    return {
        "trace_id": trace_id,
        "seq": event.seq,
        "kind": event.kind,
        "sender": event.sender,
        "recipients": _names(event.recipients),
        "text_hash": hashes[event.text],
        "tool": event.tool,
        "call_id": event.call_id,
        "at": event.at.isoformat() if event.at else None,
        "recipients_from": event.recipients_from,
        "kind_from": event.kind_from,
        "rule": event.rule,
        "broadcast": event.broadcast,
        "tokens": event.tokens,
        "source_place": event.where,
        "meta": dump(dict(event.metadata)) if event.metadata else "{}",
    }
