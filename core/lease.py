"""Who works on something: one process at a time, told by a lease in the database.

Whoever works holds the lease and renews it while it works. A process that dies can't give it back,
so it ends by itself, and then another may take the work up. Live runs and calibrations have it.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from core.errors import BatonError, ConflictError

LEASE = 20.0
"""Seconds after which the work of a process that died may be taken up by another."""


class LeaseLostError(ConflictError):
    """Another process works on it now."""


class Leases(Protocol):
    """Where leases are kept. Every method is one short transaction."""

    def take(self, key: str, owner: str, seconds: float, /) -> bool:
        """Take or renew the lease of something; False if another owner holds it."""
        ...

    def release(self, key: str, owner: str, /) -> None:
        """Give the lease back, if it is still ours."""
        ...


def new_owner() -> str:
    """Return a name under which one worker of this process holds leases."""
    return uuid.uuid4().hex


@contextmanager
def kept_lease(leases: Leases, key: str, owner: str, lost: Callable[[], object]) -> Iterator[None]:
    """Renew a lease while the block runs, and give it back at the end.

    Args:
        leases: Where it is kept.
        key: What is worked on.
        owner: Who has taken the lease.
        lost: Called, in another thread, once somebody else holds it.
    """
    ended = threading.Event()

    def renew() -> None:
        while not ended.wait(LEASE / 3):
            with suppress(BatonError):
                if not leases.take(key, owner, LEASE):
                    lost()
                    return

    keeper = threading.Thread(target=renew, name="baton-lease", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        ended.set()
        keeper.join()
        with suppress(BatonError):
            leases.release(key, owner)
