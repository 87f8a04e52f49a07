"""Rows of spans as tracing services and home-made tracers keep them: one form, many names.

Braintrust, Opik, Datadog, Logfire, AgentOps and their like write for each step an object with an id,
the id of the step above it, a kind, and what went in and out. Only the names differ, so they are
read by a table of names. Formats with more to say have importers of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import Any, Final, TypeAlias

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, read_count, read_nanos, read_nested, text_or_none
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace
from core.trace.native import type_word

_SPAN_IDS: Final = ("span_id", "spanId", "id", "event_id", "step_id", "run_id")
_TRACES: Final = ("trace_id", "traceId", "root_span_id", "run_id", "session_id", "sessionId")
_PARENTS: Final = (
    "parent_span_id", "parentSpanId", "parent_id", "parentId", "parent", "parent_event_id",
    "parent_run_id",
)  # fmt: skip
_SEVERAL_PARENTS: Final = "span_parents"
_NAMES: Final = ("name", "span_name", "spanName", "operation_name", "title", "resource")
_KINDS: Final = (
    "kind", "span_kind", "spanKind", "span_type", "spanType", "type", "observation_type", "run_type",
)  # fmt: skip
_INPUTS: Final = ("input", "inputs", "span_input", "request", "prompt", "params")
_OUTPUTS: Final = (
    "output",
    "outputs",
    "span_output",
    "response",
    "completion",
    "result",
    "returns",
)
_STARTS: Final = (
    "start_time", "startTime", "start_timestamp", "started_at", "startedAt", "start", "start_ns",
    "init_timestamp", "timestamp", "created_at", "created",
)  # fmt: skip
_ENDS: Final = (
    "end_time", "endTime", "end_timestamp", "ended_at", "endedAt", "end", "end_ns", "end_timestamp",
)  # fmt: skip
_INSIDE: Final = ("", "meta", "span_attributes", "attributes", "metadata", "metrics", "data")
"""Where a row may keep what it says: at the top, or one level deeper."""
_TOLD, _NAMED, _OUTER = _INSIDE[:2], _INSIDE[:3], _INSIDE[:4]
"""Where it may keep what went in and out, its name, and its kind."""
_BY_KIND: Final = {
    "agent": "AGENT", "invoke_agent": "AGENT", "agent_run": "AGENT", "subagent": "AGENT",
    "llm": "LLM", "generation": "LLM", "chat": "LLM", "model": "LLM", "chat_model": "LLM",
    "llm_call": "LLM", "model_call": "LLM", "llms": "LLM", "completion": "LLM",
    "tool": "TOOL", "tool_call": "TOOL", "function": "TOOL", "execute_tool": "TOOL", "tools": "TOOL",
    "function_call": "TOOL",
    "retriever": "RETRIEVER", "retrieval": "RETRIEVER", "handoff": "HANDOFF",
}  # fmt: skip
_NAMING: Final = ("", "metadata", "meta")
"""Where a row may name its agent, in this order."""
_AGENTS: Final = ("agent_name", "agentName", "agent", "agent_id")
_MODELS: Final = ("model", "model_name", "modelName", "model_id")
_COUNTS: Final = (
    "completion_tokens", "output_tokens", "outputTokens", "completionTokens", "tokens_out",
)  # fmt: skip
_USAGES: Final = ("usage", "metrics", "token_usage", "tokens", "usage_details", "")
_Places: TypeAlias = list[tuple[str, Mapping[str, Any]]]
_LISTS: Final = ("spans", "steps", "events", "observations", "rows", "data", "records")


def _ids(value: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the ids of a row and of its trace, None if it has none."""
    span = trace = None
    for key in _SPAN_IDS:
        if key in value and (span := id_text(value[key])):
            break
    if not span:
        return None
    for key in _TRACES:
        if key in value and (trace := id_text(value[key])):
            break
    return span, trace or ""


