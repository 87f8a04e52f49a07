"""The decision at a boundary: FORWARD, COMMIT or ROLLBACK, with its reason."""

from __future__ import annotations

from core.gate.model import Admission
from core.held import Ruling
from core.provenance.model import Frontier
from core.repair.model import Candidate
from core.repair.transaction import Step, Transaction
from core.report import BoundaryReport, Decision

UNDONE = "the repair was undone"
NO_GAP = "No gap at this boundary."

TIES = ("DECOMPOSE", "INTEGRATE", "RETRIEVE", "ASK", "VERIFY")
"""Of repairs with the same u the one that makes do with what was said already, and the most fitting."""


def best(candidates: tuple[Candidate, ...]) -> Candidate | None:
    """Of several admissible repairs take the one with the highest u, less what history takes off."""

    def rank(candidate: Candidate) -> tuple[float, int]:
        worth = candidate.admission.worth if candidate.admission else 0.0
        return worth, -TIES.index(candidate.repair)

    admitted = [
        c
        for c in candidates
        if c.admission is not None and c.admission.admitted and not c.admission.is_held_back
    ]
    return max(admitted, key=rank, default=None)


def decide(
    text: str,
    frontiers: tuple[Frontier, ...],
    candidates: tuple[Candidate, ...],
    chosen: Candidate | None,
) -> tuple[Decision, str, str]:
    """Return the verdict, the text to release, and one sentence why."""
    if not frontiers:
        return "FORWARD", text, NO_GAP
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


def with_rewrite(
    decided: tuple[Decision, str, str], transaction: Transaction
) -> tuple[Decision, str, str]:
    """Say what became of the role rewrite, where there was one."""
    decision, released, reason = decided
    rewritten = transaction.rewritten
    if rewritten is None:
        return decided
    if rewritten.kept:
        said = "The message was rewritten into its role."
        return ("COMMIT" if decision == "FORWARD" else decision), released, f"{reason} {said}"
    said = f"The role rewrite was undone: {rewritten.why_undone}."
    return ("ROLLBACK" if decision == "FORWARD" else decision), released, f"{reason} {said}"


def ended(
    report: BoundaryReport, transaction: Transaction, ruling: Ruling, repaired: Step | None
) -> tuple[Decision, str, str]:
    """Return the verdict of a held boundary, the text that goes out, and one sentence why.

    Args:
        report: What was proposed.
        transaction: What was done.
        ruling: What was to be done.
        repaired: The repair, or the person's own text; None if there was neither.
    """
    gap = gap_words(report.frontiers[0]) if report.frontiers else "No gap at this boundary"
    by = f" by {ruling.by}" if ruling.by else ""
    if ruling.act == "original":
        return "FORWARD", transaction.own, f"{gap}; the agent's own text was sent, as ruled{by}."
    if repaired is None:
        plain: tuple[Decision, str, str] = ("FORWARD", transaction.accepted, report.reason)
        if transaction.rewritten is None:
            return plain
        return report.decision, transaction.released, report.reason
    if ruling.act == "edit":
        failed = ", ".join(p.name for p in repaired.postconditions if not p.holds)
        if failed:
            why = f"{gap}; sent as written{by}, though this does not hold: {failed}."
            return "FORWARD", ruling.text, why
        return "COMMIT", ruling.text, f"{gap}; sent as written{by}, and verified."
    how = "was ordered" + by if ruling.act == "order" else "is admitted"
    name = transaction.repair_name
    if repaired.kept:
        why = f"{gap}; {name} {how}, applied and verified."
    else:
        why = f"{gap}; {name} {how} and was undone: {repaired.why_undone}."
    return transaction.ending, transaction.released, why


def _why_not(candidates: tuple[Candidate, ...]) -> str:
    judged = [c for c in candidates if c.admission is not None]
    if not judged:
        return "no repair can be used here, a person decides."
    reasons = [f"{c.repair} {_refusal(c.admission)}" for c in judged if c.admission]
    return "; ".join(reasons) + "."


def _refusal(admission: Admission) -> str:
    return (
        f"held back: {past_words(admission)}"
        if admission.is_held_back
        else f"refused: {admission.reason}"
    )


def past_words(admission: Admission) -> str:
    """Return what earlier runs say about a repair, in words; empty where history is switched off."""
    past = admission.history
    if past is None:
        return ""
    if past.uses == 0:
        return "not used in earlier runs with these priors"
    said = f"{past.bad} of {past.uses} uses in earlier runs went wrong"
    if admission.utility is None or not past.discount:
        return said
    return f"{said}, so u {admission.utility:+.2f} counts as {admission.worth:+.2f}"


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
