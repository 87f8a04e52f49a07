"""AutoGen's core: the events that its runtime logs, with sender and receiver of each message.

A message is logged when it is sent and again when it arrives; it counts once. What a model was
given is in the messages; what it wrote goes out as a message too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import (
    NotTextError,
    content_text,
    json_text,
    read_count,
    read_nested,
    read_time,
    text_or_none,
)
from core.trace.importers.writer import RunWriter
from core.trace.manner import first_request
from core.trace.model import Trace

USER: Final = "user"
_KINDS: Final = ("Message", "LLMCall", "LLMStreamEnd", "ToolCall", "MessageDropped")


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("type") not in _KINDS:
        return False
    return "delivery_stage" in value or "agent_id" in value or "receiver" in value


class AutogenCoreImporter:
    """Event logs of AutoGen's runtime."""

    name = "autogen_core"
    title = "AutoGen core events"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds such events."""
        first = source.first
        return _is_event(first[0] if isinstance(first, list) and first else first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the run."""
        story = _Story()
        for record in source.records():
            items = record.value if isinstance(record.value, list) else [record.value]
            for index, item in enumerate(items):
                where = record.where if item is record.value else f"{record.where}[{index}]"
                report.record()
                if not _is_event(item):
                    report.bad("This is no event of the runtime.", where)
                    continue
                try:
                    story.take(item, where)
                except NotTextError as error:
                    report.bad(f"The event can't be used: {error}.", where, "wrong-type")
        run = story.run
        if run.events:
            task = first_request(run.events, (USER,))
            yield run.trace(PurePath(source.name).stem, task=task)


def _name(value: Any) -> str | None:
    """Return an agent's type; its key follows after a slash and is ``default`` as a rule."""
    text = text_or_none(value)
    if text is None or text == "None":
        return None
    kind, _, key = text.partition("/")
    return kind if key in ("", "default") else text


class _Story:
    def __init__(self) -> None:
        self.run = RunWriter("autogen_core")
        self.run.persons.add(USER)
        self.sent: dict[tuple[Any, ...], int] = {}
        self.tokens: dict[str, int] = {}

    def take(self, event: dict[str, Any], where: str) -> None:
        at = read_time(event.get("timestamp"))
        if event["type"] == "Message":
            self._message(event, where, at)
        elif event["type"] == "ToolCall":
            agent = _name(event.get("agent_id")) or "agent"
            tool = text_or_none(event.get("tool_name")) or "tool"
            given, back = event.get("arguments"), event.get("result")
            self.run.add(
                "tool_call", agent, json_text(given or {}), where, at=at, tool=tool,
                tokens=self.tokens.pop(agent, None),
            )  # fmt: skip
            self.run.add(
                "tool_result", tool, json_text(back if back is not None else ""), where, at=at,
                recipients=(agent,), tool=tool,
            )  # fmt: skip
        elif event["type"] in ("LLMCall", "LLMStreamEnd"):
            agent = _name(event.get("agent_id")) or "agent"
            count = read_count(event.get("completion_tokens"))
            if count is not None:
                self.tokens[agent] = self.tokens.get(agent, 0) + count

    def _message(self, event: dict[str, Any], where: str, at: Any) -> None:
        payload = read_nested(event.get("payload"))
        text = _words(payload)
        if not text.strip():
            return
        sender = _name(event.get("sender")) or USER
        receiver = _name(event.get("receiver"))
        key = (sender, receiver, text)
        stage = str(event.get("delivery_stage", "")).rpartition(".")[2]
        if stage != "SEND" and self.sent.get(key, 0) > 0:
            self.sent[key] -= 1
            return
        if stage == "SEND":
            self.sent[key] = self.sent.get(key, 0) + 1
        everybody = str(event.get("kind", "")).endswith("PUBLISH")
        self.run.add(
            "message", sender, text, where, at=at, broadcast=everybody,
            tokens=self.tokens.pop(sender, None),
            recipients=(receiver,) if receiver is not None else (),
            recipients_from="recorded" if receiver is not None else "unknown",
        )  # fmt: skip


def _words(payload: Any) -> str:
    """Return the words of a message, which is an object of the program's own making.

    Raises:
        NotTextError: If its content is no text.
    """
    for _ in range(3):
        if not isinstance(payload, dict):
            break
        inner = next(
            (payload[key] for key in ("content", "body", "message", "text", "task", "result")
             if payload.get(key) is not None),
            None,
        )  # fmt: skip
        if inner is None:
            return json_text(payload) if payload else ""
        payload = inner
    return content_text(payload) if isinstance(payload, str | list) else json_text(payload or "")
