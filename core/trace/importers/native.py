"""Baton's own traces: a document, a list of documents, or JSONL with a header on the first line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from core.trace.importers.base import Report, Source
from core.trace.model import Event, Trace
from core.trace.native import HeaderReader, event_from_dict, seq_problem, type_word


class NativeImporter:
    """The form that Baton writes."""

    name = "baton"
    title = "Baton trace"

    def sniff(self, source: Source) -> bool:
        """Whether the first value says ``kind: Trace``, or lists events from someone."""
        first = source.first
        if isinstance(first, list) and first:
            first = first[0]
        if not isinstance(first, dict):
            return False
        return first.get("kind") == "Trace" or _looks_native(first) or _is_event(first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the traces; bad events are left out, a bad header is an error by itself."""
        stem = PurePath(source.name).stem
        if not source.is_lines:
            record = next(source.records())
            if isinstance(record.value, list) and not any(map(_is_event, record.value[:1])):
                for index, item in enumerate(record.value):
                    yield from _read_document(item, f"{record.where}[{index}]", stem, report)
            elif isinstance(record.value, list):
                yield from _read_document({"events": record.value}, "$", stem, report, root="$")
            else:
                yield from _read_document(record.value, record.where, stem, report)
            return
        yield from _read_lines(source, stem, report)


def _is_event(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("from"), str)
        and any(key in value for key in ("text", "seq", "to"))
        and not ("role" in value or "content" in value)
    )


def _looks_native(value: dict[str, Any]) -> bool:
    events = value.get("events")
    return isinstance(events, list) and any(map(_is_event, events[:5]))


class _Events:
    """Collects events with rising numbers; what breaks the order goes to the report."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.found: list[Event] = []

    def add(self, value: Any, where: str) -> None:
        last = self.found[-1].seq if self.found else 0
        self.report.record()
        event, problems = event_from_dict(value, path=where, next_seq=last + 1, unknown="warning")
        if event is not None and event.seq <= last:
            problems.append(seq_problem(event.seq, last, where))
            event = None
        if event is not None:
            self.found.append(event)
        else:
            self.report.bad_records += 1
        for problem in problems:
            self.report.add(problem)


def _read_document(
    value: Any, where: str, stem: str, report: Report, *, root: str = ""
) -> Iterator[Trace]:
    if not isinstance(value, dict):
        report.record()
        report.bad(f"A trace must be an object, but this is {type_word(value)}.", where)
        return
    header = HeaderReader(value, path=where, unknown="warning")
    _tell(header, report)
    events = _Events(report)
    items = value.get("events", [])
    if not isinstance(items, list):
        report.bad(f"“events” must be a list, but it is {type_word(items)}.", f"{where}.events")
        return
    for index, item in enumerate(items):
        events.add(item, f"{root or where + '.events'}[{index}]")
    if events.found:
        yield header.trace(events.found, name=stem)


def _tell(header: HeaderReader, report: Report) -> None:
    for problem in header.problems:
        if problem.severity == "error":
            report.bad(problem.message, problem.where, problem.code)
        else:
            report.add(problem)


def _read_lines(source: Source, stem: str, report: Report) -> Iterator[Trace]:
    """Read lines: each header starts a trace, the events after it are its own."""
    header = HeaderReader({})
    events = _Events(report)
    for record in source.records():
        value = record.value
        if isinstance(value, dict) and value.get("kind") == "Trace":
            if events.found:
                yield header.trace(events.found, name=stem)
            header = HeaderReader(value, path=record.where, unknown="warning")
            _tell(header, report)
            events = _Events(report)
            items = value.get("events")
            if isinstance(items, list):
                for index, item in enumerate(items):
                    events.add(item, f"{record.where}.events[{index}]")
        else:
            events.add(value, record.where)
    if events.found:
        yield header.trace(events.found, name=stem)
