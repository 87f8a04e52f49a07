"""A boundary that is held back, and what is ruled about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.drift.model import TurnScore
from core.errors import ConflictError
from core.gate.model import RepairName
from core.provenance.model import ObligationState
from core.provenance.observe import Observation
from core.provenance.tracker import Mark
from core.repair.base import Repair
from core.repair.transaction import Transaction
from core.report import Act, BoundaryReport
from core.trace.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What shall be done with a held boundary.

    Example:
        >>> Ruling(act="original", by="Ada", reason="The budget is not for the writer.").act
        'original'
    """

    act: Act = "proposed"
    by: str = ""
    """Name of the person; empty: the controller rules by itself."""
    reason: str = ""
    text: str = ""
    """For ``edit``: what goes out instead."""
    repair: RepairName | None = None
    """For ``order``: which repair, against or without the gate."""
    digest: str = ""
    """What the person saw; anything else than the held digest is refused. Needed if ``by`` is set."""


AS_PROPOSED = Ruling()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Held:
    """A boundary as the controller found it, before anything has left.

    Only ``event``, ``report`` and ``digest`` are for others; the rest belongs to the controller.
    """

    event: Event
    report: BoundaryReport
    """What was found and what is proposed: ``report.released`` is what would be sent where code
    alone can make it; a repair that needs somebody's help shows its question or note."""
    digest: str
    """Name of exactly that, for a decision about it."""
    transaction: Transaction
    repairs: dict[RepairName, Repair]
    """Every repair whose prerequisites hold."""
    chosen: RepairName | None
    """The admitted repair that would be carried out now, if there is one and somebody can."""

    def check(self, ruling: Ruling) -> None:
        """Refuse a ruling about anything else than this.

        Raises:
            ConflictError: The person saw something else.
        """
        if (ruling.by or ruling.digest) and ruling.digest != self.digest:
            raise ConflictError(
                "This decision is about another state of the message than the one that is held. "
                "Look at it again and decide anew."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of a held boundary."""

    report: BoundaryReport
    """The final report; ``report.released`` is the text that its recipients get."""
    events: tuple[Event, ...]
    """What the run's record gets, in order: question and answer, the boundary as released, a
    certificate. Where a question was put, the boundary's number has moved behind the answer."""

    @property
    def text(self) -> str:
        """The text that goes out."""
        return self.report.released


@dataclass(frozen=True, slots=True, kw_only=True)
class Savepoint:
    """How the controller stood before it looked at a boundary."""

    mark: Mark
    changes: tuple[ObligationState, ...]
    """Changes of obligations that were not reported yet."""
    known: frozenset[tuple[str, str, str]]
    """Gaps that had been put up for review."""
    last_seq: int
    """Number of the last event that was taken in."""
    sums: Mapping[str, float]
    """Cumulative drift of the agents."""
    history: tuple[str, ...]
    """The latest texts of the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The boundary that the controller holds at the moment."""

    held: Held
    seen: Observation
    score: TurnScore | None
    save: Savepoint | None
    """None on a recorded run, where nothing can be taken back."""
