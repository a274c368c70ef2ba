"""What a person reads during a game: names, rules, pool, actions and scores."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from tests.support.games_in_progress import game_at, play_all
from tests.support.terminal import play_typed
from tilewise.bots import LEVELS, Beginner, Fault, FaultKind, play_out
from tilewise.cli.narrator import Narrator, level_in_name
from tilewise.cli.terminal import SYMBOLS
from tilewise.game import (
    Action,
    Announce,
    Draw,
    GiveUp,
    Pass,
    Play,
    Redeal,
    TimeOut,
    new_game,
)
from tilewise.profiles import PROFILES
from tilewise.tiles import parse_tiles
from tilewise.view import SeenAction, view_of

ONE = ("--opponents", "1")


def narrator(*names: str) -> tuple[Narrator, io.StringIO]:
    out = io.StringIO()
    return Narrator(Console(file=out, width=200), names), out


@pytest.mark.parametrize(
    ("name", "level"),
    [("Computer 1 (beginner)", "beginner"), ("Ada (solid)", "solid"), ("Ada", None), ("Ada (clever)", None)],
)
def test_a_level_is_read_from_a_name(name: str, level: str | None) -> None:
    assert level_in_name(name) == level


TILES = parse_tiles("r7 k9")


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        (SeenAction(Draw(0), (), 1, TILES[:1], None, None), "· You draw a tile  7▲"),
        (SeenAction(Draw(1), (), 1, (), None, None), "· Computer 1 draws a tile"),
        (SeenAction(Pass(1), (), 0, (), None, None), "· Computer 1 passes"),
        (SeenAction(Play(1, ()), TILES, 0, (), None, None), "· Computer 1 places  7▲   9●"),
        (SeenAction(Play(0, ()), TILES, 0, (), 31, None), "· You place  7▲   9●  and open with 31"),
        (SeenAction(TimeOut(1, moved=True), (), 3, (), None, None), "· Computer 1 runs out of time and draws 3 tiles"),
        (SeenAction(TimeOut(0, moved=False), (), 1, (), None, None), "· You run out of time and draw 1 tile"),
        (SeenAction(Redeal(1), (), 0, (), None, None, TILES), "· Computer 1 demands a redeal and shows  7▲   9●"),
        (SeenAction(Announce(1), (), 0, (), None, None), "· Computer 1 announces an opening for the next turn"),
        (SeenAction(GiveUp(1), (), 0, (), None, None), "· Computer 1 gives up"),
    ],
)
def test_every_action_is_told_in_a_sentence(seen: SeenAction, sentence: str) -> None:
    teller, out = narrator("You", "Computer 1 (beginner)")
    teller.print_action(seen)
    assert out.getvalue().startswith(sentence)


def test_the_welcome_says_once_how_each_level_plays() -> None:
    teller, out = narrator("You", "Computer 1 (fox)", "Computer 2 (fox)", "Computer 3 (solid)")
    teller.print_welcome(new_game(PROFILES["jumbo"], 4, 1))
    told = [line for line in out.getvalue().splitlines() if line.startswith(("fox: ", "solid: "))]
    assert told == [f"{level}: {LEVELS[level].description}" for level in ("fox", "solid")]


def test_a_fault_of_a_computer_player_is_told_without_its_details() -> None:
    teller, out = narrator("You", "Computer 1 (beginner)")
    teller.print_fault(Fault(1, 4, FaultKind.ILLEGAL, "r7 came neither from the table nor from the rack."))
    assert out.getvalue().startswith("· Computer 1 could not make its choice (illegal); the game goes on.")
    assert "r7" not in out.getvalue()


def test_a_person_with_a_name_is_told_about_in_the_third_person() -> None:
    action: Action = Draw(0)
    teller, out = narrator("Ada", "Computer 1 (beginner)")
    teller.print_action(SeenAction(action, (), 1, (), None, None))
    assert out.getvalue().startswith("· Ada draws a tile")


@pytest.mark.parametrize(
    ("profile", "racks", "words"),
    [
        ("vienna-en", ["r6 k1", "k2"], ["until nobody can place a tile, or everyone passes"]),
        ("international", ["k1", "k2 r6"], ["until nobody can place a tile, and whoever can must"]),
        ("international", ["r6 k1", "k2"], ["whoever can must", "You can place a tile, so you must."]),
        ("jumbo", ["k1", "k2"], ["this is the last round"]),
    ],
)
def test_the_turn_header_says_what_an_empty_pool_means_n2(profile: str, racks: list[str], words: list[str]) -> None:
    last_round = frozenset((0, 1)) if profile == "jumbo" else None
    game = game_at(PROFILES[profile], racks, table="r3 r4 r5", last_round=last_round)
    teller, out = narrator("You", "Computer 1 (beginner)")
    teller.print_turn_header(view_of(game, 0))
    assert all(part in out.getvalue() for part in words)
    assert ("so you must" in out.getvalue()) == (len(words) > 1)


def test_a_player_who_must_open_reads_so_n2() -> None:
    game = game_at(PROFILES["international"], ["k10 k11 k12 b1", "k2"], opened=[])
    teller, out = narrator("You", "Computer 1 (beginner)")
    teller.print_turn_header(view_of(game, 0))
    assert "You can open, so you must." in out.getvalue()


@pytest.mark.parametrize(
    ("profile", "rule", "actions", "reason"),
    [
        ("vienna-de", "stuck", [Draw(0)], "nobody can place a tile any more"),
        ("vienna-de", "passes", [Draw(0), Pass(1), Pass(0)], "everyone has passed"),
        ("jumbo", "last-round", [Draw(0), Pass(0), Pass(1)], "the last round is over"),
    ],
)
def test_the_result_says_why_a_game_with_an_empty_pool_ended_n2(
    profile: str, rule: str, actions: list[Action], reason: str
) -> None:
    rules = PROFILES[profile].with_rules({"empty_pool": rule})
    game = play_all(game_at(rules, ["k1", "k5"], table="r3 r4 r5", pool="b1"), *actions)
    teller, out = narrator("You", "Computer 1 (beginner)")
    teller.print_result(game, None)
    assert f"The pool is empty, and {reason}." in out.getvalue()


def test_everyone_at_the_terminal_reads_that_the_last_tile_was_drawn_u13(home: Path) -> None:
    rules = [f"--rule={rule}" for rule in ("rack_size=3", "copies=1", "redeal_pairs=none", "opening_threshold=100")]
    shown = play_typed("draw\n" * 60, "--seed", "1", *ONE, *rules, "--profile", "jumbo").stdout
    assert "The pool is empty: this is the last round." in shown


def test_the_result_names_winner_scores_and_record() -> None:
    game = play_out(new_game(PROFILES["jumbo"], 2, "3"), [Beginner(), Beginner()])
    assert game.score is not None
    teller, out = narrator("You", "Computer 1 (beginner)")
    teller.print_result(game, Path("game.txt"))
    shown = out.getvalue()
    assert re.search(r"^(You win|Computer 1 \(beginner\) wins) with", shown, re.MULTILINE)
    assert shown.endswith("Game record: game.txt\n")
    for name, points in zip(teller.names, game.score.points, strict=True):
        assert re.search(rf"{re.escape(name)} +\+?{points} ", shown)


def test_the_screen_shows_rules_players_pool_and_rack(home: Path) -> None:
    shown = play_typed("quit\n", "--profile", "twist", "--opponents", "2", "--seed", "5", "--name", "Ada").stdout
    for words in ("Edition with special jokers", "help", "Ada", "Computer 1", "Computer 2", "pool 70", "Rack", "30"):
        assert words in shown
    assert all(symbol in shown for symbol in SYMBOLS.values())


def test_the_turn_header_shows_the_time_if_there_is_a_clock_u9(home: Path) -> None:
    assert "Your turn · pool 78 · 60 s" in play_typed("quit\n", "--seed", "1", *ONE).stdout
    assert "Your turn · pool 78 ─" in play_typed("quit\n", "--seed", "1", *ONE, "--rule", "turn_seconds=none").stdout


def test_no_line_is_wider_than_the_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = play_typed("draw\n" * 6 + "quit\n", "--profile", "tm-toys", "--opponents", "5", "--seed", "4").stdout
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("name", ["[/b]", "[red]Ada", ":heart:"])
def test_a_name_is_shown_exactly_as_given(name: str, home: Path) -> None:
    played = play_typed("draw\ngive up\nyes\n", "--seed", "1", *ONE, "--name", name)
    assert (played.returncode, played.stderr) == (0, "")
    assert f"{name} starts" in played.stdout
    assert f"{name} gives up" in played.stdout
