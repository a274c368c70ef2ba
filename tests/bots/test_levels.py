"""The levels: every one plays by the rules, a higher one plays better, and none learns the seed of the game."""

from __future__ import annotations

from collections import Counter

import pytest

from scripts import verify_bots
from tests.support.bot_games import game_at
from tests.support.effort import examples
from tests.support.seatings import SEATINGS
from tilewise import PROFILES, Action, Play, View, apply, new_game, view_of
from tilewise.bots import (
    LEVELS,
    UNTIMED,
    WEAKEST_LEVEL,
    Beginner,
    Clock,
    Level,
    Patient,
    Solid,
    new_player,
    play_out,
    seat_player,
    seat_players,
)
from tilewise.bots.moods import by_mood
from tilewise.errors import TilewiseError
from tilewise.simulator import POLICIES, Simulation


def test_a_player_is_created_by_its_level() -> None:
    assert WEAKEST_LEVEL == next(iter(LEVELS)) == "beginner"
    assert isinstance(new_player("beginner", 0, PROFILES["jumbo"], "1"), Beginner)
    with pytest.raises(TilewiseError, match=r"^There is no computer player 'wizard'; the levels are beginner"):
        new_player("wizard", 0, PROFILES["jumbo"], "1")


class Spy(Beginner):
    """A player that deals the game again from every seed it can get hold of."""

    knows_a_rack = False

    def choose(self, view: View, clock: Clock) -> Action:
        for seed in (self.seed, self.seed[:16], *self.seed.split("/")):
            dealt = new_game(view.profile, view.players, seed, view.starter)
            self.knows_a_rack |= dealt.racks[view.seat or 0] == view.rack
        return super().choose(view, clock)


def test_a_spying_player_cannot_work_out_the_racks_from_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "spy", Level(Spy, "Spies."))
    game = new_game(PROFILES["international"], 4, "secret")
    spies = [player for player in seat_players(["spy"] * 4, game) if isinstance(player, Spy)]
    play_out(game, spies)
    assert len(spies) == 4
    assert not any(spy.knows_a_rack for spy in spies)
    # With the seed of the game the same spy succeeds: the test would notice.
    caught = [Spy(seed="secret") for _ in range(4)]
    play_out(game, caught)
    assert all(spy.knows_a_rack for spy in caught)


def test_players_have_different_seeds_in_every_seat_and_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "spy", Level(Spy, "Spies."))
    games = [new_game(PROFILES["international"], 3, seed) for seed in "abc"]
    spies = [
        *seat_players(["spy"] * 3, games[0]),
        *seat_players(["spy"] * 3, games[1]),
        seat_player("spy", games[2], 0),
    ]
    assert len({spy.seed for spy in spies if isinstance(spy, Spy)}) == 7
    (alone,) = seat_players(["spy"], games[2])
    assert isinstance(alone, Spy)
    assert isinstance(spies[-1], Spy)
    assert alone.seed == spies[-1].seed


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_every_level_plays_whole_games_by_the_rules(name: str, players: int) -> None:
    """U6-U8, N1, N2: apply would raise Refused at the first illegal action."""
    number = SEATINGS.index((name, players))
    levels = [list(LEVELS)[(seat + 3 * number) % len(LEVELS)] for seat in range(players)]
    game = new_game(PROFILES[name], players, f"bots.{players}")
    assert play_out(game, seat_players(levels, game)).is_over


@pytest.mark.long
def test_verify_bots_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """U6-U8: `make verify-bots` plays a thousand games of each profile."""
    assert verify_bots.main(["--games", "2", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.endswith("No game went wrong.\n")


def test_verify_bots_reports_errors_and_too_many_tiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, so that the player and the limit are those of the test."""
    monkeypatch.setitem(LEVELS, "beginner", Level(Failing, "Fails."))
    monkeypatch.setattr(verify_bots, "MANY_TILES", 4)
    result = verify_bots.play_some(("international", 0, 1))
    assert any("beginner, error: ZeroDivisionError" in problem for problem in result.problems)
    assert any("laid too many tiles in one turn" in problem for problem in result.problems)


class Failing(Beginner):
    def choose(self, view: View, clock: Clock) -> Action:
        raise ZeroDivisionError


@pytest.mark.parametrize("level", list(LEVELS)[:-2])
def test_levels_below_the_top_two_never_lay_forty_tiles_in_one_turn(level: str) -> None:
    """All forty tiles of the rack fit; each level lays only a part of them."""
    rack = " ".join(f"{colour}{number}" for colour in "krbo" for number in range(1, 11))
    for opened in (True, False):
        game = game_at(rack, "k11 k12 k13", opened=opened)
        action = new_player(level, 0, game.profile, "1").choose(view_of(game, 0), UNTIMED)
        assert isinstance(action, Play)
        assert 3 <= len(apply(game, action).history[-1].placed) <= 25


def test_the_fox_is_in_one_of_several_moods() -> None:
    moods = [new_player("fox", 0, PROFILES["jumbo"], f"game-{number}") for number in range(30)]
    assert len({(type(mood), mood.policy) for mood in moods if isinstance(mood, Patient)}) == 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("weak", "strong", "games"),
    [
        ("beginner", "learner", 32),
        ("learner", "tinkerer", examples(24, thorough=64)),
        ("tinkerer", "casual", examples(24, thorough=64)),
        ("casual", "solid", examples(24, thorough=64)),
        ("collector", "fox", 48),
    ],
)
def test_the_levels_are_in_the_order_of_their_strength(weak: str, strong: str, games: int) -> None:
    """A small sample with fixed seeds: the stronger level clearly beats the weaker one. All steps: docs/players.md."""
    won = 0
    for seed in range(games):
        levels = [weak, strong] if seed % 2 else [strong, weak]
        dealt = new_game(PROFILES["international"], 2, seed)
        game = play_out(dealt, seat_players(levels, dealt))
        assert game.score is not None
        won += levels[game.score.winners[0]] == strong
    assert won >= 0.6 * games


def test_the_collector_is_stronger_than_the_solid_player() -> None:
    """The collector is `cap12`; the simulator plays as they do, but for very large turns."""
    results = Simulation(PROFILES["international"], [POLICIES["cap12"], POLICIES["solid"]]).play(300, "levels")
    assert results.wins[0] > 0.6 * 300


# A player with moods: one way to play for a whole game, chosen by its seed


def test_the_seed_decides_on_the_mood_and_every_mood_is_as_frequent() -> None:
    def mood(number: int) -> str:
        return type(by_mood((Beginner, Solid), 0, PROFILES["jumbo"], f"game-{number}")).__name__

    seen = Counter(mood(number) for number in range(1000))
    assert set(seen) == {"Beginner", "Solid"}
    assert 400 < seen["Solid"] < 600
    assert mood(5) == mood(5)


def test_a_player_in_a_mood_has_the_seed_of_its_seat() -> None:
    assert by_mood((Beginner,), 0, PROFILES["jumbo"], "a seed").seed == "a seed"
