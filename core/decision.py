"""The decision at a boundary: FORWARD, COMMIT or ROLLBACK, with its reason."""

from __future__ import annotations

from core.provenance.model import Frontier
from core.repair.model import Candidate
from core.report import Decision


def best(candidates: tuple[Candidate, ...]) -> Candidate | None:
    """Of several admissible repairs take the one with the highest u."""
    admitted = [c for c in candidates if c.admission is not None and c.admission.admitted]
    return max(
        admitted, key=lambda c: (c.admission.utility or 0.0) if c.admission else 0.0, default=None
    )


def decide(
    text: str,
    frontiers: tuple[Frontier, ...],
    candidates: tuple[Candidate, ...],
    chosen: Candidate | None,
) -> tuple[Decision, str, str]:
    """Return the verdict, the text to release, and one sentence why."""
    if not frontiers:
        return "FORWARD", text, "No gap at this boundary."
    gap = frontiers[0]
    name = gap_words(gap)
    if not gap.critical:
        return (
            "FORWARD",
            text,
            f"{name}, but the fact is not critical: shown as minor, never repaired.",
        )
    if chosen is None or chosen.proposal is None:
        return "FORWARD", text, f"{name}; {_why_not(candidates)}"
    proposal = chosen.proposal
    if proposal.text is None:
        return "FORWARD", text, f"{name}; {chosen.repair} is admitted. {proposal.note}"
    if not proposal.verified:
        failed = ", ".join(p.name for p in proposal.postconditions if not p.holds)
        return (
            "ROLLBACK",
            text,
            f"{name}; {chosen.repair} was undone, since this did not hold: {failed}.",
        )
    return "COMMIT", proposal.text, f"{name}; {chosen.repair} is admitted and verified."


def _why_not(candidates: tuple[Candidate, ...]) -> str:
    judged = [c for c in candidates if c.admission is not None]
    if not judged:
        return "no repair can be used here, a person decides."
    reasons = [f"{c.repair} refused: {c.admission.reason}" for c in judged if c.admission]
    return "; ".join(reasons) + "."


def gap_words(gap: Frontier) -> str:
    """Return what is wrong with one fact for one recipient, as sure as the check is.

    A fact that is missing where another value stands instead is told once, with that value.
    """
    name = f"{gap.fact} for {gap.recipient}"
    if gap.unsure or not gap.contradicted:
        return f"{name} {'may be' if gap.unsure else 'is'} {gap.status}"
    found = gap.other_value.rstrip(" .")
    value = f", {found}" if found else ""
    if gap.status == "unconsumed":
        return f"{name}: it arrived, but the work gives another value{value}"
    return f"{name}: another value arrived{value}; the right one never did"
