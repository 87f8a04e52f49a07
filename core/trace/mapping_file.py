"""Mappings as YAML, so that a mapping found once reads the next file too.

Example:
    A mapping for a support log::

        apiVersion: baton/v1
        kind: TraceMapping
        name: support log
        records: dialogue.turns
        sender: who
        text: payload.msg | payload.note
        event_kind: channel
        time: ts
        kinds: {note: message, lookup: tool_call}
        persons: [customer]
"""

from __future__ import annotations

import io
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from core.errors import DocumentError, InputError
from core.trace.mapping import Mapping
from core.trace.schema import API_VERSION

KIND: Final = "TraceMapping"
_TEXTS: Final = (
    "name", "records", "sender", "recipient", "text", "kind", "time", "id", "tool", "run",
)  # fmt: skip
_OTHERS: Final = ("apiVersion", "kind", "event_kind", "kinds", "persons")
_LARGEST: Final = 100_000


def mapping_from_yaml(text: str, source: str = "") -> Mapping:
    """Read a mapping.

    Args:
        text: The YAML text.
        source: Name of the file, for messages.

    Raises:
        DocumentError: If it can't be read as a mapping.
    """
    if len(text) > _LARGEST:
        raise DocumentError("The mapping is too long to be one.", where=source)
    try:
        data = YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, RecursionError) as error:
        said = " ".join(str(error).split())[:200]
        raise DocumentError(f"This is no valid YAML: {said}.", where=source) from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise DocumentError(
            "This is no mapping for traces.",
            where=source,
            hint=f"A mapping says kind: {KIND}, and has paths for sender and text.",
        )
    unknown = sorted(set(map(str, data)) - {*_TEXTS, *_OTHERS})
    if unknown:
        raise DocumentError(f"“{unknown[0][:40]}” is no part of a mapping.", where=source)
    values: dict[str, Any] = {}
    for key in _TEXTS:
        value = data.get("event_kind" if key == "kind" else key, "")
        if not isinstance(value, str):
            raise DocumentError(f"“{key}” must be a text.", where=source)
        values[key] = value
    kinds, persons = data.get("kinds") or {}, data.get("persons") or []
    if not isinstance(kinds, dict) or not isinstance(persons, list):
        raise DocumentError("“kinds” must be an object and “persons” a list.", where=source)
    try:
        return Mapping(
            **values,
            kinds={str(key): str(value) for key, value in kinds.items()},  # type: ignore[misc]
            persons=tuple(map(str, persons)),
        )
    except InputError as error:
        raise DocumentError(error.what, where=source, hint=error.hint) from None


def mapping_to_yaml(mapping: Mapping) -> str:
    """Return a mapping as YAML; `mapping_from_yaml` reads it back."""
    data: dict[str, Any] = {"apiVersion": API_VERSION, "kind": KIND}
    for key in _TEXTS:
        if value := getattr(mapping, key):
            data["event_kind" if key == "kind" else key] = value
    if mapping.kinds:
        data["kinds"] = dict(mapping.kinds)
    if mapping.persons:
        data["persons"] = list(mapping.persons)
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = False
    yaml.allow_unicode = True
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    target = io.StringIO()
    yaml.dump(data, target)
    return target.getvalue()
