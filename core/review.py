"""A person's decisions on boundaries, as append-only events; the current state is a fold over them.

A decision names what the person saw by a digest, so an answer can't be taken for another question.
On a recorded run a decision is an annotation: what was sent can't be unsent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, Literal, TypeAlias, get_args

from core.report import BoundaryReport

ReviewKind: TypeAlias = Literal[
    "approve",
    "edit",
    "reject",
    "order",
    "skip",
    "escalate",
    "judge",
    "wrong_verdict",
    "opinion",
    "effect",
    "revert",
]
REVIEW_KINDS: tuple[ReviewKind, ...] = get_args(ReviewKind)

ReviewStatus: TypeAlias = Literal[
    "pending",
    "approved",
    "edited",
    "rejected",
    "ordered",
    "skipped",
    "escalated",
    "reverted",
]

STATUS_OF: Mapping[ReviewKind, ReviewStatus] = {
    "approve": "approved",
    "edit": "edited",
    "reject": "rejected",
    "order": "ordered",
    "skip": "skipped",
    "escalate": "escalated",
    "revert": "reverted",
}
"""Status that each deciding kind leads to. ``judge``, ``wrong_verdict``, ``opinion`` and ``effect``
are annotations: they say something about a boundary and decide nothing. An opinion is a model's; its
author is the person who asked. An effect is what a person thinks that an applied repair did."""

CLOSED: frozenset[ReviewStatus] = frozenset(("approved", "edited", "rejected", "ordered"))
"""Nobody can decide again without reverting first. Skipped and escalated boundaries stay open."""


@dataclass(frozen=True, kw_only=True)
class ReviewEvent:
    """One thing that a person did at a boundary."""

    analysis_id: str
    seq: int
    """Event of the boundary."""
    kind: ReviewKind
    author: str
    """Name of the person; never empty."""
    digest: str = ""
    """``boundary_digest`` of what the person saw. Needed for everything but annotations."""
    reason: str = ""
    payload: Mapping[str, Any] = field(default_factory=dict)
    """What belongs to the kind, such as the edited text or the ordered repair; JSON values."""
    id: str = ""
    """Assigned when stored. Give your own to make a repeated request harmless."""
    at: datetime | None = None
    """UTC; assigned when stored."""


@dataclass(frozen=True, kw_only=True)
class ReviewState:
    """Where a boundary stands after all events so far."""

    status: ReviewStatus = "pending"
    by: ReviewEvent | None = None
    """The event that led here; None while nobody did anything."""
    history: tuple[ReviewEvent, ...] = ()
    """Every event of the boundary, annotations included, oldest first."""

    @property
    def is_closed(self) -> bool:
        """Whether a further decision is refused until somebody reverts this one."""
        return self.status in CLOSED

    @property
    def can_revert(self) -> bool:
        """Whether there is a decision to take back."""
        return self.status not in ("pending", "reverted")


def boundary_digest(report: BoundaryReport) -> str:
    """Return the name of exactly what a decision at this boundary is about.

    Args:
        report: The boundary as the controller reported it.

    Returns:
        SHA-256, in hex, over canonical JSON of the sequence number, the controller's decision, the
        agent's own text, the text that would be released, and, for each repair under
        consideration, its name and the text or question it would send.
    """
    proposals = [
        [c.repair, c.proposal.text, c.proposal.question, c.proposal.addressee]
        for c in report.candidates
        if c.proposal is not None
    ]
    content = {
        "seq": report.seq,
        "decision": report.decision,
        "original": report.original,
        "released": report.released,
        "proposals": proposals,
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fold_reviews(events: Iterable[ReviewEvent]) -> ReviewState:
    """Return where one boundary stands.

    Args:
        events: All events of that boundary, oldest first.
    """
    history = tuple(events)
    deciding = [event for event in history if event.kind in STATUS_OF]
    if not deciding:
        return ReviewState(history=history)
    return ReviewState(status=STATUS_OF[deciding[-1].kind], by=deciding[-1], history=history)
