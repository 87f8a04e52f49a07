"""Pydantic AI's messages, as ``all_messages_json`` and its type adapter write them.

A request carries what goes to the model (the person's words, results of tools, retries), a response
what the model wrote. Both are lists of parts, which say by ``part_kind`` what they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.chat import MESSAGE_KEYS, Run, read_run
from core.trace.importers.fields import json_text, read_count, text_or_none
from core.trace.model import Trace
from core.trace.native import type_word

_KEYS: Final = (*MESSAGE_KEYS, "all_messages", "new_messages", "message_history", "agent_messages")
_KEY_SET: Final = frozenset(_KEYS)
_RESULTS: Final = ("tool-return", "builtin-tool-return", "retry-prompt")
_CALLS: Final = ("tool-call", "builtin-tool-call")


def _is_message(value: Any) -> bool:
    parts = value.get("parts") if isinstance(value, dict) else None
    return (
        isinstance(parts, list)
        and value.get("kind") in ("request", "response")
        and any(isinstance(part, dict) and "part_kind" in part for part in parts[:3])
    )


def _lists(value: Any, where: str) -> Iterator[tuple[list[Any], str]]:
    """Yield the message lists in a document, with the place of each."""
    if isinstance(value, list):
        if any(map(_is_message, value[:5])):
            yield value, where
            return
        for index, item in enumerate(value):
            if isinstance(item, dict) and not _KEY_SET.isdisjoint(item):
                yield from _lists(item, f"{where}[{index}]")
    elif isinstance(value, dict):
        for key in _KEYS:
            found = value.get(key)
            if isinstance(found, list) and any(map(_is_message, found[:5])):
                yield found, f"{where}.{key}"
                return


class PydanticAiImporter:
    """Message histories of Pydantic AI."""

    name = "pydantic_ai"
    title = "Pydantic AI messages"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is such a message, a list of them, or holds one."""
        return _is_message(source.first) or next(_lists(source.first, "$"), None) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each history; messages on lines of their own are one."""
        stem = PurePath(source.name).stem
        if _is_message(source.first):
            records = list(source.records())
            found = [([record.value for record in records], "")]
            places = [record.where for record in records]
        else:
            found = [
                one for record in source.records() for one in _lists(record.value, record.where)
            ]
            places = []
        for messages, where in found:
            here = places or [f"{where}[{index}]" for index in range(len(messages))]
            trace = self._trace(
                messages, here, stem if len(found) == 1 else f"{stem} · {where}", report
            )
            if trace is not None:
                yield trace

    def _trace(
        self, messages: list[Any], places: list[str], name: str, report: Report
    ) -> Trace | None:
        turns: list[Any] = []
        where: list[str] = []
        told = ""
        for message, place in zip(messages, places, strict=True):
            if not isinstance(message, dict) or not isinstance(message.get("parts"), list):
                report.record()
                report.bad(f"A message with parts is due, not {type_word(message)}.", place)
                continue
            instructions = text_or_none(message.get("instructions"))
            if instructions is not None and instructions != told:
                told = instructions
                turns.append({"role": "system", "content": instructions})
                where.append(f"{place}.instructions")
            made = list(_turns(message))
            turns += [turn for turn, _ in made]
            where += [place + part for _, part in made]
        return read_run(Run(turns, "", {}), name, report, places=where, format_name=self.name)


def _turns(message: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield what a message holds as plain chat messages, each with its place inside."""
    parts = [part for part in message["parts"] if isinstance(part, dict)]
    if message.get("kind") == "response":
        content: list[Any] = []
        calls: list[Any] = []
        for part in parts:
            kind = part.get("part_kind")
            if kind == "text":
                content.append({"type": "text", "text": part.get("content")})
            elif kind == "thinking":
                content.append({"type": "thinking", "thinking": part.get("content")})
            elif kind in _CALLS:
                calls.append(
                    {
                        "id": part.get("tool_call_id"),
                        "name": part.get("tool_name"),
                        "args": part.get("args"),
                    }
                )
        turn: dict[str, Any] = {"role": "assistant", "content": content, "tool_calls": calls}
        turn["timestamp"] = message.get("timestamp")
        usage = message.get("usage")
        if isinstance(usage, dict):
            written = read_count(usage.get("output_tokens", usage.get("response_tokens")))
            turn["usage"] = {"output_tokens": written}
        yield turn, ""
        # What the model's own tools gave back stands in the response too.
        parts = [part for part in parts if part.get("part_kind") == "builtin-tool-return"]
    for index, part in enumerate(parts):
        kind, said = part.get("part_kind"), part.get("content")
        turn = {"content": _said(said), "timestamp": part.get("timestamp")}
        if kind == "system-prompt":
            yield {**turn, "role": "system"}, f".parts[{index}]"
        elif kind == "user-prompt":
            yield {**turn, "role": "user"}, f".parts[{index}]"
        elif kind in _RESULTS:
            tool = text_or_none(part.get("tool_name")) or "output check"
            answer = {"role": "tool", "name": tool, "tool_call_id": part.get("tool_call_id")}
            yield {**turn, **answer, "content": json_text(said)}, f".parts[{index}]"


def _said(content: Any) -> Any:
    """Return a person's words; pictures and files among them as parts of their own."""
    if not isinstance(content, list):
        return content
    return [
        {"type": "image"} if isinstance(item, dict) and "text" not in item
        and item.get("kind") not in (None, "text") and "content" not in item else item
        for item in content
    ]  # fmt: skip
