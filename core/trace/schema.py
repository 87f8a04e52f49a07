"""The published JSON Schema of the native trace form (draft 2020-12)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

API_VERSION: Final = "baton/v1"

_NAME: Final = {"type": "string", "pattern": r"\S"}
_ORIGIN: Final = {
    "enum": ["recorded", "inferred", "unknown"],
    "default": "recorded",
}
_METADATA: Final = {
    "type": "object",
    "default": {},
    "description": "Data of your own, as JSON values.",
}

TRACE_SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:baton:v1:trace",
    "title": "Trace",
    "description": "One run of a team of agents. In JSONL the first line is this object without "
    "“events”, and each further line is one event ($defs/event).",
    "type": "object",
    "properties": {
        "apiVersion": {"const": API_VERSION},
        "kind": {"const": "Trace"},
        "name": {"type": "string", "default": "", "description": "Name that people see."},
        "format": {
            "type": "string",
            "default": "baton",
            "description": "Name of the importer that first read the run.",
        },
        "task": {"type": "string", "default": "", "description": "What the team was asked to do."},
        "agents": {
            "type": "array",
            "default": [],
            "items": {"$ref": "#/$defs/agent"},
            "description": "Participants in order of first appearance. Names must differ.",
        },
        "events": {"type": "array", "default": [], "items": {"$ref": "#/$defs/event"}},
        "labels": {
            "type": "object",
            "default": {},
            "description": "Ground truth. Shown to people, never to a detector.",
        },
        "metadata": _METADATA,
    },
    "additionalProperties": False,
    "$defs": {
        "agent": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": _NAME,
                "description": {
                    "type": "string",
                    "default": "",
                    "description": "Role text or system prompt.",
                },
                "model": {"type": ["string", "null"], "default": None},
                "is_person": {"type": "boolean", "default": False},
            },
            "additionalProperties": False,
        },
        "event": {
            "type": "object",
            "required": ["from"],
            "properties": {
                "seq": {
                    "type": ["integer", "null"],
                    "minimum": 1,
                    "exclusiveMaximum": 2**63,
                    "description": "Position in the run, strictly rising. Left out: the next one.",
                },
                "kind": {
                    "enum": ["message", "tool_call", "tool_result", "output", "verifier"],
                    "default": "message",
                    "description": "“output” is a work product, “verifier” the public outcome of "
                    "an external test.",
                },
                "from": {**_NAME, "description": "The agent, tool or person that produced it."},
                "to": {
                    "type": "array",
                    "default": [],
                    "items": _NAME,
                    "uniqueItems": True,
                    "description": "Recipients. Of a tool result: the agent that called.",
                },
                "text": {"type": "string", "default": ""},
                "tool": {"type": ["string", "null"], "default": None},
                "call_id": {
                    "type": ["string", "null"],
                    "default": None,
                    "description": "Joins a tool result to its call.",
                },
                "at": {
                    "type": ["string", "null"],
                    "format": "date-time",
                    "default": None,
                    "description": "Recorded time with its zone; never an invented one.",
                },
                "recipients_from": {
                    **_ORIGIN,
                    "description": "How the recipients are known: the record names them, a rule "
                    "inferred them, or nobody says.",
                },
                "kind_from": _ORIGIN,
                "rule": {
                    "type": "string",
                    "default": "",
                    "description": "The rule that inferred recipients or kind.",
                },
                "broadcast": {
                    "type": "boolean",
                    "default": False,
                    "description": "Visible to all participants; not: read by all.",
                },
                "tokens": {
                    "type": ["integer", "null"],
                    "minimum": 0,
                    "exclusiveMaximum": 2**63,
                    "default": None,
                },
                "where": {
                    "type": "string",
                    "default": "",
                    "description": "Line or JSON path in the file that it came from.",
                },
                "metadata": {
                    **_METADATA,
                    "description": "Data of your own, as JSON values. “private”: true marks a "
                    "thought that nobody else sees.",
                },
            },
            "additionalProperties": False,
        },
    },
}
"""Read-only; `trace_schema` returns a copy."""


def trace_schema() -> dict[str, Any]:
    """Return a copy of the JSON Schema that every trace written by Baton meets."""
    return deepcopy(TRACE_SCHEMA)
