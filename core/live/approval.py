"""When a person is asked before a text of a live run goes out."""

from __future__ import annotations

from core import approval
from core.live.spec import RunSpec
from core.report import BoundaryReport

CUT_OFF = "the answer was cut off at its limit of tokens"


def asks_a_person(
    spec: RunSpec, report: BoundaryReport, *, is_cut: bool = False
) -> tuple[str, ...]:
    """Return why the boundary is parked, in words; empty: it goes out by itself.

    Args:
        spec: Names the approval mode: never, when flagged, or always.
        report: What the controller found.
        is_cut: Whether the text ended at a limit of tokens; that is flagged like a doubt.
    """
    if is_cut and spec.approval != "auto":
        return (*approval.asks_a_person("flagged", report), CUT_OFF)
    return approval.asks_a_person(spec.approval, report)
