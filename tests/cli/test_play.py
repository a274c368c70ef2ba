"""`tilewise play`: whole games, questions out of turn, leaving and continuing."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.support.effort import THOROUGH
from tests.support.terminal import (
    TIMEOUT_SECONDS,
    PipedGame,
    TypedGame,
    exit_code,
    last_game,
    play_typed,
    record_in,
    terminal,
    wait_for_prompt,
)
from tilewise.bots import LEVELS, UNTIMED, Beginner, Clock, Level
from tilewise.game import Action, Draw, Game, Pass, Play, apply
from tilewise.records import parse_record
from tilewise.records.action_format import action_from_text
from tilewise.tiles import format_tiles
from tilewise.view import View, view_of

# A pty is made by forking. Newer Pythons warn about that if the test runner has threads.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")

ONE = ("--opponents", "1")
REDEAL = ("--profile", "jumbo", "--seed", "160", *ONE)
"""The person starts and holds three pairs (S5)."""
REDEAL_LATER = ("--profile", "jumbo", "--seed", "339", *ONE)
"""The person holds three pairs. The computer player starts and holds fewer, so it demands no redeal itself."""
ANNOUNCE = ("--profile", "tm-toys", "--seed", "25", *ONE)
"""The first tile that the person draws makes an opening possible (C3)."""


def lines_for_turn(game: Game) -> list[str]:
    """Return what a person types who plays like the beginner."""
    view = view_of(game, 0)
    match Beginner().choose(view, UNTIMED):
        case Play(_, table) if any(Counter(old) - Counter(new) for old, new in zip(view.table, table, strict=False)):
            # The beginner must place, and finds only a play that rearranges the table (N2).
            taken = [
                f"take {format_tiles(tiles)} from {len(view.table) - n}" for n, tiles in enumerate(view.table[::-1])
            ]
            return [*taken, *(f"lay {format_tiles(tiles)}" for tiles in table), "done"]
        case Play(_, table):
            lines = []
            for number, tiles in enumerate(table, start=1):
                before = view.table[number - 1] if number <= len(view.table) else ()
                added = format_tiles((Counter(tiles) - Counter(before)).elements())
                if added and before:
                    lines.append(f"add {added} to {number}")
                elif added:
                    lines.append(f"lay {added}")
            return [*lines, "done"]
        case Draw():
            return ["draw"]
        case Pass():
            return ["pass"]
        case other:
            raise AssertionError(f"{other} is not a turn")


def updated(game: Game | None, path: Path) -> Game:
    """Return the game in a file, replaying only the actions that are new since `game`."""
    if game is None:
        return record_in(path).replay()
    lines = re.findall(r"^[0-9]+\. (seat .*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    for line in lines[len(game.history) :]:
        game = apply(game, action_from_text(line))
    return game


class BeginnersKeyboard(io.TextIOBase):
    """Standard input of a person who plays like the beginner and answers every question with no."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.game: Game | None = None
        self.lines: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert isinstance(sys.stdout, io.StringIO)
        shown = sys.stdout.getvalue()
        if shown.endswith("(yes/no) "):
            return "no\n"
        assert shown.endswith("\n> ")
        if not self.lines:
            self.game = updated(self.game, self.path)
            self.lines = lines_for_turn(self.game)
        return f"{self.lines.pop(0)}\n"


class Failing(Beginner):
    """Fails in every turn."""

    def choose(self, view: View, clock: Clock) -> Action:
        raise RuntimeError("a secret tile")


def test_a_computer_player_that_fails_draws_and_the_game_goes_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "beginner", Level(Failing, "Fails."))
    played = play_typed(BeginnersKeyboard(last_game(home)), *ONE, "--seed", "7", "--profile", "vienna-de")
    assert (played.returncode, played.stderr) == (0, "")
    assert "Computer 1 could not make its choice (error); the game goes on." in played.stdout
    assert "a secret tile" not in played.stdout
    assert {type(action) for action in record_in(last_game(home)).actions if action.seat == 1} <= {Draw, Pass}


