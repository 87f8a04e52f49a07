"""Held messages of live runs, on the pages that say what waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pages._ui.heartbeat import heartbeat
from pages._ui.live_list import parked_part
from pages._ui.services import services

LOOK = 2.0
"""Seconds between two looks while a live run goes on."""


def live_waits() -> None:
    """Draw what live runs hold for a person; it appears by itself while a run goes on."""
    live = services().workspace.live
    active = live.list(active_only=True)
    parked_part(live.parked(), hint="live runs stand until you decide")
    if active:
        heartbeat(LOOK, _waiting(active), lambda: _waiting(live.list(active_only=True)))


def _waiting(active: Sequence[Any]) -> tuple[object, ...]:
    """Return what the part depends on."""
    return tuple((info.id, info.waiting_seq, info.waiting_since) for info in active)
