"""GitHub Copilot's command line: the events of a session, with its sub-agents.

An answer holds its calls; the lines about a tool's run say the same again and what came back. A
sub-agent's lines name the call that started it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.claude_session import USER, AgentSession, SessionLine
from core.trace.importers.dialects import Message, read_message
from core.trace.importers.fields import (
    NotTextError,
    id_text,
    json_text,
    read_count,
    read_time,
    text_or_none,
)
from core.trace.importers.session_log import first_object, objects
from core.trace.manner import first_request
from core.trace.model import Trace

MAIN: Final = "Copilot CLI"
_KINDS: Final = (
    "user.",
    "assistant.",
    "tool.execution",
    "subagent.",
    "session.",
    "hook.",
    "system.",
)


def _is_event(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if not isinstance(kind, str) or not kind.startswith(_KINDS):
        return False
    if isinstance(value.get("data"), dict):
        return "timestamp" in value or "parentId" in value
    return "session_id" in value and ("prompt" in value or "output" in value)


class CopilotCliImporter:
    """Sessions of GitHub Copilot's command line."""

    name = "copilot_cli"
    title = "Copilot CLI session"

    def sniff(self, source: Source) -> bool:
        """Whether the first line is an event of a session."""
        first = first_object(source)
        return first is not None and _is_event(first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the session."""
        events = _Events()
        seen: set[str] = set()
        for record in objects(source, report):
            own = id_text(record.value.get("id"))
            if own is not None and own in seen:
                report.info(
                    "The event occurs twice and was counted once.", record.where, "duplicate-id"
                )
                continue
            seen |= {own} if own is not None else set()
            try:
                events.take(record.value, record.where)
            except NotTextError as error:
                report.bad(f"The event can't be used: {error}.", record.where, "wrong-type")
        run = AgentSession(events.lines, report, MAIN, self.name).write()
        for system in events.systems:
            run.describe(MAIN, system)
        if events.model is not None and run.events:
            run.models.setdefault(MAIN, events.model)
        if run.events:
            task = first_request(run.events, (USER,))
            name = PurePath(source.name).stem
            yield run.trace(name, task=task, metadata=events.about)


class _Events:
    """Takes the events of a session and keeps what they say as lines."""

    def __init__(self) -> None:
        self.lines: list[SessionLine] = []
        self.about: dict[str, Any] = {}
        self.systems: list[str] = []
        self.model: str | None = None
        self.called: set[str] = set()

    def take(self, event: dict[str, Any], where: str) -> None:
        kind, data = event.get("type"), event.get("data")
        data = data if isinstance(data, dict) else event
        at = event.get("timestamp")
        if kind == "session.start":
            self.about["session_id"] = data.get("sessionId")
            self.model = text_or_none(data.get("selectedModel")) or self.model
        elif kind == "session.model_change":
            self.model = text_or_none(data.get("newModel")) or self.model
        elif kind == "system.message":
            text = text_or_none(data.get("content"))
            self.systems += [text] if text else []
        elif kind == "user.message":
            content = data.get("content", data.get("prompt"))
            self._add({"role": "user", "content": content}, data, where, at)
        elif kind == "assistant.message":
            self._answer(data, where, at)
        elif kind == "tool.execution_start" and id_text(data.get("toolCallId")) not in self.called:
            self._answer({**data, "toolRequests": [data], "content": None}, where, at)
        elif kind == "tool.execution_complete":
            key = data.get("toolCallId")
            part = {"type": "tool_result", "tool_use_id": key, "content": _back(data)}
            self._add({"role": "user", "content": [part]}, data, where, at)

    def _answer(self, data: dict[str, Any], where: str, at: Any) -> None:
        parts: list[dict[str, Any]] = []
        thought = text_or_none(data.get("reasoningText"))
        if thought is not None:
            parts.append({"type": "thinking", "thinking": thought})
        text = data.get("content", data.get("output"))
        if isinstance(text, str) and text.strip():
            parts.append({"type": "text", "text": text})
        requests = data.get("toolRequests")
        for call in requests if isinstance(requests, list) else ():
            if not isinstance(call, dict):
                continue
            key = id_text(call.get("toolCallId"))
            if key is not None and key in self.called:
                continue
            self.called |= {key} if key is not None else set()
            name = call.get("name") or call.get("toolName")
            given = call.get("arguments")
            parts.append({"type": "tool_use", "id": key, "name": name, "input": given or {}})
        if parts:
            self._add({"role": "assistant", "content": parts}, data, where, at)

    def _add(self, message: dict[str, Any], data: dict[str, Any], where: str, at: Any) -> None:
        read: Message = read_message(message)
        self.lines.append(
            SessionLine(
                read,
                where,
                read_time(at),
                id_text(data.get("parentToolCallId")) or "",
                session="",
                agent_id=None,
                is_meta=False,
                is_summary=False,
                message_id=id_text(data.get("messageId")),
                model=text_or_none(data.get("model")),
                tokens=read_count(data.get("outputTokens")),
            )
        )


def _back(data: dict[str, Any]) -> str:
    """Return what a tool gave back, or why it failed."""
    for key in ("result", "error"):
        found = data.get(key)
        if isinstance(found, dict):
            found = next((found[k] for k in ("content", "message") if k in found), found)
        if found not in (None, ""):
            return json_text(found)
    return ""
