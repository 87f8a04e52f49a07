"""A recorded stream of events: what a model or an agent answered, piece by piece.

It is kept as the server sent it (``data: ...``), or with a line of JSON for each piece.

The pieces of a model's answer are put together to the answer as the interface hands it out whole; other
events are taken as they are, one value each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from core.trace.importers.decode import parse_json

_FIELDS: Final = (b"event:", b"data:", b"id:", b"retry:", b": ")
_PIECE: Final = re.compile(
    rb'^\{"candidates": ?\[|"(?:object|type)": ?"(?:chat\.completion\.chunk|response\.created|message_start)"'
)
"""What the first piece of an answer is called."""
_DONE: Final = "[DONE]"
_LOOKED_AT: Final = 4096


def is_stream(data: bytes) -> bool:
    r"""Whether a file begins as a recorded stream of events does.

    Example:
        >>> is_stream(b'event: message\ndata: {"a": 1}\n\n'), is_stream(b"data: none")
        (True, False)
    """
    start = data[:_LOOKED_AT].lstrip(b" \t\r\n\xef\xbb\xbf")
    if start[:1] == b"{":
        return _PIECE.search(start.split(b"\n", 1)[0]) is not None
    return start.startswith(_FIELDS) and (b"data: {" in start or b"data:{" in start)


def stream_values(text: str) -> bytes | None:
    """Return the values of a stream as lines of JSON, None if there are none.

    Args:
        text: The recorded stream.
    """
    whole = _Answers()
    others: list[Any] = []
    for name, value in _events(text):
        if not whole.take(value):
            named = isinstance(value, dict) and ("type" in value or "event" in value)
            others.append(value if named or not name else {"event": name, "data": value})
    found = [*whole.answers(), *others] if whole.answers() else others
    if not found:
        return None
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in found).encode(
        "utf-8", "surrogatepass"
    )


def _events(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of each event; what is no JSON object or list is left out."""
    name, data = "", [""]
    data.clear()
    for line in (*text.splitlines(), ""):
        if line[:1] == "{":
            data.append(line)
            line = ""
        field, _, rest = line.partition(":")
        if line == "":
            words = "\n".join(data)
            if words and words != _DONE:
                try:
                    value = parse_json(words)
                except ValueError:
                    value = None
                if isinstance(value, dict | list):
                    yield name, value
            name = ""
            data.clear()
        elif field == "event":
            name = rest.strip()
        elif field == "data":
            data.append(rest.removeprefix(" "))


