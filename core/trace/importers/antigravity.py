"""Google's Antigravity: the steps of a transcript, by who took them and what they were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import text_or_none
from core.trace.importers.session_log import SessionLog, first_object, objects
from core.trace.model import Trace

AGENT: Final = "Antigravity"
_SAYS: Final = ("PLANNER_RESPONSE", "NOTIFY_USER", "GENERIC")
"""Kinds of the model's steps that are its own words; all others are what a tool gave back."""


def _is_step(value: dict[str, Any]) -> bool:
    return "step_index" in value and isinstance(value.get("source"), str) and "type" in value


class AntigravityImporter:
    """Transcripts of Antigravity."""

    name = "antigravity"
    title = "Antigravity transcript"

    def sniff(self, source: Source) -> bool:
        """Whether the first line is a step."""
        first = first_object(source)
        return first is not None and _is_step(first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the transcript."""
        log = SessionLog()
        for record in objects(source, report):
            if _is_step(record.value):
                _take(log, record.value, record.where)
            else:
                report.bad("This is no step of a transcript.", record.where)
        trace = log.trace(source, report, self.name)
        if trace is not None:
            yield trace


def _take(log: SessionLog, step: dict[str, Any], where: str) -> None:
    at, text = step.get("created_at"), text_or_none(step.get("content"))
    source, kind = str(step["source"]), str(step["type"])
    if source.startswith("USER") and text:
        log.add({"role": "user", "content": text}, where, at)
    elif source == "MODEL" and kind not in _SAYS and text:
        called = bool(log.messages) and bool(log.messages[-1].get("tool_calls"))
        log.back(None, text, where, at=at, tool=None if called else kind.casefold())
    elif source == "MODEL":
        parts: list[Any] = [{"type": "text", "text": text}] if text else []
        if text_or_none(step.get("thinking")):
            parts.insert(0, {"type": "thinking", "thinking": step["thinking"]})
        calls = step.get("tool_calls")
        calls = (
            [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
        )
        if parts or calls:
            message = {"role": "assistant", "name": AGENT, "content": parts, "tool_calls": calls}
            log.add(message, where, at)
