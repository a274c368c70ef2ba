"""Fixtures for the tests of the command."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.support.terminal import FakeClock
from tilewise.bots import Beginner, Budget, play_out
from tilewise.bots.searcher import FEWEST_SAMPLES
from tilewise.cli import play, prompt, serve
from tilewise.game import new_game
from tilewise.profiles import PROFILES
from tilewise.records import format_record, record_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new home folder for every test, and a terminal wide enough that no sentence is wrapped."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PROMPT_TOOLKIT_NO_CPR", "1")  # The tests do not answer the question where the cursor is.
    monkeypatch.setenv("PYTHONUTF8", "1")
    for name in ("FORCE_COLOR", "NO_COLOR", "PYTHONIOENCODING", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine computer players choose the same, and nothing counts as slow."""
    monkeypatch.setattr(play, "BUDGET", Budget(samples=FEWEST_SAMPLES))
    monkeypatch.setattr(serve, "SLOW_SECONDS", threading.TIMEOUT_MAX)


@pytest.fixture(scope="session")
def finished_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game of three beginners, with small racks so that it is short."""
    profile = PROFILES["twist"].with_rules({"rack_size": 5, "opening_threshold": 0})
    game = play_out(new_game(profile, 3, "11"), [Beginner()] * 3)
    path = tmp_path_factory.mktemp("records") / "game.txt"
    path.write_text(format_record(record_of(game, ("Ada", "Ben", "Cleo [/x]"))), encoding="utf-8")
    return path


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The clock of the prompts, which only moves when the test moves it."""
    clock = FakeClock()
    monkeypatch.setattr(prompt, "time", clock)
    return clock
