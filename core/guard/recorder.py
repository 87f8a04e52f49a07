"""Writes a guarded run down while it goes on, and reads what people decided elsewhere."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NoReturn

from core.errors import OvertakenError
from core.guard.decisions import Parked
from core.guard.journal import GuardKind, GuardRecord
from core.guard.ports import Store
from core.guard.record import cleaned
from core.held import Settled
from core.trace.model import Event
from core.trace.native import event_to_dict

_LOG = logging.getLogger("baton.guard")

POLL = 0.5
"""Seconds between two looks for decisions while somebody waits for one."""
CHECK = 5.0
"""Seconds between two looks whether the run is still ours, while its record isn't being written."""


class Recorder:
    """The record of one run. Without a store it does nothing.

    Args:
        store: Where the record is kept.
        failed: Told once what keeps the record from being written. The agents go on without it;
            the run as a whole is still kept when it is closed.
    """

    def __init__(self, store: Store | None, failed: Callable[[Exception], object]) -> None:
        self._store = store
        self._failed = failed
        self._run_id = ""
        self._unwritten = ""
        """The run, once its record couldn't be written."""
        self._turn = 0
        """How often the run had been taken up when this program began."""
        self._overtaken: OvertakenError | None = None
        self._seen = 0
        self._looked = 0.0

    @property
    def run_id(self) -> str:
        """Name of the run in the store; empty while the record isn't being written."""
        return self._run_id

    @property
    def is_on(self) -> bool:
        """Whether the record is being written."""
        return bool(self._run_id)

    def begin(self, name: str, opened: Mapping[str, Any]) -> None:
        """Begin the record of a run."""
        if self._store is not None:
            try:
                self._run_id = self._store.begin(name, cleaned(dict(opened)))
            except Exception as error:
                self._failed(error)

    def resume(self, run_id: str) -> Sequence[GuardRecord]:
        """Go on with the record of a run whose program is gone; return what it holds.

        Raises:
            ConflictError: It is closed by now.
            NotFoundError: There is no such run.
        """
        if self._store is None:
            return ()
        self._turn = self._store.take_up(run_id)  # first: now only people add to it besides us
        records = self._store.records(run_id)
        self._run_id, self._seen = run_id, records[-1].seq
        return records

    def check(self, *, at_once: bool = False) -> None:
        """Make sure that the run is still ours, also where its record couldn't be written.

        Args:
            at_once: Look even if the last look was just now.

        Raises:
            OvertakenError: Another program has taken it up.
        """
        if self._overtaken is not None:
            raise self._overtaken
        now = time.monotonic()
        if (
            self._store is None
            or not self._unwritten
            or (now - self._looked < CHECK and not at_once)
        ):
            return
        self._looked = now
        try:
            self._store.decisions(self._unwritten, self._seen, turn=self._turn)
        except OvertakenError as error:
            self._overtake(error)
        except Exception as error:
            _LOG.debug("The record can't be read either: %s", error)

    def event(self, event: Event, event_id: str) -> None:
        """Write down what an agent called or read."""
        self._keep("event", {"event": event_to_dict(event), "event_id": event_id})

    def parked(
        self, parked: Parked, event: Event, instead_of: str, event_id: str, content: str
    ) -> None:
        """Write down what waits for a person."""
        self._keep(
            "parked",
            {
                "digest": parked.digest,
                "event": event_to_dict(event),
                "report": asdict(parked.report),
                "reasons": list(parked.reasons),
                "instead_of": instead_of,
                "event_id": event_id,
                "content_digest": content,
            },
        )

    def settled(
        self, settled: Settled, digest: str, event_id: str, spent: Mapping[str, Any]
    ) -> None:
        """Write down what went out."""
        self._keep(
            "settled",
            {
                "digest": digest,
                "event_id": event_id,
                "events": [event_to_dict(event) for event in settled.events],
                "report": asdict(settled.report),
                **spent,
            },
        )

    def refused(self, digest: str, error: Exception) -> None:
        """Write down why a decision could not be carried out."""
        self._keep("refused", {"digest": digest, "reason": str(error)})

    def given_up(self, digest: str, error: Exception) -> None:
        """Write down that an error let a text out."""
        self._keep("given_up", {"digest": digest, "reason": str(error)})

    def closed(self, analysis_id: str) -> None:
        """End the record."""
        self._keep("closed", {"analysis": analysis_id})
        self._run_id = self._unwritten = ""

    def decisions(self, *, at_once: bool = False) -> Sequence[GuardRecord]:
        """Return what people have decided since the last look.

        Args:
            at_once: Look even if the last look was just now.

        Raises:
            OvertakenError: Another program has taken the run up.
        """
        self.check(at_once=at_once)
        now = time.monotonic()
        if self._store is None or not self._run_id or (now - self._looked < POLL and not at_once):
            return ()
        self._looked = now
        try:
            found = self._store.decisions(self._run_id, self._seen, turn=self._turn)
        except OvertakenError as error:
            self._overtake(error)
        except Exception as error:
            self._give_up(error)
            return ()
        if found:
            self._seen = found[-1].seq
        return found

    def _keep(self, kind: GuardKind, data: dict[str, Any]) -> None:
        self.check()
        if self._store is None or not self._run_id:
            return
        try:
            self._store.append(self._run_id, kind, cleaned(data), turn=self._turn)
        except OvertakenError as error:
            self._overtake(error)
        except Exception as error:
            self._give_up(error)

    def _overtake(self, error: OvertakenError) -> NoReturn:
        self._run_id, self._overtaken = "", error
        raise error

    def _give_up(self, error: Exception) -> None:
        self._unwritten, self._run_id = (
            self._run_id,
            "",
        )  # a record with holes would say what isn't so
        self._failed(error)
