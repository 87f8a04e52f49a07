"""Role profiles, and what is measured about a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

SPEECH_ACTS = (
    "ASSERT",
    "QUESTION",
    "RETRIEVE",
    "VERIFY",
    "EXECUTE",
    "DELEGATE",
    "SUMMARIZE",
    "REFUSE",
    "PLAN",
    "RECOMMEND",
    "APPROVE",
    "WRITE_MEMORY",
)
"""Speech acts the mapper knows. Declining (REFUSE) is allowed to every role."""


Kind = Literal["obligation", "prohibition"]
Scope = Literal["message", "run"]


class RoleProfile(BaseModel):
    """What a role is for, how it talks, and what it may and must not do."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str = Field(min_length=1, max_length=120)
    description: str = ""
    allowed_speech_acts: tuple[str, ...] = ()
    obligations: tuple[str | dict[str, Any], ...] = Field(
        (), description="Sentences, or typed predicates with a scope."
    )
    prohibitions: tuple[str | dict[str, Any], ...] = ()
    demonstrations: tuple[str, ...] = Field(
        (), description="Messages that are typical of the role."
    )
    drift_examples: tuple[str, ...] = Field((), description="Messages that leave the role.")
    basis_rank: int = Field(
        16, ge=1, le=64, description="Upper bound of the rank k of the role's basis."
    )

    @field_validator("allowed_speech_acts")
    @classmethod
    def _in_capitals(cls, acts: tuple[str, ...]) -> tuple[str, ...]:
        """Read 'verify' as VERIFY; what isn't known stays as written, for the lint to name."""
        return tuple(a.strip().upper() if a.strip().upper() in SPEECH_ACTS else a for a in acts)


class RoleSet(BaseModel):
    """A versioned set of role profiles that are judged against each other."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True)

    api_version: Literal["baton/v1"] = Field("baton/v1", alias="apiVersion")
    kind: Literal["RoleSet"] = "RoleSet"
    name: str = Field(min_length=1, max_length=120)
    version: int = Field(1, ge=1)
    description: str = ""
    roles: tuple[RoleProfile, ...] = ()

    def role(self, name: str) -> RoleProfile | None:
        """Return the profile with that name, or None."""
        return next((role for role in self.roles if role.name == name), None)

    def to_dict(self) -> dict[str, Any]:
        """Return the document as JSON values, with the file's spelling of keys."""
        return self.model_dump(mode="json", by_alias=True)


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One obligation or prohibition that can be checked."""

    text: str
    """The rule in words."""
    kind: Kind
    condition: Mapping[str, Any]
    """What must hold (obligation) or must not hold (prohibition)."""
    when: str | None = None
    """The rule counts only in a turn that performs this act."""
    scope: Scope = "message"
    """message: this turn alone; run: the agent's turns so far and this one."""
    detail: str = ""
    """How the sentence was understood, for the person who reads a verdict."""
    adds: bool = False
    """It counts only for clauses that break no other rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Weights of the energy: E = alpha D_out + beta D_leak + gamma D_ling + delta D_logic."""

    alpha: float = 1.0
    beta: float = 1.0
    gamma: float = 0.5
    delta: float = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The four terms of the energy (method, section 3)."""

    out: float
    """D_out, squared norm outside the role's own subspace."""
    leak: float
    """D_leak, squared norm inside the span of the other roles."""
    ling: float
    """D_ling, confidence mass of speech acts that the role may not use."""
    logic: float
    """D_logic, number of broken obligations and prohibitions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseAct:
    """One clause of a turn with its speech acts."""

    start: int
    end: int
    acts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """One obligation or prohibition that the turn breaks, and the clause that broke it."""

    rule: str
    """The rule in words, as the profile states it."""
    kind: Literal["obligation", "prohibition"]
    span: tuple[int, int] | None = None
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class TurnScore:
    """Role drift of one turn. Everything a screen shows can be recomputed from this."""

    role: str
    encoder: str
    """Name and version, such as ``wordllama/0.4.0``."""
    terms: Terms
    energy: float
    acts: Mapping[str, float]
    """Confidence in [0, 1] for each speech act that was found."""
    clauses: tuple[ClauseAct, ...] = ()
    broken: tuple[Broken, ...] = ()
    unchecked: tuple[str, ...] = ()
    """Rules of the profile that no machine can check."""
    nearest_role: str | None = None
    """The other role to which offending clauses lean; without any, the one that holds most of what
    lies outside the own one."""
    vector: tuple[float, ...] = ()
    """The behaviour vector z, unit length, dimension d."""
    target: tuple[float, ...] = ()
    """The corrected vector z_target = U c."""
