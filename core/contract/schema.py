"""JSON Schemas of documents, for editors and for other people's tools."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from core.contract.model import Contract

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema_for(
    model_cls: type[BaseModel], name: str, title: str, description: str = ""
) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a document.

    Args:
        model_cls: Model of the document.
        name: Short name for the schema's id, such as ``contract``.
        title: Title for people.
        description: What the document is for; empty: the model's own words.

    Returns:
        A schema whose id names no host, so that nothing is ever fetched by it. Keys that Baton
        doesn't know are allowed everywhere, because they are kept.
    """
    schema = model_cls.model_json_schema(by_alias=True, mode="validation")
    schema.pop("title", None)
    own = schema.pop("description", "")
    return {
        "$schema": DIALECT,
        "$id": f"urn:baton:v1:{name}",
        "title": title,
        "description": description or own,
        **schema,
    }


def contract_schema() -> dict[str, Any]:
    """Return the JSON Schema of a fact contract."""
    return json_schema_for(
        Contract,
        "contract",
        "Baton fact contract",
        "Which facts a task can't do without: who produces each, who needs it, how it is checked.",
    )
