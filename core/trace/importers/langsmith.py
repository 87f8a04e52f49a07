"""LangSmith runs: batches of ``post`` and ``patch``, flat lists, nested trees, one to a line.

A patch completes the run that a post began: the same ``id``, or the same ``dotted_order`` where a
patch has no id. Runs are read as spans.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, read_count, read_nanos, text_or_none
from core.trace.importers.langsmith_chains import read_chains
from core.trace.importers.span_failure import failure
from core.trace.importers.span_run import tell_story
from core.trace.importers.spans import Span
from core.trace.model import Trace
from core.trace.native import type_word

_KIND: Final = "openinference.span.kind"
_KINDS: Final = {"llm": "LLM", "tool": "TOOL", "retriever": "RETRIEVER"}


def _is_run(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("run_type"), str)
        and ("inputs" in value or "outputs" in value)
        and any(key in value for key in ("id", "run_id", "trace_id", "dotted_order"))
    )


def _is_batch(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(value.get(key), list) and any(map(_is_run, value[key][:3]))
        for key in ("post", "patch")
    )


def _is_any(value: Any) -> bool:
    if _is_run(value) or _is_batch(value):
        return True
    items = value.get("runs") if isinstance(value, dict) else value
    return isinstance(items, list) and any(_is_run(item) or _is_batch(item) for item in items[:3])


class LangSmithImporter:
    """Runs as LangSmith's clients send and export them."""

    name = "langsmith"
    title = "LangSmith runs"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a run, a batch, or a list of either."""
        return _is_any(source.first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trace id."""
        runs: dict[str, tuple[dict[str, Any], str]] = {}
        for record in source.records():
            for raw, where, is_patch in _runs(record.value, record.where):
                report.record()
                _merge(runs, raw, where, is_patch=is_patch, report=report)
        by_trace: dict[str, list[Span]] = {}
        for key, (raw, where) in runs.items():
            span = _span(raw, key, where)
            by_trace.setdefault(span.trace_id, []).append(span)
        stem = PurePath(source.name).stem
        for trace_id, spans in by_trace.items():
            name = stem if len(by_trace) == 1 else f"{stem} · {trace_id[:8]}"
            if any(span.attributes.get(_KIND) for span in spans):
                trace = tell_story(spans, name=name, format_name=self.name, report=report)
            else:
                trace = read_chains(spans, report).trace(name, self.name)
            if trace is not None:
                yield trace


def _runs(value: Any, where: str) -> Iterator[tuple[Any, str, bool]]:
    """Yield runs with their place and whether they only complete another."""
    waiting: list[tuple[Any, str, bool]] = [(value, where, False)]
    while waiting:
        found, place, is_patch = waiting.pop()
        items: list[tuple[str, Any, bool]] = []
        if isinstance(found, list):
            items = [("", found, is_patch)]
        elif isinstance(found, dict) and not _is_run(found) and not is_patch:
            items = [
                (f".{key}", found[key], key == "patch")
                for key in ("runs", "post", "patch")
                if isinstance(found.get(key), list)
            ]
        if items:
            for key, inner, patches in reversed(items):
                waiting += [
                    (item, f"{place}{key}[{index}]", patches)
                    for index, item in reversed(list(enumerate(inner)))
                ]
            continue
        yield found, place, is_patch
        children = found.get("child_runs") if isinstance(found, dict) else None
        if isinstance(children, list):
            waiting += [
                (item, f"{place}.child_runs[{index}]", is_patch)
                for index, item in reversed(list(enumerate(children)))
            ]


def _merge(
    runs: dict[str, tuple[dict[str, Any], str]],
    raw: Any,
    where: str,
    *,
    is_patch: bool,
    report: Report,
) -> None:
    if not isinstance(raw, dict):
        report.bad(f"A run must be an object, but this is {type_word(raw)}.", where)
        return
    order = text_or_none(raw.get("dotted_order"))
    key = id_text(raw.get("id")) or id_text(raw.get("run_id"))
    if key is None and order is not None:
        last = order.rsplit(".", 1)[-1]
        key = last.partition("Z")[2] or last
    if key is None:
        report.bad("The run has neither id nor dotted_order.", where, "missing-key")
        return
    known = runs.get(key)
    if known is None:
        runs[key] = (raw, where)
        return
    if not is_patch and known[0] == raw:
        report.info("The run occurs twice and was counted once.", where, "duplicate-id")
        return
    kept = {name: item for name, item in raw.items() if item not in (None, {}, [])}
    runs[key] = ({**known[0], **kept}, known[1])


def _parent(raw: dict[str, Any]) -> str | None:
    own = id_text(raw.get("parent_run_id"))
    order = text_or_none(raw.get("dotted_order"))
    if own is None and order is not None and "." in order:
        last = order.split(".")[-2]
        own = last.partition("Z")[2] or last
    return own


def _span(raw: dict[str, Any], key: str, where: str) -> Span:
    extra = raw.get("extra")
    metadata = extra.get("metadata") if isinstance(extra, dict) else None
    metadata = metadata if isinstance(metadata, dict) else {}
    run_type = str(raw.get("run_type")).casefold()
    name = text_or_none(raw.get("name")) or ""
    attributes: dict[str, Any] = {_KIND: _KINDS.get(run_type)}
    for own in ("langgraph_node", "agent_name"):
        if text_or_none(metadata.get(own)):
            attributes[own] = metadata[own]
    model = text_or_none(metadata.get("ls_model_name"))
    if model is not None:
        attributes["gen_ai.request.model"] = model
        attributes["gen_ai.operation.name"] = run_type
    inputs, outputs = raw.get("inputs"), raw.get("outputs")
    if inputs:
        attributes["input.value"] = _unwrapped(inputs)
    if outputs:
        attributes["output.value"] = _unwrapped(_generated(outputs))
    tokens = _tokens(raw, outputs)
    if run_type == "llm" and tokens is not None:
        attributes["gen_ai.usage.output_tokens"] = tokens
    order = text_or_none(raw.get("dotted_order"))
    root = order.split(".")[0].partition("Z")[2] if order else ""
    return Span(
        trace_id=id_text(raw.get("trace_id")) or root or key,
        span_id=key,
        parent_id=_parent(raw),
        name=name,
        start=read_nanos(raw.get("start_time")),
        end=read_nanos(raw.get("end_time")),
        attributes=attributes,
        where=where,
        error=failure(raw),
    )


def _unwrapped(value: Any) -> Any:
    """Return what stands alone under ``input`` or ``output``."""
    if isinstance(value, dict) and len(value) == 1:
        key, inner = next(iter(value.items()))
        if key in ("input", "output") and isinstance(inner, str):
            return inner
    return value


def _generated(outputs: Any) -> Any:
    """Return the messages inside LangChain's generations, else the outputs."""
    found = outputs.get("generations") if isinstance(outputs, dict) else None
    if not isinstance(found, list):
        return outputs
    flat = [item for part in found for item in (part if isinstance(part, list) else [part])]
    messages = []
    for item in flat:
        if isinstance(item, dict):
            message = item.get("message")
            has_text = isinstance(item.get("text"), str)
            if isinstance(message, dict):
                messages.append(message)
            elif has_text:
                messages.append({"role": "assistant", "content": item["text"]})
    return messages or outputs


def _tokens(raw: dict[str, Any], outputs: Any) -> int | None:
    usage = outputs.get("usage_metadata") if isinstance(outputs, dict) else None
    if isinstance(usage, dict) and (count := read_count(usage.get("output_tokens"))) is not None:
        return count
    return read_count(raw.get("completion_tokens"))
