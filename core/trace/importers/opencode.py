"""OpenCode: a session as ``opencode export`` writes it, lists of its messages, and its stream of parts.

What ``opencode run --format json`` prints are the parts of the answers alone, a line each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.importers.session_log import SessionLog
from core.trace.model import Trace

AGENT: Final = "OpenCode"


def _is_message(value: Any) -> bool:
    info = value.get("info") if isinstance(value, dict) else None
    return isinstance(info, dict) and "role" in info and isinstance(value.get("parts"), list)


def _messages(value: Any) -> tuple[list[Any], str] | None:
    """Return the messages of a session and the key that they lie under."""
    if isinstance(value, list) and any(map(_is_message, value[:3])):
        return value, ""
    found = value.get("messages") if isinstance(value, dict) else None
    if isinstance(found, list) and any(map(_is_message, found[:3])):
        return found, ".messages"
    return ([value], "") if _is_message(value) else None


def _is_streamed(value: Any) -> bool:
    """Whether a value is a line of the stream: a part of an answer, or an error."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("type"), str)
        and "sessionID" in value
        and isinstance(value.get("part", value.get("error")), dict)
    )


class OpenCodeImporter:
    """Sessions of OpenCode and of programs made from it."""

    name = "opencode"
    title = "OpenCode session"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a session, or its messages."""
        return _messages(source.first) is not None or _is_streamed(source.first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the session."""
        log = SessionLog()
        step = 0
        for record in source.records():
            if _is_streamed(record.value):
                report.record()
                step = _line(log, record.value, record.where, step)
                continue
            items, key = _messages(record.value) or ([record.value], "")
            info = record.value.get("info") if isinstance(record.value, dict) else None
            if isinstance(info, dict) and id_text(info.get("id")) and key:
                log.about["session_id"] = info["id"]
            for index, item in enumerate(items):
                single = item is record.value
                where = record.where if single else f"{record.where}{key}[{index}]"
                report.record()
                if _is_message(item):
                    _take(log, item["info"], item["parts"], where)
                else:
                    report.bad("This is no message with its parts.", where)
        trace = log.trace(source, report, self.name)
        if trace is not None:
            yield trace


def _line(log: SessionLog, line: dict[str, Any], where: str, step: int) -> int:
    """Take a line of the stream; returns where the messages of its step begin."""
    at, part = line.get("timestamp"), line.get("part")
    if id_text(line.get("sessionID")):
        log.about.setdefault("session_id", line["sessionID"])
    if not isinstance(part, dict):
        error = line["error"]
        data = error.get("data")
        said = data.get("message") if isinstance(data, dict) else error.get("message")
        words = text_or_none(said) or text_or_none(error.get("name")) or json_text(error)
        log.add({"role": "assistant", "name": AGENT, "content": f"Error: {words}"}, where, at)
    elif part.get("type") == "step-start":
        return len(log.messages)
    elif part.get("type") == "step-finish":
        tokens = part.get("tokens")
        if isinstance(tokens, dict) and len(log.messages) > step:
            log.messages[step]["usage"] = {"output_tokens": tokens.get("output")}
        return len(log.messages)
    else:
        _part(log, part, AGENT, where, at)
    return step


def _take(log: SessionLog, info: dict[str, Any], parts: list[Any], where: str) -> None:
    time = info.get("time")
    at = time.get("created") if isinstance(time, dict) else None
    if info.get("role") == "user":
        said = [
            part["text"]
            for part in parts
            if isinstance(part, dict) and _is_text(part) and part.get("synthetic") is not True
        ]
        if said:
            log.add({"role": "user", "content": "\n".join(said)}, where, at)
        return
    agent = text_or_none(info.get("agent")) or text_or_none(info.get("mode")) or AGENT
    model = text_or_none(info.get("modelID"))
    if model is not None:
        log.about.setdefault("model", model)
    before = len(log.messages)
    for part in parts:
        if isinstance(part, dict):
            _part(log, part, agent, where, at)
    tokens = info.get("tokens")
    if isinstance(tokens, dict) and len(log.messages) > before:
        log.messages[before]["usage"] = {"output_tokens": tokens.get("output")}


def _is_text(part: dict[str, Any]) -> bool:
    return part.get("type") == "text" and text_or_none(part.get("text")) is not None


def _part(log: SessionLog, part: dict[str, Any], agent: str, where: str, at: Any) -> None:
    kind = part.get("type")
    message: dict[str, Any] = {"role": "assistant", "name": agent}
    if _is_text(part):
        log.add({**message, "content": part["text"]}, where, at)
    elif kind == "reasoning" and text_or_none(part.get("text")):
        thought = {"type": "thinking", "thinking": part["text"]}
        log.add({**message, "content": [thought]}, where, at)
    elif kind == "tool":
        state = part.get("state")
        state = state if isinstance(state, dict) else {}
        key, tool = id_text(part.get("callID")), part.get("tool")
        times = state.get("time")
        times = times if isinstance(times, dict) else {}
        given = state.get("input")
        log.call(agent, tool, given, where, at=times.get("start", at), key=key)
        back = state.get("output", state.get("error"))
        if back is not None:
            log.back(key, json_text(back), where, at=times.get("end", at), tool=tool)
