"""Reading what nobody knows: a person points at sender, text and time, and saves that as a mapping.

`preview_records` shows the records of a JSON, JSONL or CSV file and suggests a mapping,
`apply_mapping` reads the file by one, `core.trace.mapping_file` keeps it as YAML.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any, Final

from core.errors import TraceFormatError
from core.trace.events import make_event
from core.trace.importers.base import ImportResult, Report
from core.trace.importers.fields import NotTextError, content_text, id_text, read_time, text_or_none
from core.trace.importers.turns import is_person
from core.trace.mapping import FIELDS, Mapping, at_path, paths
from core.trace.mapping_file import mapping_from_yaml, mapping_to_yaml
from core.trace.mapping_preview import (
    PathInfo,
    Preview,
    list_records,
    open_records,
    preview_records,
)
from core.trace.model import Agent, Event, EventKind, Trace
from core.trace.native import with_participants

__all__ = [
    "Mapping",
    "PathInfo",
    "Preview",
    "apply_mapping",
    "mapping_from_yaml",
    "mapping_to_yaml",
    "preview_records",
]

NEXT: Final = "the next different speaker, since the mapping names no recipient"
_EVERYBODY: Final = frozenset(("all", "<all>", "*", "everyone", "everybody"))
_KIND_WORDS: Final[dict[str, EventKind]] = {
    "tool_call": "tool_call", "tool call": "tool_call", "function_call": "tool_call",
    "action": "tool_call", "tool_result": "tool_result", "tool result": "tool_result",
    "observation": "tool_result", "function_response": "tool_result", "output": "output",
    "final": "output", "final_answer": "output", "result": "output", "verifier": "verifier",
    "evaluation": "verifier",
}  # fmt: skip


def apply_mapping(data: bytes, mapping: Mapping, name: str = "records") -> ImportResult:
    """Read a file by a mapping.

    Args:
        data: The file.
        mapping: Where the parts of an event stand.
        name: The file's name; names the traces.

    Returns:
        The traces, one for each run.

    Raises:
        TraceFormatError: If no record gives an event.
    """
    _, document = open_records(data)
    report = Report()
    reader = _Reader(mapping, report)
    base = mapping.records or "$"
    runs: dict[str, list[tuple[int, Any]]] = {}
    run_paths = paths(mapping.run) if mapping.run.strip() else None
    for index, record in enumerate(list_records(document, mapping.records)):
        key = id_text(at_path(record, run_paths)) or "" if run_paths is not None else ""
        runs.setdefault(key, []).append((index, record))
    stem = PurePath(name).stem
    traces = []
    for key, records in runs.items():
        events = reader.events(records, base)
        if events:
            title = stem if len(runs) == 1 else f"{stem} · {key or 'no run'}"
            traces.append(_trace(title, events, mapping))
    if not traces:
        first = next(iter(report.problems), None)
        raise TraceFormatError(
            first.message if first else "The mapping finds no event in this file.",
            where=first.where if first else "",
            hint="Point at other fields.",
        )
    return ImportResult(
        format="mapped",
        title=mapping.name or "mapped records",
        traces=tuple(traces),
        problems=report.problems,
        bad_records=report.bad_records,
        records=report.records,
    )


def _trace(name: str, events: list[Event], mapping: Mapping) -> Trace:
    persons = frozenset(mapping.persons)
    agents = tuple(
        Agent(name=agent.name, is_person=agent.name in persons or is_person(agent.name))
        for agent in with_participants((), events)
    )
    people = {agent.name for agent in agents if agent.is_person}
    first = next((event for event in events if event.kind == "message"), None)
    return Trace(
        name=name,
        format="mapped",
        agents=agents,
        events=tuple(events),
        task=first.text if first is not None and first.sender in people else "",
        metadata={"mapping": mapping.name} if mapping.name else {},
    )


class _Reader:
    def __init__(self, mapping: Mapping, report: Report) -> None:
        self.report = report
        self.kinds = {key.casefold(): kind for key, kind in mapping.kinds.items()}
        self.at = {
            key: paths(getattr(mapping, key)) if getattr(mapping, key).strip() else None
            for key in FIELDS
        }

    def _part(self, record: Any, key: str) -> Any:
        found = self.at[key]
        return None if found is None else at_path(record, found)

    def events(self, records: Sequence[tuple[int, Any]], base: str) -> list[Event]:
        """Return the events of one run; recipients that nobody names are inferred."""
        found: list[Event] = []
        seen: set[str] = set()
        for index, record in records:
            self.report.record()
            where = f"{base}[{index}]"
            sender = id_text(self._part(record, "sender"))
            if sender is None:
                self.report.bad("The record doesn't say who speaks.", where, "no-sender")
                continue
            key = id_text(self._part(record, "id"))
            if key is not None and key in seen:
                self.report.info(
                    "Another record has this id; it was counted once.", where, "duplicate-id"
                )
                continue
            if key is not None:
                seen.add(key)
            value = self._part(record, "text")
            try:
                text = str(value) if isinstance(value, int | float) else content_text(value)
            except NotTextError as error:
                self.report.bad(f"The record can't be used: {error}.", where, "wrong-type")
                continue
            found.append(self._event(len(found) + 1, record, sender, text, where))
        return _with_next(found) if self.at["recipient"] is None else found

    def _event(self, seq: int, record: Any, sender: str, text: str, where: str) -> Event:
        kind = self._kind(record)
        named, broadcast = self._recipients(record)
        tool = text_or_none(self._part(record, "tool"))
        return make_event(
            seq, kind, sender, text, where,
            recipients=named if kind != "tool_call" else (), broadcast=broadcast,
            recipients_from="recorded" if named or kind == "tool_call" else "unknown",
            at=read_time(self._part(record, "time")),
            tool=tool or (sender if kind == "tool_result" else None),
        )  # fmt: skip

    def _kind(self, record: Any) -> EventKind:
        word = id_text(self._part(record, "kind"))
        if word is None:
            return "message"
        return self.kinds.get(word.casefold()) or _KIND_WORDS.get(word.casefold(), "message")

    def _recipients(self, record: Any) -> tuple[tuple[str, ...], bool]:
        value = self._part(record, "recipient")
        items = value if isinstance(value, list) else [value]
        names = dict.fromkeys(name for item in items if (name := id_text(item)))
        named = tuple(name for name in names if name.casefold() not in _EVERYBODY)
        return named, len(named) < len(names)


def _with_next(events: list[Event]) -> list[Event]:
    """Return the events with the next different speaker as recipient of each message."""
    found: list[Event] = []
    following: str | None = None
    after: str | None = None
    for event in reversed(events):
        if event.kind not in ("message", "output"):
            found.append(event)
            continue
        if following is not None and following != event.sender:
            after = following
        following = event.sender
        if after is not None:
            event = make_event(
                event.seq, event.kind, event.sender, event.text, event.where, recipients=(after,),
                recipients_from="inferred", rule=NEXT, at=event.at, tool=event.tool,
            )  # fmt: skip
        found.append(event)
    return found[::-1]
