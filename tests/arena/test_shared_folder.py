"""A folder is written by one process at a time, and a file is replaced as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.held_lock import held_lock
from tilewise.arena.shared_folder import locked, replace_file
from tilewise.errors import TilewiseError


def test_a_folder_that_another_process_writes_is_refused_until_it_is_free(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "run"
    with held_lock(folder), pytest.raises(TilewiseError, match="Another arena or league is writing"), locked(folder):
        pass
    with locked(folder):
        assert folder.is_dir()


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "head.json"
    for text in ("one", "two"):
        replace_file(path, text)
        assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_stays_if_its_new_version_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "head.json"
    replace_file(path, "old")

    def fail(_: int) -> None:
        raise OSError("The disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        replace_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
