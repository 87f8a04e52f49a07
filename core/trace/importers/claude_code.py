"""Claude Code sessions: JSONL of lines that form chains, sub-agents in chains of their own.

A sub-agent is started by a call of the tool ``Task`` (later ``Agent``) whose prompt is the first
line of its chain, and answers in that call's result; call, first line and result, last words are
the same words and are counted once. What a sub-agent writes on the way stays with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.dialects import Message, read_message
from core.trace.importers.fields import (
    NotTextError,
    read_nested,
    read_time,
    read_tokens,
    text_or_none,
)
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace
from core.trace.native import type_word

MAIN: Final = "Claude Code"
USER: Final = "user"
STARTS: Final = frozenset(("Task", "Agent"))
HANDS_OVER: Final = "the tool that starts a sub-agent hands over to it"
RETURNS: Final = "the result of the call that started a sub-agent is its answer"
SHOWN: Final = "what the main agent writes is shown to the session's user"
SUMMED_UP: Final = "the summary of a conversation repeats what was said before"
_MATE: Final = re.compile(
    r'<teammate-message teammate_id="(?P<who>[^"<>\n]{1,80})"[^>]{0,200}>'
    r"(?P<said>[^<]*(?:<(?!/teammate-message>)[^<]*)*)</teammate-message>"
)
"""How a message of another agent of a team arrives."""
SENDS: Final = "SendMessage"
INNER: Final = "a sub-agent's words on the way stay in its own chain"
_SPEAKS: Final = frozenset(("user", "assistant"))
_SILENT: Final = frozenset(
    ("summary", "system", "file-history-snapshot", "queue-operation", "progress", "attachment",
     "result", "stream_event", "permission-mode", "last-prompt", "ai-title", "custom-title",
     "agent-name", "agent-color", "mode", "tag", "pr-link")
)  # fmt: skip
"""Kinds of lines that say nothing to agents."""
_SPENT: Final = Message("", "", "")


@dataclass(slots=True)
class _Line:
    message: Message
    where: str
    at: datetime | None
    chain: str
    """Root of the chain of a sub-agent, or '' for the main chain."""
    session: str
    agent_id: str | None
    is_meta: bool
    is_summary: bool
    """Whether the line sums up what came before, when the conversation grew too long."""
    message_id: str | None
    model: str | None
    tokens: int | None


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
        sessions: dict[str, list[_Line]] = {}
        seen: dict[str, str] = {}
        for record in _records(source):
            report.record()
            line = _read_line(record, report, seen)
            if line is not None:
                sessions.setdefault(line.session, []).append(line)
        stem = PurePath(source.name).stem
        for session, lines in sessions.items():
            name = stem if len(sessions) == 1 else f"{stem} · {session[:8]}"
            run = _Session(lines, report).write()
            if run.events:
                first = next((e.text for e in run.events if e.sender == USER), "")
                yield run.trace(name, task=first, metadata={"session_id": session})


def _records(source: Source) -> Iterator[Record]:
    for record in source.records():
        if isinstance(record.value, list):
            for index, item in enumerate(record.value):
                yield Record(item, f"{record.where}[{index}]")
        else:
            yield record


def _read_line(record: Record, report: Report, seen: dict[str, str]) -> _Line | None:
    raw, where = record.value, record.where
    if not isinstance(raw, dict):
        report.bad(f"A line must be an object, but this is {type_word(raw)}.", where)
        return None
    raw = _sub_agent_line(raw)
    kind = raw.get("type")
    if isinstance(kind, str) and kind not in _SPEAKS:
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
        message = read_message(body)
    except NotTextError as error:
        report.bad(f"The message can't be used: {error}.", where, "wrong-type")
        return None
    parent = text_or_none(raw.get("parentUuid"))
    chain = ""
    if raw.get("isSidechain") is True:
        chain = text_or_none(raw.get("agentId")) or seen.get(parent or "") or own
    started = text_or_none(raw.get("parent_tool_use_id"))
    seen[own] = chain = chain or started or ""
    return _Line(
        message, where, read_time(raw.get("timestamp")), chain,
        session=text_or_none(raw.get("sessionId")) or text_or_none(raw.get("session_id")) or "",
        agent_id=text_or_none(raw.get("agentId")),
        is_meta=raw.get("isMeta") is True,
        is_summary=raw.get("isCompactSummary") is True,
        message_id=text_or_none(body.get("id")),
        model=text_or_none(body.get("model")),
        tokens=read_tokens(body),
    )  # fmt: skip


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


@dataclass(slots=True)
class _Start:
    """A call that starts a sub-agent."""

    agent: str
    call_id: str | None
    prompt: str
    caller: str
    last: int | None = None
    """Index of the last words of the sub-agent."""
    taken: bool = False


class _Session:
    def __init__(self, lines: list[_Line], report: Report) -> None:
        if all(line.at is not None for line in lines):
            lines = sorted(lines, key=lambda line: (line.at, line.where == ""))
        self.lines = lines
        self.report = report
        self.run = RunWriter("claude_code")
        self.run.persons.add(USER)
        self.starts: list[_Start] = []
        self.by_chain: dict[str, _Start | None] = {}
        self.names: dict[str, str] = {}
        self.tools: dict[str, tuple[str, str]] = {}
        self.counted: set[str] = set()
        self.tokens: dict[str, int] = {}
        self.summed = False
        self.by_call: dict[str, _Start] = {}
        self.taken_names: set[str] = set()

    def write(self) -> RunWriter:
        self._name_sub_agents()
        for line in self.lines:
            self._write_line(line)
            line.message = _SPENT
        return self.run

    def _name_sub_agents(self) -> None:
        """Give each started sub-agent a name of its own."""
        kinds: dict[str, int] = {}
        for line in self.lines:
            for call in line.message.calls:
                if call.tool in STARTS:
                    kind = _argument(call.text, "subagent_type") or "sub-agent"
                    kinds[kind] = kinds.get(kind, 0) + 1
        self.kinds = kinds
        self.numbers: dict[str, int] = {}

    def _new_name(self, kind: str) -> str:
        self.numbers[kind] = number = self.numbers.get(kind, 0) + 1
        return kind if self.kinds.get(kind, 0) < 2 else f"{kind} {number}"

    def _speaker(self, line: _Line) -> str:
        if not line.chain:
            return MAIN
        if line.chain not in self.by_chain:
            text = line.message.text.strip()
            start = self.by_call.get(line.chain) or next(
                (s for s in self.starts if not s.taken and s.prompt == text), None
            )
            if start is not None:
                start.taken = True
            self.by_chain[line.chain] = start
            unnamed = f"sub-agent {line.agent_id}" if line.agent_id else "sub-agent"
            self.names[line.chain] = start.agent if start else self._free(unnamed)
        return self.names[line.chain]

    def _free(self, name: str) -> str:
        found, number = name, 1
        while found in self.taken_names:
            number += 1
            found = f"{name} {number}"
        self.taken_names.add(found)
        return found

    def _tokens(self, line: _Line) -> int | None:
        """Return the tokens of a model call once; its usage grows on each of its lines."""
        key = line.message_id
        if key is None:
            return line.tokens
        if not self.summed:
            self.summed = True
            for other in self.lines:
                own, count = other.message_id, other.tokens
                if own is not None and count is not None:
                    self.tokens[own] = max(count, self.tokens.get(own, 0))
        if key in self.counted:
            return None
        self.counted.add(key)
        return self.tokens.get(key)

    def _write_line(self, line: _Line) -> None:
        is_new = line.chain and line.chain not in self.by_chain
        agent = self._speaker(line)
        if line.message.role == "assistant":
            self._answer(line, agent)
            return
        for result in line.message.results:
            self._result(line, agent, result.text, result.call_id)
        text = line.message.text
        if not text.strip():
            return
        start = self.by_chain.get(line.chain) if line.chain else None
        if is_new and start is not None:
            return  # the prompt of the call that started it, word for word
        if line.is_summary:
            self.run.add(
                "message", agent, text, line.where, at=line.at, metadata={"private": True},
                rule=SUMMED_UP,
            )  # fmt: skip
            return
        mates = list(_MATE.finditer(text))
        for mate in mates:
            self.run.add(
                "message", mate["who"], mate["said"].strip(), line.where, at=line.at,
                recipients=(agent,),
            )  # fmt: skip
        text = _MATE.sub("", text) if mates else text
        if not text.strip():
            return
        sender = USER if not line.chain else MAIN
        self.run.add(
            "message", sender, text, line.where, at=line.at, recipients=(agent,),
            metadata={"meta": True} if line.is_meta else {},
            **({"recipients_from": "inferred", "rule": HANDS_OVER} if line.chain else {}),
        )  # fmt: skip

    def _answer(self, line: _Line, agent: str) -> None:
        if line.model is not None and not line.model.startswith("<"):
            self.run.models.setdefault(agent, line.model)
        tokens = self._tokens(line)
        common: dict[str, Any] = {"at": line.at}
        for thought in line.message.thoughts:
            self.run.add(
                "message", agent, thought, line.where, metadata={"private": True},
                tokens=tokens, **common,
            )  # fmt: skip
            tokens = None
        if line.message.text.strip():
            values: dict[str, Any] = {
                "recipients": (USER,), "recipients_from": "inferred", "rule": SHOWN,
            }  # fmt: skip
            if line.chain:
                values = {"metadata": {"private": True}, "rule": INNER}
            index = self.run.add(
                "message", agent, line.message.text, line.where, tokens=tokens, **values, **common
            )
            tokens = None
            start = self.by_chain.get(line.chain) if line.chain else None
            if start is not None:
                start.last = index
        for call in line.message.calls:
            self._call(line, agent, call.tool, call.text, call.call_id, tokens)
            tokens = None

    def _call(
        self, line: _Line, agent: str, tool: str, text: str, call_id: str | None, tokens: int | None
    ) -> None:
        if call_id is not None:
            self.tools[call_id] = (tool, agent)
        mate = _argument(text, "recipient") or _argument(text, "to") if tool == SENDS else None
        if mate is not None:
            said = _argument(text, "content") or _argument(text, "message") or text
            self.run.add(
                "message", agent, said, line.where, at=line.at, recipients=(mate,), tool=tool,
                call_id=call_id, tokens=tokens,
            )  # fmt: skip
            return
        if tool not in STARTS:
            self.run.add(
                "tool_call", agent, text, line.where, at=line.at, tool=tool, call_id=call_id,
                tokens=tokens,
            )  # fmt: skip
            return
        kind = _argument(text, "subagent_type") or "sub-agent"
        prompt = _argument(text, "prompt") or text
        name = self._new_name(kind)
        self.taken_names.add(name)
        start = _Start(name, call_id, prompt.strip(), agent)
        self.starts.append(start)
        if call_id is not None:
            self.by_call.setdefault(call_id, start)
        title = _argument(text, "description")
        self.run.add(
            "message", agent, prompt, line.where, at=line.at, recipients=(name,), tool=tool,
            call_id=call_id, tokens=tokens, kind_from="inferred", rule=HANDS_OVER,
            metadata={"title": title} if title else {},
        )  # fmt: skip

    def _result(self, line: _Line, agent: str, text: str, call_id: str | None) -> None:
        tool, caller = self.tools.get(call_id or "", ("tool", agent))
        start = self.by_call.get(call_id) if call_id else None
        if start is None:
            self.run.add(
                "tool_result", tool, text, line.where, at=line.at, recipients=(caller,), tool=tool,
                call_id=call_id,
            )  # fmt: skip
            return
        last = start.last
        if last is not None and self.run.events[last].text.strip() == text.strip():
            self.run.change(
                last, recipients=(caller,), recipients_from="recorded", rule=RETURNS, metadata={}
            )
            return
        self.run.add(
            "message", start.agent, text, line.where, at=line.at, recipients=(caller,),
            kind_from="inferred", rule=RETURNS, call_id=call_id,
        )  # fmt: skip


def _argument(text: str, key: str) -> str | None:
    found = read_nested(text)
    return text_or_none(found.get(key)) if isinstance(found, dict) else None
