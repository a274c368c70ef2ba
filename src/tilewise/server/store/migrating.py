"""The schema's versions: applied when a server starts, with Alembic."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tilewise.server.store.database import Database, StorageError, one_at_a_time

_PLACE = Path(__file__).parent / "migrations"


def migrate(database: Database, apply: bool = True) -> str:
    """Bring the schema up to date and return its version; raises StorageError.

    A schema newer than this program is refused; with `apply` off an older one is, too.
    """
    return database.run(lambda connection: _migrate(connection, apply))


def _migrate(connection: sa.Connection, apply: bool) -> str:
    one_at_a_time(connection)
    config = Config()
    config.set_main_option("script_location", str(_PLACE).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise StorageError(
            f"The database has schema {current}, which is newer than this program knows ({newest}): update Tilewise."
        )
    if current != newest:
        if not apply:
            raise StorageError(f"The database has schema {current}, this program needs {newest}: run tilewise migrate.")
        command.upgrade(config, "head")
    return str(newest)
