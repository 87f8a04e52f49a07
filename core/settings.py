"""What a replay may be told; stored with every analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from core.drift.model import Weights
from core.gate.utility import PUBLISHED_RULE, GateRule


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySettings:
    """Settings of the controller. The defaults are the method's."""

    broadcast_delivers: bool = True
    """A message in a group chat counts as delivered to every bound party (marked inferred)."""
    infer_outputs: bool = True
    """Where a log has no work products, take the last message of each turn (marked inferred)."""
    confirmed_other_model: bool = False
    """A person confirmed that the priors may be used for another model; every screen says so."""
    rule: GateRule = PUBLISHED_RULE
    encoder: str = "wordllama"
    """Encoder of the behaviour vector, as :func:`core.drift.get_encoder` knows it."""
    weights: Weights = field(default_factory=Weights)
    lam: float = 0.5
    """lambda of the correction."""
    rho: float = 0.95
    """Decay of the cumulative drift."""
    tau: float | None = None
    """Threshold of the energy; None takes the one calibrated for encoder and role set."""
    drift_mode: Literal["never", "above_tau", "every_turn"] = "above_tau"
    """When a rewrite would be proposed."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ReplaySettings:
        """Return the settings that an analysis has stored; what it doesn't name keeps its default."""
        known = {f.name for f in fields(cls)}
        values = {key: value for key, value in data.items() if key in known}
        if isinstance(values.get("rule"), Mapping):
            values["rule"] = GateRule(**values["rule"])
        if isinstance(values.get("weights"), Mapping):
            values["weights"] = Weights(**values["weights"])
        return cls(**values)
