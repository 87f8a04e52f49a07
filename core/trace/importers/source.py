"""A file as its top-level values: a JSON document, or lines of JSON that are read one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from pydantic_core import from_json

from core.errors import TraceFormatError
from core.trace.importers.base import Record, Report, Source
from core.trace.importers.decode import decode, parse_json
from core.trace.importers.frames import rows_of
from core.trace.importers.mend import Items, mended_value, several_values
from core.trace.importers.pieces import LARGE, parse_in_pieces
from core.trace.importers.refused import known_text, refuse_text

_SPACE: Final = b" \t\r\n"
_WRAPPERS: Final = (
    "data",
    "result",
    "response",
    "body",
    "payload",
    "trace",
    "run",
    "session",
    "item",
)
"""Keys under which a whole document may lie."""


_OFTEN: Final = 2_000
"""Lines after which it is told how far a file is read."""


class Document:
    """One JSON value."""

    is_lines = False

    def __init__(self, value: Any, name: str, where: str = "$") -> None:
        self.name = name
        self.first = value
        self._where = where

    def records(self) -> Iterator[Record]:
        """Yield the document."""
        yield Record(self.first, self._where)


class Lines:
    """JSONL; a line is parsed when its turn comes, so a large file is never whole in memory.

    The lines can be gone through once; bad ones go to the report.
    """

    is_lines = True

    def __init__(self, data: bytes, name: str, report: Report) -> None:
        self.name = name
        self._data = data
        self._report = report
        self._mended: list[str] = []
        self._first: Record | None = None
        self._start = self._next = 0
        for place, start, line in self._lines(0, 1):
            value = self._parse(line, place, start)
            if value is not None:
                self._first = value
                self._start = start + len(line)
                self._next = place + 1
                break

    @property
    def first(self) -> Any:
        """The first usable line, None if there is none."""
        return None if self._first is None else self._first.value

    def records(self) -> Iterator[Record]:
        """Yield the usable lines in order."""
        if self._first is None:
            return
        yield self._first
        parsing, size = self._report.parsing, max(1, len(self._data))
        for place, start, line in self._lines(self._start, self._next):
            if parsing is not None and place % _OFTEN == 0:
                parsing(100 * start // size)
            record = self._parse(line, place, start)
            if record is not None:
                yield record
        if self._mended:
            tell_mended(self._mended, self._report)
        self._data = b""  # a large file is let go of before its events are written

    def _lines(self, position: int, number: int) -> Iterator[tuple[int, int, bytes]]:
        data, end = self._data, len(self._data)
        while position < end:
            stop = data.find(b"\n", position)
            stop = end if stop < 0 else stop + 1
            line = data[position:stop]
            if not line.isspace() and line:
                yield number, position, line
            position, number = stop, number + 1

    def _parse(self, line: bytes, number: int, start: int) -> Record | None:
        where = f"line {number}"
        try:
            return Record(from_json(line, allow_inf_nan=False, cache_strings="all"), where)
        except ValueError:
            pass
        try:
            return Record(parse_json(line.decode("utf-8").rstrip("\r\n"), self._mended), where)
        except UnicodeDecodeError:
            problem = "The line is not valid UTF-8."
        except json.JSONDecodeError as error:
            rest = self._data[start + len(line) :]
            cut = " The file seems to be cut off here." if not rest.strip(_SPACE) else ""
            problem = f"The line is not valid JSON: {_reason(error)} at column {error.colno}.{cut}"
        except ValueError as error:
            problem = f"The line can't be used: {error}."
        self._report.record()
        self._report.bad(problem, where, "bad-json")
        return None


def open_source(data: bytes, name: str, report: Report) -> Source:
    """Return a file's bytes as JSON or JSONL.

    Args:
        data: The content, checked by `decode.check_bytes`.
        name: The file's name, for showing.
        report: Takes lines that can't be used.

    Raises:
        TraceFormatError: If it is neither; says what it looks like and where it breaks.
    """
    start = data[:4096].lstrip(_SPACE)[:1]
    if start in (b"{", b"["):
        if _is_jsonl(data):
            lines = Lines(data, name, report)
            if lines.first is not None:
                return lines
        try:
            return Document(_parsed(data, report), name)
        except ValueError:
            pass  # told in words below, or mended
    text = decode(data, limit=len(data))
    inner = _written_in_a_text(text)
    if inner is not None:
        report.info("The file is JSON written as one JSON text; it was read from there.")
        return open_source(inner.encode("utf-8", "surrogatepass"), name, report)
    if text.lstrip()[:1] not in ("{", "["):
        raise refuse_text(text)
    return _from_text(text, name, report)


def _parsed(data: bytes, report: Report) -> Any:
    if len(data) >= LARGE and report.parsing is not None:
        try:
            return parse_in_pieces(data, report.parsing)
        except ValueError:
            pass  # it is laid out in another way, or no JSON
    return from_json(data, allow_inf_nan=False, cache_strings="all")


def _from_text(text: str, name: str, report: Report) -> Source:
    mended: list[str] = []
    try:
        value = parse_json(text, mended)
    except ValueError as error:
        first = next((line for line in text.split("\n", 100) if line.strip()), "")
        if "\n" in text.strip() and _is_value(first):
            lines = Lines(text.encode("utf-8", "surrogatepass"), name, report)
            if lines.first is not None:
                return lines
        almost = _almost(text, name, report, error)
        if almost is not None:
            return almost
        if text.lstrip()[:1] == "[" and (known := known_text(text)) is not None:
            raise known from None
        if isinstance(error, json.JSONDecodeError):
            raise _syntax_error(error, text) from None
        raise TraceFormatError(
            f"This JSON can't be used: {error}.", hint="Write the file again without it."
        ) from None
    if mended:
        tell_mended(mended, report)
    return Document(value, name)


def _written_in_a_text(text: str) -> str | None:
    """Return the JSON that a file holds as one JSON text, None if it doesn't."""
    if not text.lstrip().startswith(('"{', '"[')):
        return None
    try:
        inner = parse_json(text)
    except ValueError:
        return None
    return inner if isinstance(inner, str) else None