def _is_row(value: Any) -> bool:
    """Whether this is a step of a run: an id, a kind or a parent, and what went in or out."""
    if not isinstance(value, dict) or _ids(value) is None:
        return False
    if "span_id" not in value and "spanId" not in value and _kind(_places(value)) is None:
        return False
    if not any(key in value for key in (*_PARENTS, _SEVERAL_PARENTS, *_TRACES)):
        return False
    places = _places(value)
    held = any(_at(places, keys, _TOLD) is not None for keys in (_INPUTS, _OUTPUTS))
    return held or isinstance(value.get("attributes"), dict | str)


def _rows(value: Any) -> tuple[list[Any], str] | None:
    """Return the rows in a value and where they lie."""
    if isinstance(value, list):
        return (value, "") if any(map(_is_row, value[:5])) else None
    if not isinstance(value, dict):
        return None
    for key in _LISTS:
        items = value.get(key)
        if isinstance(items, list) and any(map(_is_row, items[:5])):
            return items, f".{key}"
    return ([value], "") if _is_row(value) else None


class SpanRowsImporter:
    """Steps of runs with ids and parents, under whichever names."""

    name = "span_rows"
    title = "rows of spans"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a row, holds rows, or is a list of what holds rows."""
        first = source.first
        if _rows(first) is not None:
            return True
        return isinstance(first, list) and bool(first) and _held(first[0]) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trace id."""
        by_trace: dict[str, list[Span]] = {}
        for record in source.records():
            value, where = record.value, record.where
            several = _rows(value) is None and isinstance(value, list)
            for index, one in enumerate(value if several else [value]):
                place = f"{where}[{index}]" if several else where
                for span in _spans(one, place, report):
                    by_trace.setdefault(span.trace_id, []).append(span)
        stem = PurePath(source.name).stem
        for trace_id, spans in by_trace.items():
            name = stem if len(by_trace) == 1 else f"{stem} · {trace_id[:8]}"
            trace = tell_story(spans, name=name, format_name=self.name, report=report)
            if trace is not None:
                yield trace


def _held(value: Any) -> tuple[list[Any], str] | None:
    return _rows(value) if isinstance(value, dict) else None


def _spans(value: Any, where: str, report: Report) -> Iterator[Span]:
    found = _rows(value)
    if found is None:
        report.record()
        report.bad(f"This holds no span: it is {type_word(value)}.", where)
        return
    above = _ids(value) if isinstance(value, dict) and found[1] else None
    for index, raw in enumerate(found[0]):
        place = where if raw is value else f"{where}{found[1]}[{index}]"
        report.record()
        ids = _ids(raw) if isinstance(raw, dict) else None
        if ids is None:
            report.bad("The span has no id.", place, "missing-key")
            continue
        yield _span(raw, ids[0], ids[1] or (above[0] if above else ""), place)


def _places(raw: Mapping[str, Any]) -> _Places:
    """Return the objects in which a row may keep what it says: itself, and those inside."""
    found: list[tuple[str, Mapping[str, Any]]] = [("", raw)]
    for place in _INSIDE[1:]:
        if place in raw and isinstance(held := read_nested(raw[place]), dict):
            found.append((place, held))
    return found


