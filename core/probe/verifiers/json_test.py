"""JSON in a text against a JSON Schema, without fetching anything and without slow patterns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.validators import extend
from referencing import Registry

from core.errors import DocumentError
from core.trace.safe_regex import bounded_pattern, check_pattern

_FENCED = re.compile(r"```(?:json)?[^\S\n]*\n(.*?)```", re.DOTALL)
LONGEST = 1_000_000


def compile_schema(schema: dict[str, Any]) -> Callable[[str], tuple[bool, str]]:
    """Return a test of texts.

    Args:
        schema: JSON Schema, draft 2020-12; every ``$ref`` stays inside of it.

    Raises:
        DocumentError: It is no schema, refers to another document, or has a pattern that can take
            very long.
    """
    for key, value in _keys(schema):
        if key in ("$ref", "$dynamicRef") and not str(value).startswith("#"):
            raise DocumentError(
                f"The schema refers to '{value}', which is outside.", hint="Put it under $defs."
            )
        if key == "pattern" and isinstance(value, str):
            check_pattern(value)
        if key == "patternProperties":
            raise DocumentError(
                "'patternProperties' can take very long on some text.", hint="Name the properties."
            )
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise DocumentError(f"The schema is no JSON Schema: {error.message}.") from error
    validator = _Validator(schema, registry=Registry())

    def look(text: str) -> tuple[bool, str]:
        said = "there is no JSON"
        for value in _values(text[:LONGEST]):
            try:
                error = next(validator.iter_errors(value), None)
            except Exception as failure:  # a reference that leads nowhere, or to itself
                return False, f"the schema can't be applied: {failure}"
            if error is None:
                return True, "JSON that fits the schema"
            said = f"JSON that doesn't fit at {error.json_path}: {error.message}"
        return False, said

    return look


def _pattern(validator: Any, pattern: str, value: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, str) and bounded_pattern(pattern).search(value) is None:
        yield ValidationError(f"{value[:80]!r} does not match {pattern!r}")


# Its own 'pattern' can take time that grows with the cube of the text's length.
_Validator = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]


def _values(text: str) -> Iterator[Any]:
    for candidate in (text, *(m.group(1) for m in _FENCED.finditer(text))):
        try:
            yield json.loads(candidate)
        except (ValueError, RecursionError):
            continue


def _keys(node: Any, depth: int = 0) -> Iterator[tuple[str, Any]]:
    if depth > 60:
        raise DocumentError("The schema is nested too deeply.")
    if isinstance(node, dict):
        for key, value in node.items():
            yield str(key), value
            yield from _keys(value, depth + 1)
    elif isinstance(node, list):
        for value in node:
            yield from _keys(value, depth + 1)
