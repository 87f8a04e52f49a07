"""Priors sets as frozen documents: content hash, table, CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from pydantic import ValidationError

from core.errors import DocumentError
from core.gate.admission import judge_segment
from core.gate.model import Interval, PriorRow, PriorsSet
from core.gate.statistics import wilson_interval
from core.gate.utility import PUBLISHED_RULE, GateRule, utility

CSV_COLUMNS = ("repair", "frontier", "episodes", "helped", "harmed", "mean_cost")
_EVIDENCE = "evidence"
"""Column that a set of people's judgements has besides, so that a CSV doesn't hide whose they are."""
FEWEST_SIGNS = 6
"""So much of a hash names a priors set."""


def priors_hash(priors: PriorsSet) -> str:
    """Return the SHA-256 of what the gate uses: model, rows and cost reference.

    Name and description are left out, so that renaming a set doesn't make it another one, and
    the order of rows doesn't matter.
    """
    content = {
        "model": priors.model,
        "cost_reference_tokens": priors.cost_reference_tokens,
        "provisional": priors.provisional,
        "sources": sorted(priors.sources),
        "rows": sorted(
            (r.repair, r.frontier or "", r.episodes, r.helped, r.harmed, r.mean_cost)
            for r in priors.rows
        ),
    }
    if priors.evidence != "verifier":  # left out else: hashes from before it stay as they were
        content["evidence"] = priors.evidence
    return sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def is_priors_csv(content: bytes) -> bool:
    """Whether a file is a table of priors as CSV, judged by its first column."""
    return content.removeprefix(b"\xef\xbb\xbf").lstrip()[:7].lower() == b"repair,"


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorsRowView:
    """One row of the table that people see."""

    row: PriorRow
    utility: float | None
    help_interval: Interval
    harm_interval: Interval
    admitted: bool
    """Whether the gate admits it on a critical fact of that model."""
    why: str


def priors_table(priors: PriorsSet, rule: GateRule = PUBLISHED_RULE) -> tuple[PriorsRowView, ...]:
    """Return every row with its utility, intervals, and whether the gate admits it and why."""
    return tuple(_view(row, rule) for row in priors.rows)


def _view(row: PriorRow, rule: GateRule) -> PriorsRowView:
    verdict = judge_segment(row, rule)
    return PriorsRowView(
        row=row,
        utility=utility(row, rule) if row.episodes else None,
        help_interval=wilson_interval(row.helped, row.episodes),
        harm_interval=wilson_interval(row.harmed, row.episodes),
        admitted=verdict.code == "admitted",
        why=verdict.reason,
    )


def priors_to_csv(priors: PriorsSet) -> str:
    """Return the rows as CSV with a header; model and hash travel in the JSON form."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    people = priors.evidence != "verifier"
    writer.writerow((*CSV_COLUMNS, _EVIDENCE) if people else CSV_COLUMNS)
    for r in priors.rows:
        cells = (r.repair, r.frontier or "", r.episodes, r.helped, r.harmed, repr(r.mean_cost))
        writer.writerow((*cells, priors.evidence) if people else cells)
    return out.getvalue()


def priors_from_csv(text: str, *, name: str, model: str, source: str = "CSV") -> PriorsSet:
    """Read the rows of a set from CSV.

    Args:
        text: CSV with the columns of ``CSV_COLUMNS``; ``mean_cost`` may be left out (1.0).
        name: Name of the set, since CSV carries none.
        model: Model whose behaviour was measured, since CSV carries none.
        source: Shown in error messages and kept as the set's source.

    Raises:
        DocumentError: If a column is missing or a value doesn't fit, with the line.
    """
    reader = csv.DictReader(io.StringIO(text))
    missing = [c for c in CSV_COLUMNS[:5] if c not in (reader.fieldnames or ())]
    if missing:
        raise DocumentError(
            f"The column {missing[0]} is missing.",
            where=source,
            hint=f"Needed: {', '.join(CSV_COLUMNS)}.",
        )
    said: set[str] = set()
    rows = tuple(_csv_rows(reader, source, said))
    if said - {"", "verifier", "reviewers"}:
        raise DocumentError("The column evidence should say verifier or reviewers.", where=source)
    return PriorsSet(
        name=name, model=model, sources=(source,), rows=rows,
        evidence="reviewers" if "reviewers" in said else "verifier",
    )  # fmt: skip


def _csv_rows(reader: csv.DictReader[str], source: str, said: set[str]) -> Iterator[PriorRow]:
    for record in reader:
        said.add((record.get(_EVIDENCE) or "").strip())
        try:
            yield PriorRow.model_validate(
                {
                    "repair": record["repair"],
                    "frontier": record["frontier"] or None,
                    "episodes": record["episodes"],
                    "helped": record["helped"],
                    "harmed": record["harmed"],
                    "mean_cost": record.get("mean_cost") or 1.0,
                }
            )
        except ValidationError as error:
            first = error.errors()[0]
            column = ".".join(str(part) for part in first["loc"])
            detail = first["msg"].removeprefix("Value error, ")
            detail = f"{column}: {detail}" if column else detail
            raise DocumentError(
                f"This row can't be used: {detail}", where=f"{source}, line {reader.line_num}"
            ) from error
