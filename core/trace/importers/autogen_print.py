"""AutoGen messages that were logged as Python prints them: ``TextMessage: id='…' source='…' …``.

Only literals are read, nothing is evaluated; objects that have no literal form become a note.
"""

from __future__ import annotations

import re
from typing import Any, Final

_MOST_FIELDS: Final = 40
_HEAD: Final = re.compile(r"(?P<type>\w+(?:Message|Event|Result)): (?=id=|source=)")
_KEY: Final = re.compile(r"(\w+)=")
_ESCAPES: Final = {
    "n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b",
    "f": "\f", "v": "\v", "0": "\0",
}  # fmt: skip
_ESCAPE: Final = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL
)
_SINGLE: Final = re.compile(r"'([^'\\]*(?:\\.[^'\\]*)*)'", re.DOTALL)
_DOUBLE: Final = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_TIME: Final = re.compile(r"datetime\.datetime\(([\d, ]+)")
_USAGE: Final = re.compile(
    r"RequestUsage\(prompt_tokens=(\d{1,12}), completion_tokens=(\d{1,12})\)"
)


def is_printed(text: str) -> bool:
    """Whether a text is the printout of an AutoGen message."""
    return _HEAD.match(text) is not None


def read_printed(text: str) -> dict[str, Any] | None:
    """Return a printed message as the object it was, or None if it can't be read.

    Args:
        text: The printout.

    Returns:
        ``type``, ``id``, ``source``, ``content``, ``models_usage`` and ``created_at`` as AutoGen
        writes them to JSON.
    """
    head = _HEAD.match(text)
    if head is None:
        return None
    found: dict[str, Any] = {"type": head["type"]}
    position = head.end()
    while position < len(text) and len(found) < _MOST_FIELDS:
        key = _KEY.match(text, position)
        if key is None:
            break
        value, position = _value(text, key.end())
        found[key[1]] = value
        while position < len(text) and text[position] in " ,":
            position += 1
    if not isinstance(found.get("source"), str) or "content" not in found:
        return None
    return {key: value for key, value in found.items() if value is not None}


def _value(text: str, position: int) -> tuple[Any, int]:
    for pattern in (_SINGLE, _DOUBLE):
        string = pattern.match(text, position)
        if string is not None:
            return _unescaped(string[1]), string.end()
    time = _TIME.match(text, position)
    end = _end(text, position)
    if time is not None:
        return _iso(time[1]), end
    usage = _USAGE.match(text, position)
    if usage is not None:
        return {"prompt_tokens": int(usage[1]), "completion_tokens": int(usage[2])}, end
    if text.startswith("[", position):
        return _parts(text[position:end]), end
    word = text[position:end]
    return (None if word in ("None", "{}") else word), end


def _end(text: str, position: int) -> int:
    """Return where a value ends: at a space outside of brackets and strings."""
    depth = 0
    while position < len(text):
        sign = text[position]
        if sign in "'\"":
            string = (_SINGLE if sign == "'" else _DOUBLE).match(text, position)
            if string is None:
                return len(text)  # a text that never ends
            position = string.end()
            continue
        if sign in "([{<":
            depth += 1
        elif sign in ")]}>":
            depth -= 1
        elif sign == " " and depth <= 0:
            break
        position += 1
    return position


def _parts(text: str) -> list[Any]:
    """Return the texts of a printed list; pictures and the like become ``[image]``."""
    found: list[Any] = []
    position = 1
    while position < len(text):
        string = _SINGLE.match(text, position) or _DOUBLE.match(text, position)
        if string is not None:
            found.append(_unescaped(string[1]))
            position = string.end()
        elif text[position] in ", ]":
            position += 1
        elif text[position] in "'\"":
            break  # a text that never ends
        else:
            end = _end(text, position)
            if "Image" in text[position:end]:
                found.append({"type": "image"})
            position = max(end, position + 1)
    return found


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        code = match[1] or match[2] or match[3]
        if code is None:
            return _ESCAPES.get(match[4], match[0])
        number = int(code, 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"

    return _ESCAPE.sub(one, text)


def _iso(numbers: str) -> str | None:
    parts = [int(part) for part in numbers.replace(" ", "").split(",") if part]
    if not 3 <= len(parts) <= 7 or any(part > 10**6 for part in parts):
        return None
    year, month, day, hour, minute, second, micro = (*parts, 0, 0, 0, 0)[:7]
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micro:06}+00:00"
