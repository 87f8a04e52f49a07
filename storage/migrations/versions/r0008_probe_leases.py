"""A calibration has a lease, as a live run has: one process at a time works on it.

Revision ID: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the lease; nobody holds one."""
    op.add_column("probes", sa.Column("lease_owner", sa.Text(), nullable=False, server_default=""))
    op.add_column(
        "probes", sa.Column("lease_until", sa.Float(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    """Refuse: the copy made before an upgrade is the way back."""
    raise NotImplementedError("Put the copy that was made before the update back in place.")
