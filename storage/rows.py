"""Small conversions between Python values and what a row holds."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, SQLModel, col, insert, select

from storage.tables import TextRow

T = TypeVar("T")
CHUNK = 500
"""Values in one IN list; SQLite's oldest limit is 999."""


def now() -> str:
    """Return the time, UTC, in ISO 8601 to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def to_time(text: str) -> datetime:
    """Read what ``now`` wrote."""
    return datetime.fromisoformat(text)


def dump(value: Any) -> str:
    """Return compact JSON that keeps the order of keys."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Any:
    """Read what ``dump`` wrote."""
    return json.loads(text)


def text_hash(text: str) -> str:
    """Return the name under which a text is stored."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def pack(values: Sequence[float]) -> bytes | None:
    """Return a vector as bytes, or None where that would not bring back equal values."""
    if not values or not all(isinstance(v, float) for v in values):
        return None
    return array("d", values).tobytes()


def unpack(data: bytes) -> tuple[float, ...]:
    """Read what ``pack`` wrote."""
    values = array("d")
    values.frombytes(data)
    return tuple(values)


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """Cut values into lists short enough for one statement."""
    part: list[T] = []
    for value in values:
        part.append(value)
        if len(part) == CHUNK:
            yield part
            part = []
    if part:
        yield part


def bulk(session: Session, table: type[SQLModel], rows: list[dict[str, Any]]) -> None:
    """Insert many rows at once; ten times as fast as adding objects."""
    if rows:
        session.connection().execute(insert(table), rows)


def store_texts(session: Session, hashes: Mapping[str, str]) -> None:
    """Store texts that aren't there yet.

    Args:
        session: A writing transaction.
        hashes: Each text with its hash.
    """
    rows = [{"hash": h, "text": text} for text, h in hashes.items()]
    if rows:
        session.connection().execute(sqlite_insert(TextRow).on_conflict_do_nothing(), rows)


def fetch_texts(session: Session, hashes: Iterable[str]) -> dict[str, str]:
    """Return hash -> text for those hashes."""
    found: dict[str, str] = {}
    for part in chunks(dict.fromkeys(hashes)):
        rows = session.exec(select(TextRow.hash, TextRow.text).where(col(TextRow.hash).in_(part)))
        found.update(rows.all())
    return found
