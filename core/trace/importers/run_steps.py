"""Steps of runs as OpenAI's assistants hand them out, with the thread's messages where they are there.

A step is a message that was written, or calls of tools with what came back. Of a message the step
knows only the id; its words stand in the list of the thread's messages. Lists begin with the newest item
unless they were asked for in another order; `core.trace.importers.step_order` finds out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

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
from core.trace.importers.step_order import MESSAGE, STEP, Item, in_order, written
from core.trace.importers.writer import RunWriter
from core.trace.manner import first_request
from core.trace.model import Trace

USER: Final = "user"
ANSWERS: Final = "an assistant answers the user of its thread"
ASKS: Final = "a user of a thread asks its assistant"
_LISTS: Final = ("data", "steps", "run_steps", "messages", "items")


def _items(value: Any, where: str, handed_out: bool = False, depth: int = 0) -> Iterator[Item]:
    """Yield the steps and messages in a value, with the place of each."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield from _items(item, f"{where}[{index}]", handed_out, depth + 1)
    elif isinstance(value, dict):
        if value.get("object") in (STEP, MESSAGE):
            yield Item(value, where, handed_out)
        elif depth < 3:
            handed_out = value.get("object") == "list"
            for key in _LISTS:
                if isinstance(value.get(key), list | dict):
                    yield from _items(value[key], f"{where}.{key}", handed_out, depth + 1)


def _holds_step(value: Any, depth: int = 0) -> bool:
    """Whether a step is among the first values."""
    if isinstance(value, list):
        return any(_holds_step(item, depth + 1) for item in value[:20])
    if not isinstance(value, dict):
        return False
    if _is_step(value):
        return True
    return depth < 3 and any(_holds_step(value.get(key), depth + 1) for key in _LISTS)


def _is_step(value: dict[str, Any]) -> bool:
    return value.get("object") == STEP and isinstance(value.get("step_details"), dict)


class RunStepsImporter:
    """Steps of assistants' runs."""

    name = "run_steps"
    title = "OpenAI run steps"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is or holds a step of a run."""
        return _holds_step(source.first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each thread, in the order of its times."""
        threads: dict[str, list[Item]] = {}
        for record in source.records():
            before = report.records
            for item in _items(record.value, record.where):
                report.record()
                threads.setdefault(id_text(item.raw.get("thread_id")) or "", []).append(item)
            if report.records == before:
                report.record()
                report.bad("This holds no step of a run.", record.where)
        stem = PurePath(source.name).stem
        for own, items in threads.items():
            run = _thread(in_order(items), report)
            if run.events:
                name = f"{stem} · {own[:36]}" if len(threads) > 1 else stem
                task = first_request(run.events, (USER,))
                yield run.trace(name, task=task, metadata={"thread_id": own} if own else {})


def _thread(items: list[Item], report: Report) -> RunWriter:
    run = RunWriter("run_steps")
    run.persons.add(USER)
    words = {id_text(item.raw.get("id")): item.raw for item in items if item.is_message}
    made = {written(item.raw) for item in items}
    agents = [id_text(item.raw.get("assistant_id")) for item in items]
    default = next(filter(None, agents), None) or "assistant"
    for item in items:
        raw, where = item.raw, item.where
        try:
            if item.is_message:
                if id_text(raw.get("id")) not in made:
                    _message(run, raw, where, default)
            elif _is_step(raw):
                _step(run, raw, where, words)
            else:
                report.bad("The step doesn't say what was done.", where, "missing-key")
        except NotTextError as error:
            report.bad(f"The words can't be read: {error}.", where, "wrong-type")
    return run


def _text(message: dict[str, Any]) -> str:
    content = message.get("content")
    parts = content if isinstance(content, list) else [content]
    flat = [
        part["text"] if isinstance(part, dict) and isinstance(part.get("text"), dict) else part
        for part in parts
    ]
    return content_text([part for part in flat if part is not None])


def _message(run: RunWriter, message: dict[str, Any], where: str, default: str) -> None:
    text = _text(message)
    if not text.strip():
        return
    asks = message.get("role") != "assistant"
    agent = id_text(message.get("assistant_id")) or default
    run.add(
        "message", USER if asks else agent, text, where, at=read_time(message.get("created_at")),
        recipients=(agent if asks else USER,), recipients_from="inferred",
        rule=ASKS if asks else ANSWERS,
    )  # fmt: skip


def _step(
    run: RunWriter, step: dict[str, Any], where: str, words: dict[str | None, dict[str, Any]]
) -> None:
    agent = id_text(step.get("assistant_id")) or "assistant"
    at, tokens = read_time(step.get("created_at")), read_tokens(step)
    details = step["step_details"]
    own = written(step)
    if own is not None:
        text = _text(words[own]) if own in words else ""
        run.add(
            "message", agent, text, where, at=at, recipients=(USER,), recipients_from="inferred",
            rule=ANSWERS, tokens=tokens, metadata={} if text else {"text_missing": True},
        )  # fmt: skip
    calls = details.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            _call(run, agent, call, where, at, tokens)
            tokens = None


def _call(
    run: RunWriter, agent: str, call: dict[str, Any], where: str, at: Any, tokens: int | None
) -> None:
    kind = text_or_none(call.get("type")) or "function"
    held = call.get(kind)
    held = held if isinstance(held, dict) else {}
    tool = (text_or_none(held.get("name")) if kind == "function" else None) or kind
    given = held.get("arguments", held.get("input", ""))
    key = id_text(call.get("id"))
    run.add(
        "tool_call", agent, json_text(given or ""), where, at=at, tool=tool, call_id=key,
        tokens=tokens,
    )  # fmt: skip
    back = held.get("output", held.get("outputs", held.get("results")))
    if back is not None:
        run.add(
            "tool_result", tool, _result(back), where, at=at, recipients=(agent,), tool=tool,
            call_id=key,
        )  # fmt: skip


def _result(back: Any) -> str:
    """Return what a tool gave back: its text, what code printed, or what a search found."""
    if not isinstance(back, list):
        return json_text(back)
    found: list[str] = []
    for part in back:
        if not isinstance(part, dict):
            found.append(json_text(part))
        elif isinstance(part.get("logs"), str):
            found.append(part["logs"])
        elif part.get("type") == "image":
            found.append("[image]")
        elif isinstance(part.get("content"), list):
            found.append(_text(part))
        else:
            found.append(json_text(part.get("file_name", part)))
    return "\n".join(found)
