"""Priors sets as text."""

from __future__ import annotations

from core.contract.document import load_document, to_error
from core.contract.validation import check_document, problem_at
from core.gate.model import PriorsSet


def parse_priors(content: str | bytes, source: str = "") -> PriorsSet:
    """Read and check a set of priors written as YAML or JSON.

    Args:
        content: YAML or JSON text, or the bytes of a file.
        source: Name of the file for messages.

    Raises:
        DocumentError: One sentence about the first problem, with its line; a segment that stands
            twice is refused.
    """
    document = load_document(content, source)
    priors, problems = check_document(document, PriorsSet)
    if priors is None:
        raise to_error(problems, source)
    seen: set[tuple[str, str | None]] = set()
    for position, row in enumerate(priors.rows):
        segment = (row.repair, row.frontier)
        if segment in seen:
            name = f"{row.repair} x {row.frontier}" if row.frontier else f"{row.repair}, aggregate"
            what = f"The segment '{name}' stands twice."
            raise to_error(
                [problem_at(document, ("rows", position), what, "Add the counts up.")], source
            )
        seen.add(segment)
    return priors
