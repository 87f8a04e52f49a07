"""Teams of agents: who they are, who may write to whom, what they work on, and when they stop."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from core.contract.binding import Binding

Flow: TypeAlias = Literal["sequence", "hub", "graph"]
Produces: TypeAlias = Literal["output", "message"]
FaultKind: TypeAlias = Literal["drop", "stale", "ignore", "misroute"]
_KEEP = ConfigDict(extra="allow", frozen=True)


NAME_PATTERN = r"^[^\s,:\x00-\x1f\x7f-\x9f]([^,:\x00-\x1f\x7f-\x9f]*[^\s,:\x00-\x1f\x7f-\x9f])?$"
"""What a model can write after ``TO:`` so that it is found again."""


class AgentSpec(BaseModel):
    """One agent of a team."""

    model_config = _KEEP

    name: str = Field(
        min_length=1,
        max_length=120,
        pattern=NAME_PATTERN,
        description="Unique in the team; without comma, colon, line break, or space at its ends.",
    )
    role: str = Field("", description="Role profile that it plays; empty: the one of its name.")
    party: str = Field("", description="Party of the contract; empty: the one of its name.")
    prompt: str = Field("", description="System prompt.")
    model: str = Field("", description="Model name; empty: the team's.")
    temperature: float | None = Field(None, ge=0, le=2, description="Empty: the server's default.")
    max_tokens: int | None = Field(None, ge=1, le=100_000, description="Most tokens of one answer.")
    sends_to: tuple[str, ...] = Field(
        (), description="Agents it may write to; empty: what the team's flow says."
    )
    produces: Produces = Field(
        "output",
        description="output: its texts are work products; message: they only pass things on.",
    )
    may_finish: bool = Field(False, description="Whether it may end the run by writing TO: DONE.")
    documents: tuple[str, ...] | None = Field(
        None, description="Documents it may read; empty list: none; left out: all."
    )
    script: tuple[str, ...] = Field(
        (), description="What it says, turn by turn, when scripted agents play the team."
    )


class DocumentSpec(BaseModel):
    """A text that lies open to the agents behind read_document and search_documents."""

    model_config = _KEEP

    name: str = Field(min_length=1, max_length=120)
    text: str = Field(min_length=1, max_length=200_000)


class StopSpec(BaseModel):
    """What ends the run, apart from everybody having nothing left to do."""

    model_config = _KEEP

    says: str = Field("", description="A phrase; who says it ends the run.")
    agent: str = Field("", description="Who must say it; empty: anybody.")


class Budgets(BaseModel):
    """Limits of one run. Whichever is reached first ends it."""

    model_config = _KEEP

    turns: int = Field(24, ge=1, le=10_000, description="Turns of agents.")
    tokens: int = Field(100_000, ge=1, description="Tokens of all calls, prompts included.")
    seconds: float = Field(3600, gt=0, description="Seconds of work; waiting for a person is free.")
    cost: float | None = Field(
        None, gt=0, description="Dollars; only calls of models whose price is known count."
    )


class PriceSpec(BaseModel):
    """What a model costs. Nobody but the person who runs the team knows; nothing is assumed."""

    model_config = _KEEP

    model: str = Field(min_length=1, max_length=200, description="Name as agents give it.")
    input: float = Field(ge=0, description="Dollars per million tokens of prompts.")
    output: float = Field(ge=0, description="Dollars per million tokens of answers.")


class FaultSpec(BaseModel):
    """A fault that scripted agents commit at one handoff."""

    model_config = _KEEP

    kind: FaultKind = Field(
        description="drop: leave the fact out; stale: give another value; ignore: work as if it "
        "had not come; misroute: address the whole text to somebody else (hub and graph)."
    )
    fact: str = Field(description="Id of the fact in the contract.")
    agent: str = Field("", description="Who commits it; empty: the fact's owner.")
    turn: int = Field(1, ge=1, description="In which of its turns.")
    to: str = Field("", description="misroute: who gets the text instead.")


class Team(BaseModel):
    """A versioned team. Unknown keys are kept."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True)

    api_version: Literal["baton/v1"] = Field("baton/v1", alias="apiVersion")
    kind: Literal["Team"] = "Team"
    name: str = Field(min_length=1, max_length=120, description="What people call the team.")
    version: int = Field(1, ge=1, description="Counts the saved versions.")
    description: str = Field("", description="What the team is for.")
    task: str = Field("", description="What it is asked to do; can be changed for each run.")
    contract: str = Field("", description="Fact contract: a name, or a file beside this one.")
    roles: str = Field("", description="Role set: a name, or a file beside this one.")
    values: dict[str, str | int | float] = Field(
        {}, description="Values of the contract's parameters; can be changed for each run."
    )
    model: str = Field("", description="Model of every agent that names none.")
    flow: Flow = Field(
        "sequence",
        description="sequence: each writes to the next; hub: all write to the first, which "
        "chooses who works; graph: each chooses among those it may write to.",
    )
    agents: tuple[AgentSpec, ...] = Field((), description="The first begins.")
    documents: tuple[DocumentSpec, ...] = ()
    tools: bool = Field(
        True,
        description="false: documents stand in the prompt from the start, for models that don't "
        "call tools.",
    )
    stop: StopSpec = StopSpec()
    budgets: Budgets = Budgets()
    prices: tuple[PriceSpec, ...] = Field(
        (), description="Prices of models; those of Settings are used for models not named here."
    )
    faults: tuple[FaultSpec, ...] = Field(
        (), description="Faults that scripted agents commit, to try the controller."
    )

    @property
    def agent_names(self) -> tuple[str, ...]:
        """Names in the order of the document."""
        return tuple(agent.name for agent in self.agents)

    def agent(self, name: str) -> AgentSpec:
        """Return the agent of that name. Raises KeyError."""
        for agent in self.agents:
            if agent.name == name:
                return agent
        raise KeyError(name)

    def recipients_of(self, name: str) -> tuple[str, ...]:
        """Return the agents to which one may write, in the order in which they are offered."""
        agent = self.agent(name)
        if agent.sends_to:
            return tuple(dict.fromkeys(agent.sends_to))
        names = self.agent_names
        if self.flow == "sequence":
            place = names.index(name)
            return names[place + 1 : place + 2]
        if self.flow == "hub":
            return names[1:] if name == names[0] else names[:1]
        return tuple(other for other in names if other != name)

    def chooses(self, name: str) -> bool:
        """Return whether the agent itself says who gets its text."""
        if self.flow == "hub":
            return name == self.agent_names[0]
        return self.flow == "graph"

    def may_finish(self, name: str) -> bool:
        """Return whether the agent may end the run."""
        return self.agent(name).may_finish or (self.flow == "hub" and name == self.agent_names[0])

    def documents_of(self, name: str) -> tuple[DocumentSpec, ...]:
        """Return the documents that the agent may read."""
        allowed = self.agent(name).documents
        return tuple(d for d in self.documents if allowed is None or d.name in allowed)

    def model_of(self, name: str) -> str:
        """Return the model that plays the agent; empty if nobody says."""
        return self.agent(name).model or self.model

    def binding(
        self, parties: tuple[str, ...], roles: tuple[str, ...], models: bool = True
    ) -> Binding:
        """Return who is which party and role, for the controller.

        Args:
            parties: Parties of the contract.
            roles: Names of the role profiles.
            models: Whether to name the agents' models (scripted agents have none).
        """
        bound = {a.name: a.party or a.name for a in self.agents}
        played = {a.name: a.role or a.name for a in self.agents}
        return Binding(
            parties={agent: party for agent, party in bound.items() if party in parties},
            roles={agent: role for agent, role in played.items() if role in roles},
            models={a.name: self.model_of(a.name) for a in self.agents if self.model_of(a.name)}
            if models
            else {},
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document as JSON values, with the file's spelling of keys."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=False)
