"""Refuse to replace what people wrote.

``INSERT OR REPLACE`` deletes the old row without asking the delete triggers, unless the connection
has recursive triggers on. Baton's own connections have; a visiting program's don't.

Revision ID: 0002
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Look for the row that a new one would replace."""
    op.execute(
        "CREATE TRIGGER documents_no_replace BEFORE INSERT ON documents "
        "WHEN EXISTS (SELECT 1 FROM documents WHERE id = NEW.id "
        "OR (kind = NEW.kind AND name = NEW.name AND version = NEW.version)) BEGIN "
        "SELECT RAISE(ABORT, 'rows of documents are append-only and can not be replaced'); END"
    )
    op.execute(
        "CREATE TRIGGER review_events_no_replace BEFORE INSERT ON review_events "
        "WHEN EXISTS (SELECT 1 FROM review_events WHERE number = NEW.number OR id = NEW.id) BEGIN "
        "SELECT RAISE(ABORT, 'rows of review_events are append-only and can not be replaced'); END"
    )
    # Without foreign keys (off by default for a visiting program) the events would hang in the air.
    op.execute(
        "CREATE TRIGGER analyses_no_delete BEFORE DELETE ON analyses "
        "WHEN EXISTS (SELECT 1 FROM review_events WHERE analysis_id = OLD.id) BEGIN "
        "SELECT RAISE(ABORT, 'an analysis with review events is append-only and can not be deleted'); "
        "END"
    )


def downgrade() -> None:
    """Refuse: the copy made before an upgrade is the way back."""
    raise NotImplementedError("Put the copy that was made before the update back in place.")
