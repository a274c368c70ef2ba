"""`tilewise migrate`, `tilewise backup` and `tilewise restore`: looking after the server's database."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from tilewise.cli.serve import database_in_words, settings_of, step


def run_migrate(chosen: argparse.Namespace) -> int:
    """Bring the database up to date, or with --check say whether it is; raises StorageError."""
    from tilewise.server.store.database import open_database
    from tilewise.server.store.schema_versions import migrate

    settings = settings_of(chosen)
    database = open_database(settings.database)
    try:
        with step("Bringing the database up to date"):
            version = migrate(database, apply=not chosen.check)
    finally:
        asyncio.run(database.close())
    print(f"The database ({database_in_words(settings.database)}) has schema {version}, as this program needs it.")
    return 0


def run_backup(chosen: argparse.Namespace) -> int:
    """Write the database to a file, also while servers run; raises TilewiseError."""
    from tilewise.server.backup import back_up

    settings, file = settings_of(chosen), Path(chosen.file)
    with step(f"Reading the database ({database_in_words(settings.database)})"):
        rows = back_up(settings.database, file)
    print(f"{file} holds {_in_words(rows)}. It is as secret as the database: keep it safe.")
    return 0


def run_restore(chosen: argparse.Namespace) -> int:
    """Read a backup into an empty database, or with --check only look whether it could be; raises TilewiseError."""
    from tilewise.server.backup import check, restore

    file = Path(chosen.file)
    if chosen.check:
        with step("Replaying every table"):
            rows = check(file)
        print(f"{file} can be restored: {_in_words(rows)}; every table was replayed.")
        return 0
    settings = settings_of(chosen)
    with step(f"Restoring into {database_in_words(settings.database)}, and replaying every table"):
        rows = restore(file, settings.database)
    print(f"Restored {_in_words(rows)} into {database_in_words(settings.database)}; every table was replayed.")
    return 0


def _in_words(rows: dict[str, int]) -> str:
    names = (("tables", "tables"), ("events", "events"), ("people", "people"))
    return ", ".join(f"{rows.get(name, 0):,} {word}" for name, word in names)
