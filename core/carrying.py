"""Whether what a person decided under one analysis stands under another one of the same run.

A replay under other documents is a new analysis. A decision goes over to it where the question is the
same: the same gaps of the same facts, checked the same way, for the same recipients, played by the same
agents; the same role drift; the same text, and the same repairs on offer. Everything else is asked anew,
and says why (ours).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.contract.model import Fact
from core.drift.model import RoleProfile
from core.overrides import Override
from core.provenance.model import ObligationState
from core.report import BoundaryReport
from core.review import ReviewEvent, boundary_digest

CARRIED = "carried_from"
"""Key in the payload of an event that was carried over: whence, and when it was decided."""

NOT_KEPT = "one of the two {documents} isn't kept, so nobody can compare them"
UNREADABLE = "one of the two {documents} can't be read any more, so nobody can compare them: {why}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What the questions of an analysis rest on, beside the run itself."""

    facts: Mapping[str, Fact] = field(default_factory=dict)
    """By id, with the values of the run."""
    no_facts: str = ""
    """Why they aren't known, the rest of a sentence; empty: they are."""
    agents: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Party -> agents that play it."""
    roles: Mapping[str, RoleProfile] = field(default_factory=dict)
    """By name."""
    no_roles: str = ""
    """Why they aren't known."""


def why_not(before: BoundaryReport, after: BoundaryReport, was: Basis, now: Basis) -> str:
    """Return why a decision can't stand for a boundary of a newer analysis; '' if it can.

    Args:
        before: The boundary as the person saw it.
        after: The same event, as the newer analysis reports it.
        was: What the analysis that the person saw rests on.
        now: The same of the newer analysis.

    Returns:
        The rest of a sentence that begins with 'not carried over:', or ''.
    """
    other = _other_facts(_facts(after), was, now)
    if other:
        return other
    new = [why for why in after.review_reasons if why not in before.review_reasons]
    if new:
        return f"it waits for another reason now, {'; '.join(new)}"
    gone = [why for why in before.review_reasons if why not in after.review_reasons]
    if gone:
        return f"what was decided about is gone, {'; '.join(gone)}"
    if _gaps(before) != _gaps(after):
        return "the gaps are others"
    drift = _other_drift(before, after, was, now)
    if drift:
        return drift
    if before.original != after.original:
        return "the text is another"
    if before.released != after.released or before.decision != after.decision:
        return f"the controller says {after.decision} now and said {before.decision} then"
    if boundary_digest(before) != boundary_digest(after):
        return "the repairs on offer are others"
    return ""


def why_no_override(
    override: Override,
    before: ObligationState | None,
    after: ObligationState | None,
    was: Basis,
    now: Basis,
) -> str:
    """Return why a person's word against a verdict says nothing about a newer one; '' if it does.

    Args:
        override: What the person said.
        before: The state that the person saw, if it can be read.
        after: The state of that fact for that recipient after the same event, if there is one.
        was: What the analysis that the person saw rests on.
        now: The same of the newer analysis.
    """
    other = _other_facts([override.fact], was, now)
    if other:
        return other
    if after is None:
        return "there is no such verdict any more"
    if after.display != override.was:
        return f"the check says {after.display} now and said {override.was} then"
    if before is not None and before.other_value != after.other_value:
        return "the check finds another value in the fact's place"
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


def _other_facts(facts: Iterable[str], was: Basis, now: Basis) -> str:
    """Return what is different about facts or who plays their parties; '' if nothing is."""
    unknown = was.no_facts or now.no_facts
    if unknown:
        return unknown
    changed = [fact for fact in facts if _checked(was, fact) != _checked(now, fact)]
    if changed:
        return f"the contract says something else of {_and(changed)}"
    parties = sorted({*was.agents, *now.agents})
    rebound = [party for party in parties if was.agents.get(party) != now.agents.get(party)]
    return f"other agents are bound to {_and(rebound)}" if rebound else ""


def _checked(basis: Basis, name: str) -> tuple[object, ...] | None:
    """Return all of a fact that a verdict rests on. Examples test the check and decide nothing."""
    fact = basis.facts.get(name)
    if fact is None:
        return None
    return (
        fact.statement,
        fact.kind,
        fact.owner,
        frozenset(fact.recipients),
        fact.critical,
        frozenset(fact.depends_on),
        frozenset(fact.aliases),
        fact.check,
    )


def _gaps(report: BoundaryReport) -> set[tuple[object, ...]]:
    """Return what lacks, is doubtful or is contradicted at a boundary, for whom."""
    found: set[tuple[object, ...]] = {
        (f.fact, f.recipient, f.status, f.side, f.critical, f.unsure, f.contradicted, f.other_value)
        for f in report.frontiers
    }
    return found | {
        (s.fact, s.recipient, s.display, s.other_value)
        for s in report.changes
        if s.is_gap or s.unsure
    }


def _other_drift(before: BoundaryReport, after: BoundaryReport, was: Basis, now: Basis) -> str:
    """Return what is different about role drift above the threshold; '' if nothing is."""
    if not before.drift_flagged and not after.drift_flagged:
        return ""  # Nobody was asked about it.
    if before.drift_flagged != after.drift_flagged:
        side = "above" if after.drift_flagged else "below"
        return f"the role drift is another, {side} the threshold now"
    then, later = before.drift, after.drift
    if then is None or later is None:
        return "" if then is later else "the role drift is another"
    if then.role != later.role:
        return f"the role drift is another, from {later.role} now and from {then.role} then"
    if {(b.rule, b.kind, b.span) for b in then.broken} != {
        (b.rule, b.kind, b.span) for b in later.broken
    }:
        return "the role drift is another, it breaks other rules or breaks them elsewhere"
    if then.nearest_role != later.nearest_role:
        return "the role drift is another, towards another role"
    unknown = was.no_roles or now.no_roles
    if unknown:
        return f"the role drift may be another, {unknown}"
    if was.roles.get(then.role) != now.roles.get(then.role):
        return f"the role drift is another, the profile of {then.role} has changed"
    return ""


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
