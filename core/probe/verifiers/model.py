"""A verifier as a document: tests of the final output and of what tools were called with.

apiVersion: baton/v1
kind: Verifier
name: offer-is-complete
test:
  type: all_of
  tests:
  - {type: contains, text: Till App}
  - {type: fact, fact: price-limit}
  - {type: number, value: 17400, tolerance: 50}
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.contract.model import FactKind

Place: TypeAlias = Literal["output", "outputs", "messages", "tool_calls", "tool_results"]
_KEEP = ConfigDict(extra="allow", frozen=True)


class _Test(BaseModel):
    model_config = _KEEP

    note: str = Field("", description="What the test is for, for people.")


class _TextTest(_Test):
    """A test of texts of the run. It passes if one of them does; a negative one, if none fails."""

    at: Place = Field(
        "output",
        description="output: the last work product; outputs, messages: all of them; tool_calls: "
        "the arguments; tool_results: what tools gave.",
    )
    agent: str = Field("", description="Only texts of this agent; of tools: only its calls.")
    tool: str = Field("", description="Only calls or results of this tool.")


class Contains(_TextTest):
    """The text contains a phrase; spaces and line breaks count as one space."""

    type: Literal["contains"]
    text: str = Field(min_length=1)
    ignore_case: bool = True


class NotContains(_TextTest):
    """No text contains the phrase. Where there are no texts at all, ``output`` fails."""

    type: Literal["not_contains"]
    text: str = Field(min_length=1)
    ignore_case: bool = True


class Regex(_TextTest):
    """A regular expression is found; patterns that can take very long are refused."""

    type: Literal["regex"]
    pattern: str = Field(min_length=1, max_length=300)


class FactTest(_TextTest):
    """A fact of the contract, or one of the verifier's own, by its typed check."""

    type: Literal["fact"]
    fact: str = Field("", description="Id of a fact of the contract.")
    statement: str = Field("", description="A fact of its own, instead of one of the contract.")
    kind: FactKind = Field("value", description="Of a fact of its own.")
    how: Literal["reflects", "states"] = Field(
        "reflects", description="reflects: keeps to it, as a work product does; states: says it."
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> FactTest:
        if bool(self.fact) == bool(self.statement):
            raise ValueError("name either 'fact' or 'statement'")
        return self


class JsonTest(_TextTest):
    """The text is JSON, or has a fenced block of JSON, that fits a JSON Schema."""

    type: Literal["json_schema"]
    schema_: dict[str, Any] = Field(alias="schema", description="Refers to nothing outside.")


class Number(_TextTest):
    """A number within a tolerance, as it is written: 17,400, 17.4k, seventeen."""

    type: Literal["number"]
    value: float = Field(allow_inf_nan=False)
    tolerance: float = Field(0.0, ge=0, allow_inf_nan=False, description="Absolute.")
    relative: float = Field(0.0, ge=0, le=1, description="As a share of the value, such as 0.01.")
    pick: Literal["any", "first", "last", "all"] = Field(
        "any", description="Which numbers of the text count."
    )
    after: str = Field("", description="Only numbers behind this phrase.")


class Exact(_TextTest):
    """The whole text, but for spaces around it, is this answer."""

    type: Literal["exact"]
    answer: str = Field(min_length=1)
    ignore_case: bool = False


class Plugin(_Test):
    """A verifier in Python that is installed under the entry point group ``baton.verifiers``."""

    type: Literal["plugin"]
    name: str = Field(min_length=1, description="Name of the entry point.")
    options: dict[str, Any] = Field(default_factory=dict)


class AllOf(_Test):
    """Every test passes."""

    type: Literal["all_of"]
    tests: tuple[Test, ...] = Field(min_length=1)


class AnyOf(_Test):
    """At least one test passes."""

    type: Literal["any_of"]
    tests: tuple[Test, ...] = Field(min_length=1)


class Count(_Test):
    """So many of the tests pass."""

    type: Literal["count"]
    tests: tuple[Test, ...] = Field(min_length=1)
    at_least: int = Field(0, ge=0)
    at_most: int | None = Field(None, ge=0)

    @model_validator(mode="after")
    def _possible(self) -> Count:
        most = len(self.tests) if self.at_most is None else self.at_most
        if not self.at_least <= min(most, len(self.tests)):
            raise ValueError("no number of passing tests can satisfy 'at_least' and 'at_most'")
        return self


Test: TypeAlias = Annotated[
    Contains
    | NotContains
    | Regex
    | FactTest
    | JsonTest
    | Number
    | Exact
    | Plugin
    | AllOf
    | AnyOf
    | Count,
    Field(discriminator="type"),
]


class Verifier(BaseModel):
    """A test that says whether a run succeeded. Unknown keys are kept."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True)

    api_version: Literal["baton/v1"] = Field("baton/v1", alias="apiVersion")
    kind: Literal["Verifier"] = "Verifier"
    name: str = Field(min_length=1, max_length=120)
    version: int = Field(1, ge=1)
    description: str = ""
    test: Test

    def to_dict(self) -> dict[str, Any]:
        """Return the document as JSON values, with the file's spelling of keys."""
        return self.model_dump(mode="json", by_alias=True)


for _model in (AllOf, AnyOf, Count, Verifier):
    _model.model_rebuild()
