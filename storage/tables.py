"""Rows, exactly as SQLite holds them. Nothing outside this folder sees these.

Migrations, not these classes, make the tables; a test compares the two. Times are UTC in ISO 8601.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Index, LargeBinary, Text, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel


class AnyText(TypeDecorator[str]):
    """Text of any kind, lone surrogates included.

    Logs hold half emoji, which UTF-8 can't spell; such a text is kept as bytes so that a trace comes
    back with the digest it came with.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> Any:
        """Give SQLite text where that is possible, else bytes."""
        if value is None or value.isascii():
            return value
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-8", "surrogatepass")
        return value

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        """Read either form."""
        return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


class TextRow(SQLModel, table=True):
    """A text, stored once however often it is said."""

    __tablename__ = "texts"

    hash: str = Field(primary_key=True)
    text: str = Field(sa_type=AnyText)


class TraceRow(SQLModel, table=True):
    """A trace without its events."""

    __tablename__ = "traces"

    id: str = Field(primary_key=True)
    digest: str = Field(unique=True)
    name: str = Field(sa_type=AnyText)
    format: str
    task: str = Field(sa_type=AnyText)
    agents: str = Field(sa_type=AnyText)
    labels: str = Field(sa_type=AnyText)
    meta: str = Field(sa_type=AnyText)
    source: str = Field(sa_type=AnyText)
    imported_at: str = Field(index=True)
    agent_count: int
    event_count: int
    boundary_count: int
    handoff_count: int
    inferred_count: int
    problem_count: int


class EventRow(SQLModel, table=True):
    """One event of a trace."""

    __tablename__ = "events"

    trace_id: str = Field(primary_key=True, foreign_key="traces.id")
    seq: int = Field(primary_key=True)
    kind: str
    sender: str = Field(sa_type=AnyText)
    recipients: str = Field(sa_type=AnyText)
    text_hash: str = Field(foreign_key="texts.hash", index=True)
    tool: str | None = Field(default=None, sa_type=AnyText)
    call_id: str | None = Field(default=None, sa_type=AnyText)
    at: str | None = None
    recipients_from: str
    kind_from: str
    rule: str = Field(sa_type=AnyText)
    broadcast: bool
    tokens: int | None = None
    source_place: str = Field(sa_type=AnyText)
    meta: str = Field(sa_type=AnyText)


class TraceProblemRow(SQLModel, table=True):
    """One thing the importer had to say."""

    __tablename__ = "trace_problems"

    trace_id: str = Field(primary_key=True, foreign_key="traces.id")
    position: int = Field(primary_key=True)
    severity: str
    message: str = Field(sa_type=AnyText)
    source_place: str = Field(sa_type=AnyText)
    code: str


