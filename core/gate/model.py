"""Priors, and what the gate says about a repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

RepairName: TypeAlias = Literal["ASK", "INTEGRATE", "VERIFY", "DECOMPOSE", "RETRIEVE"]
FrontierName: TypeAlias = Literal["unconsumed", "misrouted", "absent"]


MOST_EPISODES = 10_000_000
"""Most episodes of one segment; larger counts are a slip, no measurement."""


class PriorRow(BaseModel):
    """Frozen counts of one segment: a repair on a frontier (or on all of them)."""

    model_config = ConfigDict(extra="allow", frozen=True)

    repair: RepairName
    frontier: FrontierName | None = Field(None, description="None: aggregate over all frontiers.")
    episodes: int = Field(ge=0, le=MOST_EPISODES)
    helped: int = Field(ge=0, le=MOST_EPISODES)
    harmed: int = Field(ge=0, le=MOST_EPISODES)
    mean_cost: float = Field(1.0, ge=0.0, le=1.0, description="Mean normalised cost c in [0, 1].")

    @model_validator(mode="after")
    def _counts_fit(self) -> PriorRow:
        if self.helped + self.harmed > self.episodes:
            raise ValueError("helped + harmed can't be more than episodes")
        return self

    @property
    def neutral(self) -> int:
        """Episodes in which the repair changed nothing."""
        return self.episodes - self.helped - self.harmed


class PriorsSet(BaseModel):
    """A frozen table of priors for one model."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True)

    api_version: Literal["baton/v1"] = Field("baton/v1", alias="apiVersion")
    kind: Literal["PriorsSet"] = "PriorsSet"
    name: str = Field(min_length=1, max_length=120)
    model: str = Field(min_length=1, description="Name of the model whose behaviour was measured.")
    description: str = ""
    provisional: bool = False
    evidence: Literal["verifier", "reviewers"] = Field(
        "verifier", description="Who said whether a repair helped: a test, or people."
    )
    sources: tuple[str, ...] = ()
    cost_reference_tokens: int | None = None
    rows: tuple[PriorRow, ...] = ()

    def row(self, repair: RepairName, frontier: FrontierName | None) -> PriorRow | None:
        """Return the row of exactly that segment, or None."""
        return next((r for r in self.rows if r.repair == repair and r.frontier == frontier), None)

    @property
    def remark(self) -> str:
        """What a reader of the counts must know besides; most sets have none, and no hash holds it."""
        said = (self.model_extra or {}).get("remark")
        return said if isinstance(said, str) else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the document as JSON values, with the file's spelling of keys."""
        return self.model_dump(mode="json", by_alias=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A 95 % interval of a share."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PastUses:
    """How a repair fared on a frontier in earlier runs (ours), beside the frozen counts."""

    uses: int
    bad: int
    """Rolled back, or followed by a run that failed its final verifier."""
    discount: float
    """What is taken off u when repairs are chosen; the admission itself stays on counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What the gate says about one repair on one frontier, with every figure it used."""

    repair: RepairName
    frontier: FrontierName
    admitted: bool
    reason: str
    """One sentence: why admitted, or which condition failed."""
    code: Literal[
        "admitted",
        "not-critical",
        "no-priors",
        "other-model",
        "no-segment",
        "few-episodes",
        "utility",
        "harm",
        "unsure",
    ]
    segment: str = ""
    """Such as ``INTEGRATE x unconsumed``, or ``INTEGRATE, aggregate``; empty if there is no row."""
    is_aggregate: bool = False
    priors_name: str = ""
    priors_model: str = ""
    priors_hash: str = ""
    episodes: int = 0
    helped: int = 0
    neutral: int = 0
    harmed: int = 0
    utility: float | None = None
    utility_terms: tuple[float, float, float, float] | None = None
    """The four signed summands of u: w_h h, -w_n n, -w_x x, -w_c c."""
    help_interval: Interval | None = None
    harm_interval: Interval | None = None
    confirmed_other_model: bool = False
    """The set belongs to another model and a person confirmed its use."""
    history: PastUses | None = None
    """None where history is switched off, and on every recorded run."""

    @property
    def worth(self) -> float:
        """By what repairs are ranked: u, less what history takes off."""
        return (self.utility or 0.0) - (self.history.discount if self.history else 0.0)

    @property
    def is_held_back(self) -> bool:
        """Whether the counts admit it and history, where it is switched on, keeps it from being used."""
        return self.admitted and self.history is not None and self.worth <= 0
