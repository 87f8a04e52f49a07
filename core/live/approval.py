"""When a person is asked before a text goes out."""

from __future__ import annotations

from collections.abc import Iterator

from core.live.spec import RunSpec
from core.report import BoundaryReport

WIDE_HARM = 0.2
"""Upper end of the interval of harm from which a repair counts as little known (ours)."""
_NO_COUNTS = frozenset(("no-priors", "other-model", "no-segment", "few-episodes"))


def asks_a_person(spec: RunSpec, report: BoundaryReport) -> tuple[str, ...]:
    """Return why the boundary is parked, in words; empty: it goes out by itself.

    Args:
        spec: Names the approval mode: never, when flagged, or always.
        report: What the controller found.
    """
    if spec.approval == "auto":
        return ()
    reasons = tuple(dict.fromkeys((*report.review_reasons, *_flags(report))))
    if reasons:
        return reasons
    return ("every message is asked about",) if spec.approval == "always" else ()


def _flags(report: BoundaryReport) -> Iterator[str]:
    gap = report.frontiers[0] if report.frontiers else None
    if gap is None or not gap.critical:
        return
    if gap.unsure:
        yield f"the check is unsure about {gap.fact} for {gap.recipient}"
    for candidate in report.candidates:
        admission = candidate.admission
        if admission is None:
            continue
        if admission.code in _NO_COUNTS:
            yield f"{candidate.repair} is possible, but there are no counts for it"
        high = admission.harm_interval.high if admission.harm_interval else 0.0
        if admission.admitted and high > WIDE_HARM:
            yield (
                f"{candidate.repair}: harmed {admission.harmed} of {admission.episodes}, "
                f"up to {high:.0%} is not excluded"
            )
