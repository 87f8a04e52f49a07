"""What newer logs of inspect_ai keep once and refer to: pools of messages, samples cut in pieces.

A model's event names the messages that it was given as ranges of a pool (``input_refs``). An archive
may hold a sample as a small head and numbered pieces of its messages, events and attachments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

_PIECE: Final = re.compile(
    r"(?P<sample>samples/.+)/(?P<kind>messages|events|attachments)/(?P<start>\d{1,12})\.json"
)
_HEAD: Final = re.compile(r"(?P<sample>samples/.+_epoch_\d+)/sample\.json")
_WHOLE: Final = re.compile(r"samples/[^/]+\.json")


def sample_names(names: Sequence[str]) -> list[str]:
    """Return the members of an archive that are samples, or heads of samples.

    Args:
        names: All members.
    """
    found = [name for name in names if _WHOLE.fullmatch(name) or _HEAD.fullmatch(name)]
    return sorted(found)


def sample_title(name: str) -> str:
    """Return what a sample is called in an archive."""
    head = _HEAD.fullmatch(name)
    return (head["sample"] if head else name.removesuffix(".json")).removeprefix("samples/")


def joined(head: Any, name: str, names: Sequence[str], read: Callable[[str], Any]) -> Any:
    """Return a sample with its pieces put together; one that is whole as it is.

    Args:
        head: The member itself.
        name: Its name.
        names: All members of the archive.
        read: Reads a member, None if it can't be read.
    """
    found = _HEAD.fullmatch(name)
    if found is None or not isinstance(head, dict):
        return head
    pieces: dict[str, list[tuple[int, str]]] = {"messages": [], "events": [], "attachments": []}
    for one in names:
        piece = _PIECE.fullmatch(one)
        if piece is not None and piece["sample"] == found["sample"]:
            pieces[piece["kind"]].append((int(piece["start"]), one))
    lists = {kind: list(_items(sorted(members), read)) for kind, members in pieces.items()}
    whole = dict(head)
    whole["events"] = lists["events"]
    whole["events_data"] = {"messages": lists["messages"]}
    whole["attachments"] = {str(n): text for n, text in enumerate(lists["attachments"])}
    whole["messages"] = pooled(head.get("message_refs"), lists["messages"])
    return whole


def _items(members: list[tuple[int, str]], read: Callable[[str], Any]) -> Iterator[Any]:
    for _, name in members:
        items = read(name)
        if isinstance(items, list):
            yield from items


def pooled(refs: Any, pool: Sequence[Any]) -> list[Any]:
    """Return the messages in ranges of a pool.

    Args:
        refs: Ranges as ``[start, end]``, the end left out.
        pool: All messages of the sample.
    """
    found: list[Any] = []
    for ref in refs if isinstance(refs, list) else ():
        if not (isinstance(ref, list) and len(ref) == 2):
            continue
        start, end = ref
        if type(start) is int and type(end) is int and 0 <= start <= end:
            found += pool[start:end]
    return found


def message_pool(sample: dict[str, Any]) -> list[Any]:
    """Return the pool of a sample, empty if it has none."""
    data = sample.get("events_data")
    pool = data.get("messages") if isinstance(data, dict) else None
    return pool if isinstance(pool, list) else []


def given(event: dict[str, Any], pool: Sequence[Any]) -> list[Any]:
    """Return the messages that a model's event says the model was given."""
    items = event.get("input")
    if isinstance(items, list) and items:
        return items
    return pooled(event.get("input_refs"), pool)
