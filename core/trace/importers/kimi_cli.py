"""Kimi's command line: the wire of a session, in the present protocol and in the older one.

The wire tells each step piece by piece: thoughts, words, calls, and what came back. The older
protocol wraps each piece (``{"timestamp", "message": {"type", "payload"}}``) and holds the pieces of
sub-agents as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.fields import id_text, json_text, read_count, text_or_none
from core.trace.importers.session_log import SessionLog, first_object, objects
from core.trace.model import Trace

AGENT: Final = "Kimi"
_KINDS: Final = ("metadata", "config.update", "turn.prompt", "context.", "llm.", "tools.")
_OLD: Final = (
    "TurnBegin", "StepBegin", "ContentPart", "ToolCall", "ToolResult", "StatusUpdate", "TurnEnd",
    "SubagentEvent", "StepInterrupted", "SteerInput",
)  # fmt: skip


def _is_old(value: dict[str, Any]) -> bool:
    inner = value.get("message")
    return isinstance(inner, dict) and inner.get("type") in _OLD and "payload" in inner


def _is_wire(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if kind == "metadata":
        return "protocol_version" in value
    if not isinstance(kind, str) or not kind.startswith(_KINDS):
        return False
    return "time" in value or "event" in value or "modelAlias" in value


class KimiCliImporter:
    """Sessions of Kimi's command line."""

    name = "kimi_cli"
    title = "Kimi CLI session"

    def sniff(self, source: Source) -> bool:
        """Whether the first line belongs to a wire."""
        first = first_object(source)
        return first is not None and (_is_wire(first) or _is_old(first))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the session."""
        session = _Session()
        for record in objects(source, report):
            if _is_old(record.value):
                session.piece(record.value["message"], record, AGENT)
            else:
                session.take(record)
        trace = session.log.trace(source, report, self.name)
        if trace is not None:
            yield trace


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


class _Session:
    def __init__(self) -> None:
        self.log = SessionLog()
        self.last: dict[str, dict[str, Any]] = {}
        """The last message of each agent, whose tokens are not known yet."""

    def take(self, record: Record) -> None:
        """Take a line of the present protocol."""
        line, where, at = record.value, record.where, record.value.get("time")
        kind = line.get("type")
        if kind == "config.update":
            if text_or_none(line.get("systemPrompt")):
                self.log.add({"role": "system", "content": line["systemPrompt"]}, where)
            if text_or_none(line.get("modelAlias")):
                self.log.about["model"] = line["modelAlias"]
        elif kind == "context.append_message":
            self._message(_dict(line.get("message")), where, at)
        elif kind == "context.append_loop_event":
            self._event(_dict(line.get("event")), where, at)

    def _message(self, message: dict[str, Any], where: str, at: Any) -> None:
        """Take a message; what the program itself says to the model is no person's word."""
        origin = _dict(message.get("origin")).get("kind")
        role, content = message.get("role"), message.get("content")
        if role == "user" and origin not in (None, "user", "system_trigger"):
            return
        told = {"role": role, "content": content}
        if role == "assistant":
            told["name"] = AGENT
        if content:
            self.log.add(told, where, at)

    def _event(self, event: dict[str, Any], where: str, at: Any) -> None:
        kind = event.get("type")
        if kind == "content.part":
            self._said(_dict(event.get("part")), AGENT, where, at)
        elif kind == "tool.call":
            key = id_text(event.get("toolCallId"))
            self._called(AGENT, event.get("name"), event.get("args"), where, at, key)
        elif kind == "tool.result":
            result = event.get("result")
            text = _dict(result).get("output", result)
            self.log.back(id_text(event.get("toolCallId")), _text(text), where, at=at)
        elif kind == "step.end":
            self._spent(AGENT, _dict(event.get("usage")).get("output"))

    def piece(self, message: dict[str, Any], record: Record, agent: str) -> None:
        """Take a line of the older protocol, or a piece of a sub-agent inside one."""
        kind, payload = message.get("type"), _dict(message.get("payload"))
        where, at = record.where, record.value.get("timestamp")
        if kind in ("TurnBegin", "SteerInput") and payload.get("user_input") and agent == AGENT:
            self.log.add({"role": "user", "content": payload["user_input"]}, where, at)
        elif kind == "ContentPart":
            self._said(payload, agent, where, at)
        elif kind == "ToolCall":
            function = _dict(payload.get("function"))
            key = id_text(payload.get("id"))
            self._called(agent, function.get("name"), function.get("arguments"), where, at, key)
        elif kind == "ToolResult":
            value = payload.get("return_value", payload.get("result"))
            inner = _dict(value)
            text = inner.get("output") or inner.get("message") or ("" if inner else value)
            self.log.back(id_text(payload.get("tool_call_id")), _text(text), where, at=at)
        elif kind == "StatusUpdate":
            self._spent(agent, _dict(payload.get("token_usage")).get("output"))
        elif kind == "SubagentEvent":
            name = text_or_none(payload.get("subagent_type")) or "sub-agent"
            inner = _dict(payload.get("event"))
            if inner.get("type") != "SubagentEvent":
                self.piece(inner, record, name)

    def _said(self, part: dict[str, Any], agent: str, where: str, at: Any) -> None:
        kind = part.get("type")
        text = text_or_none(part.get("think" if kind == "think" else "text"))
        if text is None:
            return
        inner = {"type": "thinking", "thinking": text} if kind == "think" else part
        message = {"role": "assistant", "name": agent, "content": [inner]}
        self.last[agent] = self.log.add(message, where, at)

    def _called(self, agent: str, tool: Any, given: Any, where: str, at: Any, key: Any) -> None:
        self.last[agent] = self.log.call(agent, tool, given, where, at=at, key=key)

    def _spent(self, agent: str, written: Any) -> None:
        """Give the tokens of a step to the last thing that it said, once."""
        message = self.last.pop(agent, None)
        if message is not None and read_count(written) is not None:
            message["usage"] = {"output_tokens": written}


def _text(value: Any) -> Any:
    return value if isinstance(value, str | list) else json_text("" if value is None else value)
