"""Guarded runs can be deleted whole; their records still can't be changed or lost one by one.

A row ``guard:RUN`` in ``purges`` is the only leave to delete the records of a run.

Revision ID: 0009
"""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let a run's records go with the run."""
    op.execute("DROP TRIGGER guard_records_no_delete")
    op.execute(
        "CREATE TRIGGER guard_records_no_delete BEFORE DELETE ON guard_records "
        "WHEN NOT EXISTS (SELECT 1 FROM purges WHERE analysis_id = 'guard:' || OLD.run_id) BEGIN "
        "SELECT RAISE(ABORT, 'rows of guard_records are append-only and can not be deleted'); END"
    )


def downgrade() -> None:
    """Refuse: the copy made before an upgrade is the way back."""
    raise NotImplementedError("Put the copy that was made before the update back in place.")
