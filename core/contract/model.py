"""Fact contracts: which facts must reach which agents."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

API_VERSION = "baton/v1"

FactKind: TypeAlias = Literal[
    "value",
    "limit",
    "date",
    "entity",
    "identifier",
    "list",
    "requirement",
    "prohibition",
    "free_text",
]

CheckType: TypeAlias = Literal["auto", "phrase", "regex"]


class CheckSpec(BaseModel):
    """How a fact is looked for in a text, where the author wants to say so herself."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: CheckType = Field(
        "auto", description="auto: typed from the statement; phrase or regex: by hand."
    )
    pattern: str = Field("", description="The phrase or regular expression, for those types.")


class Example(BaseModel):
    """A labelled text that is kept with a fact and run on every save."""

    model_config = ConfigDict(extra="allow", frozen=True)

    text: str = Field(description="A text as an agent might write it.")
    label: Literal["conveyed", "not_conveyed", "contradicted"] = Field(
        description="Whether the text passes the fact on, lacks it, or says something else."
    )
    author: str = Field("", description="Who labelled it.")


class Fact(BaseModel):
    """One fact that the task can't do without."""

    model_config = ConfigDict(extra="allow", frozen=True)

    id: str = Field(
        pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.\-]{0,63}$",
        description="Short name, unique in the contract.",
    )
    statement: str = Field(min_length=1, description="The fact in one sentence.")
    kind: FactKind = Field("value", description="What sort of fact; decides how it is checked.")
    owner: str = Field("", description="Party that produces the fact.")
    recipients: tuple[str, ...] = Field((), description="Parties that need it.")
    critical: bool = Field(True, description="Whether losing it changes the outcome.")
    depends_on: tuple[str, ...] = Field((), description="Ids of facts that must be visible first.")
    aliases: tuple[str, ...] = Field((), description="Other names of the entity or identifier.")
    check: CheckSpec = Field(CheckSpec(), description="How it is looked for; default: by its kind.")
    examples: tuple[Example, ...] = Field((), description="Labelled texts that test the check.")


class Parameter(BaseModel):
    """A value that differs from run to run; facts name it in braces, as in ``{budget}``."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str = Field(
        pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,40}$", description="Stands in braces in the facts."
    )
    kind: Literal["text", "quantity", "date"] = Field(
        "text",
        description="quantity or date: may be read from a run's task, if only one can be meant.",
    )
    about: str = Field(
        "", description="Words that stand with the value in a task; default: the name's."
    )
    description: str = Field("", description="What it is, for whoever fills the table.")


class Contract(BaseModel):
    """A versioned list of facts. Unknown keys are kept."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True)

    api_version: Literal["baton/v1"] = Field("baton/v1", alias="apiVersion")
    kind: Literal["FactContract"] = "FactContract"
    name: str = Field(min_length=1, max_length=120, description="What people call the contract.")
    version: int = Field(1, ge=1, description="Counts the saved versions.")
    description: str = Field("", description="What the contract is for.")
    parties: tuple[str, ...] = Field(
        (), description="Names used as owner or recipient; empty: whatever the facts name."
    )
    parameters: tuple[Parameter, ...] = Field(
        (), description="Values that each run fills in: from a table, its metadata or its task."
    )
    facts: tuple[Fact, ...] = Field((), description="The facts, the most important first.")

    @property
    def party_names(self) -> tuple[str, ...]:
        """All parties: the declared ones, then those only the facts name, without repeats."""
        names = [*self.parties]
        for fact in self.facts:
            names += [fact.owner, *fact.recipients]
        return tuple(dict.fromkeys(name for name in names if name))

    def fact(self, fact_id: str) -> Fact | None:
        """Return the fact with that id, or None."""
        return next((fact for fact in self.facts if fact.id == fact_id), None)

    def to_dict(self) -> dict[str, Any]:
        """Return the document as JSON values, with the file's spelling of keys."""
        content = self.model_dump(mode="json", by_alias=True, exclude_defaults=False)
        if not self.parameters:
            # A contract without them keeps the content, and the hash, that it always had.
            del content["parameters"]
        return content