@dataclass(frozen=True, slots=True)
class _Names:
    """Which of the names above stand at the top of a row; the rows of a file share few sets."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    starts: tuple[str, ...]
    ends: tuple[str, ...]
    agents: tuple[str, ...]
    models: tuple[str, ...]
    parents: tuple[str, ...]


@lru_cache(1024)
def _names(keys: tuple[str, ...]) -> _Names:
    found = frozenset(keys)
    return _Names(
        *(
            tuple([key for key in known if key in found])
            for known in (
                *(_KINDS, _NAMES, _INPUTS, _OUTPUTS, _STARTS, _ENDS, _AGENTS, _MODELS, _PARENTS),
            )
        )
    )


def _at(
    places: _Places,
    keys: tuple[str, ...],
    inside: tuple[str, ...] = _INSIDE,
    *,
    top: tuple[str, ...] | None = None,
) -> Any:
    """Return the first value under one of these names, at the top or one level deeper.

    Args:
        places: The row, and what it holds one level deeper.
        keys: The names.
        inside: The places that count.
        top: Those of the names that stand at the top, if that is known.
    """
    for place, held in places:
        if place in inside:
            for key in keys if top is None or place else top:
                if key in held:
                    value = held[key]
                    if value is not None and value != "":
                        return value
    return None


def _kind(places: _Places, top: tuple[str, ...] = _KINDS) -> str | None:
    for place, held in places:
        if place in _OUTER:
            for key in _KINDS if place else top:
                word = held.get(key)
                found = _BY_KIND.get(word.casefold()) if isinstance(word, str) else None
                if found is not None:
                    return found
    return None


def _span(raw: dict[str, Any], span_id: str, trace_id: str, where: str) -> Span:
    places = _places(raw)
    own = next((held for place, held in places if place == "attributes"), None)
    attributes: dict[str, Any] = {} if own is None else dict(own)
    names = _names(tuple(raw))
    kind = _kind(places, names.kinds)
    if kind is not None:
        attributes.setdefault("openinference.span.kind", kind)
    values = {
        "input.value": _value(_at(places, _INPUTS, _TOLD, top=names.inputs), kind),
        "output.value": _value(_at(places, _OUTPUTS, _TOLD, top=names.outputs), kind),
        "gen_ai.request.model": _at(places, _MODELS, top=names.models) if kind == "LLM" else None,
        "gen_ai.usage.output_tokens": _tokens(raw) if kind == "LLM" else None,
        "gen_ai.agent.name": _agent(places) if names.agents or len(places) > 1 else None,
    }
    for key, value in values.items():
        if value is not None and value != "":
            attributes.setdefault(key, value)
    return Span(
        trace_id=trace_id,
        span_id=span_id,
        parent_id=_parent(raw, names.parents),
        name=text_or_none(_at(places, _NAMES, _NAMED, top=names.names)) or "",
        start=read_nanos(_at(places, _STARTS, top=names.starts)),
        end=read_nanos(_at(places, _ENDS, top=names.ends)),
        attributes=attributes,
        where=where,
        error=failure(raw),
    )


def _named_last(place: tuple[str, Mapping[str, Any]]) -> int:
    return _NAMING.index(place[0]) if place[0] in _NAMING else len(_NAMING)


def _agent(places: _Places) -> str | None:
    if len(places) > 1:
        places = sorted(places, key=_named_last)
    value = _at(places, _AGENTS, _NAMING)
    if isinstance(value, dict):
        value = value.get("name")
    return text_or_none(value)


def _parent(raw: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    several = raw.get(_SEVERAL_PARENTS)
    if isinstance(several, list) and several:
        return id_text(several[0])
    found = None
    for key in keys:
        if raw[key] is not None:
            found = id_text(raw[key])
            break
    return None if found in ("undefined", "0") else found


def _value(value: Any, kind: str | None) -> Any:
    """Return what went in or out; some wrap the messages, or the one value that there is."""
    value = read_nested(value)
    if isinstance(value, list) and all(isinstance(one, dict) and "message" in one for one in value):
        return [one["message"] for one in value]
    if isinstance(value, dict) and len(value) == 1 and kind not in ("TOOL", "RETRIEVER"):
        only = next(iter(value.values()))
        if isinstance(only, str) or "messages" in value or "value" in value:
            return only
    return value


def _tokens(raw: Mapping[str, Any]) -> int | None:
    for place in _USAGES:
        held = raw if not place else raw.get(place)
        if isinstance(held, dict):
            for key in _COUNTS:
                if key in held and (found := read_count(held[key])) is not None:
                    return found
    return None
