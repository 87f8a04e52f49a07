r"""Contracts and other documents as text: read, checked, written back.

Reading is in :mod:`core.contract.reading`, sentences about what is wrong in
:mod:`core.contract.problems`, writing in :mod:`core.contract.writing`; this module joins them.

Examples:
    >>> contract = parse_contract("name: trip\nfacts:\n- {id: day, statement: June 15}\n")
    >>> contract.facts[0].statement
    'June 15'
"""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from core.contract.binding import Binding
from core.contract.model import Contract
from core.contract.problems import DocumentProblem, to_error
from core.contract.reading import (
    MAX_BYTES,
    Document,
    LocatedError,
    read_document,
)
from core.contract.validation import check_document, problem_at
from core.contract.writing import dump_json, dump_yaml, update_text

__all__ = [
    "MAX_BYTES",
    "Document",
    "DocumentProblem",
    "LocatedError",
    "check_document",
    "dump_binding",
    "dump_json",
    "dump_yaml",
    "load_document",
    "parse_binding",
    "parse_contract",
    "parse_document",
    "to_error",
    "update_text",
]

ModelT = TypeVar("ModelT", bound=BaseModel)


def load_document(content: str | bytes, source: str = "") -> Document:
    """Read YAML or JSON text without judging what it says.

    Args:
        content: Text, or the bytes of a file.
        source: Name of the file for messages.

    Returns:
        The document: ``kind``, ``data``, ``text``, and the place of every value.

    Raises:
        DocumentError: The text can't be read; the message says where and why.
    """
    return read_document(content, source)


def parse_document(content: str | bytes, model_cls: type[ModelT], source: str = "") -> ModelT:
    """Read and check a document.

    Args:
        content: YAML or JSON text, or the bytes of a file.
        model_cls: Contract, RoleSet or PriorsSet (any model with a fixed ``kind``).
        source: Name of the file for messages.

    Returns:
        The checked model; unknown keys are kept in it.

    Raises:
        DocumentError: One sentence about the first problem, with its line.
    """
    model, problems = check_document(load_document(content, source), model_cls)
    if model is None:
        raise to_error(problems, source)
    return model


def parse_contract(content: str | bytes, source: str = "") -> Contract:
    """Read and check a fact contract.

    Args:
        content: YAML or JSON text, or the bytes of a file.
        source: Name of the file for messages.

    Raises:
        DocumentError: One sentence about the first problem, with its line. Rules that the
            model can't know, such as duplicate ids, are the linter's and :func:`parse_contract`'s
            too: an id that stands twice is refused.
    """
    document = load_document(content, source)
    contract, problems = check_document(document, Contract)
    if contract is None:
        raise to_error(problems, source)
    seen: set[str] = set()
    for position, fact in enumerate(contract.facts):
        if fact.id in seen:
            path = ("facts", position, "id")
            raise to_error(
                [problem_at(document, path, f"The id '{fact.id}' stands twice.", "Rename one.")],
                source,
            )
        seen.add(fact.id)
    return contract


class _BindingDocument(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True)

    api_version: Literal["baton/v1"] = Field("baton/v1", alias="apiVersion")
    kind: Literal["Binding"] = "Binding"
    parties: dict[str, str] = Field(default_factory=dict)
    roles: dict[str, str] = Field(default_factory=dict)
    models: dict[str, str] = Field(default_factory=dict)
    values: dict[str, str] = Field(default_factory=dict)


def parse_binding(content: str | bytes, source: str = "") -> Binding:
    """Read a binding: which agent is which party, role and model.

    Args:
        content: YAML or JSON text with ``parties``, ``roles`` and ``models``, each agent: name.
        source: Name of the file for messages.

    Raises:
        DocumentError: One sentence about the first problem, with its line.
    """
    document = parse_document(content, _BindingDocument, source)
    return Binding(
        parties=document.parties,
        roles=document.roles,
        models=document.models,
        values=document.values,
    )


def dump_binding(binding: Binding) -> str:
    """Return a binding as YAML that :func:`parse_binding` reads back."""
    document = _BindingDocument(
        apiVersion="baton/v1",
        parties=dict(binding.parties),
        roles=dict(binding.roles),
        models=dict(binding.models),
        values=dict(binding.values),
    )
    return dump_yaml(document)
