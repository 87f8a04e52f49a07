"""What a trace's file doesn't say and a rule filled in, with the rule in words.

The same counts stand in the preview of an import, in the list of traces and beside a trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.trace.model import Event, Trace

What: TypeAlias = Literal["recipient", "kind", "nobody"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """One rule, and how many events it filled in."""

    what: What
    """``recipient``, ``kind``, or ``nobody``: no rule could tell the recipient."""
    rule: str
    """The rule in words; empty for ``nobody``."""
    count: int

    @property
    def words(self) -> str:
        """One line for a person: 'recipient: the next different speaker, 12 messages'."""
        number = f"{self.count:,} {'message' if self.count == 1 else 'messages'}"
        if self.what == "nobody":
            return f"recipient: unknown, no rule can tell, {number}"
        head = "recipient" if self.what == "recipient" else "kind of event"
        return f"{head}: {self.rule or 'a rule without a name'}, {number}"


def is_inferred(event: Event) -> bool:
    """Whether a rule gave the event its recipients or its kind."""
    return event.recipients_from == "inferred" or event.kind_from == "inferred"


def inferred_count(trace: Trace) -> int:
    """Return how many events a rule gave recipients or kind; an event counts once."""
    return sum(map(is_inferred, trace.events))


def inferences(traces: Iterable[Trace]) -> tuple[Inference, ...]:
    """Return what was inferred in some traces, by rule, the most frequent first.

    Args:
        traces: As they came from an importer, or from the database.

    Returns:
        An entry for each rule and each thing that it filled in. Handoffs whose recipients nobody
        can tell come last.
    """
    found: Counter[tuple[What, str]] = Counter()
    unknown = 0
    for trace in traces:
        for event in trace.events:
            if event.recipients_from == "inferred":
                found["recipient", event.rule] += 1
            if event.kind_from == "inferred":
                found["kind", event.rule] += 1
            unknown += event.recipients_from == "unknown" and event.is_boundary
    return listed(found, unknown)


def listed(found: Counter[tuple[What, str]], unknown: int) -> tuple[Inference, ...]:
    """Return counts as entries, the most frequent first and what nobody can tell last.

    Args:
        found: How many events each rule filled in.
        unknown: Handoffs whose recipients nobody can tell.
    """
    entries = [
        Inference(what=what, rule=rule, count=count)
        for (what, rule), count in sorted(found.items(), key=lambda one: (-one[1], one[0]))
    ]
    if unknown:
        entries.append(Inference(what="nobody", rule="", count=unknown))
    return tuple(entries)
