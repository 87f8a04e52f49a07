"""A binding says which agent of a trace is which party of a contract and plays which role.

It also holds the values that the run gives to the contract's parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Binding:
    """Who is who in one analysis. Several agents may be one party; an unbound agent is left out.

    An agent without a role has no drift energy, and an agent without a model has no priors.
    """

    parties: Mapping[str, str] = field(default_factory=dict)
    """Agent name in the trace -> party name in the contract."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Agent name in the trace -> role profile name."""
    models: Mapping[str, str] = field(default_factory=dict)
    """Agent name in the trace -> name of the model that plays it; overrides the trace's own."""

    values: Mapping[str, str] = field(default_factory=dict)
    """Parameter of the contract -> its value in this run."""

    def party(self, agent: str) -> str | None:
        """Return the contract party that the agent plays, or None."""
        return self.parties.get(agent)

    def agents_of(self, party: str) -> tuple[str, ...]:
        """Return the agents that play the party, in the binding's order."""
        return tuple(agent for agent, name in self.parties.items() if name == party)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Binding:
        """Return the binding that an analysis has stored in its inputs."""
        return cls(
            parties=dict(data.get("parties", {})),
            roles=dict(data.get("roles", {})),
            models=dict(data.get("models", {})),
            values=dict(data.get("values", {})),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values; without values of parameters, none are named."""
        content = {"parties": self.parties, "roles": self.roles, "models": self.models}
        if self.values:
            content["values"] = self.values
        return {name: dict(pairs) for name, pairs in content.items()}
