"""Parts of queries that several tables share."""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy import ScalarSelect, and_, func, or_
from sqlmodel import col, select

from core.review import CLOSED, STATUS_OF, ReviewEvent, ReviewStatus
from storage.rows import load, to_time
from storage.tables import AnalysisRow, AnalysisRunRow, BoundaryRow, ReviewRow, TextRow

DECIDING = tuple(STATUS_OF)
CLOSING = tuple(kind for kind, status in STATUS_OF.items() if status in CLOSED)
EXCERPT = 200


def status_of(kind: str | None) -> ReviewStatus:
    """Return the status after the last deciding event, None meaning that there is none."""
    return "pending" if kind is None else STATUS_OF[kind]  # type: ignore[index]


def excerpt() -> Any:
    """Return the beginning of a joined text; read it with ``excerpt_text``."""
    return func.substr(TextRow.text, 1, EXCERPT)


def excerpt_text(value: str | bytes) -> str:
    """Read an excerpt; a text with half characters comes as bytes and may be cut inside one."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def last_decision() -> ScalarSelect[Any]:
    """Return the number of the last deciding event of the boundary in the outer query."""
    return (
        select(func.max(ReviewRow.number))
        .where(
            ReviewRow.analysis_id == BoundaryRow.analysis_id,
            ReviewRow.seq == BoundaryRow.seq,
            col(ReviewRow.kind).in_(DECIDING),
        )
        .correlate(BoundaryRow)
        .scalar_subquery()
    )


def newest_analyses() -> Any:
    """Return the ids of the last run of each contract on each trace."""
    last = (
        select(func.max(AnalysisRunRow.number))
        .join(AnalysisRow, col(AnalysisRow.id) == col(AnalysisRunRow.analysis_id))
        .group_by(col(AnalysisRow.trace_id), col(AnalysisRow.contract_name))
    )
    return select(AnalysisRunRow.analysis_id).where(col(AnalysisRunRow.number).in_(last))


def open_reviews() -> ScalarSelect[Any]:
    """Return how many boundaries of the outer analysis want a person: the queue's open ones.

    What was skipped or escalated is set aside and counted apart.
    """
    return (
        select(func.count())
        .select_from(BoundaryRow)
        .outerjoin(ReviewRow, col(ReviewRow.number) == last_decision())
        .where(
            and_(
                col(BoundaryRow.analysis_id) == col(AnalysisRow.id),
                col(BoundaryRow.needs_review).is_(True),
                or_(col(ReviewRow.kind).is_(None), col(ReviewRow.kind) == "revert"),
            )
        )
        .correlate(AnalysisRow)
        .scalar_subquery()
    )


def review_event(row: ReviewRow) -> ReviewEvent:
    """Return a stored event."""
    return ReviewEvent(
        id=row.id,
        analysis_id=row.analysis_id,
        seq=row.seq,
        kind=cast("Any", row.kind),
        author=row.author,
        at=to_time(row.at),
        reason=row.reason,
        payload=load(row.payload),
        digest=row.digest,
    )
