"""Lint rules about one fact: its statement, its check, its examples."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from core.contract.lint_model import Finding
from core.contract.lint_values import values_in
from core.contract.model import Fact
from core.contract.reading import Path
from core.errors import DocumentError

_SINGLE_KINDS = ("value", "limit", "date")


def statement_issues(fact: Fact, path: Path, *, waits: bool = False) -> Iterator[Finding]:
    """Yield issues about what the fact says.

    Args:
        fact: The fact.
        path: Its place.
        waits: Whether it waits for a value that each run fills in.
    """
    where = (*path, "statement")
    if not fact.statement.strip():
        yield Finding("error", "empty-statement", where, f"Fact '{fact.id}' says nothing.")
        return
    values = values_in(fact.statement)
    if fact.kind in _SINGLE_KINDS and len(values) > 1:
        shown = " and ".join(f"'{value}'" for value in values[:3])
        yield Finding(
            "info",
            "two-values",
            where,
            f"Fact '{fact.id}' holds {shown}: perhaps these are two facts, which can be lost "
            "one by one.",
        )
    if fact.kind == "limit" and not values and not waits:
        yield Finding(
            "info",
            "limit-without-number",
            where,
            f"Fact '{fact.id}' is a limit, but its statement has no number in digits.",
        )
    if len(fact.statement) > 400:
        yield Finding(
            "warning",
            "long-statement",
            where,
            f"The statement of fact '{fact.id}' is long; a fact is one sentence.",
        )


def check_issues(fact: Fact, path: Path) -> Iterator[Finding]:
    """Yield issues about how the fact is looked for."""
    spec = fact.check
    where = (*path, "check", "pattern")
    if spec.type == "auto":
        if spec.pattern:
            yield Finding(
                "warning",
                "unused-pattern",
                where,
                f"The pattern of fact '{fact.id}' has no effect with 'type: auto'; "
                "choose phrase or regex.",
            )
        return
    if not spec.pattern.strip():
        yield Finding(
            "error",
            "no-pattern",
            (*path, "check"),
            f"The check of fact '{fact.id}' is a {spec.type}, but its pattern is empty.",
        )
    elif spec.type == "regex":
        yield from _regex_issues(fact, where)


def _regex_issues(fact: Fact, where: Path) -> Iterator[Finding]:
    # The checks bring dictionaries; a contract without expressions does without them.
    from core.contract.checks.manual import compile_regex

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled = compile_regex(fact.check.pattern)
    except DocumentError as error:
        message = " ".join(part for part in (f"Fact '{fact.id}': {error.what}", error.hint) if part)
        yield Finding("error", "bad-regex", where, message)
        return
    except (ValueError, ArithmeticError, RecursionError):
        message = f"The regular expression of fact '{fact.id}' can't be read."
        yield Finding("error", "bad-regex", where, message)
        return
    if compiled.match(""):
        yield Finding(
            "warning",
            "empty-regex",
            where,
            f"The regular expression of fact '{fact.id}' is found in every text.",
        )


def example_issues(fact: Fact, path: Path) -> Iterator[Finding]:
    """Yield issues about the labelled examples of a fact."""
    labels: dict[str, str] = {}
    for step, example in enumerate(fact.examples):
        where = (*path, "examples", step)
        if not example.text.strip():
            yield Finding(
                "warning",
                "empty-example",
                where,
                f"Example {step + 1} of fact '{fact.id}' is empty.",
            )
        elif labels.setdefault(example.text, example.label) != example.label:
            yield Finding(
                "error",
                "example-conflict",
                where,
                f"Two examples of fact '{fact.id}' have the same text and different labels.",
            )
