"""Events of Anthropic's managed agents: bare, or as pairs of method and payload.

What a client sends comes back in the stream with an id and a time; it is counted once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from pathlib import PurePath
from typing import Any, Final, cast

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import (
    NotTextError,
    content_text,
    id_text,
    json_text,
    read_time,
    read_tokens,
    text_or_none,
)
from core.trace.importers.writer import RunWriter
from core.trace.manner import first_request
from core.trace.model import Trace

USER: Final = "user"
SHOWN: Final = "an agent's message is shown to the session's user"
ASKED: Final = "the user's message goes to the session's agent"
_PREFIXES: Final = ("user.", "agent.", "session.", "span.")
_CALLS: Final = ("agent.tool_use", "agent.mcp_tool_use", "agent.custom_tool_use")
_RESULTS: Final = ("agent.tool_result", "agent.mcp_tool_result", "user.custom_tool_result")
_RESULT_KEYS: Final = ("tool_use_id", "mcp_tool_use_id", "custom_tool_use_id")
_ANY: Final = ("no content",)
"""Stands for an event that says nothing of its content."""


def _is_event(value: Any) -> bool:
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or "." not in kind or not kind.startswith(_PREFIXES):
        return False
    return not isinstance(value.get("data"), dict)  # other assistants keep their words there


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and "sessions" in value[0]
        and isinstance(value[1], dict | list)
    )


class ManagedAgentsImporter:
    """Sessions of managed agents."""

    name = "managed_agents"
    title = "Anthropic managed-agent events"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is an event, a pair with one, or a list of either."""
        first = source.first
        if _is_pair(first) or (_is_event(first) and "id" in first):
            return True
        if isinstance(first, dict):
            first = first.get("data")
        head = first[:3] if isinstance(first, list) else ()
        return any(_is_pair(item) or (_is_event(item) and "id" in item) for item in head)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the session."""
        session = _Session(report)
        for record in source.records():
            value, where = record.value, record.where
            if isinstance(value, dict) and isinstance(value.get("data"), list):
                value, where = value["data"], f"{where}.data"
            if isinstance(value, list) and not _is_pair(value):
                for index, item in enumerate(value):
                    session.take(item, f"{where}[{index}]")
            else:
                session.take(value, where)
        if session.run.events:
            stem = PurePath(source.name).stem
            task = first_request(session.run.events, (USER,))
            yield session.run.trace(stem, task=task)


def _frozen(value: Any) -> Hashable:
    """Return a key that JSON values have in common if they are equal."""
    if isinstance(value, dict):
        return frozenset((key, _frozen(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return cast(Hashable, value)


class _Session:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.run = RunWriter("managed_agents")
        self.run.persons.add(USER)
        self.agent = "agent"
        self.threads: dict[str, str] = {}
        self.calls: dict[str, tuple[str, str]] = {}
        self.sent: defaultdict[Hashable, list[tuple[dict[str, Any], int]]] = defaultdict(list)
        """Events on their way, by kind and words; they come back in the stream."""
        self.request: int | None = None

    def take(self, value: Any, where: str) -> None:
        self.report.record()
        if _is_pair(value):
            method, payload = value
            if method.endswith("create") and isinstance(payload, dict):
                self._created(payload)
            elif method.endswith("send"):
                self._sent(payload, where)
            elif _is_event(payload):
                self._event(payload, where)
        elif _is_event(value):
            self._event(value, where)
        else:
            self.report.bad("This is no event of a session.", where)

    def _created(self, payload: dict[str, Any]) -> None:
        agent = payload.get("agent", payload)
        if not isinstance(agent, dict):
            return
        name = text_or_none(agent.get("name"))
        if name is None:
            return
        self.agent = name
        self.run.describe(name, agent.get("system"))
        model = agent.get("model")
        found = text_or_none(model.get("id") if isinstance(model, dict) else model)
        if found is not None:
            self.run.models[name] = found

    def _sent(self, payload: Any, where: str) -> None:
        for part in payload if isinstance(payload, list) else [payload]:
            events = part.get("events") if isinstance(part, dict) else None
            for event in events if isinstance(events, list) else ():
                if _is_event(event):
                    index = len(self.run.events)
                    self._event(event, where, is_sent=True)
                    if len(self.run.events) == index + 1:
                        words = _frozen(event["content"]) if "content" in event else _ANY
                        self.sent[event["type"], words].append((event, index))

    def _came_back(self, event: dict[str, Any]) -> bool:
        """Whether an event of the stream was sent before; its time and place count then."""
        first: tuple[int, list[tuple[dict[str, Any], int]], int] | None = None
        for words in (_frozen(event.get("content")), _ANY):
            waiting = self.sent.get((event["type"], words), [])
            for number, (sent, index) in enumerate(waiting):
                if all(event.get(key) == value for key, value in sent.items()):
                    if first is None or index < first[0]:
                        first = (index, waiting, number)
                    break
        if first is None:
            return False
        index, waiting, number = first
        del waiting[number]
        self.run.change(index, at=read_time(event.get("processed_at")))
        return True

    def _speaker(self, event: dict[str, Any]) -> str:
        name = text_or_none(event.get("agent_name"))
        thread = id_text(event.get("session_thread_id"))
        if name is not None and thread is not None:
            self.threads[thread] = name
        return name or self.threads.get(thread or "") or self.agent

    def _event(self, event: dict[str, Any], where: str, *, is_sent: bool = False) -> None:
        kind = event["type"]
        agent = self._speaker(event)
        if kind.startswith("session.") and self.agent == "agent":
            self.agent = agent
        if not is_sent and kind.startswith("user.") and self._came_back(event):
            return
        at = read_time(event.get("processed_at"))
        try:
            self._write(kind, event, agent, {"where": where, "at": at})
        except NotTextError as error:
            self.report.bad(f"The event can't be used: {error}.", where, "wrong-type")

    def _write(self, kind: str, event: dict[str, Any], agent: str, common: dict[str, Any]) -> None:
        run = self.run
        if kind == "user.message":
            run.add(
                "message", USER, content_text(event.get("content")), recipients=(agent,),
                recipients_from="inferred", rule=ASKED, **common,
            )  # fmt: skip
        elif kind == "agent.message":
            run.add(
                "message", agent, content_text(event.get("content")), recipients=(USER,),
                recipients_from="inferred", rule=SHOWN, **common,
            )  # fmt: skip
        elif kind == "agent.thinking":
            text = content_text(event.get("content") or event.get("thinking"))
            if text.strip():
                run.add("message", agent, text, metadata={"private": True}, **common)
        elif kind in _CALLS:
            self._call(event, agent, common)
        elif kind in _RESULTS:
            self._result(event, agent, common)
        elif kind == "user.tool_confirmation":
            tool, caller = self.calls.get(id_text(event.get("tool_use_id")) or "", ("tool", agent))
            said = text_or_none(event.get("result")) or ""
            reason = text_or_none(event.get("deny_message"))
            run.add(
                "message", USER, f"{said}: {reason}" if reason else said, recipients=(caller,),
                call_id=id_text(event.get("tool_use_id")), metadata={"approval_of": tool}, **common,
            )  # fmt: skip
        elif kind == "span.model_request_start":
            self.request = len(run.events)
        elif kind == "span.model_request_end":
            self._count(event)

    def _call(self, event: dict[str, Any], agent: str, common: dict[str, Any]) -> None:
        tool = text_or_none(event.get("name")) or "tool"
        call_id = id_text(event.get("id"))
        if call_id is not None:
            self.calls[call_id] = (tool, agent)
        metadata = {}
        if isinstance(event.get("evaluated_permission"), str):
            metadata["permission"] = event["evaluated_permission"]
        text = "" if event.get("input") is None else json_text(event["input"])
        self.run.add(
            "tool_call", agent, text, tool=tool, call_id=call_id, metadata=metadata, **common
        )

    def _result(self, event: dict[str, Any], agent: str, common: dict[str, Any]) -> None:
        call_id = next((key for name in _RESULT_KEYS if (key := id_text(event.get(name)))), None)
        known = self.calls.get(call_id or "")
        tool, caller = known or ("tool", agent)
        self.run.add(
            "tool_result", tool, content_text(event.get("content")), recipients=(caller,),
            tool=tool, call_id=call_id, **common,
        )  # fmt: skip

    def _count(self, event: dict[str, Any]) -> None:
        """Give a model call's tokens to the first thing that it wrote."""
        tokens = read_tokens({"usage": event.get("model_usage")})
        start, self.request = self.request, None
        if tokens is None or start is None:
            return
        for index in range(start, len(self.run.events)):
            found = self.run.events[index]
            if found.sender != USER and found.kind in ("message", "tool_call"):
                self.run.change(index, tokens=tokens)
                return
