"""Where a run's events are kept, as the driver and the desk see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.live.events import LiveEvent
from core.live.state import RunState


class Journal(Protocol):
    """Append-only events of runs. Every method is one short transaction."""

    def events(self, run_id: str, after: int = 0) -> Sequence[LiveEvent]:
        """Return the events with a number above ``after``, in order. Raises NotFoundError."""
        ...

    def append(
        self, run_id: str, event: LiveEvent, state: RunState, owner: str | None = None
    ) -> None:
        """Store one event and the picture of the state after it, in one transaction.

        Args:
            run_id: The run.
            event: With its number and time.
            state: After the event; the shown row is made from it.
            owner: The driver that holds the lease; None for what a person does.

        Raises:
            ConflictError: The number is taken: somebody else wrote first.
            LeaseLostError: ``owner`` doesn't hold the lease any more.
        """
        ...

    def status(self, run_id: str) -> str:
        """Return the status of the run; cheap, since it is asked often."""
        ...

    def show_progress(self, run_id: str, agent: str, text: str) -> None:
        """Let everybody see what an agent is writing just now; an empty text ends it."""
        ...
