"""What a mapping is: paths into the records of an unknown format.

A path is written as in JavaScript without the leading dollar: ``payload.msg``, ``turns[0].who``,
``["odd key"].name``; several paths with ``|`` between them are tried in turn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping as Dict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from core.errors import InputError
from core.trace.importers.fields import read_nested
from core.trace.model import EventKind
from core.trace.native import EVENT_KINDS

_STEP: Final = re.compile(r"""\.?([^.\[\]|"]+)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\]""")
FIELDS: Final = ("sender", "recipient", "text", "kind", "time", "id", "tool")


@dataclass(frozen=True, kw_only=True)
class Mapping:
    """Where the parts of an event stand in a record of an unknown format.

    Raises:
        InputError: If sender or text have no path, or a path can't be read.
    """

    sender: str
    text: str
    records: str = ""
    """Path of the list of records in the document; '' if the document is the list."""
    recipient: str = ""
    kind: str = ""
    time: str = ""
    id: str = ""
    tool: str = ""
    run: str = ""
    """Path of what tells several runs in one file apart, such as a case id."""
    kinds: Dict[str, EventKind] = field(default_factory=dict)
    """What the file's kinds mean; those that aren't named are messages."""
    persons: tuple[str, ...] = ()
    """Senders that are people."""
    name: str = ""
    """What the mapping is called."""

    def __post_init__(self) -> None:
        for key in ("sender", "text"):
            if not getattr(self, key).strip():
                raise InputError(f"The mapping has no path for “{key}”.", hint="Point at a field.")
        for key in ("records", "run", *FIELDS):
            paths(getattr(self, key))
        for meaning in self.kinds.values():
            if meaning not in EVENT_KINDS:
                raise InputError(
                    f"“{meaning}” is no kind of event.",
                    hint=f"Use one of: {', '.join(EVENT_KINDS)}.",
                )


Path = tuple[str | int, ...]


def paths(text: str) -> tuple[Path, ...]:
    """Return the alternatives of a path, each as keys and positions.

    Example:
        >>> paths('turns[0].who | ["odd key"]')
        (('turns', 0, 'who'), ('odd key',))

    Raises:
        InputError: If it can't be read as a path.
    """
    found: list[Path] = []
    position = 0
    steps: list[str | int] = []
    text = text.strip().removeprefix("$")
    while position < len(text):
        if text[position] in "| \t":
            if text[position] == "|":
                found.append(tuple(steps))
                steps = []
            position += 1
            continue
        step = _STEP.match(text, position)
        if step is None:
            raise InputError(
                f"The path “{text[:60]}” can't be read at “{text[position : position + 10]}”.",
                hint="Write it like payload.msg or turns[0].who.",
            )
        key, number, quoted = step.groups()
        if key is not None:
            steps.append(key.strip())
        else:
            steps.append(int(number) if number is not None else json.loads(f'"{quoted}"'))
        position = step.end()
    if steps or not found:
        found.append(tuple(steps))
    return tuple(path for path in found if path) or ((),)


def at_path(value: Any, text_paths: Sequence[Path]) -> Any:
    """Return what stands at the first of these paths that leads anywhere, else None.

    A path leads into JSON that is written in a text, too.
    """
    for path in text_paths:
        found = value
        for step in path:
            found = read_nested(found)
            if isinstance(step, int):
                inside = isinstance(found, list) and step < len(found)
            else:
                inside = isinstance(found, dict) and step in found
            if not inside:
                found = None
                break
            found = found[step]
        if found is not None:
            return found
    return None
