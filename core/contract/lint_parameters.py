"""Lint rules about the values that each run fills into a contract."""

from __future__ import annotations

from collections.abc import Iterator

from core.contract.lint_model import Finding
from core.contract.model import Contract
from core.contract.parameters import places_in


def parameter_findings(contract: Contract) -> Iterator[Finding]:
    """Yield parameters that stand twice or nowhere, and braces that name none."""
    declared: set[str] = set()
    used = {name for fact in contract.facts for name in places_in(fact)}
    for position, parameter in enumerate(contract.parameters):
        path = ("parameters", position, "name")
        if parameter.name in declared:
            yield Finding(
                "error", "duplicate-parameter", path, f"Parameter '{parameter.name}' stands twice."
            )
        elif parameter.name not in used:
            yield Finding(
                "warning",
                "unused-parameter",
                path,
                f"No fact holds {{{parameter.name}}}, so this parameter changes nothing.",
            )
        declared.add(parameter.name)
    for position, fact in enumerate(contract.facts):
        for name in places_in(fact):
            if name not in declared:
                yield Finding(
                    "info",
                    "undeclared-parameter",
                    ("facts", position, "statement"),
                    f"{{{name}}} in fact '{fact.id}' is taken word for word: no parameter of that "
                    "name is declared.",
                )
