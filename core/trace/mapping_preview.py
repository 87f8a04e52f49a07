"""What stands in a file that no importer knows, and a mapping to begin with."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.errors import TraceFormatError
from core.trace.importers.base import Report
from core.trace.importers.decode import SIZE_LIMIT, check_bytes, decode
from core.trace.importers.fields import read_nested, read_time
from core.trace.importers.gzipped import MAGIC as GZIP
from core.trace.importers.gzipped import unpacked
from core.trace.importers.source import open_source
from core.trace.mapping import Mapping, at_path, paths

MAX_RECORDS: Final = 2_000_000
_ROWS: Final = 50
_NESTED: Final = 20_000
"""Longest text that is looked into for JSON, when paths are listed."""
_GUESSES: Final[dict[str, tuple[str, ...]]] = {
    "sender": ("sender", "from", "author", "speaker", "actor", "agent", "who", "source", "name", "role"),
    "recipient": ("recipient", "recipients", "to", "toward", "target", "receiver", "addressee"),
    "text": ("text", "content", "message", "msg", "body", "output", "response", "note", "utterance"),
    "kind": ("kind", "event_type", "type", "event"),
    "time": ("timestamp", "time", "ts", "at", "created_at", "occurred_at", "date"),
    "id": ("id", "event_id", "message_id", "seq"),
    "tool": ("tool", "tool_name", "function", "fn"),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PathInfo:
    """A path that occurs in the records, with an example of what stands there."""

    path: str
    example: str
    count: int
    times: int = 0
    """How often a written moment with a time of day stands there."""


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What an unknown file looks like.

    Attributes:
        form: ``JSON``, ``JSONL`` or ``CSV``.
        records: The first records.
        total: How many there are.
        lists: Paths of the lists of objects in the document, the longest first.
        paths: What stands in the first records.
        guesses: Likely paths of the parts of an event.
        suggestion: A mapping to begin with, None if nothing looks like sender and text.
    """

    form: str
    records: tuple[Any, ...]
    total: int
    lists: tuple[str, ...]
    paths: tuple[PathInfo, ...]
    guesses: dict[str, str]
    suggestion: Mapping | None


def preview_records(data: bytes, *, records: str | None = None, limit: int = 20) -> Preview:
    """Show the records of a file that no importer knows.

    Args:
        data: The file.
        records: Path of the list of records; None takes the longest list of objects.
        limit: Most records that are shown.

    Raises:
        TraceFormatError: If it is neither JSON, JSONL nor CSV, or has no records.
    """
    form, document = open_records(data)
    lists = tuple(path for path, _ in _lists(document))
    chosen = records if records is not None else (lists[0] if lists else "")
    found = list_records(document, chosen)
    infos = tuple(_describe(found[:200]))
    guesses = _guess(infos, min(len(found), 200))
    whole = "sender" in guesses and "text" in guesses
    return Preview(
        form=form,
        records=tuple(found[:limit]),
        total=len(found),
        lists=lists,
        paths=infos,
        guesses=guesses,
        suggestion=Mapping(records=chosen, **guesses) if whole else None,  # type: ignore[arg-type]
    )


def open_records(data: bytes) -> tuple[str, Any]:
    """Return the form of a file (JSON, JSONL or CSV) and what it holds."""
    if data.startswith(GZIP):
        data = unpacked(data, limit=SIZE_LIMIT)
    check_bytes(data, limit=SIZE_LIMIT)
    report = Report()
    if data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        source = open_source(data, "", report)
        if source.is_lines:
            return "JSONL", [record.value for record in source.records()]
        return "JSON", source.first
    return "CSV", _csv(decode(data, limit=SIZE_LIMIT))


def _csv(text: str) -> list[dict[str, str]]:
    sample = text[:20_000]
    first = sample.split("\n", 1)[0]
    delimiter = max(",;\t|", key=first.count)
    if not first.count(delimiter) or "\n" not in text:
        raise TraceFormatError(
            "This is neither JSON, JSONL nor CSV with a heading.",
            hint="Save the records as one of them.",
        )
    try:
        rows = list(
            csv.DictReader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=delimiter)
        )
    except csv.Error as error:
        raise TraceFormatError(
            f"The CSV can't be read: {error}.", hint="Save it again as CSV or JSON."
        ) from None
    sample_rows = rows[:_ROWS]
    whole = sum(None not in row and None not in row.values() for row in sample_rows)
    if whole * 10 < len(sample_rows) * 9:
        raise TraceFormatError(
            "This is text, not a CSV: its lines have different numbers of columns.",
            hint="Save the records as CSV, JSON or JSONL.",
        )
    return [
        {
            key: value
            for key, value in row.items()
            if isinstance(key, str) and isinstance(value, str)
        }
        for row in rows
    ]


