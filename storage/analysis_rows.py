"""Maps an analysis to rows and back, without losing a byte of its digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any

from sqlmodel import Session, SQLModel, col, select

from core.provenance.model import Frontier, ObligationState
from core.report import Analysis, BoundaryReport
from core.report_load import from_dict, report_from_dict
from core.review import boundary_digest
from storage.rows import dump, fetch_texts, load, pack, text_hash, unpack
from storage.tables import (
    AnalysisRow,
    BoundaryRow,
    FrontierRow,
    GateRow,
    ObligationRow,
    TurnRow,
)

_VECTORS = ("vector", "target")


def analysis_row(
    analysis: Analysis, analysis_id: str, digest: str, trace_id: str, author: str, at: str
) -> AnalysisRow:
    """Return the row of an analysis itself."""
    inputs = analysis.inputs
    name, mark, version = inputs.contract.rpartition("@")
    numbered = bool(mark) and version.isdecimal()
    fact, recipient = analysis.earliest_gap or (None, None)
    return AnalysisRow(
        id=analysis_id,
        digest=digest,
        trace_id=trace_id,
        contract_name=name if numbered else inputs.contract,
        contract_version=int(version) if numbered else None,
        contract_hash=inputs.contract_hash,
        roles=inputs.roles,
        roles_hash=inputs.roles_hash,
        priors=inputs.priors,
        priors_hash=inputs.priors_hash,
        encoder=inputs.encoder,
        settings=dump(dict(inputs.settings)),
        binding=dump(dict(inputs.binding)),
        inputs=dump(asdict(inputs)),
        method=inputs.method,
        earliest_fact=fact,
        earliest_recipient=recipient,
        boundary_count=len(analysis.reports),
        review_count=sum(1 for report in analysis.reports if report.needs_review),
        statuses=dump(Counter(state.display for state in analysis.final)),
        author=author,
        created_at=at,
    )


def detail_rows(
    analysis: Analysis, key: str
) -> tuple[dict[str, str], list[tuple[type[SQLModel], list[dict[str, Any]]]]]:
    """Return all texts of an analysis with their hashes, and its rows, table by table."""
    reports = analysis.reports
    texts = {r.original for r in reports} | {r.released for r in reports}
    for report in reports:
        for candidate in report.candidates:
            if candidate.proposal is not None and candidate.proposal.text is not None:
                texts.add(candidate.proposal.text)
    hashes = {text: text_hash(text) for text in texts}
    states = [state_row(key, False, i, s) for i, s in enumerate(analysis.states)]
    states += [state_row(key, True, i, s) for i, s in enumerate(analysis.final)]
    return hashes, [
        (
            BoundaryRow,
            [
                boundary_row(key, i, r, hashes, fresh)
                for i, (r, fresh) in enumerate(zip(reports, new_gaps(reports), strict=True))
            ],
        ),
        (FrontierRow, [row for r in reports for row in frontier_rows(key, r)]),
        (GateRow, [row for r in reports for row in gate_rows(key, r, hashes)]),
        (TurnRow, [turn_row(key, r, hashes) for r in reports if r.drift is not None]),
        (ObligationRow, states),
    ]


def new_gaps(reports: Iterable[BoundaryReport]) -> Iterator[tuple[Frontier, ...]]:
    """Yield for each report the gaps that no earlier boundary had with the same state."""
    known: set[tuple[str, str, str, bool]] = set()
    for report in reports:
        keys = [(gap.fact, gap.recipient, gap.status, gap.critical) for gap in report.frontiers]
        yield tuple(gap for gap, k in zip(report.frontiers, keys, strict=True) if k not in known)
        known.update(keys)


def boundary_row(
    key: str,
    position: int,
    report: BoundaryReport,
    hashes: Mapping[str, str],
    fresh: Iterable[Frontier],
) -> dict[str, Any]:
    """Return the row of a boundary; its payload names texts by hash and leaves vectors out."""
    slim = report
    if report.drift is not None:
        empty: dict[str, Any] = {
            name: () for name in _VECTORS if pack(getattr(report.drift, name)) is not None
        }
        slim = replace(report, drift=replace(report.drift, **empty))
    payload = asdict(slim)
    del payload["original"], payload["released"]
    for candidate in payload["candidates"]:
        proposal = candidate["proposal"]
        if proposal is not None and proposal["text"] is not None:
            proposal["text"] = hashes[proposal["text"]]
    return {
        "analysis_id": key,
        "seq": report.seq,
        "position": position,
        "sender": report.sender,
        "recipients": dump(list(report.recipients)),
        "kind": report.kind,
        "decision": report.decision,
        "reason": report.reason,
        "review_reasons": dump(list(report.review_reasons)),
        "original_hash": hashes[report.original],
        "released_hash": hashes[report.released],
        "digest": boundary_digest(report),
        "frontier_count": len(report.frontiers),
        "critical_gaps": sum(1 for f in report.frontiers if f.critical and not f.unsure),
        "risk": risk_of(report, fresh),
        "energy": report.drift.energy if report.drift else None,
        "drift_flagged": report.drift_flagged,
        "needs_review": report.needs_review,
        "payload": dump(payload),
    }


def risk_of(report: BoundaryReport, fresh: Iterable[Frontier]) -> int:
    """Return how much is at stake at a boundary, for the order of the queue.

    Args:
        report: The boundary.
        fresh: Its gaps that are new here; one that stood before was at stake there.

    Returns:
        4 for a sure gap of a critical fact, 3 for a doubtful one or a late or contradicted fact,
        2 for a gap of another fact, 1 for role drift above the threshold, else 0.
    """
    fresh = list(fresh)
    critical = [frontier for frontier in fresh if frontier.critical]
    if any(not frontier.unsure for frontier in critical):
        return 4
    if critical or any(s.status == "late" or s.contradicted for s in report.changes):
        return 3
    if fresh:
        return 2
    return 1 if report.drift_flagged else 0


def frontier_rows(key: str, report: BoundaryReport) -> Iterable[dict[str, Any]]:
    """Yield a row for each gap of a boundary."""
    for position, frontier in enumerate(report.frontiers):
        yield {
            "analysis_id": key,
            "seq": report.seq,
            "position": position,
            "fact": frontier.fact,
            "recipient": frontier.recipient,
            "status": frontier.status,
            "side": frontier.side,
            "critical": frontier.critical,
            "unsure": frontier.unsure,
            "contradicted": frontier.contradicted,
            "retrievable": frontier.retrievable,
            "partial": frontier.partial,
            "due_seq": frontier.due_seq,
        }


def gate_rows(
    key: str, report: BoundaryReport, hashes: Mapping[str, str]
) -> Iterable[dict[str, Any]]:
    """Yield a row for each repair that was considered."""
    for position, candidate in enumerate(report.candidates):
        said = candidate.admission
        text = candidate.proposal.text if candidate.proposal else None
        yield {
            "analysis_id": key,
            "seq": report.seq,
            "position": position,
            "repair": candidate.repair,
            "frontier": said.frontier if said else None,
            "admitted": bool(said and said.admitted),
            "chosen": bool(said and said.admitted and candidate.repair == report.chosen),
            "code": said.code if said else None,
            "segment": said.segment if said else "",
            "utility": said.utility if said else None,
            "episodes": said.episodes if said else None,
            "helped": said.helped if said else None,
            "neutral": said.neutral if said else None,
            "harmed": said.harmed if said else None,
            "priors_hash": said.priors_hash if said else "",
            "refused": candidate.refused,
            "text_hash": None if text is None else hashes[text],
        }


def turn_row(key: str, report: BoundaryReport, hashes: Mapping[str, str]) -> dict[str, Any]:
    """Return the log row of a drift-scored turn."""
    drift = report.drift
    if drift is None:
        raise ValueError(f"Boundary {report.seq} has no score.")
    return {
        "analysis_id": key,
        "seq": report.seq,
        "sender": report.sender,
        "role": drift.role,
        "encoder": drift.encoder,
        "d_out": drift.terms.out,
        "d_leak": drift.terms.leak,
        "d_ling": drift.terms.ling,
        "d_logic": drift.terms.logic,
        "energy": drift.energy,
        "flagged": report.drift_flagged,
        "nearest_role": drift.nearest_role,
        "acts": dump(dict(drift.acts)),
        "broken": dump([asdict(broken) for broken in drift.broken]),
        "cumulative": dump(dict(report.cumulative_drift)),
        "original_hash": hashes[report.original],
        "released_hash": hashes[report.released],
        "vector": pack(drift.vector),
        "target": pack(drift.target),
    }


_STATE_COLUMNS = (
    "seq",
    "fact",
    "recipient",
    "status",
    "unsure",
    "contradicted",
    "retrievable",
    "partial",
    "due_seq",
    "delivered_seq",
    "reflected_seq",
    "other_value",
    "reason",
)


def state_row(key: str, final: bool, position: int, state: ObligationState) -> dict[str, Any]:
    """Return the row of an obligation's state."""
    row: dict[str, Any] = {name: getattr(state, name) for name in _STATE_COLUMNS}
    evidence = dump([asdict(item) for item in state.evidence]) if state.evidence else "[]"
    return row | {
        "analysis_id": key,
        "is_final": final,
        "position": position,
        "evidence": evidence,
    }


