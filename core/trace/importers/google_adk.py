"""Google ADK sessions: events with an author, in the old field names and the present ones.

A session is shared: its agents read what the others wrote. The file says who hands over to whom
where an agent transfers; for texts the next other author of the same invocation is taken as the
recipient, and the last answer of an invocation goes to the user.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.dialects import Message, read_message
from core.trace.importers.fields import (
    NotTextError,
    id_text,
    read_count,
    read_time,
    text_or_none,
)
from core.trace.importers.handing_over import handoff_target
from core.trace.importers.writer import RunWriter
from core.trace.manner import first_request
from core.trace.model import Trace
from core.trace.native import type_word

USER: Final = "user"
ANSWERS: Final = "the next other author of the session answers"
LAST: Final = "the last answer in a session goes to its user"
HANDS_OVER: Final = "a tool call that hands over to another agent"
ACTION: Final = "the event's action transfers to another agent"


def _get(value: Mapping[str, Any], *keys: str) -> Any:
    for key in keys:
        found = value.get(key)
        if found is not None:
            return found
    return None


def _is_event(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("author"), str)
        and any(key in value for key in ("content", "actions", "options"))
        and any(key in value for key in ("invocation_id", "invocationId", "id"))
    )


def _events_of(value: Any) -> list[Any] | None:
    items = value.get("events") if isinstance(value, dict) else value
    if items == [] and isinstance(value, dict) and {"app_name", "user_id"} <= set(value):
        return []  # a session in which nothing happened yet
    if isinstance(items, list) and any(map(_is_event, items[:5])):
        return items
    return None


class GoogleAdkImporter:
    """Sessions of Google's Agent Development Kit."""

    name = "google_adk"
    title = "Google ADK session"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds events with authors."""
        first = source.first
        return _events_of(first) is not None or (source.is_lines and _is_event(first))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each session; events on lines of their own are one session."""
        stem = PurePath(source.name).stem
        if source.is_lines and _is_event(source.first):
            records = list(source.records())
            places = [record.where for record in records]
            yield from _session([r.value for r in records], places, {}, stem, report)
            return
        for record in source.records():
            items = _events_of(record.value)
            if items is None:
                report.record()
                report.bad("This holds no ADK session.", record.where)
                continue
            is_object = isinstance(record.value, dict)
            root = f"{record.where}.events" if is_object else record.where
            places = [f"{root}[{index}]" for index in range(len(items))]
            name = f"{stem} · {record.where}" if source.is_lines else stem
            yield from _session(items, places, record.value if is_object else {}, name, report)


@dataclass(slots=True)
class _Turn:
    author: str
    raw: dict[str, Any]
    message: Message
    invocation: str
    where: str
    speaks: bool = field(init=False)

    def __post_init__(self) -> None:
        self.speaks = bool(self.message.text.strip())


def _read(items: list[Any], places: list[str], report: Report) -> list[_Turn]:
    turns: list[_Turn] = []
    seen: set[str] = set()
    for raw, where in zip(items, places, strict=True):
        report.record()
        if not isinstance(raw, dict):
            report.bad(f"An event must be an object, but this is {type_word(raw)}.", where)
            continue
        author = text_or_none(raw.get("author"))
        if author is None:
            report.bad("The event has no author.", where, "no-sender")
            continue
        key = id_text(raw.get("id"))
        if key is not None and key in seen:
            report.info("The event occurs twice and was counted once.", where, "duplicate-id")
            continue
        if raw.get("partial") is True:
            continue  # a piece of a streamed answer that comes whole later
        if key is not None:
            seen.add(key)
        content = raw.get("content")
        try:
            message = read_message(_plain(content if isinstance(content, dict) else {}))
        except NotTextError as error:
            report.bad(f"The event can't be used: {error}.", where, "wrong-type")
            continue
        invocation = id_text(_get(raw, "invocation_id", "invocationId")) or ""
        turns.append(_Turn(author, raw, message, invocation, where))
    return turns


def _plain(content: dict[str, Any]) -> dict[str, Any]:
    """Return the content without the empty fields that some versions write in each part."""
    parts = content.get("parts")
    if not isinstance(parts, list):
        return content
    kept: list[Any] = []
    for part in parts:
        if not isinstance(part, dict) or (len(part) == 1 and part.get("text") is not None):
            kept.append(part)
            continue
        found = {key: value for key, value in part.items() if value is not None}
        if found.get("thought") is True:
            found = {"type": "thinking", "text": found.get("text")}
        elif "inline_data" in found or "inlineData" in found:
            found = {"type": "media"}
        if found:
            kept.append(found)
    return {**content, "parts": kept}


def _session(
    items: list[Any], places: list[str], beside: dict[str, Any], name: str, report: Report
) -> Iterator[Trace]:
    turns = _read(items, places, report)
    run = RunWriter("google_adk")
    run.persons.add(USER)
    tokens = _read_logs(beside, run)
    tools: dict[str, str] = {}
    ahead = _Ahead(turns)
    for index, turn in enumerate(turns):
        _write(run, turns, index, ahead, tokens.get(id_text(turn.raw.get("id")) or ""), tools)
    if not run.events:
        return
    task = first_request(run.events, (USER,))
    metadata = {
        key: beside[key]
        for key in ("id", "app_name", "appName", "user_id", "userId", "current_agent_name")
        if isinstance(beside.get(key), str)
    }
    yield run.trace(name, task=task, metadata=metadata)


