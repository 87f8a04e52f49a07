"""The messages that attributes and events of spans hold, in whichever form they are written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from core.trace.importers.dialects import Message, PlainMessage, Role, read_message
from core.trace.importers.fields import json_text, read_nested
from core.trace.importers.span_shape import Group

_PIECES: Final = 5
_PIECE: Final = 30
"""So many answers, of so few characters each, are pieces of one that was streamed."""
_CALL_FIELD: Final = re.compile(r"tool_calls\.(\d{1,6})\.(?:tool_call\.)?(?:function\.)?(\w+)")
_PART_FIELD: Final = re.compile(r"contents\.(\d{1,6})\.message_content\.(.+)")


def event_message(attributes: Mapping[str, Any], role: str) -> Message:
    """Return the message that an event of a span holds.

    Args:
        attributes: Those of the event.
        role: The role that the event's name says.

    Raises:
        NotTextError: If it can't be read.
    """
    raw: dict[str, Any] = {"role": role}
    for key in ("content", "gen_ai.event.content", "gen_ai.prompt", "gen_ai.completion"):
        if attributes.get(key) is not None:
            raw["content"] = read_nested(attributes[key])
            break
    raw["tool_calls"] = read_nested(attributes.get("tool_calls"))
    raw["tool_call_id"] = attributes.get("id")
    if isinstance(raw.get("content"), dict) and "content" in raw["content"]:
        raw.update(raw["content"])
    return read_message(raw)


def indexed_messages(attributes: Mapping[str, Any], group: Group) -> list[Message]:
    """Return messages written as ``prefix.0.message.content`` and the like.

    Args:
        attributes: Those of the span.
        group: The names of the parts of each message; see `span_shape.message_groups`.
    """
    found: list[Message] = []
    for names in group:
        fields = {name: attributes[key] for key, name in names}
        if len(names) > 2 or any(["." in key for key in fields]):
            fields = _unflatten(fields)
        found.append(read_message(fields))
    return found


def _unflatten(fields: dict[str, Any]) -> dict[str, Any]:
    if not any(["." in key for key in fields]):
        return fields
    raw: dict[str, Any] = {}
    calls: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    parts: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    for key, value in fields.items():
        if found := _CALL_FIELD.fullmatch(key):
            calls[int(found[1])][found[2]] = value
        elif found := _PART_FIELD.fullmatch(key):
            parts[int(found[1])][found[2]] = value
        else:
            raw[key] = value
    if parts and raw.get("content") in (None, ""):
        raw["content"] = [parts[index] for index in sorted(parts)]
    raw["tool_calls"] = [calls[index] for index in sorted(calls)]
    return raw


def messages_in(value: Any, role: Role) -> list[Message]:
    """Return the messages in an attribute: JSON in a text, a list, an object, or plain words."""
    if value is None or value == "":
        return []
    value = read_nested(value)
    if isinstance(value, str):
        return [PlainMessage(role, role, value)]
    if isinstance(value, list) and value and _is_raw_message(value[0]):
        return _raw_messages(value)
    if isinstance(value, dict):
        value = _in_object(value)
    if isinstance(value, list):
        if value and all([isinstance(item, list) for item in value]):
            value = [item for inner in value for item in inner]  # a batch of one
        if any(map(_is_raw_message, value)):
            return _raw_messages(value)
        if calls := _bare_calls(value):
            return [read_message({"role": role, "content": None, "tool_calls": calls})]
    return [PlainMessage(role, role, json_text(value))]


def _raw_messages(items: list[Any]) -> list[Message]:
    return [
        read_message(_constructed(item) if "lc" in item else item)
        for item in items
        if isinstance(item, dict)
    ]


def joined(messages: list[Message]) -> list[Message]:
    """Return the pieces of a streamed answer as the one message that they are."""
    if len(messages) < _PIECES or any(
        message.calls or message.results or message.role != "assistant" for message in messages
    ):
        return messages
    text = "".join(message.text for message in messages)
    if len(text) > _PIECE * len(messages):
        return messages
    return [read_message({"role": "assistant", "content": text})]


def _in_object(value: dict[str, Any]) -> Any:
    """Return the messages inside a request or an answer, else the object."""
    for key in ("messages", "input_messages", "output_messages"):
        if isinstance(value.get(key), list):
            return value[key]
    choices = value.get("choices")
    if isinstance(choices, list):
        found = [item.get("message") for item in choices if isinstance(item, dict)]
        return [message for message in found if isinstance(message, dict)] or value
    if _is_raw_message(value):
        return [value]
    for key in ("task", "input", "query", "question", "prompt", "output", "answer", "result"):
        if isinstance(value.get(key), str):
            return value[key]
    return value


def _is_raw_message(value: Any) -> bool:
    return isinstance(value, dict) and (
        ("role" in value and ("content" in value or "parts" in value or "tool_calls" in value))
        or value.get("type") in ("human", "ai", "system", "tool")
        or value.get("lc") == 1
    )


def _constructed(value: dict[str, Any]) -> dict[str, Any]:
    """Return LangChain's constructor form as a plain message."""
    if value.get("lc") != 1:
        return value
    kwargs, names = value.get("kwargs"), value.get("id")
    if not isinstance(kwargs, dict) or not isinstance(names, list):
        return value
    name = str(names[-1]) if names else ""
    kind = name.removesuffix("Chunk").removesuffix("Message").casefold()
    return {"role": kind, **kwargs}


def _bare_calls(value: list[Any]) -> list[dict[str, Any]]:
    """Return calls written as ``{"tool.name": ..., "tool.args": ...}``."""
    return [
        {"name": item["tool.name"], "arguments": item.get("tool.args")}
        for item in value
        if isinstance(item, dict) and isinstance(item.get("tool.name"), str)
    ]
