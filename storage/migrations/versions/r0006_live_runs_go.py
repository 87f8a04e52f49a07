"""Live runs can be deleted whole; their events still can't be changed or lost one by one.

A row ``live:RUN`` in ``purges`` is the only leave to delete the events of a run.

Revision ID: 0006
"""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let a run's events go with the run."""
    op.execute("DROP TRIGGER live_events_no_delete")
    op.execute(
        "CREATE TRIGGER live_events_no_delete BEFORE DELETE ON live_events "
        "WHEN NOT EXISTS (SELECT 1 FROM purges WHERE analysis_id = 'live:' || OLD.run_id) BEGIN "
        "SELECT RAISE(ABORT, 'rows of live_events are append-only and can not be deleted'); END"
    )


def downgrade() -> None:
    """Refuse: the copy made before an upgrade is the way back."""
    raise NotImplementedError("Put the copy that was made before the update back in place.")
