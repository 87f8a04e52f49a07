"""Analyses: what a replay found, whole and as rows."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from sqlalchemy import func
from sqlmodel import Session, col, select

from core.drift.model import Terms
from core.errors import NotFoundError
from core.overrides import fold_overrides, overlaid
from core.provenance.model import Display, ObligationState
from core.report import Analysis, AnalysisInputs, BoundaryReport
from core.report_load import from_dict
from core.review import ReviewEvent
from storage.analysis_rows import (
    analysis_row,
    detail_rows,
    read_reports,
    read_states,
)
from storage.carrying import carry_over
from storage.database import Database
from storage.info import AnalysisInfo, BoundaryInfo, TurnInfo
from storage.queries import (
    excerpt,
    excerpt_text,
    last_decision,
    newest_analyses,
    open_reviews,
    review_event,
    status_of,
)
from storage.rows import bulk, dump, load, now, store_texts, to_time
from storage.tables import (
    AnalysisRow,
    AnalysisRunRow,
    BoundaryRow,
    ReviewRow,
    TextRow,
    TraceRow,
    TurnRow,
)


class Analyses:
    """The analyses of a workspace. A new replay is a new row; no row is ever edited."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def add(
        self,
        analysis: Analysis,
        trace_id: str,
        author: str,
        timings: Mapping[str, float] | None = None,
    ) -> str:
        """Store an analysis; the same result a second time adds only that it was run again.

        What people decided about the very same questions under other analyses of the run is carried
        over to it (:mod:`core.carrying`).

        Args:
            analysis: What the controller reported.
            trace_id: The stored trace that it replayed.
            author: Name of the person who ran it; may be empty in headless use.
            timings: Seconds by step; kept beside the hashed result, not in it.

        Returns:
            The analysis id, the first 12 hex digits of its digest.

        Raises:
            NotFoundError: There is no such trace.
        """
        digest = analysis.digest
        analysis_id = digest[:12]
        at = now()
        # Everything is computed before the write lock is taken.
        row = analysis_row(analysis, analysis_id, digest, trace_id, author, at)
        texts, rows = detail_rows(analysis, analysis_id)
        with self._db.write() as session:
            if session.get(TraceRow, trace_id) is None:
                raise NotFoundError(f"There is no trace {trace_id}; it may have been deleted.")
            if session.get(AnalysisRow, analysis_id) is None:
                session.add(row)
                session.flush()
                store_texts(session, texts)
                for table, values in rows:
                    bulk(session, table, values)
            session.add(
                AnalysisRunRow(
                    analysis_id=analysis_id, author=author, at=at, timings=dump(timings or {})
                )
            )
            session.flush()
            carry_over(session, analysis_id)
        return analysis_id

    def list(
        self, trace_id: str | None = None, *, contract: str | None = None, newest_only: bool = False
    ) -> builtins.list[AnalysisInfo]:
        """Return analyses, the last run first.

        Args:
            trace_id: Only those of this trace.
            contract: Only those under a contract of this name.
            newest_only: Only the last run of each contract on each trace.
        """
        with self._db.read() as session:
            found = _infos(session, trace_id=trace_id, contract=contract)
            return [info for info in found if info.is_newest or not newest_only]

    def info(self, analysis_id: str) -> AnalysisInfo:
        """Return an analysis without its reports.

        Raises:
            NotFoundError: There is no such analysis.
        """
        with self._db.read() as session:
            found = _infos(session, analysis_id=analysis_id)
            if not found:
                raise _missing(analysis_id)
            return found[0]

    def get(self, analysis_id: str) -> Analysis:
        """Return the whole analysis, equal in digest to the one stored.

        Raises:
            NotFoundError: There is no such analysis.
        """
        with self._db.read() as session:
            row = session.get(AnalysisRow, analysis_id)
            if row is None:
                raise _missing(analysis_id)
            gap = None
            if row.earliest_fact is not None and row.earliest_recipient is not None:
                gap = (row.earliest_fact, row.earliest_recipient)
            return Analysis(
                inputs=from_dict(AnalysisInputs, load(row.inputs)),
                reports=read_reports(session, analysis_id),
                states=read_states(session, analysis_id, final=False),
                final=read_states(session, analysis_id, final=True),
                earliest_gap=gap,
            )

    def report(self, analysis_id: str, seq: int) -> BoundaryReport:
        """Return one boundary report without loading the others.

        Raises:
            NotFoundError: There is no such analysis or boundary.
        """
        with self._db.read() as session:
            found = read_reports(session, analysis_id, seq=seq)
            if not found:
                if session.get(AnalysisRow, analysis_id) is None:
                    raise _missing(analysis_id)
                raise NotFoundError(f"Analysis {analysis_id} has no boundary at event {seq}.")
            return found[0]

    def states(self, analysis_id: str, *, final: bool = False) -> tuple[ObligationState, ...]:
        """Return every change of an obligation's state, or (``final``) the end states.

        Raises:
            NotFoundError: There is no such analysis.
        """
        with self._db.read() as session:
            if session.get(AnalysisRow, analysis_id) is None:
                raise _missing(analysis_id)
            return read_states(session, analysis_id, final=final)

    def current(self, analysis_ids: Iterable[str]) -> dict[str, tuple[ObligationState, ...]]:
        """Return the end states of analyses, with what people said against the check laid over them.

        Args:
            analysis_ids: Those to read; an unknown one has no states.
        """
        keys = builtins.list(analysis_ids)
        with self._db.read() as session:
            said = _said(session, keys)
            return {
                key: overlaid(
                    read_states(session, key, final=True), fold_overrides(said.get(key, ()))
                )
                for key in keys
            }

    def boundaries(self, analysis_id: str) -> builtins.list[BoundaryInfo]:
        """Return the boundaries as table rows, by seq, each with where its review stands."""
        query = (
            select(BoundaryRow, excerpt(), ReviewRow.kind)
            .join(TextRow, col(TextRow.hash) == col(BoundaryRow.original_hash))
            .outerjoin(ReviewRow, col(ReviewRow.number) == last_decision())
            .where(BoundaryRow.analysis_id == analysis_id)
            .order_by(col(BoundaryRow.seq))
        )
        with self._db.read() as session:
            rows = session.exec(query).all()
            if not rows and session.get(AnalysisRow, analysis_id) is None:
                raise _missing(analysis_id)
            return [
                BoundaryInfo(
                    seq=row.seq,
                    sender=row.sender,
                    recipients=tuple(load(row.recipients)),
                    kind=row.kind,
                    decision=cast("Any", row.decision),
                    reason=row.reason,
                    frontiers=row.frontier_count,
                    critical_gaps=row.critical_gaps,
                    energy=row.energy,
                    drift_flagged=row.drift_flagged,
                    needs_review=row.needs_review,
                    review_reasons=tuple(load(row.review_reasons)),
                    status=status_of(kind),
                    digest=row.digest,
                    excerpt=excerpt_text(text),
                )
                for row, text, kind in rows
            ]

    def turns(self, analysis_id: str) -> builtins.list[TurnInfo]:
        """Return the drift-scored turns as table rows, by seq."""
        with self._db.read() as session:
            rows = session.exec(
                select(TurnRow).where(TurnRow.analysis_id == analysis_id).order_by(col(TurnRow.seq))
            ).all()
            return [
                TurnInfo(
                    seq=row.seq,
                    sender=row.sender,
                    role=row.role,
                    encoder=row.encoder,
                    terms=Terms(out=row.d_out, leak=row.d_leak, ling=row.d_ling, logic=row.d_logic),
                    energy=row.energy,
                    flagged=row.flagged,
                    acts=load(row.acts),
                    cumulative=load(row.cumulative),
                )
                for row in rows
            ]


