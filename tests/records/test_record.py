"""Records as values: names, results, replays."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from tests.support.recorded_games import (
    KINDS_OF_ACTION,
    RECORDED,
    game_of_every_kind_of_action,
    recorded_game,
    short_game,
)
from tilewise.errors import TilewiseError
from tilewise.game import Draw, Play, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.records import (
    Record,
    RecordError,
    format_record,
    parse_record,
    record_from_json,
    record_of,
    record_to_json,
)
from tilewise.records.record import Result, checked_seat, result_of


def test_the_recorded_games_have_every_kind_of_action_and_ending() -> None:
    """U11: a wrong play that cost a penalty is an action of the record."""
    game = game_of_every_kind_of_action()
    assert {type(action) for action in game.actions} == KINDS_OF_ACTION
    assert sum(result.refusal is not None for result in game.history) == 2
    assert {recorded_game(label)[0].ending for label in RECORDED} == {None, "out", "pool", "given-up"}


@pytest.mark.parametrize("table", ["", "{rack} |", "| {rack}"], ids=["only", "last", "first"])
def test_a_wrong_play_with_an_empty_set_is_refused_or_can_be_read_again(table: str) -> None:
    """U11: a wrong play that costs a penalty is part of the record."""
    game = new_game(PROFILES["tm-toys"], 2, seed=1)
    sets = [game.racks[game.turn][:3] if "rack" in part else () for part in table.split("|")]
    try:
        game = apply(game, Play(game.turn, tuple(sets)))
    except TilewiseError:
        assert game == new_game(PROFILES["tm-toys"], 2, seed=1)
    record = record_of(game)
    assert record_from_json(record_to_json(record)).replay() == game
    assert parse_record(format_record(record)).replay() == game


def test_a_record_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(RecordError("line 3", "it is torn.")))  # noqa: S301
    assert (error.where, error.why, str(error)) == ("line 3", "it is torn.", "line 3: it is torn.")


@pytest.mark.parametrize(
    "names",
    [("A",), ("A", "B", "C"), ("A", ""), ("A", "x" * 41), ("A", " B"), ("A", "B\n"), ("A", "B\u2028"), ("A", "\ud800")],
)
def test_names_that_a_record_cannot_hold_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(TilewiseError, match="name"):
        record_of(new_game(PROFILES["jumbo"], 2, 1), names)


def test_replaying_a_wrong_action_or_result_names_its_place() -> None:
    """Without places in a file, the place of an action is its number."""
    record = record_of(short_game())
    wrong_action = replace(record, actions=(*record.actions[:2], Draw(5), *record.actions[3:]))
    with pytest.raises(RecordError) as caught:
        wrong_action.replay()
    assert caught.value.where == "action 3"
    with pytest.raises(RecordError) as caught:
        replace(record, result=None).replay()
    assert caught.value.where == "result"


def test_the_result_of_a_game_is_its_score_once_it_is_over() -> None:
    """C1-C4."""
    game = short_game()
    score = game.score
    assert score is not None
    assert result_of(game) == Result(score.ending, score.winners, score.points)
    assert result_of(new_game(PROFILES["jumbo"], 2, 1)) is None


def test_a_record_contains_only_what_determines_the_game() -> None:
    """Everything else is derived: equal records replay to equal games."""
    record = record_of(short_game())
    assert set(Record.__slots__) == {"profile", "players", "seed", "starter", "names", "actions", "result", "fair"}
    assert record_of(record.replay()) == record


def test_a_seat_is_checked_against_the_number_of_players() -> None:
    assert [checked_seat(seat, 3) for seat in range(3)] == [0, 1, 2]
    for seat in (-1, 3):
        with pytest.raises(TilewiseError, match=f"^the seats are 0 to 2, not {seat}.$"):
            checked_seat(seat, 3)
