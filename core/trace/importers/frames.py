"""Tables and stored documents: records that another program wrapped, as the records they are.

Read here: data frames as pandas writes them (by column, by row, split), and documents as a search
engine hands them out (``_source``).
"""

from __future__ import annotations

from typing import Any, Final

_MOST: Final = 400
"""Columns of a table; more keys than this are something else."""


def rows_of(value: Any) -> list[Any] | None:
    """Return the records in a wrapped table or list of hits, None if the value is no such thing.

    Args:
        value: A JSON value.
    """
    if isinstance(value, list):
        return _sources(value)
    if not isinstance(value, dict) or not value:
        return None
    hits = value.get("hits")
    if isinstance(hits, dict) and isinstance(hits.get("hits"), list):
        return _sources(hits["hits"])
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list):
        return _split(columns, data)
    if len(value) > 1 and len(value) <= _MOST:
        return _by_column(value) or _by_row(value)
    return _by_row(value)


def _sources(items: list[Any]) -> list[Any] | None:
    if not items or not isinstance(items[0], dict) or "_source" not in items[0]:
        return None
    found = [item.get("_source") if isinstance(item, dict) else None for item in items]
    return found if found and all(isinstance(one, dict) for one in found) else None


def _split(columns: list[Any], data: list[Any]) -> list[Any] | None:
    if not all(isinstance(name, str) for name in columns) or len(set(columns)) < len(columns):
        return None
    rows = [row for row in data if isinstance(row, list) and len(row) == len(columns)]
    if not rows or len(rows) < len(data):
        return None
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _numbered(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(key.isdecimal() for key in value)


def _by_column(value: dict[str, Any]) -> list[Any] | None:
    """Read ``{"name": {"0": ..., "1": ...}, ...}``."""
    if not all(map(_numbered, value.values())):
        return None
    index: dict[str, None] = {}
    for column in value.values():
        index.update(dict.fromkeys(column))
    return [{name: column.get(key) for name, column in value.items()} for key in index]


def _by_row(value: dict[str, Any]) -> list[Any] | None:
    """Read ``{"0": {"name": ...}, "1": ...}``."""
    if not _numbered(value) or not all(isinstance(row, dict) for row in value.values()):
        return None
    return list(value.values())
