"""``python -m core export``: a trace for other tools, as a file or on the standard output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from core.cli.files import kept_trace, read_traces
from core.cli.ports import Lazy
from core.errors import InputError
from core.provenance.export_trace import TRACE_FORMS, export_text
from core.trace.export import count_export
from core.trace.model import Trace

FORMATS: Final = tuple(form.name for form in TRACE_FORMS)


def export_trace(name: str, form: str, output: Path | None, library: Lazy) -> int:
    """Write the trace that a file or an id names; says on stderr what the export holds."""
    trace = _trace(name, library)
    count = count_export(trace)
    print(
        f"{count.events:,} events, {count.handoffs:,} handoffs, {count.agents:,} agents"
        + (f", {count.labels:,} labels" if form in ("jsonl", "otlp") and count.labels else ""),
        file=sys.stderr,
    )
    text = export_text(trace, form)
    if output is None:
        sys.stdout.write(text)
        return 0
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"The file can't be written ({error.strerror}).", where=str(output)
        ) from error
    return 0


def _trace(name: str, library: Lazy) -> Trace:
    path = Path(name)
    if not path.exists() and len(name) == 12 and set(name) <= set("0123456789abcdef"):
        return kept_trace(name, library)
    found = next(iter(read_traces(path)))
    if found.error:
        raise InputError(found.error)
    if len(found.traces) > 1:
        raise InputError(
            f"The file holds {len(found.traces)} runs.",
            where=name,
            hint="Import it, and export one of them by its id.",
        )
    return found.traces[0]
