"""Leases on rows that one process at a time works on: live runs, calibrations."""

from __future__ import annotations

import time
from typing import Protocol

LONGEST = 300.0
"""No lease lasts so many seconds: one that ends later was given by a clock that was set back since."""


class Leased(Protocol):
    """A row with a lease."""

    lease_owner: str
    lease_until: float
    """Seconds since 1970."""


def is_held(row: Leased) -> bool:
    """Whether somebody holds the lease just now."""
    return bool(row.lease_owner) and 0 < row.lease_until - time.time() <= LONGEST


def take(row: Leased, owner: str, seconds: float) -> bool:
    """Take or renew the lease; False if another holds it."""
    if row.lease_owner != owner and is_held(row):
        return False
    row.lease_owner, row.lease_until = owner, time.time() + seconds
    return True


def release(row: Leased, owner: str) -> None:
    """Give the lease back, if it is still the owner's."""
    if row.lease_owner == owner:
        row.lease_owner, row.lease_until = "", 0.0
