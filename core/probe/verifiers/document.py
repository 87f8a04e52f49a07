"""Verifiers as text."""

from __future__ import annotations

from typing import Any

from core.contract.document import parse_document
from core.contract.schema import json_schema_for
from core.probe.verifiers.model import Verifier
from core.probe.verifiers.verify import compile_verifier


def parse_verifier(content: str | bytes, source: str = "") -> Verifier:
    """Read and check a verifier; patterns, schemas and nesting are checked as well.

    Args:
        content: YAML or JSON text, or the bytes of a file.
        source: Name of the file for messages.

    Raises:
        DocumentError: One sentence about the first problem, with its line where it has one.
    """
    verifier = parse_document(content, Verifier, source)
    compile_verifier(verifier, None)
    return verifier


def verifier_schema() -> dict[str, Any]:
    """Return the JSON Schema of a verifier."""
    return json_schema_for(
        Verifier,
        "verifier",
        "Baton verifier",
        "Tests of a run's final output and tool calls, which say whether the run succeeded.",
    )
