"""Which way round a list of messages stands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, Final

from core.trace.importers.fields import id_text, read_time
from core.trace.importers.turn_model import TIME_KEYS

_LOOKED_AT: Final = 200
"""Messages in which a call and its result are looked for."""
_CALL_MARKS: Final = frozenset(("tool_call_id", "call_id", "tool_calls", "type"))
"""Keys of messages that may hold a call or answer one."""


def newest_first(messages: Sequence[Any]) -> bool:
    """Whether a list begins with its newest message, as interfaces often hand lists out.

    Args:
        messages: The raw messages.

    Returns:
        True if their times fall and never rise or, where they have none, if a tool's result stands
        before the call that it answers.
    """
    if len(messages) < 2:
        return False
    first, last = _time(messages[0]), _time(messages[-1])
    if first is not None and last is not None:
        if first <= last:
            return False
        times = list(map(_time, messages))
        return all(
            one is not None and other is not None and one >= other for one, other in pairwise(times)
        )
    if first is not None or last is not None:
        return False
    answered: set[str | None] = set()
    for raw in messages[:_LOOKED_AT]:
        if not isinstance(raw, dict) or _CALL_MARKS.isdisjoint(raw):
            continue
        calls = raw.get("tool_calls")
        ids: list[str | None] = []
        if calls and isinstance(calls, list):
            ids = [id_text(call.get("id")) for call in calls if isinstance(call, dict)]
        key = id_text(raw.get("tool_call_id")) or id_text(raw.get("call_id"))
        if raw.get("type") in ("function_call", "custom_tool_call", "local_shell_call"):
            ids.append(key)
        elif key is not None:
            answered.add(key)
        if ids:
            return not answered.isdisjoint(ids)
    return False


def _time(raw: Any) -> datetime | None:
    if not isinstance(raw, dict):
        return None
    for key in TIME_KEYS:
        if key in raw and (at := read_time(raw[key])) is not None:
            return at
    return None