def _read_logs(beside: Mapping[str, Any], run: RunWriter) -> dict[str, int]:
    """Return written tokens by event id; old sessions keep model requests beside the events."""
    tokens: dict[str, int] = {}
    logs = beside.get("event_logs")
    authors = {
        id_text(event.get("id")): event.get("author")
        for event in beside.get("events") or ()
        if isinstance(event, dict)
    }
    for log in logs if isinstance(logs, list) else ():
        if not isinstance(log, dict):
            continue
        key = id_text(log.get("event_id"))
        request, answer = log.get("model_request"), log.get("model_response")
        author = authors.get(key)
        if isinstance(request, dict) and isinstance(author, str) and author.strip():
            config = request.get("config")
            if isinstance(config, dict) and isinstance(config.get("system_instruction"), str):
                run.describe(author.strip(), config["system_instruction"])
            model = text_or_none(request.get("model"))
            if model is not None:
                run.models.setdefault(author.strip(), model)
        usage = answer.get("usage_metadata") if isinstance(answer, dict) else None
        count = read_count(usage.get("candidates_token_count")) if isinstance(usage, dict) else None
        if key is not None and count is not None:
            tokens[key] = count
    return tokens


def _own_tokens(turn: _Turn) -> int | None:
    usage = _get(turn.raw, "usage_metadata", "usageMetadata")
    if not isinstance(usage, dict):
        return None
    return read_count(_get(usage, "candidates_token_count", "candidatesTokenCount"))


def _write(
    run: RunWriter,
    turns: list[_Turn],
    index: int,
    ahead: _Ahead,
    tokens: int | None,
    tools: dict[str, str],
) -> None:
    turn = turns[index]
    at = read_time(turn.raw.get("timestamp"))
    agent = turn.author
    tokens = tokens if tokens is not None else _own_tokens(turn)
    for thought in turn.message.thoughts:
        run.add("message", agent, thought, turn.where, at=at, metadata={"private": True})
    if turn.speaks:
        values = _recipients(turn, index, ahead)
        run.add("message", agent, turn.message.text, turn.where, at=at, tokens=tokens, **values)
        tokens = None
    handed = False
    for call in turn.message.calls:
        target = handoff_target(call)
        tools.setdefault(call.tool, agent)
        if target is None or target == agent:
            run.add(
                "tool_call", agent, call.text, turn.where, at=at, tool=call.tool,
                call_id=call.call_id, tokens=tokens,
            )  # fmt: skip
        else:
            handed = True
            run.add(
                "message", agent, call.text, turn.where, at=at, recipients=(target,),
                tool=call.tool, call_id=call.call_id, kind_from="inferred", rule=HANDS_OVER,
                tokens=tokens,
            )  # fmt: skip
        tokens = None
    for result in turn.message.results:
        tool = result.tool or "tool"
        run.add(
            "tool_result", tool, result.text, turn.where, at=at, recipients=(agent,), tool=tool,
            call_id=result.call_id,
        )  # fmt: skip
    actions = turn.raw.get("actions")
    target = None
    if isinstance(actions, dict):
        target = text_or_none(_get(actions, "transfer_to_agent", "transferToAgent"))
    if target is None or target == agent or handed:
        return
    if target not in {name for event in run.events[-3:] for name in event.recipients}:
        run.add(
            "message", agent, "", turn.where, at=at, recipients=(target,), kind_from="inferred",
            rule=ACTION, metadata={"text_missing": True},
        )  # fmt: skip


class _Ahead:
    """What follows each turn, found once, from the end.

    Attributes:
        other: By turn, the next author who speaks or calls, is another one and no user: within
            the same invocation, and anywhere after a user's turn.
        again: Last turn in which an author speaks, by invocation and author.
    """

    def __init__(self, turns: list[_Turn]) -> None:
        self.other: list[str | None] = [None] * len(turns)
        self.again: dict[tuple[str, str], int] = {}
        anywhere: str | None = None
        near: str | None = None  # the next acting author of the invocation, and the next other one
        after: str | None = None
        invocation: str | None = None
        for index in range(len(turns) - 1, -1, -1):
            turn = turns[index]
            author = turn.author
            if turn.invocation != invocation:
                invocation, near, after = turn.invocation, None, None
            if author == USER:
                self.other[index] = anywhere
            else:
                self.other[index] = after if near == author else near
            speaks = turn.speaks
            if speaks:
                self.again.setdefault((turn.invocation, author), index)
            if author != USER and (speaks or turn.message.calls):
                anywhere = author
                if near != author:
                    near, after = author, near


def _recipients(turn: _Turn, index: int, ahead: _Ahead) -> dict[str, Any]:
    other = ahead.other[index]
    if other is not None:
        return {
            "recipients": (other,), "recipients_from": "inferred", "rule": ANSWERS,
            "broadcast": True,
        }  # fmt: skip
    if turn.author == USER or ahead.again.get((turn.invocation, turn.author), index) > index:
        return {"recipients_from": "unknown", "broadcast": True}
    return {
        "recipients": (USER,), "recipients_from": "inferred", "rule": LAST, "broadcast": True,
    }  # fmt: skip
