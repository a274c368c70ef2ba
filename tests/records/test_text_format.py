"""Records and positions: what is written can be read again, and what was changed is noticed."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tilewise.bots import Beginner, next_action, play_out
from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, Game, GiveUp, Pass, Play, Redeal, TimeOut, apply, new_game
from tilewise.position import PositionError, parse_position, position_of, position_of_view
from tilewise.profiles import PROFILES, NotInBox, Profile, RulesError
from tilewise.records import (
    Record,
    RecordError,
    format_record,
    parse_record,
    record_from_json,
    record_of,
    record_to_json,
)
from tilewise.records.json_format import record_as_dict, record_from_dict
from tilewise.records.record import Result, result_of
from tilewise.records.text_format import checksum
from tilewise.tiles import NotationError
from tilewise.view import view_of

SEATINGS = [(name, players) for name, profile in PROFILES.items() for players in profile.player_counts]
EVERY_KIND = {Play, Draw, Pass, TimeOut, Redeal, Announce, GiveUp}
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "vienna-de": {"gift_tiles": "added", "turn_seconds": None},
    "vienna-en": {"gift_tiles": "instead", "late_tiles": 5},
    "jumbo": {"redeal_pairs": None, "rack_size": 7, "pool_tie": "shared"},
    "tm-toys": {"opening_threshold": 0, "turn_seconds": 30, "large_game_from": None},
    "international": {"unopened_penalty": 100, "missed_opening_penalty": 200, "empty_pool": "last-round"},
    "twist": {"jokers": 0, "mirror_jokers": 3, "clock_from": "first-turn"},
}
NAMES = ("Zoë", "name 1: Bo; the second", "李雷", 'D"\\|')


@cache
def finished(name: str, players: int) -> Game:
    """A whole game of beginners."""
    return play_out(new_game(PROFILES[name], players, f"record-{players}"), [Beginner()] * players)


def played(profile: Profile, players: int, seed: str, turns: int, starter: int | None = None) -> Game:
    """A game of beginners, broken off."""
    game = new_game(profile, players, seed, starter)
    for _ in range(turns):
        game = apply(game, next_action(game, [Beginner()] * players))
    return game


@cache
def game_of_every_kind_of_action() -> Game:
    """A whole game with each kind of action: a redeal and an announcement too, both kinds of time out, a wrong play."""
    profile = PROFILES["tm-toys"]
    for seed in range(1000):
        game = new_game(profile, 6, f"every-kind-{seed}")
        if not isinstance(next_action(game, [Beginner()] * 6), Redeal):
            continue
        game = apply(game, next_action(game, [Beginner()] * 6))
        game = apply(game, TimeOut(game.turn, True))
        game = apply(game, TimeOut(game.turn, False))
        game = apply(game, Play(game.turn, (game.racks[game.turn][:2],)))
        game = apply(game, Play(game.turn, ()))
        game = apply(game, GiveUp(game.turn))
        game = play_out(game, [Beginner()] * 6)
        if {type(action) for action in game.actions} == EVERY_KIND:
            return game
    raise AssertionError("No seed leads to a game with every kind of action.")


@cache
def short_game() -> Game:
    """A whole game of few actions, with house rules and a given starter: the pool is drawn by being late."""
    rules = {"late_tiles": 30, "redeal_pairs": None, "wrong_play": "penalty"}
    game = new_game(PROFILES["jumbo"].with_rules(rules), 3, "short", starter=1)
    game = apply(game, Draw(1))
    game = apply(game, Play(2, (game.racks[2][:3],)))
    game = apply(game, TimeOut(0, True))
    game = apply(game, TimeOut(1, False))
    assert game.last_round == frozenset({0, 1, 2})
    game = apply(game, GiveUp(2))
    game = apply(game, Pass(1))
    game = apply(game, Pass(0))
    assert game.ending == "pool"
    return game


SHORT_NAMES = ("Ann", "Bo", "Cleo")


@cache
def short_text() -> str:
    return format_record(record_of(short_game(), SHORT_NAMES))


def short_lines() -> list[str]:
    return short_text().splitlines()


def unsigned(lines: list[str]) -> str:
    """Join lines to a text whose check is as it was."""
    return "\n".join(lines) + "\n"


def signed_again(lines: list[str]) -> str:
    """Join lines to a text with a new check line, as a forger would."""
    body = unsigned(lines[:-1])
    return f"{body}check: {checksum(body)}\n"


def line_of(start: str) -> int:
    """The number (from 1) of the line that begins so."""
    return next(number for number, line in enumerate(short_lines(), start=1) if line.startswith(start))


def with_line(start: str, new: str | None) -> list[str]:
    """The lines with one of them changed, or left out."""
    lines = short_lines()
    lines[line_of(start) - 1 : line_of(start)] = [] if new is None else [new]
    return lines


def refused_text(text: str) -> RecordError:
    """The error that a damaged text gives; it names a line that is there, and a reason."""
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    error = caught.value
    place = re.fullmatch(r"line ([0-9]+)", error.where)
    assert place, error
    assert 1 <= int(place[1]) <= text.count("\n") + 1
    assert len(error.why) > 10
    assert str(error) == f"{error.where}: {error.why}"
    return error


def refused_json(text: str) -> RecordError:
    """The error that damaged JSON gives; it names a place, and a reason."""
    with pytest.raises(RecordError) as caught:
        record_from_json(text)
    error = caught.value
    places = "record|profile|rules|players|seed|starter|names|actions|result|check"
    assert re.fullmatch(rf"{places}|(line|action) [0-9]+", error.where), error
    assert len(error.why) > 10
    return error


# Round trips


WRITTEN = [
    *(f"{name} finished {players}" for name, players in SEATINGS),
    *(f"{name} {kind}" for name in PROFILES for kind in ("new", "unfinished", "named", "starter", "house-rules")),
    "- every-kind",
    "- short",
    "- given-up 2",
    "- given-up 3",
]
"""Games of every profile: finished, unfinished, with names, with a starter, with house rules."""


@cache
def game_written(label: str) -> tuple[Game, tuple[str, ...]]:
    """The game of a label, and the names that it is written with."""
    name, kind, *number = label.split()
    players = int(number[0]) if number else 0
    match kind:
        case "finished":
            return finished(name, players), ()
        case "new":
            return new_game(PROFILES[name], 2, 0), ()
        case "unfinished":
            return played(PROFILES[name], 3, "a.b_c:d+e-f", 40), ()
        case "named":
            return played(PROFILES[name], 4, "9" * 100, 12), NAMES
        case "starter":
            return played(PROFILES[name], 3, "match.2", 20, starter=2), NAMES[:3]
        case "house-rules":
            return played(PROFILES[name].with_rules(HOUSE_RULES[name]), 2, "house", 60), ()
        case "every-kind":
            return game_of_every_kind_of_action(), (*NAMES, "E", "F")
        case "short":
            return short_game(), SHORT_NAMES
    game = new_game(PROFILES["international"], players, 1)
    for seat in range(players - 1):
        game = apply(game, GiveUp(seat))
    return game, ()


@pytest.mark.parametrize("label", WRITTEN)
def test_a_record_as_text_is_read_as_it_was_and_replays_to_the_identical_game(label: str) -> None:
    """S6, E3: a record is the profile, the players, the seed, the starter and the actions."""
    game, names = game_written(label)
    record = record_of(game, names)
    text = format_record(record)
    again = parse_record(text)
    assert again == record
    assert again.replay() == game
    assert format_record(again) == text
    assert again.names == names


@pytest.mark.parametrize("label", WRITTEN)
def test_a_record_as_json_is_read_as_it_was_and_replays_to_the_identical_game(label: str) -> None:
    """The same content as the text: its check is that of the whole text."""
    game, names = game_written(label)
    record = record_of(game, names)
    written = record_to_json(record)
    again = record_from_json(written)
    assert again == record
    assert again.replay() == game
    assert record_to_json(again) == written
    assert json.loads(written) == record_as_dict(record)
    assert json.loads(written)["check"] == checksum(format_record(record))


def test_the_games_written_above_show_every_kind_of_action_and_ending() -> None:
    """U11: a wrong play that cost a penalty is an action of the record."""
    game = game_of_every_kind_of_action()
    assert {type(action) for action in game.actions} == EVERY_KIND
    assert sum(happened.refusal is not None for happened in game.history) == 2
    assert {game_written(label)[0].ending for label in WRITTEN} == {None, "out", "pool", "given-up"}


@pytest.mark.parametrize("table", ["", "{rack} |", "| {rack}"], ids=["only", "last", "first"])
def test_a_wrong_play_with_an_empty_set_in_it_is_refused_or_can_be_read_again(table: str) -> None:
    """U11: where a wrong play costs a penalty it stands in the record, so the record has to hold it."""
    game = new_game(PROFILES["tm-toys"], 2, seed=1)
    sets = [game.racks[game.turn][:3] if "rack" in part else () for part in table.split("|")]
    try:
        game = apply(game, Play(game.turn, tuple(sets)))
    except TilewiseError:
        assert game == new_game(PROFILES["tm-toys"], 2, seed=1)
    record = record_of(game)
    assert record_from_json(record_to_json(record)).replay() == game
    assert parse_record(format_record(record)).replay() == game


def test_carriage_returns_at_the_ends_of_lines_are_accepted() -> None:
    assert parse_record(short_text().replace("\n", "\r\n")) == parse_record(short_text())


def test_a_last_line_without_its_end_is_accepted() -> None:
    assert parse_record(short_text().rstrip("\n")) == parse_record(short_text())


def test_the_short_record_shows_every_kind_of_line() -> None:
    """So that the damage below meets every header and both ends."""
    words = [re.split(r"[: ]", line)[0] for line in short_lines()]
    actions = [f"{number}." for number in range(1, 8)]
    headers = ["profile", "rules", "players", "seed", "starter", "name", "name", "name"]
    assert words == ["tilewise", *headers, "", *actions, "", "result", "check"]


def test_a_record_error_survives_a_trip_between_processes() -> None:
    error = pickle.loads(pickle.dumps(RecordError("line 3", "it is torn.")))  # noqa: S301
    assert (error.where, error.why, str(error)) == ("line 3", "it is torn.", "line 3: it is torn.")


@pytest.mark.parametrize(
    "names",
    [("A",), ("A", "B", "C"), ("A", ""), ("A", "x" * 41), ("A", " B"), ("A", "B\n"), ("A", "B\u2028"), ("A", "\ud800")],
)
def test_names_that_cannot_stand_in_a_record_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(TilewiseError, match="name"):
        record_of(new_game(PROFILES["jumbo"], 2, 1), names)


# Damage to the text


@pytest.mark.parametrize("kept", range(20))
def test_a_text_cut_off_after_any_line_is_refused_at_its_end(kept: int) -> None:
    assert len(short_lines()) == 20
    if kept < 1:
        assert refused_text("").where == "line 1"
    else:
        text = unsigned(short_lines()[:kept])
        if kept == 20:
            parse_record(text)
        else:
            error = refused_text(text)
            assert error.where == f"line {len(text.rstrip().splitlines())}"
            assert "cut off" in error.why


def test_a_text_cut_off_within_any_line_is_refused() -> None:
    text = short_text()
    for length in range(len(text) - 1):
        refused_text(text[:length])


@pytest.mark.parametrize("index", range(20))
def test_a_text_that_lacks_any_line_is_refused(index: int) -> None:
    lines = short_lines()
    del lines[index]
    refused_text(unsigned(lines))


@pytest.mark.parametrize("index", range(20))
def test_a_text_with_any_line_twice_is_refused(index: int) -> None:
    lines = short_lines()
    lines.insert(index, lines[index])
    error = refused_text(unsigned(lines))
    if 0 < index < 9:
        assert error.why.endswith("is there twice.")


@pytest.mark.parametrize("index", range(19))
def test_a_text_with_any_two_lines_swapped_is_refused(index: int) -> None:
    lines = short_lines()
    lines[index], lines[index + 1] = lines[index + 1], lines[index]
    refused_text(unsigned(lines))


@pytest.mark.parametrize("index", range(20))
def test_a_text_with_any_character_changed_is_refused(index: int) -> None:
    lines = short_lines()
    for place in range(len(lines[index])):
        changed = "x" if lines[index][place] != "x" else "y"
        damaged = lines[index][:place] + changed + lines[index][place + 1 :]
        refused_text(unsigned([*lines[:index], damaged, *lines[index + 1 :]]))


@pytest.mark.parametrize("junk", ["x", "check: 0", "result: not over", "1. seat 0 draw"])
def test_a_text_with_anything_behind_its_end_is_refused(junk: str) -> None:
    error = refused_text(f"{short_text()}{junk}\n")
    assert (error.where, error.why) == ("line 21", "nothing may follow the check line.")


@pytest.mark.parametrize("index", range(19))
def test_a_text_with_blanks_added_to_any_line_is_refused(index: int) -> None:
    lines = short_lines()
    lines[index] += "  "
    refused_text(unsigned(lines))


@pytest.mark.parametrize(
    ("header", "value", "why"),
    [
        ("tilewise record", " 2", "a record begins with"),
        ("profile:", " chess", "There is no profile 'chess'"),
        ("profile:", None, "the header 'profile' is missing."),
        ("rules:", " late_tiles=many", "late_tiles is a whole number"),
        ("rules:", " gift_tiles=added", "no gift tiles"),
        ("rules:", " castling=1", "There is no rule 'castling'"),
        ("rules:", " late_tiles", "field=value"),
        ("rules:", " late_tiles=30 late_tiles=30", "given twice"),
        ("players:", " 5", "jumbo is for 2 to 4 players, not for 5."),
        ("players:", " three", "'three' is no whole number."),
        ("players:", " -3", "'-3' is no whole number."),
        ("players:", " 1234567890", "is no whole number."),
        ("players:", None, "the header 'players' is missing."),
        ("seed:", " a b", "A seed is"),
        ("seed:", " " + "9" * 101, "A seed is"),
        ("seed:", None, "the header 'seed' is missing."),
        ("starter:", " 3", "the seats are 0 to 2, not 3."),
        ("starter:", " first", "'first' is no whole number."),
        ("name 0:", " " + "x" * 41, "A name has 1 to 40 printable characters"),
        ("name 0:", " A\u2028B", "A name has 1 to 40 printable characters"),
        ("name 1:", None, "either every seat has its name, in order, or none."),
        ("name 2:", None, "either every seat has its name, in order, or none."),
        ("result:", " won", "'won' is no result."),
        ("result:", " draw; winners 0; scores 1 2 3", "is no result."),
        ("result:", " pool; winners 7; scores 1 2 3", "the seats are 0 to 2, not 7."),
        ("result:", " pool; winners 0; scores 1/0 2 3", "'1/0' is not a number of points."),
        ("1. seat 1", " castle", "'castle' is not an action."),
        ("1. seat 1", " draw two", "'draw two' is not an action."),
        ("1. seat 1", " out-of-time", "'out-of-time' is not an action."),
        ("1. seat 1", " play r3 r44", "numbers go from 1 to 13"),
        ("1. seat 1", " play r3 | | r4", "A bar stands beside an empty set"),
    ],
)
def test_a_header_result_or_action_that_makes_no_sense_is_blamed_on_its_line(
    header: str, value: str | None, why: str
) -> None:
    """Even if the check was made again: E3, S6."""
    error = refused_text(signed_again(with_line(header, None if value is None else header + value)))
    if value is None and header.startswith("name"):
        assert error.where == f"line {line_of('name 0')}"
    elif value is None:
        # The line behind the headers, now that one is missing.
        assert error.where == "line 9"
    else:
        assert error.where == f"line {line_of(header)}"
    assert why in error.why


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("profile:", " vienna-de"),
        ("profile:", " tm-toys"),
        ("rules:", " late_tiles=29 redeal_pairs=none wrong_play=penalty"),
        ("rules:", " late_tiles=30 redeal_pairs=none wrong_play=penalty joker_penalty=31"),
        ("rules:", None),
        ("players:", " 4"),
        ("seed:", " shore"),
        ("starter:", " 0"),
        ("starter:", None),
        ("name 0:", " Anna"),
    ],
)
def test_a_header_changed_to_another_that_makes_sense_is_noticed(header: str, value: str | None) -> None:
    """By an action that is not legal any more, by the result, or else by the check."""
    refused_text(unsigned(with_line(header, None if value is None else header + value)))


@pytest.mark.parametrize("header", ["players: 3", "name 1: Bo", "judge: Ann", "name: Ann", "profile jumbo", "seed:"])
def test_a_header_twice_or_unknown_is_refused_at_its_line(header: str) -> None:
    lines = short_lines()
    lines.insert(9, header)
    error = refused_text(signed_again(lines))
    assert error.where == "line 10"
    assert error.why.endswith(("is there twice.", "is no header."))


def test_a_result_that_the_actions_do_not_lead_to_is_refused_even_with_a_right_check() -> None:
    """C4: scores and winners follow from the actions."""
    line = short_lines()[line_of("result:") - 1]
    head, scores = line.split("scores ")
    first, *rest = scores.split()
    winner = re.search(r"winners ([0-9])", line)
    assert winner
    wrong = [
        "result: not over",
        line.replace("pool;", "out;"),
        line.replace("pool;", "given-up;"),
        line.replace(f"winners {winner[1]}", f"winners {(int(winner[1]) + 1) % 3}"),
        line.replace(f"winners {winner[1]}", "winners 0 1"),
        f"{head}scores +1 {' '.join(rest)}",
        f"{head}scores {first}",
        f"{head}scores {scores} 0",
    ]
    for changed in wrong:
        error = refused_text(signed_again(with_line("result:", changed)))
        assert (error.where, error.why) == (
            f"line {line_of('result:')}",
            "the result is not what the actions lead to.",
        )


def test_an_unfinished_record_that_claims_a_result_is_refused() -> None:
    lines = format_record(record_of(new_game(PROFILES["jumbo"], 2, 1))).splitlines()
    lines[-2] = "result: pool; winners 0; scores +1 -1"
    error = refused_text(signed_again(lines))
    assert (error.where, error.why) == ("line 6", "the result is not what the actions lead to.")


def test_a_wrong_check_is_refused_at_its_line() -> None:
    error = refused_text(unsigned(with_line("check:", "check: 0123456789abcdef")))
    assert error.where == "line 20"
    assert "changed or damaged" in error.why


def test_a_legal_but_different_action_is_noticed_by_the_check_or_by_the_result() -> None:
    """U9: moved or unmoved costs the same here, so that every later action stays legal."""
    lines = with_line("4. seat", "4. seat 1 out-of-time moved")
    assert refused_text(unsigned(lines)).where == "line 20"
    lines = with_line("1. seat", "1. seat 1 out-of-time moved")
    error = refused_text(signed_again(lines))
    assert int(error.where.removeprefix("line ")) > line_of("1. seat")


def test_an_illegal_action_is_blamed_on_its_line_with_the_rule_it_breaks() -> None:
    """S2: the wrong seat; U13: no draw from an empty pool; N1: nothing after the end."""
    cases = [
        ("1. seat", "1. seat 0 draw", "S2"),
        ("6. seat", "6. seat 1 draw", "U13"),
        ("1. seat", "1. seat 9 draw", "E3"),
        ("1. seat", "1. seat 1 pass", "U1"),
        ("1. seat", "1. seat 1 redeal", "S5"),
        ("1. seat", "1. seat 1 announce", "C3"),
    ]
    for start, changed, rule in cases:
        error = refused_text(signed_again(with_line(start, changed)))
        assert error.where == f"line {line_of(start)}"
        assert error.why.endswith(f"({rule})")
    lines = short_lines()
    lines.insert(line_of("7. seat"), "8. seat 1 pass")
    error = refused_text(signed_again(lines))
    assert (error.where, error.why) == (f"line {line_of('7. seat') + 1}", "The game is over. (N1)")


def test_an_action_with_the_wrong_number_is_refused_at_its_line() -> None:
    error = refused_text(signed_again(with_line("3. seat", "4. seat 0 draw")))
    assert (error.where, error.why) == (
        f"line {line_of('3. seat')}",
        "here action 3 is expected, not action 4.",
    )


def test_a_line_among_the_actions_that_is_none_is_refused_at_its_line() -> None:
    error = refused_text(signed_again(with_line("3. seat", "then seat 0 drew")))
    assert (error.where, error.why) == (f"line {line_of('3. seat')}", "'then seat 0 drew' is not an action.")


def test_a_line_other_than_the_result_where_it_should_stand_is_refused() -> None:
    error = refused_text(signed_again(with_line("result:", "outcome: not over")))
    assert (error.where, error.why) == (
        "line 19",
        "here the line 'result' is expected, not 'outcome: not over'.",
    )


# Damage to the JSON


def short_dict() -> dict[str, Any]:
    return record_as_dict(record_of(short_game(), SHORT_NAMES))


def test_json_cut_off_anywhere_or_with_anything_behind_it_is_refused() -> None:
    text = record_to_json(record_of(short_game(), SHORT_NAMES))
    for length in range(len(text) - 1):
        assert refused_json(text[:length]).where.startswith("line ")
    for junk in ("x", "{}", ",", "\0"):
        assert refused_json(text + junk).where.startswith("line ")


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "7", '"record"', "{}", "9" * 5000, "[" * 100_000, '{"tilewise": 2}']
)
def test_json_that_is_no_record_at_all_is_refused(text: str) -> None:
    assert refused_json(text).where in ("line 1", "record")


@pytest.mark.parametrize("field", list(record_as_dict(record_of(new_game(PROFILES["jumbo"], 2, 1)))))
def test_json_that_lacks_a_field_or_has_one_of_the_wrong_kind_is_refused_there(field: str) -> None:
    where = "record" if field == "tilewise" else field
    content = short_dict()
    del content[field]
    if field == "rules":
        # No rules are the printed ones: the record was made by others.
        assert refused_json(json.dumps(content))
    else:
        error = refused_json(json.dumps(content))
        assert (error.where, error.why) == (where, f"The field {field!r} is missing.")
    wrongs: tuple[Any, ...] = (True, 1.5, [[]], {"a": 1}, "é", -1, 10**30)
    for wrong in wrongs:
        error = refused_json(json.dumps({**short_dict(), field: wrong}))
        assert error.where == ("action 1" if wrong == [[]] and field == "actions" else where)


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("profile", "vienna-de", None),
        ("profile", "chess", "profile"),
        ("rules", {}, None),
        ("rules", {"late_tiles": 31}, "rules"),
        ("rules", {"castling": 1}, "rules"),
        ("rules", {"copies": True}, "rules"),
        ("rules", {"gift_tiles": ["off"]}, "rules"),
        ("players", 4, "names"),
        ("players", 5, "players"),
        ("seed", "shore", None),
        ("seed", "\ud800", "seed"),
        ("starter", None, None),
        ("starter", 0, "action 1"),
        ("starter", 3, "starter"),
        ("names", [], "check"),
        ("names", ["Ann", "Bo", "Cleopatra"], "check"),
        ("names", ["Ann", "Bo", "\ud800"], "names"),
        ("result", None, "result"),
        ("result", {"ending": "won", "winners": [0], "scores": ["1"]}, "result"),
        ("result", {"ending": "pool", "winners": [3], "scores": ["1"]}, "result"),
        ("result", {"ending": "pool", "winners": [0], "scores": ["1/0"]}, "result"),
        ("result", {"ending": "pool", "winners": [0], "scores": [1]}, "result"),
        ("result", {"ending": "pool", "winners": [0], "scores": ["1"]}, "result"),
        ("check", "0123456789abcdef", "check"),
    ],
)
def test_json_with_a_field_changed_is_refused_where_it_shows(field: str, value: object, where: str | None) -> None:
    """At the field itself if it makes no sense; otherwise at the first thing that does not fit any more."""
    error = refused_json(json.dumps({**short_dict(), field: value}))
    if where is not None:
        assert error.where == where


@pytest.mark.parametrize("number", range(1, 8))
def test_json_with_an_action_left_out_doubled_swapped_or_senseless_is_refused(number: int) -> None:
    actions = short_dict()["actions"]
    action = actions[number - 1]
    left_out = [*actions[: number - 1], *actions[number:]]
    doubled = [*actions[:number], *actions[number - 1 :]]
    swapped = [*left_out[:number], action, *left_out[number:]]
    for changed in (left_out, doubled, swapped):
        if changed != actions:
            refused_json(json.dumps({**short_dict(), "actions": changed}))
    senseless: list[Any] = [
        "draw",
        {},
        {"seat": "0", "action": "draw"},
        {"seat": 0, "action": "castle"},
        {"seat": 0, "action": 1},
        {"seat": 0, "action": "play", "table": "r3 r4 r5"},
        {"seat": 0, "action": "play", "table": ["r3 r44"]},
        {"seat": 0, "action": "out-of-time"},
        {"seat": -1, "action": "draw"},
        {"seat": 10**30, "action": "draw"},
    ]
    for wrong in senseless:
        changed = [*actions[: number - 1], wrong, *actions[number:]]
        assert refused_json(json.dumps({**short_dict(), "actions": changed})).where == f"action {number}"


def test_plain_values_are_read_like_the_json_they_come_from() -> None:
    assert record_from_dict(short_dict()).replay() == short_game()


def test_a_record_made_by_hand_with_a_wrong_action_or_result_names_it() -> None:
    """Without a file the place is the number of the action."""
    record = record_of(short_game())
    wrong_action = replace(record, actions=(*record.actions[:2], Draw(5), *record.actions[3:]))
    with pytest.raises(RecordError) as caught:
        wrong_action.replay()
    assert caught.value.where == "action 3"
    with pytest.raises(RecordError) as caught:
        replace(record, result=None).replay()
    assert caught.value.where == "result"


def test_the_result_of_a_game_is_none_until_it_is_over_and_then_its_score() -> None:
    """C1-C4."""
    game = short_game()
    score = game.score
    assert score is not None
    assert result_of(game) == Result(score.ending, score.winners, score.points)
    assert result_of(new_game(PROFILES["jumbo"], 2, 1)) is None


def test_shares_that_do_not_divide_evenly_stay_exact_in_a_record() -> None:
    """C4: they are fractions, never rounded away."""
    points = ("-7", "+7/2", "+7/2")
    lines = with_line("result:", f"result: pool; winners 1 2; scores {' '.join(points)}")
    error = refused_text(signed_again(lines))
    # Read without complaint: only the actions lead elsewhere.
    assert error.why == "the result is not what the actions lead to."


# Positions


def positions_of(name: str, players: int) -> Iterator[Game]:
    """The game at some of its moments, the first and the last among them."""
    actions: tuple[Action, ...] = finished(name, players).actions
    game = new_game(PROFILES[name], players, f"record-{players}")
    for number, action in enumerate(actions):
        if number % 10 == 0:
            yield game
        game = apply(game, action)
    yield game


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_position_is_read_as_it_was_written_for_every_eye(name: str, players: int) -> None:
    for game in positions_of(name, players):
        whole = position_of(game)
        assert parse_position(str(whole)) == whole
        for seat in (None, *range(players)):
            seen = position_of_view(view_of(game, seat))
            assert parse_position(str(seen)) == seen
            assert (seen.table, seen.turn, seen.opened) == (whole.table, whole.turn, whole.opened)
            shown = [other for other, rack in enumerate(seen.racks) if not isinstance(rack, int)]
            assert shown == (list(range(players)) if game.is_over else [] if seat is None else [seat])
            assert seen.pool == len(game.pool)


def test_a_position_by_house_rules_names_them() -> None:
    game = new_game(PROFILES["tm-toys"].with_rules({"opening_threshold": 0, "turn_seconds": None}), 2, 1)
    text = str(position_of(game))
    assert text.startswith("tm-toys opening_threshold=0 turn_seconds=none; players 2; ")
    assert parse_position(text) == position_of(game)


GOOD = "jumbo; players 2; turn 0; opened 0; table r3 r4 r5; racks r6 J / ?14; pool ?87"


@pytest.mark.parametrize(
    ("old", "new", "error", "why"),
    [
        (GOOD, "", PositionError, "begins with the name of a profile"),
        (GOOD, " ; players 2", PositionError, "begins with the name of a profile"),
        ("jumbo", "chess", RulesError, "There is no profile 'chess'"),
        ("jumbo", "jumbo castling=1", RulesError, "There is no rule 'castling'"),
        ("players 2", "player 2", PositionError, "should say 'players', not 'player'"),
        ("players 2", "players 5", RulesError, "not for 5"),
        ("players 2", "players two", PositionError, "'players' takes a whole number, not 'two'"),
        ("players 2", "players 3", PositionError, "There are 2 racks for 3 players"),
        ("turn 0", "turn 2", PositionError, "'turn' names seat 2; the seats are 0 to 1"),
        ("turn 0", "turn -", PositionError, "'turn' takes a whole number"),
        ("opened 0", "opened 0 2", PositionError, "'opened' names seat 2"),
        ("table r3", "table r2", PositionError, "r2 r4 r5 is not a set: This run lacks 3"),
        ("table r3", "table r44", NotationError, "'r44' is no tile"),
        ("r6 J /", "r6 J J J /", NotInBox, "has 2 of J, not 3"),
        ("r6 J /", "r6 M /", NotInBox, "has 0 of M, not 1"),
        ("?14", "?15", PositionError, "The box has 106 tiles, this position 107"),
        ("?14", "?", PositionError, "'racks' takes a whole number, not ''"),
        ("?14", "r99", NotationError, "'r99' is no tile"),
        ("; pool ?87", "", PositionError, "5 were found"),
        ("pool ?87", "pool ?87; pool ?87", PositionError, "7 were found"),
        ("?87", "-", PositionError, "The box has 106 tiles, this position 19"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused_with_its_reason(
    old: str, new: str, error: type[TilewiseError], why: str
) -> None:
    """E1-E3, T2."""
    assert str(parse_position(GOOD)) == GOOD
    with pytest.raises(error, match=re.escape(why)):
        parse_position(GOOD.replace(old, new))


def test_an_empty_rack_pool_or_table_is_a_dash() -> None:
    text = "jumbo; players 2; turn 1; opened -; table -; racks - / ?106; pool -"
    position = parse_position(text)
    assert (position.table, position.racks, position.pool) == ((), ((), 106), ())
    assert str(position) == text


def test_a_record_knows_nothing_but_what_a_game_is_made_of() -> None:
    """State is derived: equal records replay to equal games."""
    record = record_of(short_game())
    assert set(Record.__slots__) == {"profile", "players", "seed", "starter", "names", "actions", "result", "fair"}
    assert record_of(record.replay()) == record
