"""Runs migrations on the connection it is given, inside the transaction that the caller holds."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
