"""``python -m core export``: a trace for other tools, as a file or on the standard output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from core.cli.files import one_trace
from core.cli.ports import Lazy
from core.errors import InputError
from core.provenance.export_trace import TRACE_FORMS, export_text
from core.trace.export import count_export

FORMATS: Final = tuple(form.name for form in TRACE_FORMS)


def export_trace(name: str, form: str, output: Path | None, library: Lazy) -> int:
    """Write the trace that a file or an id names; says on stderr what the export holds."""
    trace = one_trace(name, library)
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