class DocumentRow(SQLModel, table=True):
    """One saved version of a contract or role set."""

    __tablename__ = "documents"
    __table_args__ = (UniqueConstraint("kind", "name", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    kind: str
    name: str
    version: int
    hash: str = Field(index=True)
    text: str = Field(sa_type=AnyText)
    data: str = Field(sa_type=AnyText)
    description: str = Field(sa_type=AnyText)
    size: int
    author: str
    saved_at: str


class PriorsRow(SQLModel, table=True):
    """A frozen set of priors under its content hash."""

    __tablename__ = "priors"

    hash: str = Field(primary_key=True)
    name: str = Field(index=True)
    model: str
    data: str
    row_count: int
    built_in: bool
    origin: str
    added_at: str


class AnalysisRow(SQLModel, table=True):
    """What one replay used, and its summary."""

    __tablename__ = "analyses"

    id: str = Field(primary_key=True)
    digest: str = Field(unique=True)
    trace_id: str = Field(foreign_key="traces.id", index=True)
    contract_name: str
    contract_version: int | None = None
    contract_hash: str
    roles: str
    roles_hash: str
    priors: str
    priors_hash: str
    encoder: str
    settings: str = Field(sa_type=AnyText)
    binding: str = Field(sa_type=AnyText)
    inputs: str = Field(sa_type=AnyText)
    method: str
    earliest_fact: str | None = None
    earliest_recipient: str | None = None
    boundary_count: int
    review_count: int
    statuses: str
    author: str
    created_at: str


class AnalysisRunRow(SQLModel, table=True):
    """One run that led to an analysis: the same inputs may be run again."""

    __tablename__ = "analysis_runs"

    number: int | None = Field(default=None, primary_key=True)
    analysis_id: str = Field(foreign_key="analyses.id", index=True)
    author: str
    at: str
    timings: str


class BoundaryRow(SQLModel, table=True):
    """What the controller reported at one boundary. Texts and vectors are kept beside it."""

    __tablename__ = "boundary_reports"
    __table_args__ = (
        Index("ix_boundary_reports_review", "needs_review", "analysis_id", "seq"),
        Index("ix_boundary_reports_original", "original_hash"),
        Index("ix_boundary_reports_released", "released_hash"),
    )

    analysis_id: str = Field(primary_key=True, foreign_key="analyses.id")
    seq: int = Field(primary_key=True)
    position: int
    sender: str = Field(sa_type=AnyText)
    recipients: str = Field(sa_type=AnyText)
    kind: str
    decision: str
    reason: str = Field(sa_type=AnyText)
    review_reasons: str = Field(sa_type=AnyText)
    original_hash: str = Field(foreign_key="texts.hash")
    released_hash: str = Field(foreign_key="texts.hash")
    digest: str
    frontier_count: int
    critical_gaps: int
    risk: int
    energy: float | None = None
    drift_flagged: bool
    needs_review: bool
    payload: str = Field(sa_type=AnyText)


class ObligationRow(SQLModel, table=True):
    """State of one obligation after an event, or (``is_final``) at the end."""

    __tablename__ = "obligation_states"

    analysis_id: str = Field(primary_key=True, foreign_key="analyses.id")
    is_final: bool = Field(primary_key=True)
    position: int = Field(primary_key=True)
    seq: int
    fact: str
    recipient: str = Field(sa_type=AnyText)
    status: str
    unsure: bool
    contradicted: bool
    retrievable: bool
    partial: bool
    due_seq: int | None = None
    delivered_seq: int | None = None
    reflected_seq: int | None = None
    other_value: str = Field(sa_type=AnyText)
    reason: str = Field(sa_type=AnyText)
    evidence: str = Field(sa_type=AnyText)


class FrontierRow(SQLModel, table=True):
    """One gap found at a boundary, for queries; the report itself is the truth."""

    __tablename__ = "frontiers"

    analysis_id: str = Field(primary_key=True, foreign_key="analyses.id")
    seq: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    fact: str
    recipient: str = Field(sa_type=AnyText)
    status: str
    side: str
    critical: bool
    unsure: bool
    contradicted: bool
    retrievable: bool
    partial: bool
    due_seq: int


class GateRow(SQLModel, table=True):
    """One repair considered at a boundary, and what the gate said."""

    __tablename__ = "gate_decisions"

    analysis_id: str = Field(primary_key=True, foreign_key="analyses.id")
    seq: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    repair: str
    frontier: str | None = None
    admitted: bool
    chosen: bool
    code: str | None = None
    segment: str
    utility: float | None = None
    episodes: int | None = None
    helped: int | None = None
    neutral: int | None = None
    harmed: int | None = None
    priors_hash: str
    refused: str = Field(sa_type=AnyText)
    text_hash: str | None = Field(default=None, foreign_key="texts.hash", index=True)


class TurnRow(SQLModel, table=True):
    """The log of one drift-scored turn."""

    __tablename__ = "turn_logs"

    analysis_id: str = Field(primary_key=True, foreign_key="analyses.id")
    seq: int = Field(primary_key=True)
    sender: str = Field(sa_type=AnyText)
    role: str
    encoder: str
    d_out: float
    d_leak: float
    d_ling: float
    d_logic: float
    energy: float
    flagged: bool
    nearest_role: str | None = None
    acts: str
    broken: str = Field(sa_type=AnyText)
    cumulative: str = Field(sa_type=AnyText)
    original_hash: str
    released_hash: str
    vector: bytes | None = Field(default=None, sa_type=LargeBinary)
    target: bytes | None = Field(default=None, sa_type=LargeBinary)


class BasesRow(SQLModel, table=True):
    """A compiled role set; a cache, so rows may go."""

    __tablename__ = "role_bases"

    digest: str = Field(primary_key=True)
    roles: str = Field(sa_type=AnyText, index=True)
    version: int
    encoder: str
    content: bytes = Field(sa_type=LargeBinary)
    created_at: str


class ReviewRow(SQLModel, table=True):
    """What a person did at a boundary. Triggers refuse every change."""

    __tablename__ = "review_events"
    __table_args__ = (
        Index("ix_review_events_boundary", "analysis_id", "seq", "number"),
        {"sqlite_autoincrement": True},
    )

    number: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    analysis_id: str = Field(foreign_key="analyses.id")
    seq: int
    kind: str
    author: str
    at: str
    reason: str = Field(sa_type=AnyText)
    payload: str = Field(sa_type=AnyText)
    digest: str


class PurgeRow(SQLModel, table=True):
    """An analysis that is being deleted with its trace: the only leave to delete review events."""

    __tablename__ = "purges"

    analysis_id: str = Field(primary_key=True)


class SettingRow(SQLModel, table=True):
    """One setting, as JSON."""

    __tablename__ = "settings"

    key: str = Field(primary_key=True)
    value: str = Field(sa_type=AnyText)
    changed_at: str


class LiveRunRow(SQLModel, table=True):
    """A live run as lists show it, written together with each event; and who drives it."""

    __tablename__ = "live_runs"
    __table_args__ = (Index("ix_live_runs_status", "status", "lease_until"),)

    id: str = Field(primary_key=True)
    name: str = Field(sa_type=AnyText)
    team: str = Field(sa_type=AnyText)
    contract: str = Field(sa_type=AnyText)
    approval: str
    scripted: bool
    author: str
    created_at: str
    changed_at: str
    status: str
    how: str
    reason: str = Field(sa_type=AnyText)
    last_seq: int
    turns: int
    tokens: int
    waiting_seq: int | None = None
    waiting_digest: str
    waiting_since: str | None = None
    writing_agent: str = Field(sa_type=AnyText)
    writing: str = Field(sa_type=AnyText)
    parent: str
    parent_seq: int
    trace_id: str
    analysis_id: str
    lease_owner: str
    lease_until: float
    interrupted: int


class LiveEventRow(SQLModel, table=True):
    """One event of a live run. Triggers refuse every change."""

    __tablename__ = "live_events"

    run_id: str = Field(primary_key=True, foreign_key="live_runs.id")
    seq: int = Field(primary_key=True)
    kind: str
    at: str
    data: str = Field(sa_type=AnyText)


class GuardRunRow(SQLModel, table=True):
    """A guarded run as lists show it, written together with each record."""

    __tablename__ = "guard_runs"
    __table_args__ = (Index("ix_guard_runs_status", "status", "waiting"),)

    id: str = Field(primary_key=True)
    name: str = Field(sa_type=AnyText)
    created_at: str
    changed_at: str
    heard_at: str
    status: str
    waiting: int
    last_seq: int
    analysis_id: str


class GuardRecordRow(SQLModel, table=True):
    """One record of a guarded run. Triggers refuse every change."""

    __tablename__ = "guard_records"

    run_id: str = Field(primary_key=True, foreign_key="guard_runs.id")
    seq: int = Field(primary_key=True)
    kind: str
    at: str
    data: str = Field(sa_type=AnyText)


class ProbeRow(SQLModel, table=True):
    """A calibration with all that it was started with."""

    __tablename__ = "probes"

    id: str = Field(primary_key=True)
    name: str = Field(sa_type=AnyText)
    data: str = Field(sa_type=AnyText)
    created_at: str
    lease_owner: str = ""
    lease_until: float = 0.0


class ProbeRecordRow(SQLModel, table=True):
    """One record of a calibration. Triggers refuse every change."""

    __tablename__ = "probe_records"

    probe_id: str = Field(primary_key=True, foreign_key="probes.id")
    seq: int = Field(primary_key=True)
    kind: str
    at: str
    data: str = Field(sa_type=AnyText)
