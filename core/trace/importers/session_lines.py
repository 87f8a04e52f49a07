"""Sessions of coding agents with a message on each line: Pi, OpenClaw, Droid, and Goose.

The lines of Pi and of a session that Droid stores hold a message each (``{"type": "message",
"message": {...}}``) after a head; Droid's ``--output-format stream-json`` names words, calls and
results by the kind of the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.fields import id_text, json_text, read_nested, text_or_none
from core.trace.importers.session_log import SessionLog, first_object, objects
from core.trace.model import Trace

DROID: Final = "Droid"
_HEADS: Final = ("session", "session_start")
_STREAM: Final = ("system", "message", "tool_call", "tool_result", "completion")
_SESSION_KEYS: Final = ("session_id", "sessionId")
_CLAUDE: Final = (
    "uuid",
    "permissionMode",
    "apiKeySource",
    "leafUuid",
    "isSidechain",
    "mcp_servers",
)
"""Keys of lines that Claude Code writes under the same kinds."""


def _is_head(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if kind is None:
        return (
            "working_dir" in value
            and "messages" not in value
            and ("message_count" in value or "description" in value)
        )
    if kind == "session":
        return "id" in value and ("cwd" in value or "version" in value)
    return kind == "session_start" and "id" in value and "data" not in value


def _is_entry(value: dict[str, Any]) -> bool:
    inner = value.get("message")
    return value.get("type") == "message" and isinstance(inner, dict) and "role" in inner


def _is_stream(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if kind not in _STREAM or not any(text_or_none(value.get(key)) for key in _SESSION_KEYS):
        return False
    if any(key in value for key in _CLAUDE) or isinstance(value.get("message"), dict):
        return False
    if kind == "system":
        return "model" in value and "cwd" in value
    return "text" in value or "toolName" in value or "finalText" in value or "parameters" in value


class SessionLinesImporter:
    """Sessions of Pi, OpenClaw, Droid and Goose."""

    name = "session_lines"
    title = "Pi, OpenClaw, Droid or Goose session"

    def sniff(self, source: Source) -> bool:
        """Whether the first line is the head of a session, or one of its messages."""
        first = first_object(source)
        if first is None:
            return False
        return _is_head(first) or _is_stream(first) or (_is_entry(first) and "id" in first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the session."""
        log = SessionLog()
        agent = "assistant"
        for record in objects(source, report):
            line = record.value
            if line.get("type") in _HEADS:
                log.about["session_id"] = line.get("id")
                agent = DROID if line["type"] == "session_start" else agent
            elif "role" in line and "content" in line:
                _bare(log, record)
            elif _is_entry(line):
                _entry(log, record, agent)
            elif _is_stream(line) or line.get("type") in ("tool_call", "tool_result"):
                _streamed(log, record)
            elif line.get("type") == "model_change" and text_or_none(line.get("modelId")):
                log.about["model"] = line["modelId"]
        trace = log.trace(source, report, self.name)
        if trace is not None:
            yield trace


def _bare(log: SessionLog, record: Record) -> None:
    """Take a line of Goose: a message without a wrapping."""
    message = {key: value for key, value in record.value.items() if key != "id"}
    log.add(message, record.where, message.get("created"))


def _entry(log: SessionLog, record: Record, agent: str) -> None:
    """Take a line that holds a message; OpenAI's and Anthropic's forms occur, and Pi's own."""
    line = record.value
    message = dict(line["message"])
    at = line.get("timestamp") or message.get("timestamp")
    message.pop("timestamp", None)
    role = message.get("role")
    if role == "toolResult":
        log.back(
            message.get("toolCallId"), message.get("content"), record.where, at=at,
            tool=message.get("toolName"),
        )  # fmt: skip
        return
    if role == "bashExecution":  # a command that the person ran
        ran = (
            f"{text_or_none(message.get('command')) or ''}\n{json_text(message.get('output', ''))}"
        )
        log.add({"role": "user", "content": ran.strip()}, record.where, at)
        return
    if role == "assistant":
        message["name"] = agent
    message.pop("id", None)
    log.add(message, record.where, at)


def _streamed(log: SessionLog, record: Record) -> None:
    """Take a line of Droid's stream."""
    line, where = record.value, record.where
    at, kind = line.get("timestamp"), line["type"]
    session = next((line[key] for key in _SESSION_KEYS if text_or_none(line.get(key))), None)
    if session is not None:
        log.about.setdefault("session_id", session)
    key = line.get("toolCallId") or line.get("id")
    if kind == "system" and text_or_none(line.get("model")):
        log.about["model"] = line["model"]
    elif kind == "message":
        message: dict[str, Any] = {"role": line.get("role"), "content": line.get("text")}
        if line.get("role") == "assistant":
            message["name"] = DROID
        log.add(message, where, at)
    elif kind == "tool_call":
        tool = line.get("toolName") or line.get("toolId")
        log.call(DROID, tool, line.get("parameters"), where, at=at, key=id_text(key))
    elif kind == "tool_result":
        log.back(id_text(key), _told(line.get("value")), where, at=at, tool=line.get("toolId"))
    elif kind == "completion":
        _ended(log, line, where, at)


def _ended(log: SessionLog, line: dict[str, Any], where: str, at: Any) -> None:
    """Take the last words, once: a message may have said them already."""
    text = text_or_none(line.get("finalText"))
    last = log.messages[-1] if log.messages else {}
    if text is None:
        return
    if last.get("role") != "assistant" or last.get("content") != text:
        last = log.add({"role": "assistant", "name": DROID, "content": text}, where, at)
    if isinstance(line.get("usage"), dict):
        last["usage"] = line["usage"]


def _told(value: Any) -> Any:
    """Return what a tool gave back; a command's output stands beside its exit code."""
    value = read_nested(value)
    if isinstance(value, dict) and isinstance(value.get("stdout"), str):
        error = text_or_none(value.get("stderr"))
        return value["stdout"] + (f"\n{error}" if error else "")
    return value if isinstance(value, str) else json_text("" if value is None else value)
