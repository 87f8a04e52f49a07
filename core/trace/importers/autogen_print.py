"""AutoGen messages that were logged as Python prints them: ``TextMessage: id='…' source='…' …``.

Only literals are read, nothing is evaluated; objects that have no literal form become a note.
"""

from __future__ import annotations

import re
from typing import Any, Final

_MOST_FIELDS: Final = 40
_TYPE: Final = r"(?P<type>\w+(?:Message|Event|Result)): "
_HEAD: Final = re.compile(rf"{_TYPE}(?=id=|source=)")
_KEY: Final = re.compile(r"(\w+)=")
_ESCAPES: Final = {
    "n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b",
    "f": "\f", "v": "\v", "0": "\0",
}  # fmt: skip
_FREQUENT: Final = (("\\n", "\n"), ("\\'", "'"), ('\\"', '"'), ("\\t", "\t"), ("\\r", "\r"))
_ESCAPE: Final = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL
)
_PLAIN: Final = re.compile(r"[^'\"(\[{<)\]}> ]+")
_INSIDE: Final = re.compile(r"[^'\"(\[{<)\]}>]+")
"""Signs that say nothing about where a value ends: outside of brackets, and inside."""
_PICTURE: Final = re.compile(r"<[\w.]*Image object at 0x[0-9a-fA-F]+>")
_TIME: Final = re.compile(r"datetime\.datetime\(([\d, ]+)")
_USAGE: Final = re.compile(
    r"RequestUsage\(prompt_tokens=(\d{1,12}), completion_tokens=(\d{1,12})\)"
)
_USUAL: Final = (
    r"id='([^'\\]*)' source='([^'\\]*)' models_usage=(?:None|RequestUsage\("
    r"prompt_tokens=(\d{1,12}), completion_tokens=(\d{1,12})\)) metadata=\{\} "
    r"(?:created_at=datetime\.datetime\(([\d, ]+), tzinfo=datetime\.timezone\.utc\) )?"
)
"""What stands before the content of most messages; read at once, since logs are full of it."""
_WHOLE: Final = re.compile(rf"{_TYPE}{_USUAL}content=")


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
    usual = _WHOLE.match(text)
    if usual is not None:
        whole = _usual(text, usual)
        if whole is not None:
            return whole
    head = _HEAD.match(text)
    if head is None:
        return None
    found: dict[str, Any] = {"type": head["type"]}
    position = head.end()
    while position < len(text) and len(found) < _MOST_FIELDS:
        name = _KEY.match(text, position)
        if name is None:
            break
        value, position = _value(text, name.end())
        found[name[1]] = value
        while text[position : position + 1] in (" ", ","):
            position += 1
    if not isinstance(found.get("source"), str) or "content" not in found:
        return None
    return {key: value for key, value in found.items() if value is not None}


def _usual(text: str, head: re.Match[str]) -> dict[str, Any] | None:
    """Return a message of the usual form: what it says last are its words, and then its type.

    The same as the long way returns, in a third of the time.

    Args:
        text: The printout.
        head: What `_WHOLE` found.
    """
    kind, key, source, asked, answered, time = head.groups()
    position = head.end()
    content: Any
    if text.startswith("[", position):
        said = _texts(text, position)
        if said is None:
            return None
        content, position = said
    else:
        string = _string(text, position)
        if string is None:
            return None
        content, position = _unescaped(string[0]), string[1]
    if text[position:] != f" type='{kind}'":
        return None
    found: dict[str, Any] = {"type": kind, "id": key, "source": source}
    if asked is not None:
        found["models_usage"] = {"prompt_tokens": int(asked), "completion_tokens": int(answered)}
    at = None if time is None else _iso(time)
    if at is not None:
        found["created_at"] = at
    found["content"] = content
    return found


def _texts(text: str, position: int) -> tuple[list[Any], int] | None:
    """Return the texts and pictures of a printed list and the place after it, None if it holds more."""
    found: list[Any] = []
    position += 1
    while True:
        string = _string(text, position)
        if string is not None:
            found.append(_unescaped(string[0]))
            position = string[1]
        elif (picture := _PICTURE.match(text, position)) is not None:
            found.append({"type": "image"})
            position = picture.end()
        else:
            return None
        if text.startswith("] ", position):
            return found, position + 1
        if not text.startswith(", ", position):
            return None
        position += 2


def _value(text: str, position: int) -> tuple[Any, int]:
    string = _string(text, position)
    if string is not None:
        return _unescaped(string[0]), string[1]
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


def _string(text: str, position: int) -> tuple[str, int] | None:
    """Return what stands in the quotes that begin at a place, and the place after them."""
    quote = text[position : position + 1]
    if quote not in ("'", '"'):
        return None
    stop = text.find(quote, position + 1)
    while stop >= 0:
        before = stop
        while text[before - 1] == "\\":  # the opening quote stops it at the latest
            before -= 1
        if (stop - before) % 2 == 0:
            return text[position + 1 : stop], stop + 1
        stop = text.find(quote, stop + 1)
    return None


def _end(text: str, position: int) -> int:
    """Return where a value ends: at a space outside of brackets and strings."""
    depth = 0
    while position < len(text):
        plain = (_INSIDE if depth > 0 else _PLAIN).match(text, position)
        if plain is not None:
            position = plain.end()
            if position == len(text):
                break
        sign = text[position]
        if sign in "'\"":
            string = _string(text, position)
            if string is None:
                return len(text)  # a text that never ends
            position = string[1]
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
        string = _string(text, position)
        if string is not None:
            found.append(_unescaped(string[0]))
            position = string[1]
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
    # Two backslashes in a row are one; what is left of them stands before its own sign.
    parts = text.split("\\\\")
    for sign, meant in _FREQUENT:
        parts = [part.replace(sign, meant) for part in parts]
    plain = "\\".join(parts)
    if plain.count("\\") == len(parts) - 1:
        return plain

    def one(match: re.Match[str]) -> str:
        code = match[1] or match[2] or match[3]
        if code is None:
            return _ESCAPES.get(match[4], match[0])
        number = int(code, 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"

    return _ESCAPE.sub(one, text)


def _iso(numbers: str) -> str | None:
    parts = [int(part) for part in numbers.replace(" ", "").split(",") if part]
    if not 3 <= len(parts) <= 7 or max(parts) > 10**6:
        return None
    year, month, day, hour, minute, second, micro = (*parts, 0, 0, 0, 0)[:7]
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micro:06}+00:00"
