"""The migration scripts for Alembic."""
