"""What a verifier looks at, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.probe.verifiers.model import Place
from core.trace.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """Whether a test passed, and why."""

    passed: bool
    reason: str
    """One sentence for a person."""
    parts: tuple[CheckResult, ...] = ()
    """Of all_of, any_of and count: their tests, in order."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The events of a run that has ended."""

    events: Sequence[Event]

    def texts(self, at: Place, agent: str = "", tool: str = "") -> tuple[str, ...]:
        """Return the texts that a test is about, in the order of the run.

        Args:
            at: Which kind.
            agent: Only those of this agent; of tool results, those that it got.
            tool: Only those of this tool.
        """
        if at in ("output", "outputs"):
            found = [e for e in self.events if e.kind == "output" and _by(e, agent)]
            if not found:
                found = [e for e in self.events if e.is_boundary and _by(e, agent)][-1:]
            return tuple(e.text for e in (found[-1:] if at == "output" else found))
        if at == "messages":
            return tuple(e.text for e in self.events if e.is_boundary and _by(e, agent))
        kind = "tool_call" if at == "tool_calls" else "tool_result"
        return tuple(
            e.text
            for e in self.events
            if e.kind == kind
            and tool in ("", e.tool or "")
            and (not agent or agent in (e.sender, *e.recipients))
        )


def _by(event: Event, agent: str) -> bool:
    return agent in ("", event.sender)
