"""Gemini CLI: the session that it records, as one document or as lines that mend each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.chat import Run, read_run
from core.trace.importers.fields import id_text, read_count, text_or_none
from core.trace.importers.part_forms import invocations
from core.trace.model import Trace

AGENT: Final = "Gemini CLI"
_ANSWERS: Final = ("gemini", "model", "assistant")
_KINDS: Final = ("user", *_ANSWERS, "info", "error", "warning")
"""Kinds of records; only words of the user and answers are words of a run."""


def _is_session(value: Any) -> bool:
    return isinstance(value, dict) and "sessionId" in value and "projectHash" in value


class GeminiCliImporter:
    """Sessions of Google's command line for Gemini."""

    name = "gemini_cli"
    title = "Gemini CLI session"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a session, or the head of one."""
        return _is_session(source.first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the session; a later line about a message stands for the earlier one."""
        found: dict[str, tuple[dict[str, Any], str]] = {}
        about: dict[str, Any] = {}
        for record in source.records():
            value = record.value
            items = value if isinstance(value, list) else [value]
            if _is_session(value):
                about["session_id"] = value["sessionId"]
                inner = value.get("messages")
                items = inner if isinstance(inner, list) else []
            for index, item in enumerate(items):
                where = record.where if item is value else f"{record.where}.messages[{index}]"
                if isinstance(item, dict) and "$rewindTo" in item:
                    found = _rewound(found, id_text(item["$rewindTo"]))
                elif isinstance(item, dict) and item.get("type") in _KINDS:
                    own = id_text(item.get("id")) or where
                    place = found[own][1] if own in found else where
                    found[own] = (item, place)
                elif not isinstance(item, dict) or "$set" not in item:
                    report.record()
                    report.bad("This is no message of a session.", where)
        messages, places = _messages(list(found.values()))
        trace = read_run(
            Run(messages, "", about), PurePath(source.name).stem, report, places=places,
            format_name=self.name,
        )  # fmt: skip
        if trace is not None:
            yield trace


def _rewound(
    found: dict[str, tuple[dict[str, Any], str]], own: str | None
) -> dict[str, tuple[dict[str, Any], str]]:
    """Return the messages up to the one that the user went back to."""
    if own not in found:
        return found
    names = list(found)
    return {name: found[name] for name in names[: names.index(own)]}


def _messages(items: list[tuple[dict[str, Any], str]]) -> tuple[list[Any], list[str]]:
    messages: list[Any] = []
    places: list[str] = []

    def add(message: dict[str, Any], where: str) -> None:
        messages.append(message)
        places.append(where)

    for item, where in items:
        at = item.get("timestamp")
        content = item.get("content")
        if item["type"] == "user":
            add({"role": "user", "content": content, "timestamp": at}, where)
        if item["type"] not in _ANSWERS:
            continue
        parts: list[Any] = [
            {"type": "thinking", "thinking": ": ".join(filter(None, map(text_or_none, words)))}
            for thought in (item["thoughts"] if isinstance(item.get("thoughts"), list) else ())
            if isinstance(thought, dict)
            and any(words := (thought.get("subject"), thought.get("description")))
        ]
        parts += content if isinstance(content, list) else [content] if content else []
        parts += invocations(item.get("toolCalls"))
        usage = item.get("tokens")
        written = read_count(usage.get("output")) if isinstance(usage, dict) else None
        if parts:
            add(
                {
                    "role": "assistant", "name": AGENT, "content": parts, "timestamp": at,
                    "usage": {"output_tokens": written},
                },
                where,
            )  # fmt: skip
    return messages, places
