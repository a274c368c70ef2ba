"""Migrations of the schema, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from tilewise.server.people.store import signing_key
from tilewise.server.store.database import Database, StorageError, open_database
from tilewise.server.store.schema import metadata
from tilewise.server.store.schema_versions import migrate


@pytest.fixture
def databases(database_url: str) -> Iterator[list[Database]]:
    """One empty database as four servers open it. It is migrated before a server has an event loop."""
    databases = [open_database(database_url) for _ in range(4)]
    yield databases
    for database in databases:
        asyncio.run(database.close())


@pytest.fixture
def database(databases: list[Database]) -> Database:
    return databases[0]


def test_a_new_database_is_migrated_once_and_has_the_schema_of_the_program(database: Database) -> None:
    version = migrate(database)
    assert migrate(database) == version
    assert migrate(database, apply=False) == version

    def columns(connection: sa.Connection) -> dict[str, set[str]]:
        inspector = sa.inspect(connection)
        return {
            name: {column["name"] for column in inspector.get_columns(name)} for name in inspector.get_table_names()
        }

    stored = database.run(columns)
    stored.pop("alembic_version")
    assert stored == {name: set(table.columns.keys()) for name, table in metadata.tables.items()}


def test_servers_can_start_together_on_a_new_database(databases: list[Database]) -> None:
    def start(place: int) -> tuple[str, str]:
        return migrate(databases[place]), signing_key(databases[place], "")

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(start, range(4)))) == 1


def test_an_older_schema_is_refused_if_migrations_are_off(database: Database) -> None:
    with pytest.raises(StorageError, match=r"needs 0\d+: run tilewise migrate\.$"):
        migrate(database, apply=False)


def test_a_newer_schema_is_refused_with_one_sentence(database: Database) -> None:
    migrate(database)
    database.run(lambda connection: connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(StorageError) as refused:
        migrate(database)
    assert "schema 9999, which is newer than this program" in str(refused.value)
    assert "\n" not in str(refused.value)
