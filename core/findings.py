"""What the controller says about a boundary: why a person should look, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.decision import UNDONE, gap_words
from core.provenance.model import Frontier, ObligationState
from core.report import BoundaryReport, Decision


class ReviewNotes:
    """Says why a person should look, each gap once and not at every later boundary.

    Args:
        critical: Fact id -> whether it is critical.
    """

    def __init__(self, critical: Mapping[str, bool]) -> None:
        self._critical = critical
        self.known: set[tuple[str, str, str]] = set()
        """Fact, recipient and kind of gap of everything that was said already."""

    def reasons(
        self,
        frontiers: tuple[Frontier, ...],
        changes: list[ObligationState],
        decision: Decision,
        *,
        flagged: bool,
    ) -> Iterator[str]:
        """Yield the reasons at one boundary."""
        for frontier in frontiers:
            key = (frontier.fact, frontier.recipient, frontier.status)
            if not frontier.critical or key in self.known:
                continue
            self.known.add(key)
            if frontier.contradicted:  # One sentence for both: what lacks, and what came instead.
                self.known.add((frontier.fact, frontier.recipient, "contradicted"))
            yield gap_words(frontier)
        for state in changes:
            kind = "contradicted" if state.contradicted else "unsure"
            critical = self._critical[state.fact]
            seen_before = (state.fact, state.recipient, kind) in self.known
            if critical and (state.contradicted or state.unsure) and not seen_before:
                self.known.add((state.fact, state.recipient, kind))
                if state.contradicted:
                    other = f": {state.other_value}" if state.other_value else ""
                    yield f"{state.fact} is contradicted at {state.recipient}{other}"
                elif not any(
                    f.fact == state.fact and f.recipient == state.recipient for f in frontiers
                ):
                    yield f"the check is unsure about {state.fact} for {state.recipient}"
        if decision == "ROLLBACK":
            yield UNDONE
        if flagged:
            yield "role drift is above the threshold"


def moved(report: BoundaryReport, to: int) -> BoundaryReport:
    """Return the report of a boundary whose number has changed, with all that points to it."""
    start = report.seq
    if to == start:
        return report

    def place(seq: int) -> int:
        return to if seq == start else seq

    frontiers = tuple(
        replace(
            f,
            boundary_seq=place(f.boundary_seq),
            due_seq=place(f.due_seq),
            evidence=tuple(replace(e, seq=place(e.seq)) for e in f.evidence),
        )
        for f in report.frontiers
    )
    return replace(report, seq=to, frontiers=frontiers)
