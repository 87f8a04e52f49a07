"""JSON in which every value stands once and is pointed at: the encoding called 'flatted'.

A list holds all objects, lists and texts of a value, its root first. Inside of an object or a list a
text is the place of another value in that list, in digits; texts themselves stand only in the list.
Databases keep values this way that share parts or point back at themselves.
"""

from __future__ import annotations

from typing import Any, Final

from core.trace.importers.archive import MAX_RATIO
from core.trace.importers.decode import DEPTH_LIMIT

_SMALL: Final = 2**20
"""Signs up to which a value may grow, however small it was written."""


def is_flatted(value: Any, *keys: str) -> bool:
    """Whether a value is a list of this encoding whose root is an object that points from some keys.

    Args:
        value: A JSON value.
        keys: What the root has.

    Example:
        >>> is_flatted([{"a": "1"}, "words"], "a"), is_flatted([{"a": "words"}], "a")
        (True, False)
    """
    root = value[0] if isinstance(value, list) and value else None
    return isinstance(root, dict) and all(
        isinstance(place := root.get(key), str) and _place(place, len(value)) is not None
        for key in keys
    )


def _place(text: str, count: int) -> int | None:
    """Return the place in a list of so many values that a text names, None if it names none."""
    if len(text) > 9 or not text.isascii() or not text.isdecimal():
        return None
    return int(text) if int(text) < count else None


def unflatted(values: list[Any], *keys: str) -> Any:
    """Return the value that such a list stands for; None where it points back at itself.

    Args:
        values: The list.
        keys: What is wanted of the object that is its root; everything if none is named.

    Raises:
        ValueError: If it points outside of itself, is nested too deeply, or grows to far more than
            it is: shared parts count each time.

    Example:
        >>> unflatted([{"who": "1", "said": "2", "n": 3}, "Ana", ["1", "1"]])
        {'who': 'Ana', 'said': ['Ana', 'Ana'], 'n': 3}
    """
    if keys:
        root = {key: values[0][key] for key in keys if key in values[0]}
        values = [root, *values[1:]]
    return _Unflatter(values).value(0, 0)[0]


class _Unflatter:
    def __init__(self, values: list[Any]) -> None:
        self._values = values
        self._open: set[int] = set()
        self._done: dict[int, tuple[Any, int, int]] = {}
        packed = sum(map(_own_size, values))
        self._most = max(_SMALL, MAX_RATIO * packed)

    def value(self, place: int, depth: int) -> tuple[Any, int, int]:
        """Return the value at a place, its size with all its parts, and how deep it goes."""
        done = self._done.get(place)
        if done is None:
            if place in self._open:
                return None, 1, 0
            done = self._made(place, depth)
            self._done[place] = done
        if depth + done[2] > DEPTH_LIMIT:
            raise ValueError(f"lists and objects are nested more than {DEPTH_LIMIT} deep")
        return done

    def _made(self, place: int, depth: int) -> tuple[Any, int, int]:
        raw = self._values[place]
        if not isinstance(raw, dict | list):
            return raw, _own_size(raw), 0
        if depth >= DEPTH_LIMIT:
            raise ValueError(f"lists and objects are nested more than {DEPTH_LIMIT} deep")
        self._open.add(place)
        size, deep = 1, 0
        parts: list[Any] = []
        for item in raw.values() if isinstance(raw, dict) else raw:
            inner, more, below = self._part(item, depth)
            size, deep = size + more, max(deep, below + 1)
            if size > self._most:
                raise ValueError(f"it unpacks to more than {MAX_RATIO} times its size")
            parts.append(inner)
        self._open.discard(place)
        if isinstance(raw, dict):
            return dict(zip(raw, parts, strict=True)), size, deep
        return parts, size, deep

    def _part(self, item: Any, depth: int) -> tuple[Any, int, int]:
        if isinstance(item, dict | list):
            raise ValueError("an object stands inside of another")
        if not isinstance(item, str):
            return item, 1, 0
        place = _place(item, len(self._values))
        if place is None:
            raise ValueError(f"“{item[:20]}” is no place in the list")
        return self.value(place, depth + 1)


def _own_size(value: Any) -> int:
    if isinstance(value, dict | list):
        return 1 + len(value)
    return 1 + len(value) if isinstance(value, str) else 1
