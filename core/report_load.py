"""Reads an analysis back from the plain values that ``Analysis.to_dict`` wrote."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from typing import Any, TypeAlias, TypeVar, cast

from core.report import Analysis, BoundaryReport

T = TypeVar("T")


def analysis_from_dict(data: Mapping[str, Any]) -> Analysis:
    """Return the analysis that ``Analysis.to_dict`` (or its JSON) describes.

    Args:
        data: JSON values; lists stand for tuples.

    Returns:
        An analysis with the same digest as the one that was written.

    Raises:
        ValueError: A value doesn't fit its field.
    """
    return from_dict(Analysis, data)


def report_from_dict(data: Mapping[str, Any]) -> BoundaryReport:
    """Return the boundary report that ``dataclasses.asdict`` wrote.

    Raises:
        ValueError: A value doesn't fit its field.
    """
    return from_dict(BoundaryReport, data)


def from_dict(kind: type[T], data: Mapping[str, Any]) -> T:
    """Build a dataclass from plain values, following its type hints.

    Keys that the class doesn't know are refused: dropping them would change the digest silently.
    Missing keys take the field's default, so rows written before a field existed stay readable.

    Raises:
        ValueError: A key is unknown, a needed one is missing, or a value doesn't fit.
    """
    readers = _readers(cast(Hashable, kind))
    unknown = [key for key in data if key not in readers]
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}.")
    try:
        return kind(
            **{
                key: value if value is None or (read := readers[key]) is None else read(value)
                for key, value in data.items()
            }
        )
    except TypeError as error:
        raise ValueError(f"{kind.__name__}: {error}") from error


Reader: TypeAlias = Callable[[Any], Any]
"""Builds a value that is not None from its plain form."""


@cache
def _readers(kind: Any) -> dict[str, Reader | None]:
    """Return a reader for each field; None where the plain value is the value.

    Hints are looked at once for a class, not once for a value: a long run has millions of values.
    """
    if not is_dataclass(kind):
        raise ValueError(f"{kind!r} isn't a dataclass.")
    hints = typing.get_type_hints(kind)
    return {f.name: _reader(hints[f.name]) for f in fields(kind)}


def _reader(hint: Any) -> Reader | None:
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(from_dict, cast("type[Any]", hint))
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        inner = [a for a in args if a is not type(None)]
        return _reader(inner[0]) if len(inner) == 1 else None
    if origin is not tuple:
        return None
    if len(args) == 2 and args[1] is Ellipsis:
        item = _reader(args[0])
        return tuple if item is None else partial(_many, item)
    return partial(_each, tuple(_reader(a) for a in args))


def _many(read: Reader, values: Any) -> tuple[Any, ...]:
    return tuple([None if value is None else read(value) for value in values])


def _each(readers: tuple[Reader | None, ...], values: Any) -> tuple[Any, ...]:
    if len(readers) != len(values):
        raise ValueError(f"Expected {len(readers)} values, found {len(values)}.")
    pairs = zip(readers, values, strict=True)
    return tuple([v if v is None or read is None else read(v) for read, v in pairs])