def _lists(document: Any) -> list[tuple[str, int]]:
    """Return paths of the lists of objects, the longest first."""
    found: list[tuple[str, int]] = []
    waiting: list[tuple[str, Any, int]] = [("", document, 0)]
    while waiting and len(found) < 50:
        path, value, depth = waiting.pop()
        if isinstance(value, list):
            if value and sum(isinstance(item, dict) for item in value[:20]) * 2 > len(value[:20]):
                found.append((path, len(value)))
        elif isinstance(value, dict) and depth < 6:
            waiting += [
                (_join(path, key), inner, depth + 1) for key, inner in list(value.items())[:200]
            ]
    return sorted(found, key=lambda pair: -pair[1])


def _join(path: str, key: str) -> str:
    if re.fullmatch(r"""[^.\[\]|"\s]+""", key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key, ensure_ascii=False)}]"


def list_records(document: Any, path: str) -> list[Any]:
    """Return the list of records at a path of a document.

    Raises:
        TraceFormatError: If there is none, or too many records are in it.
    """
    found = at_path(document, paths(path))
    if isinstance(found, dict):
        found = [found]
    if not isinstance(found, list) or not found:
        raise TraceFormatError(
            "There is no list of records at this place.", where=path or "$", hint="Choose another."
        )
    if len(found) > MAX_RECORDS:
        raise TraceFormatError(
            f"There are {len(found):,} records, the limit is {MAX_RECORDS:,}.",
            hint="Split the file.",
        )
    return found


def _describe(records: Sequence[Any]) -> Iterator[PathInfo]:
    examples: dict[str, str] = {}
    counts: dict[str, int] = {}
    times: dict[str, int] = {}
    for record in records:
        waiting: list[tuple[str, Any, int]] = [("", record, 0)]
        while waiting:
            path, value, depth = waiting.pop()
            inside = (
                read_nested(value) if isinstance(value, str) and len(value) < _NESTED else value
            )
            if isinstance(inside, dict) and depth < 6:
                waiting += [
                    (_join(path, key), inner, depth + 1)
                    for key, inner in reversed(list(inside.items())[:100])
                ]
            if path and value is not None and not isinstance(value, dict):
                counts[path] = counts.get(path, 0) + 1
                times[path] = times.get(path, 0) + _is_moment(value)
                if path not in examples and len(examples) < 300:
                    text = (
                        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                    )
                    examples[path] = text[:120]
    for path, example in examples.items():
        yield PathInfo(path=path, example=example, count=counts[path], times=times[path])


def _is_moment(value: Any) -> bool:
    """Whether a value is a date with a time of day: a date alone may be a deadline."""
    return (
        isinstance(value, str)
        and 15 < len(value) < 40
        and ":" in value
        and read_time(value) is not None
    )


def _guess(infos: Sequence[PathInfo], total: int) -> dict[str, str]:
    """Return the likely path of each part of an event; parts that nothing looks like are left out."""
    found: dict[str, str] = {}
    for part, words in _GUESSES.items():
        fits = [
            info
            for word in words
            for info in infos
            if info.path.rsplit(".", 1)[-1].casefold() == word and info.path not in found.values()
        ]
        if fits and part == "text":
            # Where some records have no text at the first place, the next one is tried.
            enough = [n for n in range(1, 4) if sum(i.count for i in fits[:n]) >= total]
            found[part] = " | ".join(info.path for info in fits[: enough[0] if enough else 3])
        elif fits:
            found[part] = fits[0].path
    # Keys have many names; what stands there tells a time whatever it is called.
    taken = " | ".join(found.values()).split(" | ")
    moments = [i for i in infos if i.times * 10 >= total * 9 and i.path not in taken]
    if "time" not in found and moments:
        found["time"] = moments[0].path
    return found
