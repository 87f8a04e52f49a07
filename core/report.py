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

Decision: TypeAlias = Literal["FORWARD", "COMMIT", "ROLLBACK"]


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
        """Return plain JSON values."""
        return asdict(self)

    def to_json(self) -> str:
        """Return canonical JSON: the same replay gives the same bytes."""
        return json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON."""
        return sha256(self.to_json().encode("utf-8", "surrogatepass")).hexdigest()
