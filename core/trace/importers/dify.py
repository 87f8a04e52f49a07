"""Dify's messages: each holds a question, its answer, and what the agent did in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.fields import id_text, json_text, read_count, text_or_none
from core.trace.importers.session_log import SessionLog
from core.trace.model import Trace

AGENT: Final = "assistant"


def _is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("query"), str)
        and isinstance(value.get("answer"), str)
        and "conversation_id" in value
    )


def _messages(value: Any) -> list[Any] | None:
    items = value.get("data") if isinstance(value, dict) and "query" not in value else value
    items = items if isinstance(items, list) else [items]
    return items if any(map(_is_message, items[:3])) else None


class DifyImporter:
    """Messages as Dify's interface and its logs hand them out."""

    name = "dify"
    title = "Dify messages"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds messages with question and answer."""
        return _messages(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each conversation, its messages in the order of their times."""
        talks: dict[str, list[Record]] = {}
        for record in source.records():
            for index, item in enumerate(_messages(record.value) or [record.value]):
                where = record.where if item is record.value else f"{record.where}[{index}]"
                report.record()
                if _is_message(item):
                    own = id_text(item.get("conversation_id")) or ""
                    talks.setdefault(own, []).append(Record(item, where))
                else:
                    report.bad("This is no message with question and answer.", where)
        for own, records in talks.items():
            times = [read_count(record.value.get("created_at")) for record in records]
            if all(time is not None for time in times):
                records.sort(key=lambda record: record.value["created_at"])
            log = SessionLog()
            log.about["session_id"] = own
            for record in records:
                _take(log, record.value, record.where)
            trace = log.trace(source, report, self.name, own[:36] if len(talks) > 1 else "")
            if trace is not None:
                yield trace


def _take(log: SessionLog, message: dict[str, Any], where: str) -> None:
    log.add({"role": "user", "content": message["query"]}, where, message.get("created_at"))
    thoughts = message.get("agent_thoughts")
    for index, thought in enumerate(thoughts if isinstance(thoughts, list) else ()):
        if isinstance(thought, dict):
            _thought(log, thought, f"{where}.agent_thoughts[{index}]")
    if message["answer"].strip():
        log.add({"role": "assistant", "name": AGENT, "content": message["answer"]}, where)


def _thought(log: SessionLog, thought: dict[str, Any], where: str) -> None:
    at, tool = thought.get("created_at"), text_or_none(thought.get("tool"))
    if text_or_none(thought.get("thought")) and tool:
        inner = {"type": "thinking", "thinking": thought["thought"]}
        log.add({"role": "assistant", "name": AGENT, "content": [inner]}, where, at)
    if tool:
        key = id_text(thought.get("id"))
        log.call(AGENT, tool, thought.get("tool_input"), where, at=at, key=key)
        if thought.get("observation") not in (None, ""):
            log.back(key, json_text(thought["observation"]), where, tool=tool)
