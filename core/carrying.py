"""Whether what a person decided under one analysis stands under another one of the same run.

A replay under other documents is a new analysis. A decision goes over to it where the question is the
same: the same gaps of the same facts for the same recipients, the same text, and the same repairs on
offer. Everything else is asked anew, and says why (ours).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.overrides import Override
from core.provenance.model import ObligationState
from core.report import BoundaryReport
from core.review import ReviewEvent, boundary_digest

CARRIED = "carried_from"
"""Key in the payload of an event that was carried over: whence, and when it was decided."""

NOT_KEPT = "one of the two contracts isn't kept, so nobody can compare them"


def why_not(
    before: BoundaryReport,
    after: BoundaryReport,
    said: Mapping[str, str] | None,
    says: Mapping[str, str] | None,
) -> str:
    """Return why a decision can't stand for a boundary of a newer analysis; '' if it can.

    Args:
        before: The boundary as the person saw it.
        after: The same event, as the newer analysis reports it.
        said: Fact id -> statement, of the contract that the person saw; None: it isn't kept.
        says: The same of the newer analysis.

    Returns:
        The rest of a sentence that begins with 'not carried over:', or ''.
    """
    if said is None or says is None:
        return NOT_KEPT
    changed = [fact for fact in _facts(after) if said.get(fact) != says.get(fact)]
    if changed:
        return f"the contract says something else of {_and(changed)}"
    new = [why for why in after.review_reasons if why not in before.review_reasons]
    if new:
        return f"it waits for another reason now, {'; '.join(new)}"
    gone = [why for why in before.review_reasons if why not in after.review_reasons]
    if gone:
        return f"what was decided about is gone, {'; '.join(gone)}"
    if before.original != after.original:
        return "the text is another"
    if before.released != after.released or before.decision != after.decision:
        return f"the controller says {after.decision} now and said {before.decision} then"
    if boundary_digest(before) != boundary_digest(after):
        return "the repairs on offer are others"
    return ""


def why_no_override(
    override: Override,
    state: ObligationState | None,
    said: Mapping[str, str] | None,
    says: Mapping[str, str] | None,
) -> str:
    """Return why a person's word against a verdict says nothing about a newer one; '' if it does.

    Args:
        override: What the person said.
        state: The state of that fact for that recipient after the same event, if there is one.
        said: Fact id -> statement, of the contract that the person saw; None: it isn't kept.
        says: The same of the newer analysis.
    """
    if said is None or says is None:
        return NOT_KEPT
    if said.get(override.fact) != says.get(override.fact):
        return f"the contract says something else of {override.fact}"
    if state is None:
        return "there is no such verdict any more"
    if state.display != override.was:
        return f"the check says {state.display} now and said {override.was} then"
    return ""


def carried(event: ReviewEvent, *, to: str, contract: str) -> ReviewEvent:
    """Return a decision as an event of another analysis; its author stays who decided.

    Args:
        event: The decision, with its time.
        to: The newer analysis.
        contract: Name and version under which it was decided, such as 'sales-proposal@1'.
    """
    source: Any = event.payload.get(CARRIED) or {
        "analysis": event.analysis_id,
        "event": event.id,
        "at": event.at.isoformat() if event.at else "",
        "contract": contract,
    }
    return ReviewEvent(
        analysis_id=to,
        seq=event.seq,
        kind=event.kind,
        author=event.author,
        digest=event.digest if event.kind != "wrong_verdict" else "",
        reason=event.reason,
        payload={**event.payload, CARRIED: source},
    )


def _facts(report: BoundaryReport) -> list[str]:
    """Return the facts that a boundary asks about, each once."""
    named = [gap.fact for gap in report.frontiers]
    named += [s.fact for s in report.changes if s.is_gap or s.unsure]
    return list(dict.fromkeys(named))


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
