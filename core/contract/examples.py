"""Runs the labelled examples that are kept with a contract's facts against their checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.contract.checks import Verdict, compile_fact
from core.contract.lint_model import Finding
from core.contract.model import Contract, Example
from core.contract.parameters import open_places
from core.errors import DocumentError


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleResult:
    """What the check says about one labelled text."""

    fact_id: str
    position: int
    """Place among the fact's examples, from 0."""
    example: Example
    verdict: Verdict

    @property
    def outcome(self) -> Literal["right", "unsure", "wrong"]:
        """Whether check and label agree; an unsure check is not wrong, it asks a person."""
        if self.verdict.label == "unsure":
            return "unsure"
        return "right" if self.verdict.label == self.example.label else "wrong"


def try_examples(contract: Contract) -> list[ExampleResult]:
    """Check every labelled example of a contract.

    Args:
        contract: Facts whose own check can't be built (an invalid expression) are left out; the
            linter names them.

    Returns:
        One result for each example, in the order of the contract.
    """
    return [result for _, result in _results(contract)]


def example_findings(contract: Contract) -> Iterator[Finding]:
    """Yield a warning for each example that the check surely judges otherwise than its label."""
    words = {"conveyed": "conveys", "contradicted": "contradicts", "not_conveyed": "lacks"}
    for place, result in _results(contract):
        if result.outcome == "wrong" and result.verdict.label != "unsure":
            says, label = words[result.verdict.label], words[result.example.label]
            yield Finding(
                "warning",
                "example-wrong",
                ("facts", place, "examples", result.position),
                f"By its label this example {label} fact '{result.fact_id}', but the check says "
                f"that it {says} it: {result.verdict.reason}",
            )


def _results(contract: Contract) -> Iterator[tuple[int, ExampleResult]]:
    for place, fact in enumerate(contract.facts):
        if not fact.examples or not fact.statement.strip():
            continue
        if open_places(contract, fact):
            continue  # without the value of a run there is nothing to judge by
        try:
            check = compile_fact(fact)
        except (DocumentError, ValueError, ArithmeticError, RecursionError):
            continue
        for position, example in enumerate(fact.examples):
            yield (
                place,
                ExampleResult(
                    fact_id=fact.id,
                    position=position,
                    example=example,
                    verdict=check.states(example.text, in_run=True),
                ),
            )
