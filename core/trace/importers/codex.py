"""Codex sessions: rollout files, new and old, and the events that ``codex exec --json`` prints.

A rollout holds what the model was given and wrote (``response_item``) and, a second time, what the
screen showed (``event_msg``); only the first is read, and of the second the tokens. Texts that the
program itself writes under the user's role are no words of a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.chat import Run, read_run
from core.trace.importers.fields import json_text, read_count, read_nested, text_or_none
from core.trace.model import Trace

AGENT: Final = "Codex"
_WRAPPED: Final = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
_STREAMED: Final = ("thread.started", "turn.started", "item.started", "item.completed")
_SHELL: Final = "local_shell_call"
_OWN: Final = (
    "<environment_context>", "<user_instructions>", "<permissions", "<INSTRUCTIONS>",
    "# AGENTS.md instructions", "<turn_aborted>", "<collaboration_mode>", "<skills_instructions>",
)  # fmt: skip
"""How texts start that the program puts before a person's words."""


def _is_line(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if kind in _WRAPPED:
        return isinstance(value.get("payload"), dict)
    if kind in _STREAMED:
        return "item" in value or "thread_id" in value
    return "instructions" in value and "git" in value and "timestamp" in value


class CodexImporter:
    """Sessions of OpenAI's Codex command line."""

    name = "codex"
    title = "Codex session"

    def sniff(self, source: Source) -> bool:
        """Whether the first line belongs to a session."""
        first = source.first
        return _is_line(first[0] if isinstance(first, list) and first else first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the session."""
        session = _Session()
        for record in source.records():
            items = record.value if isinstance(record.value, list) else [record.value]
            for index, item in enumerate(items):
                where = record.where if item is record.value else f"{record.where}[{index}]"
                if isinstance(item, dict):
                    session.take(item, where)
                else:
                    report.record()
                    report.bad("A line of a session must be an object.", where)
        session.end()
        run = Run(session.messages, "", session.about)
        trace = read_run(
            run, PurePath(source.name).stem, report, places=session.places, format_name=self.name
        )
        if trace is not None:
            yield trace


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


class _Session:
    """Takes lines and keeps what they say as chat messages."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.places: list[str] = []
        self.about: dict[str, Any] = {}
        self.shown: list[tuple[dict[str, Any], str]] = []
        """What the screen showed: read where the file holds nothing else."""
        self.last: dict[str, Any] | None = None
        """The last message that the model wrote and whose tokens are not known yet."""

    def take(self, line: dict[str, Any], where: str) -> None:
        payload = line.get("payload")
        kind = line.get("type")
        if kind in _STREAMED or (isinstance(kind, str) and kind.startswith(("turn.", "thread."))):
            self._streamed(line, where)
        elif not isinstance(payload, dict):
            if isinstance(kind, str):
                self._item(line, where, line.get("timestamp"))
            else:
                self._session(line, where)
        elif kind == "session_meta":
            self._session(payload, where)
        elif kind == "turn_context":
            if text_or_none(payload.get("model")):
                self.about["model"] = payload["model"]
        elif kind == "response_item":
            self._item(payload, where, line.get("timestamp"))
        elif kind == "event_msg":
            self._tokens(payload)
            self._shown(payload, where, line.get("timestamp"))

    def _shown(self, payload: dict[str, Any], where: str, at: Any) -> None:
        role = {"user_message": "user", "agent_message": "assistant"}.get(str(payload.get("type")))
        if role is not None and text_or_none(payload.get("message")):
            message = {"role": role, "content": payload["message"], "timestamp": at}
            if role == "assistant":
                message["name"] = AGENT
            self.shown.append((message, where))

    def end(self) -> None:
        """Take what the screen showed where no message is kept otherwise."""
        if not any(message.get("role") in ("user", "assistant") for message in self.messages):
            self.messages += [message for message, _ in self.shown]
            self.places += [where for _, where in self.shown]

    def _session(self, meta: dict[str, Any], where: str) -> None:
        if text_or_none(meta.get("id")):
            self.about["session_id"] = meta["id"]
        instructions = meta.get("instructions") or meta.get("base_instructions")
        if isinstance(instructions, dict):
            instructions = instructions.get("text")
        if text_or_none(instructions):
            self._add({"role": "system", "content": instructions}, where)

    def _add(self, message: dict[str, Any], where: str, at: Any = None) -> None:
        if at is not None:
            message["timestamp"] = at
        if message.get("role") == "assistant":
            message["name"] = AGENT
            self.last = message
        self.messages.append(message)
        self.places.append(where)

    def _item(self, item: dict[str, Any], where: str, at: Any) -> None:
        kind = item.get("type") or ("message" if "role" in item else None)
        if kind == "message":
            self._message(item, where, at)
        elif kind == "reasoning":
            thoughts = [
                {"type": "thinking", "thinking": part.get("text")}
                for key in ("summary", "content")
                for part in _list(item.get(key))
                if isinstance(part, dict) and text_or_none(part.get("text"))
            ]
            if thoughts:
                self._add({"role": "assistant", "content": thoughts}, where, at)
        elif isinstance(kind, str) and kind.endswith("_call_output"):
            self._back(item.get("call_id"), None, item.get("output"), where, at)
        elif isinstance(kind, str) and kind.endswith("_call"):
            name = item.get("name") or kind.removesuffix("_call")
            given: Any = next(
                (item[key] for key in ("arguments", "input", "action", "query") if key in item), {}
            )
            call = {"id": item.get("call_id") or item.get("id"), "name": name, "arguments": given}
            self._add({"role": "assistant", "content": None, "tool_calls": [call]}, where, at)

    def _message(self, item: dict[str, Any], where: str, at: Any) -> None:
        role, content = item.get("role"), item.get("content")
        parts = content if isinstance(content, list) else [{"text": content}]
        texts = [part.get("text") for part in parts if isinstance(part, dict)]
        own = [text for text in texts if isinstance(text, str) and text.lstrip().startswith(_OWN)]
        if role == "user" and own and len(own) == len(texts):
            role = "system"
        self._add({"role": role, "content": content}, where, at)

    def _back(self, call_id: Any, tool: Any, output: Any, where: str, at: Any) -> None:
        found = read_nested(output)
        if isinstance(found, dict) and isinstance(found.get("output"), str):
            output = found["output"]  # the shell's words stand beside its exit code
        elif isinstance(found, dict) and isinstance(found.get("content"), str):
            output = found["content"]
        text = output if isinstance(output, str | list) else json_text(output or "")
        message = {"role": "tool", "tool_call_id": call_id, "name": tool, "content": text}
        self._add(message, where, at)

    def _tokens(self, payload: dict[str, Any]) -> None:
        """Count what the last call wrote, once: the line is written again at every change."""
        info = payload.get("info")
        usage = info.get("last_token_usage") if isinstance(info, dict) else None
        if payload.get("type") != "token_count" or not isinstance(usage, dict):
            return
        if self.last is not None:
            self.last["usage"] = {"output_tokens": read_count(usage.get("output_tokens"))}
            self.last = None

    def _streamed(self, line: dict[str, Any], where: str) -> None:
        if text_or_none(line.get("thread_id")):
            self.about["session_id"] = line["thread_id"]
        usage, item = line.get("usage"), line.get("item")
        if line.get("type") == "turn.completed" and isinstance(usage, dict):
            if self.last is not None:
                self.last["usage"] = {"output_tokens": read_count(usage.get("output_tokens"))}
            return
        if line.get("type") != "item.completed" or not isinstance(item, dict):
            return
        kind = item.get("type") or item.get("item_type")
        if kind in ("agent_message", "assistant_message"):
            self._add({"role": "assistant", "content": item.get("text")}, where)
        elif kind == "reasoning":
            thought = {"type": "thinking", "thinking": item.get("text")}
            self._add({"role": "assistant", "content": [thought]}, where)
        elif isinstance(kind, str) and kind not in ("error", "todo_list"):
            tool = item.get("tool") or kind
            given: Any = next(
                (item[key] for key in ("command", "arguments", "query", "changes") if key in item),
                {},
            )
            call = {"id": item.get("id"), "name": tool, "arguments": given}
            self._add({"role": "assistant", "content": None, "tool_calls": [call]}, where)
            back = item.get("aggregated_output", item.get("result", item.get("status")))
            self._back(item.get("id"), tool, back, where, None)
