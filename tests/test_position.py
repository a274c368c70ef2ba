"""Positions in one line of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.support.recorded_games import finished
from tests.support.seatings import SEATINGS
from tilewise.errors import TilewiseError
from tilewise.game import Game, GiveUp, Play, apply, new_game
from tilewise.position import PositionError, parse_position, position_of, position_of_view
from tilewise.profiles import PROFILES, NotInBox, RulesError
from tilewise.tiles import NotationError, format_tiles, parse_table, parse_tiles
from tilewise.view import view_of

LINE = "jumbo; players 2; turn 0; opened 0; table r3 r4 r5 | k7 b7 o7; racks r6 J o1 / ?12; pool ?85"


def sampled_games(name: str, players: int) -> Iterator[Game]:
    """Return the game at every tenth action, and its end."""
    end = finished(name, players)
    game = new_game(end.profile, players, end.seed)
    for number, action in enumerate(end.actions):
        if number % 10 == 0:
            yield game
        game = apply(game, action)
    yield game


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_position_is_read_as_it_was_written_for_every_seat_and_spectators(name: str, players: int) -> None:
    for game in sampled_games(name, players):
        whole = position_of(game)
        assert parse_position(str(whole)) == whole
        for seat in (None, *range(players)):
            seen = position_of_view(view_of(game, seat))
            assert parse_position(str(seen)) == seen
            assert (seen.table, seen.turn, seen.opened) == (whole.table, whole.turn, whole.opened)
            shown = [other for other, rack in enumerate(seen.racks) if not isinstance(rack, int)]
            assert shown == (list(range(players)) if game.is_over else [] if seat is None else [seat])
            assert seen.pool == len(game.pool)


def test_the_position_of_a_game_with_house_rules_names_them() -> None:
    game = new_game(PROFILES["tm-toys"].with_rules({"opening_threshold": 0, "turn_seconds": None}), 2, 1)
    text = str(position_of(game))
    assert text.startswith("tm-toys opening_threshold=0 turn_seconds=none; players 2; ")
    assert parse_position(text) == position_of(game)


def test_the_example_of_the_format_is_read() -> None:
    position = parse_position(LINE)
    assert (position.profile, position.players, position.turn) == (PROFILES["jumbo"], 2, 0)
    assert position.opened == (True, False)
    assert position.table == parse_table("r3 r4 r5 | k7 b7 o7")
    assert position.racks == (parse_tiles("r6 J o1"), 12)
    assert position.pool == 85
    assert str(position) == LINE


def test_spaces_and_the_case_of_tiles_do_not_matter() -> None:
    text = " jumbo ;players 2;turn 0;  opened  0;table R3 R4 R5|K7 B7 O7; racks r6 j o1/?12 ;pool ?85"
    assert parse_position(text) == parse_position(LINE)


def test_an_empty_rack_table_or_pool_is_a_dash() -> None:
    assert parse_position("jumbo; players 2; turn 1; opened -; table -; racks - / ?106; pool -").pool == ()
    text = "jumbo; players 2; turn 1; opened -; table -; racks - / r1; pool ?105"
    position = parse_position(text)
    assert (position.racks, position.table, position.opened) == (((), parse_tiles("r1")), (), (False, False))
    assert str(position) == text


def test_house_rules_follow_the_name_of_the_profile() -> None:
    """U4, U9."""
    text = "tm-toys opening_threshold=0 turn_seconds=none; players 5; turn 4; opened -; table -; "
    text += "racks ?14 / ?14 / ?14 / ?14 / ?14; pool ?90"
    position = parse_position(text)
    assert (position.profile.opening_threshold, position.profile.turn_seconds) == (0, None)
    assert str(position) == text


def test_a_seat_sees_its_own_rack_and_the_sizes_of_the_others() -> None:
    game = new_game(PROFILES["jumbo"], 3, seed=1, starter=0)
    position = position_of_view(view_of(game, 1))
    assert (position.racks, position.pool) == ((14, game.racks[1], 14), len(game.pool))
    assert position_of_view(view_of(game, None)).racks == (14, 14, 14)
    assert f"racks ?14 / {format_tiles(game.racks[1])} / ?14; pool ?64" in str(position)


def test_the_position_of_a_game_has_every_tile() -> None:
    game = new_game(PROFILES["jumbo"], 3, seed=1)
    position = position_of(game)
    assert (position.racks, position.pool) == (game.racks, game.pool)


def test_when_the_game_is_over_everyone_sees_the_racks() -> None:
    """N1."""
    game = apply(new_game(PROFILES["jumbo"], 2, seed=1), GiveUp(0))
    assert position_of_view(view_of(game, 1)).racks == game.racks
    assert position_of_view(view_of(game, None)).racks == game.racks


def test_an_emptied_rack_is_written_as_a_dash() -> None:
    """N1."""
    start = new_game(PROFILES["international"], 2, seed=1, starter=0)
    game = replace(start, racks=(parse_tiles("k10 b10 o10"), parse_tiles("r1")), pool=())
    over = apply(game, Play(0, parse_table("k10 b10 o10")))
    assert "racks - / r1; pool ?0" in str(position_of_view(view_of(over, 1)))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (LINE, "", "A position starts with the name of a profile."),
        (LINE, " ; players 2", "A position starts with the name of a profile."),
        ("; players 2", "; playerz 2", "The position should say 'players' here, not 'playerz'."),
        ("; turn 0; opened 0", "; opened 0; turn 0", "The position should say 'turn' here, not 'opened'."),
        (
            "; pool ?85",
            "",
            "After its profile, a position has the fields players, turn, opened, table, racks, pool; 5 were found.",
        ),
        (
            "; pool ?85",
            "; pool ?85; seed 7",
            "After its profile, a position has the fields players, turn, opened, table, racks, pool; 7 were found.",
        ),
        ("players 2", "players two", "'players' should be a whole number, not 'two'."),
        ("players 2", "players 12345", "'players' should be a whole number, not '12345'."),
        ("players 2", "players", "'players' should be a whole number, not ''."),
        ("turn 0", "turn 2", "'turn' names seat 2; the seats are 0 to 1."),
        ("turn 0", "turn -1", "'turn' should be a whole number, not '-1'."),
        ("opened 0", "opened 0 5", "'opened' names seat 5; the seats are 0 to 1."),
        ("turn 0", "turn -", "'turn' should be a whole number, not ''."),
        ("players 2", "players 3", "There are 2 racks for 3 players."),
        ("racks r6 J o1 / ?12", "racks r6 J o1", "There are 1 racks for 2 players."),
        ("?85", "-", "The box has 106 tiles, and this position has 21."),
        ("?12", "?x", "'racks' should be a whole number, not 'x'."),
        ("pool ?85", "pool ?", "'pool' should be a whole number, not ''."),
        ("pool ?85", "pool ?84", "The box has 106 tiles, and this position has 105."),
        ("r3 r4 r5", "r3 r4 r6", "r3 r4 r6 on the table is not a set: This run lacks 5."),
    ],
)
def test_a_text_that_is_not_a_position_is_refused_with_the_wrong_field(old: str, new: str, sentence: str) -> None:
    assert old in LINE
    with pytest.raises(PositionError) as caught:
        parse_position(LINE.replace(old, new))
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("old", "new", "error", "words"),
    [
        ("jumbo", "jumboo", RulesError, "There is no profile 'jumboo'"),
        ("jumbo", "jumbo copies", RulesError, "A house rule is written field=value"),
        ("jumbo", "jumbo copies=9", RulesError, "copies must be between"),
        ("players 2", "players 5", RulesError, "jumbo is for 2 to 4 players, not for 5"),
        ("r6 J o1", "r6 X o1", NotationError, "'X' is not a tile"),
        ("r3 r4 r5 |", "r3 r4 r5 | |", NotationError, "next to an empty set"),
        ("r3 r4 r5 |", "r44 r4 r5 |", NotationError, "'r44' is"),
        ("?12", "r99", NotationError, "'r99' is"),
        ("r6 J o1", "J J J", NotInBox, "has 2 of J, not 3"),
        ("r6 J o1", "r3 r3 o1", NotInBox, "has 2 of r3, not 3"),
        ("r6 J o1", "r6 M o1", NotInBox, "has 0 of M, not 1"),
    ],
)
def test_wrong_tiles_and_rules_in_a_position_are_named(
    old: str, new: str, error: type[TilewiseError], words: str
) -> None:
    """E1, E2, E3."""
    with pytest.raises(error) as caught:
        parse_position(LINE.replace(old, new))
    assert words in str(caught.value)