class _Answers:
    """Answers of models that are put together from their pieces, by their ids."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, Any]] = {}
        self._message: dict[str, Any] | None = None

    def answers(self) -> list[dict[str, Any]]:
        """Return the answers so far."""
        return list(self._found.values())

    def take(self, value: Any) -> bool:
        """Take a piece of an answer; whether the value is one."""
        if not isinstance(value, dict):
            return False
        kind = value.get("type")
        if value.get("object") == "chat.completion.chunk":
            self._chunk(value)
        elif isinstance(value.get("candidates"), list) and value.get("responseId"):
            self._candidates(value)
        elif isinstance(kind, str) and kind.startswith("response."):
            self._response(value, kind)
        elif kind in ("message_start", "message_delta", "message_stop", "ping") or (
            isinstance(kind, str) and kind.startswith("content_block_")
        ):
            self._part(value, str(kind))
        else:
            return False
        return True

    def _response(self, value: dict[str, Any], kind: str) -> None:
        """Take an event of OpenAI's responses: the last one holds the whole."""
        whole = value.get("response")
        if isinstance(whole, dict):
            key = str(whole.get("id"))
            held = self._found.get(key, {})
            output = whole.get("output") or held.get("output") or []
            self._found[key] = {**whole, "output": output}
        elif kind == "response.output_item.done" and isinstance(value.get("item"), dict):
            for held in list(self._found.values())[-1:]:
                held["output"] = [*held["output"], value["item"]]

    def _chunk(self, value: dict[str, Any]) -> None:
        """Take a piece of a completion: words and arguments are what was so far, and more."""
        key = str(value.get("id"))
        whole = self._found.setdefault(
            key, {**value, "object": "chat.completion", "choices": [{"message": _empty()}]}
        )
        if value.get("usage"):
            whole["usage"] = value["usage"]
        choices = value.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            delta = choice.get("delta") if isinstance(choice, dict) else None
            if isinstance(delta, dict) and not choice.get("index"):
                _join(whole["choices"][0]["message"], delta)

    def _candidates(self, value: dict[str, Any]) -> None:
        """Take a piece of Gemini's answer: its parts go on where those before ended."""
        whole: dict[str, Any] = self._found.setdefault(
            str(value["responseId"]),
            {**value, "candidates": [{"content": {"role": "model", "parts": []}}]},
        )
        if value.get("usageMetadata"):
            whole["usageMetadata"] = value["usageMetadata"]
        held: list[Any] = whole["candidates"][0]["content"]["parts"]
        first = value["candidates"][0] if value["candidates"] else None
        content = first.get("content") if isinstance(first, dict) else None
        parts = content.get("parts") if isinstance(content, dict) else None
        for part in parts if isinstance(parts, list) else ():
            last = held[-1] if held else None
            if _goes_on(last, part):
                held[-1]["text"] += part["text"]
            elif isinstance(part, dict):
                held.append(dict(part))

    def _part(self, value: dict[str, Any], kind: str) -> None:
        """Take an event of Anthropic's messages."""
        started = value.get("message")
        if kind == "message_start" and isinstance(started, dict):
            self._message = {**started, "type": "message", "role": "assistant", "content": []}
            self._message.setdefault("usage", {})
            self._found[str(started.get("id"))] = self._message
        whole = self._message
        if whole is None:
            return
        content: list[dict[str, Any]] = whole["content"]
        block, delta = value.get("content_block"), value.get("delta")
        if kind == "content_block_start" and isinstance(block, dict):
            content.append(dict(block))
        elif kind == "content_block_delta" and isinstance(delta, dict) and content:
            for name in ("text", "thinking", "partial_json"):
                if isinstance(delta.get(name), str):
                    content[-1][name] = f"{content[-1].get(name) or ''}{delta[name]}"
        elif kind == "content_block_stop" and content and "partial_json" in content[-1]:
            with suppress(ValueError):  # cut off: the call stands without what it was given
                content[-1]["input"] = parse_json(content[-1].pop("partial_json") or "{}")
        elif kind == "message_delta" and isinstance(value.get("usage"), dict):
            held = whole["usage"] if isinstance(whole["usage"], dict) else {}
            whole["usage"] = {**held, **value["usage"]}


def _goes_on(last: Any, part: Any) -> bool:
    """Whether a part of an answer are the next words of the part before it."""
    return (
        isinstance(last, dict)
        and isinstance(part, dict)
        and isinstance(last.get("text"), str)
        and isinstance(part.get("text"), str)
        and last.get("thought") == part.get("thought")
    )


def _empty() -> dict[str, Any]:
    return {"role": "assistant", "content": ""}


def _join(message: dict[str, Any], delta: dict[str, Any]) -> None:
    for name in ("content", "reasoning_content"):
        if isinstance(delta.get(name), str):
            message[name] = f"{message.get(name) or ''}{delta[name]}"
    calls = delta.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if not isinstance(call, dict):
            continue
        held: list[dict[str, Any]] = message.setdefault("tool_calls", [])
        place = call.get("index")
        place = place if isinstance(place, int) and 0 <= place <= len(held) else len(held)
        if place == len(held):
            held.append({"type": "function", "function": {"name": "", "arguments": ""}})
        if call.get("id"):
            held[place]["id"] = call["id"]
        given = call.get("function")
        for name in ("name", "arguments"):
            if isinstance(given, dict) and isinstance(given.get(name), str):
                held[place]["function"][name] += given[name]
