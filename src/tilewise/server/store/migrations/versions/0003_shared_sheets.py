"""Score sheets that people share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the database tables."""
    op.create_table(
        "sheets",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("cells", sa.Integer, nullable=False),
        sa.Column("recent", sa.LargeBinary, nullable=False),
    )
    op.create_index("sheets_maker", "sheets", ["maker"])
    op.create_index("sheets_changed", "sheets", ["changed_at"])
    op.create_table(
        "sheet_cells",
        sa.Column("sheet_id", sa.String(32), sa.ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("sheet_cells_version", "sheet_cells", ["sheet_id", "version"])
