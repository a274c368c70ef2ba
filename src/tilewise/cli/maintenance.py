"""`tilewise migrate`, `tilewise backup` and `tilewise restore`: maintenance of the server's database."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from tilewise.cli.serve import database_description, report_if_slow, settings_from_options


def run_migrate(options: argparse.Namespace) -> int:
    """Update the database to the current schema; with --check, only check it. Raises StorageError."""
    from tilewise.server.store.database import open_database
    from tilewise.server.store.schema_versions import migrate

    settings = settings_from_options(options)
    database = open_database(settings.database)
    try:
        with report_if_slow("Updating the database"):
            version = migrate(database, apply=not options.check)
    finally:
        asyncio.run(database.close())
    print(f"The database ({database_description(settings.database)}) is up to date: schema {version}.")
    return 0


def run_backup(options: argparse.Namespace) -> int:
    """Write the database to a file, even while servers run; raises TilewiseError."""
    from tilewise.server.backup import back_up

    settings, file = settings_from_options(options), Path(options.file)
    with report_if_slow(f"Reading the database ({database_description(settings.database)})"):
        rows = back_up(settings.database, file)
    print(f"Backed up {row_counts(rows)} to {file}. It contains the same secrets as the database: keep it safe.")
    return 0


def run_restore(options: argparse.Namespace) -> int:
    """Restore a backup into an empty database; with --check, only check the backup. Raises TilewiseError."""
    from tilewise.server.backup import check, restore

    file = Path(options.file)
    if options.check:
        with report_if_slow("Replaying every table"):
            rows = check(file)
        print(f"{file} can be restored: {row_counts(rows)}. Every table was replayed.")
        return 0
    settings = settings_from_options(options)
    database = database_description(settings.database)
    with report_if_slow(f"Restoring into {database} and replaying every table"):
        rows = restore(file, settings.database)
    print(f"Restored {row_counts(rows)} into {database}. Every table was replayed.")
    return 0


def row_counts(rows: dict[str, int]) -> str:
    """Return the numbers of tables, events and people in words."""
    names = (("tables", "table", "tables"), ("events", "event", "events"), ("people", "person", "people"))
    counts = [(rows.get(name, 0), one, many) for name, one, many in names]
    return ", ".join(f"{count:,} {one if count == 1 else many}" for count, one, many in counts)
