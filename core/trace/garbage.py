"""Making many objects at once without a look for garbage among them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Put off the search for garbage: what a large file becomes is none, and a search takes as long.

    Example:
        >>> with without_collecting():
        ...     gc.isenabled()
        False
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
