"""Conversations of Kiro's and Amazon Q's command line: the saved state, or the lines of a session.

A state's history is a list of turns, each what went in (a prompt, or results of tools) and what came
back (words, or words and calls), as a pair or under ``user`` and ``assistant``. A session's lines say
their kind: ``Prompt``, ``AssistantMessage`` or ``ToolResults``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.importers.session_log import SessionLog, first_object, objects
from core.trace.model import Trace

AGENT: Final = "Kiro"
_ASKED: Final = ("Prompt", "ToolUseResults", "CancelledToolUses")
_KINDS: Final = ("Prompt", "AssistantMessage", "ToolResults")


def _pair(turn: Any) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]] | None:
    """Return what went in, what came back, and what is known of the request."""
    parts: tuple[Any, ...] = ()
    if isinstance(turn, list) and len(turn) == 2:
        parts = (*turn, {})
    elif isinstance(turn, dict):
        parts = tuple(turn.get(key, {}) for key in ("user", "assistant", "request_metadata"))
    if not parts or not isinstance(parts[0], dict):
        return None
    asked, said, about = (part if isinstance(part, dict) else {} for part in parts)
    content = asked.get("content")
    known = isinstance(content, dict) and any(key in content for key in _ASKED)
    return (asked, said, about) if known else None


def _history(value: Any) -> list[Any] | None:
    turns = value.get("history") if isinstance(value, dict) else None
    return turns if isinstance(turns, list) and any(map(_pair, turns[:5])) else None


def _is_line(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("kind") in _KINDS
        and isinstance(value.get("data"), dict)
        and isinstance(value["data"].get("content"), list)
    )


class KiroImporter:
    """Conversations of Kiro CLI and Amazon Q CLI."""

    name = "kiro"
    title = "Kiro CLI conversation"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a conversation's state or a line of a session."""
        first = first_object(source)
        return _history(first) is not None or _is_line(first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each state; lines are one session."""
        session = SessionLog()
        for record in objects(source, report):
            turns = _history(record.value)
            if turns is not None:
                trace = _state(record.value, turns, record.where).trace(source, report, self.name)
                if trace is not None:
                    yield trace
            elif _is_line(record.value):
                _line(session, record.value, record.where)
            elif record.value.get("kind") is None:
                report.bad("This is no turn of a conversation.", record.where)
        if session.messages:
            trace = session.trace(source, report, self.name)
            if trace is not None:
                yield trace


def _state(value: dict[str, Any], turns: list[Any], where: str) -> SessionLog:
    log = SessionLog()
    own = id_text(value.get("conversation_id"))
    if own is not None:
        log.about["session_id"] = own
    model = value.get("model_info")
    model = model.get("model_id") if isinstance(model, dict) else value.get("model")
    if isinstance(model, str):
        log.about["model"] = model
    for index, turn in enumerate(turns):
        found = _pair(turn)
        if found is not None:
            asked, said, about = found
            place = f"{where}.history[{index}]"
            _asked(log, asked["content"], place, asked.get("timestamp"))
            _said(log, said, place, about.get("stream_end_timestamp_ms"))
    return log


def _asked(log: SessionLog, content: dict[str, Any], where: str, at: Any) -> None:
    held: dict[str, Any] = next(
        (content[key] for key in _ASKED if isinstance(content.get(key), dict)), {}
    )
    results = held.get("tool_use_results")
    for result in results if isinstance(results, list) else ():
        if isinstance(result, dict):
            log.back(result.get("tool_use_id"), _words(result.get("content")), where, at=at)
    if text_or_none(held.get("prompt")):
        log.add({"role": "user", "content": held["prompt"]}, where, at)


def _said(log: SessionLog, said: dict[str, Any], where: str, at: Any) -> None:
    held: dict[str, Any] = next(
        (said[key] for key in ("ToolUse", "Response") if isinstance(said.get(key), dict)), {}
    )
    uses = held.get("tool_uses")
    calls = [
        {"id": use.get("id"), "name": use.get("name"), "arguments": use.get("args", {})}
        for use in (uses if isinstance(uses, list) else ())
        if isinstance(use, dict)
    ]
    _answer(log, text_or_none(held.get("content")), calls, where, at)


def _answer(
    log: SessionLog, text: str | None, calls: list[dict[str, Any]], where: str, at: Any
) -> None:
    if text is not None or calls:
        message = {"role": "assistant", "name": AGENT, "content": text, "tool_calls": calls}
        log.add(message, where, at)


def _line(log: SessionLog, line: dict[str, Any], where: str) -> None:
    data = line["data"]
    about = data.get("meta")
    at = about.get("timestamp") if isinstance(about, dict) else None
    parts = [part for part in data["content"] if isinstance(part, dict)]
    text = _words([part for part in parts if part.get("kind") == "text"]).strip() or None
    inner = [
        (part.get("kind"), part["data"]) for part in parts if isinstance(part.get("data"), dict)
    ]
    if line["kind"] == "Prompt":
        if text is not None:
            log.add({"role": "user", "content": text}, where, at)
    elif line["kind"] == "AssistantMessage":
        calls = [
            {"id": use.get("toolUseId"), "name": use.get("name"), "arguments": use.get("input", {})}
            for kind, use in inner
            if kind == "toolUse"
        ]
        _answer(log, text, calls, where, at)
    else:
        for kind, result in inner:
            if kind == "toolResult":
                log.back(result.get("toolUseId"), _words(result.get("content")), where, at=at)


def _words(parts: Any) -> str:
    """Return the words of a result's parts; data as JSON."""
    found: list[str] = []
    for part in parts if isinstance(parts, list) else [parts]:
        value = part
        if isinstance(part, dict):
            keys = ("Text", "Json", "data")
            value = next((part[key] for key in keys if part.get(key) is not None), None)
        if value is not None:
            found.append(json_text(value))
    return "\n".join(found)
