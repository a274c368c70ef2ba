"""`tilewise migrate`, `backup` and `restore` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.terminal import is_error_line, run_main
from tilewise.cli.maintenance import row_counts


@pytest.fixture
def database(tmp_path: Path) -> tuple[str, str]:
    """The option for a database that does not exist yet."""
    return "--database", f"sqlite:///{tmp_path / 'tables.db'}"


def test_migrate_prints_the_schema(database: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capsys, "migrate", *database)
    assert (code, err) == (0, "")
    assert "is up to date: schema 0" in out
    assert run_main(capsys, "migrate", "--check", *database) == (0, out, "")


def test_migrate_check_changes_nothing(
    database: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_main(capsys, "migrate", "--check", *database)
    assert (code, out) == (2, "")
    assert "run tilewise migrate" in err
    assert is_error_line(err)


def test_a_backup_can_be_checked_and_restored(
    database: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_main(capsys, "migrate", *database)
    file = str(tmp_path / "backup.jsonl.gz")
    code, out, err = run_main(capsys, "backup", file, *database)
    assert (code, err) == (0, "")
    assert out.startswith(f"Backed up 0 tables, 0 events, 0 people to {file}.")
    code, out, err = run_main(capsys, "restore", "--check", file)
    assert (code, err) == (0, "")
    assert out == f"{file} can be restored: 0 tables, 0 events, 0 people. Every table was replayed.\n"
    code, out, err = run_main(capsys, "restore", file, "--database", f"sqlite:///{tmp_path / 'other.db'}")
    assert (code, err) == (0, "")
    assert out.startswith("Restored 0 tables, 0 events, 0 people into SQLite, ")


def test_a_backup_never_overwrites_a_file(
    database: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_main(capsys, "migrate", *database)
    file = tmp_path / "backup.jsonl"
    file.write_text("precious")
    code, out, err = run_main(capsys, "backup", str(file), *database)
    assert (code, out) == (2, "")
    assert is_error_line(err)
    assert file.read_text() == "precious"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({}, "0 tables, 0 events, 0 people"),
        ({"tables": 1, "events": 12_345, "people": 1}, "1 table, 12,345 events, 1 person"),
    ],
)
def test_rows_are_counted_in_words(rows: dict[str, int], words: str) -> None:
    assert row_counts(rows) == words
