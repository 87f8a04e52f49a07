"""What a span says of its failure: OpenTelemetry's status, and the words of tracing tools for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.trace.importers.fields import read_nested, text_or_none

ERROR: Final = "Error:"
_FAILED: Final = frozenset((2, "2", "ERROR", "STATUS_CODE_ERROR", "STATUSCODE.ERROR"))
_MESSAGES: Final = ("message", "description", "status_message", "error", "detail", "type", "name")


def failure(raw: Mapping[str, Any]) -> str:
    """Return what a span's record says went wrong, '' if nothing did or no words say so.

    Args:
        raw: The record as the file has it: of OpenTelemetry, Phoenix, Langfuse, LangSmith, the Agents
            SDK, Weave, Zipkin, or a tool that names its fields as they do.

    Example:
        >>> failure({"status": {"code": 2, "message": "No such table"}})
        'Error: No such table'
    """
    status = raw.get("status")
    if isinstance(status, dict):
        code = status.get("code", status.get("status_code"))
        if code is not None and _is_failed(code):
            return _words(status)
    elif (code := raw.get("status_code", raw.get("level"))) is not None and _is_failed(code):
        found = text_or_none(raw.get("status_message")) or text_or_none(raw.get("statusMessage"))
        if found is not None:
            return f"{ERROR} {found}"
    for name in ("error", "exception", "error_info"):
        value = raw.get(name)
        if value and (words := _words(value)):
            return words
    return ""


def of_exception(attributes: Mapping[str, Any]) -> str:
    """Return what an event of the name ``exception`` says.

    Args:
        attributes: Its attributes.
    """
    found = text_or_none(attributes.get("exception.message"))
    found = found or text_or_none(attributes.get("exception.type"))
    return f"{ERROR} {found}" if found else ""


def _is_failed(code: Any) -> bool:
    return (code.upper() if isinstance(code, str) else code) in _FAILED if _plain(code) else False


def _plain(code: Any) -> bool:
    return isinstance(code, str | int)


def _words(value: Any) -> str:
    value = read_nested(value)
    if isinstance(value, dict):
        value = next((value[key] for key in _MESSAGES if text_or_none(value.get(key))), None)
    found = text_or_none(value)
    return f"{ERROR} {found}" if found else ""
