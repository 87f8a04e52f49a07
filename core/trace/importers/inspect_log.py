"""inspect_ai logs: a document with samples, an ``.eval`` archive, or a bare list of its events.

The messages of a sample are the run; its events say which agent's span a message came from, when,
and with how many tokens. Long texts stand apart as attachments. Targets and scores are labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.archive import Archive
from core.trace.importers.base import Report, Source
from core.trace.importers.conversation import converse
from core.trace.importers.decode import parse_json
from core.trace.importers.fields import id_text, read_tokens, text_or_none
from core.trace.importers.inspect_pools import (
    given,
    joined,
    message_pool,
    sample_names,
    sample_title,
)
from core.trace.importers.turns import read_turns
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace
from core.trace.native import type_word

_ATTACHED: Final = re.compile(r"(?:attachment|tc)://([0-9a-f]{1,64})")
_LABELS: Final = ("target", "scores", "score", "results", "expected")


def _is_log(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("samples"), list)
        and isinstance(value.get("eval"), dict)
    )


def _is_sample(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "epoch" in value
        and "id" in value
        and isinstance(value.get("messages"), list)
    )


def _is_event_list(value: Any) -> bool:
    items = value.get("events") if isinstance(value, dict) else value
    return isinstance(items, list) and any(
        isinstance(item, dict)
        and isinstance(item.get("event"), str)
        and ("timestamp" in item or "span_id" in item)
        for item in items[:3]
    )


class InspectImporter:
    """Evaluation logs of inspect_ai."""

    name = "inspect_ai"
    title = "inspect_ai log"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a log, a sample, or a list of events."""
        first = source.first
        return _is_log(first) or _is_sample(first) or _is_event_list(first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each sample."""
        stem = PurePath(source.name).stem
        for record in source.records():
            value, where = record.value, record.where
            if _is_log(value):
                head = value["eval"]
                for index, sample in enumerate(value["samples"]):
                    name = stem
                    if len(value["samples"]) > 1:
                        own = id_text(sample.get("id")) if isinstance(sample, dict) else None
                        name = f"{stem} · {own or index + 1}"
                    yield from _sample(sample, f"{where}.samples[{index}]", name, head, report)
                if not value["samples"]:
                    report.warn(
                        "The log holds no samples, only results: no agent speaks in it.",
                        where,
                        "no-samples",
                    )
            elif _is_sample(value):
                yield from _sample(value, where, stem, {}, report)
            else:
                sample = value if isinstance(value, dict) else {"events": value}
                yield from _sample(sample, where, stem, {}, report)

    def read_archive(self, archive: Archive, name: str, report: Report) -> Iterator[Trace]:
        """Yield one trace for each sample in an ``.eval`` archive.

        Args:
            archive: The opened archive.
            name: The file's name; names the traces.
            report: Takes members that can't be read.
        """
        stem = PurePath(name).stem
        names = sample_names(archive.names)
        head: Mapping[str, Any] = {}
        if "header.json" in archive.names:
            header = _member(archive, "header.json", report)
            if isinstance(header, dict) and isinstance(header.get("eval"), dict):
                head = header["eval"]
        for one in names:
            sample = _member(archive, one, report)
            sample = joined(sample, one, archive.names, lambda n: _member(archive, n, report))
            title = stem if len(names) == 1 else f"{stem} · {sample_title(one)}"
            if sample is not None:
                yield from _sample(sample, one, title, head, report)


def _member(archive: Archive, name: str, report: Report) -> Any:
    try:
        return parse_json(archive.read(name).decode("utf-8"))
    except ValueError as error:
        report.record()
        report.bad(f"This member of the archive is no JSON: {error}.", name, "bad-json")
        return None


def _sample(
    sample: Any, where: str, name: str, head: Mapping[str, Any], report: Report
) -> Iterator[Trace]:
    if not isinstance(sample, dict):
        report.record()
        report.bad(f"A sample must be an object, but this is {type_word(sample)}.", where)
        return
    old = sample.get("transcript")
    old = old if isinstance(old, dict) else {}
    attached: dict[str, Any] = {}
    for found in (old.get("content"), sample.get("attachments")):
        if isinstance(found, dict):
            attached.update(found)
    events = sample.get("events") or old.get("events")
    events = events if isinstance(events, list) else []
    calls = _model_calls(events)
    raw = sample.get("messages")
    if isinstance(raw, list) and raw:
        messages = [_message(item, calls, attached) for item in raw]
        places = [f"{where}.messages[{index}]" for index in range(len(raw))]
    else:
        messages, places = _from_events(events, calls, attached, where, message_pool(sample))
    turns = read_turns(messages, places, report)
    told, agents, orphan = converse(turns)
    if not told:
        yield from _wordless(events, name, where, report)
        return
    metadata: dict[str, Any] = {}
    for key in ("task", "model", "run_id"):
        if isinstance(head.get(key), str):
            metadata[key] = head[key]
    for key in ("id", "epoch"):
        if key in sample:
            metadata[f"sample_{key}"] = sample[key]
    if orphan:
        metadata["system_prompt"] = orphan
    task = sample.get("input")
    labels = {key: sample[key] for key in _LABELS if sample.get(key) not in (None, "", {}, [])}
    if isinstance(sample.get("metadata"), dict) and sample["metadata"]:
        labels["metadata"] = sample["metadata"]
    yield Trace(
        name=name,
        format="inspect_ai",
        agents=agents,
        events=told,
        task=_whole(task, attached) if isinstance(task, str) else "",
        labels=labels,
        metadata=metadata,
    )


def _whole(text: str, attached: Mapping[str, Any]) -> str:
    """Return a text with the attachments it refers to put back."""
    if "://" not in text:
        return text

    def found(match: re.Match[str]) -> str:
        value = attached.get(match[1])
        return value if isinstance(value, str) else match[0]

    return _ATTACHED.sub(found, text)


def _restored(value: Any, attached: Mapping[str, Any]) -> Any:
    if isinstance(value, str):
        return _whole(value, attached)
    if isinstance(value, list):
        return [_restored(item, attached) for item in value]
    if isinstance(value, dict):
        return {key: _restored(item, attached) for key, item in value.items()}
    return value


class _Calls:
    """What the events say about messages, by message id."""

    def __init__(self) -> None:
        self.agent: dict[str, str] = {}
        self.at: dict[str, Any] = {}
        self.tokens: dict[str, int] = {}
        self.of_event: dict[int, str | None] = {}


def _model_calls(events: list[Any]) -> _Calls:
    found = _Calls()
    names: dict[str, tuple[str | None, str | None]] = {}
    for index, event in enumerate(events):
        if not isinstance(event, dict):
            continue
        kind = event.get("event")
        if kind == "span_begin":
            name = text_or_none(event.get("name")) if event.get("type") == "agent" else None
            own_id = id_text(event.get("id")) or id_text(event.get("span_id")) or ""
            names[own_id] = (name, id_text(event.get("parent_id")))
        if kind != "model":
            continue
        agent: str | None = None
        key: str | None = id_text(event.get("span_id"))
        for _ in range(200):
            if key is None or key not in names or agent is not None:
                break
            agent, key = names[key]
        found.of_event[index] = agent
        output = event.get("output")
        message = _output(output)
        own = id_text(message.get("id")) if message is not None else None
        if own is None or not isinstance(output, dict):
            continue
        if agent is not None:
            found.agent[own] = agent
        found.at[own] = event.get("completed") or event.get("timestamp")
        tokens = read_tokens(output)
        if tokens is not None:
            found.tokens[own] = tokens
    return found


def _output(output: Any) -> dict[str, Any] | None:
    choices = output.get("choices") if isinstance(output, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    return message if isinstance(message, dict) else None


def _message(raw: Any, calls: _Calls, attached: Mapping[str, Any]) -> Any:
    """Return a message in the common form: who, when, with which tokens."""
    if not isinstance(raw, dict):
        return raw
    found = raw.copy()
    found.pop("source", None)
    found["content"] = _restored(raw.get("content"), attached)
    own = id_text(raw.get("id")) or ""
    if found.get("role") == "tool":
        found.setdefault("name", raw.get("function"))
        error = raw.get("error")
        if isinstance(error, dict) and isinstance(error.get("message"), str) and error["message"]:
            said = found["content"] if isinstance(found["content"], str) else ""
            found["content"] = said or f"Error: {error['message']}"
    elif own in calls.agent:
        found.setdefault("name", calls.agent[own])
    if own in calls.at:
        found.setdefault("timestamp", calls.at[own])
    if own in calls.tokens:
        found.setdefault("usage", {"output_tokens": calls.tokens[own]})
    return found


def _from_events(
    events: list[Any],
    calls: _Calls,
    attached: Mapping[str, Any],
    where: str,
    pool: list[Any],
) -> tuple[list[Any], list[str]]:
    """Return what the model calls were given and wrote, each message once."""
    messages: list[Any] = []
    places: list[str] = []
    seen: set[str] = set()
    for index, event in enumerate(events):
        if not isinstance(event, dict) or event.get("event") != "model":
            continue
        wrote = _output(event.get("output"))
        for raw in [*given(event, pool), *([wrote] if wrote else ())]:
            if not isinstance(raw, dict) or not raw.get("role"):
                continue
            key = id_text(raw.get("id")) or repr((raw.get("role"), raw.get("content")))
            if key in seen:
                continue
            seen.add(key)
            message = _message(raw, calls, attached)
            if raw is wrote and calls.of_event.get(index):
                message.setdefault("name", calls.of_event[index])
            messages.append(message)
            places.append(f"{where}.events[{index}]")
    return messages, places


def _wordless(events: list[Any], name: str, where: str, report: Report) -> Iterator[Trace]:
    """Yield agents and model calls whose words the log doesn't hold."""
    calls = _model_calls(events)
    run = RunWriter("inspect_ai")
    for index, agent in calls.of_event.items():
        event = events[index]
        model = text_or_none(event.get("model"))
        speaker = agent or model or "agent"
        if model is not None:
            run.models.setdefault(speaker, model)
        run.add(
            "message", speaker, "", f"{where}.events[{index}]", recipients_from="unknown",
            metadata={"text_missing": True},
        )  # fmt: skip
    if run.events:
        report.warn("The model calls are recorded without their words.", where, "no-text")
        yield run.trace(name)