def _missing(analysis_id: str) -> NotFoundError:
    return NotFoundError(f"There is no analysis {analysis_id}; its trace may have been deleted.")


def _infos(
    session: Session,
    *,
    trace_id: str | None = None,
    contract: str | None = None,
    analysis_id: str | None = None,
) -> builtins.list[AnalysisInfo]:
    last = (
        select(func.max(AnalysisRunRow.number))
        .where(AnalysisRunRow.analysis_id == AnalysisRow.id)
        .correlate(AnalysisRow)
        .scalar_subquery()
    )
    query = (
        select(AnalysisRow, AnalysisRunRow, TraceRow.name, open_reviews())
        .join(AnalysisRunRow, col(AnalysisRunRow.number) == last)
        .join(TraceRow, col(TraceRow.id) == col(AnalysisRow.trace_id))
        .order_by(col(AnalysisRunRow.number).desc())
    )
    if trace_id is not None:
        query = query.where(AnalysisRow.trace_id == trace_id)
    if contract is not None:
        query = query.where(AnalysisRow.contract_name == contract)
    if analysis_id is not None:
        query = query.where(AnalysisRow.id == analysis_id)
    newest = set(session.exec(newest_analyses()))
    found = [
        _info(row, run, name, waiting, row.id in newest)
        for row, run, name, waiting in session.exec(query).all()
    ]
    said = _said(session, [info.id for info in found])
    return [
        replace(info, statuses=_statuses(session, info.id, said[info.id]))
        if info.id in said
        else info
        for info in found
    ]


_AT_ONCE = 500
"""Analyses that one query asks about."""


def _said(session: Session, analyses: builtins.list[str]) -> dict[str, builtins.list[ReviewEvent]]:
    """Return by analysis what people said against the check."""
    said: dict[str, builtins.list[ReviewEvent]] = {}
    for at in range(0, len(analyses), _AT_ONCE):
        rows = session.exec(
            select(ReviewRow)
            .where(col(ReviewRow.analysis_id).in_(analyses[at : at + _AT_ONCE]))
            .where(ReviewRow.kind == "wrong_verdict")
            .order_by(col(ReviewRow.number))
        )
        for row in rows:
            said.setdefault(row.analysis_id, []).append(review_event(row))
    return said


def _statuses(
    session: Session, analysis_id: str, said: builtins.list[ReviewEvent]
) -> Mapping[Display, int]:
    """Count the end states as they stand with what people said."""
    final = read_states(session, analysis_id, final=True)
    return Counter(state.display for state in overlaid(final, fold_overrides(said)))


def _info(
    row: AnalysisRow, run: AnalysisRunRow, trace_name: str, waiting: int, is_newest: bool
) -> AnalysisInfo:
    gap = None
    if row.earliest_fact is not None and row.earliest_recipient is not None:
        gap = (row.earliest_fact, row.earliest_recipient)
    return AnalysisInfo(
        id=row.id,
        digest=row.digest,
        trace_id=row.trace_id,
        trace_name=trace_name,
        contract_name=row.contract_name,
        contract_version=row.contract_version,
        contract_hash=row.contract_hash,
        roles=row.roles,
        roles_hash=row.roles_hash,
        priors=row.priors,
        priors_hash=row.priors_hash,
        encoder=row.encoder,
        settings=load(row.settings),
        binding=load(row.binding),
        method=row.method,
        boundaries=row.boundary_count,
        needs_review=row.review_count,
        open_reviews=waiting,
        statuses=load(row.statuses),
        earliest_gap=gap,
        author=row.author,
        created_at=to_time(row.created_at),
        run_at=to_time(run.at),
        timings=load(run.timings),
        is_newest=is_newest,
    )
