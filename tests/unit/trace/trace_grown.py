"""Files of every form in any size, grown from small ones.

The list that holds most of a small file is repeated until the size is reached. Each copy gets ids,
times and words of its own, and hangs below the roots of the first one, so that the importers find
a long run rather than the same short one many times.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from tests.unit.trace.trace_big import prose

_LASTING = re.compile(
    r"trace|session|project|user|tenant|version|app|team|model|scope|branch", re.I
)
_ID = re.compile(r"(?:id|ids|uuid|dotted_order|toolcall|resolvedin)$", re.I)
_PARENT = re.compile(r"parent", re.I)
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
_NO_PROSE = re.compile(
    r"name|role|kind|type|title|source|model|agent|status|level|speaker|author|recipient", re.I
)
_PRINTED = re.compile(r"\w+: id='")
_PRINTED_TEXT = re.compile(r"""(content=\[?)(['"])(?:[^\\]|\\.)*?\2""")


def grow(data: bytes, size: int, *, seed: int = 1, keep_words: bool = False) -> bytes:
    """Return a file of the same form with about that many bytes.

    Args:
        data: A JSON document or JSONL.
        size: Bytes to reach; the last copy is whole, so that it becomes somewhat more.
        seed: Draws the words.
        keep_words: Leave texts as they are instead of writing texts of usual lengths.
    """
    try:
        whole = json.loads(data)
    except ValueError:
        lines = [json.loads(line) for line in data.splitlines() if line.strip()]
        grown = _Grower(lines, size, seed, keep_words).rows()
        return b"".join(json.dumps(one).encode() + b"\n" for one in grown)
    found = _largest(whole)
    if found is None:
        raise ValueError("the file has no list that could grow")
    found[:] = list(_Grower(found, size, seed, keep_words).rows())
    return json.dumps(whole).encode()


def _largest(value: Any) -> list[Any] | None:
    """Return the list of objects that holds most, the inner one where both hold about as much."""
    best: tuple[int, list[Any]] | None = None
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list) and one and all(isinstance(item, dict | str) for item in one):
            length = len(json.dumps(one))
            several = len(one) > 1
            if best is None or length > best[0] or (several and length > 0.6 * best[0]):
                best = (length, one)
            if several and not isinstance(one[0], str) and len(one) > 2:
                continue
        if isinstance(one, dict | list):
            waiting += list(one.values() if isinstance(one, dict) else one)
    return None if best is None else best[1]


class _Grower:
    def __init__(self, rows: list[Any], size: int, seed: int, keep_words: bool) -> None:
        self._rows, self._size, self._keep = rows, size, keep_words
        self._rng = random.Random(seed)
        self._copy = 0
        self._seconds = 60
        ids = {one for row in rows if isinstance(row, dict) for one in _own_ids(row)}
        self._roots = [
            row for row in rows
            if isinstance(row, dict) and _has_parent_key(row) and not set(_parents(row)) & ids
        ]  # fmt: skip
        if len(self._roots) == len(rows):
            self._roots = []
        self._kept = {one for row in self._roots for one in _own_ids(row)}

    def rows(self) -> Iterator[Any]:
        done = 0
        while done < self._size:
            before = done
            for row in self._rows:
                if self._copy and any(row is root for root in self._roots):
                    continue
                grown = self._value(row, "")
                done += len(json.dumps(grown)) + 2
                yield grown
            if done == before:
                raise ValueError("the list does not grow")
            self._copy += 1

    def _value(self, value: Any, key: str) -> Any:
        if isinstance(value, dict):
            named = value.get("key")
            return {
                name: self._value(inner, f"{named}" if name == "value" and named else
                                  key if name.endswith("Value") else name)
                for name, inner in value.items()
            }  # fmt: skip
        if isinstance(value, list):
            return [self._value(inner, key) for inner in value]
        if isinstance(value, str):
            return self._text(value, key)
        if isinstance(value, int) and not isinstance(value, bool):
            if _ID.search(key) and value > 2**32 and not _LASTING.search(key):
                return value if value in self._kept else value + self._copy
            for unit in (10**9, 10**12, 10**15, 10**18):
                if 1.4 * unit < value < 2.2 * unit:
                    return value + self._copy * self._seconds * unit // 10**9
        return value

    def _text(self, text: str, key: str) -> str:
        if text[:1] in ("{", "["):
            try:
                return json.dumps(self._value(json.loads(text), key))
            except ValueError:
                pass
        if _ID.search(key) and not (_LASTING.search(key) and not _PARENT.search(key)):
            return self._id(text)
        if text.isdecimal() and 16 <= len(text) <= 20:
            return str(int(text) + self._copy * self._seconds * 10**9)
        if _TIME.match(text) and len(text) < 40:
            return self._later(text)
        if not self._copy or self._keep or _NO_PROSE.search(key) or _TIME.search(text[:60]):
            return text if not self._copy or text.count(" ") < 3 else f"{text} {self._copy}"
        if _PRINTED.match(text):
            text = _PRINTED_TEXT.sub(lambda found: f"{found[1]}'{self._prose()}'", text)
            return re.sub(r"id='(\w+)'", lambda found: f"id='{found[1]}-{self._copy}'", text)
        if re.search(r"\w\(|=|^<|```", text):
            return text
        if (" " in text and text[-1:] in ".?!\n") or text.count(" ") > 3:
            return self._prose()
        return text

    def _prose(self) -> str:
        return prose(self._rng, min(900, max(4, int(self._rng.lognormvariate(3.7, 0.9)))))

    def _id(self, text: str) -> str:
        if not self._copy or text in self._kept or not text:
            return text
        if re.fullmatch(r"[0-9a-f]{8,}", text):
            digest = sha256(f"{text}{self._copy}".encode()).hexdigest()
            return digest[: len(text)] if len(text) <= 64 else f"{text}{self._copy}"
        return f"{text}-{self._copy}"

    def _later(self, text: str) -> str:
        try:
            at = datetime.fromisoformat(text[:19])
        except ValueError:
            return text
        later = at + timedelta(seconds=self._copy * self._seconds)
        return later.isoformat(sep=text[10]) + text[19:]


def _own_ids(row: dict[str, Any]) -> Iterator[Any]:
    for holder in (row, row.get("context")):
        if isinstance(holder, dict):
            for key, value in holder.items():
                own = _ID.search(key) and not _PARENT.search(key) and not _LASTING.search(key)
                if own and isinstance(value, str | int):
                    yield value


def _has_parent_key(row: dict[str, Any]) -> bool:
    return any(_PARENT.search(key) for key in row)


def _parents(row: dict[str, Any]) -> Iterator[Any]:
    for key, value in row.items():
        if _PARENT.search(key) and isinstance(value, str | int):
            yield value
