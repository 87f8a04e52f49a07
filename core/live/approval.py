"""When a person is asked before a text of a live run goes out."""

from __future__ import annotations

from core import approval
from core.live.spec import RunSpec
from core.report import BoundaryReport


def asks_a_person(spec: RunSpec, report: BoundaryReport) -> tuple[str, ...]:
    """Return why the boundary is parked, in words; empty: it goes out by itself.

    Args:
        spec: Names the approval mode: never, when flagged, or always.
        report: What the controller found.
    """
    return approval.asks_a_person(spec.approval, report)
