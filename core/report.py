"""What the controller reports: one BoundaryReport per boundary, one Analysis per replay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any, Literal, TypeAlias

from core.drift.model import TurnScore
from core.provenance.model import Frontier, ObligationState
from core.repair.model import Candidate
from core.repair.transaction import Step

Decision: TypeAlias = Literal["FORWARD", "COMMIT", "ROLLBACK"]

Act: TypeAlias = Literal["proposed", "original", "edit", "order"]
"""What was ruled at a held boundary: do as proposed; send the agent's own text; send this text;
apply that repair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a held boundary of a live run ended. A recorded run has none: nothing was held."""

    act: Act
    by: str = ""
    """Person who ruled; empty: the controller by itself."""
    because: str = ""
    """The person's reason, in her words."""
    digest: str = ""
    """``boundary_digest`` of what was ruled on."""
    repair: str | None = None
    """Repair that was tried, whether it was kept or not."""
    accepted: str = ""
    """The text before the repair: the accepted rewrite, else the agent's own."""
    rewritten: Step | None = None
    repaired: Step | None = None
    events: tuple[int, ...] = ()
    """Events that came about on the way: question and answer, a certificate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundaryReport:
    """What the controller saw and decided at one boundary."""

    seq: int
    """Event of the boundary."""
    sender: str
    recipients: tuple[str, ...]
    kind: str
    original: str
    """The agent's own text, byte for byte."""
    released: str
    """What the controller would have let out: the original, or the verified repair."""
    decision: Decision
    reason: str
    """One sentence: why it was forwarded, repaired or rolled back."""
    frontiers: tuple[Frontier, ...] = ()
    """All gaps at this boundary, earliest first; only the first is worked on."""
    candidates: tuple[Candidate, ...] = ()
    """Repairs considered for the earliest gap."""
    chosen: str | None = None
    """Name of the admitted repair with the highest u, or None."""
    changes: tuple[ObligationState, ...] = ()
    """Obligations whose state changed since the boundary before."""
    drift: TurnScore | None = None
    no_drift_reason: str = ""
    """Why there is no energy: unbound agent, a person, no role set."""
    cumulative_drift: Mapping[str, float] = field(default_factory=dict)
    """D_i(t) per role-bound agent after this turn."""
    drift_flagged: bool = False
    """Whether E is above the threshold tau."""
    needs_review: bool = False
    review_reasons: tuple[str, ...] = ()
    outcome: Outcome | None = None
    """How it ended in a live run; None on a recorded one."""

    @property
    def accepted(self) -> str:
        """The text that a repair is checked against: an accepted rewrite, else the agent's own."""
        return self.outcome.accepted if self.outcome is not None else self.original


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisInputs:
    """Everything a replay used, by name, version and hash."""

    trace_digest: str
    contract: str
    """Such as ``sales-proposal@3``."""
    contract_hash: str
    roles: str = ""
    roles_hash: str = ""
    priors: str = ""
    priors_hash: str = ""
    encoder: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    binding: Mapping[str, Any] = field(default_factory=dict)
    method: str = "1"
    """Version of the method's implementation; a change of any verdict raises it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """One replay of a trace under a contract."""

    inputs: AnalysisInputs
    reports: tuple[BoundaryReport, ...]
    states: tuple[ObligationState, ...]
    """Every change of an obligation's state, by seq; the last one per obligation is the end state."""
    final: tuple[ObligationState, ...]
    """State of each obligation at the end, in contract order."""
    earliest_gap: tuple[str, str] | None = None
    """Fact and recipient of the gap that fell due first."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values.

        What only a live run has is left out of a replay, whose bytes thus stay what they were
        before there were live runs.
        """
        content = asdict(self)
        for report in content["reports"]:
            if report["outcome"] is None:
                del report["outcome"]
            for candidate in report["candidates"]:
                admission = candidate["admission"]
                if admission is not None and admission["history"] is None:
                    del admission["history"]
        return content

    def to_json(self) -> str:
        """Return canonical JSON: the same replay gives the same bytes."""
        return json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON."""
        return sha256(self.to_json().encode("utf-8", "surrogatepass")).hexdigest()
