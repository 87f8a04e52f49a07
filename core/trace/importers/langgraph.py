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
from core.trace.importers.dialects import looks_like_message
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.importers.turns import read_turns
from core.trace.manner import first_request
from core.trace.model import Trace

_MODES: Final = ("updates", "values", "messages", "debug", "custom", "tasks", "checkpoints")
_TYPES: Final = ("human", "ai", "tool", "system", "remove", "AIMessageChunk")
_ENDS: Final = ("__end__", "END", "FINISH", "")


def plain_message(value: Any) -> dict[str, Any] | None:
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


def graph_messages(value: Any) -> list[Any] | None:
    """Return the messages of a state or an update, if it has any."""
    if isinstance(value, dict):
        found = value.get("messages")
        if isinstance(found, dict):
            found = [found]
        if isinstance(found, list) and any(map(plain_message, found[:5])):
            return found
    return None


def _is_update(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and 0 < len(value) <= 20
        and any(graph_messages(inner) is not None for inner in value.values())
        and all(isinstance(inner, dict | list | None) for inner in value.values())
    )


def _is_snapshot(value: Any) -> bool:
    return isinstance(value, dict) and graph_messages(value.get("values")) is not None


def _is_constructed(value: Any) -> bool:
    found = graph_messages(value)
    return found is not None and any(
        isinstance(item, dict) and (item.get("lc") == 1 or "data" in item) for item in found
    )


def _chunk(value: Any) -> Any:
    """Return what a stream carries without the name of its mode."""
    if isinstance(value, list) and len(value) == 2 and value[0] in _MODES:
        return value[1]
    if isinstance(value, list) and len(value) == 3 and value[1] in _MODES:
        return value[2]
    if isinstance(value, dict) and "data" in value and "content" not in value:
        data = value["data"]
        if value.get("event") in _MODES or ("ns" in value and value.get("type") in _MODES):
            return _step(data)
    return _step(value)


def _step(value: Any) -> Any:
    """Return what a step for looking closely (``debug``) did: a state, or an update by its node."""
    payload = value.get("payload") if isinstance(value, dict) else None
    if not isinstance(payload, dict):
        return value
    if value.get("type") == "checkpoint":
        return payload
    result, node = payload.get("result"), text_or_none(payload.get("name"))
    if value.get("type") != "task_result" or node is None:
        return value
    if isinstance(result, list):  # pairs of a channel and what was written to it
        pairs = [pair for pair in result if isinstance(pair, list) and len(pair) == 2]
        result = {str(channel): written for channel, written in pairs}
    return {node: result}


def _is_part(value: Any) -> bool:
    inner = _chunk(value)
    if isinstance(inner, list) and inner and plain_message(inner[0]) and inner is not value:
        return True
    return (
        _is_update(inner)
        or _is_snapshot(inner)
        or _is_constructed(inner)
        or (inner is not value and graph_messages(inner) is not None)
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
        graph = Graph(report)
        for record in source.records():
            value = record.value
            if _is_part(value) or not isinstance(value, list):
                graph.take(value, record.where)
            else:
                for index, item in enumerate(_in_order(value)):
                    graph.take(item, f"{record.where}[{index}]")
        trace = graph.trace(PurePath(source.name).stem, self.name)
        if trace is not None:
            yield trace


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
class Graph:
    """Messages in the order in which states and updates first bring them."""

    report: Report
    messages: list[Any] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)

    def take(self, value: Any, where: str) -> None:
        """Take a state, an update by node, or a part of a stream."""
        inner = _chunk(value)
        if _is_snapshot(inner):
            metadata = inner.get("metadata")
            node = None
            if isinstance(metadata, dict):
                writes = metadata.get("writes")
                node = text_or_none(metadata.get("langgraph_node"))
                if node is None and isinstance(writes, dict) and len(writes) == 1:
                    node = text_or_none(next(iter(writes)))
            self.add(graph_messages(inner["values"]) or [], node, f"{where}.values.messages")
        elif (found := graph_messages(inner)) is not None:
            self.add(found, None, f"{where}.messages")
        elif isinstance(inner, list) and inner and plain_message(inner[0]):
            about = inner[1] if len(inner) > 1 and isinstance(inner[1], dict) else {}
            self.add(inner[:1], text_or_none(about.get("langgraph_node")), where)
        elif isinstance(inner, dict):
            for node, update in inner.items():
                self._update(node, update, f"{where}.{node}")
        else:
            self.report.record()
            self.report.bad("This is no part of a graph's state.", where)

    def _update(self, node: str, update: Any, where: str) -> None:
        for part in update if isinstance(update, list) else [update]:
            self.add(graph_messages(part) or [], node, f"{where}.messages")
            for key in ("next", "goto"):
                target = text_or_none(part.get(key)) if isinstance(part, dict) else None
                if target is not None and target not in _ENDS and target != node:
                    self.messages.append(
                        {"name": node, "role": node, "content": "", "to": [target]}
                    )
                    self.places.append(where)

    def add(self, messages: list[Any], node: str | None, where: str) -> None:
        """Take messages that a node, if one is known, brought; those known already count once."""
        now: dict[str, int] = {}
        for index, raw in enumerate(messages):
            message = plain_message(raw) or (raw if looks_like_message(raw) else None)
            if message is None:
                self.messages.append(raw)
                self.places.append(f"{where}[{index}]")
                continue
            own = id_text(message.get("id"))
            key = own or json_text(
                [
                    message.get("type") or message.get("role"),
                    message.get("content"),
                    message.get("tool_calls"),
                ]
            )
            now[key] = now.get(key, 0) + 1
            if now[key] <= self.seen.get(key, 0):
                continue
            self.seen[key] = 1 if own is not None else now[key]
            found = {name: item for name, item in message.items() if name != "id"}
            if found.get("type") == "AIMessageChunk":
                found["type"] = "ai"
            written = found.get("type") == "ai" or found.get("role") == "assistant"
            if written and node is not None and not text_or_none(found.get("name")):
                found["name"] = node
            self.messages.append(found)
            self.places.append(f"{where}[{index}]")

    def trace(self, name: str, format_name: str) -> Trace | None:
        """Return what was taken as a trace, None if no message can be used."""
        turns = read_turns(self.messages, self.places, self.report)
        events, agents, orphan = converse(turns)
        if not events:
            return None
        persons = {agent.name for agent in agents if agent.is_person}
        first = next((event for event in events if event.kind == "message"), None)
        asks = first is not None and first.sender in persons
        return Trace(
            name=name,
            format=format_name,
            agents=agents,
            events=events,
            task=first_request(events, persons) if asks else "",
            metadata={"system_prompt": orphan} if orphan else {},
        )