@pytest.mark.parametrize(
    ("profile", "opponents"),
    [
        # An empty pool ends each of them in another way (N2).
        ("vienna-de", 1),
        ("tm-toys", 5),
        ("international", 1),
        ("twist", 1),
        *(pytest.param(name, 1, marks=pytest.mark.thorough) for name in ("vienna-en", "jumbo", "tm-toys")),
    ],
)
def test_a_whole_game_can_be_typed_in_every_profile(profile: str, opponents: int, home: Path) -> None:
    arguments = ("--profile", profile, "--opponents", str(opponents), "--seed", f"whole-{profile}")
    played = play_typed(BeginnersKeyboard(last_game(home)), *arguments)
    assert (played.returncode, played.stderr) == (0, "")
    assert "Not yet" not in played.stdout
    last = played.stdout[-2000:]
    record = record_in(last_game(home))
    score = record.replay().score
    assert score is not None
    assert record.players == opponents + 1
    assert "The game is over" in last
    assert str(last_game(home)) in last
    for name, points in zip(record.names, score.points, strict=True):
        assert re.search(rf"{re.escape(name)} +\+?{points} ", last)


def test_the_same_seed_deals_the_same_game(home: Path) -> None:
    first, again, other = (play_typed("draw\nquit\n", "--seed", seed).stdout for seed in ("5", "5", "6"))
    assert first == again != other


def test_a_game_without_colours_has_no_escape_codes(home: Path) -> None:
    assert "\x1b" not in play_typed("draw\nquit\n", "--seed", "1").stdout


# Redeals and announcements


@pytest.mark.parametrize("arguments", [REDEAL, REDEAL_LATER])
def test_a_person_with_three_pairs_is_offered_a_redeal_s5(arguments: tuple[str, ...], home: Path) -> None:
    with TypedGame(*arguments) as typed:
        assert "three pairs" in typed.output
        assert "You demand a redeal and show" in typed.type("yes")


@pytest.mark.parametrize("arguments", [REDEAL, REDEAL_LATER])
def test_after_a_no_to_a_redeal_the_game_continues_s5(arguments: tuple[str, ...], home: Path) -> None:
    with TypedGame(*arguments) as typed:
        assert "three pairs" in typed.output
        output = typed.type("no")
        assert "redeal" not in output
        assert output.endswith("\n> ")
    assert all(isinstance(action, Play | Draw) for action in record_in(last_game(home)).actions)


def test_the_rack_is_shown_before_the_question_for_a_redeal_s5(home: Path) -> None:
    with TypedGame(*REDEAL) as typed:
        assert "Rack" in typed.output


def test_an_opening_is_announced_after_a_yes_c3(home: Path) -> None:
    with TypedGame(*ANNOUNCE) as typed:
        assert "Announce it?" in typed.type("draw")
        assert "You announce an opening" in typed.type("yes")


def test_an_opening_is_not_announced_after_a_no_c3(home: Path) -> None:
    with TypedGame(*ANNOUNCE) as typed:
        typed.type("draw")
        output = typed.type("no")
        assert "You announce" not in output
        assert output.endswith("\n> ")  # it is not offered again


def test_the_drawn_tile_stays_marked_after_an_announcement(home: Path) -> None:
    with TypedGame(*ANNOUNCE) as typed:
        typed.type("draw")
        output = typed.type("yes")
        assert "*" in next(line for line in output.splitlines() if line.startswith("Rack"))


def test_the_offer_is_repeated_until_the_answer_is_yes_or_no(home: Path) -> None:
    with TypedGame(*REDEAL) as typed:
        assert typed.type("perhaps").endswith("(yes/no) ")


# Leaving and continuing


@pytest.mark.parametrize("leaving", ["quit\n", "exit\n", ""])
def test_a_person_who_leaves_can_continue_later(leaving: str, home: Path) -> None:
    left = play_typed(f"draw\n{leaving}", "--seed", "1", *ONE)
    assert left.returncode == 0
    assert "tilewise play --resume" in left.stdout
    before = record_in(last_game(home))
    with TypedGame("--resume") as typed:
        assert "pool" in typed.output
        assert record_in(last_game(home)) == before
        typed.type("draw")
    assert record_in(last_game(home)).actions[: len(before.actions)] == before.actions


