"""What a repair proposes, what it did, and what the check after it found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.gate.model import Admission, RepairName
from core.trace.model import Event

Needs: TypeAlias = Literal["", "model", "author", "person"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Postcondition:
    """One thing that must be true after a repair."""

    name: str
    holds: bool
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A repair that could be constructed at a boundary, with its result where code can apply it."""

    repair: RepairName
    text: str | None
    """The whole repaired message; None where a model or a person has to act first."""
    question: str = ""
    """ASK: the one precise question, and ``addressee`` whom it goes to."""
    addressee: str = ""
    source_seq: int | None = None
    """Event whose text the inserted statement comes from."""
    inserted: str = ""
    """What was put in, word for word."""
    postconditions: tuple[Postcondition, ...] = ()
    needs: Needs = ""
    """Who has to act before there is a text."""
    note: str = ""

    @property
    def verified(self) -> bool:
        """Whether there is a text and every postcondition holds."""
        return self.text is not None and all(p.holds for p in self.postconditions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One repair considered at a boundary: constructed or not, admitted or not."""

    repair: RepairName
    admission: Admission | None
    """None where the repair could not even be constructed."""
    proposal: Proposal | None
    refused: str = ""
    """Which prerequisite fails; empty if the repair can be constructed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What a repair did when it was carried out."""

    text: str
    """The whole message after the repair."""
    postconditions: tuple[Postcondition, ...]
    """What was found when the result was checked against the accepted text before it."""
    before: tuple[Event, ...] = ()
    """Events that came about on the way and stand before the boundary: question and answer."""
    after: tuple[Event, ...] = ()
    """Events about the boundary itself, which stand behind it: a certificate."""

    @property
    def verified(self) -> bool:
        """Whether something was checked and everything holds."""
        return bool(self.postconditions) and all(p.holds for p in self.postconditions)
