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


def current_schema(connection: sa.Connection) -> str | None:
    """The version of a database's schema; None if it has none."""
    return MigrationContext.configure(connection).get_current_revision()


def bring_to(connection: sa.Connection, version: str) -> None:
    """Bring the schema up to a version, or to `head`; raises StorageError if this program does not know it."""
    config, scripts = _scripts(connection)
    if version != "head":
        _check_known(scripts, version)
    command.upgrade(config, version)


def _migrate(connection: sa.Connection, apply: bool) -> str:
    one_at_a_time(connection)
    config, scripts = _scripts(connection)
    newest = scripts.get_current_head()
    current = current_schema(connection)
    if current is not None:
        _check_known(scripts, current)
    if current != newest:
        if not apply:
            raise StorageError(f"The database has schema {current}, this program needs {newest}: run tilewise migrate.")
        command.upgrade(config, "head")
    return str(newest)


def _scripts(connection: sa.Connection) -> tuple[Config, ScriptDirectory]:
    config = Config()
    config.set_main_option("script_location", str(_PLACE).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config, ScriptDirectory.from_config(config)


def _check_known(scripts: ScriptDirectory, version: str) -> None:
    if version not in {script.revision for script in scripts.walk_revisions()}:
        newest = scripts.get_current_head()
        raise StorageError(
            f"The database has schema {version}, which is newer than this program knows ({newest}): update Tilewise."
        )
