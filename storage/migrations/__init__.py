"""Alembic's folder: one file per revision of the database."""
