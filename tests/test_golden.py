"""The golden games in tests/golden: each replays, and playing it again gives the same bytes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scripts import golden
from scripts.golden import Golden
from tests.support.seatings import EVERY_SEATING
from tilewise.game import Action, Announce, Draw, Game, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.profiles import PROFILES
from tilewise.records import format_record, parse_record
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, MIRROR

GOLDEN = Path(__file__).parent / "golden"
FILES = [f"{name}-{players}.txt" for name, players in EVERY_SEATING]


def golden_of(file: str) -> Golden:
    """Return the recipe of a golden game."""
    return next(game for game in golden.GOLDEN_GAMES if game.path.name == file)


def written(file: str) -> str:
    """Return the bytes of a golden game, as text."""
    return (GOLDEN / file).read_bytes().decode("utf-8")


@cache
def replayed(file: str) -> Game:
    return parse_record(written(file)).replay()


def test_there_is_one_golden_game_for_each_profile_and_number_of_players() -> None:
    """E3."""
    assert sorted(path.name for path in GOLDEN.glob("*.txt")) == sorted(FILES)
    assert sorted(golden.path.name for golden in golden.GOLDEN_GAMES) == sorted(FILES)
    for (name, players), file in zip(EVERY_SEATING, FILES, strict=True):
        record = parse_record(written(file))
        assert (record.profile, record.players) == (PROFILES[name], players)


@pytest.mark.parametrize("file", FILES)
def test_a_golden_game_replays_to_its_end(file: str) -> None:
    """N1, N2, C2, C4: a record whose actions do not lead to its result cannot be read."""
    record = parse_record(written(file))
    assert record.result is not None
    assert replayed(file).is_over
    assert format_record(record) == written(file)


@pytest.mark.long
@pytest.mark.parametrize("file", FILES)
def test_playing_a_golden_game_again_gives_the_same_bytes(file: str) -> None:
    """After an intended change, run `make golden`."""
    assert golden.text_of(golden_of(file)) == written(file)


def test_a_golden_game_that_ends_before_all_its_incidents_is_an_error() -> None:
    too_late = Golden("vienna-de", 4, "golden-19", {1000: "late"})
    with pytest.raises(RuntimeError, match="ended before these incidents"):
        golden.play(too_late)


def test_writing_the_golden_games_writes_exactly_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file of a game that is no longer in the list is removed."""
    monkeypatch.setattr(golden, "GOLDEN", tmp_path)
    monkeypatch.setattr(golden, "GOLDEN_GAMES", (golden_of("vienna-de-4.txt"),))
    (tmp_path / "old.txt").write_text("gone")
    golden.main()
    assert [path.name for path in tmp_path.iterdir()] == ["vienna-de-4.txt"]
    assert (tmp_path / "vienna-de-4.txt").read_bytes().decode() == written("vienna-de-4.txt")
    assert "1 golden games" in capsys.readouterr().out


def results_of(kind: type[Action]) -> list[tuple[str, Any]]:
    return [(file, result) for file in FILES for result in replayed(file).history if isinstance(result.action, kind)]


def test_the_golden_games_together_show_every_kind_of_action() -> None:
    """U1, U10, U11, U13, S5, C3."""
    for kind in (Play, Draw, Pass, Redeal, Announce, GiveUp):
        assert results_of(kind), kind
    assert {result.action.moved for _, result in results_of(TimeOut)} == {True, False}
    assert any(result.refusal is not None for _, result in results_of(Play))


def test_the_golden_games_together_show_going_out_a_round_of_passes_and_the_last_round() -> None:
    """N1, N2."""
    games = [replayed(file) for file in FILES]
    for name in PROFILES:
        assert any(game.ending == "out" for game in games if game.profile.name == name), name
    by_passes = [game for game in games if game.pool_ending == "passes"]
    last_rounds = [game for game in games if game.pool_ending == "last-round"]
    assert by_passes
    assert last_rounds
    for game in by_passes:
        # The last turns are passes, one by each player.
        last = game.actions[-len(game.playing) :]
        assert all(isinstance(action, Pass) for action in last)
        assert {action.seat for action in last} == set(game.playing)
    for game in last_rounds:
        # The player who drew the last tile has the first turn of the last round.
        turns = [result for result in game.history if not isinstance(result.action, Announce)]
        last_turns = turns[-game.players :]
        drawer = turns[-game.players - 1]
        assert drawer.drawn
        assert drawer.action.seat == last_turns[0].action.seat
        assert sorted(result.action.seat for result in last_turns) == list(range(game.players))


def test_the_golden_games_of_twist_together_show_each_special_joker_played() -> None:
    """X1, X2, X3."""
    played = {tile for file, result in results_of(Play) for tile in result.placed}
    assert {DOUBLE, COLOUR_CHANGE, MIRROR} <= played
    assert all("twist" in file for file, result in results_of(Play) if any(t.is_special for t in result.placed))
