"""The database tables. Times are milliseconds since 1970; bodies are JSON.

`events` is the source of truth. The rows of `tables` (apart from the lease), `members`, `games` and `snapshots` are
derived from it and written in the same transaction, so that lists can be read without replaying events.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code", sa.String(12), nullable=False, unique=True),
    sa.Column("maker", sa.String(32), nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("last_number", sa.Integer, nullable=False),
    sa.Column("last_at", sa.BigInteger, nullable=False),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    # When the next scheduled action is due, and which process runs it.
    sa.Column("due_at", sa.BigInteger),
    sa.Column("lease_owner", sa.String(32)),
    sa.Column("lease_fence", sa.BigInteger, nullable=False, default=0),
    sa.Column("lease_until", sa.BigInteger, nullable=False, default=0),
    sa.Index("tables_due", "due_at"),
    sa.Index("tables_leased", "lease_owner"),
    sa.Index("tables_listed", "listed", "last_at"),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("command", sa.String(128)),
    sa.UniqueConstraint("table_id", "command"),
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("left", sa.Boolean, nullable=False),
    sa.Index("members_table", "table_id"),
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ended_at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("to_rate", sa.Boolean, nullable=False),
    sa.Index("games_to_rate", "to_rate"),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("account", sa.String(40), unique=True),
    sa.Column("passphrase", sa.String(200)),
    sa.Column("session", sa.Integer, nullable=False, default=0),
    sa.Column("chat", sa.Boolean, nullable=False),
    sa.Column("avatar", sa.String(16), nullable=False, default="initial"),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
    # A guest who signed in to an account, or a deleted person: the row stays until all their tables are updated.
    sa.Column("gone_at", sa.BigInteger),
    sa.Column("merged_into", sa.String(32)),
    sa.Index("people_gone", "gone_at"),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("profile", sa.String(40), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("shown", sa.Float, nullable=False),
    sa.Index("ratings_board", "profile", "shown"),
)

chats = sa.Table(
    "chats",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Index("chats_table", "table_id", "id"),
    sa.Index("chats_person", "person"),
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("blocked", sa.String(32), primary_key=True),
    sa.Column("how", sa.String(8), nullable=False),
    sa.Index("blocks_blocked", "blocked"),
)

push_subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("endpoint", sa.String(1000), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Index("push_subscriptions_person", "person"),
)

# A shared score sheet: `version` counts its changes, `recent` are the ids of its latest entries. Whoever shared it, the
# maker, has no further rights; without a foreign key it stays for the others when a guest is deleted as unused.
sheets = sa.Table(
    "sheets",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code", sa.String(12), nullable=False, unique=True),
    sa.Column("maker", sa.String(32), nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("changed_at", sa.BigInteger, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("cells", sa.Integer, nullable=False),
    sa.Column("recent", sa.LargeBinary, nullable=False),
    sa.Index("sheets_maker", "maker"),
    sa.Index("sheets_changed", "changed_at"),
)

sheet_cells = sa.Table(
    "sheet_cells",
    metadata,
    sa.Column("sheet_id", sa.String(32), sa.ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Index("sheet_cells_version", "sheet_id", "version"),
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.String(200), nullable=False),
)

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("alive_at", sa.BigInteger, nullable=False),
)
