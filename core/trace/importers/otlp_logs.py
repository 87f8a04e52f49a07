"""Log records of OpenTelemetry that lie beside spans and hold what their models were told.

Newer instrumentations write the words of a model call as events (``gen_ai.user.message``,
``gen_ai.choice``, ``gen_ai.client.inference.operation.details``) into the logs, each with the id of
its span. They are put back into that span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from core.trace.importers.fields import id_text
from core.trace.importers.spans import SpanEvent

LOGS: Final = ("resourceLogs", "resource_logs")
METRICS: Final = ("resourceMetrics", "resource_metrics")
_SCOPES: Final = ("scopeLogs", "scope_logs")
_RECORDS: Final = ("logRecords", "log_records")
_OURS: Final = "gen_ai."


def is_beside(value: Any) -> bool:
    """Whether a value holds logs or metrics, which may lie in one file with spans."""
    return isinstance(value, dict) and any(
        isinstance(value.get(key), list) for key in (*LOGS, *METRICS)
    )


def _lists(value: Any, keys: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    found = next((value[key] for key in keys if key in value), None)
    for item in found if isinstance(found, list) else ():
        if isinstance(item, dict):
            yield item


def told_in_logs(
    request: Any, plain: Callable[[Any], Any]
) -> Iterator[tuple[tuple[str, str], SpanEvent]]:
    """Yield the events about model calls in a request's logs, each with the ids of its span.

    Args:
        request: One export request.
        plain: Reads a value of OTLP, and its lists of keys and values.
    """
    if not isinstance(request, dict):
        return
    for block in _lists(request, LOGS):
        for scope in _lists(block, _SCOPES):
            for record in _lists(scope, _RECORDS):
                attributes = plain({"kvlistValue": {"values": record.get("attributes")}})
                attributes = attributes if isinstance(attributes, dict) else {}
                named = (record.get("eventName"), record.get("event_name"))
                name = next((n for n in (*named, attributes.get("event.name")) if n), "")
                trace = id_text(record.get("traceId", record.get("trace_id")))
                span = id_text(record.get("spanId", record.get("span_id")))
                if trace is None or span is None or not str(name).startswith(_OURS):
                    continue
                body = plain(record.get("body"))
                said = body if isinstance(body, dict) else {"content": body} if body else {}
                yield (trace, span), SpanEvent(str(name), {**attributes, **said})
