"""The journal of a run that is only continued to see how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.errors import ConflictError
from core.live.events import LiveEvent
from core.live.state import RunState


class MemoryJournal:
    """Keeps one run in memory. A :class:`core.live.journal.Journal`."""

    def __init__(self, events: Iterable[LiveEvent]) -> None:
        self.kept = list(events)

    def events(self, run_id: str, after: int = 0) -> Sequence[LiveEvent]:
        """Return the events with a number above ``after``, in order."""
        return self.kept[after:]

    def append(
        self, run_id: str, event: LiveEvent, state: RunState, owner: str | None = None
    ) -> None:
        """Keep one event. Raises ConflictError if it isn't the next."""
        if event.seq != len(self.kept) + 1:
            raise ConflictError("Somebody else was faster; look again.")
        self.kept.append(event)

    def status(self, run_id: str) -> str:
        """Return that nobody stops it."""
        return "running"

    def show_progress(self, run_id: str, agent: str, text: str) -> None:
        """Show nothing: nobody looks."""
