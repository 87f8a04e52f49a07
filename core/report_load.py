"""Reads an analysis back from the plain values that ``Analysis.to_dict`` wrote."""

from __future__ import annotations

import types
import typing
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, cast

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
    hints = _hints(cast(Hashable, kind))
    unknown = [key for key in data if key not in hints]
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}.")
    try:
        return kind(**{key: _read(hints[key], value) for key, value in data.items()})
    except TypeError as error:
        raise ValueError(f"{kind.__name__}: {error}") from error


@cache
def _hints(kind: Any) -> dict[str, Any]:
    if not is_dataclass(kind):
        raise ValueError(f"{kind!r} isn't a dataclass.")
    hints = typing.get_type_hints(kind)
    return {f.name: hints[f.name] for f in fields(kind)}


def _read(hint: Any, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(hint, type) and is_dataclass(hint):
        return from_dict(cast("type[Any]", hint), value)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        inner = [a for a in args if a is not type(None)]
        return _read(inner[0], value) if len(inner) == 1 else value
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple([_read(args[0], item) for item in value])
        if len(args) != len(value):
            raise ValueError(f"Expected {len(args)} values, found {len(value)}.")
        return tuple([_read(a, item) for a, item in zip(args, value, strict=True)])
    return value
