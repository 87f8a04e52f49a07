"""Keeps what was counted over all events of a run, so that a click in a long one doesn't count again.

    @once
    def handoffs(trace): ...

A run doesn't change, and the pages hold one object for it; what is kept goes by that object.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from core.trace.model import Trace

R = TypeVar("R")
_forget: list[Callable[[], None]] = []
KEPT = 8
"""Runs that are remembered by each function."""


def once(function: Callable[[Trace], R]) -> Callable[[Trace], R]:
    """Wrap a function of a run alone, whose result nobody changes."""
    # The run is kept beside the result: while it is, no other object has its identity.
    kept: OrderedDict[int, tuple[Trace, R]] = OrderedDict()
    lock = threading.Lock()
    _forget.append(kept.clear)

    @functools.wraps(function)
    def remembered(trace: Trace) -> R:
        with lock:
            found = kept.get(id(trace))
            if found is not None:
                kept.move_to_end(id(trace))
                return found[1]
        result = function(trace)
        with lock:
            kept[id(trace)] = (trace, result)
            while len(kept) > KEPT:
                kept.popitem(last=False)
        return result

    return remembered


def forget_counts() -> None:
    """Let go of every run (after a deletion or a restore)."""
    for clear in _forget:
        clear()
