"""Held messages of live runs, on the pages that say what waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pages._ui.heartbeat import heartbeat
from pages._ui.live_list import parked_part
from pages._ui.services import services

LOOK = 2.0
"""Seconds between two looks while a live run goes on."""
IDLE = 10.0
"""Seconds between two looks for a run that somebody else may start."""


def live_waits() -> None:
    """Draw what live runs hold for a person; it appears by itself while a run goes on."""
    live, guards = services().workspace.live, services().workspace.guards
    active, guarded = live.list(active_only=True), guards.list(open_only=True)
    parked_part(live.parked(), guards.parked(), hint="live runs stand until you decide")
    heartbeat(
        LOOK if active or guarded else IDLE,
        _waiting(active, guarded),
        lambda: _waiting(live.list(active_only=True), guards.list(open_only=True)),
    )


def _waiting(active: Sequence[Any], guarded: Sequence[Any]) -> tuple[object, ...]:
    """Return what the part depends on."""
    return (
        tuple((info.id, info.waiting_digest, info.waiting_since) for info in active),
        tuple((info.id, info.waiting, info.waiting and info.last_seq) for info in guarded),
    )