def read_states(session: Session, key: str, *, final: bool) -> tuple[ObligationState, ...]:
    """Return the states of an analysis, in their order."""
    rows = session.exec(
        select(ObligationRow)
        .where(ObligationRow.analysis_id == key, ObligationRow.is_final == final)
        .order_by(col(ObligationRow.position))
    ).all()
    return tuple(
        [
            from_dict(
                ObligationState,
                {name: getattr(row, name) for name in _STATE_COLUMNS}
                | {"evidence": load(row.evidence)},
            )
            for row in rows
        ]
    )


def read_reports(
    session: Session, key: str, *, seq: int | None = None
) -> tuple[BoundaryReport, ...]:
    """Return the reports of an analysis in their order, or only that of one event."""
    query = select(
        BoundaryRow.original_hash, BoundaryRow.released_hash, BoundaryRow.payload, BoundaryRow.seq
    ).where(BoundaryRow.analysis_id == key)
    vectors = select(TurnRow.seq, TurnRow.vector, TurnRow.target).where(TurnRow.analysis_id == key)
    if seq is not None:
        query = query.where(BoundaryRow.seq == seq)
        vectors = vectors.where(TurnRow.seq == seq)
    rows = [
        (original, released, load(payload), number)
        for original, released, payload, number in session.exec(
            query.order_by(col(BoundaryRow.position))
        )
    ]
    packed = {number: (vector, target) for number, vector, target in session.exec(vectors)}
    wanted = [h for original, released, _, _ in rows for h in (original, released)]
    wanted += [p["text"] for _, _, payload, _ in rows for p in _proposals(payload)]
    texts = fetch_texts(session, wanted)
    reports = []
    for original, released, payload, number in rows:
        payload["original"], payload["released"] = texts[original], texts[released]
        for proposal in _proposals(payload):
            proposal["text"] = texts[proposal["text"]]
        if payload["drift"] is not None:
            for name, data in zip(_VECTORS, packed[number], strict=True):
                if data is not None:
                    payload["drift"][name] = unpack(data)
        reports.append(report_from_dict(payload))
    return tuple(reports)


def _proposals(payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = (candidate["proposal"] for candidate in payload["candidates"])
    return [proposal for proposal in found if proposal and proposal["text"] is not None]
