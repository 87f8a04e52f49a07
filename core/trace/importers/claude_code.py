"""Claude Code sessions: JSONL of lines that form chains, sub-agents in chains of their own.

A sub-agent is started by a call of the tool ``Task`` (later ``Agent``) whose prompt is the first
line of its chain, and answers in that call's result; call, first line and result, last words are
the same words and are counted once. What a sub-agent writes on the way stays with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.claude_session import USER, AgentSession, SessionLine
from core.trace.importers.dialects import Call, Message, read_message
from core.trace.importers.fields import (
    NotTextError,
    json_text,
    read_time,
    read_tokens,
    text_or_none,
)
from core.trace.manner import first_request
from core.trace.model import Trace
from core.trace.native import type_word

MAIN: Final = "Claude Code"
QWEN: Final = "Qwen Code"
"""Writes the same lines, with Gemini's parts inside."""
_SPEAKS: Final = frozenset(("user", "assistant"))
_SILENT: Final = frozenset(
    ("summary", "system", "file-history-snapshot", "queue-operation", "progress", "attachment",
     "result", "stream_event", "permission-mode", "last-prompt", "ai-title", "custom-title",
     "agent-name", "agent-color", "mode", "tag", "pr-link")
)  # fmt: skip
"""Kinds of lines that say nothing to agents."""


def _is_line(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if not isinstance(kind, str):
        return False
    if kind in _SPEAKS:
        return isinstance(value.get("message"), dict) and (
            "sessionId" in value
            or "isSidechain" in value
            or "parent_tool_use_id" in value
            or "cwd" in value
        )
    return (kind == "summary" and "leafUuid" in value) or (
        kind in _SILENT
        and ("sessionId" in value or "messageId" in value or _is_stream_start(value))
    )


def _is_stream_start(value: dict[str, Any]) -> bool:
    """Whether this is the first line of ``--output-format stream-json``."""
    return value.get("subtype") == "init" and "session_id" in value


class ClaudeCodeImporter:
    """Sessions of Claude Code and the Agent SDK."""

    name = "claude_code"
    title = "Claude Code session"

    def sniff(self, source: Source) -> bool:
        """Whether the first line belongs to a session."""
        first = source.first
        return _is_line(first[0] if isinstance(first, list) and first else first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each session in the file."""
        sessions: dict[str, list[SessionLine]] = {}
        seen: dict[str, str] = {}
        named: dict[str, str] = {}
        for record in _records(source):
            report.record()
            line = _read_line(record, report, seen)
            if line is not None:
                own = _own_name(record.value)
                if own is not None:
                    named.setdefault(line.session, own)
                sessions.setdefault(line.session, []).append(line)
        stem = PurePath(source.name).stem
        for session, lines in sessions.items():
            name = stem if len(sessions) == 1 else f"{stem} · {session[:8]}"
            main = QWEN if any(line.message.raw_role == "model" for line in lines) else MAIN
            main = named.get(session, main)
            run = AgentSession(lines, report, main, self.name).write()
            if run.events:
                first = first_request(run.events, (USER,))
                yield run.trace(name, task=first, metadata={"session_id": session})


def _records(source: Source) -> Iterator[Record]:
    for record in source.records():
        if isinstance(record.value, list):
            for index, item in enumerate(record.value):
                yield Record(item, f"{record.where}[{index}]")
        else:
            yield record


def _read_line(record: Record, report: Report, seen: dict[str, str]) -> SessionLine | None:
    raw, where = record.value, record.where
    if not isinstance(raw, dict):
        report.bad(f"A line must be an object, but this is {type_word(raw)}.", where)
        return None
    raw = _sub_agent_line(raw)
    kind = raw.get("type")
    if isinstance(kind, str) and kind not in _SPEAKS and not _is_tool(raw):
        if kind not in _SILENT:
            report.info(f"Lines of the kind “{kind[:30]}” say nothing to agents.", where, "other")
        return None
    body = raw.get("message")
    if not isinstance(body, dict):
        report.bad("The line holds no message.", where)
        return None
    own = text_or_none(raw.get("uuid")) or where
    if own in seen:
        report.info("The line occurs twice and was counted once.", where, "duplicate-id")
        return None
    try:
        message = _ran(body) if _is_tool(raw) else read_message(body)
    except NotTextError as error:
        report.bad(f"The message can't be used: {error}.", where, "wrong-type")
        return None
    parent = text_or_none(raw.get("parentUuid"))
    chain = ""
    if raw.get("isSidechain") is True:
        chain = text_or_none(raw.get("agentId")) or seen.get(parent or "") or own
    started = text_or_none(raw.get("parent_tool_use_id"))
    seen[own] = chain = chain or started or ""
    return SessionLine(
        message, where, read_time(raw.get("timestamp")), chain,
        session=text_or_none(raw.get("sessionId")) or text_or_none(raw.get("session_id")) or "",
        agent_id=text_or_none(raw.get("agentId")),
        is_meta=raw.get("isMeta") is True,
        is_summary=raw.get("isCompactSummary") is True,
        message_id=text_or_none(body.get("id")),
        model=text_or_none(body.get("model")),
        tokens=read_tokens(body),
    )  # fmt: skip


def _own_name(raw: dict[str, Any]) -> str | None:
    """Return the name of the program that wrote a line, where it is another one and says so."""
    return text_or_none(raw.get("agentSlug")) or text_or_none(raw.get("agent"))


def _is_tool(raw: dict[str, Any]) -> bool:
    """Whether a line of its own says what a tool was given and gave back, as some programs write."""
    body = raw.get("message")
    return raw.get("type") in ("tool", "tool_result") and isinstance(body, dict) and "role" in body


def _ran(body: dict[str, Any]) -> Message:
    """Return the call and the result of a tool's line."""
    tool = text_or_none(body.get("tool_name"))
    if tool is None:
        return read_message({**body, "role": "tool"})
    back = body.get("tool_output", body.get("content"))
    text = back if isinstance(back, str | list) else json_text("" if back is None else back)
    message = read_message({"role": "tool", "name": tool, "content": text})
    given = body.get("tool_input")
    message.calls = [Call(tool, "" if given is None else json_text(given))]
    return message


def _sub_agent_line(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the line of a sub-agent that a line about its progress holds, else the line."""
    data = raw.get("data")
    inner = data.get("message") if isinstance(data, dict) else None
    if raw.get("type") != "progress" or not isinstance(inner, dict) or not isinstance(data, dict):
        return raw
    if str(inner.get("type")) not in _SPEAKS or data.get("type") != "agent_progress":
        return raw
    return {
        "uuid": raw.get("uuid"),
        "timestamp": raw.get("timestamp"),
        "sessionId": raw.get("sessionId"),
        **inner,
        "parent_tool_use_id": raw.get("parentToolUseID"),
        "agentId": data.get("agentId"),
    }
