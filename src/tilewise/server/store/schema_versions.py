"""Migrations of the database schema, applied with Alembic when a server starts."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tilewise.server.store.database import Database, StorageError, serialize_transactions

_FOLDER = Path(__file__).parent / "migrations"


def migrate(database: Database, apply: bool = True) -> str:
    """Migrate the schema to the latest version and return that version.

    Raises StorageError if the schema is newer than this program, or if it is older and `apply` is false.
    """
    return database.run(lambda connection: _migrate(connection, apply))


def current_schema(connection: sa.Connection) -> str | None:
    """Return the version of a database's schema, or None if the database is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate_to(connection: sa.Connection, version: str) -> None:
    """Migrate the schema to a version or to `head`; raises StorageError if this program does not know the version."""
    config, scripts = _scripts(connection)
    if version != "head":
        _check_known(scripts, version)
    command.upgrade(config, version)


def _migrate(connection: sa.Connection, apply: bool) -> str:
    serialize_transactions(connection)
    config, scripts = _scripts(connection)
    newest = scripts.get_current_head()
    current = current_schema(connection)
    if current is not None:
        _check_known(scripts, current)
    if current != newest:
        if not apply:
            raise StorageError(
                f"The database has schema {current}, but this program needs {newest}: run tilewise migrate."
            )
        command.upgrade(config, "head")
    return str(newest)


def _scripts(connection: sa.Connection) -> tuple[Config, ScriptDirectory]:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config, ScriptDirectory.from_config(config)


def _check_known(scripts: ScriptDirectory, version: str) -> None:
    if version not in {script.revision for script in scripts.walk_revisions()}:
        newest = scripts.get_current_head()
        raise StorageError(
            f"The database has schema {version}, which is newer than this program's {newest}: update Tilewise."
        )
