"""Events of the AG-UI protocol: words and arguments arrive piece by piece and are put together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.importers.session_log import SessionLog, first_object, objects
from core.trace.model import Trace

_KINDS: Final = ("RUN_", "STEP_", "TEXT_MESSAGE_", "TOOL_CALL_", "STATE_", "MESSAGES_", "THINKING_",
                 "REASONING_")  # fmt: skip
_IDS: Final = ("messageId", "toolCallId", "runId", "threadId", "stepName", "delta", "snapshot")


def _is_event(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    return isinstance(kind, str) and kind.startswith(_KINDS) and any(key in value for key in _IDS)


class AgUiImporter:
    """Streams of events between agents and the pages that show them."""

    name = "ag_ui"
    title = "AG-UI events"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is an event."""
        first = first_object(source)
        return first is not None and _is_event(first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the stream as one run."""
        stream = _Stream()
        for record in objects(source, report):
            if _is_event(record.value):
                stream.take(record.value, record.where)
            else:
                report.bad("This is no event.", record.where)
        trace = stream.log.trace(source, report, self.name)
        if trace is not None:
            yield trace


class _Stream:
    def __init__(self) -> None:
        self.log = SessionLog()
        self.agent = "assistant"
        self.open: dict[str, dict[str, Any]] = {}
        """Messages and calls by their ids; more may be said."""

    def take(self, event: dict[str, Any], where: str) -> None:
        kind, at = str(event["type"]), event.get("timestamp")
        key = id_text(event.get("messageId")) or id_text(event.get("toolCallId")) or where
        if kind == "RUN_STARTED":
            self._begin(event, where)
        elif kind == "STEP_STARTED":
            self.agent = text_or_none(event.get("stepName")) or self.agent
        elif kind in ("TEXT_MESSAGE_START", "TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_CONTENT"):
            message = self.open.get(key)
            if message is None:
                role = text_or_none(event.get("role")) or "assistant"
                message = {"role": role, "content": ""}
                if role == "assistant":
                    message["name"] = text_or_none(event.get("name")) or self.agent
                self.open[key] = self.log.add(message, where, at)
            message["content"] += _piece(event)
        elif kind in ("TOOL_CALL_START", "TOOL_CALL_CHUNK", "TOOL_CALL_ARGS"):
            self._call(event, where, at)
        elif kind == "TOOL_CALL_RESULT":
            text = event.get("content")
            text = text if isinstance(text, str | list) else json_text("" if text is None else text)
            self.log.back(id_text(event.get("toolCallId")), text, where, at=at)

    def _begin(self, event: dict[str, Any], where: str) -> None:
        if text_or_none(event.get("threadId")):
            self.log.about["session_id"] = event["threadId"]
        given = event.get("input")
        messages = given.get("messages") if isinstance(given, dict) else None
        for message in messages if isinstance(messages, list) else ():
            key = id_text(message.get("id")) if isinstance(message, dict) else None
            if isinstance(message, dict) and key not in self.open:
                self.open[key or where] = self.log.add(dict(message), where)

    def _call(self, event: dict[str, Any], where: str, at: Any) -> None:
        key = id_text(event.get("toolCallId")) or where
        message = self.open.get(f"call {key}")
        if message is None:
            tool = event.get("toolCallName")
            message = self.log.call(self.agent, tool, "", where, at=at, key=key)
            self.open[f"call {key}"] = message
        message["tool_calls"][0]["arguments"] += _piece(event)


def _piece(event: dict[str, Any]) -> str:
    return event["delta"] if isinstance(event.get("delta"), str) else ""
