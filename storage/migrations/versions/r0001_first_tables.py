"""The first tables.

Revision ID: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

FROZEN = (
    "texts",
    "events",
    "documents",
    "priors",
    "analyses",
    "boundary_reports",
    "obligation_states",
    "frontiers",
    "gate_decisions",
    "turn_logs",
    "review_events",
)
"""Tables whose rows are never edited."""


def upgrade() -> None:
    """Make the tables, and the triggers that keep what must never change."""
    _create_tables()
    for table in FROZEN:
        op.execute(
            f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} BEGIN "
            f"SELECT RAISE(ABORT, 'rows of {table} are append-only and can not be changed'); END"
        )
    op.execute(
        "CREATE TRIGGER documents_no_delete BEFORE DELETE ON documents BEGIN "
        "SELECT RAISE(ABORT, 'rows of documents are append-only and can not be deleted'); END"
    )
    op.execute(
        "CREATE TRIGGER review_events_no_delete BEFORE DELETE ON review_events "
        "WHEN NOT EXISTS (SELECT 1 FROM purges WHERE analysis_id = OLD.analysis_id) BEGIN "
        "SELECT RAISE(ABORT, 'rows of review_events are append-only and can not be deleted'); END"
    )


def downgrade() -> None:
    """Refuse: the copy made before an upgrade is the way back."""
    raise NotImplementedError("Put the copy that was made before the update back in place.")


def _create_tables() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("kind", "name", "version"),
    )
    op.create_index(op.f("ix_documents_hash"), "documents", ["hash"], unique=False)
    op.create_table(
        "priors",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("row_count", sa.Integer(), nullable=False),
        sa.Column("built_in", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("added_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index(op.f("ix_priors_name"), "priors", ["name"], unique=False)
    op.create_table(
        "purges",
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("analysis_id"),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "texts",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "traces",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("agents", sa.Text(), nullable=False),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("meta", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("imported_at", sa.Text(), nullable=False),
        sa.Column("agent_count", sa.Integer(), nullable=False),
        sa.Column("event_count", sa.Integer(), nullable=False),
        sa.Column("boundary_count", sa.Integer(), nullable=False),
        sa.Column("handoff_count", sa.Integer(), nullable=False),
        sa.Column("inferred_count", sa.Integer(), nullable=False),
        sa.Column("problem_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_index(op.f("ix_traces_imported_at"), "traces", ["imported_at"], unique=False)
    op.create_table(
        "analyses",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("trace_id", sa.Text(), nullable=False),
        sa.Column("contract_name", sa.Text(), nullable=False),
        sa.Column("contract_version", sa.Integer(), nullable=True),
        sa.Column("contract_hash", sa.Text(), nullable=False),
        sa.Column("roles", sa.Text(), nullable=False),
        sa.Column("roles_hash", sa.Text(), nullable=False),
        sa.Column("priors", sa.Text(), nullable=False),
        sa.Column("priors_hash", sa.Text(), nullable=False),
        sa.Column("encoder", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("binding", sa.Text(), nullable=False),
        sa.Column("inputs", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("earliest_fact", sa.Text(), nullable=True),
        sa.Column("earliest_recipient", sa.Text(), nullable=True),
        sa.Column("boundary_count", sa.Integer(), nullable=False),
        sa.Column("review_count", sa.Integer(), nullable=False),
        sa.Column("statuses", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["trace_id"],
            ["traces.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_index(op.f("ix_analyses_trace_id"), "analyses", ["trace_id"], unique=False)
    op.create_table(
        "events",
        sa.Column("trace_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("text_hash", sa.Text(), nullable=False),
        sa.Column("tool", sa.Text(), nullable=True),
        sa.Column("call_id", sa.Text(), nullable=True),
        sa.Column("at", sa.Text(), nullable=True),
        sa.Column("recipients_from", sa.Text(), nullable=False),
        sa.Column("kind_from", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("broadcast", sa.Boolean(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=True),
        sa.Column("source_place", sa.Text(), nullable=False),
        sa.Column("meta", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["text_hash"],
            ["texts.hash"],
        ),
        sa.ForeignKeyConstraint(
            ["trace_id"],
            ["traces.id"],
        ),
        sa.PrimaryKeyConstraint("trace_id", "seq"),
    )
    op.create_index(op.f("ix_events_text_hash"), "events", ["text_hash"], unique=False)
    op.create_table(
        "trace_problems",
        sa.Column("trace_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("source_place", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["trace_id"],
            ["traces.id"],
        ),
        sa.PrimaryKeyConstraint("trace_id", "position"),
    )
    op.create_table(
        "analysis_runs",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("timings", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["analysis_id"],
            ["analyses.id"],
        ),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index(
        op.f("ix_analysis_runs_analysis_id"), "analysis_runs", ["analysis_id"], unique=False
    )
    op.create_table(
        "boundary_reports",
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("review_reasons", sa.Text(), nullable=False),
        sa.Column("original_hash", sa.Text(), nullable=False),
        sa.Column("released_hash", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("frontier_count", sa.Integer(), nullable=False),
        sa.Column("critical_gaps", sa.Integer(), nullable=False),
        sa.Column("risk", sa.Integer(), nullable=False),
        sa.Column("energy", sa.Float(), nullable=True),
        sa.Column("drift_flagged", sa.Boolean(), nullable=False),
        sa.Column("needs_review", sa.Boolean(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["analysis_id"],
            ["analyses.id"],
        ),
        sa.ForeignKeyConstraint(
            ["original_hash"],
            ["texts.hash"],
        ),
        sa.ForeignKeyConstraint(
            ["released_hash"],
            ["texts.hash"],
        ),
        sa.PrimaryKeyConstraint("analysis_id", "seq"),
    )
    op.create_index(
        "ix_boundary_reports_original", "boundary_reports", ["original_hash"], unique=False
    )
    op.create_index(
        "ix_boundary_reports_released", "boundary_reports", ["released_hash"], unique=False
    )
    op.create_index(
        "ix_boundary_reports_review",
        "boundary_reports",
        ["needs_review", "analysis_id", "seq"],
        unique=False,
    )
    op.create_table(
        "frontiers",
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("fact", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("critical", sa.Boolean(), nullable=False),
        sa.Column("unsure", sa.Boolean(), nullable=False),
        sa.Column("contradicted", sa.Boolean(), nullable=False),
        sa.Column("retrievable", sa.Boolean(), nullable=False),
        sa.Column("partial", sa.Boolean(), nullable=False),
        sa.Column("due_seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["analysis_id"],
            ["analyses.id"],
        ),
        sa.PrimaryKeyConstraint("analysis_id", "seq", "position"),
    )
    op.create_table(
        "gate_decisions",
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("repair", sa.Text(), nullable=False),
        sa.Column("frontier", sa.Text(), nullable=True),
        sa.Column("admitted", sa.Boolean(), nullable=False),
        sa.Column("chosen", sa.Boolean(), nullable=False),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("segment", sa.Text(), nullable=False),
        sa.Column("utility", sa.Float(), nullable=True),
        sa.Column("episodes", sa.Integer(), nullable=True),
        sa.Column("helped", sa.Integer(), nullable=True),
        sa.Column("neutral", sa.Integer(), nullable=True),
        sa.Column("harmed", sa.Integer(), nullable=True),
        sa.Column("priors_hash", sa.Text(), nullable=False),
        sa.Column("refused", sa.Text(), nullable=False),
        sa.Column("text_hash", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["analysis_id"],
            ["analyses.id"],
        ),
        sa.ForeignKeyConstraint(
            ["text_hash"],
            ["texts.hash"],
        ),
        sa.PrimaryKeyConstraint("analysis_id", "seq", "position"),
    )
    op.create_index(
        op.f("ix_gate_decisions_text_hash"), "gate_decisions", ["text_hash"], unique=False
    )
    op.create_table(
        "obligation_states",
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.Column("is_final", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("fact", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("unsure", sa.Boolean(), nullable=False),
        sa.Column("contradicted", sa.Boolean(), nullable=False),
        sa.Column("retrievable", sa.Boolean(), nullable=False),
        sa.Column("partial", sa.Boolean(), nullable=False),
        sa.Column("due_seq", sa.Integer(), nullable=True),
        sa.Column("delivered_seq", sa.Integer(), nullable=True),
        sa.Column("reflected_seq", sa.Integer(), nullable=True),
        sa.Column("other_value", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["analysis_id"],
            ["analyses.id"],
        ),
        sa.PrimaryKeyConstraint("analysis_id", "is_final", "position"),
    )
    op.create_table(
        "review_events",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["analysis_id"],
            ["analyses.id"],
        ),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_review_events_boundary", "review_events", ["analysis_id", "seq", "number"], unique=False
    )
    op.create_table(
        "turn_logs",
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("encoder", sa.Text(), nullable=False),
        sa.Column("d_out", sa.Float(), nullable=False),
        sa.Column("d_leak", sa.Float(), nullable=False),
        sa.Column("d_ling", sa.Float(), nullable=False),
        sa.Column("d_logic", sa.Float(), nullable=False),
        sa.Column("energy", sa.Float(), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        sa.Column("nearest_role", sa.Text(), nullable=True),
        sa.Column("acts", sa.Text(), nullable=False),
        sa.Column("broken", sa.Text(), nullable=False),
        sa.Column("cumulative", sa.Text(), nullable=False),
        sa.Column("original_hash", sa.Text(), nullable=False),
        sa.Column("released_hash", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.Column("target", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["analysis_id"],
            ["analyses.id"],
        ),
        sa.PrimaryKeyConstraint("analysis_id", "seq"),
    )
