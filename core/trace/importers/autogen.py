"""AutoGen AgentChat events: a list of messages that say their source, wrapped or bare."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.autogen_print import is_printed, read_printed
from core.trace.importers.base import Report, Source
from core.trace.importers.conversation import converse
from core.trace.importers.fields import json_text
from core.trace.importers.turns import read_turns
from core.trace.manner import first_request
from core.trace.model import Trace

_DESCRIPTIVE: Final[tuple[str, ...]] = (
    "started_at_unix", "version", "id", "question_ID", "topology", "system_prompts",
)  # fmt: skip

_TYPE_LENGTH: Final = 200
"""A printed message names its type within so many characters."""
_RESULTS: Final = "FunctionExecutionResultMessage"
"""What tools gave back, in the context of AutoGen's core; it has no source."""
_ACTS: Final = ("ToolCallRequestEvent", "ToolCallExecutionEvent", "ThoughtEvent", _RESULTS)
_KNOWN: Final = (
    "events", "messages", "history", "task", "question", "agent_states", "team_result",
    "task_result", "result",
)  # fmt: skip
"""Keys whose values are in the events already."""


def _event(value: Any) -> dict[str, Any] | None:
    """Return the event itself, out of the wrapper that names its type."""
    if not isinstance(value, dict):
        return None
    inner = value.get("model_dump", value)
    content = value.get("content")
    if isinstance(content, str):
        if content.startswith("TaskResult: messages="):
            return {"type": "TaskResult"}
        if ": " in content[:_TYPE_LENGTH]:
            printed = read_printed(content)
            if printed is not None or is_printed(content):
                return printed
    if not isinstance(inner, dict):
        return None
    return inner if "type" in inner else {"type": value.get("type"), **inner}


def _is_event(value: Any) -> bool:
    event = _event(value)
    return (
        event is not None
        and isinstance(event.get("source"), str)
        and isinstance(event.get("type"), str)
        and event["type"].endswith(("Message", "Event"))
        and "content" in event
    )


def _events_of(value: Any) -> tuple[list[Any], str] | None:
    """Return the events in a document and the key that they lie under."""
    if isinstance(value, list) and any(map(_is_event, value[:5])):
        return value, ""
    if isinstance(value, dict):
        for key in ("events", "messages", "history"):
            items = value.get(key)
            if isinstance(items, list) and any(map(_is_event, items[:5])):
                return items, f".{key}"
        for key in ("team_result", "task_result", "result"):  # AutoGen Studio keeps runs so
            inner = _events_of(value.get(key)) if isinstance(value.get(key), dict) else None
            if inner is not None:
                return inner[0], f".{key}{inner[1]}"
        return _thread(value)
    return None


def _runs_of(value: Any, most: int | None = None) -> list[tuple[Any, str]]:
    """Return the documents with events in a value: itself, or those of a list of runs."""
    if _events_of(value) is not None:
        return [(value, "")]
    runs = value.get("runs") if isinstance(value, dict) else value
    key = "" if runs is value else ".runs"
    return [
        (item, f"{key}[{index}]")
        for index, item in enumerate(runs[:most] if isinstance(runs, list) else ())
        if isinstance(item, dict) and _events_of(item) is not None
    ]


def _thread(value: dict[str, Any]) -> tuple[list[Any], str] | None:
    """Return the messages in the saved state of a team: those of its manager."""
    states = value.get("agent_states")
    for name, state in states.items() if isinstance(states, dict) else ():
        path = f".agent_states.{name}"
        for inner, place in ((state, path), (_inner(state), f"{path}.agent_state")):
            items = inner.get("message_thread") if isinstance(inner, dict) else None
            if isinstance(items, list) and any(map(_is_event, items[:5])):
                return items, f"{place}.message_thread"
    return None


def _inner(state: Any) -> Any:
    return state.get("agent_state") if isinstance(state, dict) else None


class AutogenImporter:
    """Messages and events as AutoGen's agents emit them."""

    name = "autogen"
    title = "AutoGen events"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds AutoGen events."""
        first = source.first
        return bool(_runs_of(first, 3)) or (source.is_lines and _is_event(first))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each list of events; events on lines of their own are one list."""
        stem = PurePath(source.name).stem
        if source.is_lines and _is_event(source.first):
            records = list(source.records())
            places = [record.where for record in records]
            yield from self._trace([record.value for record in records], places, {}, stem, report)
            return
        for record in source.records():
            runs = _runs_of(record.value)
            if not runs:
                report.record()
                report.bad("This holds no list of AutoGen events.", record.where)
            for value, place in runs:
                items, key = _events_of(value) or ([], "")
                where = f"{record.where}{place}"
                places = [f"{where}{key}[{index}]" for index in range(len(items))]
                beside = value if isinstance(value, dict) else {}
                name = f"{stem} · {where}" if source.is_lines or len(runs) > 1 else stem
                yield from self._trace(items, places, beside, name, report)

    def _trace(
        self,
        items: list[Any],
        places: list[str],
        beside: dict[str, Any],
        name: str,
        report: Report,
    ) -> Iterator[Trace]:
        messages, kept = [], []
        for item, where in zip(items, places, strict=True):
            event = _event(item)
            if event is not None and event.get("type") == "TaskResult":
                report.info("The result repeats all messages; it was left out.", where, "repeated")
                continue
            messages.append(item if event is None else _as_message(event))
            kept.append(where)
        events, agents, _ = converse(read_turns(messages, kept, report))
        if not events:
            return
        task = beside.get("task") or beside.get("question")
        task = task.get("content") if isinstance(task, dict) else task
        metadata: dict[str, Any] = {key: beside[key] for key in _DESCRIPTIVE if key in beside}
        known = (*_KNOWN, *_DESCRIPTIVE)
        yield Trace(
            name=name,
            format=self.name,
            agents=agents,
            events=events,
            task=task if isinstance(task, str) else _request(events, agents),
            labels={key: value for key, value in beside.items() if key not in known},
            metadata=metadata,
        )


def _request(events: tuple[Any, ...], agents: tuple[Any, ...]) -> str:
    persons = {agent.name for agent in agents if agent.is_person}
    return first_request(events, persons) if events[0].sender in persons else ""


def _as_message(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event as a chat message."""
    kind, content = event.get("type"), event.get("content")
    parts = content if isinstance(content, list) else []
    found = event.copy()
    found.pop("type", None)
    if not parts and kind not in _ACTS:
        return found  # words
    if kind == "ToolCallRequestEvent" or (kind == "AssistantMessage" and parts):
        found |= {"content": None, "tool_calls": parts}
        return found
    if kind in ("ToolCallExecutionEvent", _RESULTS):
        results = [
            {
                "type": "tool_result",
                "call_id": part.get("call_id"),
                "name": part.get("name"),
                "content": json_text(part.get("content") or ""),
            }
            for part in parts
            if isinstance(part, dict)
        ]
        role = {"role": "tool"} if kind == _RESULTS else {}
        found |= {**role, "content": results}
        return found
    if kind == "ThoughtEvent" and isinstance(content, str):
        found["content"] = [{"type": "thinking", "thinking": content}]
    return found
