"""Guarded runs and their records.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; records can't be changed, replaced or removed."""
    op.create_table(
        "guard_runs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.Text(), nullable=False),
        sa.Column("heard_at", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_guard_runs_status", "guard_runs", ["status", "waiting"], unique=False)
    op.create_table(
        "guard_records",
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["guard_runs.id"]),
        sa.PrimaryKeyConstraint("run_id", "seq"),
    )
    for what, when in (("changed", "UPDATE"), ("deleted", "DELETE")):
        op.execute(
            f"CREATE TRIGGER guard_records_no_{when.lower()} BEFORE {when} ON guard_records BEGIN "
            f"SELECT RAISE(ABORT, 'rows of guard_records are append-only and can not be {what}'); END"
        )
    op.execute(
        "CREATE TRIGGER guard_records_no_replace BEFORE INSERT ON guard_records "
        "WHEN EXISTS (SELECT 1 FROM guard_records WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN "
        "SELECT RAISE(ABORT, 'rows of guard_records are append-only and can not be replaced'); END"
    )


def downgrade() -> None:
    """Refuse: the copy made before an upgrade is the way back."""
    raise NotImplementedError("Put the copy that was made before the update back in place.")
