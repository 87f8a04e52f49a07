"""The published JSON Schemas in one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.contract.schema import contract_schema, json_schema_for
from core.drift.model import RoleSet
from core.errors import NotFoundError
from core.gate.model import PriorsSet
from core.live.document import team_schema
from core.probe.verifiers import verifier_schema


def _trace() -> dict[str, Any]:
    from core.trace.native import trace_schema

    return trace_schema()


def _roles() -> dict[str, Any]:
    return json_schema_for(
        RoleSet,
        "roles",
        "Baton role profiles",
        "What each role of a team is for, how it talks, and what it may and must not do.",
    )


def _priors() -> dict[str, Any]:
    return json_schema_for(
        PriorsSet,
        "priors",
        "Baton priors",
        "Frozen counts of how often a repair helped or harmed, for one model.",
    )


SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "contract": contract_schema,
    "trace": _trace,
    "roles": _roles,
    "priors": _priors,
    "team": team_schema,
    "verifier": verifier_schema,
}


def json_schema(kind: str) -> dict[str, Any]:
    """Return a published JSON Schema, draft 2020-12.

    Args:
        kind: ``contract``, ``trace``, ``roles``, ``priors``, ``team`` or ``verifier``.

    Raises:
        NotFoundError: No such schema.
    """
    if kind not in SCHEMAS:
        raise NotFoundError(f"There is no schema '{kind}'; there are {', '.join(SCHEMAS)}.")
    return SCHEMAS[kind]()
