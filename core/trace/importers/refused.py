"""Files that are no traces but often lie beside them: what they are, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.errors import TraceFormatError

_KINDS: Final[tuple[tuple[Callable[[Any], bool], str, str], ...]] = (
    (
        lambda v: isinstance(v.get("eval_cases"), list),
        "This is an evaluation set: what an agent is expected to do, not what it did",
        "Import the session of a run.",
    ),
    (
        lambda v: isinstance(v.get("errors"), list) and "scores" in v,
        "These are annotations of a trace (errors and scores), not the trace",
        "Import the trace file itself; labels are never shown to a detector.",
    ),
    (
        lambda v: "failures" in v and ("root_cause" in v or "trajectory_id" in v),
        "These are annotations of failed runs, not the runs",
        "Import the file with the messages of the run.",
    ),
    (
        lambda v: "human_labels" in v or "mast_annotation" in v,
        "These are labels of a run, not the run",
        "Import the log or the trace that they belong to.",
    ),
    (
        lambda v: isinstance(v.get("labels"), dict) and "modes" in v,
        "These are labels of many runs, not the runs",
        "Import the file with the records of the runs.",
    ),
    (
        lambda v: str(v.get("apiVersion", "")).startswith("baton/") and v.get("kind") != "Trace",
        "This is a document of Baton's own, but no trace",
        "Contracts, role sets and priors are opened on their own pages.",
    ),
    (
        lambda v: any(key in v for key in ("$schema", "$defs", "openapi")),
        "This is a schema, not a trace",
        "Choose the file with the run in it.",
    ),
    (
        lambda v: (
            isinstance(v.get("results"), list | dict)
            and not any(key in v for key in ("messages", "events", "spans", "samples"))
        ),
        "These are results of runs, without their messages",
        "Import the file in which the agents speak.",
    ),
)


def refuse_value(first: Any) -> TraceFormatError | None:
    """Return the error for a kind of file that is known to be no trace, else None.

    Args:
        first: The document, or the first line.
    """
    if isinstance(first, list) and first:
        first = first[0]
    if not isinstance(first, dict):
        return None
    for fits, what, hint in _KINDS:
        if fits(first):
            return TraceFormatError(f"{what}.", hint=hint)
    return None
