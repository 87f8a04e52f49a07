"""The order of steps and messages of a thread, as OpenAI's interface of assistants hands them out.

A list begins with its newest item unless it was asked for the other way round. Times tell which; where
they are equal or missing, what the items do tells: a user asks first, an answer is written last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, Final

from core.trace.importers.fields import id_text, read_time

STEP: Final = "thread.run.step"
MESSAGE: Final = "thread.message"


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A step or a message, and where it stands."""

    raw: dict[str, Any]
    where: str
    handed_out: bool = False
    """Whether it stands in a list of the interface, not in one that somebody made."""

    @property
    def is_message(self) -> bool:
        """Whether this is a message of the thread, not a step of a run."""
        return bool(self.raw.get("object") == MESSAGE)

    @property
    def at(self) -> datetime | None:
        """When it began."""
        return read_time(self.raw.get("created_at"))


def written(step: dict[str, Any]) -> str | None:
    """Return the id of the message that a step wrote, None for others and for messages."""
    details = step.get("step_details")
    made = details.get("message_creation") if isinstance(details, dict) else None
    return id_text(made.get("message_id")) if isinstance(made, dict) else None


def in_order(items: Sequence[Item]) -> list[Item]:
    """Return the items of a thread, the oldest first.

    Args:
        items: In the order of the file: lists may stand either way round, messages and steps apart.
    """
    messages = [item for item in items if item.is_message]
    steps = [item for item in items if not item.is_message]
    told = [_falls(messages), _falls(steps)]
    for number, kind in enumerate((messages, steps)):
        falls = told[number]
        if falls is None:
            other = told[1 - number]
            falls = other if other is not None else any(item.handed_out for item in kind)
        if falls:
            kind.reverse()
    return _joined(messages, steps)


def _falls(items: Sequence[Item]) -> bool | None:
    """Whether a list begins with its newest item, None if nothing tells."""
    for key in ("created_at", "completed_at"):
        times = [time for item in items if (time := read_time(item.raw.get(key))) is not None]
        rises = sum(one < other for one, other in pairwise(times))
        falls = sum(one > other for one, other in pairwise(times))
        if rises != falls:
            return falls > rises
    if len(items) > 1:
        first, last = _comes_last(items[0]), _comes_last(items[-1])
        if first != last:
            return first
    return None


def _comes_last(item: Item) -> bool:
    """Whether an item is an answer: what a run ends with."""
    if item.is_message:
        return item.raw.get("role") == "assistant"
    return written(item.raw) is not None


def _joined(messages: list[Item], steps: list[Item]) -> list[Item]:
    """Return both kinds as one list, each in the order that it has."""
    by_time = all(any(item.at for item in kind) for kind in (messages, steps) if kind)
    ids = {id_text(item.raw.get("id")): number for number, item in enumerate(messages)}
    if by_time:
        keys = _filled([item.at for item in messages]) + _filled([item.at for item in steps])
    else:
        # A step that wrote a message stands where the message does, those before it right before.
        places = [ids.get(written(item.raw)) for item in steps]
        keys = [*range(len(messages)), *_filled(places[::-1], len(messages))[::-1]]
    both = messages + steps
    # Of one moment: who asks, the steps, then answers that no step is known to have written.
    ranks = [0 if _asks(item) else 2 if item.is_message else 1 for item in both]
    order = sorted(range(len(both)), key=lambda n: (keys[n], ranks[n], n))
    return [both[number] for number in order]


def _asks(item: Item) -> bool:
    return item.is_message and item.raw.get("role") != "assistant"


def _filled(values: list[Any], otherwise: Any = None) -> list[Any]:
    """Return values with the gaps filled by the one before, at the beginning by the first one."""
    found = next((value for value in values if value is not None), otherwise)
    filled = []
    for value in values:
        found = found if value is None else value
        filled.append(found)
    return filled
