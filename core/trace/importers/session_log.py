"""Messages that an importer gathers line by line, before they are read as a conversation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.chat import Run, read_run
from core.trace.model import Trace


class SessionLog:
    """What a session's lines say, as chat messages in the common form.

    Attributes:
        about: What stands beside the messages, such as the session's id and its model.
    """

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.places: list[str] = []
        self.about: dict[str, Any] = {}

    def add(self, message: dict[str, Any], where: str, at: Any = None) -> dict[str, Any]:
        """Append a message, with its time if it has none of its own; returns it."""
        if at is not None:
            message.setdefault("timestamp", at)
        self.messages.append(message)
        self.places.append(where)
        return message

    def call(
        self, agent: str, tool: Any, given: Any, where: str, *, at: Any = None, key: Any = None
    ) -> dict[str, Any]:
        """Append a tool call; returns its message."""
        called = {"id": key, "name": tool, "arguments": {} if given is None else given}
        message = {"role": "assistant", "name": agent, "content": None, "tool_calls": [called]}
        return self.add(message, where, at)

    def back(
        self, key: Any, text: Any, where: str, *, at: Any = None, tool: Any = None
    ) -> dict[str, Any]:
        """Append what a tool gave back; returns its message."""
        message = {"role": "tool", "tool_call_id": key, "name": tool, "content": text}
        return self.add(message, where, at)

    def trace(
        self, source: Source, report: Report, format_name: str, own: str = ""
    ) -> Trace | None:
        """Return the session as a trace, None if nothing in it can be used.

        Args:
            source: Names the trace.
            report: Takes what can't be used.
            format_name: Name of the importer.
            own: What tells this session from others of the same file.
        """
        stem = PurePath(source.name).stem
        return read_run(
            Run(self.messages, "", self.about),
            f"{stem} · {own}" if own else stem,
            report,
            places=self.places,
            format_name=format_name,
        )


def objects(source: Source, report: Report) -> Iterator[Record]:
    """Yield the objects of a source: its lines, or the items of its list.

    Args:
        source: The file.
        report: Takes what is no object.
    """
    for record in source.records():
        value = record.value
        items = value if isinstance(value, list) else [value]
        for index, item in enumerate(items):
            where = record.where if item is value else f"{record.where}[{index}]"
            report.record()
            if isinstance(item, dict):
                yield Record(item, where)
            else:
                report.bad("A line of a session must be an object.", where)


def first_object(source: Source) -> dict[str, Any] | None:
    """Return the first line or item of a source, None if it is no object."""
    first = source.first
    if isinstance(first, list) and first:
        first = first[0]
    return first if isinstance(first, dict) else None
