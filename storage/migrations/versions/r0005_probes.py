"""Calibrations and their records.

Revision ID: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; records can't be changed, replaced or removed."""
    op.create_table(
        "probes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "probe_records",
        sa.Column("probe_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["probe_id"], ["probes.id"]),
        sa.PrimaryKeyConstraint("probe_id", "seq"),
    )
    for what, when in (("changed", "UPDATE"), ("deleted", "DELETE")):
        op.execute(
            f"CREATE TRIGGER probe_records_no_{when.lower()} BEFORE {when} ON probe_records BEGIN "
            f"SELECT RAISE(ABORT, 'rows of probe_records are append-only and can not be {what}'); END"
        )
    op.execute(
        "CREATE TRIGGER probe_records_no_replace BEFORE INSERT ON probe_records "
        "WHEN EXISTS (SELECT 1 FROM probe_records "
        "WHERE probe_id = NEW.probe_id AND seq = NEW.seq) BEGIN "
        "SELECT RAISE(ABORT, 'rows of probe_records are append-only and can not be replaced'); END"
    )


def downgrade() -> None:
    """Refuse: the copy made before an upgrade is the way back."""
    raise NotImplementedError("Put the copy that was made before the update back in place.")
