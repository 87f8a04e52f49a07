"""A date or a time of day of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Part: TypeAlias = Literal["day", "time", "weekday", "month", "period"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, weekday or time of day of the text; what is not said is None."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    minute: int | None = None
    """Minutes after midnight."""
    zone: int | None = None
    """Minutes east of UTC."""
    document: bool = False
    """The date of the text itself or of a document ('version of 9 September')."""
    loose: bool = False
    """Nothing says whether it is morning or evening."""
    last_day: bool = False
    """Second end of a range of days."""
    relative: bool = False
    period: str = ""
    """A named part of a year: 'Q4', 'H1', 'W23'."""
    edge: str = ""
    """'end' for the end of a month, 'week' for its first week."""
    vague: bool = False
    """Worked out from other words: enough to agree, not to contradict."""
    derived: str = ""
    """How it was worked out from another day of the text, in words."""
    swapped: tuple[int, int] | None = None
    """Month and day if day and month stand the other way round ('06/07')."""
    raw: str = ""

    @property
    def part(self) -> Part:
        """What the moment chiefly says."""
        if self.period:
            return "period"
        if self.day is not None:
            return "day"
        if self.minute is not None:
            return "time"
        return "weekday" if self.weekday is not None else "month"
