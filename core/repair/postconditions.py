"""What must be true after a repair or a rewrite (method, section 2, 'Transaction')."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.contract.checks import FactCheck, Verdict
from core.repair.context import RepairContext
from core.repair.model import Postcondition

_LINKS = ("conveyed", "contradicted")


def postconditions(
    context: RepairContext, repaired: str, inserted: str
) -> tuple[Postcondition, ...]:
    """Check a repaired message against the accepted text before it.

    Args:
        context: The gap and the accepted text.
        repaired: The whole message after the repair.
        inserted: What the repair put in, word for word.
    """
    return (
        gap_closed(context, repaired),
        links_intact(context.checks, context.verdicts, repaired, apart_from=context.fact.id),
        _rest_unchanged(context, repaired, inserted),
        drift_in_bounds(context, repaired),
    )


def gap_closed(context: RepairContext, repaired: str) -> Postcondition:
    """The target obligation: stated on a handoff, reflected in the sender's own output."""
    check = context.check
    closed = (
        check.reflects(repaired) if context.on_own_output else check.states(repaired, in_run=True)
    )
    return Postcondition(name="gap closed", holds=closed.conveyed, detail=closed.reason)


def links_intact(
    checks: Mapping[str, FactCheck],
    verdicts: Mapping[str, Verdict],
    changed: str,
    *,
    apart_from: str = "",
) -> Postcondition:
    """Every fact that the text stated or contradicted before reads the same after.

    Args:
        checks: Fact id -> its check.
        verdicts: Fact id -> what the text before states.
        changed: The text after.
        apart_from: The fact that is meant to read differently.
    """
    lost = [
        fact_id
        for fact_id, before in verdicts.items()
        if before.label in _LINKS
        and fact_id != apart_from
        and checks[fact_id].states(changed, in_run=True).label != before.label
    ]
    return Postcondition(
        name="former links intact",
        holds=not lost,
        detail=f"changed: {', '.join(lost)}" if lost else "every other fact reads as before",
    )


def _rest_unchanged(context: RepairContext, repaired: str, inserted: str) -> Postcondition:
    same = repaired.replace(inserted, "", 1) == context.text if inserted else False
    return Postcondition(
        name="rest unchanged",
        holds=same,
        detail="without the insertion the message is the agent's own, byte for byte"
        if same
        else "",
    )


def drift_in_bounds(context: RepairContext, repaired: str) -> Postcondition:
    """The energy is not above its threshold; a text that was above it before may not get worse."""
    measured = context.drift_of(repaired)
    if measured is None:
        return Postcondition(
            name="drift not above threshold", holds=True, detail="no energy for this agent"
        )
    before = context.drift_of(context.text)
    energy, threshold = measured
    start = before[0] if before else 0.0
    return Postcondition(
        name="drift not above threshold",
        holds=energy <= max(threshold, start),
        detail=f"energy {energy:.2f} (before {start:.2f}, threshold {threshold:.2f})",
    )


def rewrite_postconditions(
    own: str,
    rewritten: str,
    *,
    checks: Mapping[str, FactCheck],
    drift_of: Callable[[str], tuple[float, float] | None],
) -> tuple[Postcondition, ...]:
    """Check a role rewrite against the agent's own text.

    It must say something, keep every fact as the text had it, bring in no contradiction, and its
    energy, measured anew and never assumed, must have fallen, to the threshold or below.

    Args:
        own: The agent's own text.
        rewritten: What the rewriter made of it.
        checks: Fact id -> its check.
        drift_of: Text -> (energy, threshold) in the sender's role, or None.
    """
    verdicts = {fact_id: check.states(own, in_run=True) for fact_id, check in checks.items()}
    false = [
        fact_id
        for fact_id, before in verdicts.items()
        if before.label != "contradicted"
        and checks[fact_id].states(rewritten, in_run=True).label == "contradicted"
    ]
    before, after = drift_of(own), drift_of(rewritten)
    fell, words = False, "no energy"
    if before is not None and after is not None:
        fell = after[0] < before[0] and after[0] <= after[1]
        words = f"energy {before[0]:.2f} -> {after[0]:.2f}, threshold {after[1]:.2f}"
    return (
        Postcondition(name="not empty", holds=bool(rewritten.strip())),
        links_intact(checks, verdicts, rewritten),
        Postcondition(
            name="no new contradiction",
            holds=not false,
            detail=f"contradicted now: {', '.join(false)}" if false else "",
        ),
        Postcondition(name="drift has fallen below threshold", holds=fell, detail=words),
    )


def edit_postconditions(
    text: str,
    *,
    checks: Mapping[str, FactCheck],
    verdicts: Mapping[str, Verdict],
    context: RepairContext | None,
    energy: tuple[float, float] | None,
) -> tuple[Postcondition, ...]:
    """Check a text that a person wrote; of the rest of the message nothing can be said.

    Args:
        text: What the person wrote.
        checks: Fact id -> its check.
        verdicts: Fact id -> what the text before states.
        context: The earliest gap, or None if there is none.
        energy: (energy, threshold) of the text in the sender's role, or None.
    """
    if context is not None:
        return (
            gap_closed(context, text),
            links_intact(checks, verdicts, text, apart_from=context.fact.id),
            drift_in_bounds(context, text),
        )
    drift = Postcondition(
        name="drift not above threshold",
        holds=energy is None or energy[0] <= energy[1],
        detail=f"energy {energy[0]:.2f}, threshold {energy[1]:.2f}" if energy else "no energy",
    )
    return (links_intact(checks, verdicts, text), drift)