@pytest.mark.parametrize("level", LEVELS if THOROUGH else ("beginner", "casual", "fox", "master"))
def test_a_resumed_game_is_played_as_if_it_had_never_stopped(level: str, home: Path) -> None:
    arguments = ("--profile", "jumbo", "--seed", "5", "--level", level)
    whole, parts = home / "whole.txt", home / "parts.txt"
    play_typed("draw\n" * 12 + "quit\n", *arguments, "--save", str(whole))
    play_typed("draw\n" * 4 + "quit\n", *arguments, "--save", str(parts))
    for _ in range(2):
        play_typed("draw\n" * 4 + "quit\n", "--resume", str(parts))
    assert len(record_in(whole).actions) > 20
    assert record_in(parts) == record_in(whole)


def test_a_game_can_be_saved_to_a_named_file(home: Path) -> None:
    path = home / "my games" / "first [/x].txt"
    left = play_typed("draw\nquit\n", "--seed", "1", "--save", str(path))
    assert (left.returncode, left.stderr) == (0, "")
    assert str(path) in left.stdout
    assert not last_game(home).exists()
    assert play_typed("quit\n", "--resume", str(path)).returncode == 0
    assert len(record_in(path).actions) > 1


def test_a_finished_game_cannot_be_resumed(home: Path) -> None:
    play_typed("give up\nyes\n", "--seed", "1", *ONE)
    again = play_typed("", "--resume")
    assert again.returncode == 2
    assert "over" in again.stderr
    assert again.stdout == ""


def test_a_game_killed_in_the_middle_of_a_turn_can_be_resumed(home: Path) -> None:
    with PipedGame("--seed", "1", *ONE) as piped:
        piped.type("draw")
        before = last_game(home).read_text(encoding="utf-8")
        piped.type("lay o1 o2 o3")
        piped.process.kill()
        piped.process.wait(TIMEOUT_SECONDS)
    assert last_game(home).read_text(encoding="utf-8") == before
    game = parse_record(before).replay()
    with PipedGame("--resume") as piped:
        rack = next(line for line in piped.output.splitlines() if line.startswith("Rack"))
        assert len(re.findall("[0-9]+|J", rack)) == len(game.racks[0]) == 15
        assert "You draw a tile" in piped.type("draw")
    assert [file.name for file in last_game(home).parent.iterdir() if file.name.startswith("tmp")] == []


@pytest.mark.parametrize("option", ["--profile=twist", "--seed=1", "--opponents=2", "--name=Ada", "--rule=copies=3"])
def test_a_resumed_game_accepts_no_other_rules_or_players(option: str, home: Path) -> None:
    refused = play_typed("", "--resume", option)
    assert refused.returncode == 2
    assert "cannot be used together" in refused.stderr


# At a real terminal


def test_a_person_plays_at_a_terminal_with_colours(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        assert "Rack" in wait_for_prompt(child)
        assert re.search("\x1b\\[[0-9;]*48;", child.before)
        child.send("draw\r")
        child.expect("You draw a tile")
        assert "Your turn" in wait_for_prompt(child)
        child.send("quit\r")
        child.expect("tilewise play --resume")
        assert exit_code(child) == 0


def test_no_color_turns_the_colours_off(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with terminal("play", "--seed", "1", *ONE) as child:
        assert "Rack" in wait_for_prompt(child)
        assert not re.search("\x1b\\[[0-9;]*[34]8;", child.before)


def test_ctrl_d_quits_and_saves_the_game(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        wait_for_prompt(child)
        child.sendeof()
        child.expect("tilewise play --resume")
        assert exit_code(child) == 0
    record_in(last_game(home))


def test_ctrl_c_quits_without_a_traceback_and_saves_the_game(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        wait_for_prompt(child)
        child.sendintr()
        code = exit_code(child)
        assert "Traceback" not in child.before
        assert "tilewise play --resume" in child.before
        assert code == 130
    record_in(last_game(home))
