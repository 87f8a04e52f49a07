"""What a careful colleague would say about a contract before it is used.

The linter never raises: text that can't be read is itself an issue. Severities: ``error`` for
what makes the contract unusable or a fact uncheckable, ``warning`` for what is probably not meant,
``info`` for what is only worth knowing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel

from core.contract.document import dump_yaml, load_document
from core.contract.lint_facts import check_issues, example_issues, statement_issues
from core.contract.lint_model import Finding, LintIssue
from core.contract.lint_names import agent_findings, party_findings
from core.contract.lint_parameters import parameter_findings
from core.contract.model import CheckSpec, Contract, Example, Fact, Parameter
from core.contract.names import did_you_mean
from core.contract.parameters import open_places
from core.contract.reading import Document, LocatedError, Path
from core.contract.validation import check_document
from core.errors import DocumentError

__all__ = ["LintIssue", "has_errors", "lint_contract"]

MOST_FACTS = 8
"""More facts than this and a model, or a person, loses sight of them (a rule of thumb)."""


def lint_contract(
    content: str | bytes | Contract,
    agents: Iterable[str] | None = None,
    source: str = "",
    *,
    run_examples: bool = False,
) -> list[LintIssue]:
    """List what is wrong or doubtful about a contract.

    Args:
        content: Text or bytes as written, or a contract (lines then refer to its YAML form).
        agents: Names of the agents of a trace; parties that match none are reported.
        source: Name of the file for messages.
        run_examples: Also run the facts' labelled examples against their checks; slower, for
            the moment of saving.

    Returns:
        Issues in the order of the text; empty if there is nothing to say.
    """
    text = dump_yaml(content) if isinstance(content, Contract) else content
    names = None if agents is None else tuple(agents)

    def find(contract: Contract, document: Document) -> Iterator[Finding]:
        yield from _contract_findings(contract)
        yield from parameter_findings(contract)
        yield from party_findings(contract)
        if names is not None:
            yield from agent_findings(contract, names)
        yield from unknown_keys(document.data, Contract, _NESTED)
        if run_examples:
            # The checks bring dictionaries; linting a text as it is typed does without them.
            from core.contract.examples import example_findings

            yield from example_findings(contract)

    return run_lint(text, Contract, find, source)


def has_errors(issues: Iterable[LintIssue]) -> bool:
    """Say whether any issue keeps the document from being used."""
    return any(issue.severity == "error" for issue in issues)


def run_lint(
    content: str | bytes,
    model_cls: type[BaseModel],
    find: Callable[[Any, Document], Iterable[Finding]],
    source: str = "",
) -> list[LintIssue]:
    """Read a document, check it, run rules over it, and give every finding its place.

    Args:
        content: Text or bytes as written.
        model_cls: Model of the document.
        find: The rules; given the model and the document, yields findings.
        source: Name of the file for messages.

    Returns:
        Issues in the order of the text.
    """
    try:
        document = load_document(content, source)
    except DocumentError as error:
        line = error.line if isinstance(error, LocatedError) else 0
        column = error.column if isinstance(error, LocatedError) else 0
        code = error.code if isinstance(error, LocatedError) else "syntax"
        message = " ".join(part for part in (error.what, error.hint) if part)
        return [LintIssue(severity="error", code=code, message=message, line=line, column=column)]
    model, problems = check_document(document, model_cls)
    if model is None:
        return [
            LintIssue(
                severity="error",
                code=problem.code,
                message=" ".join(part for part in (problem.message, problem.hint) if part),
                line=problem.line,
                column=problem.column,
                path=problem.path,
            )
            for problem in problems
        ]
    found = [*header_findings(document), *find(model, document)]
    issues = [_placed(finding, document) for finding in found]
    return sorted(issues, key=lambda issue: (issue.line, issue.column, _RANK[issue.severity]))


_RANK: Mapping[Literal["error", "warning", "info"], int] = {"error": 0, "warning": 1, "info": 2}


def _placed(finding: Finding, document: Document) -> LintIssue:
    mark = document.mark(finding.path)
    return LintIssue(
        severity=finding.severity,
        code=finding.code,
        message=finding.message,
        line=mark.line,
        column=mark.column,
        path=finding.path,
    )


def header_findings(document: Document) -> Iterator[Finding]:
    """Yield what is missing at the top of a document and was assumed."""
    missing = [key for key in ("apiVersion", "kind") if key not in document.data]
    if missing and "api_version" not in document.data:
        names = " and ".join(f"'{key}'" for key in missing)
        yield Finding("info", "header", (), f"{names} can be added at the top; assumed for now.")


def unknown_keys(
    data: Any, model_cls: type[BaseModel], nested: Mapping[type, Mapping[str, type[BaseModel]]],
    path: Path = (),
) -> Iterator[Finding]:  # fmt: skip
    """Yield keys that Baton doesn't know; they are kept, but may be typing mistakes.

    Args:
        data: Plain values.
        model_cls: Model of this level.
        nested: For each model, the models under its keys.
        path: Where ``data`` stands.
    """
    if not isinstance(data, Mapping):
        return
    known = {field.alias or name for name, field in model_cls.model_fields.items()}
    known |= set(model_cls.model_fields)
    for key, value in data.items():
        inner = nested.get(model_cls, {}).get(key)
        if inner is not None:
            many = value if isinstance(value, list) else None
            for position, item in enumerate(many or ()):
                yield from unknown_keys(item, inner, nested, (*path, key, position))
            if many is None:
                yield from unknown_keys(value, inner, nested, (*path, key))
        elif key not in known and not key.startswith("x-"):
            guess = did_you_mean(key, sorted(known))
            hint = f" Did you mean '{guess}'?" if guess else ""
            yield Finding(
                "warning" if guess else "info",
                "unknown-key",
                (*path, key),
                f"The key '{key}' is not known here; it is kept but has no effect.{hint}",
            )


_NESTED: Mapping[type, Mapping[str, type[BaseModel]]] = {
    Contract: {"facts": Fact, "parameters": Parameter},
    Fact: {"check": CheckSpec, "examples": Example},
}


def _contract_findings(contract: Contract) -> Iterator[Finding]:
    if not contract.facts:
        yield Finding("warning", "no-facts", ("facts",), "The contract lists no facts yet.")
    if len(contract.facts) > MOST_FACTS:
        yield Finding(
            "warning",
            "many-facts",
            ("facts", MOST_FACTS),
            f"The contract has {len(contract.facts)} facts. Up to {MOST_FACTS} stay manageable: "
            "keep those without which the result would be wrong.",
        )
    first: dict[str, int] = {}
    said: dict[str, str] = {}
    for position, fact in enumerate(contract.facts):
        path: Path = ("facts", position)
        if fact.id in first:
            yield Finding(
                "error", "duplicate-id", (*path, "id"), f"The id '{fact.id}' stands twice."
            )
        first.setdefault(fact.id, position)
        key = " ".join(fact.statement.casefold().split())
        if key in said and said[key] != fact.id:
            yield Finding(
                "warning",
                "duplicate-statement",
                (*path, "statement"),
                f"Fact '{fact.id}' says the same as fact '{said[key]}'.",
            )
        said.setdefault(key, fact.id)
        yield from statement_issues(fact, path, waits=bool(open_places(contract, fact)))
        yield from _recipient_findings(fact, path)
        yield from check_issues(fact, path)
        yield from example_issues(fact, path)
    yield from _dependency_findings(contract.facts)


def _recipient_findings(fact: Fact, path: Path) -> Iterator[Finding]:
    if not [name for name in fact.recipients if name.strip()]:
        yield Finding(
            "error",
            "no-recipient",
            (*path, "recipients"),
            f"Fact '{fact.id}' has no recipient: nobody would miss it.",
        )
    if not fact.owner.strip():
        yield Finding(
            "warning",
            "no-owner",
            (*path, "owner"),
            f"Fact '{fact.id}' has no owner: nobody can be asked for it.",
        )
    elif fact.owner in fact.recipients:
        yield Finding(
            "warning",
            "owner-recipient",
            (*path, "recipients", fact.recipients.index(fact.owner)),
            f"'{fact.owner}' owns fact '{fact.id}' and is its recipient too.",
        )
    for position, name in enumerate(fact.recipients):
        if name in fact.recipients[:position]:
            yield Finding(
                "warning",
                "duplicate-recipient",
                (*path, "recipients", position),
                f"'{name}' is listed twice as recipient of fact '{fact.id}'.",
            )


def _dependency_findings(facts: Sequence[Fact]) -> Iterator[Finding]:
    ids = [fact.id for fact in facts]
    for position, fact in enumerate(facts):
        for step, other in enumerate(fact.depends_on):
            if other not in ids:
                guess = did_you_mean(other, ids)
                hint = f" Did you mean '{guess}'?" if guess else ""
                yield Finding(
                    "error",
                    "unknown-dependency",
                    ("facts", position, "depends_on", step),
                    f"Fact '{fact.id}' depends on '{other}', which is no fact here.{hint}",
                )
    for cycle in dependency_cycles(facts):
        names = " -> ".join((*cycle, cycle[0]))
        yield Finding(
            "error",
            "dependency-cycle",
            ("facts", ids.index(cycle[0]), "depends_on"),
            f"Facts depend on each other in a circle: {names}. None of them would ever be due.",
        )


def dependency_cycles(facts: Sequence[Fact]) -> list[tuple[str, ...]]:
    """Return the circles among 'depends_on', each once, beginning at its first fact.

    Args:
        facts: Facts in the order of the contract.
    """
    needs = {fact.id: fact.depends_on for fact in facts}
    order = list(needs)
    cycles: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in order:
        trail = [start]
        pending = [iter(needs[start])]
        while pending:
            other = next(pending[-1], None)
            if other is None:
                done.add(trail.pop())
                pending.pop()
            elif other in trail:
                cycle = trail[trail.index(other) :]
                turn = min(range(len(cycle)), key=lambda place: order.index(cycle[place]))
                rotated = (*cycle[turn:], *cycle[:turn])
                if rotated not in cycles:
                    cycles.append(rotated)
            elif other in needs and other not in done:
                trail.append(other)
                pending.append(iter(needs[other]))
    return cycles
