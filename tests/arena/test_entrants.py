"""The players that take part: levels, classes and programs, under names of their own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.arena_players import Drawer
from tilewise.arena.entrants import Entrant, factory_of, read_entrants
from tilewise.arena.external_player import ExternalPlayer
from tilewise.bots import LEVELS, Beginner, Patient
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES
from tilewise.simulator.policies import POLICIES

DRAWER = "tests.support.arena_players:Drawer"


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new current folder, from which nothing is imported unless the code under test sees to it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
    return tmp_path


def test_players_are_levels_panel_members_classes_and_programs() -> None:
    profile = PROFILES["jumbo"]
    assert all(factory_of(level) is LEVELS[level].create for level in LEVELS)
    for name in POLICIES.keys() - LEVELS.keys():
        player = factory_of(name)(0, profile, "1")
        assert isinstance(player, Patient)
        assert player.policy == POLICIES[name]
    assert isinstance(factory_of(DRAWER)(0, profile, "1"), Drawer)
    assert isinstance(factory_of("cmd: ./my-bot --fast")(0, profile, "1"), ExternalPlayer)


def test_players_have_names() -> None:
    read = read_entrants(["solid", "quick=cmd: ./my-bot", "cmd: ./my-bot -x=1", "solid", DRAWER])
    assert read == (
        Entrant("solid", "solid"),
        Entrant("quick", "cmd: ./my-bot"),
        Entrant("./my-bot -x=1", "cmd: ./my-bot -x=1"),
        Entrant("solid#2", "solid"),
        Entrant(DRAWER, DRAWER),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wizard", "There is no player 'wizard': use beginner"),
        ("no_such_module:Player", "cannot be imported"),
        ("tests.support.arena_players:Nobody", "cannot be imported"),
        ("cmd:", "A command is missing"),
        ("cmd: 'open", "cannot be read"),
        ("cmd: ./\udcff", r"The player's name './\\udcff' cannot be printed: give it another"),
        ("cmd: ./a\nb", "cannot be printed"),
        ("cmd: ./\x1b[31m", "cannot be printed"),
    ],
)
def test_a_player_that_does_not_exist_is_refused(text: str, message: str) -> None:
    with pytest.raises(TilewiseError, match=message):
        read_entrants([text])


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def f(:", "SyntaxError: invalid syntax"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit('no')", "SystemExit: no"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_player_whose_module_fails_is_refused(in_folder: Path, code: str, error: str) -> None:
    (in_folder / "broken_player.py").write_text(code)
    with pytest.raises(TilewiseError, match=f"The player broken_player:Mine cannot be imported: {error}"):
        read_entrants(["broken_player:Mine"])


def test_a_class_is_found_in_the_current_folder(in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (in_folder / "player_of_this_folder.py").write_text("from tilewise.bots import Beginner as Mine\n")
    for _ in range(2):
        assert factory_of("player_of_this_folder:Mine") is Beginner
    assert sys.path.count("") == 1
    monkeypatch.delitem(sys.modules, "player_of_this_folder")


def test_two_players_cannot_have_the_same_name() -> None:
    with pytest.raises(TilewiseError, match="the same name"):
        read_entrants(["cmd: solid#2", "solid", "solid"])
