"""Live runs and their events.

Revision ID: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; events can't be changed, replaced or removed."""
    op.create_table(
        "live_runs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("contract", sa.Text(), nullable=False),
        sa.Column("approval", sa.Text(), nullable=False),
        sa.Column("scripted", sa.Boolean(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("waiting_seq", sa.Integer(), nullable=True),
        sa.Column("waiting_digest", sa.Text(), nullable=False),
        sa.Column("waiting_since", sa.Text(), nullable=True),
        sa.Column("writing_agent", sa.Text(), nullable=False),
        sa.Column("writing", sa.Text(), nullable=False),
        sa.Column("parent", sa.Text(), nullable=False),
        sa.Column("parent_seq", sa.Integer(), nullable=False),
        sa.Column("trace_id", sa.Text(), nullable=False),
        sa.Column("analysis_id", sa.Text(), nullable=False),
        sa.Column("lease_owner", sa.Text(), nullable=False),
        sa.Column("lease_until", sa.Float(), nullable=False),
        sa.Column("interrupted", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_live_runs_status", "live_runs", ["status", "lease_until"], unique=False)
    op.create_table(
        "live_events",
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["live_runs.id"]),
        sa.PrimaryKeyConstraint("run_id", "seq"),
    )
    for what, when in (("changed", "UPDATE"), ("deleted", "DELETE")):
        op.execute(
            f"CREATE TRIGGER live_events_no_{when.lower()} BEFORE {when} ON live_events BEGIN "
            f"SELECT RAISE(ABORT, 'rows of live_events are append-only and can not be {what}'); END"
        )
    op.execute(
        "CREATE TRIGGER live_events_no_replace BEFORE INSERT ON live_events "
        "WHEN EXISTS (SELECT 1 FROM live_events WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN "
        "SELECT RAISE(ABORT, 'rows of live_events are append-only and can not be replaced'); END"
    )


def downgrade() -> None:
    """Refuse: the copy made before an upgrade is the way back."""
    raise NotImplementedError("Put the copy that was made before the update back in place.")
