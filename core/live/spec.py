"""Everything a run was started with; stored whole in its first event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.contract.binding import Binding
from core.contract.model import Contract
from core.contract.parameters import Values, fill, need_values, values_from
from core.drift.model import RoleSet
from core.errors import InputError
from core.gate.admission import same_model
from core.gate.history import History
from core.gate.model import PriorsSet
from core.live.events import Approval
from core.live.scripted import MODEL as SCRIPTED
from core.live.team import Team
from core.settings import ReplaySettings
from core.trace.model import Agent

LONGEST_WAIT = 10 * 365 * 86_400.0
"""Most seconds of any waiting: ten years, which every calendar can add."""
_TIMES = {
    "wait_seconds": "a message can wait for a person",
    "grace_seconds": "a decision can be undone",
}


@dataclass(frozen=True, kw_only=True)
class RunSpec:
    """What a run works with. A later version of a document changes nothing about it."""

    team: Team
    contract: Contract
    roles: RoleSet | None = None
    priors: PriorsSet | None = None
    settings: ReplaySettings = field(default_factory=ReplaySettings)
    binding: Binding = field(default_factory=Binding)
    approval: Approval = "auto"
    history: History | None = None
    """How repairs fared in earlier runs with these priors; None: history is switched off."""
    scripted: bool = False
    """Whether scripted agents play the team instead of models."""
    endpoint: str = ""
    """Address of the model endpoint as shown; never a key."""
    seed: int | None = None
    wait_seconds: float = 3600.0
    """How long a parked boundary waits for a person; then the original goes out."""
    grace_seconds: float = 0.0
    """How long a decision can be undone before it is applied."""
    author: str = ""

    @property
    def name(self) -> str:
        """Name of the team."""
        return self.team.name

    @property
    def filled(self) -> Contract:
        """The contract with this run's values, as messages are checked against it."""
        return fill(self.contract, self.binding.values).contract

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The participants as a trace names them."""
        return tuple(
            Agent(
                name=agent.name,
                description=agent.prompt,
                model=self.model_of(agent.name) or None,
            )
            for agent in self.team.agents
        )

    def model_of(self, agent: str) -> str:
        """Return under which model an agent's behaviour is counted; empty if nobody says."""
        return SCRIPTED if self.scripted else self.team.model_of(agent)

    @property
    def uses_foreign_priors(self) -> bool:
        """Whether a person let counts of another model be used for one of the agents."""
        if self.priors is None or not self.settings.confirmed_other_model:
            return False
        measured = self.priors.model
        return not all(same_model(self.model_of(a.name), measured) for a in self.team.agents)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values from which ``from_dict`` makes an equal spec."""
        return {
            "team": self.team.to_dict(),
            "contract": self.contract.to_dict(),
            "roles": self.roles.to_dict() if self.roles else None,
            "priors": self.priors.model_dump(mode="json", by_alias=True) if self.priors else None,
            "settings": self.settings.to_dict(),
            "binding": self.binding.to_dict(),
            "approval": self.approval,
            "scripted": self.scripted,
            "endpoint": self.endpoint,
            "seed": self.seed,
            "wait_seconds": self.wait_seconds,
            "grace_seconds": self.grace_seconds,
            "author": self.author,
            **({"history": self.history.to_list()} if self.history is not None else {}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RunSpec:
        """Return the spec that a run was started with."""
        values = dict(data)
        values["team"] = Team.model_validate(values["team"])
        values["contract"] = Contract.model_validate(values["contract"])
        if values.get("roles"):
            values["roles"] = RoleSet.model_validate(values["roles"])
        if values.get("priors"):
            values["priors"] = PriorsSet.model_validate(values["priors"])
        values["settings"] = ReplaySettings.from_dict(values.get("settings") or {})
        if values.get("history") is not None:
            values["history"] = History.from_list(values["history"])
        values["binding"] = Binding.from_dict(values.get("binding") or {})
        return cls(**values)


def make_spec(
    team: Team,
    contract: Contract,
    *,
    roles: RoleSet | None = None,
    task: str = "",
    binding: Binding | None = None,
    scripted: bool = False,
    values: Mapping[str, str] | None = None,
    **rest: Any,
) -> RunSpec:
    """Return a spec with the binding that the team itself names.

    The contract's parameters take the values given here, else the team's, else those of the task.

    Args:
        team: Who works.
        contract: Facts and who needs them.
        roles: Role profiles, or None.
        task: What the team is asked this time; empty: its own task.
        binding: Who is who; None takes the parties and roles that the team's agents name.
        scripted: Whether scripted agents play.
        values: Parameter of the contract -> its value in this run.
        rest: Other fields of :class:`RunSpec`.

    Raises:
        InputError: A time that is no length of time, or a fact that waits for a value.
    """
    for key, what in _TIMES.items():
        if not 0 <= rest.get(key, 0.0) <= LONGEST_WAIT:  # also what is no number at all
            raise InputError(
                f"{rest[key]:g} seconds is no time in which {what}.",
                hint=f"Name a number from 0 to {LONGEST_WAIT:.0f}.",
            )
    if task:
        team = team.model_copy(update={"task": task})
    names = tuple(role.name for role in roles.roles) if roles else ()
    bound = binding or team.binding(contract.party_names, names, models=not scripted)
    bound = replace(bound, values={**start_values(team, contract, values).values, **bound.values})
    need_values(contract, bound.values, values or ())
    return RunSpec(
        team=team, contract=contract, roles=roles, binding=bound, scripted=scripted, **rest
    )


def start_values(
    team: Team, contract: Contract, given: Mapping[str, str] | None = None, task: str = ""
) -> Values:
    """Return the values of a contract's parameters that are known before a run of a team.

    Args:
        team: May hold values, and a task that names some.
        contract: Declares the parameters.
        given: What somebody typed for this run; it comes first.
        task: What the team is asked this time; empty: its own task.
    """
    places = (("the start", given or {}), ("the team", team.values))
    return values_from(contract, places, task or team.task)
