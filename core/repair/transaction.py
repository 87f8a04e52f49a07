"""The transaction around one boundary (method, section 2, 'Transaction').

Two savepoints: one after the role rewrite, if there is any, and one after the repair. Each step is
applied to the text of the savepoint before it, checked, and kept only if everything holds. Whatever
goes wrong, what is released is the text of the last savepoint that was accepted, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.errors import RepairError
from core.gate.model import RepairName
from core.repair.model import Applied, Postcondition
from core.trace.model import Event

Ending: TypeAlias = Literal["FORWARD", "COMMIT", "ROLLBACK"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a transaction: a rewrite or a repair, kept or undone."""

    text: str | None
    """What the step produced; None if it failed before there was anything."""
    kept: bool
    postconditions: tuple[Postcondition, ...] = ()
    error: str = ""
    """What went wrong, where the step did not get as far as its postconditions."""

    @property
    def why_undone(self) -> str:
        """Why the step was undone, in words; empty if it was kept."""
        if self.kept:
            return ""
        failed = ", ".join(p.name for p in self.postconditions if not p.holds)
        return self.error or (f"this did not hold: {failed}" if failed else "nothing was checked")


class Transaction:
    """Holds one message while it may be rewritten and repaired, each once, in this order.

    Args:
        own: The agent's own text.

    Example:
        >>> tx = Transaction("Please write.")
        >>> tx.released, tx.ending
        ('Please write.', 'FORWARD')
    """

    def __init__(self, own: str) -> None:
        self.own = own
        self.accepted = own
        """Savepoint before the repair: the accepted rewrite, else the agent's own text."""
        self.released = own
        """What goes out if nothing more happens."""
        self.rewritten: Step | None = None
        self.repaired: Step | None = None
        self.repair_name: RepairName | None = None
        self.before: tuple[Event, ...] = ()
        self.after: tuple[Event, ...] = ()

    @property
    def ending(self) -> Ending:
        """The verdict: what was done last decides."""
        if self.repaired is not None:
            return "COMMIT" if self.repaired.kept else "ROLLBACK"
        if self.rewritten is not None:
            return "COMMIT" if self.rewritten.kept else "ROLLBACK"
        return "FORWARD"

    def rewrite(
        self,
        apply: Callable[[], str | None],
        verify: Callable[[str], tuple[Postcondition, ...]],
    ) -> Step | None:
        """Rewrite the message back into its role: the first savepoint.

        Args:
            apply: Returns the rewritten text, or None if there is none to offer.
            verify: Checks it against the agent's own text.

        Returns:
            What became of it; None if nothing was offered.

        Raises:
            RepairError: It was rewritten or repaired before; a rewrite must not lose what a
                repair put in.
        """
        if self.rewritten is not None or self.repaired is not None:
            raise RepairError("A message is rewritten at most once, and before any repair.")
        try:
            text = apply()
            if text is None or text == self.own:
                return None
            found = _checked(text, verify(text))
        except Exception as error:
            self.rewritten = Step(text=None, kept=False, error=_words(error))
            return self.rewritten
        kept = bool(found) and all(p.holds for p in found)
        self.rewritten = Step(text=text, kept=kept, postconditions=found)
        if kept:
            self.accepted = self.released = text
        return self.rewritten

    def repair(self, name: RepairName, apply: Callable[[], Applied]) -> Step:
        """Repair the accepted text: the second savepoint. There is one repair at most.

        Args:
            name: Which of the five.
            apply: Carries it out on the accepted text and checks the result.

        Returns:
            What became of it. Anything but a full set of postconditions that hold undoes it.

        Raises:
            RepairError: There was a repair before, kept or not; no second gap is tried.
        """
        if self.repaired is not None:
            raise RepairError(
                "One repair at most: this message was repaired or rolled back before."
            )
        self.repair_name = name
        self.repaired = Step(text=None, kept=False, error="the repair was interrupted")
        try:
            done = apply()
            found = _checked(done.text, done.postconditions)
        except Exception as error:
            self.repaired = Step(text=None, kept=False, error=_words(error))
            return self.repaired
        kept = done.verified
        self.before, self.after = done.before, done.after if kept else ()
        self.repaired = Step(text=done.text, kept=kept, postconditions=found)
        if kept:
            self.released = done.text
        return self.repaired


def _checked(text: object, found: tuple[Postcondition, ...]) -> tuple[Postcondition, ...]:
    if not isinstance(text, str):
        raise RepairError(f"There is no text, but {type(text).__name__}.")
    return tuple(found)


def _words(error: Exception) -> str:
    said = str(error).strip()
    return said if isinstance(error, RepairError) and said else f"{type(error).__name__}: {said}"
