"""Checking a document that was read against its model."""

from __future__ import annotations

import copy
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from core.contract.model import API_VERSION
from core.contract.names import did_you_mean
from core.contract.problems import DocumentProblem, schema_problems, without_empty
from core.contract.reading import Document, Path, describe

ModelT = TypeVar("ModelT", bound=BaseModel)

_NOUNS = {
    "FactContract": "a fact contract",
    "RoleSet": "a set of role profiles",
    "PriorsSet": "a set of priors",
    "Binding": "a binding",
    "Trace": "a trace",
    "Team": "a team",
    "Verifier": "a verifier",
}
_MAIN_KEYS = {
    "FactContract": ("facts",),
    "RoleSet": ("roles",),
    "PriorsSet": ("rows",),
    "Binding": ("parties", "roles", "models"),
    "Team": ("agents",),
    "Verifier": ("test",),
}


def check_document(
    document: Document, model_cls: type[ModelT]
) -> tuple[ModelT | None, list[DocumentProblem]]:
    """Check a document against its model.

    Args:
        document: What was read.
        model_cls: Contract, RoleSet or PriorsSet (any model with a fixed ``kind``).

    Returns:
        The model and no problems, or None and every problem, in the order of the text.
    """
    problems = _header_problems(document, model_cls)
    if problems:
        return None, problems
    data = copy.deepcopy(document.data)
    try:
        try:
            return model_cls.model_validate(data), []
        except ValidationError as error:
            if not without_empty(error, data, model_cls):
                raise
            return model_cls.model_validate(data), []
    except ValidationError as error:
        return None, schema_problems(error, document)
    except RecursionError:
        return None, [problem_at(document, (), "The document refers to itself.")]


def problem_at(document: Document, path: Path, message: str, hint: str = "") -> DocumentProblem:
    """Return a problem with the line and column of a path.

    Args:
        document: What was read.
        path: Keys and positions from the top.
        message: What is wrong, in one sentence.
        hint: What to do about it.
    """
    mark = document.mark(path)
    return DocumentProblem(
        message=message, hint=hint, path=path, line=mark.line, column=mark.column, code="header"
    )


def _header_problems(document: Document, model_cls: type[BaseModel]) -> list[DocumentProblem]:
    """Say that a document is something else, before complaining about its parts."""
    expected = str(model_cls.model_fields["kind"].default)
    noun = _NOUNS.get(expected, expected)
    data = document.data
    if "kind" in data and data["kind"] != expected:
        kind = data["kind"]
        if isinstance(kind, str) and kind in _NOUNS:
            message = f"This is {_NOUNS[kind]}, but {noun} is due."
        else:
            message = f"'kind' should be {expected}, but is {describe(kind)}."
        guess = did_you_mean(kind, [expected]) if isinstance(kind, str) else ""
        return [
            problem_at(document, ("kind",), message, f"Did you mean '{guess}'?" if guess else "")
        ]
    version = data.get("apiVersion", data.get("api_version", API_VERSION))
    if version != API_VERSION:
        message = f"'apiVersion' should be {API_VERSION}, but is {describe(version)}."
        newer = isinstance(version, str) and version.startswith("baton/v")
        hint = "The document was written for another version of Baton." if newer else ""
        return [problem_at(document, ("apiVersion",), message, hint)]
    keys = _MAIN_KEYS.get(expected, ())
    if "kind" not in data and keys and not any(key in data for key in keys):
        return [
            problem_at(
                document, (), f"This doesn't look like {noun}: it has no '{keys[0]}'.",
                f"Begin with 'apiVersion: {API_VERSION}' and 'kind: {expected}'.",
            )
        ]  # fmt: skip
    return []