def _almost(text: str, name: str, report: Report, error: ValueError) -> Source | None:
    """Return a file that is almost JSON, None if it can't be read as that either."""
    if isinstance(error, json.JSONDecodeError) and error.msg.startswith("Extra data"):
        return several_values(text, name)
    try:
        return Document(mended_value(text, report), name)
    except ValueError:
        return None


def inside(source: Source) -> Iterator[Source]:
    """Yield what a source that no importer knows may hold: items of a list, or a wrapped document.

    Interfaces of services often answer with ``{"data": ...}``.
    """
    first = source.first
    if source.is_lines:
        return
    rows = rows_of(first)
    if rows is not None:
        yield Document(rows, source.name, "$")
    if isinstance(first, list) and first and all(isinstance(item, dict) for item in first[:5]):
        if len(first) == 1:
            yield Document(first[0], source.name, "$[0]")
        else:
            yield Items(first, source.name)
    if isinstance(first, dict):
        for key in _WRAPPERS:
            value = first.get(key)
            if isinstance(value, dict | list) and value:
                yield Document(value, source.name, f"$.{key}")


def tell_mended(mended: list[str], report: Report) -> None:
    """Tell about broken characters that were replaced."""
    report.warn(
        "Broken characters (half of a surrogate pair) were replaced by \ufffd in "
        f"{len(mended):,} texts.",
        code="lone-surrogate",
    )


def check_numbers(data: bytes) -> None:
    """Raise the error that a file with numbers beyond JSON's range deserves, if it is one.

    Raises:
        TraceFormatError: Naming the number.
    """
    try:
        parse_json(decode(data, limit=len(data)), strict=True)
    except json.JSONDecodeError:
        return
    except ValueError as error:
        raise TraceFormatError(
            f"This JSON can't be used: {error}.", hint="Write the file again without it."
        ) from None


def _is_jsonl(data: bytes) -> bool:
    """Whether a first line is a value by itself and another line with a value follows."""
    stop = data.find(b"\n", len(data) - len(data.lstrip(_SPACE)) if data[:1] in _SPACE else 0)
    if stop < 0:
        return False
    first = data[:stop].strip(_SPACE)
    if first[-1:] not in (b"}", b"]"):
        return False
    following = data[stop : stop + 4096].lstrip(_SPACE)[:1]
    if following not in (b"{", b"["):
        return False
    try:
        from_json(first, allow_inf_nan=False)
    except ValueError:
        return False
    return True


def _is_value(line: str) -> bool:
    try:
        return isinstance(parse_json(line), dict | list)
    except ValueError:
        return False


def _reason(error: json.JSONDecodeError) -> str:
    message = error.msg
    return message[:1].lower() + message[1:]


def _syntax_error(error: json.JSONDecodeError, text: str) -> TraceFormatError:
    where = f"line {error.lineno:,}, column {error.colno:,}"
    at_end = error.pos >= len(text.rstrip()) - 1 and not error.msg.startswith("Extra data")
    if at_end or error.msg.startswith("Unterminated"):
        return TraceFormatError(
            f"The JSON is incomplete: {_reason(error)}.",
            where=where,
            hint="The file seems to be cut off; export it again.",
        )
    return TraceFormatError(
        f"The file is not valid JSON: {_reason(error)}.",
        where=where,
        hint="Baton reads JSON documents, and JSONL with one object on each line.",
    )
