"""LangGraph: the state of a graph, its history, and streams of updates by node.

Each node's update repeats earlier messages: a message counts once, by its id or by its words. The
agent is the message's name, else the node that first brought it. A node that names the next node
hands over to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.conversation import converse
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.importers.turns import read_turns
from core.trace.model import Trace

_MODES: Final = ("updates", "values", "messages", "debug", "custom", "tasks", "checkpoints")
_TYPES: Final = ("human", "ai", "tool", "system", "remove", "AIMessageChunk")
_ENDS: Final = ("__end__", "END", "FINISH", "")


def _plain(value: Any) -> dict[str, Any] | None:
    """Return a LangChain message as a plain object, whichever of its forms it is in."""
    if not isinstance(value, dict):
        return None
    names, kwargs = value.get("id"), value.get("kwargs")
    if value.get("lc") == 1 and isinstance(kwargs, dict) and isinstance(names, list) and names:
        kind = str(names[-1]).removesuffix("Chunk").removesuffix("Message").casefold()
        return {"type": kind, **kwargs}
    data = value.get("data")
    if value.get("type") in _TYPES and isinstance(data, dict) and "content" in data:
        return {"type": value["type"], **data}
    if value.get("type") in _TYPES and "content" in value:
        return value
    return None


def _messages(value: Any) -> list[Any] | None:
    """Return the messages of a state or an update, if it has any."""
    if isinstance(value, dict):
        found = value.get("messages")
        if isinstance(found, dict):
            found = [found]
        if isinstance(found, list) and any(map(_plain, found[:5])):
            return found
    return None


def _is_update(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and 0 < len(value) <= 20
        and any(_messages(inner) is not None for inner in value.values())
        and all(isinstance(inner, dict | list | None) for inner in value.values())
    )


def _is_snapshot(value: Any) -> bool:
    return isinstance(value, dict) and _messages(value.get("values")) is not None


def _is_constructed(value: Any) -> bool:
    found = _messages(value)
    return found is not None and any(
        isinstance(item, dict) and (item.get("lc") == 1 or "data" in item) for item in found
    )


def _chunk(value: Any) -> Any:
    """Return what a stream carries without the name of its mode."""
    if isinstance(value, list) and len(value) == 2 and value[0] in _MODES:
        return value[1]
    if isinstance(value, list) and len(value) == 3 and value[1] in _MODES:
        return value[2]
    if isinstance(value, dict) and value.get("event") in _MODES and "data" in value:
        return value["data"]
    return value


def _is_part(value: Any) -> bool:
    inner = _chunk(value)
    if isinstance(inner, list) and inner and _plain(inner[0]) and inner is not value:
        return True
    return (
        _is_update(inner)
        or _is_snapshot(inner)
        or _is_constructed(inner)
        or (inner is not value and _messages(inner) is not None)
    )


class LangGraphImporter:
    """States and streams of LangGraph."""

    name = "langgraph"
    title = "LangGraph state or stream"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a state, an update, or a list of either."""
        first = source.first
        if _is_part(first):
            return True
        return isinstance(first, list) and any(map(_is_part, first[:5]))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the run; all parts of a file belong to one."""
        graph = _Graph(report)
        for record in source.records():
            value = record.value
            if _is_part(value) or not isinstance(value, list):
                graph.take(value, record.where)
            else:
                for index, item in enumerate(_in_order(value)):
                    graph.take(item, f"{record.where}[{index}]")
        turns = read_turns(graph.messages, graph.places, report)
        events, agents, orphan = converse(turns)
        if events:
            persons = {agent.name for agent in agents if agent.is_person}
            first = next((event for event in events if event.kind == "message"), None)
            asks = first is not None and first.sender in persons
            yield Trace(
                name=PurePath(source.name).stem,
                format=self.name,
                agents=agents,
                events=events,
                task=first.text if first is not None and asks else "",
                metadata={"system_prompt": orphan} if orphan else {},
            )


def _in_order(items: list[Any]) -> list[Any]:
    """Return a state's history from its beginning; it is handed out newest first."""
    steps = []
    for item in items:
        metadata = item.get("metadata") if isinstance(item, dict) else None
        step = metadata.get("step") if isinstance(metadata, dict) else None
        if not isinstance(step, int):
            return items
        steps.append(step)
    return [item for _, item in sorted(zip(steps, items, strict=True), key=lambda pair: pair[0])]


@dataclass
class _Graph:
    report: Report
    messages: list[Any] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)

    def take(self, value: Any, where: str) -> None:
        inner = _chunk(value)
        if _is_snapshot(inner):
            metadata = inner.get("metadata")
            node = None
            if isinstance(metadata, dict):
                writes = metadata.get("writes")
                node = text_or_none(metadata.get("langgraph_node"))
                if node is None and isinstance(writes, dict) and len(writes) == 1:
                    node = text_or_none(next(iter(writes)))
            self._add(_messages(inner["values"]) or [], node, f"{where}.values.messages")
        elif (found := _messages(inner)) is not None:
            self._add(found, None, f"{where}.messages")
        elif isinstance(inner, list) and inner and _plain(inner[0]):
            about = inner[1] if len(inner) > 1 and isinstance(inner[1], dict) else {}
            self._add(inner[:1], text_or_none(about.get("langgraph_node")), where)
        elif isinstance(inner, dict):
            for node, update in inner.items():
                self._update(node, update, f"{where}.{node}")
        else:
            self.report.record()
            self.report.bad("This is no part of a graph's state.", where)

    def _update(self, node: str, update: Any, where: str) -> None:
        for part in update if isinstance(update, list) else [update]:
            self._add(_messages(part) or [], node, f"{where}.messages")
            for key in ("next", "goto"):
                target = text_or_none(part.get(key)) if isinstance(part, dict) else None
                if target is not None and target not in _ENDS and target != node:
                    self.messages.append(
                        {"name": node, "role": node, "content": "", "to": [target]}
                    )
                    self.places.append(where)

    def _add(self, messages: list[Any], node: str | None, where: str) -> None:
        now: dict[str, int] = {}
        for index, raw in enumerate(messages):
            message = _plain(raw)
            if message is None:
                self.messages.append(raw)
                self.places.append(f"{where}[{index}]")
                continue
            own = id_text(message.get("id"))
            key = own or json_text(
                [message.get("type"), message.get("content"), message.get("tool_calls")]
            )
            now[key] = now.get(key, 0) + 1
            if now[key] <= self.seen.get(key, 0):
                continue
            self.seen[key] = 1 if own is not None else now[key]
            found = {name: item for name, item in message.items() if name != "id"}
            if found.get("type") in ("ai", "AIMessageChunk"):
                found["type"] = "ai"
                if not text_or_none(found.get("name")) and node is not None:
                    found["name"] = node
            self.messages.append(found)
            self.places.append(f"{where}[{index}]")
