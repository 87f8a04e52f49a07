"""Reading what nobody knows: a person points at sender, text and time, and saves that as a mapping.

`preview_records` shows the records of a JSON, JSONL or CSV file and suggests a mapping,
`apply_mapping` reads the file by one, `core.trace.mapping_file` keeps it as YAML.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from typing import Any, Final

from core.errors import TraceFormatError
from core.trace.events import make_event
from core.trace.importers.base import ImportResult, Report
from core.trace.importers.fields import NotTextError, content_text, id_text, read_time, text_or_none
from core.trace.importers.gzipped import plain_name
from core.trace.importers.roles import is_person
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
    "fitting_mapping",
    "kind_of",
    "map_records",
    "mapping_from_yaml",
    "mapping_to_yaml",
    "preview_records",
]

SAMPLE: Final = 200
"""Records that are looked at to see whether a mapping fits."""
NEXT: Final = "the next different speaker, since the mapping names no recipient"
_EVERYBODY: Final = frozenset(("all", "<all>", "*", "everyone", "everybody"))
_KIND_WORDS: Final[dict[str, EventKind]] = {
    "tool_call": "tool_call", "tool call": "tool_call", "function_call": "tool_call",
    "action": "tool_call", "call": "tool_call", "called": "tool_call", "invoke": "tool_call", "tool_result": "tool_result", "tool result": "tool_result",
    "observation": "tool_result", "returned": "tool_result", "tool": "tool_result", "function_response": "tool_result", "output": "output",
    "final": "output", "final_answer": "output", "result": "output", "verifier": "verifier",
    "evaluation": "verifier",
}  # fmt: skip


def apply_mapping(
    data: bytes,
    mapping: Mapping,
    name: str = "records",
    *,
    progress: Callable[[int], None] | None = None,
) -> ImportResult:
    """Read a file by a mapping.

    Args:
        data: The file.
        mapping: Where the parts of an event stand.
        name: The file's name; names the traces.
        progress: Called with the number of records now and then; what it raises stops the import.

    Returns:
        The traces, one for each run.

    Raises:
        TraceFormatError: If no record gives an event.
    """
    _, document = open_records(data)
    return map_records(list_records(document, mapping.records), mapping, name, progress=progress)


def map_records(
    records: Sequence[Any],
    mapping: Mapping,
    name: str = "records",
    *,
    progress: Callable[[int], None] | None = None,
) -> ImportResult:
    """Read records by a mapping; see `apply_mapping`.

    Args:
        records: The records themselves, such as the first ones of a `Preview`.
        mapping: Where the parts of an event stand.
        name: Names the traces.
        progress: As for `apply_mapping`.

    Raises:
        TraceFormatError: If no record gives an event.
    """
    report = Report(progress=progress)
    reader = _Reader(mapping, report)
    base = mapping.records or "$"
    runs: dict[str, list[tuple[int, Any]]] = {}
    run_paths = paths(mapping.run) if mapping.run.strip() else None
    for index, record in enumerate(records):
        key = id_text(at_path(record, run_paths)) or "" if run_paths is not None else ""
        runs.setdefault(key, []).append((index, record))
    stem = PurePath(plain_name(name)).stem
    traces = []
    for key, found in runs.items():
        events = reader.events(found, base)
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


def fitting_mapping(data: bytes, mappings: Iterable[Mapping]) -> Mapping | None:
    """Return the mapping that was made for files like this one, None if there is none.

    A mapping fits where nine of the first records in ten have a sender and a text at its paths, and
    each other path that it names leads somewhere in at least one of them. Of several, the one that
    names most paths is taken, then the first.

    Args:
        data: A file that no importer knows.
        mappings: The mappings there are.
    """
    waiting = list(mappings)
    if not waiting:
        return None
    try:
        _, document = open_records(data)
    except TraceFormatError:
        return None
    fitting = [mapping for mapping in waiting if _fits(document, mapping)]
    return max(fitting, key=_named_paths, default=None)


def _named_paths(mapping: Mapping) -> int:
    return sum(bool(getattr(mapping, key).strip()) for key in (*FIELDS, "run"))


def _fits(document: Any, mapping: Mapping) -> bool:
    try:
        records = list_records(document, mapping.records)[:SAMPLE]
    except TraceFormatError:
        return False
    found = Counter(
        key
        for key in (*FIELDS, "run")
        if (text := getattr(mapping, key)).strip()
        for record in records
        if at_path(record, paths(text)) is not None
    )
    both = min(found["sender"], found["text"])
    others = [key for key in (*FIELDS, "run") if getattr(mapping, key).strip()]
    return both * 10 >= len(records) * 9 and all(found[key] for key in others)


def kind_of(word: str) -> EventKind:
    """Return the kind of event that a word of the file means by itself; a message by default."""
    return _KIND_WORDS.get(word.casefold(), "message")


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
        return self.kinds.get(word.casefold()) or kind_of(word)

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
