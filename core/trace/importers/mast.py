"""MAST records: a run of some framework as a text inside JSON, with labels beside it.

The text may be a free-text log, or once more JSON; labels (annotations, notes, correctness) are
kept apart from the events. Records with chat messages are read as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.chat import find_runs, read_run
from core.trace.importers.fields import id_text, read_nested, text_or_none
from core.trace.importers.logs import TextLog, find_log
from core.trace.model import Trace

_DESCRIPTIVE: Final = (
    "benchmark_name", "cost", "index", "instance_id", "key", "llm_name", "log_file", "mas_name",
    "round", "run_id", "timestamp", "trace_id",
)  # fmt: skip
_TASKS: Final = ("problem_statement", "prompt", "task", "question")


def _text_of(value: Any) -> tuple[str, str, dict[str, Any]] | None:
    """Return a log inside a record, its path, and what stands beside it."""
    if isinstance(value, str):
        return value, "", {}
    if not isinstance(value, dict):
        return None
    for key in ("trajectory", "content", "trace", "log"):
        inner = value.get(key)
        beside = {name: item for name, item in value.items() if name != key}
        if isinstance(inner, str):
            nested = read_nested(inner)
            if isinstance(nested, dict):
                found = _text_of(nested)
                return (
                    None
                    if found is None
                    else (found[0], f".{key}{found[1]}", {**found[2], **beside})
                )
            return inner, f".{key}", beside
        if isinstance(inner, list) and inner and set(map(type, inner)) == {str}:
            return "\n".join(inner), f".{key}", beside
        if key == "trace" and isinstance(inner, dict):
            found = _text_of(inner)
            return (
                None if found is None else (found[0], f".{key}{found[1]}", {**found[2], **beside})
            )
    return None


def _log_of(value: Any) -> tuple[TextLog, str, str, dict[str, Any]] | None:
    found = _text_of(value) if isinstance(value, dict) else None
    if found is None:
        return None
    text, path, beside = found
    log = find_log(text)
    return None if log is None else (log, text, path, beside)


class MastImporter:
    """Records of MAST and of the frameworks whose logs it collects."""

    name = "mast"
    title = "MAST record"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is, or a list holds, a record with a log in it."""
        first = source.first
        items = first[:20] if isinstance(first, list) else [first]
        return any(_log_of(item) is not None for item in items)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each record."""
        stem = PurePath(source.name).stem
        for record in source.records():
            many = isinstance(record.value, list)
            for index, item in enumerate(record.value if many else [record.value]):
                where = f"{record.where}[{index}]" if many else record.where
                name = stem
                if many or source.is_lines:
                    own = id_text(item.get("trace_id")) if isinstance(item, dict) else None
                    name = f"{stem} · {own or where}"
                trace = _record(item, where, name, report)
                if trace is not None:
                    yield trace


def _record(item: Any, where: str, name: str, report: Report) -> Trace | None:
    found = _log_of(item)
    if found is None:
        run = next(find_runs(item, where), None)
        if run is None:
            report.record()
            report.bad("This record holds no run that can be read.", where)
            return None
        return read_run(run, name, report)
    log, text, path, beside = found
    trace = log.read(text, f"{where}{path}", report)
    if trace is None:
        report.warn("This record's log has no usable entry.", where, "empty-run")
        return None
    task = trace.task or next((words for key in _TASKS if (words := _words(beside.get(key)))), "")
    known = (*_DESCRIPTIVE, *_TASKS)
    return Trace(
        name=name,
        format=trace.format,
        agents=trace.agents,
        events=trace.events,
        task=task,
        labels={**trace.labels, **{k: v for k, v in beside.items() if k not in known}},
        metadata={**trace.metadata, **{k: beside[k] for k in _DESCRIPTIVE if k in beside}},
    )


def _words(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "\n".join(value).strip()
    return text_or_none(value) or ""
