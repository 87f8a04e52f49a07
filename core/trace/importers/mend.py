"""JSON that isn't quite JSON, as programs and people write it: read, and what was mended is told.

Mended are numbers that JSON doesn't have (Python writes NaN), commas before a closing bracket, a
document written as one JSON text, and several documents one after the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Record, Report
from core.trace.importers.decode import check_depth, parse_json, whole_number

_MOST_COMMAS: Final = 50
_LONGEST: Final = 50_000_000
"""Characters up to which commas are mended; each one means reading the text again."""


class Values:
    """Several JSON values, parsed already."""

    is_lines = True

    def __init__(self, records: list[Record], name: str) -> None:
        self.name = name
        self._records = records

    @property
    def first(self) -> Any:
        """The first value."""
        return self._records[0].value

    def records(self) -> Iterator[Record]:
        """Yield the values in order."""
        yield from self._records


class Items:
    """The items of a list, taken one by one as lines are."""

    is_lines = True

    def __init__(self, items: list[Any], name: str) -> None:
        self.name = name
        self._items = items

    @property
    def first(self) -> Any:
        """The first item."""
        return self._items[0]

    def records(self) -> Iterator[Record]:
        """Yield the items in order."""
        for index, item in enumerate(self._items):
            yield Record(item, f"$[{index}]")


def mended_value(text: str, report: Report) -> Any:
    """Return the value of a text that is almost JSON; what was done goes to the report.

    Raises:
        ValueError: If it is no JSON for another reason.
    """
    constants: list[str] = []
    decoder = json.JSONDecoder(parse_constant=constants.append, parse_int=whole_number)
    commas = 0
    while True:
        constants.clear()
        try:
            value = decoder.decode(text)
            break
        except RecursionError:
            raise ValueError("lists and objects are nested too deeply") from None
        except json.JSONDecodeError as error:
            place = _comma_before(text, error.pos)
            if place is None or commas == _MOST_COMMAS or len(text) > _LONGEST:
                raise
            text = text[:place] + text[place + 1 :]
            commas += 1
    if not constants and not commas:
        raise ValueError("there is nothing to mend")
    value = parse_json(json.dumps(value))  # the same checks as for any other file
    if constants:
        report.warn(
            f"{len(constants):,} values that JSON doesn't have ({constants[0]}) were read as empty.",
            code="no-number",
        )
    if commas:
        report.warn(f"{commas:,} commas before a closing bracket were left out.", code="comma")
    return value


def _comma_before(text: str, position: int) -> int | None:
    """Return the place of a comma that stands right before a closing bracket, where parsing failed."""
    if text[position : position + 1] not in ("}", "]"):
        # Newer versions of Python point at the comma itself.
        if text[position : position + 1] != "," or text[position + 1 :].lstrip()[:1] not in "}]":
            return None
        place = position
    else:
        place = len(text[:position].rstrip()) - 1
    if place < 0 or text[place] != "," or text[:place].rstrip()[-1:] in ("[", "{", ","):
        return None
    return place


def several_values(text: str, name: str) -> Values | None:
    """Return the values of a text that holds several, such as JSON documents one after the other.

    None if it isn't that.
    """
    decoder = json.JSONDecoder(parse_int=whole_number)
    records: list[Record] = []
    position, line = 0, 1
    while True:
        while position < len(text) and text[position] in " \t\r\n,":
            line += text[position] == "\n"
            position += 1
        if position >= len(text):
            break
        try:
            value, end = decoder.raw_decode(text, position)
            if not isinstance(value, dict | list):
                return None
            check_depth(value)
            records.append(Record(parse_json(text[position:end]), f"line {line}"))
        except (ValueError, RecursionError):
            return None
        line += text.count("\n", position, end)
        position = end
    return Values(records, name) if len(records) > 1 else None
