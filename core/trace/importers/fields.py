"""Reading single values that many formats share: texts, times, token counts, tool arguments."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from core.trace.importers.decode import parse_json
from core.trace.native import type_word as type_word

IMAGE: Final = "[image]"
_TOKEN_KEYS: Final = ("completion_tokens", "output_tokens", "outputTokens", "output")


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
USAGE_KEYS: Final = ("usage", "models_usage", "usage_metadata", "usageDetails")
"""Keys under which a message may have the counts of its model call."""


class NotTextError(ValueError):
    """A value of another kind where text is due; the message says which."""


def json_text(value: Any) -> str:
    """Return a JSON value as text people can read; texts as they are."""
    if isinstance(value, str):
        return value
    return _written(value)


def _writer() -> Callable[[Any], str]:
    """Return ``json.dumps(value, ensure_ascii=False)`` with an encoder that is made only once."""
    plain = json.JSONEncoder(ensure_ascii=False, check_circular=False)
    quick = getattr(json.encoder, "c_make_encoder", None)
    if quick is None:
        return plain.encode
    write = quick(
        None, plain.default, json.encoder.encode_basestring, None, ": ", ", ", False, False, True
    )
    return lambda value: "".join(write(value, 0))


_written: Final = _writer()


def text_or_none(value: Any) -> str | None:
    """Return a non-blank text without surrounding space, or None."""
    return value.strip() or None if value.__class__ is str else None


def id_text(value: Any) -> str | None:
    """Return an id as text, whether the file writes it as text or as a number."""
    if value.__class__ is str:
        return value.strip() or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def content_text(content: Any) -> str:
    """Return the text of a message's content.

    Args:
        content: Text, null, a list of lines, a list of typed parts, or an object.

    Returns:
        The text; lines and parts joined by line breaks, pictures as ``[image]``.

    Raises:
        NotTextError: If it is a number or a truth value.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(part for part in map(_part_text, content) if part is not None)
    if isinstance(content, dict):
        return _part_text(content) or ""
    raise NotTextError(f"text is due, but this is {type_word(content)}")


def _part_text(part: Any) -> str | None:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        raise NotTextError(f"a part of a message is due, but this is {type_word(part)}")
    kind = part.get("type")
    if isinstance(kind, str) and kind in (
        "tool_use", "tool_call", "tool_result", "tool_call_response", "function_call",
        "function_response", "thinking", "redacted_thinking", "reasoning",
    ):  # fmt: skip
        return None
    if isinstance(kind, str) and ("image" in kind or kind in ("media", "blob", "file")):
        return IMAGE
    for key in ("text", "content", "value"):
        value = part.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, list | dict):
            return content_text(value)
    if isinstance(part.get("data"), str) and "image" in str(part.get("format", "")):
        return IMAGE
    return json_text(part)


def read_time(value: Any) -> datetime | None:
    """Return a recorded time in UTC, or None if there is none that can be read.

    Takes ISO 8601 (a time without a zone counts as UTC) and seconds, milliseconds, microseconds
    or nanoseconds since 1970, told apart by size. Nothing before 2000 is believed: small numbers
    are seconds since the start of a run, and those are no times.
    """
    if value is None:
        return None
    try:
        if isinstance(value, str):
            if value.isdecimal():
                return _from_number(int(value[:25]))
            at = datetime.fromisoformat(value)
            zone = at.tzinfo
            if zone is UTC:
                return at
            return at.replace(tzinfo=UTC) if zone is None else at.astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _from_number(value)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def read_nanos(value: Any) -> int | None:
    """Return a recorded time in nanoseconds since 1970, as exact as `read_time` reads it."""
    at = None if value is None else read_time(value)
    if at is None:
        return None
    since = at - _EPOCH
    return (since.days * 86_400 + since.seconds) * 10**9 + since.microseconds * 1000


def _from_number(number: float) -> datetime | None:
    for unit in (1, 10**3, 10**6, 10**9):
        if 946_684_800 * unit <= number < 7_258_118_400 * unit:
            if isinstance(number, int):
                seconds, rest = divmod(number, unit)
                micro = rest * 10**6 // unit
                return _EPOCH + timedelta(0, seconds, micro)
            return datetime.fromtimestamp(number / unit, UTC)
    return None


def read_count(value: Any) -> int | None:
    """Return a whole number from 0 on, written as number or as text, or None."""
    if isinstance(value, str) and len(value) < 19 and value.isascii() and value.isdecimal():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63:
        return value
    return None


def read_tokens(message: Mapping[str, Any], keys: tuple[str, ...] = USAGE_KEYS) -> int | None:
    """Return the tokens that a message's model call wrote, where its usage says so.

    Args:
        message: The message.
        keys: Keys under which its usage may stand, in the order in which they count.
    """
    for key in keys:
        usage = message.get(key)
        if isinstance(usage, dict):
            for name in _TOKEN_KEYS:
                if name in usage and (count := read_count(usage[name])) is not None:
                    return count
    return None


def read_nested(value: Any) -> Any:
    """Return what a text of JSON holds, and any other value as it is."""
    if not isinstance(value, str):
        return value
    first = value[:1]
    if first.isspace():
        first = value.lstrip()[:1]
    if first != "{" and first != "[":
        return value
    try:
        return parse_json(value)
    except ValueError:
        return value
